// The zod shapes of the activity service's responses that have no public one, or that widen a public one.
import * as z from 'zod/mini';
import { Missions as PublicMissions } from '../../../services/catalogue/activity.shapes.js';
import { decimal, time, uuid, word } from '../../../services/catalogue/shape-parts.js';
import {
  BannerType,
  LinkAction,
  MissionFrequency,
  MissionReward,
  MissionType,
  RankingAccomplishmentStatus,
  RankingClaimResult,
  RankingRewardNetwork,
  Region,
} from '../../../services/catalogue/words.js';

export const Banners = z.array(
  z.looseObject({
    id: uuid,
    type: word(BannerType),
    region: z.nullable(word(Region)),
    title: z.string(),
    imageUrl: z.string(),
    linkAction: word(LinkAction),
    link: z.nullable(z.string()),
    order: z.number(),
    startsAt: time,
    endsAt: z.nullable(time),
  }),
);

export const MissionGroup = z.looseObject({
  id: uuid,
  alias: z.string(),
  title: z.string(),
  description: z.string(),
  ranking: z.boolean(),
  rewardNetwork: z.nullable(word(RankingRewardNetwork)),
  missionCount: z.number(),
  userClaimedCount: z.number(),
  startsAt: time,
  endsAt: z.nullable(time),
});
export const MissionGroups = z.array(MissionGroup);

/** A mission: what was seen, and the rest of MissionDto (platform 12.2), which is likely still there. */
const Mission = z.extend(PublicMissions.def.element, {
  slug: z.nullable(z.string()),
  type: word(MissionType),
  frequency: word(MissionFrequency),
  missionGroupId: uuid,
  data: z.looseObject({ description: z.optional(z.string()) }),
  rewardType: word(MissionReward),
  rewardAmount: decimal,
  rewardCurrency: z.nullable(z.looseObject({ name: z.string(), icon: z.nullable(z.string()) })),
  startsAt: time,
  endsAt: z.nullable(time),
  claimCount: z.number(),
  accomplishCount: z.number(),
  maxClaimCount: z.nullable(z.number()),
  maxClaimCountPerUser: z.nullable(z.number()),
  maxAccomplishCount: z.nullable(z.number()),
  maxAccomplishCountPerUser: z.nullable(z.number()),
  userAccomplishedCount: z.number(),
  userClaimableAccomplishmentsCount: z.number(),
  rewardDescription: z.nullable(z.string()),
  accomplishProgress: z.nullable(z.string()),
});
export const Missions = z.array(Mission);

export const AfterAction = z.looseObject({ status: z.string(), link: z.nullable(z.string()) });
export const Leaders = z.array(z.looseObject({ rank: z.number(), userId: uuid, name: z.string(), score: z.number() }));
export const RankingClaim = z.looseObject({ result: word(RankingClaimResult) });
export const RankingClaimStatus = z.looseObject({
  status: z.nullable(word(RankingAccomplishmentStatus)),
  network: z.nullable(word(RankingRewardNetwork)),
  address: z.nullable(z.string()),
  claimedAt: z.nullable(time),
});

export const ReferralCode = z.looseObject({ code: z.string() });
export const Referral = z.looseObject({ inviterId: uuid, createdAt: time });
