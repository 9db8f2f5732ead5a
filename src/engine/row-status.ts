// The status that a row of a service shows of an operation, and what in the row speaks against it. A status that cannot be read is none, and never a good one.

import type { StateRead } from '../money/state-reads.js';
import { classOf, type StatusList, spelled } from '../services/catalogue/statuses.js';
import { foldName } from '../services/fold-name.js';
import { asText, compact, isNothing, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { isStatusName, reportedFailures, undoneFields } from '../services/reported-failure.js';
import { partsOf } from './row-parts.js';

/** The status of a row as its list spells it; or why it cannot be read, as the end of a sentence, with the word that no list has. */
export type RowStatus =
  | { readonly status: string; readonly unread?: undefined; readonly word?: undefined }
  | { readonly status?: undefined; readonly unread: string; readonly word?: string };

/**
 * Reads the status of a row: at the path of the read; else in whatever field of its parts has the name of a status. A row without any has that of the read's
 * `existing`. Two statuses of which one is a bad end, and a status that is none while the row says that it failed, cannot be read.
 */
export function statusOf(row: Row, { status: path, existing }: StateRead, list: StatusList): RowStatus {
  const own = valueAt(row, path);
  const shown = partsOf(row).flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => (isStatusName(name) && isStated(value) ? [value] : [])),
  );
  const texts = [
    ...new Set((isNothing(own) ? shown : [own]).map((value) => (isScalar(value) ? spelled(list, asText(value)) : compact(value)))),
  ];
  const going = progressIn(row);
  if (going !== undefined && (texts.length === 0 || texts.every((text) => classOf(list, text) === 'good'))) return { unread: going };
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

/** Whether a value may be a status: no number under a name such as `progress`, and no object, which is a part of the row. */
const isStated = (value: unknown): boolean =>
  !isNothing(value) && !isRecord(value) && !Array.isArray(value) && !number.test(asText(value).trim());
const number = /^-?\d+(\.\d+)?\s*%?$/;
/** How far a row says that it is, where that is not the end. */
function progressIn(row: Row): string | undefined {
  const found = partsOf(row)
    .flatMap((part) => Object.entries(part))
    .find(
      ([name, value]) => /(progress|percent(age)?(complete|done)?|completion)$/.test(foldName(name)) && number.test(asText(value).trim()),
    );
  if (!found) return undefined;
  const share = asText(found[1]).trim();
  return /^(100(\.0*)?\s*%?|1(\.0*)?)$/.test(share) ? undefined : `it says ${found[0]} ${share.slice(0, 20)}`;
}

/** What a row without a bad status says of a failure, as the end of a sentence. */
function undone(row: Row): string | undefined {
  const parts = partsOf(row).map((part) => Object.fromEntries(Object.entries(part).filter(([name]) => !isStatusName(name))));
  return [...reportedFailures(undefined, parts, 'reads'), ...parts.flatMap((part) => undoneFields(part))][0];
}
