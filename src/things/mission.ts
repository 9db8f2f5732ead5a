// A mission and a group of missions, which may have a ranking (platform 5.1, 5.2).

import { thing } from './thing.js';

export const missionGroup = thing({
  name: 'mission group',
  ids: ['id', 'alias'],
  group: 'Points',
  reads: [
    {
      call: 'activity getMissionGroup',
      params: (alias) => ({ alias }),
      finds: ['uuid', 'code'],
      namedBy: /^missionGroup(Id|Alias)$/i,
    },
  ],
  shownBy: 'points missions groups {id}',
  fields: [
    { path: 'title' },
    { path: 'alias' },
    { path: 'missionCount', heading: 'missions' },
    { path: 'userClaimedCount', heading: 'claimed', ofCaller: true },
    { path: 'ranking' },
    { path: 'endsAt', heading: 'ends', as: 'time' },
    { path: 'id' },
  ],
});

export const mission = thing({
  name: 'mission',
  group: 'Points',
  reads: [{ call: 'activity listMissions', of: 'user', finds: ['uuid', 'number', 'code', 'name'] }],
  shownBy: 'points missions show {id}',
  fields: [
    { path: 'name' },
    { path: 'claimable', heading: 'claim', ofCaller: true },
    { path: 'accomplishProgress', heading: 'progress', ofCaller: true, assumed: true },
    { path: 'rewardDescription', heading: 'reward', assumed: true },
    { path: 'accomplishable', heading: 'open', ofCaller: true },
    { path: 'userClaimedCount', heading: 'claimed', ofCaller: true },
    { path: 'userAccomplishedCount', heading: 'accomplished', ofCaller: true, assumed: true },
    { path: 'userClaimableAccomplishmentsCount', heading: 'to claim', ofCaller: true, assumed: true },
    { path: 'frequency', assumed: true },
    { path: 'slug', assumed: true },
    { path: 'id' },
  ],
  listed: [
    'name',
    'claimable',
    'accomplishProgress',
    'rewardDescription',
    'accomplishable',
    'userClaimedCount',
    'frequency',
    'slug',
    'id',
  ],
});
