// The fields of a JSON value, however deep, each with its whole path.

import { asText, isRecord, isScalar } from './json-value.js';

/** A text or a number in a JSON value. */
export interface Field {
  readonly name: string;
  readonly text: string;
  /** Its whole path: `request.tokenTransactionLogs[0].id`. */
  readonly path: string;
}

/** Every text, number and boolean in a value, at most `depth` levels deep; those of an object before those of the objects and lists in it. */
export function fieldsIn(value: unknown, name = '', path = name, depth = 5): readonly Field[] {
  if (isScalar(value)) return [{ name, text: asText(value), path }];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one, at) => fieldsIn(one, name, `${path}[${at}]`, depth - 1));
  if (!isRecord(value)) return [];
  const inner = ([own, field]: readonly [string, unknown]) => fieldsIn(field, own, path === '' ? own : `${path}.${own}`, depth - 1);
  const entries = Object.entries(value);
  return [...entries.filter(([, field]) => isScalar(field)), ...entries.filter(([, field]) => !isScalar(field))].flatMap(inner);
}
