// `tuk config`: shows every setting and what the application remembers, with --origin the source, and resets the latter.

import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Command, type Context, type Group, resultOf } from '../../cli/command/command.js';
import { rulesShown } from '../../cli/command/ledger-rules.js';
import { filePlace, sharedPlace } from '../../cli/command/read-ledger.js';
import { addressOf, keyringName } from '../../cli/command/shared-ledger.js';
import { statedLedger } from '../../cli/command/stated-ledger.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { configOf, isDryRun, plain } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { withLedger } from '../../money/ledger/open.js';
import { counted } from '../../services/counted.js';
import { BadInput, cited, Failure, LocalFailure } from '../../services/http/errors.js';
import { changeConfig } from '../../session/config-write.js';
import { openKeyring } from '../../session/keyring.js';
import { paths } from '../../session/paths.js';
import { columnsNamed } from '../../text/columns-named.js';
import { sortText } from '../../text/row-order.js';
import type { Preferences } from '../../ui/preferences.js';

// `tuk config set`: the settings of this machine that are of no profile: where its ledger is.

const settings = ['ledger'];

const set: Command = {
  name: 'set',
  prints: 'nothing',
  runsWithoutProfile: true,
  effects: ['widens', 'secret'],
  values: ['<setting>', '<value>'],
  offers: { setting: () => settings, value: () => ['file'] },
  summary: 'Change a setting of this machine',
  description: `The only setting is ledger. Use it to share a ledger with other machines (docs/team.md):

  postgres://ROLE@HOST/DATABASE  a ledger in PostgreSQL
  file                           the file of this machine

Move the ledger first: tuk ops move. The variable TUK_LEDGER replaces the setting.
tuk stores a password of the address in the key ring of the system. Without one it uses PGPASSWORD, PGPASSFILE, ~/.pgpass or the key ring.`,
  examples: ['tuk config set ledger <address>', 'tuk config set ledger file --yes'],
  run: async ({ positionals: [setting = '', value = ''] }, context) => {
    if (!settings.includes(setting))
      throw new BadInput('UNKNOWN_SETTING', `There is no setting ${cited(setting)}.`, suggestion(setting, settings));
    const { world, deadline } = context;
    const shared = value === 'file' ? undefined : addressOf(value, context);
    const place = shared ? sharedPlace(context, shared) : filePlace(context);
    const state = await withLedger(place, 'reads', async (ledger) => counted(await ledger.count(), 'operation')).catch(
      (error: unknown) => {
        if (error instanceof Failure) return `it cannot be read: ${error.message}`;
        throw error;
      },
    );
    const change = ownChange({ service: 'config', name: 'set', summary: set.summary });
    await confirmCall(context, change, [['Ledger', `${shared?.shown ?? place.file}: ${state}`]]);
    const isTyped = shared && new URL(value).password !== '';
    if (isTyped) await (await (world.keyring ?? openKeyring)()).set(keyringName(shared), String(shared.password));
    const before = configOf(context);
    const after = { ...before, ledger: shared?.shown };
    await changeConfig(paths(world).config, before, after, () => world.clock.now(), deadline);
    context.log(
      `✓ The ledger is ${shared?.shown ?? place.file}: ${state}${isTyped ? '; its password is in the key ring' : ''}.`,
    );
  },
};

const show: Command = {
  name: 'show',
  changesNothing: true,
  summary: 'Show the effective settings, and what the application remembers',
  options: [plain('--origin', 'show the source of each value')],
  examples: ['tuk config show --origin', 'tuk config show -o json'],
  run: async ({ options }, context) => {
    const { of, ...settings } = context.settings();
    const { config, sandbox } = paths(context.world);
    const files = Object.entries({ config, session: context.session().store.file, sandbox });
    const place = context.world.env.TUK_HOME ? 'TUK_HOME' : 'platform';
    const rules = statedLedger(context) === undefined ? [] : ((await rulesShown(context, of)) ?? []);
    const rows = [
      ...Object.entries(settings).map(([setting, { value, origin }]) => ({
        setting,
        value: value ?? 'by where it goes',
        means: meaningOf(setting, value),
        origin,
      })),
      ledgerRow(context),
      ...rules
        .flatMap((set) => Object.entries(set))
        .map(([name, value]) => ({
          ...{ setting: `limits.${name}`, value: String(value), origin: 'the ledger' },
        })),
      ...files.map(([setting, value]) => ({ setting, value, origin: place })),
      ...rowsOf(readPreferences(context)).map((row) => ({ ...row, origin: 'the application' })),
    ];
    return resultOf(JSON.stringify(rows.map((row) => ({ ...row, origin: options.origin ? row.origin : undefined }))), {
      columns: columnsNamed(`setting value means${options.origin ? ' origin' : ''}`),
      idPath: 'setting',
    });
  },
};

/** A setting with a unit, in words; undefined for any other. */
const meaningOf = (setting: string, value: unknown): string | undefined => {
  const number = Number(value);
  if (setting === 'maxBody') return number % 1024 ** 2 === 0 ? `${number / 1024 ** 2} MiB` : `${number} bytes`;
  if (setting !== 'timeout' && setting !== 'maxWait') return undefined;
  return number === 0 ? 'no limit' : `${number / 1000} s`;
};

/** Where the ledger is: its address without a password, or the file. */
function ledgerRow(context: Context) {
  const stated = statedLedger(context);
  if (stated) return { setting: 'ledger', value: addressOf(stated.text, context).shown, origin: stated.origin };
  return { setting: 'ledger', value: paths(context.world).ledger, origin: 'the file of this machine' };
}

const names = ['group', 'screen', 'recent', 'mouse', 'theme', 'ranges'] as const;
const preferencesFile = (context: Context) => path.join(path.dirname(paths(context.world).config), 'preferences.json');

/** The preferences as they are stored; a file that cannot be read has none, and a note says so. */
function readPreferences(context: Context): Preferences {
  const file = preferencesFile(context);
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof stored === 'object' && stored !== null) return stored;
    throw new Error('it is not an object');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') context.log(`  ${file} cannot be read: ${message}. Reset it: tuk config reset`);
    return {};
  }
}

/** A row for each preference, with its value as text. */
function rowsOf({ boards = {}, group, screen, recent, mouse, theme, ranges = {} }: Preferences) {
  const rangeTexts = Object.entries(ranges).map(([board, word]) => `${board}: ${word}`);
  const values = {
    ...{ group, screen, theme },
    recent: recent?.join(', '),
    mouse: mouse === undefined ? undefined : mouse ? 'on' : 'off',
    ranges: rangeTexts.length === 0 ? undefined : rangeTexts.join(', '),
  };
  return [
    ...names.flatMap((setting) => (values[setting] === undefined ? [] : [{ setting, value: values[setting] }])),
    ...Object.entries(boards).map(([setting, { sort, hidden = [], order }]) => {
      const texts = [
        sort && `sorted by ${sortText(sort)}`,
        hidden.length > 0 && `without ${hidden.join(', ')}`,
        order && `in the order ${order.join(', ')}`,
      ];
      return { setting, value: texts.filter(Boolean).join('; ') };
    }),
  ];
}

const reset: Command = {
  name: 'reset',
  prints: 'nothing',
  dryRun: 'plan',
  values: '[preference...]',
  offers: { preference: ([first]) => (first === undefined ? names : []) },
  summary: 'Reset what the application remembers: all of it, or one preference',
  description: `Use it to go back to the default look of the application, or of one part.

The application remembers its tables, group, screen, recent commands, chart ranges, mouse and theme.
It stores them in preferences.json, without ids and typed text. This command also removes a broken file.
Preferences: ${names.join(', ')}, and each board by its command line.`,
  examples: ['tuk config reset', 'tuk config reset theme'],
  run: async ({ positionals }, context) => {
    const name = positionals.join(' ');
    if (name === '') {
      if (!isDryRun(context.flags)) remove(preferencesFile(context));
      context.log('✓ All preferences are reset.');
      return;
    }
    const { openPreferences } = await import('../../ui/preferences.js');
    const stored = openPreferences(path.dirname(preferencesFile(context)));
    if (stored.trouble !== undefined)
      throw new LocalFailure('PREFERENCES_UNREADABLE', stored.trouble, 'Reset them: tuk config reset');
    const words = [...new Set([...names, ...Object.keys(stored.preferences.boards ?? {})])];
    if (!words.includes(name))
      throw new BadInput('UNKNOWN_PREFERENCE', `There is no preference ${cited(name)}.`, suggestion(name, words));
    const reason = isDryRun(context.flags) ? undefined : stored.save(without(stored.preferences, name));
    if (reason !== undefined) throw new LocalFailure('PREFERENCES_UNWRITABLE', reason);
    context.log(`✓ ${name} is reset.`);
  },
};

export const group: Group = { commands: [show, set, reset] };

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
