// `tuk points`: balance, missions, ranks, referrals, earn events, third-party apps, banners, games.
import type { Group } from '../../cli/command.js';
import { apps } from './apps.js';
import { balance } from './balance.js';
import { earn } from './earn.js';
import { games } from './games.js';
import { missions } from './missions.js';
import { rank } from './rank.js';
import { referral } from './referral.js';

export const group: Group = { commands: [...balance, ...missions, ...rank, ...referral, ...earn, ...apps, ...games] };
