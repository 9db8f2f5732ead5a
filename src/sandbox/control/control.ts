// The type of a control: its fields, what it preloads and its handler.
import type { Fields } from '../../services/catalogue/define.js';
import type { SessionContext } from '../core/context.js';
import type { SandboxRuntime } from '../core/runtime.js';

/** The input of a control's handler. */
export interface ControlInput<Prepared = unknown> {
  readonly runtime: SandboxRuntime;
  readonly context: SessionContext;
  /** Validated against the control's fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The rest of the path, for a control whose name ends in a slash. */
  readonly subpath: string;
  readonly preloaded: Prepared;
}
/** A control. */
export interface Control<Prepared = unknown> {
  readonly fields: Fields;
  /** Loads what the handler needs, because a handler runs inside a transaction and cannot wait. */
  readonly preload?: (runtime: SandboxRuntime, rest: string) => Promise<Prepared>;
  /** The handler only reads, so that it needs no write lock. */
  readonly readOnly?: true;
  readonly handle: (input: ControlInput<Prepared>) => unknown;
}
/** The controls by name, as in `/_sandbox/NAME`. A name that ends in a slash takes the rest of the path. */
export type Controls = Readonly<Record<string, Control>>;

/** Defines a control; the handler keeps the type of what is preloaded. */
export const defineControl = <Prepared>(spec: Control<Prepared>): Control => spec as Control;
