// `tuk config set`: the settings of this machine that are of no profile: where its ledger is.

import type { Command } from '../../cli/command/command.js';
import { filePlace, sharedPlace } from '../../cli/command/read-ledger.js';
import { addressOf, keyringName } from '../../cli/command/shared-ledger.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { configOf } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { withLedger } from '../../money/ledger/open.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { changeConfig } from '../../session/config-write.js';
import { openKeyring } from '../../session/keyring.js';
import { paths } from '../../session/paths.js';

const settings = ['ledger'];

export const set: Command = {
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
      throw new BadInput(
        'UNKNOWN_SETTING',
        `There is no setting ${JSON.stringify(setting)}.`,
        suggestion(setting, settings),
      );
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
