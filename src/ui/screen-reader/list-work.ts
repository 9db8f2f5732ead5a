// Screen reader form of the work on a list: marks, columns, all of one row, its ranking, what is copied. The reducers are those of the keys.

import { asText, type Row } from '../../services/json-value.js';
import { masked } from '../format/mask.js';
import { escapeControls } from '../format/visible.js';
import { performAction } from '../state/actions.js';
import { answerOf } from '../state/answers.js';
import type { Choosable } from '../state/chooser.js';
import { extended, markedRows } from '../state/marks.js';
import type { BoardScreen } from '../state/screens.js';
import { type Application, topOf, withTop } from '../state/state.js';
import { columnsIn, looked, ordered, sortedBy } from '../state/table-look.js';
import { act, performed } from './act.js';
import { counted, inOwnWords } from './said.js';
import { pageSaid } from './said-page.js';
import { headOf } from './said-value.js';
import { linesHigh, sayMore, show } from './screen.js';
import type { Talk } from './session.js';

/** The board with the row of a number selected; undefined where there is none. Rows under a map are rows. */
export function atRow(top: BoardScreen, number: number): BoardScreen | undefined {
  if (number < 1 || number > top.shown.length) return undefined;
  const { kind: _, ...spec } = top.spec;
  const plain = top.spec.kind === 'find' ? top : { ...top, spec };
  return { ...plain, place: { marked: number - 1, top: 0 } };
}

const noSuch = (talk: Talk, what: string): void => talk.say([`There is no ${escapeControls(what)} here.`]);

/** Marks the rows of these numbers and ranges, as `1 4-6`; a marked one is unmarked. */
export async function mark(talk: Talk, text: string | undefined): Promise<void> {
  const parts = [...(text ?? '').matchAll(/(\d{1,9})(?:\s*(?:-|to)\s*(\d{1,9}))?/g)].map(([, from, to = from]) => [
    Number(from),
    Number(to),
  ]);
  const isWhole = /^(?:\d{1,9}(?:\s*(?:-|to)\s*\d{1,9})?[\s,]*)+$/.test(text ?? '');
  if (!isWhole) return talk.say(['Which rows? Their numbers, such as mark 1 4-6.']);
  const { length } = talk.onBoard!.shown;
  const outside = parts.flat().find((number) => number! < 1 || number! > length);
  if (outside !== undefined) return noSuch(talk, String(outside));
  for (const [from, to] of parts) if (!marked(talk, from!, to!)) return;
  sayMarks(talk);
}
/** Marks one row, or a range; false where a row has no id to be marked by. */
function marked(talk: Talk, from: number, to: number): boolean {
  const at = (number: number): BoardScreen => ({ ...(topOf(talk.state) as BoardScreen), place: { marked: number - 1, top: 0 } });
  const { notice: _, ...before } = talk.state;
  const [begun] = performAction(withTop(before, at(from)), from === to ? 'pick' : 'range', '', talk.now);
  const board = topOf(begun) as BoardScreen;
  const { notice, ...state } = begun;
  talk.state = state;
  const failed = notice !== undefined && board.range === undefined; // a range that has begun is told of, too
  if (failed) talk.say([inOwnWords(notice.text)]);
  if (failed || from === to) return !failed;
  talk.state = withTop(talk.state, extended(at(to), answerOf(state.answers, board.line)));
  const [ended] = performAction(talk.state, 'range', '', talk.now);
  talk.state = ended;
  return true;
}
async function sayMarks(talk: Talk): Promise<void> {
  const top = talk.onBoard!;
  const rows = markedRows(top, answerOf(talk.state.answers, top.line));
  if (rows.length === 0) return talk.say(['No row is marked.']);
  const numbers = rows.map((row) => top.shown.indexOf(row) + 1);
  const shown = numbers.filter((number) => number > 0).sort((one, other) => one - other);
  const hidden = rows.length - shown.length;
  const which = [...rangesOf(shown), ...(hidden > 0 ? [`${hidden} that the filter hides`] : [])].join(', ');
  talk.say([`${counted(rows.length, 'row')} marked: ${which}. x actions for them   copy copies their ids   clear marks`]);
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
export function clearMarks(talk: Talk): void {
  [talk.state] = performAction(talk.state, 'pick none', '', talk.now);
  talk.say(['No row is marked.']);
}

/** All columns in their order, with the hidden ones, as the list of the screens has them. */
function itemsOf(talk: Talk): readonly Choosable[] {
  const [{ chooser }] = performAction(talk.state, 'columns', '', talk.now);
  return chooser?.items ?? [];
}
const labelled = ({ columns }: ReturnType<typeof answerOf>, { value, label }: Choosable): string =>
  headOf(columns.find(({ path }) => path === value) ?? { path: value, heading: label });

/** Lists the columns by number. */
export function sayColumns(talk: Talk): void {
  const items = itemsOf(talk);
  const answer = answerOf(talk.state.answers, talk.onBoard!.line);
  const { sort } = talk.onBoard!;
  const parts = items.map((item, at) => {
    const is = [
      ...(item.on ? [] : ['hidden']),
      ...(sort?.path === item.value ? [`sorted, the ${sort.down ? 'greatest' : 'least'} first`] : []),
    ];
    return `  ${at + 1}. ${labelled(answer, item)}${is.map((one) => `, ${one}`).join('')}`;
  });
  talk.say([`${counted(items.length, 'column')}:`, ...parts, 'hide 2   show 2   show, all of them   move 2 left   s 2 sorts']);
}

/** The column of a number or of the beginning of a name; says why where it is none, or not one alone. */
function columnOf(talk: Talk, typed: string): Choosable | undefined {
  const items = itemsOf(talk);
  const answer = answerOf(talk.state.answers, talk.onBoard!.line);
  const name = typed.trim().toLowerCase();
  if (/^\d+$/.test(name)) {
    const item = items[Number(name) - 1];
    if (!item) noSuch(talk, `column ${name}`);
    return item;
  }
  const names = (item: Choosable) => [item.label, item.value, labelled(answer, item)].map((one) => one.toLowerCase());
  const exact = items.filter((item) => names(item).includes(name));
  const found = exact.length > 0 || name === '' ? exact : items.filter((item) => names(item).some((one) => one.startsWith(name)));
  if (found.length === 1) return found[0];
  if (found.length > 1)
    talk.say([`${escapeControls(typed)} begins ${found.length} columns: ${found.map((item) => labelled(answer, item)).join(', ')}.`]);
  else if (name === '') talk.say(['Which column? Its number or its name; columns lists them.']);
  else noSuch(talk, `column ${typed}`);
  return undefined;
}
/** Does something to a column of the visible board as its keys do, and says the columns that are left. */
function onColumn(talk: Talk, path: string, key: 'hide column' | 'move left' | 'move right'): void {
  const top = talk.onBoard!;
  const [next] = performAction(withTop(talk.state, { ...top, column: path }), key, '', talk.now);
  saidLook(talk, next);
}
function saidLook(talk: Talk, next: Application): void {
  const { notice, ...state } = looked(next);
  talk.state = state;
  const top = talk.onBoard!;
  const names = columnsIn(top, answerOf(state.answers, top.line).columns).map((column) => headOf(column));
  const said = notice === undefined ? [] : [inOwnWords(notice.text)];
  talk.say([...said, `Columns: ${names.join(', ')}.`]);
}
/** Hides a column. */
export async function hide(talk: Talk, typed = ''): Promise<void> {
  const item = columnOf(talk, typed);
  if (!item) return;
  if (!item.on) return talk.say([`${escapeControls(item.label)} is hidden already.`]);
  onColumn(talk, item.value, 'hide column');
}
/** Shows a hidden column; without a name all columns in the order of the command. */
export async function showColumns(talk: Talk, typed = ''): Promise<void> {
  if (/^(?:all(?: columns)?)?$/i.test(typed.trim())) return saidLook(talk, performAction(talk.state, 'all columns', '', talk.now)[0]);
  const item = columnOf(talk, typed);
  if (!item) return;
  if (item.on) return talk.say([`${escapeControls(item.label)} is shown already.`]);
  const [opened] = performAction(talk.state, 'columns', '', talk.now);
  const chooser = opened.chooser && { ...opened.chooser, marked: opened.chooser.items.findIndex(({ value }) => value === item.value) };
  if (!chooser) return;
  const key = { what: 'key', key: 'space', size: { rows: 24, columns: 80 } } as const;
  const [{ chooser: _, ...next }] = talk.board.update({ ...opened, chooser }, key, talk.now);
  saidLook(talk, next);
}
/** Moves a column: `2 left`, `rate right`. */
export async function move(talk: Talk, typed = ''): Promise<void> {
  const [, name = '', way] = /^(.*?)\s*\b(left|right)?$/i.exec(typed.trim()) ?? [];
  const item = columnOf(talk, name);
  if (!item) return;
  if (way === undefined) return talk.say([`Where to? move ${escapeControls(name)} left, or move ${escapeControls(name)} right.`]);
  if (!item.on) return talk.say([`${escapeControls(item.label)} is hidden.`]);
  onColumn(talk, item.value, way.toLowerCase() === 'left' ? 'move left' : 'move right');
}
/** Sorts by a column: the least first, then the greatest, then in the order of the service; without a name it lists the columns. */
export async function sort(talk: Talk, typed: string | undefined): Promise<void> {
  if (typed === undefined) return act(talk, 'sort');
  const item = columnOf(talk, typed);
  if (!item) return;
  const top = talk.onBoard!;
  const before = talk.state.looks;
  const { notice, ...next } = sortedBy(talk.state, top, item.value, talk.now);
  talk.state = next;
  if (notice) talk.say([inOwnWords(notice.text)]);
  if (next.looks !== before) await show(talk);
}

/** Says all fields of a row that are known already; nothing is asked for. */
export async function preview(talk: Talk, number: number | undefined): Promise<void> {
  const top = talk.onBoard!;
  if (number === undefined) return talk.say(['Of which row? preview and its number, such as preview 1.']);
  const row = top.shown[number - 1];
  if (!row) return noSuch(talk, String(number));
  const answer = answerOf(talk.state.answers, top.line);
  const open = talk.state.reveal ? row : (masked(row) as Row);
  const lines = pageSaid(open, ordered(answer.columns, top.order ?? []), talk.serviceNow);
  const head = [`Row ${number} of ${counted(top.shown.length, 'row')}. ${counted(lines.length, 'line')}.`];
  talk.say(head);
  talk.rest = { count: lines.length, line: (at) => lines[at]!, what: 'lines', first: lines.length, from: 0 };
  sayMore(talk, lines.length, linesHigh(talk, head));
}

/** Copies the id of a row, of what is marked, or of the page. */
export async function copyId(talk: Talk, number: number | undefined): Promise<void> {
  const top = talk.onBoard;
  if (talk.top.kind === 'json' && talk.top.id === undefined) return talk.say(['This has no id.']);
  if (!top || talk.seen !== 'list') return act(talk, 'copy id');
  if (number === undefined && !top.picked) return talk.say(['Of which row? copy and its number, such as copy 1.']);
  if (number === undefined) return act(talk, 'copy id');
  const { picked: _, range: __, ...plain } = top;
  const at = atRow(plain, number);
  if (!at) return noSuch(talk, String(number));
  const row = at.shown[number - 1]!;
  const isPlace = answerOf(talk.state.answers, top.line).id === 'latitude';
  const { state } = talk;
  if (isPlace) {
    const text = `${asText(row.latitude)},${asText(row.longitude)}`;
    return performed(talk, [state, { do: 'copy', text }]);
  }
  const [, ...effects] = performAction(withTop(state, at), 'copy id', '', talk.now);
  if (effects.length === 0) return talk.say(['This has no id.']);
  return performed(talk, [state, ...effects]); // the marks stay
}
