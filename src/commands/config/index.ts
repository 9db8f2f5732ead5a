// `tuk config`: shows every setting, and with --origin its source; what the application remembers.

import type { Command, Group } from '../../cli/command.js';
import { paths } from '../../session/paths.js';
import { preferences } from './preferences.js';

const show: Command = {
  name: 'show',
  summary: 'Show the effective settings',
  options: [{ flags: '--origin', summary: 'show the source of each value' }],
  examples: ['tuk config show --origin', 'tuk config show -o json'],
  run: async ({ options }, context) => {
    const { of: _, ...settings } = context.settings();
    const rows = Object.entries(settings).map(([setting, { value, origin }]) => ({
      setting,
      value: value ?? 'by where it goes',
      ...(options.origin ? { origin } : {}),
    }));
    const files = { config: paths(context.world).config, session: context.session().store.file, sandbox: paths(context.world).sandbox };
    const pathRows = Object.entries(files).map(([setting, value]) => ({
      setting,
      value,
      ...(options.origin ? { origin: context.world.env.TUK_HOME ? 'TUK_HOME' : 'platform' } : {}),
    }));
    await context.out.print(JSON.stringify([...rows, ...pathRows]), {
      columns: ['setting', 'value', ...(options.origin ? ['origin'] : [])],
      idPath: 'setting',
    });
    return 0;
  },
};
export const group: Group = { commands: [show, preferences] };
