// A staking of tokens (platform 3.6).

import { thing } from './thing.js';

export const staking = thing({
  name: 'staking',
  natural: ['hash'],
  ids: ['id', 'hash'],
  group: 'Wallet',
  status: { list: 'StakingStatus', at: ['status'] },
  reads: [{ call: 'wallet listStakings', of: 'everybody', finds: ['uuid', 'hash', 'address'], ids: ['id', 'hash'] }],
  shownBy: 'wallet stakings',
  next: '',
  units: { token: 'symbol', amounts: ['stakedAmount', 'rewardAmount'] },
  watch: { kind: 'staking', what: 'a staking', screen: 'Stakings' },
  fields: [
    { path: 'status', as: { status: 'StakingStatus' } },
    { path: 'type' },
    { path: 'stakedAmount', heading: 'staked', as: { units: 'decimals', token: 'symbol' } },
    { path: 'apr', heading: 'a year', as: 'percent' },
    { path: 'rewardAmount', heading: 'reward', as: { units: 'decimals' } },
    { path: 'endsAt', heading: 'ends', as: 'time' },
    { path: 'network' },
    { path: 'address' },
    { path: 'id', room: 'yields' },
  ],
});
