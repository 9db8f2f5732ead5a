// `tuk account email`: the e-mail address of the signed-in user.

import type { Command } from '../../cli/command.js';
import { ask } from '../../engine/call.js';
import { openFlags, openValues } from './fields.js';

export const emailShow: Command = {
  name: 'email show',
  summary: 'Show the e-mail address of the signed-in user',
  examples: ['tuk account email show', 'tuk account email show --reveal'],
  uses: ['user GET /users/email/me'],
  run: async (_, context) => {
    const reply = await ask(context, 'user', 'getEmail');
    if (reply) await context.printReply(reply);
    return 0;
  },
};

export const emailSet: Command = {
  name: 'email set',
  summary: 'Change the e-mail address of the signed-in user',
  description: "The names of its fields are not publicly known: those of the examples are the sandbox's own.",
  options: openFlags,
  examples: ['tuk account email set -f email=mina@sandbox.invalid --yes'],
  uses: ['user POST /users/email/me'],
  run: async ({ options }, context) => {
    const reply = await ask(context, 'user', 'setEmail', await openValues(context, 'setEmail', options));
    if (reply) await context.printReply(reply);
    return 0;
  },
};
