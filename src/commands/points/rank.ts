// `tuk points rank`: where one stands in a ranking, its board, the claim of what it pays.
import type { Command } from '../../cli/command.js';
import { changing } from '../../engine/change-command.js';
import { reading } from '../../engine/list-command.js';
import { orNever } from './never.js';

const values = '<mission-group-id>';

export const rank: readonly Command[] = [
  reading({
    name: 'rank show',
    values,
    is: 'Show your rank in a ranking',
    examples: ['tuk points rank show season-ranking', 'tuk points rank show season-ranking --jq .rank'],
    service: 'activity',
    ways: [{ call: 'getRank' }],
    beneath: ['activity GET /v1/ranking-mission/{missionGroupId}/rank'],
    columns: [{ path: 'rank' }, { path: 'score' }, { path: 'accomplishmentStatus', heading: 'claim' }],
  }),
  reading({
    name: 'rank board',
    values,
    is: 'List the leaders of a ranking',
    examples: ['tuk points rank board season-ranking', 'tuk points rank board season-ranking --fields rank,name,score -o csv'],
    service: 'activity',
    ways: [{ call: 'listRankingLeaders' }],
    beneath: ['activity GET /v1/ranking-mission/{missionGroupId}/leader-board'],
    columns: [{ path: 'rank' }, { path: 'name' }, { path: 'score', as: 'amount' }, { path: 'userId', heading: 'user' }],
    id: 'userId',
    empty: ['Nobody is on the board yet.', 'See the rankings: tuk points missions groups'],
  }),
  changing({
    name: 'rank claim',
    values,
    is: 'Claim the reward of a ranking',
    more: 'It is paid on a chain, once. Which fields its body takes is not public; give them with -f.',
    examples: [
      'tuk points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient --yes',
    ],
    service: 'activity',
    ways: [{ call: 'claimRanking' }],
    beneath: ['activity GET /v1/ranking-mission/{missionGroupId}/claim/status', 'activity POST /v1/ranking-mission/{missionGroupId}/claim'],
    open: true,
    money: 'to somebody',
    about: [
      {
        call: 'getRankingClaim',
        with: { missionGroupId: 'missionGroupId' },
        lines: [{ path: 'status', heading: 'Claimed so far', as: { status: 'RankingAccomplishmentStatus' } }],
      },
    ],
    columns: [{ path: 'result', as: { status: 'RankingClaimResult' } }],
    next: ({ missionGroupId }) => `tuk points rank status ${missionGroupId}`,
  }),
  reading({
    name: 'rank status',
    values,
    is: 'Show how far the claim of a ranking is',
    examples: ['tuk points rank status season-ranking', 'tuk points rank status season-ranking --jq .status'],
    service: 'activity',
    ways: [{ call: 'getRankingClaim' }],
    beneath: ['activity GET /v1/ranking-mission/{missionGroupId}/claim/status'],
    columns: [
      { path: 'status', as: { status: 'RankingAccomplishmentStatus' } },
      { path: 'network' },
      { path: 'address', heading: 'to' },
      { path: 'claimedAt', heading: 'claimed', as: 'time' },
    ],
    turn: orNever,
  }),
];
