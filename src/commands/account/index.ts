// The commands of `tuk account`: the account of the signed-in user, its e-mail address and its referrer.

import type { Group } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { showCommand } from '../../engine/read/read-command.js';
import { BadInput } from '../../services/http/errors.js';

export const group: Group = {
  commands: [
    showCommand('user', {
      name: 'show',
      values: '[user-id]',
      summary: 'Show your account, or the name and avatar of another user',
      description: 'Uses the newest version that the server supports.',
      examples: ['tuk account show', 'tuk account show <user-id>'],
      endpoints: [
        { endpoint: 'getAccount' },
        { endpoint: 'getAccountV2', when: 'unknown' },
        { endpoint: 'getAccountV1', when: 'unknown' },
        { endpoint: 'getUser', requires: ['userId'] },
      ],
      columns: [],
    }),
    showCommand('user', {
      name: 'email show',
      summary: 'Show the e-mail address of the signed-in user',
      examples: ['tuk account email show', 'tuk account email show --reveal'],
      endpoint: 'getEmail',
      columns: [],
    }),
    changeCommand('user', {
      name: 'email set',
      summary: 'Change the e-mail address of the signed-in user',
      description: "Its field names are not public; the examples use the sandbox's names.",
      examples: ['tuk account email set -f email=mina@sandbox.invalid --yes'],
      endpoint: 'setEmail',
      open: true,
      toParams: (params, { options: { field, jsonField, input, edit } }) => {
        if ((field ?? jsonField ?? input ?? edit) !== undefined) return params;
        throw new BadInput('NO_FIELDS', 'The field names are not public: give the fields with -f, -F or --input.');
      },
    }),
    changeCommand('user', {
      name: 'referrer',
      summary: 'Record who invited the signed-in user; this cannot be undone',
      options: [
        plain('--user-id <id>', 'the user who invited', { required: true }),
        plain('--via <word>', 'how the invitation was received', { required: true }),
      ],
      examples: ['tuk account referrer --user-id <user-id> --via link'],
      endpoint: 'registerReferrer',
      columns: [{ path: 'userId' }, { path: 'inviterId' }, { path: 'earned' }, { path: 'createdAt', as: 'time' }],
    }),
  ],
};
