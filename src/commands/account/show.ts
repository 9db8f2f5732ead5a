// `tuk account show` and `tuk account uid`: the account of the signed-in user.

import type { Command } from '../../cli/command.js';
import { suggestion } from '../../cli/suggest.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { BadInput } from '../../services/http/errors.js';
import { readNewest, versionFlag } from './api-versions.js';
import { printCall, readOpenFields } from './request-fields.js';

const accounts = { 'v2.1': 'getAccount', v2: 'getAccountV2', v1: 'getAccountV1' } as const;

export const show = repeatable({
  name: 'show',
  values: '[user-id]',
  summary: 'Show the account of the signed-in user, or the name and avatar of another user',
  description: 'Uses the newest API version that the server supports, unless --api-version names one.',
  options: [versionFlag(accounts)],
  examples: ['tuk account show', 'tuk account show --api-version v2 -o json', 'tuk account show <user-id>'],
  uses: { user: ['getAccount', 'getAccountV2', 'getAccountV1', 'getUser'] },
  run: async ({ positionals: [userId], options }, context) => {
    if (userId !== undefined && options.apiVersion !== undefined)
      throw new BadInput(
        'CONFLICT',
        '--api-version is for the account of the signed-in user; another user has one version only.',
      );
    if (userId !== undefined) return printCall(context, 'getUser', { userId }, { columns: ['id', 'name', 'avatar'] });
    const response = await readNewest(context, accounts, options);
    if (response) await context.out.printResponse(response);
  },
});

export const uid = repeatable({
  name: 'uid',
  values: '[show]',
  offers: { show: () => ['show'] },
  summary: 'Show the uid of the account',
  examples: ['tuk account uid'],
  uses: { user: ['getUid'] },
  run: async ({ positionals: [word] }, context) => {
    if (word !== undefined && word !== 'show')
      throw new BadInput(
        'UNKNOWN_COMMAND',
        `tuk account uid has no command ${JSON.stringify(word)}.`,
        suggestion(word, ['show', 'check']),
      );
    return printCall(context, 'getUid');
  },
});

export const uidCheck: Command = {
  name: 'uid check',
  values: '<uid>',
  summary: 'Check a uid',
  description: 'Other fields of the request are not public: give them with -f, -F or --input.',
  options: openFlags,
  examples: ['tuk account uid check mina'],
  uses: { user: ['checkUid'] },
  run: async ({ positionals: [uid], options }, context) =>
    printCall(context, 'checkUid', { uid, ...(await readOpenFields(context, 'checkUid', options, true)) }),
};
