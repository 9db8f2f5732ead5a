// Raw JSON as lines, with line numbers and folded parts.

import { jsonLine } from '../../text/json-lines.js';
import { filled, type Line, span } from '../../text/line.js';
import { escapeControls } from '../../text/visible.js';
import { endOf, seenLines } from '../state/folding.js';
import { clamped } from '../state/list.js';
import type { Size } from '../state/page.js';
import type { JsonScreen } from '../state/screens.js';

/** Raw JSON from its first visible line on. @param fits whether a line has the searched text */
export function jsonBody(screen: JsonScreen, { rows, columns }: Size, fits: (text: string) => boolean): Line[] {
  const { layout, top, query, marked = 0, folded = [] } = screen;
  const visible = seenLines(screen);
  const digits = String(layout.length).length + 1;
  const first = clamped(top, visible.length - rows);
  return visible.slice(first, first + rows).map((at): Line => {
    const hidden = folded.includes(at) ? (endOf(layout, at) ?? at) - at : 0;
    const text = escapeControls(layout[at]!);
    const rest = hidden > 0 ? ` … ${hidden - 1} ${hidden === 2 ? 'line' : 'lines'} ${layout[at + hidden]!.trim()}` : '';
    const fold = hidden > 0 ? '+' : /[{[]$/.test(layout[at]!) ? '-' : ' ';
    const number = span(`${at === marked ? '▸' : ' '}${String(at + 1).padStart(digits)} ${fold} `, 'muted');
    const isFound = query !== '' && fits(layout[at]!);
    const pieces =
      at === marked
        ? filled([number, span(text + rest)], columns).map((piece) => span(piece.text, 'select'))
        : [number, ...(isFound ? [span(text, 'need')] : jsonLine(text)), span(rest, 'muted')];
    return pieces.map((piece) => ({ ...piece, target: { choice: at } }));
  });
}
