// The product reads of `tuk store`: products, currencies, purchasables.

import type { Command } from '../../cli/command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import type { Params } from '../../engine/request/params.js';
import { kebab } from '../../services/catalogue/define.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../text/column.js';

const productColumns: readonly Column[] = [
  { path: 'name' },
  { path: 'price', as: { amount: 'currencyId' } },
  { path: 'stockLeft', heading: 'left', as: 'amount' },
  { path: 'maxPerUser', heading: 'most each' },
  { path: 'salesStartAt', heading: 'from', as: 'time' },
  { path: 'salesEndAt', heading: 'until', as: 'time' },
  { path: 'description' },
  { path: 'id' },
];

export const products: readonly Command[] = [
  listCommand('sale', {
    name: 'featured',
    summary: 'List the featured products',
    options: [{ flags: '--public', summary: 'list what is shown without a session' }],
    examples: ['tuk store featured', 'tuk store featured --public -o csv'],
    endpoints: [{ endpoint: 'listFeatured' }, { endpoint: 'listPublicFeatured', when: 'signed-out' }],
    columns: productColumns,
    empty: ['No featured products.', 'See what you have: tuk store inventory list'],
  }),
  showCommand('sale', {
    name: 'product',
    values: '<id>',
    summary: 'Show one product',
    examples: ['tuk store product 1', 'tuk store product 1 --jq .price'],
    endpoint: 'getProduct',
    columns: productColumns,
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
    summary: 'List the purchasables of the first sale, or show a group',
    options: [
      { flags: '--group <slug>', summary: 'show a group, with its page and your balance', param: 'slug' },
      { flags: '--token-network <network>', summary: 'with --group: the network of the token', words: Network },
      { flags: '--token-id <id>', summary: 'with --group: the id of the token' },
      {
        flags: '--token-contract-address <address>',
        summary: 'with --group: the contract of the token',
        as: 'address',
      },
    ],
    examples: ['tuk store purchasables', 'tuk store purchasables --group first -o json'],
    endpoints: [{ endpoint: 'listFirstSale' }, { endpoint: 'getPurchasableGroup', requires: ['slug'] }],
    columns: [
      { path: 'title' },
      { path: 'type' },
      { path: 'price', as: { amount: 'currencyId' } },
      { path: 'payMethod', heading: 'paid' },
      { path: 'minimumBuyQuantity', heading: 'least', as: 'amount' },
      { path: 'maximumBuyQuantity', heading: 'most', as: 'amount' },
      { path: 'salesStartAt', heading: 'from', as: 'time' },
      { path: 'salesEndAt', heading: 'until', as: 'time' },
      { path: 'id' },
    ],
    empty: ['Nothing is sold.', 'See the store: tuk store featured'],
    toParams: groupParams,
  }),
];

/** Refuses token options without --group. @throws {BadInput} */
function groupParams(params: Params): Params {
  const stray = ['tokenNetwork', 'tokenId', 'tokenContractAddress'].find((name) => params[name] !== undefined);
  if (stray !== undefined && params.slug === undefined)
    throw new BadInput('STRAY_OPTION', `--${kebab(stray)} needs --group.`);
  return params;
}
