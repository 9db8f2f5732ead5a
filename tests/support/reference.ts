// The reference of all commands as Markdown, made of the tables that the parser and the help read.
import type { Command } from '../../src/cli/command.js';
import { exitCodes } from '../../src/cli/exit-codes.js';
import { type Flag, globalFlags } from '../../src/cli/options.js';
import { type GroupName, groupNames, groups } from '../../src/groups.js';

/** The text of docs/commands.md. */
export async function reference(): Promise<string> {
  const sections = [...new Set(Object.values(groups).map(({ section }) => section))];
  const parts = await Promise.all(sections.map(sectionText));
  return `# Commands

Made from the program's own tables: \`npm run reference\` writes this page, and a test holds that it is up to date. \`tuk <group> <command> --help\`
says the same.

${sections.map(contents).join('\n')}

${parts.join('\n')}
## Options that mean the same everywhere

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
  const about = `## tuk ${name}\n\n${sentence(groups[name].is)}.\n`;
  if (commands.length === 1 && only?.name === '') return `${about}\n${commandText(name, only)}`;
  return `${about}\n${commands.map((command) => `### ${['tuk', name, command.name].filter(Boolean).join(' ')}\n\n${commandText(name, command)}`).join('\n')}`;
}

/** What a page says of one command: what it is, its usage, options, examples, and the calls beneath it. */
function commandText(group: GroupName, command: Command): string {
  const usage = ['tuk', group, command.name, command.values, command.options?.length ? '[options]' : ''].filter(Boolean).join(' ');
  const parts = [`${command.summary}.`, block([usage])];
  if (command.description) parts.push(block(command.description.split('\n')));
  if (command.options?.length) parts.push(optionsTable(command.options));
  parts.push(block(command.examples, 'sh'));
  if (command.uses?.length) parts.push(`Beneath: ${command.uses.map((call) => `\`${call}\``).join(', ')}`);
  return `${parts.join('\n\n')}\n`;
}

const block = (lines: readonly string[], language = 'text'): string => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
const optionsTable = (flags: readonly Flag[]): string =>
  ['| option | |', '|---|---|', ...flags.map((flag) => `| \`${flag.flags}\` | ${cell(about(flag))} |`)].join('\n');
const about = ({ summary, words, many }: Flag): string =>
  [
    summary,
    words && !words.every((word) => summary.includes(String(word))) ? `one of ${words.join(', ')}` : '',
    many ? 'may stand several times' : '',
  ]
    .filter(Boolean)
    .join('; ');
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
