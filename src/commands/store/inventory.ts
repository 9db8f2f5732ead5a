// `tuk store inventory`: lists and shows the items of the signed-in user, gives one away.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { StockStatus } from '../../services/catalogue/words.js';
import { isRecord } from '../../services/json-value.js';
import { escapeControls } from '../../text/visible.js';
import { item } from '../../things/item.js';

/** The instruction for an item, by its action type (platform 8.2). */
const actions: Readonly<Record<string, string>> = {
  NONE: 'No action is needed',
  WEBVIEW: 'Open it in a browser',
  DAPPVIEW: 'Open it in the browser of a wallet',
  DEEPLINK: 'Open it on a phone that has the app',
  DEEPLINK_WITH_DEFERRED_AUTH: 'Open it on a phone that has the app; sign in there with a code: tuk auth code',
};

export const inventory: readonly Command[] = [
  listCommand('sale', {
    name: 'inventory list',
    summary: 'List your items',
    options: [{ flags: '--status <status>', effects: 'plain', summary: 'filter by status', words: StockStatus }],
    examples: ['tuk store inventory list', 'tuk store inventory list --status READY -o csv'],
    endpoint: 'listItems',
    open: true,
    columns: item.fields,
    empty: ['Nothing in your inventory.', 'See the store: tuk store featured'],
  }),
  showCommand('sale', {
    name: 'inventory show',
    values: '<id>',
    summary: 'Show an item and how to use it',
    examples: ['tuk store inventory show 1', 'tuk store inventory show 1 --jq .status'],
    endpoint: 'getItem',
    columns: item.fields,
    transform: logAction,
  }),
  changeCommand('sale', {
    name: 'inventory give',
    values: '<id>',
    summary: 'Give an item to another user; this cannot be undone',
    options: [{ flags: '--to <user>', effects: 'plain', summary: 'the id of the recipient', required: true }],
    examples: ['tuk store inventory give 2 --to lan --new-recipient --yes'],
    endpoint: 'giveItem',
    open: true,
    money: 'to recipient',
    about: [
      {
        endpoint: 'getItem',
        columns: item.receipt,
      },
      {
        service: 'user',
        endpoint: 'getUser',
        paramsFrom: { userId: 'to' },
        columns: [{ path: 'name', heading: 'Goes to' }],
      },
    ],
    columns: item.fields,
    next: ({ id }, response) =>
      response.id === undefined && id !== undefined
        ? `tuk store inventory show ${String(id)}`
        : 'tuk store inventory list',
  }),
];

/** Returns the response unchanged, and logs the instruction for its action once. */
function logAction(json: string, { options }: Arguments, context: Context) {
  const item: unknown = json === '' ? undefined : JSON.parse(json);
  if (!isRecord(item) || options.watch === true) return json;
  const { actionType, actionUrl } = item;
  const instruction = actions[String(actionType)];
  if (instruction === undefined) return json;
  if (typeof actionUrl === 'string' && actionUrl !== '') context.log(`  ${instruction}: ${escapeControls(actionUrl)}`);
  else if (actionType === 'NONE') context.log(`  ${instruction}.`); // any other instruction needs the address
  return json;
}
