// The kind of payments: how they are stored, seeded and shown. Code that only reads payments need not load their state machine.

import { ensureSeeded, type Kind } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { Answer, StateMachine } from '../../core/state-machine.js';
import { assetOrder } from './asset-orders.js';
import type { AssetPayment } from './asset-rows.js';
import { seedAssetPayments, timelinesOf } from './payment-seeds.js';

export const paymentKind: Kind<AssetPayment, Answer<typeof shapes.Payment>> & Pick<StateMachine<AssetPayment>, 'timelines'> = {
  name: 'payment',
  table: 'asset_payment',
  noun: 'PAYMENT',
  owned: true,
  timelines: timelinesOf,
  show: ({ id, body: { hidden, scenario, statusLog, ...shown } }) => ({ id, ...shown }),
  seed: (opening) => {
    ensureSeeded(opening, assetOrder); // whose payments these are
    seedAssetPayments(opening, paymentKind);
  },
};
