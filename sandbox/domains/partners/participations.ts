// Participations in earn events: ThirdPartyEarnEventParticipationResponseDto (platform 12.2). Values keep eight
// decimals (1.5).

import {
  addRow,
  type Context,
  day,
  defineKind,
  findRow,
  type HandlerContext,
  iso,
  type Kind,
  type Row,
  refuse,
  rows,
  saveRow,
} from '../../core/index.js';
import { toBase } from '../balances/currencies.js';
import { findUser } from '../people/user.js';
import { app, type EarnEvent, earnEvent, point } from './earn-events.js';

/** The owner is the connected user. */
export interface Participation {
  readonly status: 'COMPLETED' | 'CANCELED' | 'CLAIMED';
  readonly key: string;
  readonly value: string;
  readonly earnEventId: string;
  /** The app's identifier of the user. */
  readonly identifier: string;
  readonly description: string | null;
  readonly requestId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
export const decimals = 8;
/** With eight decimals. */
export const sumOf = (participations: readonly Row<Participation>[]): bigint =>
  participations.reduce((sum, row) => sum + toBase(row.body.value, decimals), 0n);

/** By alias. Participations of a successful claim are CLAIMED. */
const seeds: readonly (readonly [handle: string, alias: string, status: Participation['status'], value: string])[] = [
  ['mina', 'tada-mvp', 'COMPLETED', '25'],
  ['dara', 'tada-mvp', 'COMPLETED', '40'],
  ['dara', 'tada-mvp', 'CANCELED', '5'],
  ['dara', 'tada-spring', 'CLAIMED', '60'],
  ['kenji', 'tada-spring', 'COMPLETED', '20'],
  ['dara', 'tada-full', 'CLAIMED', '30'],
  ['dara', 'onion-past-1', 'COMPLETED', '30'],
  ['dara', 'onion-past-2', 'CLAIMED', '30'],
  ['dara', 'onion-past-3', 'COMPLETED', '30'],
  ['dara', 'onion-past-4', 'CLAIMED', '30'],
];

export const participation: Kind<Participation> = defineKind({
  name: 'participation',
  table: 'earn_participation',
  show: ({ id, owner, body: { identifier, ...fields } }) => ({ id, userId: owner, ...fields }),
  seed: (opening) => {
    for (const [index, [identifier, alias, status, value]] of seeds.entries()) {
      const { id, body } = rows(opening, earnEvent).find((row) => row.body.alias === alias)!;
      const at = Date.parse(body.eventStartAt) + day;
      const facts = { key: point.key, earnEventId: id, identifier, description: null, requestId: String(index + 1) };
      const owner = findUser(opening, identifier)!.id;
      addRow(opening, participation, {
        owner,
        at,
        body: { ...facts, status, value, createdAt: iso(at), updatedAt: iso(at) },
      });
    }
  },
});

/** Participations of all users. */
export const inEvent = (context: Context, eventId: string): Row<Participation>[] =>
  rows(context, participation).filter(({ body }) => body.earnEventId === eventId);
/** Cancelled ones do not count. */
export const isCounted = ({ body }: Row<Participation>): boolean => body.status !== 'CANCELED';
/** Completed, with a reward to claim. */
export const unclaimed = ({ body }: Row<Participation>): boolean => body.status === 'COMPLETED';

/** Completed participations of a user in an event. */
export const unclaimedOf = (context: Context, eventId: string, userId: string): Row<Participation>[] =>
  inEvent(context, eventId).filter((row) => row.owner === userId && unclaimed(row));

/** Saves the status and the time. */
export const setStatus = (
  context: Context,
  row: Row<Participation>,
  status: Participation['status'],
): Row<Participation> => saveRow(context, participation, row, { ...row.body, status, updatedAt: iso(context.now) });

/** Assigns earlier participations of an identifier to the connecting user. */
export function adopt(context: Context, appId: string, identifier: string, userId: string): void {
  const appRow = rows(context, app).find(({ body }) => body.appId === appId)?.id;
  const events = new Set(rows(context, earnEvent).flatMap(({ id, body }) => (body.appRow === appRow ? [id] : [])));
  for (const row of rows(context, participation))
    if (row.owner === null && row.body.identifier === identifier && events.has(row.body.earnEventId))
      saveRow(context, participation, { ...row, owner: userId }, row.body);
}

/** Rounded down to eight decimals. */
export const rewardOf = (points: bigint, perPoint: string): bigint =>
  (points * toBase(perPoint, decimals)) / 10n ** BigInt(decimals);

/** The event in the path. The older calls refuse without a code (platform 4.4). */
export function requireEvent(context: HandlerContext): Row<EarnEvent> {
  const { id = '' } = context.path;
  return findRow(context, earnEvent, id) ?? refuse(404, `Not Found Earn Event by ${id.slice(0, 100)}`);
}
