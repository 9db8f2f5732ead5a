// Tells a person who waits how long a status usually lasts, and when it lasts longer. Prints nothing for pipes and
// programs.

import type { Context } from '../../cli/context.js';
import { isRecord } from '../../services/json-value.js';
import { spoken } from '../../text/spoken-value.js';
import { escapeControls } from '../../text/visible.js';
import { statusHistory } from './history.js';
import type { WatchedItem, WatchState } from './status-stream.js';
import { rangeText, type StatusDuration, timesAsLong, type Usual, usualOf } from './usual.js';

/** The durations of the statuses of earlier things of an item's kind. It may make requests. */
export type EarlierDurations = (id: string) => Promise<readonly StatusDuration[]>;
/** A status that is over sooner is not worth a line, milliseconds. */
const worthSaying = 10_000;
interface Announcement {
  readonly status: string;
  readonly usual: Usual | undefined;
  isLate: boolean;
}

/** A function that is called with each state: it logs each status once with its usual time, and once if it is late. */
export function usualTeller(
  context: Context,
  earlier: EarlierDurations,
): (state: WatchState<unknown>) => Promise<void> {
  const states = new Map<string, Announcement>();
  const read = new Map<string, Promise<readonly StatusDuration[]>>();
  const samplesOf = (id: string) => {
    const samples = read.get(id) ?? earlier(id);
    read.set(id, samples);
    return samples;
  };
  return async ({ items, at }) => {
    const isOne = items.length === 1;
    for (const item of items) {
      const { id, status, class: kind, ended } = item;
      if (ended || status === undefined || (kind !== 'pending' && kind !== 'needs-you')) continue;
      const name = `${isOne ? '' : `${escapeControls(id)}: `}${escapeControls(status)}`;
      if (states.get(id)?.status !== status) {
        const samples = (await samplesOf(id)).filter((sample) => sample.status === status);
        const usual = usualOf(samples.map(({ milliseconds }) => milliseconds));
        states.set(id, { status, usual, isLate: false });
        if (usual && usual.high >= worthSaying)
          context.log(`  Usual for ${name}: ${rangeText(usual, spoken)}, of ${usual.count} earlier ones.`);
      }
      const last = states.get(id)!;
      const times = last.usual && timesAsLong(last.usual, lastsFor(item, at, context));
      if (times === undefined || last.isLate) continue;
      last.isLate = true;
      context.log(`▲ ${name} takes ${times} times as long as usual.`);
    }
  };
}

/**
 * How long the status of an item lasts at least, milliseconds: by the log of the service, or since it was first seen.
 */
function lastsFor({ row, status, seen }: WatchedItem<unknown>, at: number, context: Context): number {
  const stated = isRecord(row) ? statusHistory(row, status, [], false).at(-1)?.at : undefined;
  return stated === undefined ? at - (seen.at(-1)?.at ?? at) : at + context.http().clockOffset - stated;
}
