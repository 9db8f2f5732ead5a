// Shared parts of `tuk ops`: the ledger, one of its operations, and the profile that made it.

import type { Context } from '../../cli/command/command.js';
import { ledgerPlace, readLedger } from '../../cli/command/read-ledger.js';
import { RunContext } from '../../cli/run/run-context.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { transferFieldsOf } from '../../money/facts/facts.js';
import { readsOf } from '../../money/facts/reads.js';
import { bindingOf } from '../../money/facts/reference-binding.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { isOpen, mayHaveEffect, type Operation } from '../../money/ledger/operation.js';
import { bindingTo, isAt } from '../../money/ledger/owner.js';
import { type PreparedLookUp, prepareLookUp } from '../../money/outcome/look-up.js';
import { isOneLike, type LookUpResult, oneLike, type SeenResult } from '../../money/outcome/look-up-result.js';
import { type Decimal, decimalOf, minus, plus, zero } from '../../money/values/decimal.js';
import type { Call } from '../../services/catalogue/define.js';
import { findCall } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { BadInput, Failure, Guarded, LocalFailure, Refused } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { factRead } from '../change/transfer.js';
import { bindingDependencies } from '../request/binding.js';
import { type AnyEndpoint, callOf, readEndpoint } from '../request/call.js';
import { recordContradiction } from '../request/compared-reads.js';
import { paramsByName } from '../request/parameters.js';

// Reads the state of an operation as the account that made it, and finds the operation in the response.

/** Prepares the look-up of an operation with the profile's field names. */
export const prepared = (operation: Operation, context: Context): Promise<PreparedLookUp | undefined> =>
  prepareLookUp(operation, context.settings().of.names ?? {});

/** Checks that the read belongs to the account that made the operation. @throws {Guarded} OTHER_ACCOUNT */
export async function checkReader(
  operation: Operation,
  { service, call: name, params }: PreparedLookUp,
  context: Context,
): Promise<void> {
  const { call, build } = await callOf(
    service,
    name as AnyEndpoint,
    await paramsByName(context, service, name, params),
  );
  await checkBinding(operation, call, await build(await context.http().requestContext()), context);
}

/** Reads once what the service shows of an operation. A 404 shows nothing. @throws {Failure} */
export async function lookUpIn(
  operation: Operation,
  lookUp: PreparedLookUp,
  ledger: Ledger,
  context: Context,
): Promise<LookUpResult> {
  const { service, call, params, find } = lookUp;
  try {
    const { text } = await readEndpoint(context, service, call as AnyEndpoint, params, {
      patient: true,
      trusted: true,
      comparedBy: operation.id,
    });
    const http = context.http();
    const clockAhead = http.clockAhead((await http.requestContext()).base(service));
    const others = await ledger.operationsAt(operation, lookUp.isCandidate);
    const lookedUp = find(text, others, context.world.clock.now(), clockAhead);
    if (lookedUp.kind === 'contradicts' && !lookedUp.isOther)
      await recordContradiction(operation, lookedUp, ledger, context);
    return lookedUp.kind === 'seen' && isOpen(operation) && isOneLike(lookedUp)
      ? await judgedByBalance(operation, lookedUp, ledger, context)
      : lookedUp;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not-found') return { kind: 'absent', conclusive: false };
    throw error;
  }
}

/** A row without an id shows an operation if the balance says so; else it is one like it, which the ledger records. */
async function judgedByBalance(
  operation: Operation,
  lookedUp: SeenResult,
  ledger: Ledger,
  context: Context,
): Promise<LookUpResult> {
  if (await balanceShows(operation, ledger, context))
    return { ...lookedUp, compared: [...lookedUp.compared, 'balance'] };
  const row = context.out.redact.cleanRecord(stringifyLossless(lookedUp.row));
  await ledger.liken(operation.id, row, context.world.clock.now());
  return oneLike(lookedUp);
}

/** Looks an operation up; undefined if no endpoint shows it. @throws {Failure} */
export async function lookUp(
  operation: Operation,
  ledger: Ledger,
  context: Context,
): Promise<{ readonly lookedUp: LookUpResult; readonly statusList: StatusList } | undefined> {
  const lookUp = await prepared(operation, context);
  if (!lookUp) return undefined;
  await checkReader(operation, lookUp, context);
  return { lookedUp: await lookUpIn(operation, lookUp, ledger, context), statusList: lookUp.statusList };
}

/**
 * Opens the ledger while `use` runs, and says if it belongs to another machine: the absence of an operation then proves
 * nothing.
 * @throws {LocalFailure} LEDGER_UNUSABLE, and the errors of `use`
 */
export const withLedger = <Result>(
  context: Context,
  use: (ledger: Ledger) => Promise<Result>,
  { adopts = false } = {},
): Promise<Result> =>
  readLedger(context, async (ledger) => {
    if (!adopts) await ledger.checkIdentity(ledgerPlace(context).identityFile).catch(logReplaced(context));
    return use(ledger);
  });

const logReplaced = (context: Context) => (error: unknown) => {
  if (!(error instanceof LocalFailure)) throw error;
  context.log(`▲ ${error.message}`);
  if (error.hint) context.log(`  ${error.hint}`);
};

/** Finds an operation in the ledger of this machine by its id. @throws {Refused} NO_OPERATION */
export async function operationOf(ledger: Ledger, id: string): Promise<Operation> {
  const operation = await ledger.find(id);
  if (operation) return operation;
  throw new Refused(
    'not-found',
    'NO_OPERATION',
    `There is no operation ${id} in the ledger of this machine.`,
    'List them: tuk ops list --every',
  );
}

/**
 * Runs `use` in the profile that made an operation: only its account can see it.
 * @throws {BadInput} OTHER_PROFILE if the command line names another profile
 */
export async function inProfileOf<Result>(
  { profile, id }: Operation,
  context: Context,
  use: (context: Context) => Promise<Result>,
): Promise<Result> {
  const current = context.settings().profile.value;
  if (profile === current) return use(context);
  if (context.flags.profile !== undefined)
    throw new BadInput(
      'OTHER_PROFILE',
      `The operation ${id} was made in the profile ${profile}, not in ${current}.`,
      `Name it: -p ${profile}`,
    );
  const run = new RunContext(context.world, { ...context.flags, profile });
  try {
    const result = await use(run);
    if (run.out.deferred) throw run.out.deferred;
    return result;
  } finally {
    for (const note of run.takeNotes()) context.note(note);
    await run.close();
  }
}

/**
 * Checks that a read goes to the origin, or the sandbox's world, and the account of an operation: others would not show
 * it.
 * @throws {Guarded} OTHER_ACCOUNT
 */
async function checkBinding(operation: Operation, call: Call, request: HttpRequest, context: Context) {
  const dependencies = bindingDependencies(context, readEndpoint);
  const recorded = {
    origin: operation.origin ?? (dependencies.embedded ? undefined : originOf(operation.url)),
    account: operation.account,
    profile: operation.profile,
  };
  if (recorded.origin === undefined && recorded.account === undefined) return;
  const binding = await bindingOf(call, request, dependencies, {
    mayRead: operation.account?.startsWith('user:') === true,
  });
  if (isAt(binding, recorded) && bindingTo({ ...binding, profile: operation.profile }, recorded) !== 'other') return;
  throw new Guarded(
    'OTHER_ACCOUNT',
    `The operation ${operation.id} belongs to another account, another address or another sandbox.`,
    `Sign in as the account that made it, then: ${nextCommand(context, `tuk ops check ${operation.id}`)}`,
  );
}
const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

// What the balance of the account says of an operation whose row has no id of it.

/**
 * Whether the balance has fallen by exactly the cost of an operation, and of all of the account since that may have
 * taken effect: then each of them did. Anything else decides nothing, since income and other programs move it, too.
 * @throws {Failure} at an interruption
 */
async function balanceShows(operation: Operation, ledger: Ledger, context: Context) {
  const { service, call: name, token = '', at } = operation;
  const call = await findCall(service, name);
  const before = decimalOf(operation.held ?? '');
  if (!call || !before || transferFieldsOf(call).isFromBalance !== true) return false;
  const since = Date.parse(at) - 1; // the window begins after it
  const all = (await ledger.operationsOf(operation, since, since)).filter(
    (one) => one.at >= at && one.service !== 'chain' && one.token === token && mayHaveEffect(one.outcome),
  );
  const costs = all.map(costOf);
  const row = await readsOf(factRead(context))
    .get('user', 'getBalanceAccount', { currencyId: token })
    .catch(() => undefined);
  const now = decimalOf(asText(row?.amount));
  if (!now || costs.some((cost) => cost === undefined) || !all.some(({ id }) => id === operation.id)) return false;
  const rest = minus(
    minus(before, now),
    costs.reduce<Decimal>((sum, cost) => plus(sum, cost!), zero),
  );
  return rest.units === 0n;
}

/** What an operation takes from the balance, in whole tokens; undefined if it is not known. */
function costOf({ amount, token, fee, feeToken = token }: Operation): Decimal | undefined {
  const [moved, charge] = [decimalOf(amount ?? ''), decimalOf(fee ?? '0')];
  return moved && charge && (feeToken === token ? plus(moved, charge) : moved);
}
