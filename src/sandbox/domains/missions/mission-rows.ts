// The stored rows of missions, groups and banners, and the missions and groups of a new world.

import type { MissionFrequency, MissionType } from '../../../services/catalogue/words.js';
import type { Context, HandlerContext, Stored } from '../../core/index.js';
import type * as shapes from '../../core/shapes/activity.js';
import groups from './groups.json' with { type: 'json' };

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
  /** The activities that count, or null if no user can report them. */
  readonly activityTypes: readonly string[] | null;
  /** The activities for one accomplishment. */
  readonly needs: number;
  /** The limit per person, on a day or ever; null means none. */
  readonly perUser: number | null;
  /** The reward is claimed automatically. */
  readonly autoClaim: boolean;
  readonly reward: Reward;
}

const points = (amount: number): Reward => ({ points: amount });
const mvp = (amount: string): Reward => ({ currencyId: 'MVP', amount });
const mvl = (amount: string): Reward => ({ currencyId: 'MVL', amount });

/** In both languages; a mission adds the number. */
const activityNames: Readonly<Record<string, readonly [en: string, jp: string]>> = {
  open_telegram_miniapp: ['Open the mini app', 'ミニアプリを開く'],
  finish_ride: ['Finish a ride', '乗車を完了する'],
  purchase_item: ['Buy something in the store', 'ストアで購入する'],
  swap_battery: ['Swap a battery', 'バッテリーを交換する'],
  purchase_asset: ['Buy a share of a vehicle', '車両のシェアを購入する'],
  sign_up: ['Sign in for the first time', '初めてサインインする'],
  invite_friend: ['Invite a friend', '友達を招待する'],
  connect_tada: ['Connect the TADA app', 'TADAアプリを連携する'],
  visit_onion: ['Look in on ONION', 'ONIONを訪れる'],
  play_democopter: ['Play Democopter', 'デモコプターで遊ぶ'],
  retweet_democopter: ['Share the game', 'ゲームをシェアする'],
};
/** Only `open_telegram_miniapp` is public (platform 5.1). */
export const activityTypes: readonly string[] = Object.keys(activityNames);

function mission(
  group: string,
  slug: string,
  activity: string,
  reward: Reward,
  more: Partial<MissionSeed> = {},
): MissionSeed {
  const [en, jp] = activityNames[activity] ?? ['Ride with a partner', 'パートナーで乗車する'];
  const { needs = 1, type = 'USER_ACTIVITY' } = more;
  const friends = type === 'REFEREE_ACTIVITY' && activity !== 'invite_friend';
  const name = `${friends ? 'A friend: ' : ''}${en}${needs === 1 ? '' : `, ${needs} times`}`;
  const nameJp = `${friends ? '友達：' : ''}${jp}${needs === 1 ? '' : `（${needs}回）`}`;
  return {
    group,
    slug,
    name,
    nameJp,
    description: `${name}, and claim the reward.`,
    descriptionJp: `${nameJp}と報酬がもらえます。`,
    type,
    frequency: 'PERMANANT',
    activityTypes: Object.hasOwn(activityNames, activity) ? [activity] : null,
    needs,
    perUser: 1,
    autoClaim: false,
    reward,
    ...more,
  };
}
const daily = { frequency: 'DAILY' } as const;
const referee = { type: 'REFEREE_ACTIVITY' } as const;
const partner = { type: 'THIRDPARTY_ACTIVITY' } as const;

export const missionSeeds: readonly MissionSeed[] = [
  mission('season-ranking', 'season-rides', 'finish_ride', points(5), { perUser: null }),
  mission('season-ranking', 'season-store', 'purchase_item', points(15), { perUser: 10 }),
  mission('daily', 'daily-open', 'open_telegram_miniapp', points(10), daily),
  mission('daily', 'daily-ride', 'finish_ride', points(20), daily),
  mission('daily', 'daily-three-rides', 'finish_ride', points(50), { ...daily, needs: 3 }),
  mission('daily', 'daily-store', 'purchase_item', points(15), daily),
  mission('daily', 'daily-swap', 'swap_battery', points(15), daily),
  mission('welcome', 'first-sign-in', 'sign_up', mvp('10')),
  mission('welcome', 'first-ride', 'finish_ride', mvp('20')),
  mission('welcome', 'first-purchase', 'purchase_item', mvp('10')),
  mission('welcome', 'first-asset', 'purchase_asset', mvl('100')),
  mission('welcome', 'ten-rides', 'finish_ride', mvp('50'), { needs: 10 }),
  mission('invite', 'invite-friend', 'invite_friend', points(30), { ...referee, perUser: 10 }),
  mission('invite', 'five-friends', 'invite_friend', mvp('100'), { ...referee, needs: 5 }),
  mission('invite', 'friend-rides', 'finish_ride', mvp('5'), { ...referee, perUser: 20 }),
  mission('invite', 'friend-buys', 'purchase_item', points(10), { ...referee, perUser: 20 }),
  mission('partner', 'connect-tada', 'connect_tada', mvp('5'), partner),
  mission('partner', 'tada-ride', 'nobody reports it', mvp('5'), { ...partner, perUser: null }),
  mission('partner', 'visit-onion', 'visit_onion', points(10), { ...partner, ...daily }),
  mission('grand-ranking', 'grand-rides', 'finish_ride', points(5), { perUser: null, autoClaim: true }),
  mission('grand-ranking', 'grand-swaps', 'swap_battery', points(10), { perUser: null }),
  mission('democopter', 'play', 'play_democopter', mvp('1'), daily),
  mission('democopter', 'retweet', 'retweet_democopter', mvp('2')),
  mission('democopter', 'invite-player', 'play_democopter', mvp('3'), { ...referee, perUser: 5 }),
];

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
