// Builds a command that calls a control endpoint of the sandbox and prints its response.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { setBrokenStateAside } from '../../cli/embedded-sandbox.js';
import type { Flag } from '../../cli/options.js';
import { askControl } from '../../cli/sandbox-control.js';
import { isDryRun, isEmbedded } from '../../cli/settings.js';
import { paths } from '../../session/paths.js';

interface ControlSpec {
  readonly summary: string;
  readonly examples: readonly string[];
  readonly values?: string;
  readonly description?: string;
  readonly options?: readonly Flag[];
  /** The name of the control endpoint, where it differs from the command's. */
  readonly control?: (args: Arguments) => string;
  /** The command recreates the world, so a state file of the embedded sandbox that SQLite cannot use is set aside first. */
  readonly recreatesWorld?: boolean;
  /** The body of the request. */
  readonly body?: (args: Arguments) => Readonly<Record<string, unknown>>;
}

/** The command `tuk sandbox NAME`, which POSTs to `/_sandbox/NAME` and prints the response. */
export const controlCommand = (name: string, { control, body, recreatesWorld, ...spec }: ControlSpec): Command => ({
  ...spec,
  name,
  run: async (args, context) => {
    if (recreatesWorld) await mendState(context);
    await context.out.print(await askControl(context, control?.(args) ?? name.replaceAll(' ', '/'), body?.(args)));
    return 0;
  },
});

async function mendState(context: Context): Promise<void> {
  if (!isEmbedded(context.settings()) || isDryRun(context.flags)) return;
  const renamed = await setBrokenStateAside(context.world, paths(context.world).sandbox);
  if (renamed !== undefined) context.out.log(`The state file of the sandbox was broken; it is ${renamed} now.`);
}

/** The text of an option, if given. */
export const optionText = ({ options }: Pick<Arguments, 'options'>, key: string): string | undefined => {
  const value = options[key];
  return typeof value === 'string' ? value : undefined;
};

/** The fields that are defined. */
export const definedFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
