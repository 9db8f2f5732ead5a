// Checks that what several rows say of one thing agrees: times, sums, and the ids by which one names the other.
import { transfer } from '../../../src/sandbox/chain/transfer.js';
import type { Context } from '../../../src/sandbox/core/context.js';
import { type Kind, type Row, rowById, rows } from '../../../src/sandbox/core/rows.js';
import {
  allTimelines,
  type MachineBody,
  type StateMachine,
  secondsBetween,
} from '../../../src/sandbox/core/state-machine.js';
import { assetOrder } from '../../../src/sandbox/domains/assets/asset-orders.js';
import { assetPayment } from '../../../src/sandbox/domains/assets/asset-payments.js';
import { assetTransaction } from '../../../src/sandbox/domains/assets/asset-transactions.js';
import { lease } from '../../../src/sandbox/domains/assets/leases.js';
import { share } from '../../../src/sandbox/domains/assets/shares.js';
import { toBase } from '../../../src/sandbox/domains/balances/currencies.js';
import { balanceOf, decimalsOf } from '../../../src/sandbox/domains/balances/ledger.js';
import { pointsChange } from '../../../src/sandbox/domains/balances/points-history.js';
import { game } from '../../../src/sandbox/domains/games/game.js';
import { gamePayment, hasPaid } from '../../../src/sandbox/domains/games/game-payments.js';
import { gameResult } from '../../../src/sandbox/domains/games/game-results.js';
import { missionGroup } from '../../../src/sandbox/domains/missions/group.js';
import { mission } from '../../../src/sandbox/domains/missions/mission.js';
import { missionClaim } from '../../../src/sandbox/domains/missions/mission-claims.js';
import { notification } from '../../../src/sandbox/domains/notifications/notification.js';
import { item } from '../../../src/sandbox/domains/store/item.js';
import { storeOrder } from '../../../src/sandbox/domains/store/order.js';
import type { Finding } from './check-world.js';

type AnyKind = Kind<Readonly<Record<string, unknown>>>;
type Has = (kind: { readonly name: string }) => boolean;

/** Finds what does not agree. @param has whether a kind has been seeded */
export function agreementFindings(
  context: Context,
  kinds: readonly AnyKind[],
  moving: readonly StateMachine<MachineBody>[],
  has: Has,
): readonly Finding[] {
  return [
    ...moving.filter(has).flatMap((kind) => courseFindings(context, kind)),
    ...kinds.flatMap((kind) => formFindings(context, kind)),
    ...(has(transfer) ? blockFindings(context) : []),
    ...(has(assetPayment) && has(lease) ? paymentFindings(context) : []),
    ...(has(share) && has(assetTransaction) ? shareFindings(context) : []),
    ...(has(pointsChange) ? pointsFindings(context) : []),
    ...(has(missionClaim) ? missionFindings(context) : []),
    ...(has(notification) ? itemFindings(context) : []),
    ...(has(game) && has(gamePayment) ? gameFindings(context) : []),
  ];
}

const about = (kind: { readonly name: string }, { id }: { readonly id: string }, why: string): Finding => ({
  about: 'story',
  what: `${kind.name}:${id}`,
  why,
});

/** A seeded row was in each state for as long as its timelines say. */
function courseFindings(context: Context, kind: StateMachine<MachineBody>): Finding[] {
  const opened = Number(context.state.meta('seededAt'));
  return rows(context, kind).flatMap((row) => {
    if (row.at >= opened) return [];
    return row.body.statusLog.slice(1).flatMap(({ status, at }, index) => {
      const before = row.body.statusLog[index]!;
      const took = (Date.parse(at) - Date.parse(before.at)) / 1000;
      const now = { ...context, now: Date.parse(before.at) };
      const expected = secondsBetween(allTimelines(kind, row.body), row, [before.status, status], now);
      const differs = expected !== undefined && Math.abs(took - expected) > 1 && Date.parse(at) < opened;
      return differs ? [about(kind, row, `was ${before.status} for ${took} s, and its timeline says ${expected}`)] : [];
    });
  });
}

/** The order of two times. */
const inOrder = [
  ['createdAt', 'updatedAt'],
  ['createdAt', 'salesStartAt'],
  ['createdAt', 'paidAt'],
  ['paidAt', 'refundedAt'],
  ['startDate', 'endDate'],
  ['startsAt', 'endsAt'],
  ['from', 'to'],
] as const;
const amountName = /(amount|price|rate|fee|share|fare|balanceAfter)$/i;
/** The times of a response are in their order, and its amounts have no zeros that say nothing. */
function formFindings(context: Context, kind: AnyKind): Finding[] {
  return rows(context, kind).flatMap((row) =>
    [...objectsIn(kind.show(row, context))].flatMap((fields) => {
      const early = inOrder.filter(
        ([first, later]) => isTime(fields[first]) && isTime(fields[later]) && fields[first] > fields[later],
      );
      const long = Object.entries(fields).filter(
        ([name, value]) => amountName.test(name) && isText(value) && /^-?\d+\.\d*0$/.test(value),
      );
      return [
        ...early.map(([first, later]) =>
          about(kind, row, `has ${first} ${fields[first]} after ${later} ${fields[later]}`),
        ),
        ...long.map(([name, value]) => about(kind, row, `has ${name} ${value}, which ends in zeros`)),
      ];
    }),
  );
}
const isTime = (value: unknown): value is string => isText(value) && /^\d{4}-\d\d-\d\dT/.test(value);
const isText = (value: unknown): value is string => typeof value === 'string';
function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>;
  for (const one of Object.values(value)) yield* objectsIn(one);
}

/** A pending transfer is outside a block. */
const blockFindings = (context: Context): Finding[] =>
  rows(context, transfer).flatMap((row) =>
    row.body.status === 'PENDING' && row.body.blockNumber !== 0
      ? [about(transfer, row, `is PENDING in block ${row.body.blockNumber}`)]
      : [],
  );

/** A payment and what it is for name each other; a lease is paid once its payment is; a purchase is made when its payment is paid. */
function paymentFindings(context: Context): Finding[] {
  const paymentOf = (id: string | null) => (id === null ? undefined : rowById(context, assetPayment, id)?.body);
  const unpaid = rows(context, lease).filter(
    ({ body }) =>
      (body.status === 'PAID' || body.status === 'RECEIVED') && paymentOf(body.paymentId)?.status !== 'PAID',
  );
  const strange = <Body extends { readonly paymentId: string | null }>(
    kind: Kind<Body>,
    field: 'orderId' | 'leaseApplicationId',
  ) =>
    rows(context, kind).filter(({ id, body }) => body.paymentId !== null && paymentOf(body.paymentId)?.[field] !== id);
  const times = { PURCHASE: 'paidAt', RETURN: 'refundedAt' } as const;
  const apart = rows(context, assetTransaction).filter(({ body }) => {
    const time = body.type === 'PURCHASE' || body.type === 'RETURN' ? times[body.type] : undefined;
    return time !== undefined && body.paymentId !== null && paymentOf(body.paymentId)?.[time] !== body.at;
  });
  return [
    ...unpaid.map((row) =>
      about(lease, row, `is ${row.body.status}, and its payment ${row.body.paymentId} is not PAID`),
    ),
    ...strange(assetOrder, 'orderId').map((row) =>
      about(assetOrder, row, `names the payment ${row.body.paymentId}, which is not its own`),
    ),
    ...strange(lease, 'leaseApplicationId').map((row) =>
      about(lease, row, `names the payment ${row.body.paymentId}, which is not its own`),
    ),
    ...apart.map((row) => about(assetTransaction, row, `is of ${row.body.at}, and its payment is not`)),
  ];
}

/** Whoever has a share has received the token of its vehicle. */
function shareFindings(context: Context): Finding[] {
  const received = new Set(
    rows(context, assetTransaction).flatMap(({ owner, body }) =>
      body.type === 'RECEIVED' ? [`${owner} ${body.tokenId} ${body.at}`] : [],
    ),
  );
  return rows(context, share).flatMap((row) => {
    const tokenId = String(1_000_000 + row.body.num);
    return received.has(`${row.owner} ${tokenId} ${row.body.acquiredAt}`)
      ? []
      : [about(share, row, 'has no transaction of its token')];
  });
}

/** Each balance of the history of points follows from the one before; the last is what the ledger holds. */
function pointsFindings(context: Context): Finding[] {
  const balances = new Map<string, bigint>();
  const broken = rows(context, pointsChange).flatMap((row) => {
    const before = balances.get(row.owner!) ?? 0n;
    const after = toBase(row.body.balanceAfter ?? '0', decimalsOf('MVP'));
    balances.set(row.owner!, after);
    return before + toBase(row.body.amount, decimalsOf('MVP')) === after
      ? []
      : [about(pointsChange, row, 'does not follow from the one before')];
  });
  const waiting =
    context.state.get<{ count: number }>("SELECT count(*) AS count FROM due WHERE kind = 'hears:points'")!.count > 0;
  const differing = [...balances].filter(
    ([owner, balance]) => !waiting && balanceOf(context, owner, 'MVP') !== balance,
  );
  return [
    ...broken,
    ...differing.map(
      ([owner]): Finding => ({ about: 'story', what: `points of ${owner}`, why: 'are not what the ledger holds' }),
    ),
  ];
}

/** A group's number is the sum of its missions. */
function missionFindings(context: Context): Finding[] {
  const claimants = new Set(rows(context, missionClaim).map(({ owner }) => owner!));
  return [...claimants].flatMap((userId) => {
    const seen = { ...context, caller: { userId } };
    const claimed = rows(context, mission).map(
      (row) =>
        [row.body.missionGroupId, (mission.show(row, seen) as { userClaimedCount: number }).userClaimedCount] as const,
    );
    return rows(context, missionGroup).flatMap((row) => {
      const sum = claimed.reduce((total, [id, count]) => total + (id === row.id ? count : 0), 0);
      const { userClaimedCount } = missionGroup.show(row, seen);
      return sum === userClaimedCount
        ? []
        : [about(missionGroup, row, `counts ${userClaimedCount} claims of ${userId}, its missions ${sum}`)];
    });
  });
}

/** The receiver of a notification can read the item. A paid order names its items. */
function itemFindings(context: Context): Finding[] {
  const mayRead = (userId: string | null, id: string) => {
    const found = rowById(context, item, id);
    return (
      found !== undefined &&
      userId !== null &&
      (found.owner === userId || found.body.hidden.before?.includes(userId) === true)
    );
  };
  const notified = rows(context, notification).filter(
    ({ owner, body }) => owner !== null && body.entityType === 'INVENTORY_ITEM' && !mayRead(owner, body.entityId),
  );
  const ordered = rows(context, storeOrder).filter(
    ({ owner, body }) => !body.itemIds.every((id) => mayRead(owner, id)),
  );
  const fewer = rows(context, storeOrder).filter(
    ({ body }) =>
      body.itemIds.length !== body.quantity &&
      rows(context, item).some(({ body: one }) => one.productId === body.productId) &&
      body.paidAt !== null &&
      body.scenario === undefined,
  );
  return [
    ...notified.map((row) =>
      about(notification, row, `names the item ${row.body.entityId}, which its owner cannot read`),
    ),
    ...ordered.map((row) => about(storeOrder, row, 'names an item that its owner cannot read')),
    ...fewer.map((row) =>
      about(storeOrder, row, `is of ${row.body.quantity}, and names ${row.body.itemIds.length} items`),
    ),
  ];
}

/** A game has one entry per payment. A player with a result has paid. */
function gameFindings(context: Context): Finding[] {
  const paidFor = (id: string) =>
    rows(context, gamePayment, { status: ['COMPLETED'] }).filter(({ body }) => body.gameId === id).length;
  const results: readonly Row<{ readonly gameId: string }>[] = rows(context, gameResult);
  return [
    ...rows(context, game).flatMap((row) =>
      row.body.entries === paidFor(row.id)
        ? []
        : [about(game, row, `has ${row.body.entries} entries, of which ${paidFor(row.id)} were paid`)],
    ),
    ...results.flatMap((row) =>
      row.owner === null || hasPaid(context, row.owner, row.body.gameId)
        ? []
        : [about(gameResult, row, 'is of somebody who has not paid')],
    ),
  ];
}
