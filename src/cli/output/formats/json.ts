// The formats `json` and `ndjson`: one text, or one line for each element of the list.

import { escapeForTerminal, relayout } from '../../../services/json-text.js';
import { stringifyLossless } from '../../../services/lossless-number.js';
import { elementsOf, type Rendered, type Shaped } from './shape.js';

/** A JSON text indented, with its digits, and with control characters escaped for a terminal. */
export function laidOut(json: string): Rendered {
  return { text: `${escapeForTerminal(relayout(json, 2))}\n` };
}

/** A value that was sorted or picked from: compact in a pipe, indented on a terminal. */
export function asJson(shaped: Shaped, terminal: boolean): Rendered {
  const json = stringifyLossless(shaped.value);
  return terminal ? laidOut(json) : { text: `${json}\n` };
}

/** One compact line for each element of the list; anything else is one line. */
export function asLines(shaped: Shaped, terminal: boolean): Rendered {
  const lines = elementsOf(shaped).map((element) => `${stringifyLossless(element)}\n`);
  const text = lines.join('');
  return { text: terminal ? escapeForTerminal(text) : text };
}
