// The stored rows of missions: groups, banners and the missions themselves.

import type { MissionFrequency, MissionType } from '../../../services/catalogue/words.js';
import type * as shapes from '../../core/shapes/activity.js';
import type { Stored } from '../../core/stored.js';

/** A mission group as stored. */
export interface MissionGroup extends Stored<typeof shapes.MissionGroup, 'userClaimedCount'> {
  readonly hidden: { readonly titleJp: string; readonly descriptionJp: string };
}

/** A banner as stored. */
export interface Banner extends Stored<typeof shapes.Banners> {
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
