// `tuk points referral`: the code to invite with, the code one was invited with, and who was invited.
import type { Command } from '../../cli/command.js';
import { changing } from '../../engine/change-command.js';
import { reading } from '../../engine/list-command.js';

export const referral: readonly Command[] = [
  reading({
    name: 'referral code',
    is: 'Show your referral code',
    examples: ['tuk points referral code', 'tuk points referral code --jq .code'],
    service: 'activity',
    ways: [{ call: 'getReferralCode' }],
    beneath: ['activity GET /v1/referralCode/current'],
    columns: [{ path: 'code' }],
  }),
  changing({
    name: 'referral register',
    values: '<code>',
    is: 'Register the referral code of who invited you',
    examples: ['tuk points referral register KENJI --yes'],
    service: 'activity',
    ways: [{ call: 'registerReferralCode' }],
    beneath: ['activity POST /v1/referralCode/register'],
    open: true,
  }),
  reading({
    name: 'referral count',
    is: 'Count whom you have invited',
    examples: ['tuk points referral count', 'tuk points referral count --jq .count'],
    service: 'activity',
    ways: [{ call: 'countInvitees' }],
    beneath: ['activity GET /v1/referrals/current/invite-count'],
    columns: [{ path: 'count', as: 'amount' }],
  }),
  reading({
    name: 'referral invitees',
    is: 'List whom you have invited',
    examples: ['tuk points referral invitees', "tuk points referral invitees --jq '.data[].name'"],
    service: 'user',
    ways: [{ call: 'listInvitees' }],
    beneath: ['user GET /users/invitees'],
    columns: [{ path: 'name' }, { path: 'earned' }, { path: 'invitedAt', heading: 'invited', as: 'time' }, { path: 'id' }],
    empty: ['Nobody was invited yet.', 'Pass on your code: tuk points referral code'],
  }),
];
