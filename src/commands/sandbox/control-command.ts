// Builds a command that calls a control endpoint of the sandbox and prints its response.
import type { Arguments, Command } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { askControl } from '../../cli/sandbox-control.js';

interface ControlSpec {
  readonly summary: string;
  readonly examples: readonly string[];
  readonly values?: string;
  readonly description?: string;
  readonly options?: readonly Flag[];
  /** The name of the control endpoint, where it differs from the command's. */
  readonly control?: (args: Arguments) => string;
  /** The body of the request. */
  readonly body?: (args: Arguments) => Readonly<Record<string, unknown>>;
}

/** The command `tuk sandbox NAME`, which POSTs to `/_sandbox/NAME` and prints the response. */
export const controlCommand = (name: string, { control, body, ...spec }: ControlSpec): Command => ({
  ...spec,
  name,
  run: async (args, context) => {
    await context.out.print(await askControl(context, control?.(args) ?? name.replaceAll(' ', '/'), body?.(args)));
    return 0;
  },
});

/** The text of an option, if given. */
export const optionText = ({ options }: Pick<Arguments, 'options'>, key: string): string | undefined => {
  const value = options[key];
  return typeof value === 'string' ? value : undefined;
};

/** The fields that are defined. */
export const definedFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
