// Filters that work on the answer: no field of the request is publicly known to take them, and the help says so.
import { ServerFailure } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import { asText, isNothing, valueAt } from '../services/json-value.js';
import { listing } from '../ui/format/columns.js';

/** A path in the rows, and the word that stands there in those that are wanted. */
export interface RowFilter {
  readonly path: string;
  readonly word: string;
  /** The option that asks for it. */
  readonly flag: string;
}

/** Whether a word is the value, or one of several. */
const stands = (value: unknown, word: string): boolean => [value].flat().some((one) => asText(one) === word);

/** The answer as JSON text with only the rows that are wanted, all else around them as it came, every digit kept. @throws {ServerFailure} where no row has the field */
export async function onlyRows({ call, text }: Pick<Response, 'call' | 'text'>, filters: readonly RowFilter[]): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../services/lossless-number.js');
  const answer = parseLossless(text);
  const list = listing(answer);
  if (!list || list.rows.length === 0) return text;
  for (const { path, flag } of filters)
    if (list.rows.every((row) => valueAt(row, path) === undefined))
      throw new ServerFailure('NO_SUCH_FIELD', `No row of the answer of ${call.service} has a field ${path}, which ${flag} would go by.`, {
        service: call.service,
        call: call.name,
      });
  const kept = list.elements.filter((_, at) => filters.every(({ path, word }) => stands(valueAt(list.rows[at], path), word)));
  return stringifyLossless(list.field === undefined ? kept : { ...(answer as object), [list.field]: kept });
}

/** What is to be said of an answer whose rows are others than those that the service was asked for: its query took no notice of the word. */
export async function unheeded(json: string, asked: readonly RowFilter[]): Promise<string[]> {
  if (asked.length === 0 || json === '') return [];
  const { parseLossless } = await import('../services/lossless-number.js');
  const rows = listing(parseLossless(json))?.rows ?? [];
  return asked.flatMap(({ path, word, flag }) => {
    const told = rows.filter((row) => !isNothing(valueAt(row, path)));
    const others = told.filter((row) => !stands(valueAt(row, path), word)).length;
    return others === 0 ? [] : [`${others} of ${rows.length} rows have another ${path}: the service took no notice of ${flag}.`];
  });
}
