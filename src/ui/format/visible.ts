// Text from elsewhere, made safe for a terminal: what would act or hide is shown.

// Controls, invisible formatting, line separators, lone surrogates and all that a terminal draws as nothing (tags, fillers,
// variation selectors), save the selector that only makes a sign an emoji. The same class stands in services/json-text.ts.
const unsafe = String.raw`(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
let made: RegExp | undefined;
/** Made when a text first needs it: V8 gathers the classes from Unicode's tables, which costs a start two milliseconds. */
const unsafeOnes = (): RegExp => (made ??= new RegExp(unsafe, 'gu'));
/** ASCII, and the signs that this program draws with: nothing of these is unsafe. */
const plain = /^[\x20-\x7e\u00b7\u2010-\u2027\u2190-\u21ff\u2500-\u27bf]*$/;
const plainLines = /^[\n\t\x20-\x7e\u00b7\u2010-\u2027\u2190-\u21ff\u2500-\u27bf]*$/;

/** The text for one line of a terminal: each character that would act or hide is shown as `\x1b`, `\u202e` or `\u{e0041}`. */
export function escapeControls(text: string): string {
  return plain.test(text) ? text : text.replace(unsafeOnes(), shown);
}

/** The same for text of several lines: line feeds and tabs stay. */
export function escapeLines(text: string): string {
  if (plainLines.test(text)) return text;
  return text.replace(unsafeOnes(), (character) => (character === '\n' || character === '\t' ? character : shown(character)));
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}
