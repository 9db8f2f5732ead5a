// Filters rows of a response, for options without a publicly known filter parameter of the endpoint.

import type { Note } from '../../cli/command/notes.js';
import { Fields, type RowsOf } from '../../services/decode/fields.js';
import { type Mapped, reader } from '../../services/decode/map.js';
import { statusWord } from '../../services/decode/outcome.js';
import { type Rows, rowsIn, withElements } from '../../services/decode/rows.js';
import { isEvmAddress } from '../../services/forms.js';
import { ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** The path of a value in each row, and the text that it must equal or contain; `words` are all that it may be. */
export interface RowFilter {
  readonly path: string;
  readonly word: string;
  readonly flag: string;
  readonly words?: readonly (string | number)[];
}
/** The names of the holders of what a row is about. */
const holders = ['from', 'to', 'sender', 'recipient', 'owner'];
/** The filter of a list of an address: a row of others names holders, and this address nowhere. */
export const addressFilter = ({ address }: Readonly<Record<string, unknown>>): readonly RowFilter[] =>
  isEvmAddress(asText(address)) ? [{ path: 'address', word: asText(address), flag: 'the address' }] : [];
const isOfOther = (row: Row, address: string) =>
  holders.some((name) => isEvmAddress(asText(row[name]))) &&
  !fieldsIn(row).some(({ text }) => text.toLowerCase() === address.toLowerCase());

/** Whether a value is a word, or has it; a word in capitals also in another spelling: `fully charged`. */
const hasWord = (value: unknown, word: string) =>
  [value]
    .flat()
    .some((item) => asText(item) === word || (/^[A-Z][A-Z_]+$/.test(word) && statusWord(asText(item)) === word));
/** The rows of a list as the map reads them. */
const rowsOf = (list: Rows | undefined, { map }: Mapped): readonly Row[] =>
  (map ? list?.rows.map(reader(map)) : list?.rows) ?? [];
/** The path of each filter in the rows of a call. */
const pathsIn = (rows: readonly Row[], filters: readonly RowFilter[], of: RowsOf = {}): readonly RowFilter[] => {
  const fields = new Fields(rows, of);
  return filters.map((filter) => {
    const known = fields.path(filter.path, filter.path === 'id' || filter.path === 'status' ? filter.path : undefined);
    return known.is === 'known' ? { ...filter, path: known.value } : filter;
  });
};

/**
 * The response as JSON text with only the matching rows; digits are unchanged.
 * @throws {ServerFailure} NO_SUCH_FIELD if no row has the field; NOT_A_LIST without a list to filter
 */
export async function filterRows(
  { call, text }: Pick<Response, 'call' | 'text'>,
  declared: readonly RowFilter[],
): Promise<string> {
  const data = parseLossless(text);
  const { map } = call;
  const list = rowsIn(data, map);
  if (list === undefined)
    throw new ServerFailure(
      'NOT_A_LIST',
      `The response of ${call.service} has no list that tuk can find, so ${declared.map(({ flag }) => flag).join(' and ')} cannot be applied.`,
      { service: call.service, call: call.name },
      'See the response: leave the option out, with -o json',
    );
  if (list.rows.length === 0) return text;
  const rows = rowsOf(list, call);
  const filters = pathsIn(rows, declared, { calls: [call.name] });
  for (const { path, flag } of filters)
    if (rows.every((row) => valueAt(row, path) === undefined))
      throw new ServerFailure(
        'NO_SUCH_FIELD',
        `No row of the response of ${call.service} has the field ${path}, which ${flag} needs.`,
        { service: call.service, call: call.name },
      );
  const order = rows.flatMap((row, at) =>
    filters.every(({ path, word }) => hasWord(valueAt(row, path), word)) ? [at] : [],
  );
  const matching = order.map((at) => list.elements[at]);
  return stringifyLossless(withElements(data, list.at, matching, order));
}

/** Counts, page by page, the rows that a filter should leave out, and those that have no known word. */
export class FilteredRows {
  readonly #filters: readonly RowFilter[];
  readonly #others: number[];
  readonly #unclear: unknown[][];
  #shown = 0;

  constructor(filters: readonly RowFilter[]) {
    this.#filters = filters;
    this.#others = filters.map(() => 0);
    this.#unclear = filters.map(() => []);
  }

  add(page: string, of: RowsOf): void {
    if (this.#filters.length === 0 || page === '') return;
    const rows = rowsOf(rowsIn(parseLossless(page), of.map), of);
    this.#shown += rows.length;
    for (const [at, { path, word, words }] of pathsIn(rows, this.#filters, { ...of, map: undefined }).entries())
      for (const row of rows) {
        const value = valueAt(row, path);
        if (isEvmAddress(word)) this.#others[at]! += Number(isOfOther(row, word));
        else if (isNothing(value) || hasWord(value, word)) continue;
        else if (words === undefined || words.some((known) => hasWord(value, String(known)))) this.#others[at]! += 1;
        else this.#unclear[at]!.push(value);
      }
  }

  /** A note for each filter with rows that have no known word. */
  unclear(): readonly Note[] {
    return this.#filters.flatMap(({ path, flag }, at): Note[] => {
      const [value, ...more] = this.#unclear[at]!;
      const facts = { flag, path, others: more.length + 1, shown: this.#shown };
      return value === undefined ? [] : [{ is: 'filter-unclear', ...facts, value: asText(value).slice(0, 40) }];
    });
  }

  /** A note for each filter that the service ignored: some rows have another value, or no known word. */
  ignored(): readonly Note[] {
    const ignored = this.#filters.flatMap(({ path, flag }, at): Note[] =>
      this.#others[at] === 0
        ? []
        : [{ is: 'filter-ignored', flag, path, others: this.#others[at]!, shown: this.#shown }],
    );
    return [...ignored, ...this.unclear()];
  }
}
