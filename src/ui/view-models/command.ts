// The dialog of a command as rows: as much of the output as there is room for.
import { width, wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import type { Size } from '../state/page.js';
import type { RunningCommand } from '../state/running-command.js';

const maxWidth = 110;
/** The columns of the command's output, in a body this wide. */
export const commandColumns = (columns: number): number => Math.max(20, Math.min(columns, maxWidth) - 4);
/** The rows of its output, in a body this high: the borders and its end need the others. */
const commandRows = (rows: number): number => Math.max(1, rows - 4);
/** The cursor of a typed reply. */
export const cursorSign = '▏';
/** Whether the command waits for a reply. */
export const waitsForReply = ({ isReading, code }: RunningCommand): boolean => isReading && code === undefined;

/** All rows of the output, with the typed text behind the last line. */
function outputRows(running: RunningCommand, columns: number): readonly string[] {
  const { lines, typing } = running;
  const cursor = waitsForReply(running) ? cursorSign : '';
  return lines.flatMap((text, at) => {
    const isLast = at === lines.length - 1;
    if (isLast && text === '' && typing === '' && cursor === '') return [];
    const shown = escapeControls(text) + (isLast ? `${escapeControls(typing)}${cursor}` : '');
    return width(shown) <= columns ? [shown] : wrap(shown, columns); // a line that fits keeps its indentation
  });
}
/** The number of rows above the visible ones. */
export const hiddenRows = (running: RunningCommand, { rows, columns }: Size): number =>
  Math.max(0, outputRows(running, commandColumns(columns)).length - commandRows(rows));

/** The visible rows of the output in a body of this size: its end, unless it is scrolled. */
export function visibleRows(running: RunningCommand, { rows, columns }: Size): readonly string[] {
  const all = outputRows(running, commandColumns(columns));
  const most = commandRows(rows);
  const end = all.length - Math.min(running.scrolled, Math.max(0, all.length - most));
  return all.slice(Math.max(0, end - most), end);
}
