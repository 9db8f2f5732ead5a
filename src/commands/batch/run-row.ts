// Runs one row of a batch: its command, with the values of earlier rows and an output of its own.

import { Writable } from 'node:stream';
import { readWords } from '../../cli/arguments.js';
import type { Arguments } from '../../cli/command.js';
import { type Context, contextWith } from '../../cli/context.js';
import { explainEnd } from '../../cli/errors.js';
import { parseLine } from '../../cli/find-command.js';
import type { Flags } from '../../cli/options.js';
import { RunOutput } from '../../cli/output/command-output.js';
import type { World } from '../../cli/world.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isNothing, isScalar, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import type { PlannedRow } from './plan.js';
import { neededBy, withEarlierValues } from './rows.js';

/** How a row has ended. */
export interface RowEnd {
  readonly code: number;
  /** The JSON text that it printed; empty for none. */
  readonly result: string;
  /** The error as JSON, where it has one. */
  readonly error: string | undefined;
  /** Its operation, where the ledger alone says that it was sent. */
  readonly operation?: string;
}
/** What a row runs in. `newRecipient`: the receipt of the batch has shown the new recipients, and they were confirmed. */
interface RowOptions {
  readonly context: Context;
  readonly newRecipient: boolean;
}

/**
 * Runs a row. @param results those of the rows that it takes values from. @param own a world and flags of its own, by which the check of a batch runs it
 * @returns how it has ended; it never throws
 */
export async function runRow(
  row: PlannedRow,
  results: ReadonlyMap<number, RowEnd>,
  { context, newRecipient }: RowOptions,
  { world: base = context.world, flags: more = {} }: { readonly world?: World; readonly flags?: Flags } = {},
): Promise<RowEnd> {
  const [stdout, stderr] = [collector(), collector()];
  const world: World = Object.create(base, { stdin: { value: noInput }, stdout: { value: stdout }, stderr: { value: stderr } });
  const settings = context.settings();
  const confirm = context.flags.confirm ?? (settings.of.protected === true ? settings.profile.value : undefined); // the batch was confirmed with that name
  const { profile } = context.flags; // next commands name it
  const batchFlags: Flags = {
    ...(confirm === undefined ? {} : { confirm }),
    ...(profile === undefined ? {} : { profile }),
    ...more,
    json: true,
    yes: true,
    noInput: true,
  };
  const runWith = async (flags: Flags, work: (own: Context) => Promise<number>): Promise<RowEnd> => {
    const { redact } = context.out;
    const out = new RunOutput(world, flags, { settings: () => context.settings(), cancellation: context.cancellation, redact });
    const own = contextWith(context, { world, flags, out, log: () => {} });
    const code = await work(own)
      .then((ended) => {
        if (out.deferred) throw out.deferred;
        return ended;
      })
      .catch((error: unknown) => explainEnd(error, own));
    return { code, result: stdout.text().trim(), error: code === 0 ? undefined : errorIn(stderr.text()) };
  };
  try {
    const args = row.args ?? (await parsedAgain(row, results));
    const options = {
      ...args.options,
      ...(row.clientRef === undefined ? {} : { clientRef: row.clientRef }),
      ...(newRecipient && row.needs.length === 0 ? { newRecipient: true } : {}), // only one that the receipt has shown
      ...(row.lane?.startsWith('key ') && args.options.confirmations === undefined ? { confirmations: '0' } : {}),
    };
    const command = async (own: Context) => (await row.found.command.run({ ...args, options }, own)) ?? 0;
    return await runWith({ ...ownFlags(args.options), ...batchFlags }, command);
  } catch (error) {
    return runWith(batchFlags, () => Promise.reject(error));
  }
}
/** The arguments of a row that was not kept parsed, with the values of earlier rows. */
async function parsedAgain(row: PlannedRow, results: ReadonlyMap<number, RowEnd>): Promise<Arguments> {
  const words = withEarlierValues(row.words, (name, path) => earlierValueOf(results, row, name, path));
  return parseLine(words, { ...row.found, words: readWords(words).words.slice(1) });
}
/** The flags of a row that shape its read. */
const ownFlags = ({ fields, jq, match, sortBy, limit, allowUnknownWord, lang }: Readonly<Record<string, unknown>>): Flags =>
  Object.fromEntries(
    Object.entries({ fields, jq, match, sortBy, limit, allowUnknownWord, lang }).filter(([, value]) => value !== undefined),
  );

/** The value at a path of the result of an earlier row. */
function earlierValueOf(results: ReadonlyMap<number, RowEnd>, row: PlannedRow, name: string, path: string): string | undefined {
  const number = row.needs[neededBy(row).indexOf(name)];
  const end = number === undefined ? undefined : results.get(number);
  if (end === undefined || end.code !== 0) throw new BadInput('BAD_ROW', `The row that it takes a value from has failed, or was not run.`);
  const value = valueAt(parseLossless(end.result || 'null'), path);
  const text = isScalar(value) && !isNothing(value) ? asText(value) : undefined;
  if (text?.startsWith('-')) throw new BadInput('BAD_ROW', `The value of ${name}.${path} begins with a hyphen.`);
  return text;
}

/** The error that a row has printed, as JSON text. */
function errorIn(text: string): string | undefined {
  const line = text
    .trim()
    .split('\n')
    .findLast((one) => one.startsWith('{'));
  if (line === undefined) return text.trim() === '' ? undefined : JSON.stringify({ message: text.trim().slice(0, 500) });
  const { error } = JSON.parse(line) as { readonly error?: unknown };
  return JSON.stringify(error ?? JSON.parse(line));
}

/** A standard input without anything. */
const noInput = Object.assign(
  (async function* () {
    // nothing
  })(),
  { isTTY: false },
) as unknown as World['stdin'];

function collector(): Writable & { text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer | string, _, done) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString('utf8') });
}
