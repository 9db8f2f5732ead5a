// The zod shapes of the known parts of the activity and missions service's responses (platform 5.1).
//
// Most of it was seen in traffic only: a shape requires what was read there, not what is likely.

import * as z from 'zod/mini';
import { boolean, decimal, number, text, time, uuid, word } from './shape-parts.js';
import { MissionTypeV1 } from './words.js';

/** A mission of v2 and v3 (platform 5.1). */
const Mission = z.looseObject({
  id: text,
  name: text,
  activityTypes: z.nullable(z.array(text)),
  accomplishable: boolean,
  claimable: boolean,
  userClaimedCount: number,
});

/** The missions of v2 and v3 (platform 5.1). */
export const Missions = z.array(Mission);

/** The response to reporting an activity: `ok` (platform 5.1). */
export const ActivityResult = z.looseObject({ status: text });

/** The result of claiming a mission: one transaction on success (platform 5.1). */
export const MissionClaim = z.looseObject({ missionPointTransactions: z.array(z.unknown()) });

/** A number of mission points (platform 5.1). */
export const MissionPoint = z.looseObject({ amount: number });

/** A rank in a ranking mission; its type is not public (platform 5.1). */
export const Rank = z.looseObject({ rank: z.unknown() });

/** The number of invited users (platform 5.1). */
export const InviteCount = z.looseObject({ count: number });

/** The text of a mission. Published as MissionData. */
const MissionData = z.looseObject({ description: z.optional(text) });

/** The currency of a reward. Published as AbstractCurrencyDto. */
const AbstractCurrency = z.looseObject({ name: text, icon: z.nullable(text) });

/** A mission of the lottery game, as the user service once served it. Published as MissionDto. */
const DemocopterMission = z.looseObject({
  id: uuid,
  slug: z.nullable(text),
  type: word(MissionTypeV1),
  name: text,
  data: MissionData,
  rewardType: word(['BALANCE', 'ITEM', 'SBT']), // newer missions have BALANCE and MISSION_POINT (platform 5.1)
  rewardAmount: decimal,
  rewardCurrency: z.nullable(AbstractCurrency),
  startsAt: time,
  endsAt: z.nullable(time),
  claimCount: number,
  accomplishCount: number,
  maxClaimCount: z.nullable(number),
  maxClaimCountPerUser: z.nullable(number),
  maxAccomplishCount: z.nullable(number),
  maxAccomplishCountPerUser: z.nullable(number),
  accomplishable: boolean,
  claimable: boolean,
  userClaimedCount: number,
  userAccomplishedCount: number,
  userClaimableAccomplishmentsCount: number,
  rewardDescription: z.nullable(text),
  accomplishProgress: z.nullable(text),
});

/** The missions of the lottery game (platform 5.1). Published as MissionDto. */
export const DemocopterMissions = z.array(DemocopterMission);
