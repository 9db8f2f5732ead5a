// The listener that records activities of other services for the missions.

import type { SandboxContext } from '../../core/context.js';
import type { EventData, Listener } from '../../core/events.js';
import { rows } from '../../core/rows.js';
import { referrer } from '../people/profile.js';
import { recordActivity } from './claim-mission.js';
import { givePoints } from './mission-points.js';

/** The points for an invitation, and for each ride of an invitee: ours. */
const passivePoints = 10;
const activePoints = 1;

function rideFinished(data: EventData, context: SandboxContext): void {
  const userId = String(data.userId);
  recordActivity(context, userId, 'finish_ride');
  const [invited] = rows(context, referrer, { owner: userId });
  if (invited) givePoints(context, invited.body.inviterId, 'REFERRAL_POINT_ACTIVE', activePoints, null);
}

function referralRegistered({ inviterId, inviteeId }: EventData, context: SandboxContext): void {
  givePoints(context, String(inviterId), 'REFERRAL_POINT_PASSIVE', passivePoints, null);
  recordActivity(context, String(inviterId), 'invite_friend', String(inviteeId));
}

export const missionListener: Listener = {
  on: {
    'ride finished': rideFinished,
    'activity done': ({ userId, typeId }, context) => recordActivity(context, String(userId), String(typeId)),
    'user signed up': ({ userId }, context) => recordActivity(context, String(userId), 'sign_up'),
    'referral registered': referralRegistered,
  },
};
