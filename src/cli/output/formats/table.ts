// The forms for eyes: a table for a list, `label  value` lines for one object.

import { asText, isNothing, isRecord, type Row } from '../../../services/json-value.js';
import type { Column } from '../../../ui/format/column.js';
import { columnsOf, type Listing, listing } from '../../../ui/format/columns.js';
import { guessed } from '../../../ui/format/guess.js';
import { inked, inkedLine } from '../../../ui/format/ink.js';
import { masked } from '../../../ui/format/mask.js';
import { recordLines } from '../../../ui/format/record.js';
import { cutsId, detail, roomFor, table } from '../../../ui/format/table.js';
import { escapeControls } from '../../../ui/format/visible.js';
import { checkFields, hasField, type Rendered, type Shaped } from './shape.js';

/** How a table is drawn: the columns asked for, the width to fit (undefined: cut nothing), and whether headings are coloured. */
interface Drawing {
  readonly form: 'table' | 'wide';
  /** From the person; a path that no row has is refused. */
  readonly columns?: readonly string[];
  /** From the command; used in `table` where at least one row has one of them. */
  readonly hinted?: readonly Column[];
  readonly width?: number;
  readonly colour: boolean;
  readonly empty: string;
  /** Whether what names a person is hidden. */
  readonly mask: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The path of what names a row. */
  readonly id: string;
  /** Whether what stands aside has colours. */
  readonly colourAside: boolean;
  /** The rows that are marked; a column at the left is kept for the mark. */
  readonly marks?: (row: Row) => boolean;
  /** An object is one thing, though it holds a list. */
  readonly one?: boolean;
}

/** The answer as a table or, for one object, as details; an empty one gives no text, and says so aside. */
export function asTable(shaped: Shaped, drawing: Drawing): Rendered {
  const { value, list } = drawing.mask ? hidden(shaped) : shaped;
  if (list !== undefined && !(drawing.one && list.field !== undefined)) return ofList(list, drawing);
  if (!isRecord(value)) return isNothing(value) ? { text: '', aside: drawing.empty } : { text: `${escapeControls(asText(value))}\n` };
  if (Object.keys(value).length === 0) return { text: '', aside: drawing.empty };
  if (drawing.columns !== undefined) return ofList({ elements: [value], rows: [value] }, drawing);
  if (drawing.form === 'wide') return { text: joined(detail(value, drawing)) };
  const page = recordLines(value, drawing.hinted ?? [], { wide: drawing.width ?? Number.POSITIVE_INFINITY, now: drawing.now });
  return page.length === 0 ? { text: '', aside: drawing.empty } : { text: joined(page.map((one) => inkedLine(one, drawing.colour))) };
}

function hidden(shaped: Shaped): Shaped {
  const { list } = shaped;
  const value = masked(shaped.value);
  const note = list?.note === undefined ? undefined : listing(value)?.note;
  return { value, list: list && { ...list, rows: masked(list.rows) as Row[], ...(note === undefined ? {} : { note }) } };
}

function ofList({ rows, note }: Listing, drawing: Drawing): Rendered {
  if (rows.length === 0) return { text: '', aside: drawing.empty };
  if (drawing.columns !== undefined) checkFields(rows, drawing.columns);
  const drawn = drawing.marks && drawing.width !== undefined ? { ...drawing, width: drawing.width - 2 } : drawing;
  const all = allColumns(rows, drawn);
  const { width, now, id } = drawn;
  const chosen = width === undefined || drawing.columns !== undefined ? all : roomFor(rows, all, { width, now, id });
  const lines = table(rows, chosen, drawn);
  const left = all.length - chosen.length;
  const asides = [
    ...(note === undefined ? [] : [escapeControls(note)]),
    ...(left === 0 ? [] : [muted(`${left} ${left === 1 ? 'column' : 'columns'} left out: -o wide shows all`, drawing)]),
    ...(width !== undefined && cutsId(rows, chosen, { width, now, id })
      ? [muted('Ids are cut in their middle: -o name gives them whole', drawing)]
      : []),
  ];
  return {
    text: joined(drawing.marks ? lines.map((one, at) => `${at > 0 && drawing.marks!(rows[at - 1]!) ? '•' : ' '} ${one}`) : lines),
    ...(asides.length === 0 ? {} : { aside: asides.join('\n') }),
  };
}
const muted = (text: string, { colourAside }: Drawing): string => (colourAside ? inked(text, 'muted') : text);

/** All columns of these rows, each with how it is read: those that were asked for, those of the command, else those that the rows have themselves. */
function allColumns(rows: readonly Row[], drawing: Drawing): Column[] {
  const { columns, form, width } = drawing;
  const own = columns?.map((path) => ({ path })) ?? hintedColumns(rows, drawing) ?? columnsOf(rows, form, width);
  return own.map((column) => {
    const read = guessed(column, rows);
    if (form !== 'wide') return read;
    return read.as === 'time' ? { ...read, as: 'moment' } : column; // numbers stand there as they came
  });
}

function hintedColumns(rows: readonly Row[], { form, hinted }: Drawing): Column[] | undefined {
  const known = form === 'wide' ? [] : (hinted ?? []).filter(({ path }) => hasField(rows, path));
  const telling = known.filter(({ path }) => !isIdPath(path));
  if (known.length === 0 || (telling.length === 0 && (hinted?.length ?? 0) > 1)) return undefined; // these rows go by other names: ids alone say nothing
  return known;
}

const isIdPath = (path: string): boolean => /(^|\.)id$|Id$|^(vin|address)$/.test(path);
const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
