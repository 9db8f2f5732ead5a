// The type of a control: its fields, its preload and its handler.
import type { Fields } from '../../src/services/catalogue/define.js';
import type { SessionContext, ValuesOf } from '../core/index.js';
import type { SandboxRuntime } from '../core/runtime.js';

export interface ControlInput<Table extends Fields = Fields, Prepared = unknown> {
  readonly runtime: SandboxRuntime;
  readonly context: SessionContext;
  readonly values: ValuesOf<Table>;
  /** The rest of the path, if the name ends in a slash. */
  readonly subpath: string;
  readonly preloaded: Prepared;
}
interface ControlOf<Table extends Fields, Prepared> {
  readonly fields: Table;
  /** Runs before the transaction, in which a handler cannot wait. */
  readonly preload?: (runtime: SandboxRuntime, rest: string) => Promise<Prepared>;
  /** Needs no write lock. */
  readonly readOnly?: true;
  /** It may be asked for by GET although it writes: it only adds a session. Any other one that writes needs POST. */
  readonly mayGet?: true;
  readonly handle: (input: ControlInput<Table, Prepared>) => unknown;
}
type Control = ControlOf<Fields, unknown>;
/** By name, as in `/_sandbox/NAME`. A name that ends in a slash takes the rest of the path. */
export type Controls = Readonly<Record<string, Control>>;

/** Defines a control. The handler knows the types of the fields and of the preload. */
export const defineControl = <Table extends Fields, Prepared>(spec: ControlOf<Table, Prepared>): Control =>
  spec as unknown as Control;
