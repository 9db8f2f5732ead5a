// `tuk account email`: the e-mail address of the signed-in user.

import type { Command } from '../../cli/command.js';
import { callEndpoint } from '../../engine/request/call.js';
import { openFlags, readOpenFields } from './request-fields.js';

export const emailShow: Command = {
  name: 'email show',
  summary: 'Show the e-mail address of the signed-in user',
  examples: ['tuk account email show', 'tuk account email show --reveal'],
  uses: { user: ['getEmail'] },
  run: async (_, context) => {
    const response = await callEndpoint(context, 'user', 'getEmail');
    if (response) await context.out.printResponse(response);
    return 0;
  },
};

export const emailSet: Command = {
  name: 'email set',
  summary: 'Change the e-mail address of the signed-in user',
  description: "Its field names are not public; the examples use the sandbox's names.",
  options: openFlags,
  examples: ['tuk account email set -f email=mina@sandbox.invalid --yes'],
  uses: { user: ['setEmail'] },
  run: async ({ options }, context) => {
    const response = await callEndpoint(context, 'user', 'setEmail', await readOpenFields(context, 'setEmail', options));
    if (response) await context.out.printResponse(response);
    return 0;
  },
};
