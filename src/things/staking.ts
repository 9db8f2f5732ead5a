// A staking of tokens (platform 3.6).

import { thing } from './thing.js';

export const staking = thing({
  name: 'staking',
  ids: ['id', 'hash'],
  group: 'Wallet',
  status: { list: 'StakingStatus', at: ['status'] },
  reads: [{ call: 'wallet listStakings', of: 'everybody', finds: ['uuid', 'hash', 'address'], ids: ['id', 'hash'] }],
  shownBy: 'wallet stakings',
  units: { token: 'symbol', amounts: ['stakedAmount', 'rewardAmount'] },
  watch: { kind: 'staking', what: 'a staking', screen: 'Stakings' },
});
