// The view of a watched item: status, meaning, steps, changes and fields.

import { distanceText, driverPosition, hasDriver } from '../../engine/watch/driver-position.js';
import { type StatusChange, statusHistory } from '../../engine/watch/history.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { classInWords, classOf, type StatusClass, type StatusList } from '../../services/catalogue/statuses.js';
import { isRecord, type Row } from '../../services/json-value.js';

import { spanOf } from '../../text/time.js';
import { maskedUnless, responseOf } from './responses.js';

import type { WatchItem } from './screens.js';
import { type Application, type ServiceTime, serviceTime } from './state.js';
import { reachedOf, roadOf, type Step, stepsOf } from './steps.js';
import { besideLine } from './watch-screen.js';

/** The part of the application that the view of an item reads. */
export type ViewData = Pick<Application, 'responses' | 'reveal' | 'clockOffset'>;

/** The view of a watched item. Times are epoch milliseconds of the service's clock. */
export interface WatchView {
  readonly status?: string;
  readonly class: StatusClass;
  readonly means?: string;
  readonly since?: number;
  /** `since` is when it was seen: it may have begun before. */
  readonly begunBefore?: true;
  readonly steps: readonly Step[];
  /** The number of reached steps, and of all steps. */
  readonly reached: number;
  readonly of: number;
  /** The status changes, the newest first. */
  readonly history: readonly (StatusChange & { readonly was?: string })[];
  /** Its fields, with the second read under its name, and the distance of the driver under `driver`. */
  readonly row: Row;
}
/** The view of the latest state. @param now the time of the service, epoch milliseconds */
export function watchView(item: WatchItem, state: ViewData, now: ServiceTime): WatchView {
  const { list, spec } = item;
  const { status, ended, row: value } = item.state?.items[0] ?? {};
  const record = isRecord(value) ? value : {};
  const changes = item.history.map((change) => ({ ...change, at: serviceTime(state, change.at) }));
  const history = statusHistory(record, status, changes, ended !== undefined);
  const line = besideLine(item);
  const beside = line === undefined ? undefined : responseOf(state, line).value;
  const row = beside === undefined ? record : { ...record, [spec.beside!.as]: beside };
  const driver = spec.map ? driverFields(item, record, state.reveal, now) : {};
  const last = history.findLast((change) => change.status === status);
  const road = list ? roadOf(list) : [];
  return {
    class: ended ?? (list ? classOf(list, status) : 'unknown'),
    status,
    means: meaningOf(list, status),
    since: last?.at,
    begunBefore: last?.begunBefore,
    steps: list ? stepsOf(list, history, status, ended !== undefined) : [],
    reached: reachedOf(history, road),
    of: road.length,
    history: history.map((change, at) => ({ ...change, was: history[at - 1]?.status })).reverse(),
    row: { ...maskedUnless(state.reveal, row), ...driver },
  };
}
function meaningOf(list: StatusList | undefined, status: string | undefined): string | undefined {
  if (list === undefined || status === undefined) return undefined;
  const meanings = meaningsOf[list];
  if (meanings && Object.hasOwn(meanings, status)) return meanings[status];
  const words = classInWords[classOf(list, status)];
  return words === status.toLowerCase() ? undefined : words;
}

/**
 * The distance of the driver and its age, once there is a driver and before the end; the exact place only if personal
 * data are shown.
 */
function driverFields(
  { position: location, state, over }: WatchItem,
  row: Row,
  reveal: boolean,
  now: number,
): { readonly driver?: Row } {
  if (over || (!location && !hasDriver(row))) return {};
  if (!location) return { driver: { away: 'not known' } };
  const { to, at, isStated, latitude, longitude } = driverPosition(row, state?.items[0]?.status, location);
  const age = spanOf(Math.max(0, now - at));
  const away = to ? `${distanceText(to.metres)} to the ${to.stop}` : 'distance not known';
  const place = reveal ? { place: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` } : {};
  return { driver: { away: `${away}, ${isStated ? `${age} old` : `seen ${age} ago`}`, ...place } };
}
