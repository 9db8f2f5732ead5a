// `tuk account referrer`: records who invited the signed-in user; this cannot be undone.

import type { Command } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { callEndpoint } from '../../engine/request/call.js';
import { readKnownFields } from './request-fields.js';

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
  run: async ({ options }, context) => {
    const response = await callEndpoint(
      context,
      'user',
      'registerReferrer',
      await readKnownFields(context, 'registerReferrer', flags, options),
    );
    if (response) await context.out.printResponse(response, { columns: ['userId', 'inviterId', 'earned', 'createdAt'] });
    return 0;
  },
};
