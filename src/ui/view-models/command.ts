// The dialog of a command as rows: as much of the output as there is room for.
import type { Role } from '../../text/line.js';
import type { ReceiptRole } from '../../text/receipt.js';
import { fit as cutEnd, width, wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import type { Size } from '../state/core/page.js';
import type { RunningCommand } from '../state/core/state.js';

const maxWidth = 110;
/** The columns of the command's output, in a body this wide. */
export const commandColumns = (columns: number): number => Math.max(20, Math.min(columns, maxWidth) - 4);
/** The rows of its output, in a body this high: the borders need the others, and its end, unless it asks. */
export const commandRows = (running: RunningCommand, rows: number): number =>
  Math.max(1, rows - (waitsForReply(running) ? 2 : 4));
/** The cursor of a typed reply. */
const cursorSign = '▏';
/** Whether the command waits for a reply. */
const waitsForReply = ({ isReading, code }: RunningCommand): boolean => isReading && code === undefined;

const effects: Readonly<Record<'service' | 'money', { readonly role: Role; readonly is: string }>> = {
  service: { role: 'need', is: 'change' },
  money: { role: 'bad', is: 'transfer' },
};
/** The role of a dialog's frame and the words in it, by what its command asks to confirm; undefined for a read. */
export const effectOf = ({ effect }: RunningCommand) => effect && effects[effect];

/** A row of the output. */
interface OutputRow {
  readonly text: string;
  readonly role: Role;
}
/** The roles of a receipt's lines: the total is bold, what a person must note stands out. */
const partRoles: Partial<Record<ReceiptRole, Role>> = { total: 'head', note: 'need' };

/** All rows of the output, with the typed text behind the last line. */
function outputRows(running: RunningCommand, columns: number): readonly OutputRow[] {
  const { lines, typing, parts = [] } = running;
  const isTyped = waitsForReply(running);
  const cursor = isTyped ? cursorSign : '';
  return lines.flatMap((line, at) => {
    const isLast = at === lines.length - 1;
    if (isLast && line === '' && typing === '' && cursor === '') return [];
    const part = parts[at];
    const role: Role = isLast && isTyped ? 'head' : ((part && partRoles[part]) ?? 'text');
    const visible = escapeControls(line) + (isLast ? `${escapeControls(typing)}${cursor}` : '');
    return brokenRows(visible, columns).map((text) => ({ text, role }));
  });
}
/** A line that fits keeps its indentation. The text of a label that does not fit stays beside or below the label. */
function brokenRows(line: string, columns: number): readonly string[] {
  if (width(line) <= columns) return [line];
  const [head, text] = [labelled.exec(line)?.[0] ?? '', line.replace(labelled, '')];
  if (head === '') return wrap(line, columns);
  if (width(head) <= columns / 2)
    return wrap(text, columns - width(head)).map((row, at) => (at === 0 ? head : ' '.repeat(width(head))) + row);
  return [cutEnd(head.trimEnd(), columns), ...wrap(text, columns - 4).map((row) => `    ${row}`)];
}
/** The label of a line of a receipt: two blanks, the label, and the blanks up to its text. */
const labelled = /^ {2}\S.*? {2,}(?=\S)/;

/** The number of rows above the visible ones, if it is not scrolled. */
export const hiddenRows = (running: RunningCommand, { rows, columns }: Size): number =>
  Math.max(0, outputRows(running, commandColumns(columns)).length - commandRows(running, rows));

/** The visible rows of the output in a body of this size, its end unless it is scrolled; and the number of others. */
export function visibleRows(
  running: RunningCommand,
  { rows, columns }: Size,
): { readonly rows: readonly OutputRow[]; readonly above: number; readonly below: number } {
  const all = outputRows(running, commandColumns(columns));
  const most = commandRows(running, rows);
  const end = all.length - Math.min(running.scrolled, Math.max(0, all.length - most));
  const first = Math.max(0, end - most);
  return { rows: all.slice(first, end), above: first, below: all.length - end };
}
