// The times in a row of a service: ISO-8601 texts (platform 1.5), and epoch seconds or milliseconds under the name of a time.

import { asText, type Row } from '../services/json-value.js';
import { fieldsOf } from './row-parts.js';

/** A name of a time; digits under another name are an amount or an id. */
const timeNames = /(at|time|date|stamp|when|moment|created|updated|requested|happened|occurred)(_?(ms|millis|seconds?))?$|^ts$/i;
/** A time at which something is made; without one in a row, each of its times may be that. */
const originNames = /creat|request|occur|happen|issue|made|sent|submit|begin|began|start|regist/i;
/** A time up to which something counts: it says nothing of when it was made. */
const futureNames = /valid|expir|until|due|deadline/i;

/** Reads one field as a time, epoch milliseconds; nothing where it is none. A text without a zone is in UTC, as the times of the services are. */
function timeOf(name: string, value: unknown): number | undefined {
  const text = asText(value);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) {
    const at = Date.parse(/(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`);
    return Number.isNaN(at) ? undefined : at;
  }
  if (!timeNames.test(name)) return undefined;
  if (/^[1-9]\d{12}(\.\d+)?$/.test(text)) return Math.floor(Number(text));
  return /^[1-9]\d{9}(\.\d+)?$/.test(text) ? Math.floor(Number(text) * 1000) : undefined;
}

/** Every time in a row, epoch milliseconds: when it was made, changed, or ended. Those of other things in it, such as its currency, are not among them. */
export const allTimesIn = (row: Row): number[] =>
  fieldsOf(row).flatMap(([name, value]) => (futureNames.test(name) ? [] : (timeOf(name, value) ?? [])));

/** The times at which a row says that it was made, epoch milliseconds; all of its times where none is named so. */
export function timesIn(row: Row): number[] {
  const made = fieldsOf(row).flatMap(([name, value]) =>
    originNames.test(name) && !futureNames.test(name) ? (timeOf(name, value) ?? []) : [],
  );
  return made.length > 0 ? made : allTimesIn(row);
}
