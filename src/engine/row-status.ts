// The status that a row of a service shows of an operation, and what in the row speaks against it. A status that cannot be read is none, and never a good one.

import type { StateRead } from '../money/state-reads.js';
import { classOf, type StatusList, spelled } from '../services/catalogue/statuses.js';
import { foldName } from '../services/fold-name.js';
import { asText, compact, isNothing, isScalar, type Row, valueAt } from '../services/json-value.js';
import { reportedFailures } from '../services/reported-failure.js';
import { partsOf } from './row-parts.js';

/** The status of a row as its list spells it; or why it cannot be read, as the end of a sentence, with the word that no list has. */
export type RowStatus =
  | { readonly status: string; readonly unread?: undefined; readonly word?: undefined }
  | { readonly status?: undefined; readonly unread: string; readonly word?: string };

const statusNames = new Set(
  ['status', 'state', 'phase', 'outcome', 'requestStatus', 'orderStatus', 'paymentStatus', 'swapStatus', 'transferStatus', 'txStatus']
    .concat(['transactionStatus', 'withdrawalStatus', 'depositStatus', 'claimStatus', 'processStatus', 'currentStatus'])
    .map(foldName),
);
/** A time or a flag that says that it was undone. */
const undoneNames = /^(is)?_?(cancell?ed|refunded|failed|rejected|reversed|reverted|voided)(_?(at|on|time|date))?$/i;

/**
 * Reads the status of a row: at the path of the read; else in whatever field of its parts has the name of a status. A row without any has that of the read's
 * `existing`. Two statuses of which one is a bad end, and a status that is none while the row says that it failed, cannot be read.
 */
export function statusOf(row: Row, { status: path, existing }: StateRead, list: StatusList): RowStatus {
  const own = valueAt(row, path);
  const shown = partsOf(row).flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => (statusNames.has(foldName(name)) && !isNothing(value) ? [value] : [])),
  );
  const texts = [
    ...new Set((isNothing(own) ? shown : [own]).map((value) => (isScalar(value) ? spelled(list, asText(value)) : compact(value)))),
  ];
  if (texts.length === 0) {
    const unread = isNothing(existing) ? 'it has no status' : undone(row);
    return unread === undefined ? { status: existing! } : { unread };
  }
  if (texts.length > 1) return { unread: `it has the statuses ${texts.slice(0, 3).join(' and ')}` };
  const status = texts[0]!;
  if (classOf(list, status) === 'unknown')
    return { unread: `it has the status ${JSON.stringify(status.slice(0, 60))}, which no public list has`, word: status };
  if (classOf(list, status) === 'bad') return { status };
  const bad = shown.map((value) => spelled(list, asText(value))).find((one) => classOf(list, one) === 'bad');
  const unread = bad === undefined ? undone(row) : `it has the statuses ${status} and ${bad}`;
  return unread === undefined ? { status } : { unread };
}

/** What a row without a bad status says of a failure, as the end of a sentence. */
function undone(row: Row): string | undefined {
  const parts = partsOf(row).map((part) => Object.fromEntries(Object.entries(part).filter(([name]) => !statusNames.has(foldName(name)))));
  const [failure] = reportedFailures(undefined, parts, 'reads');
  if (failure !== undefined) return failure;
  for (const part of parts)
    for (const [name, value] of Object.entries(part))
      if (undoneNames.test(name) && isScalar(value) && !/^(|false|0|no)$/i.test(asText(value)))
        return `it says ${name} ${asText(value).slice(0, 60)}`;
  return undefined;
}
