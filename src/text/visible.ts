// Escapes text from services for a terminal: makes control and invisible characters visible.
import { replaceUnsafe } from '../services/unsafe-characters.js';

/** Escapes a text for one line: control and invisible characters become `\x1b`, `\u202e` or `\u{e0041}`. */
export function escapeControls(text: string): string {
  return replaceUnsafe(text, visible).replace(/[\n\t]/g, visible);
}

/** Whether a CI system reads the output: then texts for people pass `withoutCommands` (`text/ci-commands`). */
export const isOnCi = ({ CI, GITHUB_ACTIONS, TF_BUILD }: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(CI || GITHUB_ACTIONS || TF_BUILD);

/** Escapes a text of several lines; keeps line feeds and tabs. */
export const escapeLines = (text: string): string => replaceUnsafe(text, visible);

/** A character as an escape: `\x1b`, `\u202e` or `\u{e0041}`. */
export function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}
