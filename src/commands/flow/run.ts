// Runs the steps of a flow, one after the other: fills in captures, waits, checks the conditions, saves.

import type { Context, Groups } from '../../cli/command.js';

import { exitCode } from '../../cli/exit-codes.js';
import { nextCommand } from '../../cli/next-command.js';
import type { StartJq } from '../../cli/output/shared-jq.js';
import { type PlannedLine, planLines } from '../../engine/lines/plan.js';
import { type LineEnd, ledgerEnd, recordedAs, runLine } from '../../engine/lines/run-line.js';

import { type Cancellation, monotonicNow } from '../../services/http/cancellation.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { withCaptures } from './captures.js';
import { type Condition, comparableWithRow, failureOf, valueAtPlace } from './expect.js';
import type { Step } from './file.js';
import type { FlowJournal } from './journal.js';
import { openTransfer, type StepReport } from './report.js';

export interface StepOptions {
  /** The steps of the file, by number. */
  readonly steps: ReadonlyMap<number, Step>;
  readonly groups: Groups;
  /** The context that all steps share. */
  readonly context: Context;
  readonly start: StartJq;
  readonly newRecipient: boolean;
  readonly keepGoing: boolean;
  /** The record of changes that move no value; only a flow with a reference has it. */
  readonly journal: FlowJournal | undefined;
}

/** Runs the steps, and says each end on stderr. It never throws for a step. @returns the end of every step */
export async function runSteps(planned: readonly PlannedLine[], options: StepOptions): Promise<readonly StepReport[]> {
  const { steps, context, keepGoing } = options;
  const captures = new Map<string, string>();
  const ended: StepReport[] = [];
  const width = Math.min(24, Math.max(...planned.map(({ number }) => steps.get(number)!.name.length)));
  for (const line of planned) {
    const step = steps.get(line.number)!;
    const { name, run } = step;
    const isOver =
      context.cancellation.isStopped() ||
      ended.some(({ outcome, endsAll }) => endsAll || (!keepGoing && outcome === 'failed'));
    const lacks = step.words.length > 0 && !hasCaptures(line, captures);
    for (const saved of step.save.keys()) captures.delete(saved); // of an earlier step with this name
    if (isOver || lacks) {
      const why = isOver ? undefined : 'the step that saves a value for it has failed';
      ended.push({ name, line: step.line, run, outcome: 'not-run', exit: null, milliseconds: 0, why });
      if (!isOver) context.log(`○ ${name.padEnd(width)}  ${why}`);
      continue;
    }
    const end = await runStep(line, step, captures, options);
    ended.push(end);
    const time = `${(end.milliseconds / 1000).toFixed(1)} s`;
    const mark = end.outcome === 'passed' ? '✓' : '✗';
    context.log(`${mark} ${name.padEnd(width)}  ${time}  ${end.earlier ? 'made before: ' : ''}tuk ${run}`);
    if (end.why !== undefined) context.log(`  ${end.why}`);
    if (end.hint !== undefined) context.log(`  ${end.hint}`);
    if (end.ledger !== undefined && end.ledger !== 'done')
      context.log(`  ${openTransfer(end.ledger, end.operation)} Check it: ${nextCommand(context, 'tuk ops check')}`);
    if (end.shown) context.log('  Its response was lost: the values come from a read of the service.');
    if (line.effect !== 'read') context.world.sharedFacts?.clear();
  }
  return ended;
}

function hasCaptures(line: PlannedLine, captures: ReadonlyMap<string, string>): boolean {
  try {
    withCaptures(line, new Map([...captures].map(([name]) => [name, '1'])));
    return true;
  } catch (error) {
    if (error instanceof BadInput) return false;
    throw error;
  }
}

/** The end of a step: conditions and captures read its response, or its error. */
interface StepEnd {
  readonly end: LineEnd;
  readonly earlier?: boolean;
  /** Why a wait has ended, if its conditions were not met. */
  readonly late?: string;
}

async function runStep(
  line: PlannedLine,
  step: Step,
  captures: Map<string, string>,
  options: StepOptions,
): Promise<StepReport> {
  const { context, start } = options;
  const begun = monotonicNow();
  const { name, run, expect, save, exits } = step;
  const attempt = await make(line, step, captures, options);
  const { end } = attempt;
  const json = responseOf(end);
  const isExpected = exits.includes(end.code) && !end.endsAll;
  const failed = [attempt.late, isExpected ? undefined : exitReason(end, exits)];
  const whys: string[] = failed.filter((why) => why !== undefined);
  const saved: Record<string, string> = {};
  const isShown = end.code === 0 && isRecordedWithoutResponse(line, context);
  if (whys.length === 0) {
    whys.push(...(await unmet(json, isShown ? await comparableWithRow(json, expect, start) : expect, start)));
    for (const [capture, place] of save)
      try {
        saved[capture] = captured(await valueAtPlace(json, place, start), capture);
      } catch (error) {
        whys.push(messageOf(error));
      }
  }
  const why = whys.join('; ');
  const isPassed = why === '';
  if (isPassed) for (const [capture, value] of Object.entries(saved)) captures.set(capture, value);
  const { redact } = context.out;
  const cleaned = Object.entries(saved).map(([capture, value]) => [capture, redact.clean(value)]);
  const printed = parsedIfJson(json);
  const operation = end.operation ?? (isRecord(printed) ? printed.operation : undefined);
  return {
    name,
    line: step.line,
    run,
    outcome: isPassed ? 'passed' : 'failed',
    exit: end.code,
    milliseconds: Math.round(monotonicNow() - begun),
    why: isPassed ? undefined : redact.clean(why),
    hint: isExpected ? undefined : hintOf(end, line),
    endsAll: end.endsAll || undefined,
    earlier: attempt.earlier || undefined,
    shown: isShown || undefined,
    clientRef: line.clientRef,
    operation: typeof operation === 'string' ? operation : undefined,
    ledger: end.outcome,
    saved: isPassed && cleaned.length > 0 ? Object.fromEntries(cleaned) : undefined,
  };
}

/** Whether the ledger has the service's record of a transfer of an earlier run, and not its response. */
const isRecordedWithoutResponse = ({ earlier, clientRef }: PlannedLine, context: Context): boolean =>
  earlier !== undefined &&
  clientRef !== undefined &&
  recordedAs(clientRef, context).some(({ answer, found }) => answer === undefined && found !== undefined);

/** Runs the command of a step: once, or until its wait is met. Never throws. */
async function make(
  line: PlannedLine,
  step: Step,
  captures: ReadonlyMap<string, string>,
  options: StepOptions,
): Promise<StepEnd> {
  const { context, journal } = options;
  const filled = (plannedLine: PlannedLine) => withCaptures(plannedLine, captures);
  const runOnce = async (cancellation?: Cancellation) =>
    ledgerEnd(line, await runLine(line, { ...options, filled, cancellation }), context);
  try {
    if (step.wait) return await waitFor(runOnce, step, options);
    if (line.effect === 'transfer') {
      const before = await lookUpEarlier(line, options);
      const end = await runOnce();
      return { end, earlier: end.code === 0 && before.size > 0 && !hasNew(line, before, context) };
    }
    if (line.effect === 'read' || journal === undefined) return { end: await runOnce() };
    const earlier = await journal.begin(step.name, withCaptures(line, captures));
    if (earlier) return { end: earlier, earlier: true };
    const end = await runOnce();
    journal.end(step.name, end);
    return { end };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, code, message, hint } = error;
    return { end: { code: exitCode(kind), result: '', error: JSON.stringify({ code, message, hint }) } };
  }
}

const hasNew = ({ clientRef = '' }: PlannedLine, before: ReadonlySet<string>, context: Context): boolean =>
  recordedAs(clientRef, context).some(({ id }) => !before.has(id));

/**
 * Looks earlier transfers of the step up whose outcome is not known: only then it can be known to be safe.
 * @returns the ids of all its earlier transfers
 */
async function lookUpEarlier(
  { earlier, clientRef, line }: PlannedLine,
  options: StepOptions,
): Promise<ReadonlySet<string>> {
  if (earlier === undefined || clientRef === undefined) return new Set();
  const { groups, context } = options;
  const values = { needs: () => [], sample: (words: readonly string[]) => words };
  const nouns = { whole: 'flow', part: 'step' } as const;
  const recorded = recordedAs(clientRef, context);
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
/** Milliseconds: between two reads of a wait, and for each read, even the last one at the end of the wait. */
const [leastPause, leastRead] = [1000, 1000];

/** Reads until the conditions of a wait are met, for `max` at most: a read without a response is then given up. */
async function waitFor(
  runOnce: (cancellation: Cancellation) => Promise<LineEnd>,
  step: Step,
  { context, start }: StepOptions,
): Promise<StepEnd> {
  const { until, max, every } = step.wait!;
  const patience = context.cancellation.within(max);
  const pause = Math.max(context.world.leastInterval ?? leastPause, every);
  for (let isFirst = true; ; isFirst = false) {
    const end = await runOnce(context.cancellation.within(Math.max(patience.timeLeft(), leastRead)));
    const isRead = step.exits.includes(end.code);
    const whys = isRead ? await unmet(responseOf(end), until, start) : [exitReason(end, step.exits)];
    if (whys.length === 0 || !(isRead || passing.includes(end.code))) return { end };
    if (patience.timeLeft() === 0 || patience.isStopped())
      return { end, late: isRead ? `after ${max / 1000} s ${whys.join('; ')}` : undefined };
    if (isFirst) context.log(`◌ ${step.name}: waiting for at most ${max / 1000} s; ${whys.join('; ')}`);
    await patience.sleep(Math.min(pause, patience.timeLeft())).catch(() => {}); // stopped: the loop ends
  }
}

/** The conditions that a response does not meet, as clauses. */
async function unmet(json: string, conditions: readonly Condition[], start: StartJq): Promise<readonly string[]> {
  const whys: string[] = [];
  for (const condition of conditions)
    try {
      const why = await failureOf(json, condition, start);
      if (why !== undefined) whys.push(why);
    } catch (error) {
      whys.push(messageOf(error));
    }
  return whys;
}

const messageOf = (error: unknown): string => {
  if (error instanceof BadInput) return error.message;
  throw error;
};

/** The output of a step as JSON, else its error, else `null`. */
const responseOf = ({ result, error }: LineEnd): string =>
  parsedIfJson(result) === undefined ? (result === '' ? (error ?? 'null') : JSON.stringify(result)) : result;

function exitReason({ code, error }: LineEnd, exits: readonly number[]): string {
  const { message } = JSON.parse(error ?? '{}') as { readonly message?: string };
  const expected = exits.length === 1 && exits[0] === 0 ? '' : `, expected ${exits.join(' or ')}`;
  return `exit ${code}${expected}${message === undefined ? '' : `: ${message}`}`;
}

/** The advice of the error of a line. */
function hintOf({ error }: LineEnd, { needs }: PlannedLine): string | undefined {
  const { code, hint } = JSON.parse(error ?? '{}') as { readonly code?: string; readonly hint?: string };
  return code === 'NEW_RECIPIENT' && needs.length > 0
    ? 'A flow cannot confirm a new recipient that another step returns: write it in the line.'
    : hint;
}

function captured(value: unknown, name: string): string {
  if (isNothing(value) || value === '') throw new BadInput('BAD_ROW', `the response has no value for ${name}`);
  if (!isScalar(value)) throw new BadInput('BAD_ROW', `the value for ${name} is not one text or number`);
  return asText(value);
}
