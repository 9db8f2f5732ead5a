// A token of a network, and its price, which has its own id (platform 3.3).

import { thing } from './thing.js';

const priced = { finds: [], summary: ['symbol', 'price', 'currency'] } as const;
export const price = thing({
  name: 'price',
  natural: ['symbol'],
  ids: ['symbol'],
  // Asked for the tokens of a symbol, by the ids of their prices.
  reads: [
    { ...priced, call: 'wallet getPrice' },
    { ...priced, call: 'wallet getPublicPrice' },
  ],
  shownBy: 'wallet price {symbol}',
  fields: [
    { path: 'id' },
    { path: 'price', as: 'amount' },
    { path: 'currency', heading: 'in' },
    { path: 'change24h', heading: '24 h', as: 'percent' },
    { path: 'marketCap', heading: 'market cap', as: 'amount' },
    { path: 'volume24h', heading: '24 h volume', as: 'amount' },
    { path: 'updatedAt', heading: 'updated', as: 'time' },
  ],
});

export const token = thing({
  name: 'token',
  natural: ['network', 'symbol'],
  ids: ['id', 'address', 'symbol'],
  group: 'Wallet',
  next: '',
  related: [
    { title: 'Its price', line: 'wallet price {symbol}' },
    { title: 'Its course', line: { by: 'symbol', is: { MVL: 'wallet price-history' } } },
    { title: 'Your changes', line: { by: 'symbol', is: { MVP: 'points history' } } },
  ],
  actions: [
    ['Send', 'wallet send --network {network} --token {symbol}'],
    ['Swap', 'swap run --network {network} --from {symbol}'],
    ['Its price', 'wallet price {symbol}', { opens: 'screen' }],
  ],
  reads: [{ call: 'wallet listTokens', of: 'everybody', finds: ['address', 'symbol', 'name'] }],
  shownBy: 'wallet tokens',
  fields: [
    { path: 'symbol' },
    { path: 'name' },
    { path: 'network' },
    { path: 'decimals' },
    { path: 'tokenType', heading: 'type' },
    { path: 'contractAddress', heading: 'contract' },
    { path: 'priceId', heading: 'price id' },
  ],
});
