// `tuk alias`: command lines under a name. `tuk NAME VALUES` runs an alias (cli/alias-line).

import { type Command, type Context, type Group, type Groups, resultOf } from '../../cli/command/command.js';
import { parseInput, readInput } from '../../cli/files/input-file.js';
import { writeOutputFile } from '../../cli/files/output-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { aliasText, checkAlias } from '../../cli/lines/alias-line.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { wordsOfLine } from '../../services/command-line.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { refuseKeysInLine } from '../../services/http/may-be-key.js';
import { isRecord } from '../../services/json-value.js';
import { type Alias, aliasNames, checkAliasName, listAliases, removeAlias, saveAlias } from '../../session/aliases.js';
import { paths } from '../../session/paths.js';
import { columnsNamed } from '../../text/columns-named.js';

const folderOf = ({ world }: Pick<Context, 'world'>): string => paths(world).aliases;
const replaceOption = { flags: '--replace', effects: ['file'], summary: 'replace an existing one' } as const;
/** The words of a line. @throws {BadInput} BAD_ALIAS for an open quote, and for more than one line */
function wordsIn(line: string): readonly string[] {
  const words = wordsOfLine(line);
  if (words) return words;
  throw new BadInput('BAD_ALIAS', 'The line has an open quote, or is more than one line. Nothing was saved or sent.');
}
/** The words of a line that is one text, or several words. */
const wordsOf = (line: readonly string[]): readonly string[] => (line.length === 1 ? wordsIn(line[0]!) : line);

const set = (groups: Groups): Command => ({
  name: 'set',
  prints: 'nothing',
  runsWithoutProfile: true,
  values: ['<name>', '<line...>'],
  summary: 'Save a command line under a name',
  description: `Quote the line, or type it after --, and leave out tuk. Later values and options are added at its end.
Write {1} to {99} for the values after the name. Each is one word, and never an option. Write {{ for a brace.
The line prompts and refuses like the full command line.`,
  options: [replaceOption],
  examples: [
    "tuk alias set pay 'points transfer --to {1} --amount {2}'",
    'tuk alias set on --replace -- depin stations --match status=on',
  ],
  run: async ({ positionals: [name = '', ...line], options }, context) => {
    checkAliasName(name);
    const words = wordsOf(line);
    await checkAlias(name, words, groups);
    saveAlias(folderOf(context), { name, words }, { replace: options.replace === true });
    context.log(`✓ Saved. Run it: tuk ${name}`);
  },
});

const listed = (context: Context): readonly Alias[] =>
  listAliases(folderOf(context), (line) => context.log(`  ${line}`));

const list: Command = {
  name: 'list',
  changesNothing: true,
  runsWithoutProfile: true,
  summary: 'List the aliases',
  examples: ['tuk alias list'],
  run: async (_, context) => {
    const rows = listed(context).map(({ name, words }) => ({ name, line: aliasText(words) }));
    return resultOf(JSON.stringify(rows), {
      columns: columnsNamed('name line'),
      idPath: 'name',
      empty: {
        says: ['No aliases.', "Save one: tuk alias set pay 'points transfer --to {1} --amount {2}'"],
        of: { from: 'machine', profiles: 'none' },
      },
    });
  },
};

const remove: Command = {
  name: 'remove',
  runsWithoutProfile: true,
  summary: 'Remove an alias',
  values: '<name>',
  examples: ['tuk alias remove <name>'],
  run: async ({ positionals: [name = ''] }, context) => {
    const folder = folderOf(context);
    if (!removeAlias(folder, name))
      throw new BadInput(
        'UNKNOWN_ALIAS',
        `There is no alias ${cited(name)}.`,
        suggestion(name, aliasNames(folder), 'See yours: tuk alias list'),
      );
    context.log(`✓ Removed ${name}.`);
  },
};

const exported: Command = {
  name: 'export',
  runsWithoutProfile: true,
  values: '[file]',
  summary: 'Write all aliases as JSON, to a file or to standard output',
  options: [replaceOption],
  examples: ['tuk alias export', 'tuk alias export aliases.json --replace'],
  run: async ({ positionals: [file], options }, context) => {
    const text = `${JSON.stringify(Object.fromEntries(listed(context).map(({ name, words }) => [name, aliasText(words)])), undefined, 2)}\n`;
    if (file === undefined) return resultOf(text, { singleRecord: true });
    const to = inWorkingFolder(context.world, file);
    writeOutputFile(to, Buffer.from(text), {
      name: to,
      mode: 0o600,
      replaces: options.replace === true,
      exists: () => new BadInput('FILE_EXISTS', `${to} exists; nothing was written.`, 'Replace it: --replace'),
    });
    context.log(`✓ Written to ${file}.`);
    return undefined;
  },
};

const imported = (groups: Groups): Command => ({
  name: 'import',
  prints: 'nothing',
  runsWithoutProfile: true,
  values: '<file>',
  summary: 'Save the aliases of a file, as export writes it; - is standard input',
  description: 'All are checked before the first is saved.',
  options: [replaceOption],
  examples: ['tuk alias import aliases.json --replace', 'tuk alias import - < aliases.json'],
  run: async ({ positionals: [file = ''], options }, context) => {
    const folder = folderOf(context);
    const aliases = aliasesIn(parseInput(await readInput(context.world, file), file), file);
    const conflicts =
      options.replace === true ? [] : aliasNames(folder).filter((name) => aliases.some((alias) => alias.name === name));
    if (conflicts.length > 0)
      throw new BadInput(
        'ALIAS_EXISTS',
        `There is ${conflicts.join(', ')} already; nothing was saved.`,
        'Replace them: --replace',
      );
    for (const { name, words } of aliases) {
      checkAliasName(name);
      await refuseKeysInLine(words);
      await checkAlias(name, words, groups, 'foreign');
    }
    for (const alias of aliases) saveAlias(folder, alias, { replace: true });
    context.log(`✓ Saved: ${aliases.map(({ name }) => name).join(', ') || 'none'}.`);
  },
});
/** @throws {BadInput} BAD_ALIAS for a file of another form */
function aliasesIn(value: unknown, file: string): readonly Alias[] {
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  if (!entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    throw new BadInput(
      'BAD_ALIAS',
      `${file} is not an export of aliases: a JSON object with a line for each name. Nothing was saved.`,
      'Like: {"pay": "points transfer --to {1} --amount {2}"}',
    );
  return entries.map(([name, line]) => ({ name, words: wordsIn(line) }));
}

/** The group `alias`. @param groups all groups: the lines of aliases are checked against them */
export const aliasGroup = (groups: Groups): Group => ({
  commands: [set(groups), list, remove, exported, imported(groups)],
});
