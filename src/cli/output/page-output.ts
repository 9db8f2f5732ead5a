// Prints the pages of a list as one response, page by page: tables, CSV, names and JSON of long lists, in flat memory.

import type { CallMap } from '../../services/decode/map.js';
import { type Rows, rowsIn, withElements } from '../../services/decode/rows.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { moneyValue } from '../../services/decode/values.js';
import { isNumeric, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { isForScreenReader } from '../../text/dialogue.js';
import { masked } from '../../text/mask.js';
import { pickFields } from './formats/shape.js';
import { isMasked } from './masking.js';
import { isTerminal, type OutputOptions, type Presentation, type Streams, writeAll } from './output.js';
import { formatIn, printRendered } from './render.js';

/**
 * Prints pages as `printJson` would print one response: the first page with all rows.
 * @param pages read several times: for the fields and the widths of the rows, then for printing
 * @returns false if the options need the whole response (a sorted list, jq) or a page is not a list; then nothing is
 * printed
 */
export async function printPages(
  pages: Iterable<string>,
  options: OutputOptions,
  streams: Streams,
  presentation: Presentation = {},
): Promise<boolean> {
  if (options.quiet) return true;
  const { fields, sortBy, match, jq, limit, sum } = options;
  if (limit !== undefined || sum !== undefined || jq !== undefined || sortBy !== undefined || match !== undefined)
    return false;
  if (fields?.includes('help')) return false;
  const { map } = presentation.of?.() ?? {};
  const format = formatIn(options, streams, presentation);
  const terminal = isTerminal(streams);
  const parse = isMasked(options, streams.stdout, format)
    ? maskingParser((await presentation.persons?.()) ?? false)
    : parseLossless;
  if (/^(table|csv|sheet|name)$/.test(format)) {
    if (fields && !haveAll(pages, fields, map)) return false;
    const isSpoken = terminal && isForScreenReader(streams.env);
    const spelled = format === 'table' ? (page: string) => inOurNames(parse(page), map, true) : parse;
    return (
      !presentation.isMarked &&
      !isSpoken &&
      printSampled(pages, options, { streams, parse: spelled, map }, presentation)
    );
  }
  if (format !== 'json' || terminal) return false;
  return printJsonPages(pages, fields, { streams, parse, map });
}

interface PagePrinter {
  readonly streams: Streams;
  readonly parse: (page: string) => unknown;
  /** Of the platform. */
  readonly map: CallMap | undefined;
}
const maskingParser =
  (persons: boolean) =>
  (page: string): unknown =>
    masked(parseLossless(page), { persons });

/** The first rows, by which columns are chosen. */
const firstRows = 500;
/** The most fields and kinds of values; maps with data as keys have more. */
const mostKinds = 20_000;

/**
 * Prints a table, CSV or names whose columns are chosen from the first rows, and from each later one with a new field or kind
 * of value.
 */
async function printSampled(
  pages: Iterable<string>,
  options: OutputOptions,
  { streams, parse, map }: PagePrinter,
  presentation: Presentation,
): Promise<boolean> {
  const { fields } = options;
  const kinds = new Set<string>();
  const sample: unknown[] = [];
  let first: string | undefined;
  let count = 0;
  for (const page of pages) {
    const list = listOf(page, parseLossless, map);
    if (!list || kinds.size > mostKinds) return false;
    first ??= page;
    for (const [at, row] of list.rows.entries()) {
      const known = kinds.size;
      addKinds(row, '', kinds);
      if (count++ < firstRows || kinds.size > known) sample.push(list.elements[at]);
    }
    if (options.format === 'name' && !list.elements.every(isRecord)) return false; // elements that are their own names
  }
  if (first === undefined || sample.length === 0) return false;
  const whole = parseLossless(first);
  const json = stringifyLossless(withElements(whole, rowsIn(whole, map)!.at, sample));
  const rows = {
    *[Symbol.iterator]() {
      for (const page of pages) {
        const { rows } = listOf(page, parse, map)!;
        yield fields ? rows.map((row) => pickFields(row, fields) as Row) : rows;
      }
    },
  };
  await printRendered(json, options, streams, { ...presentation, pages: { rows, count } });
  return true;
}

/** Adds the paths of a value with the kinds of values that columns tell apart. */
function addKinds(value: unknown, at: string, kinds: Set<string>): void {
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) kinds.add(`${at} ${value === null ? 'null' : isNumeric(value) ? 0 : typeof value}`);
  else {
    const entries = Object.entries(value);
    kinds.add(`${at} ${isList ? value.every(isScalar) : moneyValue(value) !== undefined} ${entries.length > 0}`);
    for (const [name, inner] of entries) addKinds(inner, isList ? at : `${at}.${name}`, kinds);
  }
}

async function printJsonPages(
  pages: Iterable<string>,
  fields: readonly string[] | undefined,
  { streams, parse, map }: PagePrinter,
): Promise<boolean> {
  if (!haveAll(pages, fields ?? [], map)) return false;
  let before = '';
  let after = ']\n';
  let separator = '';
  for (const page of pages) {
    if (before === '') {
      [before, after] = fields ? ['[', ']\n'] : around(parse(page), map);
      await writeAll(streams.stdout, before, streams.deadline);
    }
    const { elements, rows } = listOf(page, parse, map)!;
    const printed = fields ? rows.map((row) => pickFields(row, fields)) : elements;
    const text = printed.map((element) => stringifyLossless(element)).join(',');
    await writeAll(streams.stdout, `${text === '' ? '' : separator}${text}`, streams.deadline);
    if (text !== '') separator = ',';
  }
  await writeAll(streams.stdout, after, streams.deadline);
  return true;
}

const listOf = (page: string, parse: PagePrinter['parse'], map: CallMap | undefined): Rows | undefined =>
  page === '' ? undefined : rowsIn(parse(page), map);

/** Whether each page is a list, and some row has each path. */
function haveAll(pages: Iterable<string>, paths: readonly string[], map: CallMap | undefined): boolean {
  const missing = new Set(paths);
  for (const page of pages) {
    const list = listOf(page, parseLossless, map);
    if (!list) return false;
    for (const path of missing)
      if (list.rows.some((row: Row) => valueAt(row, path) !== undefined)) missing.delete(path);
  }
  return missing.size === 0;
}

/** The JSON texts before and after the rows of a response. */
function around(data: unknown, map: CallMap | undefined): [before: string, after: string] {
  const [before, after] = aroundPath(data, rowsIn(data, map)?.at ?? []);
  return [before, `${after}\n`];
}
function aroundPath(data: unknown, [field, ...inner]: readonly string[]): readonly [before: string, after: string] {
  if (field === undefined || !isRecord(data)) return ['[', ']'];
  const names = Object.keys(data);
  const text = (part: readonly string[]) =>
    part.map((name) => `${JSON.stringify(name)}:${stringifyLossless(data[name])}`);
  const at = names.indexOf(field);
  const [before, after] = [text(names.slice(0, at)), text(names.slice(at + 1))];
  const [start, end] = aroundPath(data[field], inner);
  return [
    `{${[...before, `${JSON.stringify(field)}:${start}`].join(',')}`,
    `${end}${after.map((entry) => `,${entry}`).join('')}}`,
  ];
}
