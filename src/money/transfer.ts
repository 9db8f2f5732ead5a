// Sends what moves value: written into the ledger before it leaves, never repeated, and what became of it written down after.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../cli/context.js';
import { nextLine } from '../cli/next-command.js';
import { confirm } from '../cli/prompts/confirmation.js';
import type { ReceiptLine } from '../cli/prompts/receipt.js';
import { guardLines, lookedAt } from '../cli/prompts/recipient.js';
import type { Call } from '../services/catalogue/define.js';
import { BadInput, Failure, Guarded, LocalFailure, OutcomeUnknown } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import type { HttpRequest } from '../services/http/transport.js';
import { bindingTo, type Intent, Ledger, type Operation, RefTaken, type Settlement } from './ledger.js';
import { type Decision, evaluate } from './policy/evaluate.js';
import { contradiction } from './policy/response.js';
import { recoveryCommand } from './recovery.js';
import { bindingOf } from './reference-binding.js';

/**
 * Makes a call that moves value: what was asked for before under its name (--client-ref) is answered as it was then; else it is judged, agreed
 * to, and sent. @throws as `evaluate`, `confirm` and `sendRecorded`
 */
export async function transfer(context: Context, call: Call, request: HttpRequest, send: () => Promise<Response>): Promise<Response> {
  const known = await earlier(context, call, request);
  if (known) return known;
  const judgement = await evaluate(context, call, request);
  await lookedAt(context, judgement);
  await confirm(call, context.settings, context.world, context.flags, (text) => context.writeError(text));
  return sendRecorded(context, request, judgement, send);
}

/** Adds the lines of the guard to those of a receipt. */
export type Guarding = (lines: readonly ReceiptLine[]) => Promise<readonly ReceiptLine[]>;
/**
 * Judges a call before anything is read for its receipt; there is nothing to judge where it was done before under its name. @throws as `evaluate` and `earlier`
 */
export async function guarding(context: Context, call: Call, request: HttpRequest): Promise<Guarding> {
  if (await earlier(context, call, request)) return async (lines) => lines;
  await evaluate(context, call, request);
  return async (lines) => {
    const judgement = await evaluate(context, call, request); // anew: what was read since may have named the contracts of tokens
    const { amount, token } = judgement.kept;
    const withToken = ([label, text]: ReceiptLine): ReceiptLine =>
      label === 'Amount' && token !== undefined && text.replaceAll(',', '') === amount ? [label, `${text} ${token}`] : [label, text];
    return [...lines.filter(([, text]) => text !== judgement.recipient?.id).map(withToken), ...guardLines(judgement)];
  };
}

/** Sends what has been judged. @throws what `send` throws, an unknown outcome with where to look; {LocalFailure} where the ledger cannot be written, {Guarded} where the limit of the day was used up meanwhile: nothing is sent then. */
export async function sendRecorded(
  context: Context,
  request: HttpRequest,
  judgement: Decision,
  send: () => Promise<Response>,
): Promise<Response> {
  const { call } = judgement.of;
  const { redact, world } = context;
  const ledger = new Ledger(context.paths.ledger);
  const now = () => world.clock.now();
  try {
    const intent = await intentOf(context, call, request, ledger);
    const { id } = ledger.begin({ ...intent, ...judgement.kept }, now(), judgement.again);
    const reply = await send().catch(async (error: unknown) => {
      settled(context, ledger, id, settlementOf(error, call, redact.clean));
      throw error instanceof OutcomeUnknown ? await seeLedger(context, error, { ...intent, id }) : error;
    });
    const answer = call.secret ? undefined : redact.cleanRecord(reply.text);
    const problem = await contradiction(context, judgement, request, reply);
    if (problem) {
      const message = redact.clean(problem.sentence);
      settled(context, ledger, id, { outcome: 'unknown', status: reply.status, answer, message });
      const where = { service: call.service, call: call.name, status: reply.status };
      throw await seeLedger(context, new OutcomeUnknown('ANSWER_CONTRADICTS', message, where), { ...intent, id }, problem.cancel);
    }
    if (settled(context, ledger, id, { outcome: 'done', status: reply.status, answer })) context.log(`  In the ledger as ${id}.`);
    return reply;
  } catch (error) {
    if (error instanceof RefTaken) return await answered(context, call, request, error.operation, ledger);
    throw error;
  } finally {
    ledger.close();
  }
}

/** Writes down how it ended. Where that fails, the command goes on, since it has left; it is told, and the line reads as unknown. */
function settled(context: Context, ledger: Ledger, id: string, settlement: Settlement): boolean {
  try {
    ledger.settle(id, settlement, context.world.clock.now());
    return true;
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    const why = `the ledger could not be told: ${error.message}`;
    const hint = `Its line ${id} reads as unknown.`;
    if (settlement.outcome === 'done')
      context.session.trouble ??= new LocalFailure('LEDGER_UNSETTLED', `It was done, and ${why}`, `Do not repeat it. ${hint}`, error);
    else context.log(`  It has ended, and ${why} ${hint}`);
    return false;
  }
}

/** What the same call of the same name (--client-ref) has answered before; nothing where it is the first. @throws as `answered` */
export async function earlier(context: Context, call: Call, request: HttpRequest): Promise<Response | undefined> {
  if (context.clientRef === undefined) return undefined;
  const ledger = new Ledger(context.paths.ledger);
  try {
    const operation = ledger.named(await intentOf(context, call, request, ledger));
    return operation && (await answered(context, call, request, operation, ledger));
  } finally {
    ledger.close();
  }
}

async function intentOf(context: Context, call: Call, request: HttpRequest, ledger: Ledger): Promise<Intent> {
  const { redact, settings, clientRef, askedFor } = context;
  const intent = {
    profile: settings.profile.value,
    service: call.service,
    call: call.name,
    method: request.method,
    url: redact.cleanRecord(request.url),
    body: request.body === undefined ? undefined : redact.cleanRecord(request.body),
    ref: clientRef,
    asked: askedFor === undefined ? undefined : redact.cleanRecord(askedFor),
  };
  if (clientRef === undefined) return intent;
  const { pathname, search } = new URL(request.url); // the host is bound by itself: the embedded sandbox has another port at every start
  const exact = JSON.stringify([request.method, pathname + search, askedFor ?? request.body ?? null]);
  return { ...intent, ...(await bindingOf(context, call, request)), digest: ledger.keyedHash(exact) };
}

/**
 * The answer that an operation had. @throws {BadInput} where its name was used for something else; {Guarded} where it may be of another account;
 * {OutcomeUnknown} where nobody knows how it ended.
 */
async function answered(context: Context, call: Call, request: HttpRequest, found: Operation, ledger: Ledger): Promise<Response> {
  const operation = await ended(context, found);
  const { id, ref, outcome, answer = '', status = 200 } = operation;
  const intent = await intentOf(context, call, request, ledger);
  if (bindingTo(intent, operation) === 'unclear')
    throw new Guarded(
      'REF_OF_OTHER_SESSION',
      `--client-ref ${ref} was used in another session (${id}), and whether that was the same account cannot be told; nothing was sent.`,
      `Look at it: ${nextLine(context, `tuk ops show ${id}`)}. If it is another account's, use another name.`,
    );
  if (!isSameRequest(intent, operation))
    throw new BadInput(
      'REF_USED',
      `--client-ref ${ref} was used for something else (${id}); nothing was sent.`,
      `Look at it: ${nextLine(context, `tuk ops show ${id}`)}`,
    );
  if (outcome !== 'done')
    throw new OutcomeUnknown(
      'OUTCOME_UNKNOWN',
      `What was asked for as ${ref} has left before, and its outcome is not known.`,
      { service: call.service, call: call.name },
      undefined,
      `It was not sent again. Find out before you repeat it: ${nextLine(context, `tuk ops show ${id}`)}`,
      await recoveryCommand(context, operation),
    );
  const kept = operation.answer === undefined ? 'its answer was not kept' : 'this is the answer that it had';
  context.log(`  Done before, as ${id}: ${kept}; nothing was sent.`);
  const bytes = Buffer.from(answer);
  return { call, status, headers: {}, bytes, text: answer, data: answer === '' ? undefined : JSON.parse(answer) };
}

/** Whether a line of the ledger was of the very same request; one of an earlier version, which has no hash, by what it says of itself. */
function isSameRequest(intent: Intent, line: Operation): boolean {
  if (line.digest !== undefined) return line.digest === intent.digest;
  const place = (address: string) => new URL(address).pathname;
  const same = intent.asked === line.asked && (intent.asked !== undefined || intent.body === line.body);
  return same && place(intent.url) === place(line.url);
}

/** An operation of another process that is still under way is waited for a while; its process may be a screen that stays, or another one of its number. */
async function ended({ paths, world }: Context, found: Operation): Promise<Operation> {
  let operation = found;
  for (let left = patience; operation.outcome === 'sending' && left > 0 && !world.signal?.aborted; left -= beat) {
    await sleep(beat);
    const ledger = new Ledger(paths.ledger);
    try {
      operation = ledger.find(found.id) ?? { ...found, outcome: 'unknown' };
    } finally {
      ledger.close();
    }
  }
  return operation;
}
const beat = 100; // milliseconds
const patience = 10_000; // the same

function settlementOf(error: unknown, { name }: Call, clean: (text: string) => string): Settlement {
  if (!(error instanceof Failure)) return { outcome: 'unknown', message: 'tuk failed while it was sent' };
  const { kind, where } = error;
  const message = clean(error.message);
  if (kind === 'unknown') return { outcome: 'unknown', status: where.status, message };
  // What was answered with a 4xx has not been done; what had not left when it broke or was interrupted has not either.
  if (where.call !== undefined && where.call !== name) return { outcome: 'refused', message }; // a renewal that failed: the call itself was answered 401
  return { outcome: where.status === undefined ? 'not-sent' : 'refused', status: where.status, message };
}

const seeLedger = async (
  context: Context,
  { code, message, where, cause }: OutcomeUnknown,
  operation: Intent & Pick<Operation, 'id'>,
  cancel?: string,
): Promise<OutcomeUnknown> =>
  new OutcomeUnknown(
    code,
    message,
    where,
    cause,
    `${cancel === undefined ? '' : `Cancel it while that can be done: ${cancel}. `}It may have taken effect. It was not sent again. Find out before you repeat it: ${nextLine(context, `tuk ops show ${operation.id}`)}`,
    await recoveryCommand(context, operation),
  );
