// Filters rows of a response, for options without a publicly known filter parameter of the endpoint.

import type { Note } from '../../cli/notes.js';
import { rowsIn, withElements } from '../../services/decode/rows.js';
import { ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** The path of a value in each row, and the text that it must equal or contain. */
export interface RowFilter {
  readonly path: string;
  readonly word: string;
  readonly flag: string;
}

const hasWord = (value: unknown, word: string): boolean => [value].flat().some((item) => asText(item) === word);

/**
 * The response as JSON text with only the matching rows; digits are unchanged.
 * @throws {ServerFailure} NO_SUCH_FIELD if no row has the field; NOT_A_LIST without a list to filter
 */
export async function filterRows(
  { call, text }: Pick<Response, 'call' | 'text'>,
  filters: readonly RowFilter[],
): Promise<string> {
  const data = parseLossless(text);
  const list = rowsIn(data);
  if (list === undefined)
    throw new ServerFailure(
      'NOT_A_LIST',
      `The response of ${call.service} has no list that tuk can find, so ${filters.map(({ flag }) => flag).join(' and ')} cannot be applied.`,
      { service: call.service, call: call.name },
      'See the response: leave the option out, with -o json',
    );
  if (list.rows.length === 0) return text;
  for (const { path, flag } of filters)
    if (list.rows.every((row) => valueAt(row, path) === undefined))
      throw new ServerFailure(
        'NO_SUCH_FIELD',
        `No row of the response of ${call.service} has a field ${path}, which ${flag} would go by.`,
        { service: call.service, call: call.name },
      );
  const matching = list.elements.filter((_, at) =>
    filters.every(({ path, word }) => hasWord(valueAt(list.rows[at], path), word)),
  );
  return stringifyLossless(withElements(data, list.at, matching));
}

/** Counts, page by page, the rows that a filter of the service should have left out. */
export class IgnoredFilters {
  readonly #filters: readonly RowFilter[];
  readonly #others: number[];
  #shown = 0;

  constructor(filters: readonly RowFilter[]) {
    this.#filters = filters;
    this.#others = filters.map(() => 0);
  }

  add(page: string): void {
    if (this.#filters.length === 0 || page === '') return;
    const rows = rowsIn(parseLossless(page))?.rows ?? [];
    this.#shown += rows.length;
    for (const [at, { path, word }] of this.#filters.entries())
      this.#others[at]! += rows.filter(
        (row) => !isNothing(valueAt(row, path)) && !hasWord(valueAt(row, path), word),
      ).length;
  }

  /** A note for each filter that the service ignored: some rows have another value. */
  notes(): readonly Note[] {
    return this.#filters.flatMap(({ path, flag }, at): Note[] =>
      this.#others[at] === 0
        ? []
        : [{ is: 'filter-ignored', flag, path, others: this.#others[at]!, shown: this.#shown }],
    );
  }
}
