// Makes one line of a run: repeats a read that waits, looks up or takes over what an earlier run has done, and judges
// the response.

import type { Context, Groups } from '../../cli/command/command.js';
import { jqResults } from '../../cli/output/formats/filter.js';
import { JqFailed } from '../../cli/output/formats/problems.js';
import type { StartJq } from '../../cli/output/shared-jq.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import type { World } from '../../cli/settings/world.js';
import type { Seal } from '../../money/verdict/seal.js';
import { type Deadline, monotonicNow } from '../../services/http/deadline.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { rounds } from '../../services/http/rounds.js';
import { asText, isNothing, isRecord, isScalar } from '../../services/json-value.js';
import { parsedIfJson, parseLossless } from '../../services/lossless-number.js';
import { unmetReason, withVariables } from '../request/condition.js';
import type { Journal } from './journal.js';
import { type PlannedLine, planLines } from './plan.js';
import { isSigned, type LineEnd, ledgerEnd, recordedAs, runLine } from './run-line.js';
import { type Ended, type Nouns, nameOf, type Values, type Wait } from './values.js';

/** The end of a line: in the rows of a batch, and in the report of a flow. */
export interface LineReport {
  readonly line: PlannedLine;
  readonly outcome: 'passed' | 'failed' | 'not-run';
  readonly milliseconds: number;
  /** The end of its command; undefined if it was not run. */
  readonly end?: LineEnd;
  /** The reason of the failure, a clause. */
  readonly why?: string;
  /** What to do about it, a sentence. */
  readonly hint?: string;
  /** It was made by an earlier run. */
  readonly earlier?: true;
  /** Its response was lost: its values and its condition were read from the service's record of it. */
  readonly shown?: true;
  readonly operation?: string;
  /** What the line has saved, redacted. */
  readonly saved?: Readonly<Record<string, string>>;
}

export interface MakeOptions {
  readonly groups: Groups;
  /** The context that all lines share. */
  readonly context: Context;
  readonly nouns: Nouns;
  readonly values: Values;
  readonly start: StartJq;
  readonly newRecipient: boolean;
  readonly interval?: string;
  readonly afterSent?: (operation: string) => Promise<void>;
  readonly group?: World['group'];
  /** The seals of each row by the check. */
  readonly seals: ReadonlyMap<number, readonly Seal[]>;
  /** The record of changes that move no value; only a run with a reference has it. */
  readonly journal: Journal | undefined;
}

/** Makes a line, and judges its end. Never throws for a line. @param ended the lines that it may take values from */
export async function makeLine(
  line: PlannedLine,
  ended: Map<number, Ended>,
  options: MakeOptions,
): Promise<LineReport> {
  const { context, values, start, nouns } = options;
  const { redact } = context.out;
  const begun = monotonicNow();
  const variables = line.expect || line.save || line.wait ? values.inConditions(line, ended) : {};
  const { end, earlier, late } = await make(line, ended, variables, options);
  const isJudged = judgesExit(line, end);
  const saved: Record<string, string> = {};
  const whys: string[] = [late, isJudged ? undefined : exitReason(end)].filter((why) => why !== undefined);
  const json = isNeeded(line) ? responseOf(end) : end.result || 'null';
  const isShown = earlier && isJudged && (await isRecordedWithoutResponse(line, context));
  if (whys.length === 0) {
    const why = line.expect && (await unmet(json, line.expect, { ...variables, exit: end.code }, start));
    if (why) whys.push(isShown ? `${why}; its response was lost, so expect was judged by what the service shows` : why);
    for (const [name, expression] of line.save ?? [])
      try {
        saved[name] = await savedBy(json, withVariables(expression, variables), name, start);
      } catch (error) {
        if (!(error instanceof BadInput)) throw error;
        whys.push(error.message);
      }
  }
  const isPassed = whys.length === 0;
  if (isPassed) ended.set(line.number, { json, saved });
  const { code, hint, operation } = end.error ?? {};
  const printed = line.effect === 'transfer' ? parsedIfJson(end.result) : undefined;
  const cleaned = Object.entries(saved).map(([name, value]) => [name, redact.clean(value)]);
  const isHidden = code === 'NEW_RECIPIENT' && line.needs.length > 0;
  return {
    line,
    outcome: isPassed ? 'passed' : 'failed',
    milliseconds: Math.round(monotonicNow() - begun),
    end,
    why: isPassed ? undefined : redact.clean(whys.join('; ')),
    hint: isJudged
      ? undefined
      : isHidden
        ? `A ${nouns.whole} cannot confirm a new recipient that another ${nouns.part} returns: write it in the line.`
        : hint,
    earlier: earlier || undefined,
    shown: isShown || undefined,
    operation: end.operation ?? (isRecord(printed) ? (printed.operation as string | undefined) : operation),
    saved: isPassed && cleaned.length > 0 ? Object.fromEntries(cleaned) : undefined,
  };
}

const isNeeded = ({ expect, save, wait }: PlannedLine) => Boolean(expect ?? save ?? wait);

/** Whether the condition of a line judges its exit code. Without one only 0 passes. */
const judgesExit = ({ expect, wait }: PlannedLine, { code, endsAll }: LineEnd) =>
  !endsAll && (code === 0 || [expect, wait?.until].some((condition) => /\$exit\b/.test(condition ?? '')));

/** Whether the ledger has the service's record of a transfer of an earlier run, and not its response. */
const isRecordedWithoutResponse = async ({ clientRef }: PlannedLine, context: Context) =>
  clientRef !== undefined &&
  (await recordedAs(clientRef, context)).some(({ answer, found }) => answer === undefined && found !== undefined);

interface Made {
  readonly end: LineEnd;
  readonly earlier?: true;
  /** Why a wait has ended, if its condition was not met. */
  readonly late?: string;
}

/** Runs the command of a line: once, or until its wait is met. Never throws. */
async function make(
  line: PlannedLine,
  ended: ReadonlyMap<number, Ended>,
  variables: Readonly<Record<string, string>>,
  options: MakeOptions,
): Promise<Made> {
  const { context, values, journal } = options;
  const filled = () => values.filled(line, ended);
  const runOnce = async (deadline?: Deadline) =>
    ledgerEnd(line, await runLine(line, { ...options, filled, deadline }), context);
  try {
    if (line.wait) return await waitFor(runOnce, line, line.wait, variables, options);
    // what is signed here is resumed by its own bytes
    if (line.effect === 'transfer' && line.earlier && !isSigned(line)) {
      const before = await lookUpEarlier(line, options);
      const end = await runOnce();
      const isNew = (await recordedAs(line.clientRef!, context)).some(({ id }) => !before.has(id));
      return { end, earlier: (end.code === 0 && !isNew) || undefined };
    }
    if (line.effect !== 'change' || journal === undefined) return { end: await runOnce() };
    return await journal.make(nameOf(line), filled(), runOnce);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, code, message, hint } = error;
    return { end: { code: exitCode(kind), result: '', error: { code, message, hint } } };
  }
}

/**
 * Looks earlier transfers of the line up whose outcome is not known: only then it can be known to be safe.
 * @returns the ids of all its earlier transfers
 */
async function lookUpEarlier(
  { clientRef, line }: PlannedLine,
  { groups, context, nouns, values }: MakeOptions,
): Promise<ReadonlySet<string>> {
  const recorded = await recordedAs(clientRef!, context);
  for (const { id, outcome } of recorded) {
    if (!/^(sending|unknown)$/.test(outcome)) continue;
    context.log(`◌ The outcome of ${id} is not known: looking it up.`);
    const check = { number: 1, line, words: ['ops', 'check', id] };
    const { planned } = await planLines([check], { groups, context, values, nouns });
    for (const row of planned) await runLine(row, { context, newRecipient: false, filled: () => check.words });
  }
  return new Set(recorded.map(({ id }) => id));
}

/** The failures after which a wait reads again, as `tuk wait` does. */
const passing = (['unreachable', 'server', 'rate-limited'] as const).map(exitCode);
/** The least time between two reads of a wait, milliseconds. */
const leastPause = 1000;

/** Reads until the condition of a wait is met, for `max` at most: a read without a response is then given up. */
async function waitFor(
  runOnce: (deadline: Deadline) => Promise<LineEnd>,
  line: PlannedLine,
  { until, max, every }: Wait,
  variables: Readonly<Record<string, string>>,
  { context, start }: MakeOptions,
): Promise<Made> {
  const pause = Math.max(context.world.leastInterval ?? leastPause, every);
  let late: Made | undefined;
  try {
    for await (const round of rounds(context.deadline.within(max), {
      every: pause,
      says: () => `${nameOf(line)} until ${until}`,
    })) {
      const end = await runOnce(round.deadline);
      const isRead = judgesExit(line, end);
      const why = isRead
        ? await unmet(responseOf(end), until, { ...variables, exit: end.code }, start)
        : exitReason(end);
      if (why === undefined || !(isRead || passing.includes(end.code))) return { end };
      late = { end, late: isRead ? `after ${max / 1000} s ${why}` : undefined };
      if (round.isLast()) break;
      if (round.isFirst) context.log(`◌ ${nameOf(line)}: waiting for at most ${max / 1000} s; ${why}`);
    }
  } catch (error) {
    if (!late || !context.deadline.isStopped()) throw error;
  }
  return late!;
}

async function unmet(json: string, condition: string, variables: Readonly<Record<string, unknown>>, start: StartJq) {
  const why = await unmetReason(json, condition, start, variables);
  return why === undefined ? undefined : `${condition} ${why}`;
}

/** The output of a line as JSON, else its error, else `null`. */
const responseOf = ({ result, error }: LineEnd) =>
  parsedIfJson(result) === undefined ? JSON.stringify(result || (error ?? null)) : result;

const exitReason = ({ code, error }: LineEnd) =>
  `exit ${code}${error?.message === undefined ? '' : `: ${error.message}`}`;

/** @throws {BadInput} if there is not one text or number */
async function savedBy(json: string, expression: string, name: string, start: StartJq) {
  const results = await jqResults(json, expression, start).catch((error: unknown) => {
    if (error instanceof JqFailed) throw new BadInput('BAD_ROW', `the value for ${name} failed: ${error.message}`);
    throw error;
  });
  const value = results[0] === undefined ? undefined : parseLossless(results[0]);
  if (isNothing(value) || value === '') throw new BadInput('BAD_ROW', `the response has no value for ${name}`);
  if (results.length > 1 || !isScalar(value))
    throw new BadInput('BAD_ROW', `the value for ${name} is not one text or number`);
  return asText(value);
}
