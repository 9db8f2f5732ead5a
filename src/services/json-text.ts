// Works on JSON as text, token by token: digits, escapes and duplicate keys stay as they are, and nothing recurses.

import { replaceUnsafe } from './unsafe-characters.js';

// Bounds the growth of the text.
const deepestPad = 64;

/**
 * Reformats JSON with `indent` spaces per level, or as one line for 0. Tokens are unchanged.
 * Text that is not valid JSON gives an undefined result, without an error.
 */
export function relayout(text: string, indent: number): string {
  const breaks =
    indent > 0 ? Array.from({ length: deepestPad + 1 }, (_, depth) => `\n${' '.repeat(indent * depth)}`) : [];
  const line = (depth: number) => breaks[Math.min(depth, deepestPad)] ?? '';
  const colon = indent > 0 ? ': ' : ':';
  let out = '';
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const end = tokenEnd(text, at);
    switch (text[at]) {
      case '{':
      case '[': {
        const next = afterSpace(text, end);
        if (text[next] === '}' || text[next] === ']') {
          out += text[at] + (text[next] as string);
          at = next + 1;
          continue;
        }
        depth++;
        out += text[at] + line(depth);
        break;
      }
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
        out += line(depth) + text[at];
        break;
      case ',':
        out += `,${line(depth)}`;
        break;
      case ':':
        out += colon;
        break;
      default:
        if (!isSpace(text.charCodeAt(at))) out += text.slice(at, end);
    }
    at = end;
  }
  return out;
}

/** The end of the token or white space that begins at `at`. */
export function tokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 0x22) return stringEnd(text, at);
  if (isSpace(code)) return afterSpace(text, at);
  if (isPunctuation(code)) return at + 1;
  let end = at + 1;
  while (end < text.length && !isBoundary(text.charCodeAt(end))) end++;
  return end;
}

/** The end of the string that begins at `at`; an unterminated string ends with the text. */
export function stringEnd(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === 0x5c) before--;
    if ((quote - 1 - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function afterSpace(text: string, at: number) {
  let end = at;
  while (isSpace(text.charCodeAt(end))) end++;
  return end;
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isPunctuation = (code: number) =>
  code === 0x2c || code === 0x3a || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
const isBoundary = (code: number) => code === 0x22 || isSpace(code) || isPunctuation(code);

/**
 * Escapes characters that must not reach a terminal as `\uXXXX`; the JSON value is the same. Line feeds and tabs
 * between tokens stay. A carriage return becomes a line feed.
 */
export function escapeForTerminal(json: string): string {
  return replaceUnsafe(json, (character) => (character === '\r' ? '\n' : escaped(character)));
}

/** A character as `\uXXXX` escapes, for JSON and YAML. */
export function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
