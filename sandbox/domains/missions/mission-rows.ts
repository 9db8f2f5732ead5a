// The stored rows of missions, groups and banners, and the missions and groups of a new world.

import type { MissionFrequency, MissionType } from '../../../src/services/catalogue/words.js';
import type { Context, HandlerContext, Stored } from '../../core/index.js';
import type * as shapes from '../../core/shapes/activity.js';
import activities from './activities.json' with { type: 'json' };
import groups from './groups.json' with { type: 'json' };
import missions from './missions.json' with { type: 'json' };

export interface MissionGroup extends Stored<typeof shapes.MissionGroup, 'userClaimedCount'> {
  readonly hidden: { readonly titleJp: string; readonly descriptionJp: string };
}

export interface Banner extends Stored<typeof shapes.Banners> {
  readonly hidden: { readonly titleJp: string };
}

/** An amount of a balance in whole tokens, or mission points. */
export type Reward = { readonly currencyId: string; readonly amount: string } | { readonly points: number };

type Shown = 'slug' | 'type' | 'name' | 'frequency' | 'activityTypes';
export interface Mission extends Pick<MissionSeed, Shown> {
  readonly missionGroupId: string;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly hidden: Omit<MissionSeed, Shown>;
}

interface GroupSeed extends Omit<MissionGroup, 'startsAt' | 'endsAt' | 'hidden'> {
  /** In days from the world's beginning. */
  readonly starts: number;
  readonly ends: number | null;
  readonly titleJp: string;
  readonly descriptionJp: string;
}

export const groupSeeds = groups as readonly GroupSeed[];

export interface MissionSeed {
  readonly group: string;
  readonly slug: string;
  readonly name: string;
  readonly nameJp: string;
  readonly description: string;
  readonly descriptionJp: string;
  readonly type: (typeof MissionType)[number];
  readonly frequency: (typeof MissionFrequency)[number];
  /** The activities that count. */
  readonly activityTypes: readonly string[];
  /** The activities for one accomplishment. */
  readonly needs: number;
  /** The limit per person, on a day or ever; null means none. */
  readonly perUser: number | null;
  /** The reward is claimed automatically. */
  readonly autoClaim: boolean;
  readonly reward: Reward;
}

/** In both languages; a mission adds the number. */
const activityNames = activities as unknown as Readonly<Record<string, readonly [en: string, jp: string]>>;
/** Only `open_telegram_miniapp` is public (platform 5.1). */
export const activityTypes: readonly string[] = Object.keys(activityNames);

/** A row of the table: the activity that counts, and what differs from the usual mission. */
type MissionRow = Pick<MissionSeed, 'group' | 'slug' | 'reward'> & Partial<MissionSeed> & { readonly activity: string };
function missionOf({ activity, ...row }: MissionRow): MissionSeed {
  const [en, jp] = activityNames[activity]!;
  const { needs = 1, type = 'USER_ACTIVITY' } = row;
  const friends = type === 'REFEREE_ACTIVITY' && activity !== 'invite_friend';
  const name = `${friends ? 'A friend: ' : ''}${en}${needs === 1 ? '' : `, ${needs} times`}`;
  const nameJp = `${friends ? '友達：' : ''}${jp}${needs === 1 ? '' : `（${needs}回）`}`;
  return {
    name,
    nameJp,
    description: `${name}, and claim the reward.`,
    descriptionJp: `${nameJp}と報酬がもらえます。`,
    type,
    frequency: 'PERMANANT',
    activityTypes: [activity],
    needs,
    perUser: 1,
    autoClaim: false,
    ...row,
  };
}
export const missionSeeds: readonly MissionSeed[] = (missions as readonly MissionRow[]).map(missionOf);

type ViewerContext = Partial<Pick<HandlerContext, 'caller' | 'language'>>;

/** The caller of the current request, if any. */
export const viewer = (context: Context): string | undefined => (context as ViewerContext).caller?.userId;

export interface Texts {
  readonly en: string;
  readonly jp: string;
}
/** By `Accept-Language: jp`. */
export const inLanguage = (context: Context, { en, jp }: Texts): string =>
  (context as ViewerContext).language === 'jp' ? jp : en;
