// Bringing value into the points balance: whether it would be taken, and the request.
import { text, word } from '../../../services/catalogue/define.js';
import { wallet } from '../../chain/wallet.js';
import { day } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, rows } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { schedule } from '../../core/state-machine.js';
import { caller, type World } from '../../core/world.js';
import { mainWallet } from '../people/wallet-entity.js';
import { toBase, toDecimal } from './amounts.js';
import { amountIn } from './balance-changes.js';
import { isAddress, tokenOf } from './chain-transfers.js';
import { deposit, newDeposit } from './deposits.js';

/** What becomes points, one for one. Which does, and how much a day, is the sandbox's own. */
export const depositable = ['MVL', 'bMVL'] as const;
const least = '10';
const mostADay = '1000';
const unit = 'MVP';
const decimals = 8;

/** Named as the older balance calls are (CONTRACT.md, notes on the user service); the address is the one that pays. */
export const pointsDeposit = { currencyId: word(depositable), amount: text(), address: text() };
export const pointsPrecheck = { currencyId: word(depositable), amount: text() };

/** What the caller may still bring in on this day of world time. */
function leftToday(world: World): bigint {
  const today = Math.floor(world.now / day);
  const own = rows(world, deposit, { owner: caller(world).userId }).filter(
    ({ at, body }) => Math.floor(at / day) === today && body.status !== 'CANCELED' && body.status !== 'FAILED',
  );
  const sum = own.reduce((total, { body }) => total + toBase(body.goalAmount, decimals), 0n);
  const most = toBase(mostADay, decimals);
  return sum > most ? 0n : most - sum;
}

/** Why an amount would not be taken, as a code of the sandbox's own. */
function reasonAgainst(world: World, amount: bigint): 'BELOW_MINIMUM' | 'EXCEEDED_DAILY_LIMIT' | null {
  if (amount < toBase(least, decimals)) return 'BELOW_MINIMUM';
  return amount > leftToday(world) ? 'EXCEEDED_DAILY_LIMIT' : null;
}

/** POST .../deposit-requests/precheck, and the misspelt one of version 2. */
export function precheckDeposit(world: World): unknown {
  const reason = reasonAgainst(world, amountIn(world, unit));
  const dailyLeftAmount = toDecimal(leftToday(world), decimals);
  return { available: reason === null, reason, minAmount: least, maxAmount: mostADay, dailyLeftAmount };
}

/** Whether nobody pays unasked: the request's header says so, or the address is none of the caller's. */
function youPay(world: World, address: string): boolean {
  if (/^outside(:\s*|-)you[ -]pay$/.test(world.scenario ?? '')) return true;
  const owner = caller(world).userId;
  const own = [...rows(world, wallet, { owner }), ...rows(world, mainWallet, { owner })];
  return !own.some(({ body }) => body.address.toLowerCase() === address.toLowerCase());
}

/** POST .../deposit-requests. */
export function createDeposit(world: World): unknown {
  const { currencyId, address } = world.body as { currencyId: string; address: string };
  const amount = amountIn(world, unit);
  const token = tokenOf(currencyId)!;
  if (!isAddress(token.network, address)) refuse(400, `address is no address of ${token.network}.`, 'INVALID_REQUEST');
  const reason = reasonAgainst(world, amount);
  if (reason) refuse(400, `A deposit is ${least} ${currencyId} at least, and ${mostADay} a day at most.`, reason);
  const scenario = scenarioOf(world, deposit);
  const goalAmount = toDecimal(amount, decimals);
  const asked = { goalAmount, payer: address, currencyId, byHand: youPay(world, address), scenario };
  const made = addRow(world, deposit, (id) => ({ owner: caller(world).userId, at: world.now, body: newDeposit(world.now, id, asked) }));
  schedule(world, deposit, made);
  return { balanceDepositRequest: deposit.show(made, world), toAddress: made.body.address };
}
