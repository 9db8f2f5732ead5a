// Builds a command that calls a control endpoint of the sandbox and prints its response.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { setBrokenStateAside } from '../../cli/command/embedded-sandbox.js';
import { resultOf } from '../../cli/command/result.js';
import { askControl } from '../../cli/command/sandbox-control.js';
import { isEmbedded } from '../../cli/settings/settings.js';
import { paths } from '../../session/paths.js';

interface ControlSpec
  extends Pick<Command, 'summary' | 'hidden' | 'examples' | 'values' | 'description' | 'options' | 'offers'> {
  /** The command recreates the world. A state file that SQLite cannot use is set aside first. */
  readonly recreatesWorld?: boolean;
  /** The control, by the typed values; default: that of the command's name. */
  readonly control?: (args: Arguments) => string;
  readonly body?: (args: Arguments) => Readonly<Record<string, unknown>>;
}

/** The command `tuk sandbox NAME`, which POSTs to `/_sandbox/NAME`, or to another control, and prints the response. */
export const controlCommand = (name: string, { body, control, recreatesWorld, ...spec }: ControlSpec): Command => ({
  ...spec,
  name,
  run: async (args, context) => {
    if (recreatesWorld) await mendState(context);
    return resultOf(await askControl(context, control?.(args) ?? name.replaceAll(' ', '/'), body?.(args)));
  },
});

async function mendState(context: Context) {
  if (!isEmbedded(context.settings())) return;
  const renamed = await setBrokenStateAside(context.world, paths(context.world).sandbox);
  if (renamed !== undefined) context.out.log(`The state file of the sandbox was broken; it is ${renamed} now.`);
}

/** The parsed text of an option, if given. @throws as `parse` */
export function optionValue<Value>(
  { options }: Arguments,
  key: string,
  parse: (text: string) => Value,
): Value | undefined {
  const text = options[key];
  return typeof text === 'string' ? parse(text) : undefined;
}
/** The text of an option, if given. */
export const optionText = (args: Arguments, key: string): string | undefined => optionValue(args, key, (text) => text);
