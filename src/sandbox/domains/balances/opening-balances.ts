// The balances that the seed users have when the world begins, in the smallest units.
import { madeAddress } from '../../chain/addresses.js';
import { tokens, unitOf } from '../../chain/tokens.js';
import type { SandboxContext } from '../../core/context.js';
import { seededId } from '../../core/seeded-random.js';
import { ordinalOf, seedUsers } from '../people/seed-users.js';
import { toBase } from './amounts.js';
import { balanceCurrency, fiat, fiatOf } from './currencies.js';
import { accounts, type OpeningBalance } from './ledger-accounts.js';

type Amounts = Readonly<Record<string, string>>;

/** The opening balances of the seed users. */
export function openingBalances({ seed }: SandboxContext): OpeningBalance[] {
  return seedUsers.flatMap((person): OpeningBalance[] => {
    const id = seededId(seed, 'user', ordinalOf(person.handle));
    return [
      ...amounts(person.balances).map(
        ([unit, amount]): OpeningBalance => [accounts.balance(id, unit), unit, toBase(amount, balanceCurrency(unit)!.decimals)],
      ),
      ...amounts(person.ridePoints).map(([region, amount]) => ridePointsOf(id, region as keyof typeof fiatOf, amount)),
      ...amounts(person.onChain).map(([unit, amount]) => onChainOf(person, unit, amount)),
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
