// The form commands of `tuk store`, and other requests to the user service: web input, the waiting list of a sale.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { requireAddress } from '../../money/address.js';
import { form } from '../../things/game.js';

export const forms: readonly Command[] = [
  showCommand('user', {
    name: 'forms show',
    values: '<id>',
    summary: 'Show a form with its questions and its closing time',
    examples: ['tuk store forms show 1', 'tuk store forms show 1 --jq .scheme.JSONSchema.required'],
    endpoint: 'getForm',
    columns: form.fields,
  }),
  listCommand('user', {
    name: 'forms inventory',
    values: '<id>',
    summary: 'List the tokens that a form can be submitted for',
    options: [
      {
        flags: '--wallet <address>',
        effects: 'plain',
        summary: 'the tokens of this wallet',
        as: 'address',
        param: 'walletAddress',
      },
    ],
    examples: [
      'tuk store forms inventory 3 --wallet 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'tuk store forms inventory 3 -o csv',
    ],
    endpoint: 'listFormInventory',
    columns: [
      { path: 'tokenId', heading: 'token' },
      { path: 'completed' },
      { path: 'network' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'id' },
    ],
    id: 'tokenId',
    empty: ['No tokens for this form.', 'See the form: tuk store forms show <id>'],
  }),
  changeCommand('user', {
    name: 'waiting-list',
    values: '<wallet>',
    summary: 'Join the waiting list of a sale',
    description: 'The service refuses a wallet whose turn has not come, and says when it comes.',
    examples: ['tuk store waiting-list 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --yes'],
    endpoint: 'joinWaitingList',
    columns: [{ path: 'waitingNumber', heading: 'number' }, { path: 'signature' }],
    toParams: (params) => {
      requireAddress(String(params.wallet), 'The wallet');
      return params;
    },
    id: 'waitingNumber',
  }),
];
