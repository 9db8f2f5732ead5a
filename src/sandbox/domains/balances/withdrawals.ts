// Withdrawals of balances to a chain: the state machine, shown as BalanceWithdrawalRequestStatusDto (platform 12.2).

import { networks } from '../../chain/networks.js';
import type { SandboxContext } from '../../core/context.js';
import type { Row } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import type * as shapes from '../../core/shapes/user.js';
import type { StateMachine, Timeline } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { toBase, toDecimal } from './amounts.js';
import { accountId } from './balance-accounts.js';
import { credit, decimalsOf } from './balance-changes.js';
import { type ChainTransfer, payOut, tokenOf } from './chain-transfers.js';
import { moveValue } from './ledger.js';
import { accounts, mint } from './ledger-accounts.js';
import type { RequestWord, Withdrawal } from './request-rows.js';
import { seedWithdrawals } from './request-seeds.js';

const happy: Timeline<Withdrawal> = [
  ['INCOMING', 20],
  ['CONFIRMING', 10],
  ['WAITING_TRANSACTION', ({ body }) => blockSeconds(body)],
  ['COMPLETED'],
];
const blockSeconds = ({ payoutCurrencyId }: Withdrawal): number => networks[tokenOf(payoutCurrencyId)!.network].blockSeconds ?? 10;

/** The reserved amount of a request and its fee, in the smallest unit. */
const heldAmounts = ({ amount, feeAmount, currencyId }: Withdrawal) => ({
  amount: toBase(amount, decimalsOf(currencyId)),
  fee: toBase(feeAmount, decimalsOf(currencyId)),
});

/** Pays the reserved amount out, less the fee, or refunds it. */
function onEnter(row: Row<Withdrawal>, context: SandboxContext): Withdrawal | undefined {
  const { body, id } = row;
  if (body.status === 'COMPLETED') return complete(row, context);
  if (body.status !== 'CANCELED' && body.status !== 'FAILED') return undefined;
  const { currencyId } = body;
  const swap = currencyId === 'MVP' ? ({ swapType: 'WITHDRAWAL', requestId: id } as const) : {};
  const change = { userId: row.owner!, currencyId, amount: heldAmounts(body).amount, description: 'Withdrawal given back' };
  credit(context, { ...change, cause: `refund of withdrawal ${id}`, ...swap }, accounts.withdrawals);
  return undefined;
}

function complete({ id, body }: Row<Withdrawal>, context: SandboxContext): Withdrawal {
  const { amount, fee } = heldAmounts(body);
  const cause = `withdrawal ${id}`;
  moveValue(context, accounts.withdrawals, accounts.fees, body.currencyId, fee, cause);
  moveValue(context, accounts.withdrawals, mint(body.currencyId), body.currencyId, amount - fee, cause);
  const token = tokenOf(body.payoutCurrencyId)!;
  const transfer = payOut(context, { token, currencyId: body.currencyId, amount: amount - fee, cause, to: body.address });
  return { ...body, transfer };
}

const finals: readonly RequestWord[] = ['COMPLETED', 'CANCELED', 'FAILED'];
/** Whether a request has ended. */
export const isFinal = (status: RequestWord): boolean => finals.includes(status);

const titles: Readonly<Record<RequestWord, string>> = {
  INCOMING: 'Withdrawal requested',
  CONFIRMING: 'Withdrawal being confirmed',
  WAITING_TRANSACTION: 'Withdrawal on its way',
  COMPLETED: 'Withdrawal completed',
  CANCELED: 'Withdrawal canceled',
  FAILED: 'Withdrawal failed',
};

/** The request alone: BalanceWithdrawalRequestEntity (platform 12.2). */
function shownRequest(row: Row<Withdrawal>, context: SandboxContext) {
  const { id, owner, body } = row;
  const { status, amount, feeAmount, address, currencyId, payoutCurrencyId, description, createdAt } = body;
  return {
    id,
    status,
    amount,
    feeAmount,
    address,
    currencyId,
    description,
    balanceAccountId: accountId(context, owner!, currencyId),
    userId: owner!,
    data: { payoutCurrencyId },
    createdAt,
    updatedAt: body.statusLog.at(-1)?.at ?? createdAt,
    ...(body.transfer && { tokenTransactionLogs: [shownTransfer(row, body.transfer, context)] }),
  };
}

/** The transfer on the chain: TokenTransactionLogEntity (platform 12.2). Its amount is what has arrived. */
function shownTransfer({ id, owner, body }: Row<Withdrawal>, transfer: ChainTransfer, context: SandboxContext) {
  const at = body.statusLog.at(-1)!.at;
  const { amount, fee } = heldAmounts(body);
  const { network, contractAddress, hash, from, to, blockNumber } = transfer;
  return {
    id: seededId(context.seed, `token-transaction ${id}`, 1),
    network,
    amount: toDecimal(amount - fee, decimalsOf(body.currencyId)),
    currencyId: body.payoutCurrencyId,
    contractAddress: contractAddress ?? '',
    transactionHash: hash,
    from,
    to,
    blockNumber,
    data: { feeAmount: body.feeAmount },
    blockExplorerUrl: `https://explorer.sandbox.invalid/${network}/tx/${hash}`,
    createdAt: at,
    capturedAt: at,
    isSuccess: true,
    balanceAccountId: accountId(context, owner!, body.currencyId),
    depositRequestId: null,
    withdrawalRequestId: id,
  };
}

export const withdrawal: StateMachine<Withdrawal, Answer<typeof shapes.PointsWithdrawal>> = {
  name: 'withdrawal',
  table: 'balance_withdrawal',
  noun: 'WITHDRAWAL',
  owned: true,
  scenarioPrefix: 'withdrawal',
  scenarios: {
    fails: [
      'INCOMING, CONFIRMING, WAITING_TRANSACTION, then FAILED, and the money is refunded',
      [['WAITING_TRANSACTION', ({ body }) => blockSeconds(body)], ['FAILED']],
    ],
  },
  show: (row, context) => {
    const { status, amount, currencyId, address } = row.body;
    const abstract = `<p>${amount} ${currencyId} to ${address}</p>`;
    return {
      cancellable: status === 'INCOMING',
      finalized: isFinal(status),
      title: titles[status],
      abstractHtml: abstract,
      descriptionHtml: `${abstract}<p>${titles[status]} since ${row.body.statusLog.at(-1)?.at ?? row.body.createdAt}</p>`,
      request: shownRequest(row, context),
    };
  },
  timelines: () => [happy],
  onEnter,
  seed: (opening) => seedWithdrawals(opening, withdrawal),
};
