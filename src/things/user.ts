// A user by id, the signed-in user, and the users that it has invited (platform 2.7).

import { thing } from './thing.js';

export const user = thing({
  name: 'user',
  persons: 'row',
  reads: [
    {
      call: 'user getUser',
      params: (userId) => ({ userId }),
      finds: ['uuid', 'number'],
      namedBy: /^(user|owner|driver|referee|inviter)Id$/i,
    },
  ],
});

export const account = thing({
  name: 'your account',
  persons: 'row',
  reads: [{ call: 'user getCurrent', of: 'user', finds: ['uuid', 'number', 'address', 'email', 'phone', 'code'] }],
  shownBy: 'whoami',
});

export const invitee = thing({
  name: 'invited user',
  natural: ['name'],
  persons: 'row',
  next: 'account show {id}',
  actions: [['Send points to them', 'points transfer --to {id}']],
  reads: [{ call: 'user listInvitees', of: 'user', finds: ['uuid', 'email', 'phone', 'code'] }],
  fields: [{ path: 'name' }, { path: 'earned' }, { path: 'invitedAt', heading: 'invited', as: 'time' }, { path: 'id' }],
});

export const referral = thing({
  name: 'your referral code',
  ids: ['code'],
  reads: [{ call: 'activity getReferralCode', of: 'user', finds: ['code', 'symbol', 'number'] }],
  fields: [{ path: 'code' }],
});
