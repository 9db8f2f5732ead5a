// The screens of the group Points as data.

import type { Chart } from '../../../text/chart.js';
import type { Action, GroupSpec } from '../../../ui/state/screens.js';
import { groupOf, ledgerActions, ledgerNote } from './group.js';

/** The balance after each change. */
export const course: Chart = { at: 'createdAt', value: 'balanceAfter', of: 'last' };

const missionActions: readonly Action[] = [
  ['Claim', 'points missions claim {id}', { unlessFalse: 'claimable' }],
  ['Run its follow-up', 'points missions after-action {id}'],
];
const earnActions: readonly Action[] = [
  ['Status of your claim', 'points earn status {id}', { opens: 'screen' }],
  ['Claim its reward', 'points earn claim {id}', { opens: 'form' }],
];

/** The screens of the group Points. */
export const pointsGroup: GroupSpec = groupOf('5', 'Points', [
  {
    name: 'Missions',
    command: 'points missions list',
    opens: 'points missions show {id}',
    cycles: '--type',
    counts: { what: 'missions to claim', only: 'claimable' },
    actions: missionActions,
    openedActions: missionActions,
  },
  {
    name: 'Balance',
    command: 'points balance',
    below: { title: 'Balance after each change', command: 'points history', kind: 'chart', chart: course },
  },
  {
    name: 'History',
    command: 'points history',
    below: { title: 'Balance after each change', kind: 'chart', chart: course },
  },
  {
    name: 'Ranks',
    command: 'points missions groups',
    opens: 'points rank board {id}',
    actions: [['Claim the reward', 'points rank claim {id}']],
    fills: ['points rank show {id}', 'points rank status {id}', 'points missions groups {alias}'],
  },
  {
    name: 'Earn',
    command: 'points earn list',
    opens: 'points earn show {id}',
    actions: earnActions,
    openedActions: earnActions,
    fills: ['points earn participate --event {alias}', 'points earn participations --event {alias}'],
  },
  {
    name: 'Apps',
    command: 'points apps list',
    actions: [
      ['Balance at it', 'points apps balance {id}', { opens: 'screen' }],
      ['Disconnect', 'points apps disconnect {id}', { role: 'cancel' }],
    ],
    fills: [
      'points apps status {id}',
      'points apps connect {id}',
      'points earn list --app {id}',
      'points earn participate --app {id}',
      'points earn participations --app {id}',
    ],
  },
  {
    name: 'Invitees',
    command: 'points referral invitees',
    note: 'No call says why an invitation does not count.',
    actions: [
      ['Your code', 'points referral code', { opens: 'screen' }],
      ['Register the code of your inviter', 'points referral register', { opens: 'form' }],
    ],
    fills: [
      'points transfer --to {id}',
      'store inventory give --to {id}',
      'account show {id}',
      'account referrer --user-id {id}',
    ],
  },
  { name: 'Transfer', command: 'points transfer', kind: 'form' },
  { name: 'Deposit', command: 'points deposit', kind: 'form' },
  { name: 'Withdraw', command: 'points withdraw', kind: 'form' },
  {
    name: 'Requests',
    command: 'ops list --kind points',
    opens: 'ops show {id}',
    empty: ['No points were moved on this machine.', 'Every change of the balance: the screen History'],
    actions: ledgerActions,
    openedActions: ledgerActions,
    note: ledgerNote('them'),
  },
]);
