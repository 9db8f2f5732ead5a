// `tuk points rank`: the user's rank, the leader board, and the claim of the reward.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { rankingClaim } from '../../things/claim.js';
import { logUnclaimed, unclaimed } from './claim-status.js';

const values = '<mission-group-id>';

export const rank: readonly Command[] = [
  showCommand('activity', {
    name: 'rank show',
    values,
    summary: 'Show your rank in a ranking',
    examples: ['tuk points rank show season-ranking', 'tuk points rank show season-ranking --jq .rank'],
    endpoint: 'getRank',
    columns: [
      { path: 'rank' },
      { path: 'score', assumed: true },
      { path: 'accomplishmentStatus', heading: 'claim', assumed: true },
    ],
  }),
  listCommand('activity', {
    name: 'rank board',
    values,
    summary: 'List the leaders of a ranking',
    examples: [
      'tuk points rank board season-ranking',
      'tuk points rank board season-ranking --fields rank,name,score -o csv',
    ],
    endpoint: 'listRankingLeaders',
    columns: [{ path: 'rank' }, { path: 'name' }, { path: 'score', as: 'amount' }, { path: 'userId', heading: 'user' }],
    id: 'userId',
    empty: ['The board is empty.', 'See the rankings: tuk points missions groups'],
  }),
  changeCommand('activity', {
    name: 'rank claim',
    values,
    summary: 'Claim the reward of a ranking',
    description: 'The reward is paid on a chain, once. The fields of its body are not public: give them with -f.',
    examples: [
      'tuk points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient --yes',
    ],
    endpoint: 'claimRanking',
    open: true,
    alsoUses: { user: ['listWalletsV2'], wallet: ['listTokens'] },
    money: 'to recipient',
    about: [
      {
        endpoint: 'getRankingClaim',
        paramsFrom: { missionGroupId: 'missionGroupId' },
        columns: [{ path: 'status', heading: 'Claimed so far', as: { status: 'RankingAccomplishmentStatus' } }],
      },
    ],
    columns: [{ path: 'result', as: { status: 'RankingClaimResult' } }],
    next: ({ missionGroupId }) => `tuk points rank status ${missionGroupId}`,
  }),
  showCommand('activity', {
    name: 'rank status',
    values,
    summary: 'Show the status of the claim of a ranking',
    examples: ['tuk points rank status season-ranking', 'tuk points rank status season-ranking --jq .status'],
    endpoint: 'getRankingClaim',
    columns: rankingClaim.fields,
    empty: [unclaimed, 'See the leaders: tuk points rank board'],
    transform: logUnclaimed,
  }),
];
