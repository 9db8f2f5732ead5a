// The case screen: all that `tuk find` knows of a text, with its time line, its tree and its money.

import { lineWithoutKeys } from '../../money/keys/line-without-keys.js';
import { quoted, splitWords } from '../../services/command-line.js';
import { isPrefixedHash } from '../../services/forms.js';
import { cutMiddle } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { type BoardScreen, board } from './screens.js';

/** The name of the screen in the path. It belongs to no group. */
const group = 'Case';
/** How often it is read again, seconds: a search makes many requests. */
const every = 20;

/** The search for a text; undefined for a text that may be a key. A hash would be taken for one. */
export function findLine(text: string): string | undefined {
  const line = isPrefixedHash(text) ? `find --hash ${text}` : `find ${quoted(text)}`;
  return lineWithoutKeys(line) === line ? line : undefined;
}

/** Whether a command line searches for a text: `find 202`. */
export const isSearch = (line: string): boolean => /^find +\S/.test(line);

/** The words of a search without its options. */
function textIn(line: string): string {
  const words = splitWords(line)
    .slice(1)
    .filter((word) => word !== '--hash');
  const end = words.findIndex((word) => word.startsWith('--'));
  return words.slice(0, end < 0 ? undefined : end).join(' ');
}
/** The case of a text. @param line the search @param text by default the text in the line */
export const caseScreen = (line: string, text = textIn(line)): BoardScreen =>
  board(group, { name: cutMiddle(escapeControls(text), 40), command: line, kind: 'case', every });
