// The statuses of a watched item as steps: those seen, in their order, then the expected ones.

import type { StatusChange } from '../../../engine/watch/history.js';
import { courseOf } from '../../../services/catalogue/status-meanings.js';
import { classOf, type StatusClass, type StatusList, statusLists } from '../../../services/catalogue/statuses.js';

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
  if (!latest) return stream.map((entry, nth) => (nth === 0 ? { ...entry, begunBefore: true } : entry));
  if (!news || news.status === latest.status || news.at < latest.at) return before;
  const isLate = respondedAt === undefined || news.at - respondedAt > longestGap;
  return [...before, isLate ? { ...news, begunBefore: true } : news];
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
    // after a new request the last time counts
    if (history.findLastIndex((entry) => entry.status === status) !== i) return [];
    const before = history[i - 1];
    const is = (now === undefined || status === now) && i === history.length - 1 ? 'now' : 'passed'; // passed: a later one was seen
    const after = before && !before.begunBefore && !begunBefore ? at - before.at : undefined;
    return [{ status, class: classOf(list, status), is, at, begunBefore, after }];
  });
  const isOnlyTheEnd = ended && met.length === 1;
  const firstOnRoad = met.findIndex((step) => road.includes(step.status));
  const rest = road
    .filter((status) => !history.some((entry) => entry.status === status))
    .map((status) => {
      const place = road.indexOf(status);
      const step: Step = { status, class: classOf(list, status), is: ended || place < reached ? 'not seen' : 'ahead' };
      const before = met.findIndex((step) => road.indexOf(step.status) > place);
      const isFirst = before < 0 ? isOnlyTheEnd && step.class !== 'good' : before === firstOnRoad;
      return { step, before: isFirst ? 0 : before };
    });
  const stepsBefore = (nth: number) => rest.flatMap(({ step, before }) => (before === nth ? [step] : []));
  return [...met.flatMap((step, nth) => [...stepsBefore(nth), step]), ...stepsBefore(-1)];
}
