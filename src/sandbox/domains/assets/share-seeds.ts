// Seeds the shares of the opening, with their incomes until then.
import { day } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, type Kind, rows, saveRow } from '../../core/rows.js';
import { type StateMachine, schedule } from '../../core/state-machine.js';
import { vehicleByNum } from '../fleet/vehicle.js';
import { findUser } from '../people/user.js';
import type { Income, Share } from './asset-rows.js';
import { newShare, nextSettlement } from './new-share.js';
import { pastShares } from './past-shares.js';
import { paymentKind } from './payment-kind.js';
import { recordIncome } from './settlement.js';

interface ShareKinds {
  readonly share: StateMachine<Share>;
  readonly income: Kind<Income>;
}
/** Seeds the shares, each with the incomes of its periods until the opening, which are a part of the opening balances. */
export function seedShares(opening: SandboxContext, { share, income }: ShareKinds): void {
  for (const { handle, ago, by, payment, ...bought } of pastShares) {
    const { offeringId } = vehicleByNum(opening, bought.num);
    const owner = findUser(opening, handle)!.id;
    const paid = payment === undefined ? undefined : rows(opening, paymentKind)[payment - 1];
    const at = by === 'order' && paid?.body.paidAt ? Date.parse(paid.body.paidAt) : opening.now - ago * day;
    const paymentId = paid?.id ?? null;
    const body = newShare(opening, { ...bought, offeringId, paymentId, at });
    let row = addRow(opening, share, { owner, at, body });
    for (let to = nextSettlement(body.period, at); to <= opening.now; to = nextSettlement(body.period, to))
      row = { ...row, body: recordIncome({ ...opening, now: to }, row, income).body };
    schedule(opening, share, saveRow(opening, share, row, row.body));
  }
}
