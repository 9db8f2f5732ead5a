// Reads the recording of a browser (HAR).

import { isRecord, type Row } from './json-value.js';

/** The entries of a recording of a browser (HAR); undefined for another document. */
export function harEntries(document: unknown): readonly Row[] | undefined {
  const entries = isRecord(document) && isRecord(document.log) ? document.log.entries : undefined;
  return Array.isArray(entries) ? entries.filter((entry) => isRecord(entry) && isRecord(entry.request)) : undefined;
}
