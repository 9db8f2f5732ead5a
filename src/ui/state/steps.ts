// The statuses of a watched item as steps: those seen, in their order, then the expected ones.

import { courseOf } from '../../services/catalogue/status-meanings.js';
import { classOf, type StatusClass, type StatusList, statusLists } from '../../services/catalogue/statuses.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';

/** A step: passed, current, skipped (a later one was seen), or ahead. */
export interface Step {
  readonly status: string;
  readonly class: StatusClass;
  readonly is: 'passed' | 'now' | 'not seen' | 'ahead';
  readonly at?: number;
  /** `at` is when it was seen: it may have begun before. */
  readonly begunBefore?: true;
  /** The time since the previous step began, milliseconds; undefined if one of them is not known. */
  readonly after?: number;
}
/** A status that was seen, and its time, epoch milliseconds. */
export interface StatusChange {
  readonly status: string;
  readonly at: number;
  /** It was in force already, and nothing states since when. */
  readonly begunBefore?: true;
}

/** The expected course of a status list; by default its statuses without the bad ends. */
export function roadOf(list: StatusList): readonly string[] {
  const {
    'needs-you': need = [],
    pending = [],
    good = [],
  }: Readonly<Record<string, readonly string[]>> = statusLists[list];
  return courseOf[list] ?? [...need, ...pending, ...good];
}

/** The number of the furthest reached step, from one; 0 for none. */
export const reachedOf = (history: readonly StatusChange[], road: readonly string[]): number =>
  Math.max(0, ...history.map(({ status }) => road.indexOf(status) + 1));

/**
 * The longest time between two responses that dates a new status by the second one, milliseconds. A live watch asks
 * more often.
 */
const longestGap = 60_000;
/**
 * The statuses so far with the news of a stream. The first status, and one after a time without responses, may have
 * begun long before.
 */
export function seenAfter(
  before: readonly StatusChange[],
  stream: readonly StatusChange[],
  respondedAt: number | undefined,
): readonly StatusChange[] {
  const [news, latest] = [stream.at(-1), before.at(-1)];
  if (!latest) return stream.map((one, nth) => (nth === 0 ? { ...one, begunBefore: true } : one));
  if (!news || news.status === latest.status || news.at < latest.at) return before;
  const isLate = respondedAt === undefined || news.at - respondedAt > longestGap;
  return [...before, isLate ? { ...news, begunBefore: true } : news];
}

/**
 * The statuses with their times: the log of the service if it is consistent; else as seen, the last one at its stated
 * time.
 */
export function statusHistory(
  row: Row,
  status: string | undefined,
  seen: readonly StatusChange[],
  ended: boolean,
): readonly StatusChange[] {
  const record = recordOf(row, status);
  const log = logOf(record, status);
  if (log) return log;
  const [before, last] = [seen.slice(0, -1), seen.at(-1)];
  const at = last && last.status === status ? statedTime(record, last.status, ended) : undefined;
  return at === undefined || at < (before.at(-1)?.at ?? at) ? seen : [...before, { status: last!.status, at }];
}
/** The record with the status: the response itself, or a part of it, such as the `request` of a withdrawal. */
const recordOf = (row: Row, status: string | undefined): Row =>
  row.status === status
    ? row
    : (Object.values(row).find((one): one is Row => isRecord(one) && one.status === status) ?? row);

function logOf({ statusLog }: Row, status: string | undefined): readonly StatusChange[] | undefined {
  if (!Array.isArray(statusLog)) return undefined;
  const log = statusLog.map((one: unknown) =>
    isRecord(one) ? { status: one.status, at: ofTime(String(one.at)) ?? Number.NaN } : {},
  );
  const whole = log.filter((one): one is StatusChange => typeof one.status === 'string' && Number.isFinite(one.at));
  return whole.length === log.length && whole.at(-1)?.status === status ? whole : undefined;
}

/**
 * The stated time of a status: the field named after it, as `completedAt` for COMPLETED; after an end, the last
 * change. Before the end a change may be another one.
 */
function statedTime(row: Row, status: string, ended: boolean): number | undefined {
  const name = `${status.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}At`;
  return ofTime(asText(row[name])) ?? (ended ? ofTime(asText(row.updatedAt)) : undefined);
}

/** The seen statuses in order, each once, among the unseen steps of the road; then the rest of the course. */
export function stepsOf(
  list: StatusList,
  history: readonly StatusChange[],
  now: string | undefined,
  ended: boolean,
): Step[] {
  const road = roadOf(list);
  const reached = reachedOf(history, road);
  const met = history.flatMap(({ status, at, begunBefore }, i): Step[] => {
    if (history.findLastIndex((one) => one.status === status) !== i) return []; // after a new request the last time counts
    const before = history[i - 1];
    const is = status === now && i === history.length - 1 ? 'now' : 'passed';
    const after = before && !before.begunBefore && !begunBefore ? at - before.at : undefined;
    return [{ status, class: classOf(list, status), is, at, begunBefore, after }];
  });
  const isOnlyTheEnd = ended && met.length === 1;
  const firstOnRoad = met.findIndex((one) => road.includes(one.status));
  const rest = road
    .filter((status) => !history.some((one) => one.status === status))
    .map((status) => {
      const place = road.indexOf(status);
      const step: Step = { status, class: classOf(list, status), is: ended || place < reached ? 'not seen' : 'ahead' };
      const before = met.findIndex((one) => road.indexOf(one.status) > place);
      const isFirst = before < 0 ? isOnlyTheEnd && step.class !== 'good' : before === firstOnRoad;
      return { step, before: isFirst ? 0 : before };
    });
  const stepsBefore = (nth: number) => rest.flatMap(({ step, before }) => (before === nth ? [step] : []));
  return [...met.flatMap((one, nth) => [...stepsBefore(nth), one]), ...stepsBefore(-1)];
}
