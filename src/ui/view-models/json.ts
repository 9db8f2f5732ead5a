// Raw JSON as lines, with line numbers and folded parts.

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
    const text =
      escapeControls(layout[at]!) + (hidden > 0 ? ` … ${hidden - 1} lines ${layout[at + hidden]!.trim()}` : '');
    const number = span(`${at === marked ? '▸' : ' '}${String(at + 1).padStart(digits)}  `, 'muted');
    const pieces =
      at === marked
        ? filled([number, span(text)], columns).map((piece) => span(piece.text, 'select'))
        : [number, span(text, query !== '' && fits(layout[at]!) ? 'need' : undefined)];
    return pieces.map((piece) => ({ ...piece, target: { choice: at } }));
  });
}
