// The fields of a JSON value, however deep, each with its whole path.

import { asText, isRecord, isScalar, type Row } from './json-value.js';

export interface Field {
  readonly name: string;
  readonly text: string;
  /** Such as `request.tokenTransactionLogs[0].id`. */
  readonly path: string;
}

/**
 * Every text, number and boolean in a value, at most `depth` levels deep. Fields of an object come before the fields
 * inside it.
 */
export function fieldsIn(value: unknown, name = '', path = name, depth = 5): readonly Field[] {
  if (isScalar(value)) return [{ name, text: asText(value), path }];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((element, at) => fieldsIn(element, name, `${path}[${at}]`, depth - 1));
  if (!isRecord(value)) return [];
  const inner = ([key, field]: readonly [string, unknown]) =>
    fieldsIn(field, key, path === '' ? key : `${path}.${key}`, depth - 1);
  const entries = Object.entries(value);
  return [
    ...entries.filter(([, field]) => isScalar(field)),
    ...entries.filter(([, field]) => !isScalar(field)),
  ].flatMap(inner);
}

// Reads the recording of a browser (HAR).

/** The entries of a recording of a browser (HAR); undefined for another document. */
export function harEntries(document: unknown): readonly Row[] | undefined {
  const entries = isRecord(document) && isRecord(document.log) ? document.log.entries : undefined;
  return Array.isArray(entries) ? entries.filter((entry) => isRecord(entry) && isRecord(entry.request)) : undefined;
}
