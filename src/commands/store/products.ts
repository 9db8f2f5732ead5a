// The product reads of `tuk store`: products, currencies, purchasables.

import type { Command } from '../../cli/command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { product, purchasable } from '../../things/product.js';

export const products: readonly Command[] = [
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
