// Seeds the shares of the opening, with their incomes until then.
import { day } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, findRow, type Kind, saveRow } from '../../core/rows.js';
import { type StateMachine, schedule } from '../../core/state-machine.js';
import { vehicles } from '../fleet/vehicle.js';
import { plannedVehicle } from '../fleet/vehicle-plan.js';
import { findUser } from '../people/user.js';
import type { Income, Share } from './asset-rows.js';
import { newShare, nextSettlement } from './new-share.js';
import { paymentKind } from './payment-kind.js';
import { recordIncome } from './settlement.js';

interface Seed extends Pick<Share, 'amount' | 'currency' | 'share'> {
  readonly handle: string;
  /** A number, or the first vehicle of an offering or a city. */
  readonly vehicle: number | { readonly offering: number } | { readonly city: string };
  /** Days before the opening. */
  readonly ago: number;
  /** The ordinal of mina's payment that bought it. */
  readonly payment?: number;
}
/** Each a part of one vehicle of its offering that fits its amount. */
const seeds: readonly Seed[] = [
  { handle: 'mina', vehicle: 1, amount: '4900', currency: 'USD', share: '100', ago: 85 },
  { handle: 'mina', vehicle: 2, amount: '250', currency: 'USDC', share: '5', ago: 6, payment: 3 },
  { handle: 'mina', vehicle: 3, amount: '21000', currency: 'USD', share: '100', ago: 60 },
  { handle: 'mina', vehicle: 4, amount: '100', currency: 'USDC', share: '4.8888', ago: 80 },
  { handle: 'mina', vehicle: 5, amount: '45', currency: 'USD', share: '100', ago: 70 },
  { handle: 'mina', vehicle: 6, amount: '15000', currency: 'USD', share: '100', ago: 410 },
  { handle: 'kenji', vehicle: { city: 'SHV' }, amount: '45', currency: 'USD', share: '100', ago: 20 },
  { handle: 'lan', vehicle: { offering: 3 }, amount: '50000', currency: 'MVL', share: '4', ago: 88 },
  { handle: 'whale', vehicle: { offering: 11 }, amount: '0.3', currency: 'BTC', share: '20', ago: 5 },
];

interface ShareKinds {
  readonly share: StateMachine<Share>;
  readonly income: Kind<Income>;
}
/** Seeds the shares, each with the incomes of its periods until the opening, which are a part of the opening balances. */
export function seedShares(opening: SandboxContext, { share, income }: ShareKinds): void {
  const all = vehicles(opening);
  for (const { handle, vehicle, ago, payment: ordinal, ...bought } of seeds) {
    const { num, offeringId } = all.find((one) => {
      if (typeof vehicle === 'number') return one.num === vehicle;
      return 'city' in vehicle ? one.city === vehicle.city : plannedVehicle(opening, one.num)?.offering === vehicle.offering;
    })!;
    const owner = findUser(opening, handle)!.id;
    const paid = ordinal === undefined ? undefined : findRow(opening, paymentKind, String(ordinal), owner);
    const at = paid?.body.paidAt ? Date.parse(paid.body.paidAt) : opening.now - ago * day;
    const paymentId = paid?.id ?? null;
    const body = newShare(opening, { ...bought, num, offeringId, paymentId, at });
    let row = addRow(opening, share, { owner, at, body });
    for (let to = nextSettlement(body.period, at); to <= opening.now; to = nextSettlement(body.period, to))
      row = { ...row, body: recordIncome({ ...opening, now: to }, row, income).body };
    schedule(opening, share, saveRow(opening, share, row, row.body));
  }
}
