// Lists the commands of `tuk store`: products, orders, payments, the inventory, forms.

import type { Arguments, Command, Context, Group } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';

import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { requireAddress } from '../../money/address.js';
import { StockStatus } from '../../services/catalogue/words.js';
import { isRecord } from '../../services/json-value.js';
import { escapeControls } from '../../text/visible.js';
import { form } from '../../things/game.js';
import { item } from '../../things/item.js';
import { product, purchasable } from '../../things/product.js';
import { buy } from './buy.js';
import { orders } from './orders.js';
import { submit } from './submit-form.js';

// `tuk store inventory`: lists and shows the items of the signed-in user, gives one away.

/** The instruction for an item, by its action type (platform 8.2). */
const actions: Readonly<Record<string, string>> = {
  NONE: 'No action is needed',
  WEBVIEW: 'Open it in a browser',
  DAPPVIEW: 'Open it in the browser of a wallet',
  DEEPLINK: 'Open it on a phone that has the app',
  DEEPLINK_WITH_DEFERRED_AUTH: 'Open it on a phone that has the app; sign in there with a code: tuk auth code',
};

const inventory: readonly Command[] = [
  listCommand('sale', {
    name: 'inventory list',
    summary: 'List your items',
    options: [plain('--status <status>', 'filter by status', { words: StockStatus })],
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
    options: [plain('--to <user>', 'the id of the recipient', { required: true })],
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

// The product reads of `tuk store`: products, currencies, purchasables.

const products: readonly Command[] = [
  listCommand('sale', {
    name: 'featured',
    summary: 'List the featured products',
    examples: ['tuk store featured', 'tuk store featured -o csv'],
    endpoints: [{ endpoint: 'listFeatured' }, { endpoint: 'listPublicFeatured', when: 'signed-out' }],
    columns: product.fields,
    empty: ['No featured products.', 'See what you have: tuk store inventory list'],
  }),
  showCommand('sale', {
    name: 'product',
    values: '<id>',
    summary: 'Show one product',
    examples: ['tuk store product 1', 'tuk store product 1 --jq .price'],
    endpoint: 'getProduct',
    columns: product.fields,
  }),
  listCommand('sale', {
    name: 'currencies',
    summary: 'List the currencies of the store',
    examples: ['tuk store currencies', 'tuk store currencies -o name'],
    endpoint: 'listCurrencies',
    columns: [
      { path: 'id' },
      { path: 'name' },
      { path: 'tokenDecimal', heading: 'decimals' },
      { path: 'balanceTransferable', heading: 'transferable' },
    ],
    empty: ['No currencies.', 'See the products: tuk store featured'],
  }),
  listCommand('user', {
    name: 'purchasables',
    values: '[slug]',
    summary: 'List the purchasables of the first sale, or show a group, with its page and your balance',
    description:
      'A group may take the token that it is bought for: -f tokenNetwork=… -f tokenContractAddress=… -f tokenId=….',
    examples: ['tuk store purchasables', 'tuk store purchasables first -o json'],
    endpoints: [{ endpoint: 'listFirstSale' }, { endpoint: 'getPurchasableGroup', requires: ['slug'] }],
    columns: purchasable.fields,
    empty: ['Nothing is sold.', 'See the store: tuk store featured'],
    open: true,
  }),
];

// The form commands of `tuk store`, and other requests to the user service: web input, the waiting list of a sale.

const forms: readonly Command[] = [
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
    options: [plain('--wallet <address>', 'the tokens of this wallet', { as: 'address', param: 'walletAddress' })],
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

export const group: Group = { commands: [...products, buy, ...orders, ...inventory, ...forms, submit] };
