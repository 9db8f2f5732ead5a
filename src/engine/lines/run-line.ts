// Runs the command of one line of a batch or a flow, with the values of earlier lines and its own output.

import { readWords } from '../../cli/command/arguments.js';
import { collector } from '../../cli/command/collector.js';
import { type Arguments, type Context, contextWith } from '../../cli/command/command.js';
import { RunOutput } from '../../cli/command/command-output.js';
import { type Note, noteText } from '../../cli/command/notes.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { parseLine } from '../../cli/lines/find-command.js';
import { checkDryRun, refuseStray } from '../../cli/lines/refused-options.js';
import { endedBy, printedFailure } from '../../cli/print/errors.js';
import { runAndPrint } from '../../cli/print/print-result.js';
import { notesAsData } from '../../cli/print/say-notes.js';
import { withResponseCheck } from '../../cli/run/response-check.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { type Flags, isDryRun } from '../../cli/settings/options.js';
import type { SaidError, SaidNote, World } from '../../cli/settings/world.js';
import { mayHaveEffect, type Operation } from '../../money/ledger/operation.js';
import { notAsConfirmed, rowSealing, type Seal } from '../../money/verdict/seal.js';
import type { Deadline } from '../../services/http/deadline.js';
import { limitsNow } from '../change/limits-now.js';
import { lineFlags, lineHttp, lineSettings, type PlannedLine, statesSetting } from './plan.js';

// The entry of the ledger for a line: it says how a transfer ended.

/** The operations with a reference of the profile, newest first: a purchase is an order and its payment. */
export function recordedAs(clientRef: string, context: Context): Promise<readonly Operation[]> {
  const profile = context.settings().profile.value;
  return readLedger(context, async (ledger) =>
    (await ledger.withReference(clientRef)).filter((line) => line.profile === profile),
  );
}

/** The outcomes that a line may have without an error, the least certain first. */
const leastCertain = ['unknown', 'sending', 'accepted', 'mined', 'done'] as const;

/**
 * The end of a line as the ledger has it: the outcome of a transfer, of several the least certain one; and an interrupted
 * transfer that was recorded may have been sent.
 */
export async function ledgerEnd({ clientRef, effect }: PlannedLine, end: LineEnd, context: Context): Promise<LineEnd> {
  const isDone = end.code === 0 && effect === 'transfer';
  if (clientRef === undefined || !(isDone || end.code === endedBy(context.world.signal?.reason))) return end;
  const recorded = await recordedAs(clientRef, context);
  if (isDone) {
    const outcome = leastCertain.find((one) => recorded.some((operation) => operation.outcome === one));
    const open = outcome === 'accepted' ? recorded.find((operation) => operation.outcome === outcome) : undefined;
    return { ...end, outcome, operation: open?.id ?? end.operation };
  }
  const [sent] = recorded;
  if (!sent || !mayHaveEffect(sent.outcome)) return end;
  const isKnown = /^(done|mined|accepted)$/.test(sent.outcome);
  return { ...end, code: exitCode(isKnown ? 'pending' : 'unknown'), operation: sent.id };
}

export interface LineEnd {
  readonly code: number;
  /** The printed JSON text; may be empty. */
  readonly result: string;
  /** The facts beside the response. */
  readonly notes?: readonly SaidNote[];
  /** The printed error, if there is one. */
  readonly error?: SaidError;
  /** The operation, if only the ledger knows that it was sent, or if its outcome is not known to be final. */
  readonly operation?: string;
  /** The outcome of a transfer without an error, by the ledger. */
  readonly outcome?: Operation['outcome'];
  /** A safety rule has refused it, since something is not as the whole was confirmed. */
  readonly endsAll?: boolean;
}
export interface LineOptions {
  readonly context: Context;
  /** The person has confirmed the new recipients of the whole. */
  readonly newRecipient: boolean;
  /** The words of a line with the values of earlier ones. @throws {BadInput} without a value */
  readonly filled: () => readonly string[];
  /** The pause between two checks of a transaction, for lines that have none. */
  readonly interval?: string;
  /** Called when a node has the transaction of the line. */
  readonly afterSent?: World['afterSent'];
  /** Its place among the sends that are signed together. */
  readonly group?: World['group'];
  /** The deadline of the line; by default the deadline of the whole. */
  readonly deadline?: Deadline;
  /** The seals of each row by the check. */
  readonly seals?: ReadonlyMap<number, readonly Seal[]>;
}

/** Runs a line; never throws. @param check the world and flags of a check */
export async function runLine(
  row: PlannedLine,
  { context, newRecipient, filled, interval, afterSent, group, seals, deadline = context.deadline }: LineOptions,
  { world: base = context.world, flags: more = {} }: { readonly world?: World; readonly flags?: Flags } = {},
): Promise<LineEnd> {
  const stdout = collector();
  const notes: Note[] = [];
  const world: World = Object.create(base, {
    stdin: { value: noInput },
    stdout: { value: stdout },
    stderr: { value: collector() },
    afterSent: { value: afterSent },
    group: { value: group },
    ...(seals === undefined || row.effect !== 'transfer'
      ? {}
      : { sealing: { value: context.world.plan?.sealingOf(row.number) ?? rowSealing(seals.get(row.number) ?? []) } }),
  });
  const { sealed } = base;
  const settings = context.settings();
  const parsed = await parsedLine(row, filled);
  const { options: typed = {} } = parsed.args ?? {};
  const own: Flags = Object.fromEntries(lineFlags.map((flag) => [flag, typed[flag]]));
  const flags: Flags = {
    ...own,
    maxWait: own.maxWait ?? context.flags.maxWait,
    // as for the whole
    confirm: context.flags.confirm ?? (settings.of.protected === true ? settings.profile.value : undefined),
    profile: context.flags.profile, // next commands name it
    ...more,
    json: true,
    yes: true,
    noInput: true,
  };
  const isOwn = statesSetting(own) || deadline !== context.deadline;
  if (isOwn) Object.defineProperty(world, 'nodes', { value: undefined });
  const settingsOfLine = () => lineSettings(context, flags);
  const out = new RunOutput(world, flags, {
    settings: settingsOfLine,
    deadline,
    redact: context.out.redact,
    mayHaveChanged: () => row.lane !== undefined,
  });
  const lineContext = contextWith(context, {
    world,
    flags,
    out,
    settings: settingsOfLine,
    deadline,
    http: () => (isOwn ? lineHttp(context, settingsOfLine(), deadline) : context.http()),
    log: () => {},
    note: (note) => notes.push(note),
  });
  const run = (runContext: Context) => {
    const options = {
      ...typed,
      clientRef: row.clientRef ?? typed.clientRef,
      newRecipient: newRecipient && row.needs.length === 0 ? true : undefined, // the receipt has shown it
      interval: typed.interval ?? (isSigned(row) ? interval : undefined),
    };
    return runAndPrint(row.resolved.command, { ...parsed.args!, options }, runContext);
  };
  let code: number;
  let failed: SaidError | undefined;
  try {
    if (parsed.args === undefined) throw parsed.error;
    if (isDryRun(flags)) checkDryRun(lineContext, row.resolved);
    if (row.effect !== 'read' && !isDryRun(flags)) await requireSame(row, context);
    const use = row.effect === 'change' && !isDryRun(flags) ? world.plan?.use() : undefined;
    if (use) await world.ledger!.recordPlan(use); // that of a transfer is recorded with it
    refuseStray(lineContext, row.resolved);
    code = await (typed.check === true ? withResponseCheck(lineContext, run) : run(lineContext));
    if (out.deferred) throw out.deferred;
  } catch (error) {
    const { exit, data } = printedFailure(error, lineContext);
    [code, failed] = [exit, data];
  }
  // what cannot be read does not count as unchanged
  const hasChanged = async () => (await sealed?.hasChanged().catch(() => true)) ?? false;
  const isOther = failed?.code === 'NOT_AS_CONFIRMED' || /^(PLAN|GRANT)_/.test(failed?.code ?? '');
  const endsAll = code === exitCode('guarded') && (isOther || (await hasChanged()));
  return {
    code,
    result: stdout.text().trim(),
    notes: notesAsData(notes, lineContext),
    error: code === 0 ? undefined : (failed ?? reasonIn(notes)),
    endsAll,
  };
}

/** Checks before a change that its account, its settings and its alias are those of the check. @throws {Guarded} {SignInNeeded} */
async function requireSame({ isSame }: PlannedLine, context: Context) {
  await context.world.sealed?.requireAccount();
  limitsNow(context);
  if (await isSame?.().catch(() => false)) return;
  if (isSame) throw notAsConfirmed('Its alias is not the one of the check.');
}

/** The arguments of a line, or why it has none. */
async function parsedLine(
  { args, resolved }: PlannedLine,
  filled: LineOptions['filled'],
): Promise<{ readonly args?: Arguments; readonly error?: unknown }> {
  try {
    if (args) return { args };
    const words = filled();
    return { args: await parseLine(words, { ...resolved, words: readWords(words).words.slice(1) }) };
  } catch (error) {
    return { error };
  }
}

/** Why a line without an error has failed, by its notes. */
function reasonIn(notes: readonly Note[]): SaidError | undefined {
  const texts = notes.filter(({ is }) => is === 'failed' || is === 'open').map(noteText);
  return texts.length === 0 ? undefined : { message: texts.join(' ').slice(0, 500) };
}

/** Whether a key of this machine signs what a line sends. */
export const isSigned = ({ lane }: PlannedLine): boolean => lane?.startsWith('key ') === true;

const noInput = Object.assign((async function* () {})(), { isTTY: false }) as unknown as World['stdin'];
