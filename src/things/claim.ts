// The claim of an earn event or of a ranking's reward (platform 4.5, 5.2).

import { byId, thing } from './thing.js';
import { assumedResponse, fieldsOf } from './transfer.js';

const payout = fieldsOf('user', 'getClaimInformation', { id: 'id' });
const status = { list: 'RankingAccomplishmentStatus', at: ['status'] } as const;
const ranking = {
  call: 'activity getRankingClaim',
  params: (missionGroupId: string) => ({ missionGroupId }),
  status,
} as const;

export const claim = thing({
  name: 'claim',
  natural: ['app.name', 'title'],
  group: 'Points',
  status: { list: 'EarnEventClaimStatus', at: ['status'] },
  reads: [
    { call: 'user getClaimStatus', params: byId },
    ranking,
    { call: 'user listEarnEvents', of: 'user', ids: ['id'] },
  ],
  watch: { kind: 'claim', what: 'the claim of an earn event or of a ranking', screen: 'Claims' },
  operations: {
    'user requestClaim': {
      name: 'claim of an earn event',
      kind: 'claim',
      isAsync: true,
      facts: {
        incoming: true,
        object: 'id',
        to: { kind: 'address', at: 'address' },
        networks: [fieldsOf('user', 'getEarnEvent', { id: 'id' })('network')],
        fee: { amount: payout('fee'), token: payout('currency') },
        arrives: { amount: payout('amount'), token: payout('currency') },
        available: payout('isClaimable'),
      },
      response: { known: 'public', amounts: 'whole', status: { at: 'status', list: 'EarnEventClaimStatus' } },
      recoveryCommands: ['points earn status {id}'],
      state: [
        { call: 'user getClaimStatus', params: { id: { request: 'id' } }, status: 'status', row: { known: 'public' } },
      ],
    },
  },
  fields: [{ path: 'status', as: { status: 'EarnEventClaimStatus' } }],
});

export const rankingClaim = thing({
  name: 'claim of a ranking',
  group: 'Points',
  status,
  reads: [ranking],
  operations: {
    'activity claimRanking': {
      name: 'claim of a ranking',
      kind: 'claim',
      facts: {
        incoming: true,
        object: 'missionGroupId',
        to: { kind: 'address', at: 'to' },
        networks: ['network'],
      },
      response: { ...assumedResponse, status: { at: 'result', list: 'RankingClaimResult', repeats: true } },
      recoveryCommands: ['points rank show {missionGroupId} --claim'],
      state: [
        {
          call: 'activity getRankingClaim',
          params: { missionGroupId: { request: 'missionGroupId' } },
          status: 'status',
          row: { known: 'assumed', toNames: ['address'], networks: ['network'], at: ['claimedAt'] },
        },
      ],
    },
  },
  fields: [
    { path: 'status', as: { status: 'RankingAccomplishmentStatus' } },
    { path: 'network' },
    { path: 'address', heading: 'to' },
    { path: 'claimedAt', heading: 'claimed', as: 'time' },
  ],
});
