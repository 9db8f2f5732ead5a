// `tuk account referrer`: says who invited the signed-in user, once and for good.

import type { Command } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { ask } from '../../engine/call.js';
import { knownValues } from './fields.js';

const own: readonly Flag[] = [
  { flags: '--user-id <id>', summary: 'the user who invited' },
  { flags: '--via <word>', summary: 'the way the invitation came' },
];

export const referrer: Command = {
  name: 'referrer',
  summary: 'Say who invited the signed-in user; this cannot be undone',
  options: own,
  examples: ['tuk account referrer --user-id <user-id> --via link'],
  uses: ['user POST /users/referrer'],
  run: async ({ options }, context) => {
    const reply = await ask(context, 'user', 'registerReferrer', await knownValues(context, 'registerReferrer', own, options));
    if (reply) await context.printReply(reply, { columns: ['userId', 'inviterId', 'earned', 'createdAt'] });
    return 0;
  },
};
