// `tuk account email`: the e-mail address of the signed-in user.

import type { Command } from '../../cli/command.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { printCall, readOpenFields } from './request-fields.js';

export const emailShow: Command = {
  name: 'email show',
  summary: 'Show the e-mail address of the signed-in user',
  examples: ['tuk account email show', 'tuk account email show --reveal'],
  uses: { user: ['getEmail'] },
  run: (_, context) => printCall(context, 'getEmail'),
};

export const emailSet: Command = {
  name: 'email set',
  summary: 'Change the e-mail address of the signed-in user',
  description: "Its field names are not public; the examples use the sandbox's names.",
  options: openFlags,
  examples: ['tuk account email set -f email=mina@sandbox.invalid --yes'],
  uses: { user: ['setEmail'] },
  run: async ({ options }, context) => printCall(context, 'setEmail', await readOpenFields(context, 'setEmail', options)),
};
