// The objects of a response that may report the end of its operation, without other things.

import { isRecord, type Row } from './json-value.js';

/** The maximum depth of an operation's objects in a response. */
const maxDepth = 5;
/** Names of objects that are not part of the operation, such as a currency with its fee. */
const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver|limits?|rates?|rewards?|discounts?|coupons?|history|summary|previous|options?|links?|meta|metadata)$/i;

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
