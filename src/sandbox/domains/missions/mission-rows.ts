// The stored rows of missions: groups, banners and the missions themselves.
import type {
  BannerType,
  LinkAction,
  MissionFrequency,
  MissionType,
  RankingRewardNetwork,
  Region,
} from '../../../services/catalogue/words.js';

/** A mission group as stored. */
export interface MissionGroup {
  readonly alias: string;
  readonly title: string;
  readonly description: string;
  readonly ranking: boolean;
  /** Where the reward of a ranking is paid. */
  readonly rewardNetwork: (typeof RankingRewardNetwork)[number] | null;
  readonly missionCount: number;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly hidden: { readonly titleJp: string; readonly descriptionJp: string };
}

/** A banner as stored. */
export interface Banner {
  readonly type: (typeof BannerType)[number];
  /** Where it is shown; nothing is everywhere. */
  readonly region: (typeof Region)[number] | null;
  readonly title: string;
  readonly imageUrl: string;
  readonly linkAction: (typeof LinkAction)[number];
  /** An address, or the id of a mission group. */
  readonly link: string | null;
  readonly order: number;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly hidden: { readonly titleJp: string };
}

/** The reward of a mission: an amount of a balance in whole tokens, or mission points. */
export type Reward = { readonly currencyId: string; readonly amount: string } | { readonly points: number };

/** A mission as stored. */
export interface Mission {
  readonly slug: string;
  readonly type: (typeof MissionType)[number];
  readonly name: string;
  readonly frequency: (typeof MissionFrequency)[number];
  readonly missionGroupId: string;
  readonly activityTypes: readonly string[] | null;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly hidden: {
    readonly group: string;
    readonly nameJp: string;
    readonly description: string;
    readonly descriptionJp: string;
    readonly needs: number;
    readonly perUser: number | null;
    readonly autoClaim: boolean;
    readonly reward: Reward;
  };
}
