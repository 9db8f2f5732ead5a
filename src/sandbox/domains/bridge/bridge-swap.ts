// The state machine of bridge and legacy swaps: MVL locked on ETHEREUM_SEPOLIA and bMVL minted on BSC_TEST, or the
// reverse.

import type { Network } from '../../../services/catalogue/words.js';
import { madeHash, ownAddressOf } from '../../chain/addresses.js';
import { type Token, tokensOf, unitOf } from '../../chain/networks.js';
import { pastTransfer } from '../../chain/past-transfers.js';
import {
  addPast,
  type Context,
  day,
  defineKind,
  emit,
  ensureSeeded,
  iso,
  pick,
  type ResponseOf,
  type Row,
  type Seedable,
  type StateMachine,
  type StoredMachine,
  type Timeline,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/bep20-swap.js';
import { accounts, mint } from '../balances/currencies.js';
import { accountBalance, moveValue } from '../balances/ledger.js';
import { findUser, seedUser } from '../people/user.js';

/** Only the swap of a signed-in user has an owner. Amounts are in base units of 18 decimals. */
export interface BridgeSwap
  extends StoredMachine<typeof shapes.Swap, 'fromNetwork' | 'toNetwork' | 'depositAddress' | 'requestId'> {
  readonly requestId: string | null;
}

const wei = 10n ** 18n;
/** The sandbox's own, in base units. */
export const terms = { fee: 5n * wei, min: 10n * wei, max: 100_000n * wei, daily: 1_000_000n * wei };

type Side = { readonly network: Network; readonly token: Token };
const side = (network: Network, symbol: string): Side => ({
  network,
  token: tokensOf(network).find((token) => token.symbol === symbol)!,
});
const mvl = side('ETHEREUM_SEPOLIA', 'MVL');
const bmvl = side('BSC_TEST', 'bMVL');
const sidesOf = (type: BridgeSwap['type']): readonly [Side, Side] => (type === 'TO_BEP20' ? [mvl, bmvl] : [bmvl, mvl]);

/** An address for each swap. */
const depositAddress = ({ type }: Pick<BridgeSwap, 'type'>, id: string): string =>
  ownAddressOf(sidesOf(type)[0].network, `bridge ${id}`);
const lockAccount = accounts.chain(mvl.network, ownAddressOf(mvl.network, 'bridge'));

/** Covers all that was minted on the other side. */
const reserve: Seedable = {
  name: 'bridge-reserve',
  always: true,
  seed: (context) =>
    moveValue(context, mint(unitOf(mvl.token)), lockAccount, unitOf(mvl.token), 200_000_000n * wei, 'opening'),
};

const happy: Timeline<BridgeSwap> = [['PENDING', 45], ['SUCCESS']];
/** An hour to pay. */
const unpaid: Timeline<BridgeSwap> = [['PENDING', 3600], ['FAIL']];

export const bridgeSwap: StateMachine<BridgeSwap, ResponseOf<typeof shapes.Swap>> = defineKind({
  name: 'bridge-swap',
  noun: 'SWAP',
  scenarioPrefix: 'bridge',
  scenarios: {
    fails: ['FAIL, and the payment is refunded', [['PENDING', 45], ['FAIL']]],
    'you pay': 'PENDING until somebody pays to the deposit address; FAIL after an hour',
  },
  show: ({ id, body }) => {
    const [from, to] = sidesOf(body.type);
    return {
      id,
      ...pick(body, 'type', 'status', 'amount', 'feeAmount'),
      fromNetwork: from.network,
      toNetwork: to.network,
      ...pick(body, 'fromAddress', 'toAddress'),
      depositAddress: depositAddress(body, id),
      ...pick(body, 'depositHash', 'payoutHash', 'refundHash', 'createdAt'),
      requestId: body.requestId ?? undefined,
    };
  },
  timelines: ({ depositHash }) => [depositHash === null ? unpaid : happy],
  onEnter: (row, context) => settle(row, context),
  seed: (opening) => seedSwaps(opening),
});

/** Collects the deposit. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export function collectDeposit<Body extends Pick<BridgeSwap, 'type' | 'amount' | 'fromAddress'>>(
  context: Context,
  id: string,
  body: Body,
): Body {
  const [{ network, token }] = sidesOf(body.type);
  const [hash, to] = [madeHash(network, `bridge deposit ${id}`), depositAddress(body, id)];
  moveOnChain(context, body, { token, hash, from: body.fromAddress, to });
  return { ...body, depositHash: hash };
}
interface ChainMove {
  readonly token: Token;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
}
function moveOnChain(
  context: Context,
  { amount }: Pick<BridgeSwap, 'amount'>,
  { token, hash, from, to }: ChainMove,
): void {
  const at = (address: string) => accounts.chain(token.network, address);
  moveValue(context, at(from), at(to), unitOf(token), BigInt(amount), `bridge ${hash}`);
  emit(context, 'chain moved', { network: token.network, hash, from, to, unit: unitOf(token), rawAmount: amount });
}

/** Pays out the other token, or refunds the deposit. */
function settle({ id, body }: Row<BridgeSwap>, context: Context): BridgeSwap | undefined {
  if (body.depositHash === null || body.status === 'PENDING') return undefined;
  ensureSeeded(context, reserve);
  const [from, to] = sidesOf(body.type);
  const paid = depositAddress(body, id);
  if (body.status === 'FAIL') {
    const hash = madeHash(from.network, `bridge refund ${id}`);
    moveOnChain(context, body, { token: from.token, hash, from: paid, to: body.fromAddress });
    return { ...body, refundHash: hash };
  }
  const [unit, amount, out] = [unitOf(from.token), BigInt(body.amount), BigInt(body.amount) - BigInt(body.feeAmount)];
  moveValue(
    context,
    accounts.chain(from.network, paid),
    body.type === 'TO_BEP20' ? lockAccount : mint(unit),
    unit,
    amount,
    `bridge ${id}`,
  );
  const hash = madeHash(to.network, `bridge payout ${id}`);
  const source = body.type === 'TO_BEP20' ? mint(unitOf(to.token)) : lockAccount;
  moveValue(context, source, accounts.chain(to.network, body.toAddress), unitOf(to.token), out, `bridge ${id}`);
  const sender = ownAddressOf(to.network, 'bridge');
  emit(context, 'chain moved', {
    network: to.network,
    hash,
    from: sender,
    to: body.toAddress,
    unit: unitOf(to.token),
    rawAmount: out.toString(),
  });
  return { ...body, payoutHash: hash };
}

/** Whether the deposit address holds the amount. */
export const isPaid = (context: Context, { id, body }: Row<BridgeSwap>): boolean => {
  const [{ network, token }] = sidesOf(body.type);
  return (
    accountBalance(context, accounts.chain(network, depositAddress(body, id)), unitOf(token)) >= BigInt(body.amount)
  );
};

/** A swap in each status, without value: two bridge swaps of dara, a legacy swap of mina. */
function seedSwaps(opening: Context): void {
  for (const [index, status] of (['SUCCESS', 'FAIL', 'PENDING'] as const).entries()) {
    const at = opening.now - (3 - index) * day;
    const isLegacy = index === 1;
    const { address } = seedUser(isLegacy ? 'mina' : 'dara');
    const owner = findUser(opening, 'dara')!.id;
    const type = isLegacy ? 'TO_ERC20' : 'TO_BEP20';
    const paid = {
      depositHash: pastTransfer(opening, `bridge deposit ${index as 0 | 1 | 2}`).hash,
      payoutHash: status === 'SUCCESS' ? pastTransfer(opening, 'bridge payout 0').hash : null,
      refundHash: status === 'FAIL' ? pastTransfer(opening, 'bridge refund 1').hash : undefined,
    };
    const body = {
      ...newBridgeSwap({ now: at }, { type, amount: 100n * wei, fromAddress: address!, toAddress: address! }),
      ...paid,
    };
    const words = status === 'PENDING' ? (['PENDING'] as const) : (['PENDING', status] as const);
    addPast(opening, bridgeSwap, { owner: isLegacy ? null : owner, at, body }, { words });
  }
}

export const newBridgeSwap = (
  { now }: Pick<Context, 'now'>,
  {
    type,
    amount,
    fromAddress,
    toAddress,
  }: Pick<BridgeSwap, 'type' | 'fromAddress' | 'toAddress'> & { readonly amount: bigint },
): Omit<BridgeSwap, 'status' | 'statusLog'> => ({
  type,
  amount: amount.toString(),
  feeAmount: terms.fee.toString(),
  fromAddress,
  toAddress,
  depositHash: null,
  payoutHash: null,
  requestId: null,
  createdAt: iso(now),
});
