// Makes the watch screens of things from their declarations.

import type { Column } from '../../things/column.js';
import { things } from '../../things/index.js';
import type { Thing } from '../../things/thing.js';
import type { WatchSpec } from '../../ui/state/screens.js';

/** The watch screens of the things of a group. */
export const watchesOf = (group: string): readonly WatchSpec[] =>
  things.flatMap((thing) => (thing.watch && thing.group === group ? [watchSpec(thing, thing.watch)] : []));

function watchSpec(
  { name, ids = ['id'], shownBy, fields, actions, money, status }: Thing,
  watch: NonNullable<Thing['watch']>,
): WatchSpec {
  const { kind, screen = name, until, beside, map, adds = [] } = watch;
  const isInHead = ({ path, as }: Column) => ids.includes(path) || (typeof as === 'object' && 'status' in as);
  const columns = (fields ?? []).filter((field) => !isInHead(field));
  return {
    kind,
    name: screen,
    reads: shownBy !== undefined && /^[^{]+\{id\}$/.test(shownBy) ? shownBy : undefined,
    columns: columns.length > 0 ? [...columns, ...adds] : undefined, // without columns it shows all fields
    until,
    beside,
    map,
    actions,
    money: money && { money, status, fields },
  };
}
