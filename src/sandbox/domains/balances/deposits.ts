// Deposits into the points balance: the state machine, shown as BalanceDepositRequestEntity (platform 12.2).

import { iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { type Row, rows } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/user.js';
import { enterState, nextStep, type StateMachine, type Step, stepOnTimelines, type Timeline } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { toBase } from './amounts.js';
import { accountId } from './balance-accounts.js';
import { credit, decimalsOf } from './balance-changes.js';
import { holdsOnChain, ownAddress, payIn, tokenOf } from './chain-transfers.js';
import { mint } from './ledger-accounts.js';
import type { Deposit } from './request-rows.js';
import { seedDeposits } from './request-seeds.js';

const happy: Timeline<Deposit> = [['INCOMING', 15], ['CONFIRMING', 10], ['WAITING_TRANSACTION', 5], ['COMPLETED']];
/** Nobody pays within the hour. */
const unpaid: Timeline<Deposit> = [['INCOMING', 3600], ['CANCELED']];

/** The goal in the smallest unit of the currency. */
const goal = ({ goalAmount, currencyId }: Deposit): bigint => toBase(goalAmount, decimalsOf(currencyId));
const canPay = ({ currencyId, payer, ...body }: Deposit, context: SandboxContext): boolean =>
  holdsOnChain(context, tokenOf(currencyId)!, payer, currencyId, goal({ currencyId, payer, ...body }));

function next(row: Row<Deposit>, context: SandboxContext): Step | undefined {
  const { status, byHand } = row.body;
  const waits = status === 'INCOMING' && (byHand || !canPay(row.body, context));
  return waits ? nextStep([unpaid], row, context) : stepOnTimelines(deposit, row, context);
}

/** Collects the deposit, credits it as points, or refunds it. */
function onEnter(row: Row<Deposit>, context: SandboxContext): Deposit | { readonly redirectTo: string } | undefined {
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
    emit(context, 'balance changed', { ...request, currencyId: 'MVP', amount: '0', description: 'Deposit' }); // it stays in the history
  if (status !== 'COMPLETED') return undefined;
  const change = { ...request, currencyId: 'MVP', amount: toBase(body.goalAmount, decimalsOf('MVP')), description: 'Deposit' };
  credit(context, { ...change, cause: `deposit ${id}` }, mint('MVP'));
  return { ...body, processedAmount: body.goalAmount };
}

export const deposit: StateMachine<Deposit, Answer<typeof shapes.PointsDeposit>['balanceDepositRequest']> = {
  name: 'deposit',
  table: 'balance_deposit',
  noun: 'DEPOSIT',
  owned: true,
  scenarioPrefix: 'deposit',
  scenarios: {
    fails: ['INCOMING, CONFIRMING, WAITING_TRANSACTION, then FAILED, the value sent back', [['WAITING_TRANSACTION', 5], ['FAILED']]],
  },
  show: ({ id, owner, body }, context) => ({
    id,
    status: body.status,
    goalAmount: body.goalAmount,
    processedAmount: body.processedAmount,
    address: body.address,
    currencyId: body.currencyId,
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
};

/** Makes a new deposit. */
export const newDeposit = (
  now: number,
  id: string,
  terms: Pick<Deposit, 'goalAmount' | 'payer' | 'currencyId' | 'byHand' | 'scenario'>,
): Omit<Deposit, 'status' | 'statusLog'> => ({
  ...terms,
  processedAmount: null,
  address: ownAddress(tokenOf(terms.currencyId)!.network, `deposit ${id}`),
  createdAt: iso(now),
});

/** Confirms deposits whose value has arrived on a chain. */
export function depositArrived(context: SandboxContext, to: string): void {
  for (const row of rows(context, deposit, { status: ['INCOMING'] })) {
    if (row.body.address.toLowerCase() !== to.toLowerCase()) continue;
    const { currencyId } = row.body;
    if (holdsOnChain(context, tokenOf(currencyId)!, row.body.address, currencyId, goal(row.body))) {
      enterState(context, deposit, { ...row, body: { ...row.body, byHand: true } }, 'CONFIRMING');
    }
  }
}
