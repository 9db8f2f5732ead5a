// Participations in earn events: CONTRACT.md 8.2 ThirdPartyEarnEventParticipationResponseDto. Values keep eight decimals (1.5).
import { day, iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, findRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import type { Moment, World } from '../../core/world.js';
import { toBase } from '../balances/amounts.js';
import { findUser } from '../people/user.js';
import { app } from './apps.js';
import { type EarnEvent, earnEvent, point } from './earn-events.js';

/** Its owner is the user, once they are connected. */
export interface Participation {
  readonly status: 'COMPLETED' | 'CANCELED' | 'CLAIMED';
  readonly key: string;
  readonly value: string;
  readonly earnEventId: string;
  /** What the app calls the user. */
  readonly identifier: string;
  readonly description: string | null;
  readonly requestId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** The digits behind the point that a value keeps. */
export const decimals = 8;
export const sumOf = (of: readonly Row<Participation>[]): bigint => of.reduce((sum, row) => sum + toBase(row.body.value, decimals), 0n);

/** What the cast has done, by alias. Those of a claim that went well are CLAIMED. */
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

export const participation: Kind<Participation> = {
  name: 'participation',
  table: 'earn_participation',
  noun: 'PARTICIPATION',
  owned: false,
  show: ({ id, owner, body: { identifier, ...shown } }) => ({ id, userId: owner, ...shown }),
  seed: (opening) => {
    for (const [index, [identifier, alias, status, value]] of seeds.entries()) {
      const { id, body } = rows(opening, earnEvent).find((row) => row.body.alias === alias)!;
      const at = Date.parse(body.eventStartAt) + day;
      const facts = { key: point.key, earnEventId: id, identifier, description: null, requestId: String(index + 1) };
      const owner = findUser(opening, identifier)!.id;
      addRow(opening, participation, { owner, at, body: { ...facts, status, value, createdAt: iso(at), updatedAt: iso(at) } });
    }
  },
};

export const inEvent = (moment: Moment, eventId: string): Row<Participation>[] =>
  rows(moment, participation).filter(({ body }) => body.earnEventId === eventId);
/** What counts: not cancelled; `unclaimed`: not claimed either. */
export const counting = ({ body }: Row<Participation>): boolean => body.status !== 'CANCELED';
export const unclaimed = ({ body }: Row<Participation>): boolean => body.status === 'COMPLETED';

/** What a user did in an event and has not claimed. */
export const unclaimedOf = (moment: Moment, eventId: string, userId: string): Row<Participation>[] =>
  inEvent(moment, eventId).filter((row) => row.owner === userId && unclaimed(row));

export const setStatus = (moment: Moment, row: Row<Participation>, status: Participation['status']): Row<Participation> =>
  saveRow(moment, participation, row, { ...row.body, status, updatedAt: iso(moment.now) });

/** Who connects gets what was done under their identifier before. */
export function adopt(moment: Moment, appId: string, identifier: string, userId: string): void {
  const appRow = rows(moment, app).find(({ body }) => body.appId === appId)?.id;
  const events = new Set(rows(moment, earnEvent).flatMap(({ id, body }) => (body.appRow === appRow ? [id] : [])));
  for (const row of rows(moment, participation))
    if (row.owner === null && row.body.identifier === identifier && events.has(row.body.earnEventId))
      saveRow(moment, participation, { ...row, owner: userId }, row.body);
}

/** Points times what a point is worth, rounded down to eight decimals. */
export const rewardOf = (points: bigint, perPoint: string): bigint => (points * toBase(perPoint, decimals)) / 10n ** BigInt(decimals);

/** The event that the path names; the older calls give no code (CONTRACT.md section 2). */
export function theEvent(world: World): Row<EarnEvent> {
  const { id = '' } = world.path;
  return findRow(world, earnEvent, id) ?? refuse(404, `Not Found Earn Event by ${id.slice(0, 100)}`);
}
