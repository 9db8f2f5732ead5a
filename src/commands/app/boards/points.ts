// The screens of the group Points as data.

import type { Chart } from '../../../text/chart.js';
import { app } from '../../../things/app.js';
import { earnEvent } from '../../../things/earn-event.js';
import { mission, missionGroup } from '../../../things/mission.js';
import { pointsChange } from '../../../things/points-change.js';
import { invitee } from '../../../things/user.js';
import type { GroupSpec } from '../../../ui/state/core/screens.js';
import { groupOf, ledgerActions, ledgerNote, ownBalances } from './group.js';

/** The balance after each change. */
export const course: Chart = { at: 'createdAt', value: 'balanceAfter', of: 'last' };

const lastChanges = { title: 'Your balance after each change', command: 'points history', kind: 'rows' } as const;
/** The screens of the group Points. */
export const pointsGroup: GroupSpec = groupOf('5', 'Points', [
  {
    name: 'Missions',
    command: 'points missions list',
    of: mission,
    cycles: '--type',
    counts: { what: 'missions to claim', only: 'claimable' },
  },
  {
    name: 'Balance',
    command: 'points balance',
    below: { title: 'Balance after each change', command: 'points history', kind: 'chart', chart: course },
  },
  {
    name: 'History',
    command: 'points history',
    of: pointsChange,
    below: { title: 'Balance after each change', kind: 'chart', chart: course },
  },
  {
    name: 'Ranks',
    command: 'points missions groups',
    of: missionGroup,
    fills: ['points missions groups {alias}'],
  },
  {
    name: 'Earn',
    command: 'points earn list',
    of: earnEvent,
    fills: ['points earn participate --event {alias}', 'points earn participations --event {alias}'],
  },
  {
    name: 'Apps',
    command: 'points apps list',
    of: app,
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
    of: invitee,
    note: 'No call says why an invitation does not count.',
    actions: [
      ['Your code', 'points referral code', { opens: 'screen' }],
      ['Register the code of your inviter', 'points referral register', { opens: 'form' }],
    ],
    fills: ['store inventory give --to {id}', 'account referrer --user-id {id}'],
  },
  { name: 'Transfer', command: 'points transfer', kind: 'form', below: lastChanges },
  { name: 'Deposit', command: 'points deposit', kind: 'form', below: ownBalances },
  { name: 'Withdraw', command: 'points withdraw', kind: 'form', below: lastChanges },
  {
    name: 'Requests',
    command: 'ops list --kind points',
    opens: 'ops show {id}',
    empty: ['No points were moved on this machine.', 'Every change of the balance: the screen History'],
    actions: ledgerActions,
    openedActions: ledgerActions,
    below: { ...lastChanges, ifEmpty: true },
    note: ledgerNote('them'),
  },
]);
