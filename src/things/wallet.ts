// A wallet of the user (platform 2.7).

import { type CodeField, thing } from './thing.js';

/** The address of a wallet, to pay to. */
export const walletCode: CodeField = { at: 'address' };

export const wallet = thing({
  name: 'your wallet',
  natural: ['address'],
  ids: ['id', 'address'],
  group: 'Wallet',
  reads: [{ call: 'user listWallets', of: 'user', finds: ['uuid', 'address', 'code', 'name'] }],
  shownBy: 'wallet list',
  webPages: [{ address: ['address'], network: ['network'] }],
  next: 'wallet history --network {network} --address {address}',
  actions: [
    ['Send from it', 'wallet send --network {network} --wallet {address}'],
    ['Withdraw to it', 'wallet withdraw create --to {address}'],
    ['Its balances', 'wallet balance --address {address}', { opens: 'screen' }],
    ['Remove', 'wallet remove {id}', { role: 'cancel' }],
  ],
  fields: [
    { path: 'index', heading: 'nr' },
    { path: 'name' },
    { path: 'network' },
    { path: 'address', room: 'stays' },
    { path: 'id', room: 'yields' },
  ],
});
