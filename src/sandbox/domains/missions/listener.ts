// What the missions hear of: the same deeds count, wherever they were done.
import type { About, EventName, Listener } from '../../core/effects.js';
import { rows } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { referrer } from '../people/profile.js';
import { record } from './claiming.js';
import { givePoints } from './mission-points.js';

const counts = (typeId: string) => (about: About, moment: Moment) => record(moment, String(about.userId), typeId);

/** What inviting somebody brings at once, and each of their rides: ours. */
const passivePoints = 10;
const activePoints = 1;

function rideFinished(about: About, moment: Moment): void {
  const userId = String(about.userId);
  record(moment, userId, 'finish_ride');
  const [invited] = rows(moment, referrer, { owner: userId });
  if (invited) givePoints(moment, invited.body.inviterId, 'REFERRAL_POINT_ACTIVE', activePoints, null);
}

function referralRegistered({ inviterId, inviteeId }: About, moment: Moment): void {
  givePoints(moment, String(inviterId), 'REFERRAL_POINT_PASSIVE', passivePoints, null);
  record(moment, String(inviterId), 'invite_friend', String(inviteeId));
}

export const missions: Listener = {
  hears: {
    'ride finished': rideFinished,
    'order fulfilled': counts('purchase_item'),
    'asset paid': counts('purchase_asset'),
    'battery swapped': counts('swap_battery'),
    'user signed up': counts('sign_up'),
    'referral registered': referralRegistered,
  } satisfies Partial<Record<EventName, unknown>>,
};
