// `tuk account referrer`: records who invited the signed-in user; this cannot be undone.

import type { Command } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { printCall, readKnownFields } from './request-fields.js';

const flags: readonly Flag[] = [
  { flags: '--user-id <id>', summary: 'the user who invited' },
  { flags: '--via <word>', summary: 'how the invitation was received' },
];

export const referrer: Command = {
  name: 'referrer',
  summary: 'Record who invited the signed-in user; this cannot be undone',
  options: flags,
  examples: ['tuk account referrer --user-id <user-id> --via link'],
  uses: { user: ['registerReferrer'] },
  run: async ({ options }, context) =>
    printCall(context, 'registerReferrer', await readKnownFields(context, 'registerReferrer', flags, options), {
      columns: ['userId', 'inviterId', 'earned', 'createdAt'],
    }),
};
