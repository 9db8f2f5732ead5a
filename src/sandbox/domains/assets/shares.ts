// Shares of vehicles: who has which share, and until when its incomes have been settled.

import { iso } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, ensureSeeded, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/musubi.js';
import { type StateMachine, schedule } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import type { Income, Share } from './asset-rows.js';
import { newShare, nextSettlement, type SharePurchase } from './new-share.js';
import { settle } from './settlement.js';
import { seedShares } from './share-seeds.js';

export const share: StateMachine<Share> = {
  name: 'share',
  table: 'vehicle_share',
  noun: 'VEHICLE',
  owned: true,
  show: ({ body }) => body,
  next: ({ body }) =>
    body.status === 'PAID' ? { target: 'settle', at: nextSettlement(body.period, Date.parse(body.settledUntil)) } : undefined,
  actions: {
    settle: (row, context) => {
      const body = settle(context, row, income);
      schedule(context, share, { ...row, body });
      return body;
    },
  },
  seed: (opening) => seedShares(opening, { share, income }),
};

/** The shares of a user, in the order of their purchase. */
export const sharesOf = (context: SandboxContext, userId: string): Row<Share>[] =>
  rows(context, share, { owner: userId, status: ['PAID'] });

/** Adds a share to a user. */
export function giveShare(context: SandboxContext, owner: string, bought: SharePurchase): void {
  schedule(context, share, addRow(context, share, { owner, at: bought.at, body: newShare(context, bought) }));
}

/** Takes back the shares of a payment; their incomes are kept. */
export function takeShares(context: SandboxContext, paymentId: string): Row<Share>[] {
  const bought = rows(context, share, { status: ['PAID'] }).filter(({ body }) => body.paymentId === paymentId);
  const log = (row: Row<Share>) => [...row.body.statusLog, { status: 'REFUNDED', at: iso(context.now) }];
  for (const row of bought)
    schedule(context, share, saveRow(context, share, row, { ...row.body, status: 'REFUNDED', statusLog: log(row) }));
  return bought;
}

export const income: Kind<Income, Answer<typeof shapes.Incomes>> = {
  name: 'income',
  table: 'vehicle_income',
  noun: 'INCOME',
  owned: true,
  show: ({ id, body: { num, shareId, ...shown } }) => ({ id, ...shown }),
  seed: (opening) => ensureSeeded(opening, share), // which brings those of the time before
};
