// The objects of a response that may report how its operation has ended: without those of other things.

import { isRecord, type Row } from './json-value.js';

/** How deep the objects of an operation may be in a response. */
const maxDepth = 5;
/** The names of objects in a response that are no part of the operation, such as the currency with its own fee or the account with its balance. */
const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver|limits?|rates?|rewards?|discounts?|coupons?|history|summary|previous|options?|links?|meta|metadata)$/i;

/** The objects of a response, at any depth of its envelopes. An object under the name of another thing (a currency, an account) is none of them. */
export function partsOf(data: unknown, depth = 0): readonly Row[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(data)) return data.filter((one) => isRecord(one) || Array.isArray(one)).flatMap((one) => partsOf(one, depth + 1));
  if (!isRecord(data)) return [];
  const inner = Object.entries(data).filter(
    ([name, value]) => (isRecord(value) || (Array.isArray(value) && value.length === 1)) && !otherThings.test(name),
  );
  return [data, ...inner.flatMap(([, value]) => partsOf(value, depth + 1))];
}
