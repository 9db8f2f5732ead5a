// The shared parts of the screens of several groups: the frame of a group, and the actions on operations of the ledger.

import { type KindParts, rowKindOf } from '../../../things/action.js';
import { type Column, statusIn } from '../../../things/column.js';
import { things } from '../../../things/index.js';
import type { Thing } from '../../../things/thing.js';
import type { Action, GroupSpec, ScreenSpec, WatchSpec } from '../../../ui/state/core/screens.js';

// Makes the watch screens of things from their declarations.

/** The watch screens of the things of a group. */
const watchesOf = (group: string): readonly WatchSpec[] =>
  things.flatMap((thing) => (thing.watch && thing.group === group ? [watchSpec(thing, thing.watch)] : []));

function watchSpec(
  { name, ids = ['id'], shownBy, fields, actions, money, status, brief }: Thing,
  watch: NonNullable<Thing['watch']>,
): WatchSpec {
  const { kind, screen = name, until, beside: secondRead, map, adds = [] } = watch;
  const isInHead = ({ path, as }: Column) => ids.includes(path) || statusIn(as) !== undefined;
  const columns = (fields ?? []).filter((field) => !isInHead(field));
  return {
    kind,
    name: screen,
    reads: shownBy !== undefined && /^[^{]+\{id\}$/.test(shownBy) ? shownBy : undefined,
    columns: columns.length > 0 ? [...columns, ...adds] : undefined, // without columns it shows all fields
    begins: brief?.at,
    until,
    secondRead,
    map,
    actions,
    money: money && { money, status, fields },
  };
}

/** The actions on an operation of the ledger, by the path of its id. None sends the operation again. */
export const checkAction = (id: string): Action => ['Check its outcome', `ops check {${id}}`];
export const settleAction = (id: string): Action => ['Record its outcome', `ops settle {${id}}`];
export const operationActions = (id: string): readonly Action[] => [
  checkAction(id),
  ['Wait for its end', `wait {${id}}`],
  settleAction(id),
];
export const ledgerActions = operationActions('id');
/** The actions on a plan. */
export const planActions: readonly Action[] = [
  ['Approve it', 'plan approve {id}'],
  ['Apply it', 'plan apply {id}'],
  ['Withdraw it', 'plan withdraw {id}'],
];
/** What one can spend, below the form that spends it. */
export const ownBalances = { title: 'Your balances', command: 'wallet balance', kind: 'rows' } as const;
/** The note of a list from the ledger. */
export const ledgerNote = (things: string): string => `No call lists ${things}: those of this machine, as last seen.`;

/** Opens everything that is known of a row. */
export const caseOf: Action = ['Its case', 'find {id}', { opens: 'screen', fills: false }];

const takesId = (line: string): boolean =>
  [...line.matchAll(/\{([^}]*)\}/g)].every(([, at]) => /^id(\.\.\.)?$/.test(at!));
/** A screen with the kind of its rows: what can be done with them, and where they lead, follows from the thing. */
type BoardSpec = ScreenSpec & { readonly of?: KindParts };
function screenSpec({ of, ...spec }: BoardSpec): ScreenSpec {
  if (!of) return spec;
  const { next, actions = [] } = rowKindOf(of);
  // a place that is not its own is that of the kind: forms offer no values of it
  const isOwn = typeof next === 'string' && (of.next === undefined || (takesId(next) && !next.startsWith('find ')));
  const own = (isOwn && next) || undefined;
  const ofKind = actions.map(
    ([label, line, facts]): Action => [label, line, takesId(line) ? facts : { ...facts, fills: false }],
  );
  return { ...spec, opens: spec.opens ?? own, leads: of.next, actions: [...ofKind, ...(spec.actions ?? [])] };
}
/** A group of screens. */
export const groupOf = (digit: string, name: string, screens: readonly BoardSpec[]): GroupSpec => ({
  digit,
  name,
  watches: watchesOf(name),
  screens: screens.map(screenSpec),
});
