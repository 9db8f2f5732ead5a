// A pressed key, and what its action does on each kind of screen.
import type { Size } from '../core/page.js';
import type { Screen } from '../core/screens.js';
import { type Application, type Next, topOf } from '../core/state.js';

/** A pressed key; the time is epoch milliseconds. */
export interface Press {
  readonly key: string;
  readonly now: number;
  readonly size: Size;
}
/** The effect of a key. */
export type Run = (state: Application, press: Press) => Next;
/** The effect on a kind of screen; undefined for the one on other screens. */
type On<Kind extends Screen['kind']> = (
  state: Application,
  top: Extract<Screen, { kind: Kind }>,
  press: Press,
) => Next | undefined;

/** An effect that differs by the kind of the visible screen; on those that are not listed, `other`, or none. */
export const on =
  (kinds: { readonly [Kind in Screen['kind']]?: On<Kind> }, other: Run = (state) => [state]): Run =>
  (state, press) => {
    const top = topOf(state);
    const own = kinds[top.kind] as On<typeof top.kind> | undefined;
    return own?.(state, top as never, press) ?? other(state, press);
  };
