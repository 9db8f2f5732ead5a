// `tuk account show` and `tuk account uid`: the account as the service has it.

import type { Command } from '../../cli/command.js';
import { suggestion } from '../../cli/suggest.js';
import { ask } from '../../engine/call.js';
import { BadInput } from '../../services/http/errors.js';
import { openFlags, openValues } from './fields.js';
import { readNewest, versionFlag } from './versions.js';

const accounts = { 'v2.1': 'getAccount', v2: 'getAccountV2', v1: 'getAccountV1' };

export const show: Command = {
  name: 'show',
  values: '[user-id]',
  summary: 'Show the account of the signed-in user, or the name and picture of another user',
  description: 'The newest version that the server knows is asked, unless one is named.',
  options: [versionFlag(accounts)],
  examples: ['tuk account show', 'tuk account show --api-version v2 -o json', 'tuk account show <user-id>'],
  uses: ['user GET /v2.1/accounts', 'user GET /v2/accounts', 'user GET /v1/accounts', 'user GET /users/abstract/{userId}'],
  run: async ({ positionals: [userId], options }, context) => {
    if (userId !== undefined && options.apiVersion !== undefined)
      throw new BadInput('CONFLICT', '--api-version is for the account of the signed-in user: another user is shown in one version only.');
    const reply = userId === undefined ? await readNewest(context, accounts, options) : await ask(context, 'user', 'getUser', { userId });
    if (reply) await context.printReply(reply, userId === undefined ? {} : { columns: ['id', 'name', 'avatar'] });
    return 0;
  },
};

export const uid: Command = {
  name: 'uid',
  values: '[show]',
  summary: 'Show the uid of the account',
  examples: ['tuk account uid'],
  uses: ['user GET /v2/accounts/uid'],
  run: async ({ positionals: [word] }, context) => {
    if (word !== undefined && word !== 'show')
      throw new BadInput(
        'UNKNOWN_COMMAND',
        `tuk account uid has no command ${JSON.stringify(word)}.`,
        suggestion(word, ['show', 'check'], 'There are: show, check.'),
      );
    const reply = await ask(context, 'user', 'getUid');
    if (reply) await context.printReply(reply);
    return 0;
  },
};

export const uidCheck: Command = {
  name: 'uid check',
  values: '<uid>',
  summary: 'Check a uid',
  description: 'Whether it takes anything beside the uid is not publicly known.',
  options: openFlags,
  examples: ['tuk account uid check mina'],
  uses: ['user POST /v2/accounts/uid/{uid}/check'],
  run: async ({ positionals, options }, context) => {
    const reply = await ask(context, 'user', 'checkUid', {
      uid: positionals[0],
      ...(await openValues(context, 'checkUid', options, true)),
    });
    if (reply) await context.printReply(reply);
    return 0;
  },
};
