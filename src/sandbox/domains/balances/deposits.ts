// Deposits into the points balance: the machine, and CONTRACT.md 8.2 BalanceDepositRequestEntity.
import { iso } from '../../core/clock.js';
import { type Row, rows } from '../../core/rows.js';
import { enter, type Moving, type MovingKind, nextOn, type Step, type Way } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { mint } from './accounts.js';
import { toBase } from './amounts.js';
import { accountId } from './balance.js';
import { credit, decimalsOf } from './balance-changes.js';
import { holdsOnChain, ownAddress, payIn, tokenOf } from './chain-transfers.js';
import { seedDeposits } from './request-seeds.js';
import type { RequestWord } from './withdrawals.js';

/** A deposit as stored. Amounts are decimal texts in whole tokens of `currencyId`, which become as many points. */
export interface Deposit extends Moving {
  readonly status: RequestWord;
  readonly goalAmount: string;
  readonly processedAmount: string | null;
  /** Where the value is to go; a new one for each deposit. */
  readonly address: string;
  /** Whose address it comes from. */
  readonly payer: string;
  readonly currencyId: string;
  /** Whether somebody pays it who is not the sandbox: `outside: you pay`. */
  readonly byHand: boolean;
  readonly createdAt: string;
}

const happy: Way<Deposit> = [['INCOMING', 15], ['CONFIRMING', 10], ['WAITING_TRANSACTION', 5], ['COMPLETED']];
const fails: Way<Deposit> = [['WAITING_TRANSACTION', 5], ['FAILED']];
/** Nobody pays within the hour. */
const unpaid: Way<Deposit> = [['INCOMING', 3600], ['CANCELED']];

/** The goal in the smallest unit of the currency. */
const goal = ({ goalAmount, currencyId }: Deposit): bigint => toBase(goalAmount, decimalsOf(currencyId));
const canPay = ({ currencyId, payer, ...body }: Deposit, moment: Moment): boolean =>
  holdsOnChain(moment, tokenOf(currencyId)!, payer, currencyId, goal({ currencyId, payer, ...body }));

function next(row: Row<Deposit>, moment: Moment): Step | undefined {
  const { status, byHand, scenario } = row.body;
  const waits = status === 'INCOMING' && (byHand || !canPay(row.body, moment));
  return nextOn([waits ? unpaid : undefined, scenario === 'fails' ? fails : undefined, happy], row, moment);
}

/** The hand outside pays; what came becomes points, or goes back to where it came from. */
function entered(row: Row<Deposit>, moment: Moment): Deposit | { readonly instead: string } | undefined {
  const { id, owner, body } = row;
  const { currencyId, address, payer, status } = body;
  const payment = { token: tokenOf(currencyId)!, currencyId, amount: goal(body), cause: `deposit ${id}` };
  if (status === 'CONFIRMING' && !body.byHand) {
    if (!canPay(body, moment)) return { instead: 'CANCELED' };
    payIn(moment, { ...payment, from: payer, to: address });
  }
  if (status === 'FAILED') payIn(moment, { ...payment, cause: `refund of deposit ${id}`, from: address, to: payer });
  if (status !== 'COMPLETED') return undefined;
  const change = { userId: owner!, currencyId: 'MVP', amount: toBase(body.goalAmount, decimalsOf('MVP')), description: 'Deposit' };
  credit(moment, { ...change, cause: `deposit ${id}`, swapType: 'DEPOSIT', requestId: id }, mint('MVP'));
  return { ...body, processedAmount: body.goalAmount };
}

export const deposit: MovingKind<Deposit> = {
  name: 'deposit',
  table: 'balance_deposit',
  noun: 'DEPOSIT',
  owned: true,
  word: 'deposit',
  scenarios: { fails: 'INCOMING, CONFIRMING, WAITING_TRANSACTION, then FAILED, the value sent back' },
  show: ({ id, owner, body }, moment) => ({
    id,
    status: body.status,
    goalAmount: body.goalAmount,
    processedAmount: body.processedAmount,
    address: body.address,
    currencyId: body.currencyId,
    description: null,
    balanceAccountId: accountId(moment, owner!, 'MVP'),
    paymentId: null,
    userId: owner,
    data: { fromAddress: body.payer },
    createdAt: body.createdAt,
    updatedAt: body.statusLog.at(-1)?.at ?? body.createdAt,
  }),
  next,
  entered,
  seed: (opening) => seedDeposits(opening, deposit),
};

/** A deposit that has just been asked for. */
export const newDeposit = (
  now: number,
  id: string,
  asked: Pick<Deposit, 'goalAmount' | 'payer' | 'currencyId' | 'byHand' | 'scenario'>,
): Deposit => ({
  ...asked,
  status: 'INCOMING',
  processedAmount: null,
  address: ownAddress(tokenOf(asked.currencyId)!.network, `deposit ${id}`),
  createdAt: iso(now),
  statusLog: [{ status: 'INCOMING', at: iso(now) }],
});

/** Value has arrived on a chain: a deposit that waited for it goes on, where it is enough. */
export function depositArrived(moment: Moment, to: string): void {
  for (const row of rows(moment, deposit, { status: ['INCOMING'] })) {
    if (row.body.address.toLowerCase() !== to.toLowerCase()) continue;
    const { currencyId } = row.body;
    if (holdsOnChain(moment, tokenOf(currencyId)!, row.body.address, currencyId, goal(row.body))) {
      enter(moment, deposit, { ...row, body: { ...row.body, byHand: true } }, 'CONFIRMING');
    }
  }
}
