// The statuses of a thing with their times: by the log in its response, or as they were seen.

import { asText, isRecord, type Row } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';

/** A status that was seen, and its time, epoch milliseconds. */
export interface StatusChange {
  readonly status: string;
  readonly at: number;
  /** It was in force already, and nothing states since when. */
  readonly begunBefore?: true;
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
    : (Object.values(row).find((part): part is Row => isRecord(part) && part.status === status) ?? row);

function logOf({ statusLog }: Row, status: string | undefined): readonly StatusChange[] | undefined {
  if (!Array.isArray(statusLog)) return undefined;
  const log = statusLog.map((entry: unknown) =>
    isRecord(entry) ? { status: entry.status, at: ofTime(String(entry.at)) ?? Number.NaN } : {},
  );
  const whole = log.filter(
    (entry): entry is StatusChange => typeof entry.status === 'string' && Number.isFinite(entry.at),
  );
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
