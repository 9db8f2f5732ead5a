// The screens of the group Home as data.

import { session } from '../../../things/session.js';
import type { GroupSpec } from '../../../ui/state/screens.js';
import { ledgerActions } from './group.js';

/** The screens of the group Home. */
export const homeGroup: GroupSpec = {
  digit: '0',
  name: 'Home',
  api: 'tuk api list',
  screens: [
    {
      name: 'Ledger',
      command: 'ops list',
      opens: 'ops show {id}',
      cycles: '--kind',
      empty: [
        'No transfer was made on this machine in this profile.',
        'See the transfers of all profiles: tuk ops list --every',
      ],
      actions: [...ledgerActions, ['Check all that are not over…', 'ops check']],
      openedActions: ledgerActions,
      note: 'What moved value on this machine. Other commands are on no list; L has the requests of this window.',
    },
    {
      name: 'Account',
      command: 'account show',
      actions: [
        ['Change the e-mail address…', 'account email set ?'],
        ['Send a code to a phone…', 'ride phone send ?'],
        ['Confirm a phone…', 'ride phone confirm ?'],
        ['Record who invited you…', 'account referrer ?'],
      ],
    },
    {
      name: 'Sessions',
      command: 'auth sessions',
      columns: session.fields,
      actions: [...session.actions, ['The session here', 'auth status']],
    },
    {
      name: 'Profiles',
      command: 'profile list',
      opens: 'profile show {id}',
      actions: [['Use…', 'profile use {name}']],
      openedActions: [['Use…', 'profile use {name}']],
      fills: ['profile set {id}', 'profile remove {id}'],
    },
  ],
};
