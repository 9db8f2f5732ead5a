// What a command returns: its response, how it is shown, and what is known beside it. `cli/output/print-result` prints
// it; -w, several profiles, screens and `tuk diff` read it.

import { kebab } from '../../services/catalogue/define.js';
import type { Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Line } from '../../text/line.js';
import { maskedText } from '../../text/mask.js';
import type { Presentation } from '../output/output.js';
import type { Note } from './notes.js';

export interface Result {
  readonly body: Body;
  readonly shown: Presentation;
  /**
   * The parts that could not be read, complete once the pages are read. The first is the failure of the run, after its
   * output.
   */
  readonly failures: readonly Failure[];
  /** The exit code if no part failed. */
  readonly exit: number;
}
/** `json`: a response, or its pages; without pages nothing was read, as in a dry run. `lines`: for people. */
type Body =
  | { readonly is: 'json'; readonly pages: readonly string[] | AsyncIterable<string> }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'lines'; readonly lines: readonly Line[] }
  | { readonly is: 'bytes'; readonly bytes: Uint8Array };

/** The parts of a context that a response needs. */
interface Noting {
  note(note: Note): void;
  readonly out: { isMasked(stream: 'stdout'): boolean };
}

/** The result of a JSON text. @param json undefined: nothing was read, as in a dry run */
export const resultOf = (
  json: string | undefined,
  shown: Presentation = {},
  { failures = [], exit = 0 }: Partial<Pick<Result, 'failures' | 'exit'>> = {},
): Result => ({ body: { is: 'json', pages: json === undefined ? [] : [json] }, shown, failures, exit });

/** The result that people read as lines. */
export const linesResult = (lines: readonly Line[]): Result => ({
  body: { is: 'lines', lines },
  shown: {},
  failures: [],
  exit: 0,
});

/** The result of a text that is not JSON. */
export const textResult = (text: string): Result => ({ body: { is: 'text', text }, shown: {}, failures: [], exit: 0 });

/** The result of a response as it is: JSON, text or bytes. */
export function responseResult(
  { call, bytes, text: inNames, original: text = inNames }: Response,
  shown: Presentation,
  context: Noting,
): Result {
  const { name, service, effect } = call;
  const persons = () => call.persons === true;
  const of = () => ({ calls: [name], ...shown.of?.(), map: call.map });
  const base = { shown: { persons, hasEffect: effect !== 'none', ...shown, of }, failures: [], exit: 0 };
  if (call.as === 'bytes') return { ...base, body: { is: 'bytes', bytes } };
  if (call.as === 'text')
    return { ...base, body: { is: 'text', text: context.out.isMasked('stdout') ? maskedText(text) : text } };
  if (text !== '') return { ...base, body: { is: 'json', pages: [text] } };
  if (effect !== 'money') context.note({ is: 'empty', what: `${service} ${kebab(name)}` }); // a transfer says how it ended
  return { ...base, body: { is: 'json', pages: [] } };
}
