// `tuk case`: packs what is known of a thing into a file, and shows such a file to a colleague, offline.

import { type Arguments, type Context, type Group, textResult } from '../../cli/command/command.js';
import { writeOutputFile } from '../../cli/files/output-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { buildOf } from '../../cli/settings/world.js';
import { classInWords } from '../../services/catalogue/statuses.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { readPlainFile } from '../../session/plain-file.js';
import { masked, maskedText } from '../../text/mask.js';
import { moneyStates } from '../../text/money-place.js';
import { localText, ofTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';

// The case file: what `tuk find` knew of a thing, for a colleague who has no access. It is read as hostile input:
// bounds on size, depth and counts, all texts escaped, no actions, no command lines.

/** The name and the version of the format, its first member. */
export const format = 'tuk-case 1';
/** The largest file, bytes; the deepest nesting, the most values and rows, the longest text, UTF-16 units. */
const [mostBytes, mostRows, longest] = [4 * 1024 ** 2, 500, 4000] as const;
export const [deepest, mostValues] = [16, 50_000] as const;

interface CaseFile {
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

/** The rows of the case screen for a text, as JSON, and the requests that it made. @throws {Failure} */
type Search = (
  args: Arguments,
  context: Context,
) => Promise<{ readonly rows: string; readonly requests: readonly object[] }>;
/** Shows a case on the whole terminal; without one it returns its texts. */
type Show = (file: CaseFile, line: string, context: Context) => Promise<string | undefined>;

/** Makes the group from what other commands do for a case. */
export const caseGroup = (search: Search, show: Show): Group => ({
  commands: [
    {
      name: 'pack',
      values: '<id-or-hash...>',
      summary: 'Write what is known of an item into a new file, for a ticket or a colleague',
      description: `Use it to hand a case to a colleague, who opens it with tuk case open. The file has the responses of tuk find, with their times.
Names, phone numbers and e-mail addresses are masked. Tokens and other secrets are left out.
Only you can read the file (mode 0600). tuk overwrites no file.`,
      prints: 'text',
      examples: ['tuk case pack 53'],
      run: async (args, context) => {
        const { rows, requests } = await search(args, context);
        const now = context.world.clock.now();
        const about = args.positionals.join(' ');
        const packed = {
          about: maskedText(about),
          packedAt: new Date(now).toISOString(),
          requests,
          rows: masked(parseLossless(rows)),
        };
        const slug = maskedText(about)
          .replace(/[^\w-]+/g, '-')
          .slice(0, 18)
          .replace(/-+$/, '');
        const name = `case-${slug}-${localText(now).replace(/[-:]/g, '').replace('T', '-')}.json`;
        const text = context.out.redact.clean(
          stringifyLossless({ format, packedBy: buildOf(context.world), ...packed }),
        );
        writeOutputFile(inWorkingFolder(context.world, name), Buffer.from(`${text}\n`), {
          name,
          mode: 0o600,
          exists: () => new BadInput('FILE_EXISTS', `${name} exists.`, 'Run the command again in a moment.'),
        });
        return textResult(`${inWorkingFolder(context.world, name)}\n`);
      },
    },
    {
      name: 'open',
      values: '<file>',
      summary: 'Show the file of a case, offline',
      description: `The screen of the case as it was packed, without actions and without a request. Without a terminal it prints its texts.
A file that is not one is exit 2.`,
      prints: 'text',
      readOnly: true,
      examples: ['tuk case open <file>'],
      run: async ({ positionals: [file = ''] }, context) => {
        const text = await show(caseIn(textOf(file, context), file), `case open ${file}`, context);
        return text === undefined ? 0 : textResult(text);
      },
    },
  ],
});

/** The text of the file. @throws {BadInput} BAD_CASE_FILE */
function textOf(file: string, context: Context): string {
  try {
    return readPlainFile(inWorkingFolder(context.world, file), { most: mostBytes, links: true });
  } catch (error) {
    throw new BadInput('BAD_CASE_FILE', `${file} cannot be read: ${(error as Error).message}.`);
  }
}
