// Swaps that were built under a scenario: remembered by their call data, so that their transaction meets what the scenario says.
import type { WalletTransactionStatus } from '../../services/catalogue/words.js';
import { rows } from '../core/rows.js';
import { enter, type Moving, type MovingKind } from '../core/state-machine.js';
import type { Moment } from '../core/world.js';
import { readCall } from './abi.js';
import type { Call } from './calls.js';
import { isRouter } from './contracts.js';
import { hopsOf, shiftPrice } from './pools.js';
import { swapOf } from './router.js';

interface BuiltSwap extends Moving {
  readonly status: (typeof WalletTransactionStatus)[number];
  readonly data: string;
}
export const nativeSwap: MovingKind<BuiltSwap> = {
  name: 'native-swap',
  table: 'native_swap',
  noun: 'SWAP',
  owned: false,
  word: 'swap',
  scenarios: {
    'price moves': 'a transaction that reverts, FAIL in the history: the price falls by 3 % before its block',
    'hostile recipient': 'what is built pays to a stranger',
    'hostile router': 'what is built is sent to a stranger, who is also the spender to approve',
    'hostile value': 'what is built sends twice the coins that were asked for',
    'hostile floor': 'what is built takes any amount, however little',
    'hostile chain': 'what is built names a main network',
  },
  show: ({ id, body }) => ({ id, status: body.status }),
  next: () => undefined,
};

/** Moves the price against a transaction whose swap was built for that. */
export function moveMarket(moment: Moment, { network, to, data, value }: Omit<Call, 'value' | 'from'> & { readonly value: string }): void {
  if (to === null || !isRouter(network, to)) return;
  const built = rows(moment, nativeSwap, { status: ['PENDING'] }).find(
    ({ body }) => body.scenario === 'price moves' && body.data.toLowerCase() === data.toLowerCase(),
  );
  const read = built && readCall(data);
  const hops = read && hopsOf(moment, swapOf({ value: BigInt(value) }, read)?.path ?? []);
  if (!hops) return;
  shiftPrice(moment, hops);
  enter(moment, nativeSwap, built, 'FAIL');
}
