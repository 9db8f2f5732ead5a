// `tuk wallet tx list`, `resume`, `speed-up` and `cancel`: the transactions that were signed on this machine.

import { type Arguments, type Command, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { feeChoice, finish, followOptions } from '../../engine/chain/operation.js';
import {
  confirmationOptions,
  feeOptions,
  keyOptions,
  selectionOf,
  transactionColumns,
} from '../../engine/chain/options.js';
import { signerOf } from '../../engine/chain/signing-key.js';
import {
  dependenciesOf,
  evmDependenciesOf,
  isChainOperation,
  networkIn,
  refreshOnChain,
  senderOf,
  withJournal,
} from '../../engine/chain/status.js';
import { inProfileOf, operationOf, withLedger } from '../../engine/operations/operation.js';
import { closedOnOtherChain } from '../../engine/operations/reader.js';
import { resume as resumeOperation } from '../../money/chain/earlier.js';
import { statusOf } from '../../money/chain/observation.js';
import { replace } from '../../money/evm/replacement.js';
import { checksummed } from '../../money/evm/transaction.js';
import type { Operation } from '../../money/ledger/operation.js';
import { isSolana } from '../../money/values/networks.js';
import { Refused } from '../../services/http/errors.js';
import { operationName } from '../../things/operations.js';

/** Runs `use` with an operation of the ledger, in the profile that made it. */
async function withOperation<Result>(
  id: string,
  context: Context,
  use: (operation: Operation, context: Context) => Promise<Result>,
): Promise<Result> {
  const operation = await withLedger(context, async (ledger) => operationOf(ledger, id));
  return inProfileOf(operation, context, (inProfile) => use(operation, inProfile));
}

const list: Command = {
  name: 'tx list',
  fromLedger: true,
  summary: 'List the transactions that were signed on this machine, newest first',
  description: `Looks up unfinished transactions on their chains first, and updates the ledger.
If a transaction has no status, it is signed, and the node does not have it. Run tuk wallet tx resume.`,
  options: [plain('--every', 'list the transactions of all profiles')],
  readOnly: true,
  examples: ['tuk wallet tx list'],
  run: async ({ options }, context) => {
    const profile = context.settings().profile.value;
    const operations = await withLedger(context, (ledger) =>
      ledger.newestOf(Number.POSITIVE_INFINITY, {
        profile: options.every === true ? undefined : profile,
        calls: (service) => isChainOperation({ service }),
      }),
    );
    const rows: unknown[] = [];
    for (const operation of operations) {
      const entries = await withJournal(context, (journal) => journal.of(operation.id));
      const isOpen =
        entries.length === 0
          ? operation.outcome === 'unknown'
          : entries.every(({ state }) => state === 'signed' || state === 'sent');
      let status: string | undefined = operation.lastStatus;
      if (isOpen && operation.profile === profile && !isDryRun(context.flags))
        try {
          status = await statusNow(operation, context);
        } catch (error) {
          context.note(leftOut(`${operation.id} cannot be looked up`, error));
        }
      const now = await withLedger(context, async (ledger) => (await ledger.find(operation.id)) ?? operation);
      rows.push(await rowOf(now, status, context));
    }
    return resultOf(JSON.stringify(rows), {
      columns: transactionColumns,
      idPath: 'operation',
      empty: {
        says: 'No transactions were signed here.',
        of: { from: 'ledger', profiles: options.every === true ? 'every' : undefined },
      },
    });
  },
};

/**
 * Reads the status of an operation on its chain, and records it; `other-chain` if that chain was reset.
 * @throws {Failure}
 */
async function statusNow(operation: Operation, context: Context) {
  const closed = await withLedger(context, (ledger) => closedOnOtherChain(context, operation, ledger));
  return closed ? closed.operation.lastStatus : statusOf((await refreshOnChain(context, operation)).state);
}

/** The row of an operation: amounts by the ledger; hash and nonce of the mined transaction, else of the newest one. */
async function rowOf(operation: Operation, status: string | undefined, context: Context) {
  const entries = await withJournal(context, (journal) => journal.of(operation.id));
  const entry = entries.find(({ state }) => state === 'SUCCESS' || state === 'FAIL') ?? entries.at(-1);
  return {
    operation: operation.id,
    network: entry?.network ?? null,
    what:
      entry === undefined || /^(original|expiring)$/.test(entry.kind)
        ? operationName(operation.service, operation.call)
        : entry.kind,
    amount: operation.amount ?? null,
    token: operation.token ?? null,
    to: operation.recipient ?? null,
    status: status ?? null,
    outcome: operation.outcome,
    hash: entry?.hash ?? null,
    nonce: entry === undefined || entry.kind === 'expiring' ? null : entry.nonce,
    lastHeight: entry?.kind === 'expiring' ? entry.nonce : undefined,
    from: entry?.sender ?? null,
    signatures: entries.length,
    at: operation.at,
    ref: operation.ref,
  };
}

const resume: Command = {
  name: 'tx resume',
  dryRun: 'plan',
  values: '<op>',
  summary: 'Finish an interrupted transaction; if no node has it, send the same bytes again',
  description: `Use it after tuk wallet send was interrupted. It never signs anything.
If the chain has the transaction, tuk waits for its end. If not, tuk shows it, asks you, and sends the same bytes again.
If it was never signed, tuk records it as not sent.`,
  options: confirmationOptions,
  examples: ['tuk wallet tx resume <op> --yes'],
  uses: { wallet: ['recordTransaction'] },
  run: ({ positionals: [id], options }, context) =>
    withOperation(id!, context, async (operation, inProfile) => {
      const deps = await dependenciesOf(inProfile, operation);
      const from = senderOf(operation);
      return finish(
        inProfile,
        await resumeOperation(operation.id, from, deps),
        from,
        deps,
        followOptions(options, inProfile),
      );
    }),
};

const replacement = (kind: 'speed-up' | 'cancel', summary: string, description: string): Command => ({
  name: `tx ${kind}`,
  dryRun: 'plan',
  values: '<op>',
  summary,
  description,
  options: [...feeOptions, ...confirmationOptions, ...keyOptions],
  examples: [`tuk wallet tx ${kind} <op> --fee high --yes`],
  uses: { wallet: ['recordTransaction'] },
  run: ({ positionals: [id], options }, context) =>
    withOperation(id!, context, (operation, inProfile) => replaceOperation(kind, operation, options, inProfile)),
});

async function replaceOperation(
  kind: 'speed-up' | 'cancel',
  operation: Operation,
  options: Arguments['options'],
  context: Context,
): Promise<Result> {
  const network = await networkIn(operation, context);
  if (isSolana(network))
    throw new Refused(
      'refused',
      'NOT_REPLACEABLE',
      `A transaction on ${network} cannot be replaced: ${operation.id} expires by itself after a minute or two, and then counts as not done.`,
      `Look for it: tuk wallet tx resume ${operation.id}`,
      { unsent: true },
    );
  const fee = feeChoice(options, 'high');
  const follow = followOptions(options, context);
  const from = checksummed(senderOf(operation));
  const selection = selectionOf(options);
  const signer = await signerOf(
    context,
    options.keyFile === undefined ? { ...selection, wallet: from } : selection,
    'evm',
    network,
  );
  const deps = await evmDependenciesOf(context, operation, signer);
  return finish(context, await replace(kind, operation.id, from, fee, deps), from, deps, follow);
}

export const signedTransactions: readonly Command[] = [
  list,
  resume,
  replacement(
    'speed-up',
    'Sign a pending transaction again with a higher fee',
    `Signs the same recipient, amount and data again, with the same nonce and a higher fee. Only one of the two can be mined.
The fee rises by at least an eighth, because nodes require it, and by --fee.`,
  ),
  replacement(
    'cancel',
    'Cancel a pending transaction: replace it with an empty one',
    `Replaces the transaction with an empty one to your own address, at a higher fee. Only one of the two can be mined.
If the empty one is mined, the operation is not done. You pay its fee.`,
  ),
];
