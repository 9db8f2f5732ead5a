// The table of global options: no option of a command and no field of a call shadows one.
import { expect, test } from 'vitest';
import { flagKey, globalFlags } from '../../../src/cli/settings/options.js';
import { optionsOf } from '../../../src/engine/request/call-options.js';
import { groupNames, groups } from '../../../src/groups.js';
import { catalogues } from '../../../src/services/catalogue/index.js';

test('no option of a command and no field of a call shadows a global flag or occurs twice', async () => {
  const shared = new Set(globalFlags.map((flag) => flagKey(flag.flags)));
  const api = (await groups.api.load()).group.commands.find(({ name }) => name === '')!;
  for (const name of groupNames) {
    for (const command of (await groups[name].load()).group.commands) {
      const keys = (command.options ?? []).map((flag) => flagKey(flag.flags));
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys.filter((key) => name !== 'smoke' || key !== 'include')) // it is older than the global one
        expect(shared.has(key), `${name} ${command.name} --${key}`).toBe(false);
    }
  }
  const own = new Set(api.options!.map((flag) => flagKey(flag.flags)));
  for (const { calls } of await catalogues()) {
    for (const call of Object.values(calls))
      for (const flag of optionsOf(call).filter(({ flags }) => flagKey(flags) !== 'limit')) // its --limit is sent, and is the most rows that are printed
        expect(
          shared.has(flagKey(flag.flags)) || own.has(flagKey(flag.flags)),
          `${call.service} ${call.name} ${flag.flags}`,
        ).toBe(false);
  }
});
