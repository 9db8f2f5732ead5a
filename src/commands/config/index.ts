// `tuk config`: shows every setting, with --origin its source, and the preferences of the application.

import type { Command, Group } from '../../cli/command.js';
import { paths } from '../../session/paths.js';
import { preferences } from './preferences.js';

const show: Command = {
  name: 'show',
  summary: 'Show the effective settings',
  options: [{ flags: '--origin', effects: 'plain', summary: 'show the source of each value' }],
  examples: ['tuk config show --origin', 'tuk config show -o json'],
  run: async ({ options }, context) => {
    const { of: _, ...settings } = context.settings();
    const { config, sandbox } = paths(context.world);
    const files = Object.entries({ config, session: context.session().store.file, sandbox });
    const place = context.world.env.TUK_HOME ? 'TUK_HOME' : 'platform';
    const rows = [
      ...Object.entries(settings).map(([setting, { value, origin }]) => ({
        setting,
        value: value ?? 'by where it goes',
        origin,
      })),
      ...files.map(([setting, value]) => ({ setting, value, origin: place })),
    ];
    await context.out.print(
      JSON.stringify(rows.map((row) => ({ ...row, origin: options.origin ? row.origin : undefined }))),
      {
        columns: ['setting', 'value', ...(options.origin ? ['origin'] : [])],
        idPath: 'setting',
      },
    );
  },
};
export const group: Group = { commands: [show, preferences] };
