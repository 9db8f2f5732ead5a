// The objects of a response that may report the end of its operation, without other things.

import { isRecord, type Row } from '../json-value.js';

/** The maximum depth of an operation's objects in a response. */
const maxDepth = 5;
/** Names of objects that are not part of the operation, such as a currency with its fee. */
const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver|limits?|rates?|rewards?|discounts?|coupons?|history|summary|previous|options?|links?|relationships|meta|metadata)$/i;

/** The objects of a response, at any depth of its envelopes, without other things. */
export function partsOf(data: unknown, depth = 0): readonly Row[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(data))
    return data.filter((item) => isRecord(item) || Array.isArray(item)).flatMap((item) => partsOf(item, depth + 1));
  if (!isRecord(data)) return [];
  const inner = Object.entries(data).filter(
    ([name, value]) => (isRecord(value) || (Array.isArray(value) && value.length === 1)) && !otherThings.test(name),
  );
  return [data, ...inner.flatMap(([, value]) => partsOf(value, depth + 1))];
}

/** A record of a response, and its path with a point behind it; empty for the response itself. */
export interface Envelope {
  readonly prefix: string;
  readonly record: Row;
}
/**
 * The response, and the records in which it may have its operation, such as `data` or `data.transfer`: the only one of
 * each object that is neither another thing nor a part of the price.
 */
export function envelopesOf(response: unknown, prefix = '', depth = 0): readonly Envelope[] {
  if (!isRecord(response) || depth > maxDepth) return [];
  const inner = Object.entries(response).flatMap(([name, value]) => {
    const [record] = Array.isArray(value) && value.length === 1 ? value : [value];
    if (!isRecord(record) || otherThings.test(name) || partsOfPrice.test(name)) return [];
    return [[`${prefix}${name}.`, Array.isArray(value) ? undefined : record] as const];
  });
  const [only] = inner.length === 1 ? inner : [];
  return [{ prefix, record: response }, ...(only?.[1] ? envelopesOf(only[1], only[0], depth + 1) : [])];
}
/** Names of objects with an amount of their own. */
const partsOfPrice = /(fee|charge|tax|tip|fare|quote|before|after|original|amount)s?$/i;
