// Whether a watched item takes longer than usual: what earlier things in the responses and the watches of this run say.

import { statusHistory } from '../../engine/watch/history.js';
import {
  durationsIn,
  rangeText,
  type StatusDuration,
  timesAsLong,
  type Usual,
  usualOf,
} from '../../engine/watch/usual.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { cut, type Line, span } from '../../text/line.js';
import { spoken } from '../../text/spoken-record.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { QueryResponse } from '../state/responses.js';
import type { Screen, WatchItem } from '../state/screens.js';
import type { Application } from '../state/state.js';
import type { WatchView } from '../state/watch-screen.js';

/** What this run has seen. */
export type Experience = Pick<Application, 'responses' | 'stack' | 'kept' | 'past' | 'future'>;

/** The durations of the statuses of one thing. */
interface Earlier {
  readonly id: string;
  readonly list: StatusList;
  /** The kind of a watched thing; undefined for a row of a list. */
  readonly kind?: string;
  readonly lasted: readonly StatusDuration[];
}

/** What earlier things say of the status of an item; undefined if they are too few, or if it has ended. */
function usualFor(item: WatchItem, { status, class: kind }: WatchView, experience: Experience): Usual | undefined {
  const { list, over, spec } = item;
  if (over || list === undefined || status === undefined || (kind !== 'pending' && kind !== 'needs-you'))
    return undefined;
  const things = new Map<string, Earlier>();
  for (const thing of [...fromResponses(experience), ...fromWatches(experience)])
    if (thing.id !== item.id && thing.list === list && (thing.kind ?? spec.kind) === spec.kind) {
      const before = things.get(thing.id);
      if (!before || thing.lasted.length >= before.lasted.length) things.set(thing.id, thing); // a thing counts once
    }
  const samples = [...things.values()].flatMap(({ lasted }) => lasted.filter((sample) => sample.status === status));
  return usualOf(samples.map(({ milliseconds }) => milliseconds));
}

/** The histories in responses: a watch screen is drawn more often than they change. */
const readBefore = new WeakMap<QueryResponse, readonly Earlier[]>();
function fromResponses({ responses }: Experience): Earlier[] {
  return Object.values(responses).flatMap((response) => {
    const read = readBefore.get(response) ?? earlierIn(response);
    readBefore.set(response, read);
    return read;
  });
}
function earlierIn({ rows, value, columns, id }: QueryResponse): Earlier[] {
  const field = columns.find(({ as }) => typeof as === 'object' && 'status' in as);
  const list = listOf(field);
  if (!field || !list) return [];
  return (rows ?? [value].filter(isRecord)).flatMap((row: Row) => {
    if (!Array.isArray(row.statusLog)) return [];
    const history = statusHistory(row, asText(valueAt(row, field.path)), [], false);
    return [{ id: asText(valueAt(row, id)), list, lasted: durationsIn(history) }];
  });
}
const listOf = (field: Column | undefined): StatusList | undefined =>
  field && typeof field.as === 'object' && 'status' in field.as ? field.as.status : undefined;

function fromWatches({ stack, kept, past, future }: Experience): Earlier[] {
  const screens: Screen[] = [stack, ...Object.values(kept), ...past, ...future].flat();
  return screens.flatMap((screen) => (screen.kind === 'watch' ? screen.items.flatMap(earlierOf) : []));
}
function earlierOf({ id, list, spec, state, history, over }: WatchItem): Earlier[] {
  const thing = state?.items[0];
  if (list === undefined || !thing) return [];
  const row = isRecord(thing.row) ? thing.row : {};
  return [{ id, list, kind: spec.kind, lasted: durationsIn(statusHistory(row, thing.status, history, over)) }];
}

const barWide = 8;
/** `usual for PICKUP: 1 to 3 min, of 4 earlier  ▓▓░░░░░░  ! 4 times as long`; undefined if nobody knows. */
export function usualLine(
  item: WatchItem,
  view: WatchView,
  experience: Experience,
  columns: number,
  now: number,
): Line | undefined {
  const usual = usualFor(item, view, experience);
  if (!usual) return undefined;
  const { status = '', since, begunBefore } = view;
  const label = `usual for ${escapeControls(status)}: ${rangeText(usual, spanOf)}, of ${usual.count} earlier`;
  if (since === undefined) return cut([span(label, 'muted')], columns);
  const lasts = Math.max(0, now - since);
  const times = timesAsLong(usual, lasts);
  const filled = usual.high > 0 ? Math.min(barWide, Math.round((barWide * lasts) / usual.high)) : barWide;
  const bar = [
    span('▓'.repeat(filled), times === undefined ? 'wait' : 'need'),
    span('░'.repeat(barWide - filled), 'rule'),
  ];
  const late = times === undefined ? [] : [span(`  ! ${begunBefore ? 'at least ' : ''}${times} times as long`, 'need')];
  return cut([span(`${label}  `, 'muted'), ...(begunBefore && times === undefined ? [] : bar), ...late], columns);
}
/** The same in words. */
export function usualText(item: WatchItem, view: WatchView, experience: Experience, now: number): string | undefined {
  const usual = usualFor(item, view, experience);
  if (!usual) return undefined;
  const { status = '', since, begunBefore } = view;
  const times = since === undefined ? undefined : timesAsLong(usual, Math.max(0, now - since));
  const late = times === undefined ? '' : ` It takes ${begunBefore ? 'at least ' : ''}${times} times as long.`;
  return `Usual for ${escapeControls(status)}: ${rangeText(usual, spoken)}, of ${usual.count} earlier ones.${late}`;
}
