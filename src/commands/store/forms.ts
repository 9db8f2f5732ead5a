// Forms and what else `tuk store` sends to the user service: what a form asks, the tokens that it is for, input of web pages, a place in a sale.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change-command.js';
import { ownFields } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import type { Column } from '../../ui/format/column.js';

const formColumns: readonly Column[] = [
  { path: 'title' },
  { path: 'description' },
  { path: 'submissionClosedAt', heading: 'closes', as: 'time' },
  { path: 'id' },
];

export const forms: readonly Command[] = [
  readCommand({
    name: 'forms show',
    values: '<id>',
    summary: 'Show a form: what it asks, and until when it can be sent',
    examples: ['tuk store forms show 1', 'tuk store forms show 1 --jq .scheme.JSONSchema.required'],
    service: 'user',
    endpoints: [{ call: 'getForm' }],
    uses: ['user GET /forms/{id}'],
    columns: formColumns,
  }),
  readCommand({
    name: 'forms inventory',
    values: '<id>',
    summary: 'List the tokens that a form can be sent for',
    options: [{ flags: '--wallet-address <address>', summary: 'the tokens of this wallet', as: 'address' }],
    examples: [
      'tuk store forms inventory 3 --wallet-address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'tuk store forms inventory 3 -o csv',
    ],
    service: 'user',
    endpoints: [{ call: 'listFormInventory' }],
    uses: ['user POST /forms/{id}/inventory'],
    columns: [
      { path: 'tokenId', heading: 'token' },
      { path: 'completed' },
      { path: 'network' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'id' },
    ],
    id: 'tokenId',
    empty: ['No tokens that this form can be sent for.', 'See what it asks: tuk store forms show <id>'],
  }),
  changeCommand({
    name: 'web-submit',
    summary: 'Send the input of a web page',
    description: 'Nothing of its fields is public: give them all with --input, or one by one with -f and -F.',
    examples: ['tuk store web-submit --input web-input.json --yes', 'tuk store web-submit -f key=size -f value=M --yes'],
    service: 'user',
    endpoints: [{ call: 'submitWebInput' }],
    uses: ['user PUT /v1/web-submit/input'],
    open: true,
    toParams: ownFields,
  }),
  changeCommand({
    name: 'waiting-list',
    values: '<wallet>',
    summary: 'Ask for a signed place in a sale',
    description: 'Whose turn has not come is refused, and told when it comes.',
    examples: ['tuk store waiting-list 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --yes'],
    service: 'user',
    endpoints: [{ call: 'joinWaitingList' }],
    uses: ['user POST /waitinglist/signature'],
    columns: [{ path: 'waitingNumber', heading: 'number' }, { path: 'signature' }],
    toParams: async (given) => {
      (await import('../../money/address.js')).requireAddress(String(given.wallet), 'The wallet');
      return given;
    },
    id: 'waitingNumber',
  }),
];
