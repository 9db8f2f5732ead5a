// The balances that the seed users have when the world begins.
import { madeAddress } from '../../chain/addresses.js';
import { tokens, unitOf } from '../../chain/tokens.js';
import type { SandboxContext } from '../../core/context.js';
import { seededId } from '../../core/seeded-random.js';
import { ordinalOf, seedUsers } from '../people/seed-users.js';
import { toBase } from './amounts.js';
import { balanceCurrency, fiat, fiatOf } from './currencies.js';
import { accounts, type OpeningBalance } from './ledger-accounts.js';

type Amounts = Readonly<Record<string, string>>;

/** Balances in whole tokens, by handle. */
const balances: Readonly<Record<string, Amounts>> = {
  mina: { MVL: '5000', USDC: '1250.5', MVP: '3200', XTZ: '12.5', TADAP: '480', ONIONP: '75' },
  dara: { MVP: '800', MVL: '250', USDC: '40' },
  kenji: { USDC: '300', MVP: '120' },
  lan: { USDC: '220.75', MVP: '60', MVL: '900' },
  'rider-1': { MVP: '250' },
  'rider-2': { MVP: '250' },
  'rider-3': { MVP: '250' },
  whale: { MVL: '123456789012345678901234567890123456789012345678901234567890.123456789012345678', MVP: '99999999' },
};
/** Ride points in whole units of the region's fiat currency. */
const ridePoints: Readonly<Record<string, Amounts>> = { mina: { KH: '200000', SG: '60' }, dara: { KH: '40000' }, lan: { VN: '15.5' } };
const ofRider: Amounts = { KH: '100000' };
/** The opening balances on the chains, by handle and `NETWORK/SYMBOL`. */
const onChain: Readonly<Record<string, Amounts>> = {
  mina: {
    'BSC_TEST/BNB': '30',
    'BSC_TEST/bMVL': '250000',
    'BSC_TEST/USDC': '1000',
    'ETHEREUM_SEPOLIA/ETH': '5',
    'ETHEREUM_SEPOLIA/MVL': '100000',
    'ETHEREUM_SEPOLIA/USDC': '2000',
    'BASE_SEPOLIA/ETH': '2',
    'BASE_SEPOLIA/USDC': '5000',
    'OP_SEPOLIA/ETH': '1',
    'XTZ/XTZ': '84.25',
    'XTZ/tzBTC': '0.015',
    'XTZ/USDt': '310',
    'BITCOIN/BTC': '0.125',
    'SOLANA/SOL': '7.5',
    'TON/TON': '42',
    'TON/MVL': '9000',
    'TON_TEST/TON': '5',
  },
  dara: {
    'BSC_TEST/BNB': '2',
    'BSC_TEST/bMVL': '12000',
    'ETHEREUM_SEPOLIA/ETH': '1',
    'ETHEREUM_SEPOLIA/MVL': '3000',
    'BASE_SEPOLIA/USDC': '150',
    'XTZ/XTZ': '20',
  },
  kenji: { 'BASE_SEPOLIA/USDC': '800', 'BASE_SEPOLIA/ETH': '0.3', 'ETHEREUM_SEPOLIA/ETH': '0.4' },
  lan: { 'BSC_TEST/BNB': '1.2', 'BASE_SEPOLIA/USDC': '90' },
  // 78 digits of base units, the most that 256 bits have: for programs that must not lose one of them.
  whale: {
    'ETHEREUM_SEPOLIA/MVL': '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
    'ETHEREUM_SEPOLIA/ETH': '1000000',
    'BSC_TEST/BNB': '250000',
  },
};

/** The opening balances of the seed users. */
export function openingBalances({ seed }: SandboxContext): OpeningBalance[] {
  return seedUsers.flatMap((person): OpeningBalance[] => {
    const id = seededId(seed, 'user', ordinalOf(person.handle));
    const points = person.handle.startsWith('rider-') ? ofRider : ridePoints[person.handle];
    return [
      ...amounts(balances[person.handle]).map(
        ([unit, amount]): OpeningBalance => [accounts.balance(id, unit), unit, toBase(amount, balanceCurrency(unit)!.decimals)],
      ),
      ...amounts(points).map(([region, amount]) => ridePointsOf(id, region as keyof typeof fiatOf, amount)),
      ...amounts(onChain[person.handle]).map(([unit, amount]) => onChainOf(person, unit, amount)),
    ];
  });
}
const amounts = (byUnit: Amounts | undefined) => Object.entries(byUnit ?? {});

function ridePointsOf(id: string, region: keyof typeof fiatOf, amount: string): OpeningBalance {
  const unit = fiatOf[region];
  return [accounts.ride(id, region), unit, toBase(amount, fiat[unit].decimals)];
}

function onChainOf(person: (typeof seedUsers)[number], unit: string, amount: string): OpeningBalance {
  const token = tokens.find((one) => unitOf(one) === unit)!;
  const address = madeAddress(token.network, person.handle) ?? person.address!;
  return [accounts.chain(token.network, address), unit, toBase(amount, token.decimals)];
}
