// The kind of payments: stored, seeded and displayed. Readers of payments need not load their state machine.

import { defineKind, ensureSeeded, type Kind, type ResponseOf, type StateMachine } from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { assetOrder } from './asset-orders.js';
import type { AssetPayment } from './asset-rows.js';
import { seedAssetPayments, timelinesOf } from './payment-seeds.js';

export const paymentKind: Kind<AssetPayment, ResponseOf<typeof shapes.Payment>> &
  Pick<StateMachine<AssetPayment>, 'timelines'> = defineKind({
  name: 'payment',
  table: 'asset_payment',
  owned: true,
  timelines: timelinesOf,
  show: ({ id, body: { hidden, scenario, statusLog, ...fields } }) => ({ id, ...fields }),
  seed: (opening) => {
    ensureSeeded(opening, assetOrder);
    seedAssetPayments(opening, paymentKind);
  },
});
