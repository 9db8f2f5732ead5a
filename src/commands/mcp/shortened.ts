// Shortens a response for a model: the result is JSON, and says how to get the rest.

import { isRecord } from '../../services/json-value.js';
import { listing, withElements } from '../../services/listing.js';
import { parsedIfJson } from '../../services/lossless-number.js';

export interface ShortResponse {
  readonly data: unknown;
  /** The part that was left out, and how to get it; undefined for a whole response. */
  readonly rest?: string;
}

/** Plain JSON values: a number with more digits than a double has is a text. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  const written = String(value);
  return String(Number(written)) === written ? Number(written) : written;
}

/** The printed output of a command as a value: JSON, several results of jq as a list, else a text. */
export function printedValue(printed: string): unknown {
  const text = printed.trim();
  const value = parsedIfJson(text);
  if (value !== undefined) return plain(value);
  const lines = text.split('\n').map((line) => parsedIfJson(line));
  return lines.every((line) => line !== undefined) ? lines.map(plain) : text;
}

const sizeOf = (value: unknown) => JSON.stringify(value).length;

/** A value within a number of characters: the first rows of a list, else texts and inner lists that are cut. */
export function shortened(value: unknown, most: number): ShortResponse {
  if (sizeOf(value) <= most) return { data: value };
  const list = listing(value);
  if (list && list.elements.length > 1) {
    const count = rowsWithin(list.elements, most - sizeOf(withElements(value, list, [])));
    if (count > 0) {
      const of = `.${list.field ?? ''}`;
      const rest = `The first ${count} of ${list.elements.length} rows. The rest: jq "${of}[${count}:]". Fewer fields: fields, or jq "${of}[] | {…}".`;
      return { data: withElements(value, list, list.elements.slice(0, count)), rest };
    }
  }
  for (let [texts, items] = [1000, 20]; texts > 10; [texts, items] = [Math.floor(texts / 2), Math.floor(items / 2)]) {
    const data = cut(value, texts, items, 0);
    if (sizeOf(data) <= most)
      return {
        data,
        rest: 'Long texts and lists inside are cut, with … at their end. One of them whole: jq with its path.',
      };
  }
  return {
    data: null,
    rest: `The response has ${sizeOf(value)} characters and is left out. Its fields: jq "keys"; one of them: jq ".name".`,
  };
}

/** The most rows, from the first, that take so many characters. */
function rowsWithin(rows: readonly unknown[], most: number): number {
  let size = 2;
  for (const [at, row] of rows.entries()) {
    size += sizeOf(row) + 1;
    if (size > most) return at;
  }
  return rows.length;
}

const deepest = 40;
function cut(value: unknown, texts: number, items: number, depth: number): unknown {
  if (typeof value === 'string') return value.length <= texts ? value : `${value.slice(0, texts).toWellFormed()}…`;
  if (depth > deepest) return '…';
  if (Array.isArray(value)) {
    const elements = value.slice(0, items).map((item) => cut(item, texts, items, depth + 1));
    return value.length > items ? [...elements, '…'] : elements;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).slice(0, Math.max(items, 1) * 4);
  return Object.fromEntries(entries.map(([name, inner]) => [name, cut(inner, texts, items, depth + 1)]));
}
