// The guard of all that moves value (SAFETY.md section 2): to whom, on which network, how much. Only the profile lifts a limit; a recipient that
// is new takes somebody who has looked at it.
import { existsSync } from 'node:fs';
import type { Context } from '../../cli/context.js';
import type { Call } from '../../services/catalogue/define.js';
import { Failure } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { valueAt } from '../../services/json-value.js';
import { type Binding, day, type Intent, Ledger, type Operation } from '../ledger.js';
import { type Limits, limitsOf } from '../limits.js';
import { isSame, lookalike, type Recipient } from '../recipients.js';
import { transferFields } from '../transfer-fields.js';
import { checkForm } from './address-form.js';
import {
  type Answers,
  amountIn,
  carriedIn,
  checkAgreement,
  checkExact,
  checkUnambiguous,
  type Find,
  finderOf,
  firstIn,
  plainAmount,
  recipientIn,
} from './extract.js';
import { checkLimits, type LimitUse, type Window } from './limits.js';
import {
  type Case,
  contractRefused,
  lookalikeRefused,
  networkRefused,
  newRecipient,
  paused,
  queryRefused,
  recipientRefused,
  unlistedRefused,
} from './refusals.js';

/** What a command says, and has read before, of what it moves. */
export interface TransferContext {
  /** A recipient that is new is meant (--new-recipient). */
  newRecipient?: boolean;
  /** What it costs, where a read before it says so and the request does not; in whole tokens. */
  costs?: { readonly amount: string; readonly token: string } | undefined;
  /** The contracts of tokens that reads before it have named. */
  contracts?: Set<string>;
  judged?: Map<string, Decision>;
  /** The servers of this machine that were asked whether they are a sandbox, by origin. */
  sandboxes?: Map<string, Promise<boolean>>;
  /** The answers of the reads that were made for it. */
  answers?: Answers;
  /** What references are bound to in this run, by service and credential. */
  bindings?: Map<string, Promise<Binding>>;
  /** The assumed names that have been said. */
  noted?: Set<string>;
}

/** What is known of a call that no rule stops. */
export interface Decision {
  readonly of: Case;
  readonly recipient: Recipient | undefined;
  /** How often something has gone to its recipient. */
  readonly before: number;
  readonly isNew: boolean;
  /** What the ledger keeps of it. */
  readonly kept: Pick<Intent, 'amount' | 'token' | 'usd' | 'recipient' | 'within'>;
  readonly held: readonly LimitUse[];
  /** Holds the limit of a day anew, by what the ledger has when the line is written. @throws {Guarded} */
  readonly again: (window: Window) => void;
}

/**
 * Judges a call by the request that would be sent; reads what a limit needs, and nothing where there is none.
 * @throws {Guarded} where a rule stops it, be it an address that is none; {BadInput} for an amount that is none, and for a new recipient where nobody can be asked; {LocalFailure}
 */
export async function evaluate(context: Context, call: Call, request: HttpRequest): Promise<Decision> {
  const { transfer } = context;
  const key = [call.service, call.name, request.url, request.body].join('\n');
  const made = transfer.judged?.get(key) ?? (await evaluateRequest(context, call, request, true));
  transfer.judged ??= new Map();
  transfer.judged.set(key, made);
  const { recipient } = made;
  if (recipient && transfer.contracts && [...transfer.contracts].some((one) => isSame(one, recipient.id)))
    throw contractRefused(recipient.id);
  if (made.isNew && !transfer.newRecipient && !(recipient && canType(context))) throw newRecipient(made.of, recipient);
  return made;
}

/** Whether somebody is there to type the end of a recipient. */
const canType = ({ world, flags }: Context): boolean => !flags.noInput && world.stdin.isTTY === true && world.stderr.isTTY === true;

/** Says of what is only shown that it would be stopped, as far as that is known without a read. */
export async function previewDecision(context: Context, call: Call, request: HttpRequest): Promise<void> {
  try {
    const { isNew, of, recipient } = await evaluateRequest(context, call, request, false);
    if (isNew && !context.transfer.newRecipient) throw newRecipient(of, recipient);
  } catch (error) {
    if (!(error instanceof Failure) || error.code.endsWith('_UNKNOWN')) return;
    context.log(`▲ As it stands it would be stopped: ${error.message.replace('; nothing was sent', '')}`);
  }
}

/** A call that no line of the catalogue has may move anything. @throws {Guarded} in a profile that has limits */
export function checkUnlisted({ settings }: Context): void {
  if (Object.keys(limitsOf(settings.of.limits)).length > 0) throw unlistedRefused(settings.profile.value);
}

/** Whether the catalogue has the call: what any other takes, and moves, nobody knows. */
const isListed = ({ service, name }: Call): boolean => transferFields[`${service} ${name}`] !== undefined;

async function evaluateRequest(context: Context, call: Call, request: HttpRequest, sends: boolean): Promise<Decision> {
  const { settings, transfer } = context;
  const limits = limitsOf(settings.of.limits);
  const of: Case = { call, move: transferFields[`${call.service} ${call.name}`] ?? {}, profile: settings.profile.value };
  if (limits.pause) throw paused(of);
  if (isListed(call) && call.query === undefined && new URL(request.url).search !== '') throw queryRefused(of);
  const carried = await carriedIn(context, call, request);
  if (isListed(call)) checkUnambiguous(of.move, request.body, carried);
  checkExact(of.move, carried);
  const find = finderOf(context, carried);
  if (sends) await checkAgreement(of.move, carried, find);
  const lines = linesOf(context, sends);
  const recipient = await recipientIn(of.move, find);
  if (recipient) await checkForm(of.move, recipient, find, sends);
  const before = checkRecipient(of, limits, recipient, lines);
  await checkNetworks(of, limits, find, sends);
  const reads = sends && (limits.transfer ?? limits.day) !== undefined && !of.move.brings;
  const order = await orderOf(of, find, lines);
  const moved = {
    amount: (await amountIn(of.move, find, reads)) ?? plainAmount(transfer.costs?.amount) ?? order?.amount,
    token: (await firstIn(of.move.token, find, reads)) ?? transfer.costs?.token ?? order?.token,
    within: order?.id,
  };
  const window = since(lines, context.world.clock.now() - day);
  const { held, usd, again } = await checkLimits(context, { of, limits, moved, window, find, reads: sends });
  const known = limits.recipients?.some((one) => recipient && isSame(one, recipient.id)) === true;
  const isNew = of.move.to !== undefined && before === 0 && !known;
  return { of, recipient, before, isNew, kept: { ...moved, usd, recipient: recipient && context.redact.clean(recipient.id) }, held, again };
}

/** The lines of the profile; a ledger is not made for what is only shown. */
function linesOf({ paths, settings }: Context, sends: boolean): readonly Operation[] {
  if (!sends && !existsSync(paths.ledger)) return [];
  const ledger = new Ledger(paths.ledger);
  try {
    return ledger.list({ profile: settings.profile.value });
  } finally {
    ledger.close();
  }
}
const since = (lines: readonly Operation[], from: number): Window => lines.filter(({ at }) => Date.parse(at) > from);

/** How often something has gone to a recipient. @throws {Guarded} {BadInput} for one that it must not go to */
function checkRecipient(of: Case, { recipients }: Limits, recipient: Recipient | undefined, lines: readonly Operation[]): number {
  if (of.move.to === undefined) return 0;
  if (!recipient) {
    if (recipients) throw recipientRefused(of, recipient, recipients);
    return 0;
  }
  const { kind, id } = recipient;
  const same = lines.filter(({ outcome, service, call }) => outcome === 'done' && transferFields[`${service} ${call}`]?.to?.kind === kind);
  const gone = same.flatMap((line) => line.recipient ?? []);
  if (kind === 'address') {
    const like = lookalike(id, [...(recipients ?? []), ...gone]);
    if (like !== undefined) throw lookalikeRefused(id, like);
  }
  if (recipients?.some((one) => isSame(one, id)) === false) throw recipientRefused(of, recipient, recipients);
  return gone.filter((one) => isSame(one, id)).length;
}

/** @throws {Guarded} for a network that the profile does not allow, or that cannot be told */
async function checkNetworks(of: Case, { networks }: Limits, find: Find, sends: boolean): Promise<void> {
  if (!networks) return;
  for (const place of of.move.networks ?? []) {
    const network = await find(place, sends);
    if (network === undefined || !networks.includes(network)) throw networkRefused(of, network, networks);
  }
}

/** The line of the order, or of whatever else has the value of this call: its answer has the id that this one names. */
async function orderOf({ call, move }: Case, find: Find, lines: readonly Operation[]): Promise<Operation | undefined> {
  const id = await find(move.of?.id);
  if (id === undefined) return undefined;
  return lines.find(
    (line) =>
      line.service === call.service &&
      line.call === move.of?.call &&
      line.outcome === 'done' &&
      String(valueAt(dataOf(line.answer), 'id')) === id,
  );
}

function dataOf(answer: string | undefined): unknown {
  try {
    return JSON.parse(answer ?? '');
  } catch {
    return undefined;
  }
}
