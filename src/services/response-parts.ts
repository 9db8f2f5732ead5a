// The parts of a response that state the facts of one operation: its objects, without those of other things, and the values of their fields.

import { foldName } from './fold-name.js';
import { asText, isRecord, isScalar, type Row } from './json-value.js';

/** How deep the objects of an operation may be in a response. */
const maxDepth = 5;

/**
 * The objects of a response that may state a fact of its operation, at any depth of its envelopes. An object under the name of another thing (a currency, an
 * account) or of a fact (`amount: { value }`, see `textsIn`) is none of them.
 * @param isFact whether a name is that of a fact
 * @param agrees whether an object states the requested amount: of a list with several objects, such as all orders of an account, only those are parts that do,
 * or all where none does
 */
export function partsOf(answer: unknown, isFact: (name: string) => boolean, agrees: (part: Row) => boolean, depth = 0): readonly Row[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(answer)) {
    const rows = answer.filter((one) => isRecord(one) || Array.isArray(one)).map((one) => partsOf(one, isFact, agrees, depth + 1));
    const own = rows.filter((parts) => parts.some(agrees));
    return (own.length > 0 ? own : rows).flat();
  }
  if (!isRecord(answer)) return [];
  const inner = Object.entries(answer).filter(
    ([name, value]) => (isRecord(value) || (Array.isArray(value) && value.length === 1)) && isPartName(name) && !isFact(name),
  );
  return [answer, ...inner.flatMap(([, value]) => partsOf(value, isFact, agrees, depth + 1))];
}
/** The names of objects in a response that are no part of the operation, such as the currency with its own fee or the account with its balance. */
const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver|limits?|rates?|rewards?|discounts?|coupons?|history|summary|previous|options?|links?|meta|metadata)$/i;

/** Whether an object with this name may be a part of the operation, and is not another thing. */
export const isPartName = (name: string): boolean => !otherThings.test(name);

/** The plain values of a field: its own, those of a list, and that of an object that carries a value, as `{"value":"25","currency":"MVL"}` does. */
export function textsIn(value: unknown): readonly string[] {
  if (isScalar(value)) return [asText(value)];
  if (Array.isArray(value)) return value.flatMap((one) => (Array.isArray(one) ? [] : textsIn(one)));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (carriers.has(foldName(name)) && isScalar(inner) ? [asText(inner)] : []));
}
const carriers = new Set(['value', 'amount', 'address', 'id', 'symbol', 'code']);
