// Withdrawals of balances to a chain: the machine, and CONTRACT.md 8.2 BalanceWithdrawalRequestStatusDto around it.
import type { BalanceRequestStatus } from '../../../services/catalogue/words.js';
import { networks } from '../../chain/networks.js';
import { iso } from '../../core/clock.js';
import { seededId } from '../../core/ids.js';
import type { Row } from '../../core/rows.js';
import { type Moving, type MovingKind, nextOn, type Way } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { accounts, mint } from './accounts.js';
import { toBase } from './amounts.js';
import { accountId } from './balance.js';
import { credit, decimalsOf } from './balance-changes.js';
import { type ChainTransfer, payOut, tokenOf } from './chain-transfers.js';
import { move } from './ledger.js';
import { seedWithdrawals } from './request-seeds.js';

export type RequestWord = (typeof BalanceRequestStatus)[number];

/** A withdrawal as stored. Amounts are decimal texts in whole tokens of `currencyId`; the fee is a part of the amount. */
export interface Withdrawal extends Moving {
  readonly status: RequestWord;
  readonly amount: string;
  readonly feeAmount: string;
  readonly address: string;
  readonly currencyId: string;
  /** What is paid out: points go out as MVL or bMVL. */
  readonly payoutCurrencyId: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly transfer: ChainTransfer | null;
}

const happy: Way<Withdrawal> = [
  ['INCOMING', 20],
  ['CONFIRMING', 10],
  ['WAITING_TRANSACTION', ({ body }) => blockSeconds(body)],
  ['COMPLETED'],
];
const fails: Way<Withdrawal> = [['WAITING_TRANSACTION', ({ body }) => blockSeconds(body)], ['FAILED']];
const blockSeconds = ({ payoutCurrencyId }: Withdrawal): number => networks[tokenOf(payoutCurrencyId)!.network].blockSeconds ?? 10;

/** What a request holds, and its fee, in the smallest unit. */
const heldBy = ({ amount, feeAmount, currencyId }: Withdrawal) => ({
  amount: toBase(amount, decimalsOf(currencyId)),
  fee: toBase(feeAmount, decimalsOf(currencyId)),
});

/** The held amount is paid out, less the fee, or given back. */
function entered(row: Row<Withdrawal>, moment: Moment): Withdrawal | undefined {
  const { body, id } = row;
  if (body.status === 'COMPLETED') return complete(row, moment);
  if (body.status !== 'CANCELED' && body.status !== 'FAILED') return undefined;
  const { currencyId } = body;
  const swap = currencyId === 'MVP' ? ({ swapType: 'WITHDRAWAL', requestId: id } as const) : {};
  const change = { userId: row.owner!, currencyId, amount: heldBy(body).amount, description: 'Withdrawal given back' };
  credit(moment, { ...change, cause: `refund of withdrawal ${id}`, ...swap }, accounts.withdrawals);
  return undefined;
}

function complete({ id, body }: Row<Withdrawal>, moment: Moment): Withdrawal {
  const { amount, fee } = heldBy(body);
  const cause = `withdrawal ${id}`;
  move(moment, accounts.withdrawals, accounts.fees, body.currencyId, fee, cause);
  move(moment, accounts.withdrawals, mint(body.currencyId), body.currencyId, amount - fee, cause);
  const token = tokenOf(body.payoutCurrencyId)!;
  const transfer = payOut(moment, { token, currencyId: body.currencyId, amount: amount - fee, cause, to: body.address });
  return { ...body, transfer };
}

const finals: readonly RequestWord[] = ['COMPLETED', 'CANCELED', 'FAILED'];
/** Whether a request has come to its end. */
export const isFinal = (status: RequestWord): boolean => finals.includes(status);

const titles: Readonly<Record<RequestWord, string>> = {
  INCOMING: 'Withdrawal requested',
  CONFIRMING: 'Withdrawal being confirmed',
  WAITING_TRANSACTION: 'Withdrawal on its way',
  COMPLETED: 'Withdrawal completed',
  CANCELED: 'Withdrawal canceled',
  FAILED: 'Withdrawal failed',
};

/** The request alone: CONTRACT.md 8.2 BalanceWithdrawalRequestEntity. */
function shownRequest(row: Row<Withdrawal>, moment: Moment): unknown {
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
    balanceAccountId: accountId(moment, owner!, currencyId),
    userId: owner,
    data: { payoutCurrencyId },
    createdAt,
    updatedAt: body.statusLog.at(-1)?.at ?? createdAt,
    ...(body.transfer && { tokenTransactionLogs: [shownTransfer(row, body.transfer, moment)] }),
  };
}

/** The transfer on the chain: CONTRACT.md 8.2 TokenTransactionLogEntity. Its amount is what has arrived. */
function shownTransfer({ id, owner, body }: Row<Withdrawal>, transfer: ChainTransfer, moment: Moment): unknown {
  const at = body.statusLog.at(-1)!.at;
  const { network, contractAddress, hash, from, to, blockNumber } = transfer;
  return {
    id: seededId(moment.seed, `token-transaction ${id}`, 1),
    network,
    amount: body.amount,
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
    balanceAccountId: accountId(moment, owner!, body.currencyId),
    depositRequestId: null,
    withdrawalRequestId: id,
  };
}

export const withdrawal: MovingKind<Withdrawal> = {
  name: 'withdrawal',
  table: 'balance_withdrawal',
  noun: 'WITHDRAWAL',
  owned: true,
  word: 'withdrawal',
  scenarios: { fails: 'INCOMING, CONFIRMING, WAITING_TRANSACTION, then FAILED, the money given back' },
  show: (row, moment) => {
    const { status, amount, currencyId, address } = row.body;
    const abstract = `<p>${amount} ${currencyId} to ${address}</p>`;
    return {
      cancellable: status === 'INCOMING',
      finalized: isFinal(status),
      title: titles[status],
      abstractHtml: abstract,
      descriptionHtml: `${abstract}<p>${titles[status]} since ${row.body.statusLog.at(-1)?.at ?? row.body.createdAt}</p>`,
      request: shownRequest(row, moment),
    };
  },
  next: (row, moment) => nextOn([row.body.scenario === 'fails' ? fails : undefined, happy], row, moment),
  entered,
  seed: (opening) => seedWithdrawals(opening, withdrawal),
};

/** A withdrawal that has just been asked for, at a moment. */
export const newWithdrawal = (
  now: number,
  asked: Pick<Withdrawal, 'amount' | 'feeAmount' | 'address' | 'currencyId' | 'payoutCurrencyId' | 'scenario'>,
): Withdrawal => ({
  ...asked,
  status: 'INCOMING',
  description: null,
  createdAt: iso(now),
  transfer: null,
  statusLog: [{ status: 'INCOMING', at: iso(now) }],
});
