// What a control is: data for the one door of `control.ts`, and a function that does the work.
import type { Fields } from '../../services/catalogue/define.js';
import type { Running } from '../core/dispatch.js';
import type { Reception } from '../core/world.js';

/** What a control works with. */
export interface Given<Prepared = unknown> {
  readonly running: Running;
  readonly reception: Reception;
  /** Checked against the control's fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What stands in the path behind the name of a control that ends in a slash. */
  readonly rest: string;
  readonly prepared: Prepared;
}
/** One control. */
export interface Control<Prepared = unknown> {
  readonly takes: Fields;
  /** What has to be loaded first: what runs inside a transaction cannot wait. */
  readonly before?: (running: Running, rest: string) => Promise<Prepared>;
  /** Leaves the state as it is, so that it need not hold the write lock. */
  readonly reads?: true;
  readonly does: (given: Given<Prepared>) => unknown;
}
/** By name, as in `/_sandbox/NAME`; one that ends in a slash takes what follows. */
export type Controls = Readonly<Record<string, Control>>;

/** A control whose loaded part keeps its type. */
export const control = <Prepared>(made: Control<Prepared>): Control => made as Control;
