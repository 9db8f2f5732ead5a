// `tuk config`: every setting, and with --origin where it comes from.
import type { Command, Group } from '../../cli/command.js';

const show: Command = {
  name: 'show',
  summary: 'Show every setting as it would be used now',
  options: [{ flags: '--origin', summary: 'where each value comes from' }],
  examples: ['tuk config show --origin', 'tuk config show -o json'],
  run: async ({ options }, context) => {
    const { of: _, ...settings } = context.settings;
    const rows = Object.entries(settings).map(([setting, { value, origin }]) => ({
      setting,
      value: value ?? 'by where it goes',
      ...(options.origin ? { origin } : {}),
    }));
    const files = { config: context.paths.config, session: context.sessionFile, sandbox: context.paths.sandbox };
    const places = Object.entries(files).map(([setting, value]) => ({
      setting,
      value,
      ...(options.origin ? { origin: context.world.env.TUK_HOME ? 'TUK_HOME' : 'platform' } : {}),
    }));
    await context.print(JSON.stringify([...rows, ...places]), {
      columns: ['setting', 'value', ...(options.origin ? ['origin'] : [])],
      name: 'setting',
    });
    return 0;
  },
};
export const group: Group = { commands: [show] };
