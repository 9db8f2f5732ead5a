// A balance of an address in a token, from four versions of one call (platform 3.2), and a currency of the platform.

import { byId, thing } from './thing.js';

const onNetwork = (address: string, network: string) => ({ address, network });
const version = { of: 'address', finds: ['address'], params: onNetwork, eachNetwork: true } as const;

export const balance = thing({
  name: 'balance',
  natural: ['network', 'asset.ticker'],
  group: 'Wallet',
  next: 'wallet history --network {network} --address {address}',
  actions: [
    ['Send', 'wallet send --network {network} --token {asset.ticker}'],
    ['Swap', 'swap run --network {network} --from {asset.ticker}'],
    ['Withdraw to its address', 'wallet withdraw create --to {address}'],
    ['Its history', 'wallet history --network {network} --address {address}', { opens: 'screen' }],
    ['Its price', 'wallet price {asset.ticker}', { opens: 'screen' }],
  ],
  // Not the value, which moves with the price.
  identity: ['asset.ticker', 'amount'],
  units: { token: 'asset.ticker', amounts: ['amount'] },
  reads: (
    [
      { ...version, call: 'user getBalanceV1_2' },
      { ...version, call: 'user getBalanceV2', name: 'balance, version 2' },
      { ...version, call: 'user getBalanceV1', name: 'balance, version 1' },
      { call: 'user getBalance', of: 'address', finds: ['address'], name: 'balance, version 3' },
    ] as const
  ).map((read) => ({ ...read, summary: ['amount', 'valuatedAmount', 'valuatedCurrency'] })),
  fields: [
    { path: 'asset.ticker', heading: 'token' },
    { path: 'amount', as: { units: 'decimals' } },
    { path: 'valuatedAmount', heading: 'worth', as: 'amount', total: 'valuatedCurrency' },
    { path: 'valuatedCurrency', heading: 'in' },
    { path: 'network', room: 'stays' },
    { path: 'asset.name', heading: 'name' },
    { path: 'address' },
    { path: 'amount', heading: 'base units', role: 'units', room: 'yields' },
  ],
});

export const currency = thing({
  name: 'currency',
  next: 'wallet currency {id}',
  actions: [
    ['Your balance in it', 'wallet account {id}', { opens: 'screen' }],
    ['Withdraw', 'wallet withdraw create --currency {id}'],
  ],
  reads: [{ call: 'user getCurrency', params: byId, finds: ['symbol'] }],
  fields: [
    { path: 'id' },
    { path: 'network' },
    { path: 'contractAddress', heading: 'contract' },
    { path: 'tokenDecimal', heading: 'decimals' },
    { path: 'withdrawalFee', heading: 'withdrawal fee', as: 'amount' },
    { path: 'balanceTransferable', heading: 'transferable' },
    { path: 'balanceWithdrawable', heading: 'withdrawable' },
  ],
});
