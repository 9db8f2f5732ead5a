// Wide characters behind a dialog, as two cells of their own: Ink shifts a row in which a box covers half of one.

import { graphemes, width } from './text.js';

/** The second cell of a wide character: a private-use character of one column. */
const second = '\u{f8ff}';
/** The first cells are private-use characters of the planes 15 and 16, one for each character of the planes 0 and 1. */
const firstPlane = 0xf0000;
const covered = '·';

/** A text with two characters of one column in place of each wide one; dots for a wide one of several code points. */
export const inCells = (text: string): string =>
  [...graphemes(text)].map(({ segment }) => (width(segment) > 1 ? cellsOf(segment) : segment)).join('');
function cellsOf(wide: string): string {
  const code = wide.codePointAt(0)!;
  const isOne = wide.length === String.fromCodePoint(code).length && code < 0x1fffe;
  return isOne ? String.fromCodePoint(firstPlane + code) + second : covered + covered;
}

const cells = new RegExp(`[\\u{f0000}-\\u{10ffff}]${second}?|${second}`, 'gu');
/** A frame with the wide characters again; half of one, whose other half is covered, is a dot. */
export const fromCells = (frame: string): string =>
  frame.replace(cells, (found) => {
    if (!found.endsWith(second)) return covered;
    const wide = found === second ? '' : String.fromCodePoint(found.codePointAt(0)! - firstPlane);
    // no private-use text of a service becomes a control
    return width(wide) === 2 ? wide : covered.repeat(found === second ? 1 : 2);
  });
