// `tuk config preferences`: shows and resets the preferences of the application.

import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '../../cli/command.js';
import { isDryRun } from '../../cli/settings.js';
import { suggestion } from '../../cli/suggest.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { sortText } from '../../text/row-order.js';
import type { Preferences } from '../../ui/preferences.js';
import { hueRoles, type OwnTheme, themeNames, themes, themeTrouble } from '../../ui/state/themes.js';

const names = ['group', 'screen', 'recent', 'mouse', 'theme', 'ranges'] as const;
/** The preferences that a value can be given for. */
const settable = ['mouse', 'theme'] as const;

export const preferences: Command = {
  name: 'preferences',
  dryRun: 'plan',
  values: '[preference...]',
  offers: {
    preference: ([first]) =>
      first === undefined
        ? names
        : first === 'mouse'
          ? ['on', 'off']
          : first === 'theme'
            ? ['auto', ...themeNames([])]
            : [],
  },
  summary: 'Show, set or reset what the application remembers',
  description: `The application remembers how each board shows its table, the group and the screen that were open last, the range of a chart, the commands that were
chosen in the palette, the mouse and the theme. It keeps this in preferences.json, beside the configuration, without ids and typed text. A preference
overrides the setting of the profile, and TUK_MOUSE=off overrides both.
mouse is on or off. theme is auto, ${Object.keys(themes).join(', ')}, or a theme of your own: the file themes/NAME.json beside the configuration, such as
{"base": "dark", "roles": {"accent": "#8fb4ff"}}. Roles: ${hueRoles.join(', ')}. The application sets both by :mouse and :theme.
Preferences: ${names.join(', ')}, and each board by its command line.`,
  options: [
    {
      flags: '--reset',
      effects: 'plain',
      summary: 'reset these preferences, by default all; a broken file is removed',
    },
  ],
  examples: [
    'tuk config preferences',
    'tuk config preferences theme okabe-dark',
    'tuk config preferences --reset',
    'tuk config preferences theme --reset',
  ],
  run: async ({ positionals, options }, context) => {
    const { openPreferences } = await import('../../ui/preferences.js');
    const folder = path.dirname(paths(context.world).config);
    const stored = openPreferences(folder);
    const name = positionals.join(' ');
    if (options.reset && name === '') {
      if (!isDryRun(context.flags)) remove(stored.file);
      context.log('✓ All preferences are reset.');
      return;
    }
    if (stored.trouble !== undefined)
      throw new LocalFailure('PREFERENCES_UNREADABLE', stored.trouble, 'Reset them: tuk config preferences --reset');
    const [setting = '', value, ...others] = positionals;
    if (value !== undefined && others.length === 0 && isSettable(setting)) {
      if (options.reset) throw new BadInput('CONFLICT', 'Give a value or --reset, not both.');
      const themes = setting === 'theme' ? (await import('../../ui/own-themes.js')).readOwnThemes(folder) : [];
      const next = { ...stored.preferences, ...settingOf(setting, value, themes) };
      const reason = isDryRun(context.flags) ? undefined : stored.save(next);
      if (reason !== undefined) throw new LocalFailure('PREFERENCES_UNWRITABLE', reason);
      context.log(`✓ ${setting}: ${value}.`);
      return;
    }
    const rows = rowsOf(stored.preferences);
    const words = [...new Set([...names, ...rows.map(({ preference }) => preference)])];
    if (name !== '' && !words.includes(name))
      throw new BadInput(
        'UNKNOWN_PREFERENCE',
        `There is no preference ${JSON.stringify(name)}.`,
        suggestion(name, words),
      );
    if (options.reset) {
      const reason = isDryRun(context.flags) ? undefined : stored.save(without(stored.preferences, name));
      if (reason !== undefined) throw new LocalFailure('PREFERENCES_UNWRITABLE', reason);
      context.log(`✓ ${name} is reset.`);
      return;
    }
    await context.out.print(JSON.stringify(rows.filter(({ preference }) => name === '' || preference === name)), {
      columns: ['preference', 'value'],
      idPath: 'preference',
      scope: false,
      empty: ['No preferences.', 'The application keeps them: tuk'],
      commandLine: () => 'tuk config preferences',
    });
  },
};

const isSettable = (name: string): name is (typeof settable)[number] => settable.some((setting) => setting === name);
/** A preference with a value that was typed. @throws {BadInput} for a value that it cannot have */
function settingOf(name: (typeof settable)[number], value: string, themes: readonly OwnTheme[]): Preferences {
  if (name === 'mouse') {
    if (value !== 'on' && value !== 'off') throw new BadInput('BAD_PREFERENCE', 'mouse is on or off.');
    return { mouse: value === 'on' };
  }
  if (value === 'auto') return { theme: undefined };
  const trouble = themeTrouble(value, themes);
  if (trouble !== undefined)
    throw new BadInput('BAD_PREFERENCE', trouble, suggestion(value, ['auto', ...themeNames(themes)], ''));
  return { theme: value };
}

/** A row for each preference, with its value as text. The row of a board also has its parts. */
function rowsOf({ boards = {}, group, screen, recent, mouse, theme, ranges }: Preferences) {
  const values = {
    group,
    screen,
    recent: recent?.join(', '),
    mouse: mouse === undefined ? undefined : mouse ? 'on' : 'off',
    theme,
    ranges:
      ranges &&
      Object.entries(ranges)
        .map(([board, word]) => `${board}: ${word}`)
        .join(', '),
  };
  return [
    ...names.flatMap((preference) =>
      values[preference] === undefined ? [] : [{ preference, value: values[preference] }],
    ),
    ...Object.entries(boards).map(([preference, { sort: sorting, hidden, order }]) => {
      const sort = sorting && sortText(sorting);
      const texts = [
        sort && `sorted by ${sort}`,
        hidden.length > 0 && `without ${hidden.join(', ')}`,
        order && `in the order ${order.join(', ')}`,
      ];
      return { preference, value: texts.filter(Boolean).join('; '), sort, hidden, order };
    }),
  ];
}

function without({ boards = {}, ...others }: Preferences, name: string): Preferences {
  const { [name]: _, ...remaining } = boards;
  return { ...Object.fromEntries(Object.entries(others).filter(([key]) => key !== name)), boards: remaining };
}

function remove(file: string) {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    throw new LocalFailure(
      'PREFERENCES_UNWRITABLE',
      `Cannot remove ${file}: ${(error as Error).message}.`,
      undefined,
      error,
    );
  }
}
