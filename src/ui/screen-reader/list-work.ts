// Screen reader form of the work on a list: marks, columns, one row, copying. It uses the reducers of the
// keys.

import { counted } from '../../services/counted.js';
import { asText } from '../../services/json-value.js';
import { present } from '../../text/present.js';

import { headOf, pageLines } from '../../text/spoken-record.js';

import { escapeControls } from '../../text/visible.js';
import { markedRows } from '../state/boards/marks.js';
import {
  columnsIn,
  ordered,
  sortedBy,
  withSavedTableSettings,
  withTableSettings,
} from '../state/boards/table-settings.js';
import type { Choosable } from '../state/core/chooser.js';
import { maskedUnless, responseOf } from '../state/core/responses.js';
import type { BoardScreen, TableSettings } from '../state/core/screens.js';
import { type Application, withTop } from '../state/core/state.js';
import { act, performed } from './act.js';
import { show } from './screen.js';
import type { Conversation } from './session.js';
import { noticeText } from './wording.js';

/** The board with the row of a number selected; undefined if there is none. A map has its rows. */
export function atRow(top: BoardScreen, number: number): BoardScreen | undefined {
  if (number < 1 || number > top.shown.length) return undefined;
  const { spec } = top;
  return {
    ...top,
    spec: spec.kind === 'find' ? spec : { ...spec, kind: undefined },
    place: { marked: number - 1, top: 0 },
  };
}

const noSuch = (conversation: Conversation, what: string): void =>
  conversation.print([`There is no ${escapeControls(what)} here.`]);

/** Marks the rows of these numbers and ranges, such as `1 4-6`, or unmarks them. */
export async function mark(conversation: Conversation, text: string | undefined): Promise<void> {
  const parts = [...(text ?? '').matchAll(/(\d{1,9})(?:\s*(?:-|to)\s*(\d{1,9}))?/g)].map(([, from, to = from]) => [
    Number(from),
    Number(to),
  ]);
  const isWhole = /^(?:\d{1,9}(?:\s*(?:-|to)\s*\d{1,9})?[\s,]*)+$/.test(text ?? '');
  if (!isWhole) return conversation.print(['Which rows? Their numbers, such as mark 1 4-6.']);
  const { length } = conversation.onBoard!.shown;
  const outside = parts.flat().find((number) => number! < 1 || number! > length);
  if (outside !== undefined) return noSuch(conversation, String(outside));
  conversation.clearNotice();
  for (const [from, to] of parts)
    for (let number = from!; number <= to!; number++) {
      conversation.top = { ...conversation.onBoard!, place: { marked: number - 1, top: 0 } };
      [conversation.state] = conversation.after('pick');
      const { notice } = conversation.state;
      conversation.clearNotice();
      if (notice) return conversation.print([noticeText(notice)]);
    }
  printMarks(conversation);
}
async function printMarks(conversation: Conversation): Promise<void> {
  const top = conversation.onBoard!;
  const rows = markedRows(top, responseOf(conversation.state, top.line));
  if (rows.length === 0) return conversation.print(['No row is marked.']);
  const numbers = rows.map((row) => top.shown.indexOf(row) + 1);
  const places = numbers.filter((number) => number > 0).sort((one, other) => one - other);
  const hidden = rows.length - places.length;
  const which = [...rangesOf(places), ...(hidden > 0 ? [`${hidden} that the filter hides`] : [])].join(', ');
  conversation.print([
    `${counted(rows.length, 'row')} marked: ${which}. x actions for them   copy copies their ids   clear marks`,
  ]);
}
/** `1, 4 to 6` */
function rangesOf(numbers: readonly number[]): readonly string[] {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  return starts.map((from) => {
    let to = from;
    while (numbers.includes(to + 1)) to++;
    return from === to ? String(from) : `${from} to ${to}`;
  });
}
/** Clears the marks. */
export function clearMarks(conversation: Conversation): void {
  [conversation.state] = conversation.after('pick none');
  conversation.print(['No row is marked.']);
}

/** All columns in their order, with the hidden ones, as the list of the screens has them. */
function itemsOf(conversation: Conversation): readonly Choosable[] {
  const [{ chooser }] = conversation.after('columns');
  return chooser?.items ?? [];
}
const labelled = ({ columns }: ReturnType<typeof responseOf>, { value, label }: Choosable): string =>
  headOf(columns.find(({ path }) => path === value) ?? { path: value, heading: label });

/** Lists the columns by number. */
export function printColumns(conversation: Conversation): void {
  const items = itemsOf(conversation);
  const response = responseOf(conversation.state, conversation.onBoard!.line);
  const { sort } = conversation.onBoard!;
  const parts = items.map((item, at) => {
    const is = present([
      !item.on && 'hidden',
      sort?.path === item.value && `sorted, the ${sort.down ? 'greatest' : 'least'} first`,
    ]);
    return `  ${at + 1}. ${labelled(response, item)}${is.map((text) => `, ${text}`).join('')}`;
  });
  conversation.print([
    `${counted(items.length, 'column')}:`,
    ...parts,
    'hide 2   show 2   show, all of them   move 2 left   s 2 sorts',
  ]);
}

/** The column of a number or of the beginning of a name; otherwise prints the reason. */
function columnOf(conversation: Conversation, typed: string): Choosable | undefined {
  const items = itemsOf(conversation);
  const response = responseOf(conversation.state, conversation.onBoard!.line);
  const name = typed.trim().toLowerCase();
  if (/^\d+$/.test(name)) {
    const item = items[Number(name) - 1];
    if (!item) noSuch(conversation, `column ${name}`);
    return item;
  }
  const names = (item: Choosable) =>
    [item.label, item.value, labelled(response, item)].map((text) => text.toLowerCase());
  const exact = items.filter((item) => names(item).includes(name));
  const matches =
    exact.length > 0 || name === ''
      ? exact
      : items.filter((item) => names(item).some((candidate) => candidate.startsWith(name)));
  if (matches.length === 1) return matches[0];
  if (matches.length > 1)
    conversation.print([
      `${escapeControls(typed)} begins ${matches.length} columns: ${matches.map((item) => labelled(response, item)).join(', ')}.`,
    ]);
  else if (name === '') conversation.print(['Which column? Its number or its name; columns lists them.']);
  else noSuch(conversation, `column ${typed}`);
  return undefined;
}
/** Changes a column of the visible board as its keys do, and prints the visible columns. */
function onColumn(conversation: Conversation, path: string, key: 'hide column' | 'move left' | 'move right'): void {
  const top = conversation.onBoard!;
  const [next] = conversation.after(key, withTop(conversation.state, { ...top, column: path }));
  printColumnNames(conversation, next);
}
function printColumnNames(conversation: Conversation, next: Application): void {
  const { notice } = next;
  conversation.state = { ...withSavedTableSettings(next), notice: undefined };
  const top = conversation.onBoard!;
  const names = columnsIn(top, responseOf(conversation.state, top.line).columns).map((column) => headOf(column));
  conversation.print([...(notice ? [noticeText(notice)] : []), `Columns: ${names.join(', ')}.`]);
}
/** Hides a column. */
export async function hide(conversation: Conversation, typed = ''): Promise<void> {
  const item = columnOf(conversation, typed);
  if (!item) return;
  if (!item.on) return conversation.print([`${escapeControls(item.label)} is hidden already.`]);
  onColumn(conversation, item.value, 'hide column');
}
/** Shows a hidden column; without a name all columns in the order of the command. */
export async function showColumns(conversation: Conversation, typed = ''): Promise<void> {
  if (/^(?:all(?: columns)?)?$/i.test(typed.trim()))
    return printColumnNames(conversation, conversation.after('all columns')[0]);
  const item = columnOf(conversation, typed);
  if (!item) return;
  if (item.on) return conversation.print([`${escapeControls(item.label)} is shown already.`]);
  const shown = (settings: TableSettings) => ({
    ...settings,
    hidden: settings.hidden.filter((path) => path !== item.value),
  });
  printColumnNames(conversation, withTableSettings(conversation.state, conversation.onBoard!, shown));
}
/** Moves a column: `2 left`, `rate right`. */
export async function move(conversation: Conversation, typed = ''): Promise<void> {
  const [, name = '', way] = /^(.*?)\s*\b(left|right)?$/i.exec(typed.trim()) ?? [];
  const item = columnOf(conversation, name);
  if (!item) return;
  if (way === undefined)
    return conversation.print([`Where to? move ${escapeControls(name)} left, or move ${escapeControls(name)} right.`]);
  if (!item.on) return conversation.print([`${escapeControls(item.label)} is hidden.`]);
  onColumn(conversation, item.value, way.toLowerCase() === 'left' ? 'move left' : 'move right');
}
/**
 * Sorts by a column: the least first, then the greatest, then in the order of the service; without a name it lists the
 * columns.
 */
export async function sort(conversation: Conversation, typed: string | undefined): Promise<void> {
  if (typed === undefined) return printColumns(conversation);
  const item = columnOf(conversation, typed);
  if (!item) return;
  const top = conversation.onBoard!;
  const { tableSettings } = conversation.state;
  const next = sortedBy(conversation.state, top, item.value);
  conversation.state = { ...next, notice: undefined };
  if (next.notice) conversation.print([noticeText(next.notice)]);
  if (next.tableSettings !== tableSettings) await show(conversation);
}

/** Prints all fields of a row without a request. */
export async function preview(conversation: Conversation, number: number | undefined): Promise<void> {
  const top = conversation.onBoard!;
  if (number === undefined) return conversation.print(['Of which row? preview and its number, such as preview 1.']);
  const row = top.shown[number - 1];
  if (!row) return noSuch(conversation, String(number));
  const response = responseOf(conversation.state, top.line);
  const lines = pageLines(
    maskedUnless(conversation.state.reveal, row),
    ordered(response.columns, top.order ?? []),
    conversation.serviceNow,
  );
  const head = [`Row ${number} of ${counted(top.shown.length, 'row')}. ${counted(lines.length, 'line')}.`];
  conversation.print(head);
  conversation.rest = { count: lines.length, line: (at) => lines[at]!, what: 'lines', first: lines.length, from: 0 };
  conversation.print(conversation.more(lines.length, head), { isWhole: true });
}

/** Copies the id of a row, of the marked rows, or of the page. */
export async function copyId(conversation: Conversation, number: number | undefined): Promise<void> {
  const top = conversation.onBoard;
  if (conversation.top.kind === 'json' && conversation.top.id === undefined)
    return conversation.print(['This has no id.']);
  if (!top || conversation.seen !== 'list') return act(conversation, 'copy id');
  if (number === undefined && !top.picked)
    return conversation.print(['Of which row? copy and its number, such as copy 1.']);
  if (number === undefined) return act(conversation, 'copy id');
  const at = atRow({ ...top, picked: undefined, range: undefined }, number);
  if (!at) return noSuch(conversation, String(number));
  const row = at.shown[number - 1]!;
  const isPlace = responseOf(conversation.state, top.line).id === 'latitude';
  const { state } = conversation;
  if (isPlace) {
    const text = `${asText(row.latitude)},${asText(row.longitude)}`;
    return performed(conversation, [state, { do: 'copy', text }]);
  }
  const [, ...effects] = conversation.after('copy id', withTop(state, at));
  if (effects.length === 0) return conversation.print(['This has no id.']);
  return performed(conversation, [state, ...effects]); // the marks stay
}
