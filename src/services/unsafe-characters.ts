// Characters that act or hide in a terminal: controls, line separators, lone surrogates, overrides of the direction,
// and all that a terminal draws as nothing. What joins, parts or directs letters is text: zero-width joiners and
// spaces, soft hyphens, direction marks, one variation selector after a character, the tags of a flag.

/** The overrides, embeddings and isolates of the direction: they show a text in another order than it has. */
export const overrides = String.raw`\u202a-\u202e\u2066-\u2069`;
const joins = String.raw`\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060\u{110bd}\u{110cd}`;
const selectors = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const tags = String.raw`[\u{e0020}-\u{e007f}]`;
const selected = String.raw`(?<=[^\s\p{Cc}A-Za-z${selectors}])[${selectors}]`;
const ofFlag = String.raw`(?<=\u{1f3f4}${tags}*)${tags}`;
const acts = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
const unsafe = `(?![${joins}]|${selected}|${ofFlag})${acts}`;
let compiled: RegExp | undefined;
/** ASCII with line feeds and tabs, and the symbols that this program draws. */
const safe = /^[\n\t\x20-\x7e\u00b7\u2010-\u2027\u2190-\u21ff\u2500-\u27bf]*$/;

/**
 * Replaces unsafe characters except line feeds and tabs. Compiles the pattern when first needed, because its Unicode
 * classes cost a start one to two milliseconds.
 */
export function replaceUnsafe(text: string, replacement: (character: string) => string): string {
  if (safe.test(text)) return text;
  compiled ??= new RegExp(unsafe, 'gu');
  return text.replace(compiled, (character) =>
    character === '\n' || character === '\t' ? character : replacement(character),
  );
}
