// Bridge and legacy swaps: MVL locked on ETHEREUM_SEPOLIA and bMVL made on BSC_TEST, or the reverse. The machine.
import type { BridgeSwapType, Network, WalletTransactionStatus } from '../../../services/catalogue/words.js';
import { ownAddressOf } from '../../chain/addresses.js';
import { type Token, tokensOf, unitOf } from '../../chain/tokens.js';
import { madeHash } from '../../chain/transfer-seeds.js';
import { day, iso } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { addRow, type Row, ready, type Seeded } from '../../core/rows.js';
import { type Moving, type MovingKind, nextOn, type Step, type Way } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { holding, move } from '../balances/ledger.js';
import { cast } from '../people/seed-users.js';
import { findUser } from '../people/user.js';

/** A swap as stored. It has an owner only where a signed-in user asked for it. Amounts are in base units of 18 decimals. */
export interface Swap extends Moving {
  readonly status: (typeof WalletTransactionStatus)[number];
  readonly type: (typeof BridgeSwapType)[number];
  readonly amount: string;
  readonly feeAmount: string;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly depositHash: string | null;
  readonly payoutHash: string | null;
  readonly requestId: string | null;
  readonly createdAt: string;
}

const wei = 10n ** 18n;
/** The sandbox's own: in base units. */
export const terms = { fee: 5n * wei, least: 10n * wei, most: 100_000n * wei, daily: 1_000_000n * wei };

type NetworkWord = (typeof Network)[number];
type Side = { readonly network: NetworkWord; readonly token: Token };
const side = (network: NetworkWord, symbol: string): Side => ({ network, token: tokensOf(network).find((one) => one.symbol === symbol)! });
const mvl = side('ETHEREUM_SEPOLIA', 'MVL');
const bmvl = side('BSC_TEST', 'bMVL');
/** Where a swap comes from, and where it goes to. */
export const sidesOf = (type: Swap['type']): readonly [Side, Side] => (type === 'TO_BEP20' ? [mvl, bmvl] : [bmvl, mvl]);

/** Where a swap is paid in: an address of its own. */
export const depositAddress = ({ type }: Pick<Swap, 'type'>, id: string): string => ownAddressOf(sidesOf(type)[0].network, `bridge ${id}`);
/** Where what is locked lies. */
const lockAccount = accounts.chain(mvl.network, ownAddressOf(mvl.network, 'bridge'));

/** What is locked when the world begins: enough for everything that was ever made on the other side. */
const reserve: Seeded = {
  name: 'bridge-reserve',
  always: true,
  seed: (moment) => move(moment, mint(unitOf(mvl.token)), lockAccount, unitOf(mvl.token), 200_000_000n * wei, 'opening'),
};

const happy: Way<Swap> = [['PENDING', 45], ['SUCCESS']];
const fails: Way<Swap> = [['PENDING', 45], ['FAIL']];
/** Nobody pays within the hour. */
const unpaid: Way<Swap> = [['PENDING', 3600], ['FAIL']];

function next(row: Row<Swap>, moment: Moment): Step | undefined {
  const { depositHash, scenario } = row.body;
  return nextOn([depositHash === null ? unpaid : scenario === 'fails' ? fails : happy], row, moment);
}

export const bridgeSwap: MovingKind<Swap> = {
  name: 'bridge-swap',
  table: 'bridge_swap',
  noun: 'SWAP',
  owned: false,
  word: 'bridge',
  scenarios: {
    fails: 'FAIL, what was paid given back',
    'you pay': 'PENDING until somebody pays to the deposit address; FAIL after an hour',
  },
  show: ({ id, body }) => {
    const { type, status, amount, feeAmount, fromAddress, toAddress, depositHash, payoutHash, createdAt, requestId } = body;
    const [from, to] = sidesOf(type);
    const way = { fromNetwork: from.network, toNetwork: to.network, fromAddress, toAddress, depositAddress: depositAddress(body, id) };
    return { id, type, status, amount, feeAmount, ...way, depositHash, payoutHash, createdAt, ...(requestId !== null && { requestId }) };
  },
  next,
  entered: (row, moment) => settled(row, moment),
  seed: (opening) => seedSwaps(opening),
};

/** Takes what is swapped from an address; the swap then goes on. @throws {Refusal} 400 NOT_ENOUGH_BALANCE */
export function payIn(moment: Moment, id: string, body: Swap): Swap {
  const [{ network, token }] = sidesOf(body.type);
  const [hash, to] = [madeHash(network, `bridge deposit ${id}`), depositAddress(body, id)];
  pass(moment, body, { token, hash, from: body.fromAddress, to });
  return { ...body, depositHash: hash };
}
interface Passed {
  readonly token: Token;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
}
function pass(moment: Moment, { amount }: Swap, { token, hash, from, to }: Passed): void {
  const at = (address: string) => accounts.chain(token.network, address);
  move(moment, at(from), at(to), unitOf(token), BigInt(amount), `bridge ${hash}`);
  tell(moment, 'chain moved', { network: token.network, hash, from, to, unit: unitOf(token), rawAmount: amount });
}

/** What a swap comes to: the other token paid out, or what was paid given back. */
function settled({ id, body }: Row<Swap>, moment: Moment): Swap | undefined {
  if (body.depositHash === null || body.status === 'PENDING') return undefined;
  ready(moment, reserve);
  const [from, to] = sidesOf(body.type);
  const paid = depositAddress(body, id);
  if (body.status === 'FAIL') {
    const hash = madeHash(from.network, `bridge refund ${id}`);
    pass(moment, body, { token: from.token, hash, from: paid, to: body.fromAddress });
    return { ...body, payoutHash: hash };
  }
  const [unit, amount, out] = [unitOf(from.token), BigInt(body.amount), BigInt(body.amount) - BigInt(body.feeAmount)];
  move(moment, accounts.chain(from.network, paid), body.type === 'TO_BEP20' ? lockAccount : mint(unit), unit, amount, `bridge ${id}`);
  const hash = madeHash(to.network, `bridge payout ${id}`);
  const source = body.type === 'TO_BEP20' ? mint(unitOf(to.token)) : lockAccount;
  move(moment, source, accounts.chain(to.network, body.toAddress), unitOf(to.token), out, `bridge ${id}`);
  const sender = ownAddressOf(to.network, 'bridge');
  tell(moment, 'chain moved', {
    network: to.network,
    hash,
    from: sender,
    to: body.toAddress,
    unit: unitOf(to.token),
    rawAmount: out.toString(),
  });
  return { ...body, payoutHash: hash };
}

/** Whether enough has come to a swap's deposit address. */
export const isPaid = (moment: Moment, { id, body }: Row<Swap>): boolean => {
  const [{ network, token }] = sidesOf(body.type);
  return holding(moment, accounts.chain(network, depositAddress(body, id)), unitOf(token)) >= BigInt(body.amount);
};

/** dara's swaps, one in each word; none of them holds anything. */
function seedSwaps(opening: Moment): void {
  const { address } = cast.find(({ handle }) => handle === 'dara')!;
  for (const [index, status] of (['SUCCESS', 'FAIL', 'PENDING'] as const).entries()) {
    const at = opening.now - (3 - index) * day;
    const owner = findUser(opening, 'dara')!.id;
    const type = index === 1 ? 'TO_ERC20' : 'TO_BEP20';
    const [from, to] = sidesOf(type);
    const paid = {
      depositHash: madeHash(from.network, `bridge ${index}`),
      payoutHash: status === 'PENDING' ? null : madeHash(to.network, `bridge ${index}`),
    };
    const body = { ...asked({ now: at }, { type, amount: 100n * wei, fromAddress: address!, toAddress: address! }), ...paid, status };
    addRow(opening, bridgeSwap, { owner: index === 1 ? null : owner, at, body: { ...body, statusLog: [{ status, at: iso(at) }] } });
  }
}

/** A swap that has just been asked for, not yet paid. */
export const asked = (
  { now }: Pick<Moment, 'now'>,
  { type, amount, fromAddress, toAddress }: Pick<Swap, 'type' | 'fromAddress' | 'toAddress'> & { readonly amount: bigint },
): Swap => ({
  status: 'PENDING',
  statusLog: [{ status: 'PENDING', at: iso(now) }],
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
