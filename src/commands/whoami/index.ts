// `tuk whoami`: shows the signed-in user: on a terminal the identity in eight lines, elsewhere the whole response.

import { type Command, type Group, resultOf } from '../../cli/command/command.js';
import { callEndpoint } from '../../engine/request/call.js';
import { columnsNamed } from '../../text/columns-named.js';
import { identityOf } from './identity.js';

const whoami: Command = {
  name: '',
  summary: 'Show the signed-in user',
  description: 'A table on a terminal has eight lines; -o yaml has every field.',
  examples: ['tuk whoami'],
  uses: { user: ['getCurrent'] },
  run: async (_, context) => {
    const response = await callEndpoint(context, 'user', 'getCurrent');
    if (!response) return undefined;
    const short = context.world.stdout.isTTY ? await identityOf(response, context) : undefined;
    return resultOf(short?.json ?? response.text, { persons: () => true, columns: short?.columns ?? columns });
  },
};
const columns = columnsNamed(
  'type identifier name user.id user.name user.email user.country user.wallet.address user.wallet.verified',
);

export const group: Group = { commands: [whoami] };
