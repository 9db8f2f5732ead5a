// Generates the Markdown reference: of all commands from the tables of parser and help, of the published types from the catalogue's comments.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Arguments, type Command, shown } from '../../src/cli/command/command.js';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { endpointLines } from '../../src/cli/command/endpoint-lines.js';
import type { CommandMatch } from '../../src/cli/lines/find-command.js';
import { checkDryRun, refuseStray } from '../../src/cli/lines/refused-options.js';
import { needText, usageOf } from '../../src/cli/prompts/needs.js';
import { refuseUnchecked } from '../../src/cli/run/response-check.js';
import { refuseInclude } from '../../src/cli/run/special-run.js';
import { exitCodes } from '../../src/cli/settings/exit-codes.js';
import { type Flag, type Flags, flagKey, globalFlags, spellings, takesValue } from '../../src/cli/settings/options.js';
import { removedCommands, removedOptions } from '../../src/cli/settings/removed-names.js';
import { repeatOptions } from '../../src/engine/read/repetition.js';
import { type GroupName, groupNames, groups } from '../../src/groups.js';

/** The generated pages by their paths below docs: a page for each group, their index, and the published types. */
export async function reference(): Promise<Readonly<Record<string, string>>> {
  const pages = await Promise.all(
    groupNames.map(async (name) => [`commands/${name}.md`, await groupText(name)] as const),
  );
  return {
    'commands/README.md': index(),
    'commands/effects.md': await effectsPage(),
    'commands/removed.md': removedPage(),
    ...Object.fromEntries(pages),
    'platform/12-types.md': publishedTypes(),
    'dependencies.md': dependenciesPage(),
  };
}

const index = (): string => `# Commands

One page for each group, generated from the tables of the program: \`npm run reference\` writes them, and a test checks that they are up to date.
\`tuk <group> <command> --help\` says the same.

${[...new Set(Object.values(groups).map(({ section }) => section))].map(contents).join('\n')}
## Global options

${optionsTable(globalFlags)}

## Exit codes

| code | word | meaning |
|---|---|---|
${exitCodes.map(([code, word, meaning]) => `| ${code} | ${word} | ${cell(meaning)} |`).join('\n')}
`;

/** The options and values that are not plain, of every command, and the global options that a command refuses. */
async function effectsPage(): Promise<string> {
  const commands = await Promise.all(
    groupNames.map(async (name) => (await groups[name].load()).group.commands.map((command) => ({ name, command }))),
  );
  const rows = commands.flat().flatMap(({ name, command }) => {
    const line = `tuk ${name} ${command.name}`.trim();
    return [
      ...valuesOf(command.values).map(({ name: value, effects }) => [line, `<${value}>`, effects] as const),
      ...(command.options ?? [])
        .filter((flag) => !repeatOptions.includes(flag))
        .map(({ flags, effects }) => [line, spellings(flags).at(-1)!, effects] as const),
    ];
  });
  const repeated = repeatOptions.map(
    ({ flags, effects }) => ['every read', spellings(flags).at(-1)!, effects] as const,
  );
  const refused = commands.flat().flatMap(({ name, command }) => {
    const target = { groupName: name, command };
    const flags = globalFlags.flatMap((flag) =>
      isRefused(target, { [flagKey(flag.flags)]: takesValue(flag.flags) ? 'x' : true })
        ? [`\`${spellings(flag.flags).at(-1)}\``]
        : [],
    );
    return flags.length > 0 ? [`| ${`tuk ${name} ${command.name}`.trim()} | ${flags.join(', ')} |`] : [];
  });
  return `# Effects of options and values

What an option or a value does beyond saying what a command shows or sends. A person who types a line may use all of them. An alias, a row of a batch and a step of a
flow may use \`file\` and \`secret\`. An imported alias and a model (\`tuk mcp\`) may use only what is plain. \`-\`, standard input, is a file.

| effect | |
|---|---|
| file | reads or writes a file, or standard input |
| exec | runs another program, or a command line |
| secret | uses a key, a password, a token, a variable, or the session of another profile |
| confirms | confirms what a person is asked |
| widens | lifts a check, or raises a limit |

## Not plain

Every other option and value is plain.

| command | option or value | effects |
|---|---|---|
${[
  ...globalFlags.map(({ flags, effects }) => ['every command', spellings(flags).at(-1)!, effects] as const),
  ...repeated,
  ...rows,
]
  .filter(([, , effects]) => effects !== 'plain')
  .map(([line, part, effects]) => `| ${line} | \`${part}\` | ${[effects].flat().join(', ')} |`)
  .join('\n')}

## Global options that a command refuses

A command refuses the global options that it could only ignore (exit 2). Bounds and settings such as \`--timeout\` and \`--lang\` count for every request, and a command may make none.

| command | refuses |
|---|---|
${refused.join('\n')}
`;
}

/** The commands and options of earlier versions, with what replaced them. */
function removedPage(): string {
  const rows = (removed: typeof removedCommands, prefix: string) =>
    Object.entries(removed).map(
      ([name, [line, note = '']]) => `| \`${prefix}${name}\` | \`${cell(line)}\` | ${cell(note)} |`,
    );
  return `# Removed names

Each exits 2 and names its successor. An option without a command had one meaning wherever it was.

| removed | instead | |
|---|---|---|
${[...rows(removedCommands, 'tuk '), ...rows(removedOptions, '')].sort().join('\n')}
`;
}

/** Whether a command refuses a global option, whatever else the line has. */
function isRefused(target: Pick<CommandMatch, 'groupName' | 'command'>, options: Arguments['options']): boolean {
  const flags = options as Flags;
  try {
    if (flags.dryRun || flags.printCurl) checkDryRun({ flags }, target);
    refuseStray({ flags }, target);
    if (flags.check) refuseUnchecked({ options }, target);
    if (flags.include) refuseInclude({ options }, target, { env: {} });
    return false;
  } catch {
    return true;
  }
}

const contents = (section: string): string =>
  [
    `## ${sentence(section)}\n`,
    '| group | |',
    '|---|---|',
    ...groupNames
      .filter((name) => groups[name].section === section)
      .map((name) => `| [${name}](${name}.md) | ${cell(sentence(groups[name].summary))} |`),
    '',
  ].join('\n');

/** Types that no shape declares: of requests, and of calls that the list has no more. */
const otherTypes = [
  ['LinkTransferLogDto', 'The body that records a transfer by link; its `value` is a number'],
  ['BalanceClutchDepositRequestResponseDto', 'The response to a deposit request in an older family of calls'],
  ['PaymentStatusDto', 'A payment of a game and what may be done about it, in a call that is gone'],
] as const;

function publishedTypes(): string {
  const rows = (service: string) => {
    const file = path.resolve(import.meta.dirname, `../../src/services/catalogue/${service}.shapes.ts`);
    const text = readFileSync(file, 'utf8');
    const comments = [...text.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\n(?:export )?const (\w+)/gs)];
    return comments
      .flatMap(([, comment, shape]) => {
        const sentences = comment!.replace(/\s*\n \*/g, '').trim(); // a long comment has several lines
        const [, about, type] = /^(.*?)\.? Published as (\w+)/.exec(sentences) ?? [];
        return about === undefined ? [] : [`| ${type} | \`${shape}\` | ${cell(about)} |`];
      })
      .join('\n');
  };
  return `# 12 Published types

Generated from \`src/services/catalogue/*.shapes.ts\`, which declare the fields. A type here was published in January 2023, or seen since.

## 12.1 Of the wallet service

| type | shape | what it is |
|---|---|---|
${rows('wallet')}

## 12.2 Of the user service

| type | shape | what it is |
|---|---|---|
${rows('user')}
${rows('activity')}

## 12.3 Types without a shape

| type | what it is |
|---|---|
${otherTypes.map(([type, about]) => `| ${type} | ${about} |`).join('\n')}
`;
}

async function groupText(name: GroupName): Promise<string> {
  const commands = shown((await groups[name].load()).group.commands);
  const [only] = commands;
  const about = `# tuk ${name}\n\n${sentence(groups[name].summary)}. The options of every command are in [Commands](README.md#global-options).\n`;
  if (commands.length === 1 && only?.name === '') return `${about}\n${await commandText(name, only)}`;
  const texts = await Promise.all(
    commands.map(
      async (command) =>
        `## ${['tuk', name, command.name].filter(Boolean).join(' ')}\n\n${await commandText(name, command)}`,
    ),
  );
  return `${about}\n${texts.join('\n')}`;
}

/** The page of the dependencies with the size of each row's packages, by what the build says of dist/, and of all that they bring. */
function dependenciesPage(): string {
  const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
  const sizes = new Map<string, number>();
  for (const { bytes } of Object.values(JSON.parse(read('dist/meta.json')) as Record<string, { bytes: object }>))
    for (const [source, size] of Object.entries(bytes)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
      if (name !== undefined) sizes.set(name, (sizes.get(name) ?? 0) + (size as number));
    }
  /** The size of packages, and of the others of their scopes: `@solana/kit` hands these on. */
  const taken = (names: readonly string[]): string => {
    const scopes = names.map((name) => name.replace(/(?<=\/).*/, ''));
    const own = [...sizes].filter(([name]) => scopes.includes(name.replace(/(?<=\/).*/, '')));
    for (const [name] of own) sizes.delete(name);
    const size = own.reduce((sum, [, one]) => sum + one, 0);
    return size === 0 ? '–' : `${Math.round(size / 1000)} kB`;
  };
  const page = read('docs/dependencies.md').replace(
    /^(\| (`.*?) \| .* \|) [^|]* \|$/gm,
    (_, row: string, names: string) => `${row} ${taken([...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))} |`,
  );
  return page.replace(/^(\| what these bring \| ).*$/m, (_, start: string) => {
    const count = sizes.size;
    return `${start}${count} packages, which the bill of materials names | with these | ${taken([...sizes.keys()])} |`;
  });
}

/** The section of one command: its summary, usage, options, examples, and API calls. */
async function commandText(group: GroupName, command: Command): Promise<string> {
  const options = shown(command.options ?? []);
  const usage = ['tuk', group, command.name, usageOf(command), options.length > 0 ? '[options]' : '']
    .filter(Boolean)
    .join(' ');
  const parts = [`${command.summary}.`, block([usage])];
  if (command.description) parts.push(block(command.description.split('\n')));
  if (options.length > 0) parts.push(optionsTable(options, command));
  parts.push(block(command.examples, 'sh'));
  const calls = await endpointLines(command);
  if (calls.length > 0) parts.push(`API calls: ${calls.map((call) => `\`${call}\``).join(', ')}`);
  return `${parts.join('\n\n')}\n`;
}

const block = (lines: readonly string[], language = 'text'): string => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
const optionsTable = (flags: readonly Flag[], command: Parameters<typeof needText>[1] = {}): string =>
  [
    '| option | |',
    '|---|---|',
    ...flags.map(
      (flag) => `| \`${flag.flags}\` | ${cell([about(flag), needText(flag, command)].filter(Boolean).join('; '))} |`,
    ),
  ].join('\n');
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
