// The shared parts of the screens of several groups: the frame of a group, and the actions on operations of the ledger.

import type { Action, GroupSpec, ScreenSpec } from '../../../ui/state/screens.js';
import { watchesOf } from '../watches.js';

/** The actions on an operation of the ledger, by the path of its id. None sends the operation again. */
export const checkAction = (id: string): Action => ['Check its outcome…', `ops check {${id}}`];
export const settleAction = (id: string): Action => ['Record its outcome…', `ops settle {${id}}`];
export const operationActions = (id: string): readonly Action[] => [
  checkAction(id),
  ['Wait for its end…', `wait {${id}}`],
  settleAction(id),
];
export const ledgerActions = operationActions('id');
/** The note of a list from the ledger. */
export const ledgerNote = (things: string): string => `No call lists ${things}: those of this machine, as last seen.`;

/** A group of screens for the calls of a service. */
export const groupOf = (digit: string, name: string, service: string, screens: readonly ScreenSpec[]): GroupSpec => ({
  digit,
  name,
  api: `tuk api ${service} --help`,
  watches: watchesOf(name),
  screens,
});
