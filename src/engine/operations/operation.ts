// Shared parts of `tuk ops`: the ledger, one of its operations, and the profile that made it.

import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { RunContext } from '../../cli/run-context.js';
import { Ledger } from '../../money/ledger.js';
import { checkIdentity } from '../../money/ledger-identity.js';
import type { Operation } from '../../money/operation.js';
import { bindingTo, isAt } from '../../money/owner.js';
import { bindingOf } from '../../money/reference-binding.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput, Guarded, LocalFailure, Refused } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { paths } from '../../session/paths.js';
import { bindingDependencies } from '../change/transfer.js';

/**
 * Opens the ledger while `use` runs, and says if it belongs to another machine: the absence of an operation then proves
 * nothing.
 * @throws {LocalFailure} LEDGER_UNUSABLE, and the errors of `use`
 */
export async function withLedger<Result>(
  context: Context,
  use: (ledger: Ledger) => Promise<Result>,
  { adopts = false } = {},
): Promise<Result> {
  const { ledger: file, ledgerIdentity } = paths(context.world);
  const ledger = new Ledger(file);
  try {
    if (!adopts) logReplaced(context, () => checkIdentity(ledgerIdentity, file, ledger));
    return await use(ledger);
  } finally {
    ledger.close();
  }
}

function logReplaced(context: Context, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    context.log(`▲ ${error.message}${error.hint ? `\n  ${error.hint}` : ''}`);
  }
}

/** Finds an operation in the ledger of this machine by its id. @throws {Refused} NO_OPERATION */
export function operationOf(ledger: Ledger, id: string): Operation {
  const operation = ledger.find(id);
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
    await run.close();
  }
}

/**
 * Checks that a read goes to the origin, or the sandbox's world, and the account of an operation: others would not show
 * it.
 * @throws {Guarded} OTHER_ACCOUNT
 */
export async function checkBinding(
  operation: Operation,
  call: Call,
  request: HttpRequest,
  context: Context,
): Promise<void> {
  const dependencies = bindingDependencies(context);
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
    `The operation ${operation.id} was made by another account, at another address or in another sandbox than those in use; nothing was read.`,
    `Sign in as the account that made it, then: ${nextCommand(context, `tuk ops check ${operation.id}`)}`,
  );
}
const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);
