// `tuk config preferences`: what the application remembers of how it was used.

import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '../../cli/command.js';
import { isDryRun } from '../../cli/settings.js';
import { suggestion } from '../../cli/suggest.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { sortText } from '../../text/row-order.js';
import type { Preferences } from '../../ui/preferences.js';

const names = ['group', 'recent', 'mouse', 'theme'] as const;

export const preferences: Command = {
  name: 'preferences',
  values: '[preference...]',
  summary: 'Show or reset what the application remembers',
  description: `The application remembers how each board shows its table, the group that was open last, the commands that were chosen in the palette, and what :mouse
on, :mouse off, :theme dark, :theme light and :theme auto have set there. It keeps this in preferences.json, beside the configuration: no id, and nothing
that was typed. A preference comes before the setting of the profile, TUK_MOUSE=off before both.
Preferences: ${names.join(', ')}, and each board by its command line.`,
  options: [{ flags: '--reset', summary: 'reset these preferences, by default all; a broken file is removed' }],
  examples: ['tuk config preferences', 'tuk config preferences --reset', 'tuk config preferences theme --reset'],
  run: async ({ positionals, options }, context) => {
    const { openPreferences } = await import('../../ui/preferences.js');
    const kept = openPreferences(path.dirname(paths(context.world).config));
    const name = positionals.join(' ');
    if (options.reset && name === '') {
      if (!isDryRun(context.flags)) remove(kept.file);
      context.log('✓ All preferences are reset.');
      return 0;
    }
    if (kept.trouble !== undefined)
      throw new LocalFailure('PREFERENCES_UNREADABLE', kept.trouble, 'Reset them: tuk config preferences --reset');
    const rows = rowsOf(kept.preferences);
    const known = [...new Set([...names, ...rows.map(({ preference }) => preference)])];
    if (name !== '' && !known.includes(name))
      throw new BadInput(
        'UNKNOWN_PREFERENCE',
        `There is no preference ${JSON.stringify(name)}.`,
        suggestion(name, known, `There are: ${known.join(', ')}.`),
      );
    if (options.reset) {
      const reason = isDryRun(context.flags) ? undefined : kept.save(without(kept.preferences, name));
      if (reason !== undefined) throw new LocalFailure('PREFERENCES_UNWRITABLE', reason);
      context.log(`✓ ${name} is reset.`);
      return 0;
    }
    await context.out.print(JSON.stringify(rows.filter(({ preference }) => name === '' || preference === name)), {
      columns: ['preference', 'value'],
      idPath: 'preference',
      empty: ['No preferences.', 'The application keeps them: tuk'],
      commandLine: () => 'tuk config preferences',
    });
    return 0;
  },
};

/** A row for each preference, with its value as text; that of a board also has its parts. */
function rowsOf({ boards = {}, group, recent, mouse, theme }: Preferences) {
  const own = { group, recent: recent?.join(', '), mouse: mouse === undefined ? undefined : mouse ? 'on' : 'off', theme };
  return [
    ...names.flatMap((preference) => (own[preference] === undefined ? [] : [{ preference, value: own[preference] }])),
    ...Object.entries(boards).map(([preference, { sort, hidden, order }]) => ({
      preference,
      value: [
        ...(sort ? [`sorted by ${sortText(sort)}`] : []),
        ...(hidden.length > 0 ? [`without ${hidden.join(', ')}`] : []),
        ...(order ? [`in the order ${order.join(', ')}`] : []),
      ].join('; '),
      ...(sort ? { sort: sortText(sort) } : {}),
      hidden,
      ...(order ? { order } : {}),
    })),
  ];
}

function without({ boards = {}, ...others }: Preferences, name: string): Preferences {
  const { [name]: _, ...left } = boards;
  return { ...Object.fromEntries(Object.entries(others).filter(([key]) => key !== name)), boards: left };
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    throw new LocalFailure('PREFERENCES_UNWRITABLE', `Cannot remove ${file}: ${(error as Error).message}.`, undefined, error);
  }
}
