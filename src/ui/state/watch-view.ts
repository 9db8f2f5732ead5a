// The view of a watched item: its status, what it means, its steps and changes, and its fields.

import { distanceText, driverPosition } from '../../engine/watch/driver-position.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { classInWords, classOf, type StatusClass, type StatusList } from '../../services/catalogue/statuses.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { masked } from '../../text/mask.js';
import { spanOf } from '../../text/time.js';
import { responseOf } from './responses.js';
import type { Watched } from './screens.js';
import { type Application, type ServiceTime, serviceTime } from './state.js';
import { reachedOf, roadOf, type StatusChange, type Step, statusHistory, stepsOf } from './steps.js';
import { besideLine } from './watch-screen.js';

/** What of the application the view of an item stands on. */
export type Seen = Pick<Application, 'responses' | 'reveal' | 'clockOffset'>;

/** The view of a watched item. Times are epoch milliseconds of the service's clock. */
export interface WatchView {
  readonly status?: string;
  readonly class: StatusClass;
  readonly means?: string;
  readonly since?: number;
  /** `since` is when it was seen: it has been so at least since then. */
  readonly begunBefore?: true;
  readonly steps: readonly Step[];
  /** The number of reached steps, and of all steps. */
  readonly reached: number;
  readonly of: number;
  /** The status changes, the newest first. */
  readonly history: readonly (StatusChange & { readonly was?: string })[];
  /** Its fields, with the response of the second read under its name, and how far away the driver is under `driver`. */
  readonly row: Row;
}
/** The view of the latest state. @param now the time of the service, epoch milliseconds */
export function watchView(item: Watched, state: Seen, now: ServiceTime): WatchView {
  const { list, spec } = item;
  const thing = item.state?.items[0];
  const own = isRecord(thing?.row) ? thing.row : {};
  const status = thing?.status;
  const seen = item.history.map((one) => ({ ...one, at: serviceTime(state, one.at) }));
  const history = statusHistory(own, status, seen, thing?.ended !== undefined);
  const other = besideLine(item);
  const beside = other === undefined ? undefined : responseOf(state.responses, other).value;
  const row = { ...own, ...(beside === undefined ? {} : { [spec.beside!.as]: beside }) };
  const driver = spec.hasDriver ? driverFields(item, own, state.reveal, now) : {};
  const last = history.findLast((one) => one.status === status);
  const road = list ? roadOf(list) : [];
  return {
    class: thing?.ended ?? (list ? classOf(list, status) : 'unknown'),
    ...(status === undefined ? {} : { status, ...meaningOf(list, status) }),
    ...(last ? { since: last.at, ...(last.begunBefore ? { begunBefore: true } : {}) } : {}),
    steps: list ? stepsOf(list, history, status, thing?.ended !== undefined) : [],
    reached: reachedOf(history, road),
    of: road.length,
    history: history.map((one, at) => ({ ...one, ...(at > 0 ? { was: history[at - 1]!.status } : {}) })).reverse(),
    row: { ...(state.reveal ? row : (masked(row) as Row)), ...driver },
  };
}
function meaningOf(list: StatusList | undefined, status: string): { means?: string } {
  if (list === undefined) return {};
  const own = meaningsOf[list];
  const means = own && Object.hasOwn(own, status) ? own[status] : classInWords[classOf(list, status)];
  return means === undefined ? {} : { means };
}

/** How far away the driver is and how old that is; where exactly, only where personal data are shown. Nothing before there is a driver and after the end. */
function driverFields({ position: seen, state, over }: Watched, row: Row, reveal: boolean, now: number): { readonly driver?: Row } {
  if (over || (!seen && !isRecord(row.driverInfo))) return {};
  if (!seen) return { driver: { away: 'not known' } };
  const { to, at, isStated, latitude, longitude } = driverPosition(row, state?.items[0]?.status, seen);
  const age = spanOf(Math.max(0, now - at));
  const away = to ? `${distanceText(to.metres)} to the ${to.stop}` : 'distance not known';
  const place = reveal ? { place: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` } : {};
  return { driver: { away: `${away}, ${isStated ? `${age} old` : `seen ${age} ago`}`, ...place } };
}
