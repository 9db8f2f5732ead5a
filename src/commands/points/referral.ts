// `tuk points referral`: the user's referral code, the inviter's code, and the invitees.
import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { invitee, referral as referralCode } from '../../things/user.js';

export const referral: readonly Command[] = [
  showCommand('activity', {
    name: 'referral code',
    summary: 'Show your referral code',
    examples: ['tuk points referral code', 'tuk points referral code --jq .code'],
    endpoint: 'getReferralCode',
    columns: referralCode.fields,
  }),
  changeCommand('activity', {
    name: 'referral register',
    values: '<code>',
    summary: 'Register the referral code of your inviter',
    examples: ['tuk points referral register KENJI --yes'],
    endpoint: 'registerReferralCode',
    open: true,
  }),
  listCommand('user', {
    name: 'referral invitees',
    summary: 'List your invitees',
    examples: ['tuk points referral invitees', "tuk points referral invitees --jq '.data[].name'"],
    endpoint: 'listInvitees',
    columns: invitee.fields,
    empty: ['No invitees yet.', 'Share your code: tuk points referral code'],
  }),
];
