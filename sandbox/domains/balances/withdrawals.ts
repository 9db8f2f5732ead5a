// Withdrawals to a chain: the state machine (BalanceWithdrawalRequestStatusDto, platform 12.2) and its calls.

import { text, word } from '../../../src/services/catalogue/define.js';
import { isAddress } from '../../chain/addresses.js';
import { networks } from '../../chain/networks.js';
import {
  addMoving,
  badRequest,
  type Context,
  callerId,
  defineKind,
  type HandlerContext,
  iso,
  pick,
  type ResponseOf,
  type Row,
  refuse,
  rowById,
  rows,
  type StateMachine,
  scenarioOf,
  seededId,
  type Timeline,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { accountId } from './balance-accounts.js';
import { accounts, balanceCurrency, mint, percent, toBase, toDecimal } from './currencies.js';
import {
  balanceOf,
  type ChainTransfer,
  credit,
  debit,
  decimalsOf,
  moveValue,
  parseAmount,
  payOut,
  requestedAmount,
  tokenOf,
} from './ledger.js';
import { type RequestWord, seedWithdrawals, type Withdrawal } from './request-seeds.js';

const happy: Timeline<Withdrawal> = [
  ['INCOMING', 20],
  ['CONFIRMING', 10],
  ['WAITING_TRANSACTION', ({ body }) => blockSeconds(body)],
  ['COMPLETED'],
];
const blockSeconds = ({ payoutCurrencyId }: Withdrawal): number =>
  networks[tokenOf(payoutCurrencyId)!.network].blockSeconds ?? 10;

/** In the smallest unit. */
const heldAmounts = ({ amount, feeAmount, currencyId }: Withdrawal) => ({
  amount: toBase(amount, decimalsOf(currencyId)),
  fee: toBase(feeAmount, decimalsOf(currencyId)),
});

/** Pays out the reserved amount less the fee, or refunds it. */
function onEnter(row: Row<Withdrawal>, context: Context): Withdrawal | undefined {
  const { body, id } = row;
  if (body.status === 'COMPLETED') return complete(row, context);
  if (body.status !== 'CANCELED' && body.status !== 'FAILED') return undefined;
  const { currencyId } = body;
  const swap = currencyId === 'MVP' ? ({ swapType: 'WITHDRAWAL', requestId: id } as const) : {};
  const change = {
    userId: row.owner!,
    currencyId,
    amount: heldAmounts(body).amount,
    description: 'Withdrawal given back',
  };
  credit(context, { ...change, cause: `refund of withdrawal ${id}`, ...swap }, accounts.withdrawals);
  return undefined;
}

function complete({ id, body }: Row<Withdrawal>, context: Context): Withdrawal {
  const { amount, fee } = heldAmounts(body);
  const cause = `withdrawal ${id}`;
  moveValue(context, accounts.withdrawals, accounts.fees, body.currencyId, fee, cause);
  moveValue(context, accounts.withdrawals, mint(body.currencyId), body.currencyId, amount - fee, cause);
  const token = tokenOf(body.payoutCurrencyId)!;
  const transfer = payOut(context, {
    token,
    currencyId: body.currencyId,
    amount: amount - fee,
    cause,
    to: body.address,
  });
  return { ...body, transfer };
}

const finals: readonly RequestWord[] = ['COMPLETED', 'CANCELED', 'FAILED'];
const isFinal = (status: RequestWord): boolean => finals.includes(status);

const titles: Readonly<Record<RequestWord, string>> = {
  INCOMING: 'Withdrawal requested',
  CONFIRMING: 'Withdrawal being confirmed',
  WAITING_TRANSACTION: 'Withdrawal on its way',
  COMPLETED: 'Withdrawal completed',
  CANCELED: 'Withdrawal canceled',
  FAILED: 'Withdrawal failed',
};

/** BalanceWithdrawalRequestEntity (platform 12.2). */
function shownRequest(row: Row<Withdrawal>, context: Context) {
  const { id, owner, body } = row;
  const { currencyId, payoutCurrencyId, createdAt } = body;
  return {
    id,
    ...pick(body, 'status', 'amount', 'feeAmount', 'address', 'currencyId', 'description'),
    balanceAccountId: accountId(context, owner!, currencyId),
    userId: owner!,
    data: { payoutCurrencyId },
    createdAt,
    updatedAt: body.statusLog.at(-1)?.at ?? createdAt,
    tokenTransactionLogs: body.transfer ? [shownTransfer(row, body.transfer, context)] : undefined,
  };
}

/** TokenTransactionLogEntity (platform 12.2). The amount is after the fee. */
function shownTransfer({ id, owner, body }: Row<Withdrawal>, transfer: ChainTransfer, context: Context) {
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

export const withdrawal: StateMachine<Withdrawal, ResponseOf<typeof shapes.PointsWithdrawal>> = defineKind({
  name: 'withdrawal',
  table: 'balance_withdrawal',
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
});

const withShare: readonly string[] = ['MVL', 'bMVL', 'MVP'];
const feeShare = 1;
/** In the smallest unit: the currency's own, or 1 % if that is more, for MVL and points. The sandbox's rule. */
export function withdrawalFee(currencyId: string, amount: bigint): bigint {
  const least = toBase(balanceCurrency(currencyId)!.withdrawalFee ?? '0', decimalsOf(currencyId));
  const share = withShare.includes(currencyId) ? percent(amount, feeShare) : 0n;
  return share > least ? share : least;
}

const refuseWithdrawal = (message: string): never => refuse(422, message);

/** Begins a withdrawal of any currency. */
export function createWithdrawal(context: HandlerContext) {
  const {
    amount: requested,
    currencyId,
    toAddress,
  } = context.body as { amount: string; currencyId: string; toAddress: string };
  const currency = balanceCurrency(currencyId);
  const token = tokenOf(currencyId);
  if (!currency?.withdrawable || !token)
    return refuseWithdrawal(`There are no withdrawals of ${JSON.stringify(currencyId.slice(0, 50))}.`);
  const amount =
    parseAmount(requested, currency.decimals) ??
    refuseWithdrawal(`${requested.slice(0, 100)} is not an amount of ${currencyId} above 0.`);
  if (!isAddress(token.network, toAddress))
    refuseWithdrawal(`toAddress is not an address of ${currency.network ?? token.network}.`);
  const fee = withdrawalFee(currencyId, amount);
  if (amount <= fee)
    refuseWithdrawal(`The amount is not more than the fee, ${toDecimal(fee, currency.decimals)} ${currencyId}.`);
  if (balanceOf(context, callerId(context), currencyId) < amount) refuse(400, 'Not enough balance');
  return begin(context, { currencyId, payoutCurrencyId: token.symbol, amount, fee, address: toAddress });
}

/** Named like the older balance calls (platform 4.3). */
const pointsWithdrawal = { currencyId: word(['MVL', 'bMVL']), amount: text(), address: text() };

/** Points go out as MVL or bMVL, one for one. */
export const withdrawPoints = view(
  (context) => {
    const { currencyId, address } = context.body;
    const amount = requestedAmount(context, 'MVP');
    const fee = withdrawalFee('MVP', amount);
    if (amount <= fee) refuse(400, `The amount is not more than the fee, ${toDecimal(fee, 8)} MVP.`, 'BELOW_MINIMUM');
    if (!isAddress(tokenOf(currencyId)!.network, address)) badRequest(`address is not an address of ${currencyId}.`);
    return begin(context, { currencyId: 'MVP', payoutCurrencyId: currencyId, amount, fee, address });
  },
  { body: pointsWithdrawal },
);

interface WithdrawalTerms {
  readonly currencyId: string;
  readonly payoutCurrencyId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
}

/** Holds the amount. One withdrawal of a currency at a time. */
function begin(context: HandlerContext, { currencyId, payoutCurrencyId, amount, fee, address }: WithdrawalTerms) {
  const userId = callerId(context);
  if (activeOf(context, userId, currencyId).length > 0) refuse(403, 'Active requests already exists');
  const decimals = decimalsOf(currencyId);
  const terms = {
    amount: toDecimal(amount, decimals),
    feeAmount: toDecimal(fee, decimals),
    address,
    currencyId,
    payoutCurrencyId,
  };
  const body = {
    ...terms,
    description: null,
    createdAt: iso(context.now),
    transfer: null,
    scenario: scenarioOf(context, withdrawal),
  };
  const created = addMoving(context, withdrawal, 'INCOMING', { owner: userId, body });
  const swap =
    currencyId === 'MVP'
      ? ({ swapType: 'WITHDRAWAL', requestId: created.id, feeAmount: terms.feeAmount } as const)
      : {};
  debit(
    context,
    { userId, currencyId, amount, description: 'Withdrawal', cause: `withdrawal ${created.id}`, ...swap },
    accounts.withdrawals,
  );
  return withdrawal.show(created, context);
}

const activeOf = (context: Context, userId: string, currencyId?: string): Row<Withdrawal>[] =>
  rows(context, withdrawal, { owner: userId }).filter(
    ({ body }) => !isFinal(body.status) && (currencyId === undefined || body.currencyId === currencyId),
  );

/** The caller's withdrawals under way. */
export const listActive = (context: HandlerContext) =>
  activeOf(context, callerId(context), context.query.currencyId as string | undefined).map((row) =>
    withdrawal.show(row, context),
  );

/** Only while INCOMING. */
export function decideWithdrawalCancel({ body }: Row<Withdrawal>): { word: string } {
  if (body.status !== 'INCOMING')
    refuseWithdrawal(`Non-cancellable request: it is in ${body.status}; it would have to be in INCOMING.`);
  return { word: 'CANCELED' };
}

/** Another user's request gets an error of its own (platform 4.2); other calls respond 404. */
export function refuseOtherUser(context: HandlerContext): void {
  const row = rowById(context, withdrawal, context.path.id ?? '');
  if (row && row.owner !== callerId(context)) refuse(403, 'User mismatch');
}
