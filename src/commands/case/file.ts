// The case file: what `tuk find` knew of a thing, for a colleague who has no access. It is read as hostile input:
// bounds on size, depth and counts, all texts escaped, no actions, no command lines.

import { classInWords } from '../../services/catalogue/statuses.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { moneyStates } from '../../text/money-place.js';
import { ofTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';

/** The name and the version of the format, its first member. */
export const format = 'tuk-case 1';
/** The largest file, bytes; the deepest nesting, the most values and rows, the longest text, UTF-16 units. */
const [mostRows, longest] = [500, 4000] as const;
export const [mostBytes, deepest, mostValues] = [4 * 1024 ** 2, 16, 50_000] as const;

export interface CaseFile {
  readonly about: string;
  /** When it was packed, ISO 8601. */
  readonly packedAt: string;
  /** The rows of the case screen. */
  readonly rows: readonly Row[];
  /** The requests that it was made of, with the times of their responses. */
  readonly requests: readonly Row[];
}

const unusable = (file: string, why: string): BadInput =>
  new BadInput('BAD_CASE_FILE', `${file} is no case file: ${why}.`);

/** Reads the text of a case file. @throws {BadInput} BAD_CASE_FILE */
export function caseIn(text: string, file: string): CaseFile {
  let value: unknown;
  try {
    value = depthOf(text) > deepest ? undefined : parseLossless(text);
  } catch {
    throw unusable(file, 'it is not JSON');
  }
  if (value === undefined) throw unusable(file, `it is nested deeper than ${deepest} levels`);
  if (!isRecord(value) || value.format !== format) throw unusable(file, `it does not begin with "${format}"`);
  const count = { left: mostValues };
  const { about, packedAt, rows, requests } = cleaned(value, count) as Row;
  if (count.left < 0) throw unusable(file, `it has more than ${mostValues} values`);
  if (!Array.isArray(rows) || rows.length > mostRows || !rows.every(isRecord))
    throw unusable(file, `its rows are not a list of at most ${mostRows} objects`);
  if (ofTime(asText(packedAt)) === undefined) throw unusable(file, 'it does not say when it was packed');
  return {
    about: asText(about),
    packedAt: asText(packedAt),
    rows: rows.map((row) => inBounds(row, rows.length)),
    requests: Array.isArray(requests) ? requests.filter(isRecord).slice(0, mostRows) : [],
  };
}

/** The depth of brackets outside of texts, counted before anything recurses. */
function depthOf(text: string): number {
  let [depth, most, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isText && char === '\\') at += 1;
    else if (char === '"') isText = !isText;
    else if (!isText && (char === '{' || char === '[')) most = Math.max(most, ++depth);
    else if (!isText && (char === '}' || char === ']')) depth -= 1;
  }
  return most;
}

/** A value with its texts and names escaped and cut; other scalars than JSON has are texts. */
function cleaned(value: unknown, count: { left: number }): unknown {
  if (--count.left < 0) return null;
  if (typeof value === 'string') return escapeControls(value.slice(0, longest));
  if (Array.isArray(value)) return value.map((one) => cleaned(one, count));
  if (!isRecord(value)) return typeof value === 'object' && value !== null ? asText(value) : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__proto__')
      .map(([name, field]) => [escapeControls(name.slice(0, 200)), cleaned(field, count)]),
  );
}

/** A row with the fields that the screen follows in their own forms, and without what could be run. */
function inBounds({ actions: _, command: __, links, class: kind, money, timeline, ...row }: Row, count: number): Row {
  const isLink = (at: unknown) => Number.isInteger(at) && Number(at) >= 0 && Number(at) < count;
  const isState = isRecord(money) && moneyStates.some((state) => state === money.state);
  const events = Array.isArray(timeline) ? timeline.filter(isRecord) : undefined;
  return {
    ...row,
    class: ofClass(kind),
    links: Array.isArray(links) ? links.map(Number).filter(isLink) : [],
    ...(isState ? { money } : {}),
    ...(events ? { timeline: events.map((event) => ({ ...event, class: ofClass(event.class) })) } : {}),
  };
}
const ofClass = (kind: unknown) => Object.keys(classInWords).find((name) => name === kind);
