// The zod shapes of the known parts of the activity and missions service's responses (platform 5.1).
//
// Most of it was seen in traffic only: a shape requires what was read there, not what is likely.

import * as z from 'zod/mini';
import { decimal, time, uuid, word } from './shape-parts.js';
import { MissionTypeV1 } from './words.js';

/** A mission of v2 and v3 (platform 5.1). */
const Mission = z.looseObject({
  id: z.string(),
  name: z.string(),
  activityTypes: z.nullable(z.array(z.string())),
  accomplishable: z.boolean(),
  claimable: z.boolean(),
  userClaimedCount: z.number(),
});

/** The missions of v2 and v3 (platform 5.1). */
export const Missions = z.array(Mission);

/** The response to reporting an activity: `ok` (platform 5.1). */
export const ActivityResult = z.looseObject({ status: z.string() });

/** The result of claiming a mission: one transaction on success (platform 5.1). */
export const MissionClaim = z.looseObject({ missionPointTransactions: z.array(z.unknown()) });

/** A number of mission points (platform 5.1). */
export const MissionPoint = z.looseObject({ amount: z.number() });

/** A rank in a ranking mission; its type is not public (platform 5.1). */
export const Rank = z.looseObject({ rank: z.unknown() });

/** The number of invited users (platform 5.1). */
export const InviteCount = z.looseObject({ count: z.number() });

/** The text of a mission. Published as MissionData. */
const MissionData = z.looseObject({ description: z.optional(z.string()) });

/** The currency of a reward. Published as AbstractCurrencyDto. */
const AbstractCurrency = z.looseObject({ name: z.string(), icon: z.nullable(z.string()) });

/** A mission of the lottery game, as the user service once served it. Published as MissionDto. */
const DemocopterMission = z.looseObject({
  id: uuid,
  slug: z.nullable(z.string()),
  type: word(MissionTypeV1),
  name: z.string(),
  data: MissionData,
  rewardType: word(['BALANCE', 'ITEM', 'SBT']), // newer missions have BALANCE and MISSION_POINT (platform 5.1)
  rewardAmount: decimal,
  rewardCurrency: z.nullable(AbstractCurrency),
  startsAt: time,
  endsAt: z.nullable(time),
  claimCount: z.number(),
  accomplishCount: z.number(),
  maxClaimCount: z.nullable(z.number()),
  maxClaimCountPerUser: z.nullable(z.number()),
  maxAccomplishCount: z.nullable(z.number()),
  maxAccomplishCountPerUser: z.nullable(z.number()),
  accomplishable: z.boolean(),
  claimable: z.boolean(),
  userClaimedCount: z.number(),
  userAccomplishedCount: z.number(),
  userClaimableAccomplishmentsCount: z.number(),
  rewardDescription: z.nullable(z.string()),
  accomplishProgress: z.nullable(z.string()),
});

/** The missions of the lottery game (platform 5.1). Published as MissionDto. */
export const DemocopterMissions = z.array(DemocopterMission);
