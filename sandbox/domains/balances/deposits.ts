// Deposits into the points balance: the state machine (BalanceDepositRequestEntity, platform 12.2) and its calls.

import { text, word } from '../../../src/services/catalogue/define.js';
import { isAddress, ownAddressOf } from '../../chain/addresses.js';
import { wallet } from '../../chain/registered-wallet.js';
import {
  addMoving,
  badRequest,
  type Context,
  callerId,
  day,
  defineKind,
  emit,
  enterState,
  type HandlerContext,
  iso,
  nextStep,
  pick,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  type StateMachine,
  type Step,
  scenarioOf,
  stepOnTimelines,
  type Timeline,
  view,
  youPay,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { mainWallet } from '../people/main-wallet.js';
import { accountId } from './balance-accounts.js';
import { mint, toBase, toDecimal } from './currencies.js';
import { credit, decimalsOf, holdsOnChain, payIn, requestedAmount, tokenOf } from './ledger.js';
import { type Deposit, seedDeposits } from './request-seeds.js';

const happy: Timeline<Deposit> = [['INCOMING', 15], ['CONFIRMING', 10], ['WAITING_TRANSACTION', 5], ['COMPLETED']];
/** An hour to pay. */
const unpaid: Timeline<Deposit> = [['INCOMING', 3600], ['CANCELED']];

/** In the smallest unit of the currency. */
const goal = ({ goalAmount, currencyId }: Deposit): bigint => toBase(goalAmount, decimalsOf(currencyId));
const canPay = ({ currencyId, payer, ...body }: Deposit, context: Context): boolean =>
  holdsOnChain(context, tokenOf(currencyId)!, payer, currencyId, goal({ currencyId, payer, ...body }));

function next(row: Row<Deposit>, context: Context): Step | undefined {
  const { status, byHand } = row.body;
  const waits = status === 'INCOMING' && (byHand || !canPay(row.body, context));
  return waits ? nextStep([unpaid], row, context) : stepOnTimelines(deposit, row, context);
}

/** Collects the deposit, credits it as points, or refunds it. */
function onEnter(row: Row<Deposit>, context: Context): Deposit | { readonly redirectTo: string } | undefined {
  const { id, owner, body } = row;
  const { currencyId, address, payer, status } = body;
  const request = { userId: owner!, swapType: 'DEPOSIT', requestId: id } as const;
  const payment = { token: tokenOf(currencyId)!, currencyId, amount: goal(body), cause: `deposit ${id}` };
  if (status === 'CONFIRMING' && !body.byHand) {
    if (!canPay(body, context)) return { redirectTo: 'CANCELED' };
    payIn(context, { ...payment, from: payer, to: address });
  }
  if (status === 'FAILED') payIn(context, { ...payment, cause: `refund of deposit ${id}`, from: address, to: payer });
  if (status === 'FAILED' || status === 'CANCELED')
    // the history keeps it
    emit(context, 'balance changed', { ...request, currencyId: 'MVP', amount: '0', description: 'Deposit' });
  if (status !== 'COMPLETED') return undefined;
  const change = {
    ...request,
    currencyId: 'MVP',
    amount: toBase(body.goalAmount, decimalsOf('MVP')),
    description: 'Deposit',
  };
  credit(context, { ...change, cause: `deposit ${id}` }, mint('MVP'));
  return { ...body, processedAmount: body.goalAmount };
}

export const deposit: StateMachine<Deposit, ResponseOf<typeof shapes.PointsDeposit>['balanceDepositRequest']> =
  defineKind({
    name: 'deposit',
    table: 'balance_deposit',
    owned: true,
    scenarioPrefix: 'deposit',
    scenarios: {
      fails: [
        'INCOMING, CONFIRMING, WAITING_TRANSACTION, then FAILED, the value sent back',
        [['WAITING_TRANSACTION', 5], ['FAILED']],
      ],
    },
    show: ({ id, owner, body }, context) => ({
      id,
      ...pick(body, 'status', 'goalAmount', 'processedAmount', 'address', 'currencyId'),
      description: null,
      balanceAccountId: accountId(context, owner!, 'MVP'),
      paymentId: null,
      userId: owner!,
      data: { fromAddress: body.payer },
      createdAt: body.createdAt,
      updatedAt: body.statusLog.at(-1)?.at ?? body.createdAt,
    }),
    timelines: () => [happy, unpaid],
    next,
    onEnter,
    seed: (opening) => seedDeposits(opening, deposit),
  });

const newDeposit = (
  now: number,
  id: string,
  terms: Pick<Deposit, 'goalAmount' | 'payer' | 'currencyId' | 'byHand' | 'scenario'>,
): Omit<Deposit, 'status' | 'statusLog'> => ({
  ...terms,
  processedAmount: null,
  address: ownAddressOf(tokenOf(terms.currencyId)!.network, `deposit ${id}`),
  createdAt: iso(now),
});

/** Confirms deposits when their value has arrived on a chain. */
export function depositArrived(context: Context, to: string): void {
  for (const row of rows(context, deposit, { status: ['INCOMING'] })) {
    if (row.body.address.toLowerCase() !== to.toLowerCase()) continue;
    const { currencyId } = row.body;
    if (holdsOnChain(context, tokenOf(currencyId)!, row.body.address, currencyId, goal(row.body))) {
      enterState(context, deposit, { ...row, body: { ...row.body, byHand: true } }, 'CONFIRMING');
    }
  }
}

/** Deposited as points, one for one. Currencies and limits are the sandbox's own. */
export const depositable = ['MVL', 'bMVL'] as const;
const minDeposit = '10';
const maxPerDay = '1000';
const unit = 'MVP';
const decimals = 8;

/** Named like the older balance calls (platform 4.3). The address pays. */
const pointsDeposit = { currencyId: word(depositable), amount: text(), address: text() };

/** The amount that the caller may still deposit on this day. */
function leftToday(context: HandlerContext): bigint {
  const today = Math.floor(context.now / day);
  const todays = rows(context, deposit, { owner: callerId(context) }).filter(
    ({ at, body }) => Math.floor(at / day) === today && body.status !== 'CANCELED' && body.status !== 'FAILED',
  );
  const sum = todays.reduce((total, { body }) => total + toBase(body.goalAmount, decimals), 0n);
  const most = toBase(maxPerDay, decimals);
  return sum > most ? 0n : most - sum;
}

/** A code of the sandbox's own, or null for an allowed amount. */
function reasonAgainst(context: HandlerContext, amount: bigint): 'BELOW_MINIMUM' | 'EXCEEDED_DAILY_LIMIT' | null {
  if (amount < toBase(minDeposit, decimals)) return 'BELOW_MINIMUM';
  return amount > leftToday(context) ? 'EXCEEDED_DAILY_LIMIT' : null;
}

/** Whether an amount may be deposited now. */
export const precheckDeposit = view(
  (context): ResponseOf<typeof shapes.DepositPrecheck> => {
    const reason = reasonAgainst(context, requestedAmount(context, unit));
    const dailyLeftAmount = toDecimal(leftToday(context), decimals);
    return { available: reason === null, reason, minAmount: minDeposit, maxAmount: maxPerDay, dailyLeftAmount };
  },
  { body: { currencyId: word(depositable), amount: text() } },
);

/** The user pays if the request's header says so, or if the address is not of their wallets. */
function isByHand(context: HandlerContext, address: string): boolean {
  if (youPay(context)) return true;
  const owner = callerId(context);
  const wallets = [...rows(context, wallet, { owner }), ...rows(context, mainWallet, { owner })];
  return !wallets.some(({ body }) => body.address.toLowerCase() === address.toLowerCase());
}

/** Begins a deposit. */
export const createDeposit = view(
  (context): ResponseOf<typeof shapes.PointsDeposit> => {
    const { currencyId, address } = context.body;
    const amount = requestedAmount(context, unit);
    const token = tokenOf(currencyId)!;
    if (!isAddress(token.network, address)) badRequest(`address is not an address of ${token.network}.`);
    const reason = reasonAgainst(context, amount);
    if (reason)
      refuse(400, `A deposit is ${minDeposit} ${currencyId} at least, and ${maxPerDay} a day at most.`, reason);
    const scenario = scenarioOf(context, deposit);
    const goalAmount = toDecimal(amount, decimals);
    const terms = { goalAmount, payer: address, currencyId, byHand: isByHand(context, address), scenario };
    const owner = callerId(context);
    const created = addMoving(context, deposit, 'INCOMING', {
      owner,
      body: (id) => newDeposit(context.now, id, terms),
    });
    return { balanceDepositRequest: deposit.show(created, context), toAddress: created.body.address };
  },
  { body: pointsDeposit },
);
