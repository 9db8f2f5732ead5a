// The rows of several reads on a pane of Home: what waits for the person, what is under way, what is new.

import type { StatusClass } from '../../../services/catalogue/statuses.js';
import { asText, type Row, valueAt } from '../../../services/json-value.js';
import { classIn, isState } from '../../../text/column.js';
import { statedTime } from '../../../text/time.js';
import { maskedUnless, type QueryResponse, responseOf } from '../core/responses.js';
import { type Application, type Pane, type PaneRead, serviceTime } from '../core/state.js';

/** A row of a pane, with the class of its state and its time. */
export interface HomeRow {
  readonly read: PaneRead;
  readonly response: QueryResponse;
  /** The row, and the same with personal data masked unless they are revealed. */
  readonly row: Row;
  readonly shown: Row;
  readonly of?: StatusClass;
  /** Epoch milliseconds, by the clock of the service. */
  readonly at?: number;
  /** It is from the time after the last visit. */
  readonly isNew: boolean;
}
type HomeState = Pick<Application, 'responses' | 'reveal' | 'preferences' | 'head' | 'clockOffset' | 'panes'>;
/** The panes of what is not over, by the class of a state. A state that no list has may be either: the person looks. */
const isOpen: Readonly<Partial<Record<Pane['shows'], (of: StatusClass | undefined, read: PaneRead) => boolean>>> = {
  waiting: (of, read) => of === 'needs-you' || (of === 'unknown' && read.about !== undefined),
  'under way': (of) => of === 'pending',
};

/** The time of the last response of the last run with this profile, epoch milliseconds; undefined before the first run. */
export function leftAt(
  { preferences, head }: Pick<Application, 'preferences' | 'head'>,
  now: number,
): number | undefined {
  const text = preferences.left?.[head.profile];
  const at = text === undefined ? undefined : statedTime(text);
  return at !== undefined && at <= now ? at : undefined; // the sandbox may have been reset
}

/** The reads of a pane whose rows have no state that is known: what they say is unknown, not nothing. */
export const unreadableIn = (state: HomeState, { reads = [], shows }: Pane, now: number): readonly PaneRead[] =>
  reads.filter(({ command, at }) => {
    const { at: responded, rows, columns } = responseOf(state, command);
    if (responded === undefined || rows?.length === 0) return false;
    if (shows === 'since') return !rows?.some((row) => valueAt(row, at) !== undefined);
    const column = columns.find(({ as }) => isState(as));
    return !column || !rows?.some((row) => classIn(row, column, now) !== undefined);
  });

/** The rows of a pane, the most urgent or newest first; each thing once, and on one pane only. @param now the time of the service */
export function homeRows(state: HomeState, { shows, reads = [] }: Pane, now: number): readonly HomeRow[] {
  const since = leftAt(state, now) ?? Number.POSITIVE_INFINITY;
  const met = new Set<string>();
  const rows = reads.flatMap((read): HomeRow[] => {
    const response = responseOf(state, read.command);
    const column = response.columns.find(({ as }) => isState(as));
    return (response.rows ?? []).flatMap((row): HomeRow[] => {
      const ids = [read.about ?? response.id, response.id].map((path) => asText(valueAt(row, path) ?? ''));
      const of = column && classIn(row, column, now);
      const stated = statedTime(asText(valueAt(row, read.at) ?? ''));
      const at = stated === undefined || !response.ofMachine ? stated : serviceTime(state, stated);
      const stands = state.panes.find((pane) => pane.reads?.includes(read) && isOpen[pane.shows]?.(of, read));
      const isWanted = shows === 'since' ? !stands && at !== undefined && at <= now : stands?.shows === shows;
      const isMet = ids.some((id) => met.has(id));
      for (const id of ids) if (id !== '') met.add(id); // also of a row that is not wanted: it knows better
      return !isWanted || isMet
        ? []
        : [{ read, response, row, shown: maskedUnless(state.reveal, row), of, at, isNew: (at ?? 0) > since }];
    });
  });
  return shows === 'since' ? rows.sort((one, other) => other.at! - one.at!) : rows;
}
