// All kinds of things that `tuk wait` and `tuk watch` take.

import { things } from './index.js';
import { kindOf, type WatchKind } from './kind.js';

/** An operation of the ledger: `op-2611-0003`. The reads of its call read it. */
export const ledgerKind: WatchKind = {
  name: 'op',
  what: 'an operation of the ledger',
  pattern: /^op-\d{4}-\d+$/i,
  isWhole: true,
  every: undefined,
  hasDriver: false,
  readings: [],
  lists: [],
};
export const watchKinds: readonly WatchKind[] = [
  ...things.flatMap((thing) => (thing.watch ? kindOf(thing) : [])),
  ledgerKind,
];
/** Finds a kind by the name that `tuk wait` takes before an id, as in `ride:ID`; undefined if unknown. */
export const watchKind = (kind: string): WatchKind | undefined => watchKinds.find(({ name }) => name === kind);
