// One identifying field of each element, one a line, to feed other commands.

import { asText, isNothing, isRecord, valueAt } from '../../../services/json-value.js';
import { escapeControls } from '../../../ui/format/visible.js';
import { UnknownField } from './problems.js';
import { elementsOf, type Rendered, rowsOf, type Shaped } from './shape.js';

const usual = ['id', 'name', 'symbol', 'vin', 'address', 'hash', 'alias'];

/** The field `field`, else the first of the usual ones that any element has. Throws UnknownField where there is none. */
export function asNames(shaped: Shaped, field: string | undefined, terminal: boolean): Rendered {
  const rows = rowsOf(shaped);
  if (!elementsOf(shaped).some(isRecord)) return { text: lines(elementsOf(shaped), terminal) };
  const path = [...(field === undefined ? [] : [field]), ...usual].find((name) => rows.some((row) => !isNothing(valueAt(row, name))));
  if (path === undefined) throw new UnknownField(`The answer has none of the fields that name a thing (${usual.join(', ')}).`);
  return {
    text: lines(
      rows.map((row) => valueAt(row, path)),
      terminal,
    ),
  };
}

function lines(values: readonly unknown[], terminal: boolean): string {
  // a line break within a name would pass for a second name
  const line = (text: string): string => (terminal || /[\r\n]/.test(text) ? escapeControls(text) : text);
  return values
    .filter((value) => !isNothing(value))
    .map((value) => `${line(asText(value))}\n`)
    .join('');
}
