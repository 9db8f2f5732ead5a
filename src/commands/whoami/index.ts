// `tuk whoami`: who the service says is signed in.

import type { Command, Group } from '../../cli/command.js';
import { ask } from '../../engine/call.js';

const whoami: Command = {
  name: '',
  summary: 'Show who is signed in',
  examples: ['tuk whoami', 'tuk whoami --jq .user.name', 'tuk whoami -o json'],
  uses: ['user GET /users/current'],
  run: async (_, context) => {
    const reply = await ask(context, 'user', 'getCurrent');
    if (reply) {
      await context.print(reply.text, {
        columns: [
          'type',
          'identifier',
          'name',
          'user.id',
          'user.name',
          'user.email',
          'user.country',
          'user.wallet.address',
          'user.wallet.verified',
        ],
      });
    }
    return 0;
  },
};
export const group: Group = { commands: [whoami] };
