// Generates the Markdown reference of all commands from the tables of parser and help.
import type { Command } from '../../src/cli/command.js';
import { endpointLines } from '../../src/cli/endpoint-lines.js';
import { exitCodes } from '../../src/cli/exit-codes.js';
import { type Flag, globalFlags } from '../../src/cli/options.js';
import { type GroupName, groupNames, groups } from '../../src/groups.js';

/** The text of docs/commands.md. */
export async function reference(): Promise<string> {
  const sections = [...new Set(Object.values(groups).map(({ section }) => section))];
  const parts = await Promise.all(sections.map(sectionText));
  return `# Commands

Generated from the tables of the program: \`npm run reference\` writes this page, and a test checks that it is up to date. \`tuk <group> <command> --help\`
says the same.

${sections.map(contents).join('\n')}

${parts.join('\n')}
## Global options

${optionsTable(globalFlags)}

## Exit codes

| code | word | meaning |
|---|---|---|
${exitCodes.map(([code, word, meaning]) => `| ${code} | ${word} | ${cell(meaning)} |`).join('\n')}
`;
}

const namesIn = (section: string): GroupName[] => groupNames.filter((name) => groups[name].section === section);
const contents = (section: string): string =>
  `**${section}:** ${namesIn(section)
    .map((name) => `[${name}](#tuk-${name})`)
    .join(' · ')}\n`;

async function sectionText(section: string): Promise<string> {
  const written = await Promise.all(namesIn(section).map(groupText));
  return written.join('\n');
}

async function groupText(name: GroupName): Promise<string> {
  const { commands } = (await groups[name].load()).group;
  const [only] = commands;
  const about = `## tuk ${name}\n\n${sentence(groups[name].summary)}.\n`;
  if (commands.length === 1 && only?.name === '') return `${about}\n${await commandText(name, only)}`;
  const texts = await Promise.all(
    commands.map(async (command) => `### ${['tuk', name, command.name].filter(Boolean).join(' ')}\n\n${await commandText(name, command)}`),
  );
  return `${about}\n${texts.join('\n')}`;
}

/** The section of one command: its summary, usage, options, examples, and API calls. */
async function commandText(group: GroupName, command: Command): Promise<string> {
  const usage = ['tuk', group, command.name, command.values, command.options?.length ? '[options]' : ''].filter(Boolean).join(' ');
  const parts = [`${command.summary}.`, block([usage])];
  if (command.description) parts.push(block(command.description.split('\n')));
  if (command.options?.length) parts.push(optionsTable(command.options));
  parts.push(block(command.examples, 'sh'));
  const calls = await endpointLines(command);
  if (calls.length > 0) parts.push(`API calls: ${calls.map((call) => `\`${call}\``).join(', ')}`);
  return `${parts.join('\n\n')}\n`;
}

const block = (lines: readonly string[], language = 'text'): string => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
const optionsTable = (flags: readonly Flag[]): string =>
  ['| option | |', '|---|---|', ...flags.map((flag) => `| \`${flag.flags}\` | ${cell(about(flag))} |`)].join('\n');
const about = ({ summary, words, repeatable }: Flag): string =>
  [
    summary,
    words && !words.every((word) => summary.includes(String(word))) ? `one of ${words.join(', ')}` : '',
    repeatable && !summary.includes('repeat') ? 'repeatable' : '',
  ]
    .filter(Boolean)
    .join('; ');
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
