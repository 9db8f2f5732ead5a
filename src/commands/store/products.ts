// The product reads of `tuk store`: products, currencies, purchasables.

import type { Command } from '../../cli/command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import type { Params } from '../../engine/request/params.js';
import { kebab } from '../../services/catalogue/define.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { product, purchasable } from '../../things/product.js';

export const products: readonly Command[] = [
  listCommand('sale', {
    name: 'featured',
    summary: 'List the featured products',
    options: [{ flags: '--public', effects: 'plain', summary: 'list what is public' }],
    examples: ['tuk store featured', 'tuk store featured --public -o csv'],
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
    summary: 'List the purchasables of the first sale, or show a group',
    options: [
      {
        flags: '--group <slug>',
        effects: 'plain',
        summary: 'show a group, with its page and your balance',
        param: 'slug',
      },
      {
        flags: '--token-network <network>',
        effects: 'plain',
        summary: 'with --group: the network of the token',
        words: Network,
      },
      { flags: '--token-id <id>', effects: 'plain', summary: 'with --group: the id of the token' },
      {
        flags: '--token-contract-address <address>',
        effects: 'plain',
        summary: 'with --group: the contract of the token',
        as: 'address',
      },
    ],
    examples: ['tuk store purchasables', 'tuk store purchasables --group first -o json'],
    endpoints: [{ endpoint: 'listFirstSale' }, { endpoint: 'getPurchasableGroup', requires: ['slug'] }],
    columns: purchasable.fields,
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
