// Screen reader form: the differences from the previous response, in words.

import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';

import { cellTexts, headOf, named, sentences, valueText } from '../../text/spoken-value.js';
import { escapeControls } from '../../text/visible.js';
import { maskedUnless } from '../state/masking.js';
import type { QueryResponse } from '../state/responses.js';
import type { BoardScreen } from '../state/screens.js';
import { bodyLines } from './page-lines.js';

/** The changes since the previous response: rows by name, anything else line by line. */
export function changeLines(
  before: QueryResponse,
  after: QueryResponse,
  screen: BoardScreen,
  now: number,
  reveal: boolean,
): string[] {
  if (before.rows && after.rows && !screen.spec.kind)
    return rowChanges(maskedUnless(reveal, before.rows), maskedUnless(reveal, after.rows), after, now);
  const was = bodyLines(screen, before, now, reveal);
  return bodyLines(screen, after, now, reveal)
    .filter((text) => !was.includes(text))
    .map((text) => `Changed: ${text.trim()}`);
}
function rowChanges(before: readonly Row[], after: readonly Row[], response: QueryResponse, now: number): string[] {
  const key = (row: Row) => asText(valueAt(row, response.id) ?? row);
  const [was, is] = [new Map(before.map((row) => [key(row), row])), new Set(after.map(key))];
  const title = (row: Row) =>
    escapeControls(asText(named.map((name) => row[name]).find((value) => !isNothing(value)) ?? key(row)));
  return [
    ...after.flatMap((row) => {
      const old = was.get(key(row));
      if (!old) return [`New: ${sentences(cellTexts(row, response, now))}`];
      const changed = response.columns.filter(({ path }) => asText(valueAt(row, path)) !== asText(valueAt(old, path)));
      if (changed.length === 0) return [];
      const parts = changed.map(
        (column) =>
          `${headOf(column)} ${valueText(row, column, now, 'whole') ?? 'none'}, was ${valueText(old, column, now, 'whole') ?? 'none'}`,
      );
      return [`Changed: ${title(row)}: ${parts.join('; ')}.`];
    }),
    ...before.filter((row) => !is.has(key(row))).map((row) => `Gone: ${title(row)}.`),
  ];
}
