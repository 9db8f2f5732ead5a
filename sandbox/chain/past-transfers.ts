// The stored row of a transfer, and the past transfers that seeds name by their hash.

import type { Network, WalletTransactionStatus, WalletTransactionType } from '../../src/services/catalogue/words.js';
import { type Context, day, iso, type MachineBody, minute, second, seededId } from '../core/index.js';
import { pastShares } from '../domains/assets/asset-rows.js';
import { seedAddress } from '../domains/people/user.js';
import { houseAddress, madeHash, ownAddressOf } from './addresses.js';
import { tokens } from './networks.js';

/** The owner is the network of its state. Amounts are in base units, as texts. */
export interface Transfer extends MachineBody {
  readonly status: WalletTransactionStatus;
  readonly type: (typeof WalletTransactionType)[number];
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly fee: string;
  readonly ticker: string | null;
  /** 0 outside a block. */
  readonly blockNumber: number;
  /** Unique in the block. */
  readonly index: number;
  readonly nonce: number;
  readonly data: string;
  /** A wallet has reported it. */
  readonly registered: boolean;
  /** The chain has it, mined or pending. */
  readonly seen: boolean;
  readonly updatedAt: string;
}

type Usual = 'status' | 'statusLog' | 'fee' | 'nonce' | 'data' | 'registered' | 'seen' | 'updatedAt';
/** A transfer at epoch milliseconds, which has succeeded and is in a block unless the facts say otherwise. */
export function newTransfer(at: number, facts: Omit<Transfer, Usual> & Partial<Pick<Transfer, Usual>>): Transfer {
  const { status = 'SUCCESS' } = facts;
  const usual = { fee: '0', nonce: 0, data: '0x', registered: false, seen: true, updatedAt: iso(at) };
  return { ...usual, status, statusLog: [{ status, at: iso(at) }], ...facts };
}

/** After all rows in blocks. */
export const inNoBlock = 1_000_000;

/** The network has a state of its own. Time in epoch milliseconds. */
interface PastTransfer extends Pick<Transfer, 'hash' | 'from' | 'value' | 'ticker' | 'type'> {
  readonly network: Network;
  readonly to: string;
  readonly at: number;
}
interface Facts extends Omit<PastTransfer, 'hash' | 'at'> {
  /** Milliseconds before the opening. */
  readonly ago: number;
}

const [mina, dara, house] = [seedAddress('mina'), seedAddress('dara'), houseAddress('BASE_SEPOLIA')];
const wei = 10n ** 18n;

type Parties = Pick<Facts, 'from' | 'to' | 'ago'>;
const on =
  (network: Facts['network'], ticker: string, type: Facts['type']) =>
  (value: bigint, parties: Parties): Facts => ({
    network,
    ticker,
    type,
    value: value.toString(),
    ...parties,
  });
const mvl = on('ETHEREUM_SEPOLIA', 'MVL', 'SEND_ERC20');
const bmvl = on('BSC_TEST', 'bMVL', 'SEND_BEP20');
const bnb = on('BSC_TEST', 'BNB', 'SEND_BNB');
const usdc = on('BASE_SEPOLIA', 'USDC', 'SEND_ERC20');
/** A vehicle's token, and a call of its contract without a coin. */
const vehicle = (parties: Parties): Facts => ({
  network: 'BASE_SEPOLIA',
  ticker: null,
  type: 'SEND_ERC721',
  value: '1',
  ...parties,
});
const call = (from: string, ago: number): Facts => ({
  network: 'BASE_SEPOLIA',
  ticker: 'ETH',
  type: 'UNKNOWN',
  value: '0',
  from,
  to: house,
  ago,
});
/** A crypto payment is confirmed after 10 seconds. */
const [confirmed, paid, refunded] = [10 * second, 40 * second, 100 * second];

type OfVehicle = `vehicle ${number} ${'bought' | 'received'}`;
/** Of the seed users' shares. A purchase with a payment belongs to the payment. */
const ofShares = (): Readonly<Record<OfVehicle, Facts>> =>
  Object.fromEntries(
    pastShares.flatMap(({ handle, num, ago: days, amount, by }): [OfVehicle, Facts][] => {
      const [address, ago] = [seedAddress(handle), by === 'order' ? days * day - paid : days * day];
      const token = [`vehicle ${num} received`, vehicle({ from: house, to: address, ago })] as const;
      if (by === 'bank') return [[`vehicle ${num} bought`, call(address, ago)], [...token]];
      if (by === 'chain')
        return [
          [`vehicle ${num} bought`, usdc(BigInt(amount) * 1_000_000n, { from: address, to: house, ago })],
          [...token],
        ];
      return [[...token]];
    }),
  );

/** By name. */
const facts = ({ seed }: Pick<Context, 'seed'>) => {
  const paidTo = (ordinal: number) => ownAddressOf('BASE_SEPOLIA', `payment ${seededId(seed, 'payment', ordinal)}`);
  const bridgedTo = (network: Facts['network'], ordinal: number) =>
    ownAddressOf(network, `bridge ${seededId(seed, 'bridge-swap', ordinal)}`);
  return {
    'withdrawal of dara': mvl(29n * wei, {
      from: ownAddressOf('ETHEREUM_SEPOLIA', 'payouts'),
      to: dara,
      ago: 420 * minute - 42 * second,
    }),
    'withdrawal of mina': bnb((499n * wei) / 1000n, {
      from: ownAddressOf('BSC_TEST', 'payouts'),
      to: mina,
      ago: 30 * day - 33 * second,
    }),
    'payment 2': usdc(150_000_000n, { from: mina, to: paidTo(2), ago: 2 * minute - confirmed }),
    'payment 3': usdc(250_000_000n, { from: mina, to: paidTo(3), ago: 6 * day - confirmed }),
    'payment 4': usdc(200_000_000n, { from: mina, to: paidTo(4), ago: 8 * day - confirmed }),
    'refund of payment 4': usdc(200_000_000n, { from: paidTo(4), to: mina, ago: 8 * day - refunded }),
    'vehicle 1 approved': call(mina, 86 * day),
    'vehicle 7 received': vehicle({ from: house, to: mina, ago: 8 * day - paid }),
    'vehicle 7 sent': vehicle({ from: mina, to: house, ago: 8 * day - refunded }),
    'bridge deposit 0': mvl(100n * wei, { from: dara, to: bridgedTo('ETHEREUM_SEPOLIA', 1), ago: 3 * day }),
    'bridge payout 0': bmvl(95n * wei, {
      from: ownAddressOf('BSC_TEST', 'bridge'),
      to: dara,
      ago: 3 * day - 45 * second,
    }),
    'bridge deposit 1': bmvl(100n * wei, { from: mina, to: bridgedTo('BSC_TEST', 2), ago: 2 * day }),
    'bridge refund 1': bmvl(100n * wei, { from: bridgedTo('BSC_TEST', 2), to: mina, ago: 2 * day - 45 * second }),
    'bridge deposit 2': mvl(100n * wei, { from: dara, to: bridgedTo('ETHEREUM_SEPOLIA', 3), ago: day }),
    'migration 0': bmvl(100n * wei, { from: bmvlAddress, to: dara, ago: 3 * day - minute }),
  } as const satisfies Readonly<Record<string, Facts>>;
};
/** A migration mints, so the token's contract sends. */
const bmvlAddress = tokens.find(({ symbol }) => symbol === 'bMVL')!.contractAddress!;
type PastName = keyof ReturnType<typeof facts> | OfVehicle;

const allFacts = (opening: Context): Readonly<Partial<Record<PastName, Facts>>> => ({
  ...facts(opening),
  ...ofShares(),
});

const pastTransferOf = ({ now }: Context, name: string, { ago, ...rest }: Facts): PastTransfer => ({
  ...rest,
  hash: madeHash(rest.network, `past ${name}`),
  at: now - ago,
});

/** By name; `opening` is the context of a seed. */
export const pastTransfer = (opening: Context, name: PastName): PastTransfer =>
  pastTransferOf(opening, name, allFacts(opening)[name]!);

/** For the histories. */
export const pastTransfers = (opening: Context): readonly PastTransfer[] =>
  (Object.keys(allFacts(opening)) as PastName[]).map((name) => pastTransfer(opening, name));
