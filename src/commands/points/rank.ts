// `tuk points rank`: where one stands in a ranking, its board, the claim of what it pays.
import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change-command.js';
import { readCommand } from '../../engine/read-command.js';
import { orNever } from './never.js';

const values = '<mission-group-id>';

export const rank: readonly Command[] = [
  readCommand({
    name: 'rank show',
    values,
    summary: 'Show your rank in a ranking',
    examples: ['tuk points rank show season-ranking', 'tuk points rank show season-ranking --jq .rank'],
    service: 'activity',
    endpoints: [{ call: 'getRank' }],
    uses: ['activity GET /v1/ranking-mission/{missionGroupId}/rank'],
    columns: [{ path: 'rank' }, { path: 'score' }, { path: 'accomplishmentStatus', heading: 'claim' }],
  }),
  readCommand({
    name: 'rank board',
    values,
    summary: 'List the leaders of a ranking',
    examples: ['tuk points rank board season-ranking', 'tuk points rank board season-ranking --fields rank,name,score -o csv'],
    service: 'activity',
    endpoints: [{ call: 'listRankingLeaders' }],
    uses: ['activity GET /v1/ranking-mission/{missionGroupId}/leader-board'],
    columns: [{ path: 'rank' }, { path: 'name' }, { path: 'score', as: 'amount' }, { path: 'userId', heading: 'user' }],
    id: 'userId',
    empty: ['Nobody is on the board yet.', 'See the rankings: tuk points missions groups'],
  }),
  changeCommand({
    name: 'rank claim',
    values,
    summary: 'Claim the reward of a ranking',
    description: 'It is paid on a chain, once. Which fields its body takes is not public; give them with -f.',
    examples: [
      'tuk points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient --yes',
    ],
    service: 'activity',
    endpoints: [{ call: 'claimRanking' }],
    uses: ['activity GET /v1/ranking-mission/{missionGroupId}/claim/status', 'activity POST /v1/ranking-mission/{missionGroupId}/claim'],
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
  readCommand({
    name: 'rank status',
    values,
    summary: 'Show how far the claim of a ranking is',
    examples: ['tuk points rank status season-ranking', 'tuk points rank status season-ranking --jq .status'],
    service: 'activity',
    endpoints: [{ call: 'getRankingClaim' }],
    uses: ['activity GET /v1/ranking-mission/{missionGroupId}/claim/status'],
    columns: [
      { path: 'status', as: { status: 'RankingAccomplishmentStatus' } },
      { path: 'network' },
      { path: 'address', heading: 'to' },
      { path: 'claimedAt', heading: 'claimed', as: 'time' },
    ],
    transform: orNever,
  }),
];
