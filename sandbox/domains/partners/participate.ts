// The calls of an app's server over participations: record, cancel, find. Limits and errors: platform 1.4.

import {
  addRow,
  badRequest,
  callerId,
  day,
  emit,
  type HandlerContext,
  iso,
  type Row,
  refuse,
  rowById,
} from '../../core/index.js';
import { toBase, toDecimal } from '../balances/currencies.js';
import { parseAmount } from '../balances/ledger.js';
import { connectedAs } from './connections.js';
import { app, type EarnEvent, eventInPath, isBetween, pageOf, partnerOnly, point } from './earn-events.js';
import {
  decimals,
  inEvent,
  isCounted,
  type Participation,
  participation,
  requireEvent,
  rewardOf,
  setStatus,
  sumOf,
  unclaimed,
  unclaimedOf,
} from './participations.js';

interface ParticipationFields {
  readonly identifier: string;
  readonly value: string;
  readonly key: string;
  readonly description?: string;
  readonly requestId: string;
}

/** Once for a request id. */
export function participate(context: HandlerContext): void {
  partnerOnly(context);
  const event = eventInPath(context);
  const { identifier, value, key, description = null, requestId } = context.body as unknown as ParticipationFields;
  if (inEvent(context, event.id).some(({ body }) => body.requestId === requestId)) return;
  const { alias } = event.body;
  if (key !== point.key)
    refuse(
      404,
      `There is no point ${JSON.stringify(key.slice(0, 100))} in ${alias}: there is ${point.key}.`,
      'INVALID_KEY',
    );
  const amount =
    parseAmount(value.replace(/(\.\d{8})\d+$/, '$1'), decimals) ??
    badRequest(`value must be a decimal number above 0, not ${JSON.stringify(value.slice(0, 100))}.`);
  checkPeriod(context, event.body);
  checkLimits(context, event, identifier, amount);
  const { appId } = rowById(context, app, event.body.appRow)!.body;
  const owner = connectedAs(context, appId, identifier)?.owner ?? null;
  const at = iso(context.now);
  const facts = { key, value: toDecimal(amount, decimals), earnEventId: event.id, identifier, description, requestId };
  addRow(context, participation, {
    owner,
    body: { ...facts, status: 'COMPLETED', createdAt: at, updatedAt: at },
  });
  if (owner !== null) emit(context, 'activity done', { userId: owner, typeId: 'ride_with_partner' });
}

function checkPeriod(context: HandlerContext, event: EarnEvent): void {
  const inClaim = event.isAllowParticipationInClaim && isBetween(context, event.claimStartAt, event.claimEndAt);
  if (!inClaim && !isBetween(context, event.eventStartAt, event.eventEndAt))
    refuse(403, `Not Event Period Earn Event: ${event.alias}`, 'NOT_EVENT_PERIOD');
}

function checkLimits(
  context: HandlerContext,
  { id, body: event }: Row<EarnEvent>,
  identifier: string,
  amount: bigint,
): void {
  const counted = inEvent(context, id).filter(isCounted);
  const people = new Set(counted.map(({ body }) => body.identifier)).add(identifier).size;
  if (event.maxParticipationUserCount !== null && people > event.maxParticipationUserCount)
    refuse(400, `Exceeded the maximum number of Event ${event.alias} participants`, 'EXCEEDED_MAXIMUM_PARTICIPATION');
  const sameDay = counted.filter(
    ({ at, body }) => body.identifier === identifier && Math.floor(at / day) === Math.floor(context.now / day),
  );
  if (
    event.maxParticipationSumPerDay !== null &&
    sumOf(sameDay) + amount > toBase(event.maxParticipationSumPerDay, decimals)
  )
    refuse(
      400,
      `Exceeded the ${event.maxParticipationSumPerDay} points a day of ${event.alias}`,
      'EXCEEDED_MAXIMUM_PARTICIPATION_PER_DAY',
    );
  const reward = event.rewardPerValue === null ? 0n : rewardOf(sumOf(counted) + amount, event.rewardPerValue);
  if (reward > toBase(event.maxReward, decimals))
    refuse(400, `Exceeded the ${event.maxReward} MVL of ${event.alias}`, 'EXCEEDED_MAXIMUM_REWARD');
}

function byRequest(context: HandlerContext, requestId: string): Row<Participation> {
  const event = eventInPath(context);
  const { name } = rowById(context, app, event.body.appRow)!.body;
  const message = `Not Found Earn Event Participation Log by app alias ${name} and request id ${requestId.slice(0, 100)}`;
  return (
    inEvent(context, event.id).find(({ body }) => body.requestId === requestId) ??
    refuse(404, message, 'NOT_FOUND_EVENT_PARTICIPATION_LOG')
  );
}

/** A claimed participation stays. */
export function cancelParticipation(context: HandlerContext): void {
  partnerOnly(context);
  const { identifier, requestId, description } = context.body as unknown as ParticipationFields;
  const row = byRequest(context, requestId);
  if (row.body.identifier !== identifier)
    badRequest(`The participation does not belong to ${identifier.slice(0, 100)}.`);
  if (row.body.status === 'CLAIMED')
    refuse(422, 'The participation is in CLAIMED; it would have to be in COMPLETED.', 'NOT_CANCELLABLE');
  setStatus(context, { ...row, body: { ...row.body, description: description ?? row.body.description } }, 'CANCELED');
}

/** The participation of a request id. */
export const findParticipation = (context: HandlerContext) =>
  participation.show(byRequest(context, context.query.requestId as string), context);

const ofIdentifier = (context: HandlerContext): Row<Participation>[] =>
  inEvent(context, eventInPath(context).id).filter(({ body }) => body.identifier === context.query.identifier);

/** The participations of an identifier. */
export function listParticipations(context: HandlerContext) {
  const matches = ofIdentifier(context).filter((row) => context.query.isContainCanceled === 'true' || isCounted(row));
  return { totalCount: matches.length, list: pageOf(context, matches).map((row) => participation.show(row, context)) };
}

const shownPoints = (participations: readonly Row<Participation>[]) => [
  { amount: toDecimal(sumOf(participations), decimals), ...point },
];
/** Unclaimed points. */
export const showPointsOf = (context: HandlerContext) => shownPoints(ofIdentifier(context).filter(unclaimed));
/** The unclaimed points of the caller. */
export const showOwnPoints = (context: HandlerContext) =>
  shownPoints(unclaimedOf(context, requireEvent(context).id, callerId(context)));
