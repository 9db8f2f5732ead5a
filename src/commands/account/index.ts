// The commands of `tuk account`: the account at the services, with its e-mail address and its referrer.
import type { Command, Group } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { remove } from './delete.js';
import { appState, mobileCheck, mobileRegister } from './mobile.js';
import { printCall, readKnownFields, readOpenFields } from './request-fields.js';
import { show, uid, uidCheck } from './show.js';
import { check, create, restore } from './sign-up.js';
import { state } from './state.js';

const emailShow = repeatable({
  name: 'email show',
  summary: 'Show the e-mail address of the signed-in user',
  examples: ['tuk account email show', 'tuk account email show --reveal'],
  uses: { user: ['getEmail'] },
  run: (_, context) => printCall(context, 'getEmail'),
});

const emailSet: Command = {
  name: 'email set',
  summary: 'Change the e-mail address of the signed-in user',
  description: "Its field names are not public; the examples use the sandbox's names.",
  options: openFlags,
  examples: ['tuk account email set -f email=mina@sandbox.invalid --yes'],
  uses: { user: ['setEmail'] },
  run: async ({ options }, context) =>
    printCall(context, 'setEmail', await readOpenFields(context, 'setEmail', options)),
};

const referrerFlags: readonly Flag[] = [
  { flags: '--user-id <id>', effects: 'plain', summary: 'the user who invited' },
  { flags: '--via <word>', effects: 'plain', summary: 'how the invitation was received' },
];
const referrer: Command = {
  name: 'referrer',
  summary: 'Record who invited the signed-in user; this cannot be undone',
  options: referrerFlags,
  examples: ['tuk account referrer --user-id <user-id> --via link'],
  uses: { user: ['registerReferrer'] },
  run: async ({ options }, context) =>
    printCall(context, 'registerReferrer', await readKnownFields(context, 'registerReferrer', referrerFlags, options), {
      columns: ['userId', 'inviterId', 'earned', 'createdAt'],
    }),
};

export const group: Group = {
  commands: [
    show,
    check,
    create,
    restore,
    remove,
    state,
    uid,
    uidCheck,
    emailShow,
    emailSet,
    referrer,
    mobileRegister,
    mobileCheck,
    appState,
  ],
};
