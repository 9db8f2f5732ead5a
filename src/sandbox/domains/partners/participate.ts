// What an app's server does with participations: recording, cancelling, finding them. Limits and errors: CONTRACT.md 1.4.
import { day, iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rowById } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { readAmount } from '../balances/balance-changes.js';
import { app, partnerOnly } from './apps.js';
import { connectedAs } from './connections.js';
import { type EarnEvent, eventInPath, isBetween, pageOf, point } from './earn-events.js';
import {
  counting,
  decimals,
  inEvent,
  type Participation,
  participation,
  rewardOf,
  setStatus,
  sumOf,
  theEvent,
  unclaimed,
  unclaimedOf,
} from './participations.js';

interface Sent {
  readonly identifier: string;
  readonly value: string;
  readonly key: string;
  readonly description?: string;
  readonly requestId: string;
}

/** POST .../participation: once for a request id. */
export function participate(world: World): void {
  partnerOnly(world);
  const event = eventInPath(world);
  const { identifier, value, key, description = null, requestId } = world.body as unknown as Sent;
  if (inEvent(world, event.id).some(({ body }) => body.requestId === requestId)) return;
  const { alias } = event.body;
  if (key !== point.key)
    refuse(404, `There is no point ${JSON.stringify(key.slice(0, 100))} in ${alias}: there is ${point.key}.`, 'INVALID_KEY');
  const amount =
    readAmount(value.replace(/(\.\d{8})\d+$/, '$1'), decimals) ??
    refuse(400, `value must be a decimal number above 0, not ${JSON.stringify(value.slice(0, 100))}.`, 'INVALID_REQUEST');
  checkPeriod(world, event.body);
  checkLimits(world, event, identifier, amount);
  const { appId } = rowById(world, app, event.body.appRow)!.body;
  const owner = connectedAs(world, appId, identifier)?.owner ?? null;
  const at = iso(world.now);
  const facts = { key, value: toDecimal(amount, decimals), earnEventId: event.id, identifier, description, requestId };
  addRow(world, participation, { owner, at: world.now, body: { ...facts, status: 'COMPLETED', createdAt: at, updatedAt: at } });
}

function checkPeriod(world: World, event: EarnEvent): void {
  const inClaim = event.isAllowParticipationInClaim && isBetween(world, event.claimStartAt, event.claimEndAt);
  if (!inClaim && !isBetween(world, event.eventStartAt, event.eventEndAt))
    refuse(403, `Not Event Period Earn Event: ${event.alias}`, 'NOT_EVENT_PERIOD');
}

function checkLimits(world: World, { id, body: event }: Row<EarnEvent>, identifier: string, amount: bigint): void {
  const all = inEvent(world, id).filter(counting);
  const people = new Set(all.map(({ body }) => body.identifier)).add(identifier).size;
  if (event.maxParticipationUserCount !== null && people > event.maxParticipationUserCount)
    refuse(400, `Exceeded the maximum number of Event ${event.alias} participants`, 'EXCEEDED_MAXIMUM_PARTICIPATION');
  const sameDay = all.filter(({ at, body }) => body.identifier === identifier && Math.floor(at / day) === Math.floor(world.now / day));
  if (event.maxParticipationSumPerDay !== null && sumOf(sameDay) + amount > toBase(event.maxParticipationSumPerDay, decimals))
    refuse(400, `Exceeded the ${event.maxParticipationSumPerDay} points a day of ${event.alias}`, 'EXCEEDED_MAXIMUM_PARTICIPATION_PER_DAY');
  const reward = event.rewardPerValue === null ? 0n : rewardOf(sumOf(all) + amount, event.rewardPerValue);
  if (reward > toBase(event.maxReward, decimals))
    refuse(400, `Exceeded the ${event.maxReward} MVL of ${event.alias}`, 'EXCEEDED_MAXIMUM_REWARD');
}

function byRequest(world: World, requestId: string): Row<Participation> {
  const event = eventInPath(world);
  const { name } = rowById(world, app, event.body.appRow)!.body;
  const message = `Not Found Earn Event Participation Log by app alias ${name} and request id ${requestId.slice(0, 100)}`;
  return (
    inEvent(world, event.id).find(({ body }) => body.requestId === requestId) ?? refuse(404, message, 'NOT_FOUND_EVENT_PARTICIPATION_LOG')
  );
}

/** POST .../participation/cancel. What is claimed stays. */
export function cancelParticipation(world: World): void {
  partnerOnly(world);
  const { identifier, requestId, description } = world.body as unknown as Sent;
  const row = byRequest(world, requestId);
  if (row.body.identifier !== identifier) refuse(400, `The participation is not that of ${identifier.slice(0, 100)}.`, 'INVALID_REQUEST');
  if (row.body.status === 'CLAIMED') refuse(422, 'The participation is in CLAIMED; it would have to be in COMPLETED.', 'NOT_CANCELLABLE');
  setStatus(world, { ...row, body: { ...row.body, description: description ?? row.body.description } }, 'CANCELED');
}

/** GET .../participation/filtered. */
export const findParticipation = (world: World): unknown => participation.show(byRequest(world, world.query.requestId as string), world);

const ofIdentifier = (world: World): Row<Participation>[] =>
  inEvent(world, eventInPath(world).id).filter(({ body }) => body.identifier === world.query.identifier);

/** GET .../participation. */
export function listParticipations(world: World): unknown {
  const all = ofIdentifier(world).filter((row) => world.query.isContainCanceled === 'true' || counting(row));
  return { totalCount: all.length, list: pageOf(world, all).map((row) => participation.show(row, world)) };
}

const shownPoints = (of: readonly Row<Participation>[]) => [{ amount: toDecimal(sumOf(of), decimals), ...point }];
/** GET .../participation/current-point: what somebody did and has not claimed. */
export const showPointsOf = (world: World): unknown => shownPoints(ofIdentifier(world).filter(unclaimed));
/** POST /v1/earn-event/{id}/participation/current. */
export const showOwnPoints = (world: World): unknown => shownPoints(unclaimedOf(world, theEvent(world).id, caller(world).userId));
