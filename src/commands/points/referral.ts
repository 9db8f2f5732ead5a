// `tuk points referral`: the code to invite with, the code one was invited with, and who was invited.
import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change-command.js';
import { readCommand } from '../../engine/read-command.js';

export const referral: readonly Command[] = [
  readCommand({
    name: 'referral code',
    summary: 'Show your referral code',
    examples: ['tuk points referral code', 'tuk points referral code --jq .code'],
    service: 'activity',
    endpoints: [{ call: 'getReferralCode' }],
    uses: ['activity GET /v1/referralCode/current'],
    columns: [{ path: 'code' }],
  }),
  changeCommand({
    name: 'referral register',
    values: '<code>',
    summary: 'Register the referral code of who invited you',
    examples: ['tuk points referral register KENJI --yes'],
    service: 'activity',
    endpoints: [{ call: 'registerReferralCode' }],
    uses: ['activity POST /v1/referralCode/register'],
    open: true,
  }),
  readCommand({
    name: 'referral count',
    summary: 'Count whom you have invited',
    examples: ['tuk points referral count', 'tuk points referral count --jq .count'],
    service: 'activity',
    endpoints: [{ call: 'countInvitees' }],
    uses: ['activity GET /v1/referrals/current/invite-count'],
    columns: [{ path: 'count', as: 'amount' }],
  }),
  readCommand({
    name: 'referral invitees',
    summary: 'List whom you have invited',
    examples: ['tuk points referral invitees', "tuk points referral invitees --jq '.data[].name'"],
    service: 'user',
    endpoints: [{ call: 'listInvitees' }],
    uses: ['user GET /users/invitees'],
    columns: [{ path: 'name' }, { path: 'earned' }, { path: 'invitedAt', heading: 'invited', as: 'time' }, { path: 'id' }],
    empty: ['Nobody was invited yet.', 'Pass on your code: tuk points referral code'],
  }),
];
