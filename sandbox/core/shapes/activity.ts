// Zod shapes of the activity service without a public shape, or that widen one.
import * as z from 'zod/mini';
import { Missions as PublicMissions } from '../../../src/services/catalogue/activity.shapes.js';
import { decimal, time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
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
} from '../../../src/services/catalogue/words.js';

const text = z.string();
const number = z.number();

export const Banners = z.array(
  z.looseObject({
    id: uuid,
    type: word(BannerType),
    region: z.nullable(word(Region)),
    title: text,
    imageUrl: text,
    linkAction: word(LinkAction),
    link: z.nullable(text),
    order: number,
    startsAt: time,
    endsAt: z.nullable(time),
  }),
);

export const MissionGroup = z.looseObject({
  id: uuid,
  alias: text,
  title: text,
  description: text,
  ranking: z.boolean(),
  rewardNetwork: z.nullable(word(RankingRewardNetwork)),
  missionCount: number,
  userClaimedCount: number,
  startsAt: time,
  endsAt: z.nullable(time),
});
export const MissionGroups = z.array(MissionGroup);

/** Observed fields, and the rest of MissionDto (platform 12.2), which is likely still there. */
const Mission = z.extend(PublicMissions.def.element, {
  slug: z.nullable(text),
  type: word(MissionType),
  frequency: word(MissionFrequency),
  missionGroupId: uuid,
  data: z.looseObject({ description: z.optional(text) }),
  rewardType: word(MissionReward),
  rewardAmount: decimal,
  rewardCurrency: z.nullable(z.looseObject({ name: text, icon: z.nullable(text) })),
  startsAt: time,
  endsAt: z.nullable(time),
  claimCount: number,
  accomplishCount: number,
  maxClaimCount: z.nullable(number),
  maxClaimCountPerUser: z.nullable(number),
  maxAccomplishCount: z.nullable(number),
  maxAccomplishCountPerUser: z.nullable(number),
  userAccomplishedCount: number,
  userClaimableAccomplishmentsCount: number,
  rewardDescription: z.nullable(text),
  accomplishProgress: z.nullable(text),
});
export const Missions = z.array(Mission);

export const AfterAction = z.looseObject({ status: text, link: z.nullable(text) });
export const Leaders = z.array(z.looseObject({ rank: number, userId: uuid, name: text, score: number }));
export const RankingClaim = z.looseObject({ result: word(RankingClaimResult) });
export const RankingClaimStatus = z.looseObject({
  status: z.nullable(word(RankingAccomplishmentStatus)),
  network: z.nullable(word(RankingRewardNetwork)),
  address: z.nullable(text),
  claimedAt: z.nullable(time),
});

export const ReferralCode = z.looseObject({ code: text });
export const Referral = z.looseObject({ inviterId: uuid, createdAt: time });
