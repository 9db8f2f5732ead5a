// Which calls may know which kind of text: all of them, in the order in which they are asked. Only reads; nothing here has an effect.

import type { Source } from './source.js';
import { sourcesById, sourcesOfAddress } from './sources-by-id.js';
import { ownLists, publicLists } from './sources-in-lists.js';

/** What the price of a token is; it has another id than the token. */
export const priceOfToken = {
  service: 'wallet',
  call: 'getPrice',
  what: 'price',
  kinds: [],
  oneLine: ['symbol', 'price', 'currency'],
  command: 'wallet price {symbol}',
} as const satisfies Source;

/** All sources, those that name the text first. Paths and what they return: docs/platform. */
export const sources: readonly Source[] = [
  ...sourcesById,
  ...sourcesOfAddress,
  ...ownLists,
  ...publicLists,
  // the prices of the tokens that a symbol names: see find/prices
  { ...priceOfToken, call: 'getPrice' },
  { ...priceOfToken, call: 'getPublicPrice' },
  { service: 'wallet', call: 'listTokens', what: 'token', kinds: ['address', 'symbol', 'name'], command: 'wallet tokens' },
];
