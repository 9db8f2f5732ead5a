// Seeds the mission groups. An ended ranking is the first, so that ordinal 1 can be claimed.
import type { MissionGroup } from './mission-rows.js';

interface GroupSeed extends Omit<MissionGroup, 'startsAt' | 'endsAt' | 'hidden'> {
  /** In days from the world's beginning. */
  readonly starts: number;
  readonly ends: number | null;
  readonly titleJp: string;
  readonly descriptionJp: string;
}
type Names = readonly [title: string, description: string, titleJp: string, descriptionJp: string];
const group = (
  alias: string,
  missionCount: number,
  [title, description, titleJp, descriptionJp]: Names,
  more: Partial<GroupSeed> = {},
): GroupSeed => ({
  alias,
  title,
  description,
  titleJp,
  descriptionJp,
  missionCount,
  ranking: false,
  rewardNetwork: null,
  starts: -90,
  ends: null,
  ...more,
});

/** In the order of their ordinals. */
export const groupSeeds: readonly GroupSeed[] = [
  group(
    'season-ranking',
    2,
    ['Season ranking', 'It has ended: claim your reward.', 'シーズンランキング', '終了しました。報酬を受け取れます。'],
    {
      ranking: true,
      rewardNetwork: 'TON_TEST',
      starts: -44,
      ends: -2,
    },
  ),
  group('daily', 5, ['Daily missions', 'New every day.', 'デイリーミッション', '毎日更新されます。']),
  group('welcome', 5, ['Welcome', 'First steps.', 'ようこそ', 'はじめの一歩。']),
  group('invite', 4, ['Invite friends', 'What your friends do counts.', '友達を招待', '友達の行動がカウントされます。']),
  group('partner', 3, ['Partners', 'With the apps of our partners.', 'パートナー', 'パートナーアプリと一緒に。']),
  group('grand-ranking', 2, ['Grand ranking', 'Collect mission points.', 'グランドランキング', 'ミッションポイントを集めよう。'], {
    ranking: true,
    rewardNetwork: 'TON',
    starts: -14,
    ends: 76,
  }),
  group('democopter', 3, ['Democopter', 'Missions of the game.', 'デモコプター', 'ゲームのミッション。']),
];
