// `tuk view`: saved views. `tuk view show NAME` runs as its saved line (cli/view-line).

import type { Command, Group, Groups } from '../../cli/command.js';
import { typedShaping } from '../../cli/refused-options.js';
import { folderOf, removal, saveLine } from '../../cli/saved-lines.js';
import { checkViewLine, isViewLine } from '../../cli/view-line.js';
import { quoted } from '../../services/command-line.js';
import { BadInput } from '../../services/http/errors.js';
import { checkViewName, listViews } from '../../session/views.js';

const save = (groups: Groups): Command => ({
  name: 'save',
  runsWithoutProfile: true,
  dryRun: 'plan',
  values: ['<name>', '[line...]'],
  summary: 'Save a command line that reads, under a name',
  description: `Type the line after --, with its options: --match, --fields, --sort-by, --profile and the options of its command. Only a command that reads and ends
can be saved. The views are files in the folder views, readable by you only.`,
  options: [{ flags: '--replace', effects: ['file'], summary: 'replace the view of that name' }],
  examples: [
    "tuk view save open-stations -- depin stations --match 'status=on' --sort-by name",
    'tuk view save home-points --replace -- points balance',
  ],
  run: async ({ positionals: [name = '', ...words], options }, context) => {
    checkViewName(name);
    const { output, json } = context.flags;
    if (output ?? json ?? typedShaping(context.flags)[0])
      throw new BadInput(
        'NOT_A_VIEW',
        'The options of a view belong after --, with its command. Nothing was saved.',
        `Like: tuk view save ${name} -- ${words.length > 0 ? words.map(quoted).join(' ').slice(0, 60) : 'depin stations'} --match 'status=on'`,
      );
    await checkViewLine(words, groups);
    saveLine({ name, words }, options.replace === true, `Show it: tuk view show ${name}`, context);
  },
});

const list = (groups: Groups): Command => ({
  name: 'list',
  runsWithoutProfile: true,
  summary: 'List the saved views: the aliases that only read',
  examples: ['tuk view list', 'tuk view list -o name'],
  run: async (_, context) => {
    const saved = listViews(folderOf(context), (line) => context.log(`  ${line}`));
    const areViews = await Promise.all(saved.map(({ words }) => isViewLine(words, groups)));
    const rows = saved
      .filter((_, at) => areViews[at])
      .map(({ name, words }) => ({ name, command: ['tuk', ...words].map(quoted).join(' ') }));
    await context.out.print(JSON.stringify(rows), {
      columns: ['name', 'command'],
      idPath: 'name',
      scope: false,
      empty: ['No views.', "Save one: tuk view save open-stations -- depin stations --match 'status=on'"],
      commandLine: () => 'tuk view list',
    });
  },
});

const show: Command = {
  name: 'show',
  values: ['<name>', '[options...]'],
  summary: 'Show the data of a saved view',
  description: `Runs its line. Options behind the name are added, and replace the same ones of the view: tuk view show open-stations -o csv.
tuk view NAME is the same.`,
  examples: ['tuk view show <name>', 'tuk view show <name> -o csv'],
  run: async () => {
    throw new BadInput('MISSING_VALUE', 'tuk view show needs the name of a view.', 'See yours: tuk view list');
  },
};

const remove = removal('view', (message, hint) => new BadInput('UNKNOWN_VIEW', message, hint), {
  dryRun: 'plan',
  summary: 'Remove a saved view',
});

/** The group `view`. @param groups all groups: the lines of views are checked against them */
export const viewGroup = (groups: Groups): Group => ({
  commands: [save(groups), list(groups), show, remove],
});
