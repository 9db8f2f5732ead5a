// The formats `json` and `ndjson`: one text, or one line per element of the list.

import { escapeForTerminal, relayout } from '../../../services/json-text.js';
import { stringifyLossless } from '../../../services/lossless-number.js';
import { elementsOf, type FormattedText, type ShapedValue } from './shape.js';

/** An indented JSON text with its digits, escaped for a terminal. */
export function laidOut(json: string): FormattedText {
  return { text: `${escapeForTerminal(relayout(json, 2))}\n` };
}

/** A sorted or selected value: compact in a pipe, indented on a terminal. */
export function asJson(shaped: ShapedValue, terminal: boolean): FormattedText {
  const json = stringifyLossless(shaped.value);
  return terminal ? laidOut(json) : { text: `${json}\n` };
}

/** One compact line per element of the list; a single line for other values. */
export function asLines(shaped: ShapedValue, terminal: boolean): FormattedText {
  const lines = elementsOf(shaped).map((element) => `${stringifyLossless(element)}\n`);
  const text = lines.join('');
  return { text: terminal ? escapeForTerminal(text) : text };
}
