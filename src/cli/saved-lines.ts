// Commands for saved lines: aliases, and views if they only read.

import type { BadInput } from '../services/http/errors.js';
import { paths } from '../session/paths.js';
import { removeView, saveView, type View, viewNames } from '../session/views.js';
import type { Command } from './command.js';
import type { Context } from './context.js';
import { isDryRun } from './settings.js';
import { suggestion } from './suggest.js';

/** The folder of the saved lines. */
export const folderOf = ({ world }: Pick<Context, 'world'>): string => paths(world).views;

/** Saves a checked line, unless in a dry run. @param run the command that runs it @throws as `saveView` */
export function saveLine(line: View, replace: boolean, run: string, context: Context): void {
  if (isDryRun(context.flags)) return;
  saveView(folderOf(context), line, { replace });
  context.log(`✓ Saved. ${run}`);
}

/** The command that removes a saved line, `tuk alias remove` or `tuk view remove`. @param unknown the error for a name */
export const removal = (
  noun: 'alias' | 'view',
  unknown: (message: string, hint: string) => BadInput,
  command: Pick<Command, 'summary' | 'dryRun'>,
): Command => ({
  name: 'remove',
  runsWithoutProfile: true,
  ...command,
  values: '<name>',
  examples: [`tuk ${noun} remove <name>`],
  run: async ({ positionals: [name = ''] }, context) => {
    const folder = folderOf(context);
    const names = viewNames(folder);
    if (!names.includes(name))
      throw unknown(
        `There is no ${noun} ${JSON.stringify(name.slice(0, 60))}.`,
        suggestion(name, names, `See yours: tuk ${noun} list`),
      );
    if (isDryRun(context.flags)) return;
    removeView(folder, name);
    context.log(`✓ Removed ${name}.`);
  },
});
