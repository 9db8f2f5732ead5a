// `--jq`: runs an expression. Renders results as lines, errors as sentences, with a note if jq computed with long
// numbers.
import { escapeForTerminal, tokenEnd } from '../../../services/json-text.js';
import { sameValue } from '../../../text/compare-decimal.js';
import { escapeControls, escapeLines } from '../../../text/visible.js';
import { type StartJq, startJq } from '../shared-jq.js';
import { JqFailed } from './problems.js';
import type { FormattedText } from './shape.js';

// Evaluates a plain path of jq (`.status`, `.[0].id`, `.items[].name`) without the jq engine, which starts four times
// slower than Node.

/** A step of a path: a field, an element by number, or every element. */
type Step = string | number | 'every element'[];

/** The steps of a plain path; undefined for other expressions. */
export function pathSteps(expression: string): readonly Step[] | undefined {
  const text = expression.trim();
  if (text === '.' || text === '') return [];
  const steps: Step[] = [];
  const pattern = /\.?\[(-?\d{1,9})?\]|\.([A-Za-z_]\w*)/y;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const [part, element, field] = pattern.exec(text) ?? [];
    if (part === undefined || (at === 0 && !part.startsWith('.'))) return undefined;
    steps.push(field ?? (element === undefined ? ['every element'] : Number(element)));
  }
  return steps;
}

/**
 * Evaluates a plain path like jq: each result is compact JSON on a line. Undefined for other expressions, for errors of
 * jq, and for values that jq may spell differently; the jq engine then evaluates the expression.
 */
export function pathResults(expression: string, json: string): string | undefined {
  const steps = pathSteps(expression);
  if (!steps || json.includes('\u007f')) return undefined; // jq escapes that character
  try {
    const document: unknown = JSON.parse(json);
    if (JSON.stringify(document) !== withoutSpace(json)) return undefined;
    let values: unknown[] = [document];
    for (const step of steps) values = values.flatMap((value) => stepInto(value, step));
    return values.map((value) => `${JSON.stringify(value)}\n`).join('');
  } catch {
    return undefined; // not JSON, too deep, or a step that jq refuses with its own message
  }
}

/** @throws {TypeError} if jq fails, or orders values differently */
function stepInto(value: unknown, step: Step): unknown[] {
  if (Array.isArray(step)) {
    if (!Array.isArray(value)) throw new TypeError('no array');
    return value;
  }
  if (value === null) return [null];
  if (typeof step === 'number') {
    if (!Array.isArray(value)) throw new TypeError('no array');
    return [value.at(step) ?? null];
  }
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError('no object');
  return [Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : null];
}

const withoutSpace = (json: string): string =>
  /\s/.test(json) ? json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text?: string) => text ?? '') : json;

/** Why jq does not take an expression, as a clause; undefined if it does. jq compiles it without input, so nothing runs. */
export async function unfitReason(expression: string, start: StartJq = startJq): Promise<string | undefined> {
  if (pathSteps(expression)) return undefined;
  const jq = await start();
  const { status, said } = await jq.run(expression, '');
  return status === 0 ? undefined : reason(said);
}

/**
 * Renders the results, one per line: texts bare unless `quoted`, everything else as compact JSON.
 * @throws {JqFailed}
 */
export async function filtered(
  json: string,
  expression: string,
  { quoted, terminal, start = startJq }: { quoted: boolean; terminal: boolean; start?: StartJq },
): Promise<FormattedText> {
  const path = pathResults(expression, json);
  const { status, results, said } =
    path === undefined ? await (await start()).run(expression, json) : { status: 0, results: path, said: '' };
  if (status !== 0) throw new JqFailed(reason(said));
  const { text: exact, computed } = withDigits(json, results);
  const text = !quoted ? bare(exact, terminal) : terminal ? escapeForTerminal(exact) : exact;
  const warning =
    'jq computes with doubles: a number in the result is not in the response, which has numbers that no double can represent';
  const notes = [...said.trimEnd().split('\n'), computed ? warning : ''].filter((aside) => aside !== '');
  return { text, notes: notes.map((note) => [note]) };
}

/** The results of an expression as compact JSON texts, without notes. @throws {JqFailed} */
export async function jqResults(json: string, expression: string, start: StartJq): Promise<readonly string[]> {
  const { text } = await filtered(json, expression, { quoted: true, terminal: false, start });
  return text.split('\n').filter((line) => line !== '');
}

/** Whether jq counts a result as true. */
export const isTrue = (result: string): boolean => result !== 'false' && result !== 'null';

/** The message of jq without file names, line counts and shell advice. */
function reason(message: string): string {
  const first = message.split('\n').find((line) => line.trim() !== '') ?? 'it ended without a message';
  const plain = first
    .replace(/^jq: (error|parse error|ignoring parse error):?\s*/, '')
    .replace(/^\(at [^)]*\)\s*/, '')
    .replace(/^\(not a string\)(?=:)/, 'error')
    .replace(/^:\s*/, '')
    .replace(' (Unix shell quoting issues?)', '')
    .replace(/ at <top-level>, line 1:?$/, '')
    .replace(/ at <top-level>, (line \d+):?$/, ' in $1');
  return escapeControls(plain.trim().replace(/\.$/, ''));
}

/** Unquotes strings and keeps other lines. Not a regular expression: `.` and `$` would end a line at U+2028. */
function bare(results: string, terminal: boolean): string {
  const lines = results.split('\n').map((line) => {
    if (!line.startsWith('"')) return terminal ? escapeForTerminal(line) : line;
    const text = JSON.parse(line) as string;
    return terminal ? escapeLines(text) : text;
  });
  return lines.join('\n');
}

/**
 * Restores the spelling of numbers: jq writes `1e400` as `1E+400`. `computed`: the result has a number that the
 * response lacks, and the response has numbers that a double cannot represent.
 */
export function withDigits(json: string, results: string): { text: string; computed: boolean } {
  const values = new Set<string>();
  const spellings = new Map<string, string>();
  let long = false;
  for (const { token } of numbers(json)) {
    values.add(token.length < 16 ? token : sameValue(token));
    if (/e/i.test(token)) spellings.set(passedOn(token), token);
    long ||= (token.length > 15 || /e/i.test(token)) && sameValue(String(Number(token))) !== sameValue(token);
  }
  if (!long && spellings.size === 0) return { text: results, computed: false };
  const names = long ? new Set([...values].map(sameValue)) : values;
  let computed = false;
  let text = '';
  let at = 0;
  for (const { token, start } of numbers(results)) {
    computed ||= long && !names.has(sameValue(token));
    const spelling = token.includes('E') ? spellings.get(passedOn(token)) : undefined;
    if (spelling === undefined) continue;
    text += results.slice(at, start) + spelling;
    at = start + token.length;
  }
  return { text: text + results.slice(at), computed };
}

function* numbers(json: string): Generator<{ token: string; start: number }> {
  for (let start = 0; start < json.length; ) {
    const end = tokenEnd(json, start);
    if (/[-\d]/.test(json[start] ?? '')) yield { token: json.slice(start, end), start };
    start = end;
  }
}

/** The parts of a number that jq preserves: sign, digits with their zeros, power of ten. */
function passedOn(token: string): string {
  const [mantissa = '', power = '0'] = token.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^(-?)0+(?=\d)/, '$1');
  return `${digits}e${Number(power) - fraction.length}`;
}
