// `tuk store inventory`: what the signed-in user has, what an item is good for, giving one away.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { changeCommand } from '../../engine/change-command.js';
import { readCommand } from '../../engine/read-command.js';
import { StockStatus } from '../../services/catalogue/words.js';
import { isRecord } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { escapeControls } from '../../ui/format/visible.js';

const itemColumns: readonly Column[] = [
  { path: 'status', as: { status: 'StockStatus' } },
  { path: 'name' },
  { path: 'actionType', heading: 'action' },
  { path: 'code' },
  { path: 'expiresAt', heading: 'expires', as: 'time' },
  { path: 'createdAt', heading: 'since', as: 'time' },
  { path: 'id' },
];
/** What is to be done with an item, by the word of its action (SPEC.md section 3). */
const actions: Readonly<Record<string, string>> = {
  NONE: 'Nothing has to be done with it',
  WEBVIEW: 'Open it in a browser',
  DAPPVIEW: 'Open it in the browser of a wallet',
  DEEPLINK: 'Open it on a phone that has the app',
  DEEPLINK_WITH_DEFERRED_AUTH: 'Open it on a phone that has the app; a code signs in there: tuk auth code',
};

export const inventory: readonly Command[] = [
  readCommand({
    name: 'inventory list',
    summary: 'List what you have',
    options: [{ flags: '--status <status>', summary: 'only what is in a status', words: StockStatus }],
    examples: ['tuk store inventory list', 'tuk store inventory list --status READY -o csv'],
    service: 'sale',
    endpoints: [{ call: 'listItems' }],
    uses: ['sale GET /v1/inventory/items'],
    open: true,
    columns: itemColumns,
    empty: ['Nothing in your inventory.', 'See the store: tuk store featured'],
  }),
  readCommand({
    name: 'inventory show',
    values: '<id>',
    summary: 'Show an item, and what to do with it',
    examples: ['tuk store inventory show 1', 'tuk store inventory show 1 --jq .status'],
    service: 'sale',
    endpoints: [{ call: 'getItem' }],
    uses: ['sale GET /v1/inventory/items/{id}'],
    columns: itemColumns,
    transform: toldWhatToDo,
  }),
  changeCommand({
    name: 'inventory give',
    values: '<id>',
    summary: 'Give an item away, for good',
    options: [{ flags: '--to <user>', summary: 'the id of the user who gets it', needed: true }],
    examples: ['tuk store inventory give 2 --to lan --new-recipient --yes'],
    service: 'sale',
    endpoints: [{ call: 'giveItem' }],
    uses: ['sale GET /v1/inventory/items/{id}', 'user GET /users/abstract/{userId}', 'sale POST /v1/inventory/items/give'],
    open: true,
    money: 'to somebody',
    about: [
      {
        call: 'getItem',
        lines: [
          { path: 'name', heading: 'Item' },
          { path: 'status', as: { status: 'StockStatus' } },
          { path: 'expiresAt', heading: 'Expires', as: 'time' },
        ],
      },
      { service: 'user', call: 'getUser', with: { userId: 'to' }, lines: [{ path: 'name', heading: 'Goes to' }] },
    ],
    columns: itemColumns,
    next: ({ id }, answer) =>
      answer.id === undefined && id !== undefined ? `tuk store inventory show ${String(id)}` : 'tuk store inventory list',
  }),
];

/** The answer as it came; what its action asks of a person is said beside it, once. */
function toldWhatToDo(json: string, { options }: Arguments, context: Context): string {
  const item: unknown = json === '' ? undefined : JSON.parse(json);
  if (!isRecord(item) || options.watch === true) return json;
  const { actionType, actionUrl } = item;
  const what = actions[String(actionType)];
  if (what === undefined) return json;
  if (typeof actionUrl === 'string' && actionUrl !== '') context.log(`  ${what}: ${escapeControls(actionUrl)}`);
  else if (actionType === 'NONE') context.log(`  ${what}.`); // what is to be opened is said only where it can be
  return json;
}
