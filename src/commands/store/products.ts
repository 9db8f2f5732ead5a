// What `tuk store` sells: products, the currencies they are sold for, purchasables.

import type { Command } from '../../cli/command.js';
import type { Params } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../ui/format/column.js';

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
  readCommand({
    name: 'featured',
    summary: 'List the featured products',
    options: [{ flags: '--public', summary: 'what is shown to who is not signed in' }],
    examples: ['tuk store featured', 'tuk store featured --public -o csv'],
    service: 'sale',
    endpoints: [{ call: 'listFeatured' }, { call: 'listPublicFeatured', when: 'signed-out' }],
    uses: ['sale GET /v1/products/featured', 'sale GET /v1/products/public/featured'],
    columns: productColumns,
    empty: ['No featured products.', 'See what you have: tuk store inventory list'],
  }),
  readCommand({
    name: 'product',
    values: '<id>',
    summary: 'Show one product',
    examples: ['tuk store product 1', 'tuk store product 1 --jq .price'],
    service: 'sale',
    endpoints: [{ call: 'getProduct' }],
    uses: ['sale GET /v1/products/{id}'],
    columns: productColumns,
  }),
  readCommand({
    name: 'currencies',
    summary: 'List the currencies of the store',
    examples: ['tuk store currencies', 'tuk store currencies -o name'],
    service: 'sale',
    endpoints: [{ call: 'listCurrencies' }],
    uses: ['sale GET /v1/sale-currencies'],
    columns: [
      { path: 'id' },
      { path: 'name' },
      { path: 'tokenDecimal', heading: 'decimals' },
      { path: 'balanceTransferable', heading: 'transferable' },
    ],
    empty: ['No currencies.', 'See the products: tuk store featured'],
  }),
  readCommand({
    name: 'purchasables',
    summary: 'List what the first sale sells, or show a group of purchasables',
    options: [
      { flags: '--group <slug>', summary: 'a group, with its page and your balance', to: 'slug' },
      { flags: '--token-network <network>', summary: 'with --group: the network of a token that it is for', words: Network },
      { flags: '--token-id <id>', summary: 'with --group: that token' },
      { flags: '--token-contract-address <address>', summary: 'with --group: its contract', as: 'address' },
    ],
    examples: ['tuk store purchasables', 'tuk store purchasables --group first -o json'],
    service: 'user',
    endpoints: [{ call: 'listFirstSale' }, { call: 'getPurchasableGroup', needs: ['slug'] }],
    uses: ['user GET /purchasables/1stSale', 'user GET /purchasables/group/{slug}'],
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
    toParams: ofGroup,
  }),
];

/** What says which token goes with a group. @throws {BadInput} */
function ofGroup(given: Params): Params {
  const stray = [
    ['tokenNetwork', '--token-network'],
    ['tokenId', '--token-id'],
    ['tokenContractAddress', '--token-contract-address'],
  ].find(([name]) => given[name!] !== undefined);
  if (stray && given.slug === undefined) throw new BadInput('STRAY_OPTION', `${stray[1]} belongs to --group.`);
  return given;
}
