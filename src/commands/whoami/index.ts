// `tuk whoami`: shows the signed-in user.

import type { Command, Group } from '../../cli/command.js';
import { callEndpoint } from '../../engine/call.js';

const whoami: Command = {
  name: '',
  summary: 'Show the signed-in user',
  examples: ['tuk whoami', 'tuk whoami --jq .user.name', 'tuk whoami -o json'],
  uses: { user: ['getCurrent'] },
  run: async (_, context) => {
    const response = await callEndpoint(context, 'user', 'getCurrent');
    if (response) {
      await context.out.print(response.text, {
        persons: () => true,
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
