// Remembers swaps that were built under a scenario by their call data, so that the scenario applies to their transaction.
import type { WalletTransactionStatus } from '../../services/catalogue/words.js';
import type { SandboxContext } from '../core/context.js';
import { rows } from '../core/rows.js';
import { enterState, type MachineBody, type StateMachine } from '../core/state-machine.js';
import { readCall } from './abi.js';
import type { ContractCall } from './contract-calls.js';
import { isRouter } from './contracts.js';
import { hopsOf, shiftPrice } from './pools.js';
import { swapOf } from './router.js';

interface BuiltSwap extends MachineBody {
  readonly status: (typeof WalletTransactionStatus)[number];
  readonly data: string;
}
export const nativeSwap: StateMachine<BuiltSwap> = {
  name: 'native-swap',
  table: 'native_swap',
  noun: 'SWAP',
  owned: false,
  scenarioPrefix: 'swap',
  scenarios: {
    'price moves': 'a transaction that reverts, FAIL in the history: the price falls by 3 % before its block',
    'hostile recipient': 'what is built pays to a stranger',
    'hostile router': 'what is built is sent to a stranger, who is also the spender to approve',
    'hostile value': 'the transaction sends twice the requested coins',
    'hostile floor': 'what is built takes any amount, however little',
    'hostile chain': 'what is built names a main network',
  },
  show: ({ id, body }) => ({ id, status: body.status }),
  next: () => undefined,
};

/** Moves the price against a swap that was built under `price moves`. */
export function moveMarket(
  context: SandboxContext,
  { network, to, data, value }: Omit<ContractCall, 'value' | 'from'> & { readonly value: string },
): void {
  if (to === null || !isRouter(network, to)) return;
  const built = rows(context, nativeSwap, { status: ['PENDING'] }).find(
    ({ body }) => body.scenario === 'price moves' && body.data.toLowerCase() === data.toLowerCase(),
  );
  const read = built && readCall(data);
  const hops = read && hopsOf(context, swapOf({ value: BigInt(value) }, read)?.path ?? []);
  if (!hops) return;
  shiftPrice(context, hops);
  enterState(context, nativeSwap, built, 'FAIL');
}
