// A command that hands the answer of one control on.
import type { Arguments, Command } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { askControl } from '../../cli/sandbox-control.js';

interface Spec {
  readonly summary: string;
  readonly examples: readonly string[];
  readonly values?: string;
  readonly description?: string;
  readonly options?: readonly Flag[];
  /** The name of the control, where it is not the command's own. */
  readonly control?: (typed: Arguments) => string;
  /** What is sent. */
  readonly body?: (typed: Arguments) => Readonly<Record<string, unknown>>;
}

/** The command `tuk sandbox NAME`, which POSTs to `/_sandbox/NAME` and prints what comes. */
export const hand = (name: string, { control, body, ...spec }: Spec): Command => ({
  ...spec,
  name,
  run: async (typed, context) => {
    await context.print(await askControl(context, control?.(typed) ?? name.replaceAll(' ', '/'), body?.(typed)));
    return 0;
  },
});

/** The option of a key as text, if it was given. */
export const textOf = ({ options }: Pick<Arguments, 'options'>, key: string): string | undefined => {
  const value = options[key];
  return typeof value === 'string' ? value : undefined;
};

/** The fields that have a value. */
export const given = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
