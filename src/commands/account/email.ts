// `tuk account email`: the e-mail address of the signed-in user.

import type { Command } from '../../cli/command.js';
import { ask } from '../../engine/call.js';
import { openFlags, openValues } from './fields.js';

export const emailShow: Command = {
  name: 'email show',
  is: 'Show the e-mail address of the signed-in user',
  examples: ['tuk account email show', 'tuk account email show --reveal'],
  beneath: ['user GET /users/email/me'],
  run: async (_, context) => {
    const reply = await ask(context, 'user', 'getEmail');
    if (reply) await context.printReply(reply);
    return 0;
  },
};

export const emailSet: Command = {
  name: 'email set',
  is: 'Change the e-mail address of the signed-in user',
  more: "The names of its fields are not publicly known: those of the examples are the sandbox's own.",
  options: openFlags,
  examples: ['tuk account email set -f email=mina@sandbox.invalid --yes'],
  beneath: ['user POST /users/email/me'],
  run: async ({ options }, context) => {
    const reply = await ask(context, 'user', 'setEmail', await openValues(context, 'setEmail', options));
    if (reply) await context.printReply(reply);
    return 0;
  },
};
