// Text from elsewhere, made safe for a terminal: what would act or hide is shown.
import { replaceUnsafe } from '../../services/unsafe-characters.js';

/** The text for one line of a terminal: each character that would act or hide is shown as `\x1b`, `\u202e` or `\u{e0041}`. */
export function escapeControls(text: string): string {
  return replaceUnsafe(text, shown).replace(/[\n\t]/g, shown);
}

/** The same for text of several lines: line feeds and tabs stay. */
export const escapeLines = (text: string): string => replaceUnsafe(text, shown);

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}
