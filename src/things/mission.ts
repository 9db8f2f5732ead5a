// A mission and a group of missions, which may have a ranking (platform 5.1, 5.2).

import type { FieldState } from './column.js';
import { thing } from './thing.js';

/** What a person can do with a mission. One that may be done again is open, although it was claimed before. */
const missionStates: readonly FieldState[] = [
  ['to claim', 'needs-you', 'claimable', 'true'],
  ['ended', 'off', 'endsAt', 'past'],
  ['open', 'on', 'accomplishable', 'true'],
  ['claimed', 'good', 'userClaimedCount', 'above 0'],
  ['closed', 'off'],
];

/** The line that does an activity: `open_telegram_miniapp` is public, the others are the words of the sandbox. */
export const activityLines: Readonly<Record<string, string>> = {
  open_telegram_miniapp: 'api activity report-activity open_telegram_miniapp',
  visit_onion: 'api activity report-activity visit_onion',
  sign_up: 'login',
  finish_ride: 'ride request',
  purchase_item: 'store buy <product-id>',
  purchase_asset: 'assets order',
  swap_battery: 'depin swap-battery',
  invite_friend: 'points referral code',
  connect_tada: 'points apps connect <app-id>',
  ride_with_partner: 'points earn participate',
  play_democopter: 'points games play',
  retweet_democopter: 'points games play <slug> --step repost',
};

export const missionGroup = thing({
  name: 'mission group',
  natural: ['alias'],
  ids: ['id', 'alias'],
  group: 'Points',
  reads: [
    {
      call: 'activity getMissionGroup',
      params: (alias) => ({ alias }),
      finds: ['uuid', 'code'],
      namedBy: /^missionGroup(Id|Alias)$/i,
    },
    { call: 'activity listMissionGroups' },
  ],
  shownBy: 'points missions groups {id}',
  next: '',
  related: [
    { title: 'Your rank', line: { by: 'ranking', is: { true: 'points rank show {id}' } } },
    { title: 'Leaders', line: { by: 'ranking', is: { true: 'points rank board {id}' } } },
    { title: 'Its missions', line: 'points missions list -f missionGroupId={id}' },
  ],
  actions: [
    ['Your rank', 'points rank show {id}', { opens: 'screen', unlessFalse: 'ranking' }],
    ['Leaders', 'points rank board {id}', { opens: 'screen', unlessFalse: 'ranking' }],
    ['Claim the reward', 'points rank claim {id}', { unlessFalse: 'ranking' }],
  ],
  fields: [
    { path: 'title' },
    { path: 'alias', room: 'yields' },
    { path: 'missionCount', heading: 'missions' },
    { path: 'userClaimedCount', heading: 'claimed', ofCaller: true },
    { path: 'ranking' },
    { path: 'endsAt', heading: 'ends', as: 'time' },
    { path: 'id' },
  ],
});

export const mission = thing({
  name: 'mission',
  natural: ['name'],
  group: 'Points',
  reads: [{ call: 'activity listMissions', of: 'user', finds: ['uuid', 'number', 'code', 'name'] }],
  shownBy: 'points missions show {id}',
  brief: { what: 'mission', fields: ['name', 'rewardDescription'], at: 'endsAt' },
  related: [{ title: 'Its group', line: 'points missions groups {missionGroupId}' }],
  actions: [['Claim', 'points missions claim {id}', { unlessFalse: 'claimable' }]],
  fields: [
    { path: 'name', room: 'stays' },
    { path: 'claimable', heading: 'state', as: { states: missionStates }, ofCaller: true, room: 'stays' },
    { path: 'rewardDescription', heading: 'reward', assumed: true },
    { path: 'accomplishProgress', heading: 'progress', ofCaller: true, assumed: true },
    { path: 'endsAt', heading: 'ends', as: 'time', assumed: true },
    { path: 'frequency', assumed: true },
    { path: 'userClaimedCount', heading: 'claimed', ofCaller: true },
    { path: 'userAccomplishedCount', heading: 'done', ofCaller: true, assumed: true, room: 'page' },
    { path: 'userClaimableAccomplishmentsCount', heading: 'to claim', ofCaller: true, assumed: true, room: 'page' },
    { path: 'slug', heading: 'which', assumed: true },
    { path: 'maxClaimCountPerUser', heading: 'claims at most', room: 'page', assumed: true },
    { path: 'maxAccomplishCountPerUser', heading: 'done at most', room: 'page', assumed: true },
    { path: 'claimCount', heading: 'claimed by all', room: 'page', assumed: true },
    { path: 'accomplishCount', heading: 'done by all', room: 'page', assumed: true },
    { path: 'id' },
  ],
});
