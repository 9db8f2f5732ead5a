// The format `name`: the identifying field of each element, one per line, as input of other commands.

import { asText, isNothing, type Row, valueAt } from '../../../services/json-value.js';
import { escapeControls } from '../../../text/visible.js';
import type { PagedRows } from '../output.js';
import { UnknownField } from './problems.js';
import { eachPage, elementsOf, type FormattedText, rowsOf, type ShapedValue } from './shape.js';

/** The names of fields that identify a row, the best first. */
export const idFields: readonly string[] = ['id', 'name', 'symbol', 'vin', 'address', 'hash', 'alias'];

/**
 * Prints `field`, else the first of `idFields` that any element has.
 * @throws {UnknownField} without one
 */
export function asNames(
  shaped: ShapedValue,
  field: string | undefined,
  {
    terminal,
    isUnknown = false,
    pages,
  }: {
    readonly terminal: boolean;
    /** The rows have an id, by their declaration, and no field of these is known as it. */
    readonly isUnknown?: boolean | undefined;
    /** All rows, of which the value has only some. */
    readonly pages?: PagedRows | undefined;
  },
): FormattedText {
  const rows = rowsOf(shaped);
  const isNamed = rows.some((row) => Object.keys(row).some((name) => name !== 'value'));
  if (!isNamed && elementsOf(shaped).some(Array.isArray))
    throw new UnknownField('The rows of the response are lists, which have no id.');
  if (!isNamed) return { text: lines(elementsOf(shaped), terminal) };
  if (isUnknown)
    throw new UnknownField(
      'The response has no field that is known as the id of its rows, and another field would name other things.',
    );
  const paths = field === undefined ? idFields : [field, ...idFields];
  const path = paths.find((name) => rows.some((row) => !isNothing(valueAt(row, name))));
  if (path === undefined) throw new UnknownField(`The response has no identifying field (${idFields.join(', ')}).`);
  const names = (page: readonly Row[]) =>
    lines(
      page.map((row) => valueAt(row, path)),
      terminal,
    );
  return pages ? { text: '', more: eachPage(pages, names) } : { text: names(rows) };
}

function lines(values: readonly unknown[], terminal: boolean): string {
  // a line break in a name would look like another name
  const line = (text: string): string => (terminal || /[\r\n]/.test(text) ? escapeControls(text) : text);
  return values
    .filter((value) => !isNothing(value))
    .map((value) => `${line(asText(value))}\n`)
    .join('');
}
