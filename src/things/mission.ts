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
});

export const mission = thing({
  name: 'mission',
  group: 'Points',
  reads: [{ call: 'activity listMissions', of: 'user', finds: ['uuid', 'number', 'code', 'name'] }],
  shownBy: 'points missions show {id}',
});
