// The screens of the group Wallet as data.

import { balance } from '../../../things/balance.js';
import { staking } from '../../../things/staking.js';
import { token } from '../../../things/token.js';
import { wallet, walletCode } from '../../../things/wallet.js';
import { withdrawal } from '../../../things/withdrawal.js';
import type { GroupSpec } from '../../../ui/state/core/screens.js';
import { groupOf, ledgerActions, ledgerNote, ownBalances } from './group.js';

const ownWallets = { title: 'Your wallets', command: 'wallet list', kind: 'rows' } as const;
/** The screens of the group Wallet. */
export const walletGroup: GroupSpec = groupOf('3', 'Wallet', [
  {
    name: 'Balances',
    command: 'wallet balance',
    of: balance,
    fills: ['wallet send --token {asset.ticker}'],
    below: { title: 'Price of MVL', command: 'wallet price-history', kind: 'chart' },
  },
  {
    name: 'Wallets',
    command: 'wallet list',
    of: wallet,
    actions: [['Add an address', 'wallet add', { opens: 'form' }]],
    code: walletCode,
    fills: [
      'wallet withdraw create --to {address}',
      'wallet balance --address {address}',
      'wallet send --to {address}',
      'wallet balance {address}',
      'wallet history {address}',
      'wallet history --address {address}',
      'wallet migration show {address}',
      'wallet migration start {address}',
      'swap run --recipient {address}',
      'store waiting-list {address}',
      'store forms inventory --wallet {address}',
      'store forms submit --wallet {address}',
    ],
  },
  {
    name: 'Contacts',
    command: 'wallet contacts list',
    fills: ['wallet withdraw create --to {address}', 'points earn claim --to {address}'],
    empty: ['There are no contacts.', 'x adds one.'],
    below: { ...ownWallets, ifEmpty: true },
    actions: [
      ['Send to it', 'wallet send --to {address}', { opens: 'form' }],
      ['Add one', 'wallet contacts add', { opens: 'form' }],
      ['Remove', 'wallet contacts remove {name}', { role: 'cancel' }],
    ],
  },
  {
    name: 'Tokens',
    command: 'wallet tokens',
    of: token,
    fills: [
      'wallet tokens {symbol}',
      'wallet price {symbol}',
      'wallet history --token {symbol}',
      'wallet allowance list --token {symbol}',
      'wallet allowance set --token {symbol}',
      'wallet allowance revoke --token {symbol}',
      'wallet send --token {symbol}',
      'swap quote --from {symbol} --to {symbol}',
      'swap run --from {symbol} --to {symbol}',
    ],
  },
  { name: 'Prices', command: 'wallet price-history', kind: 'chart' },
  {
    name: 'Withdrawals',
    command: 'wallet withdraw active',
    of: withdrawal,
    actions: [['Withdraw', 'wallet withdraw create', { opens: 'form' }]],
    below: { ...ownBalances, ifEmpty: true },
    note: 'Those under way. Those that have ended: the screen Withdrawn.',
  },
  {
    name: 'Withdrawn',
    command: 'ops list --kind withdrawal',
    opens: 'wallet withdraw show {subject}',
    empty: [
      'No withdrawal was made on this machine.',
      'Those under way, wherever they were made: the screen Withdrawals',
    ],
    actions: ledgerActions,
    below: { ...ownBalances, ifEmpty: true },
    note: ledgerNote('ended ones'),
  },
  {
    name: 'Transactions',
    command: 'wallet tx list',
    every: 10,
    opens: 'ops show {operation}',
    fills: ['wallet tx show {hash}', 'wallet tx refresh {hash}', 'swap status {operation}'],
    empty: [
      'No transaction was signed on this machine.',
      'Those of your wallets, wherever they were signed: the screen Wallets, enter',
    ],
    below: { ...ownWallets, ifEmpty: true },
    note: 'Signed on this machine, looked up on their chains.',
    actions: [
      ['Look for it, send it again', 'wallet tx resume {operation}', { during: ['PENDING', ''] }],
      ['Speed it up', 'wallet tx speed-up {operation}', { during: ['PENDING'] }],
      ['Cancel it', 'wallet tx cancel {operation}', { during: ['PENDING', ''], role: 'cancel' }],
    ],
    openedActions: ledgerActions,
  },
  {
    name: 'Allowances',
    command: 'wallet allowance list',
    kind: 'form',
    reads: true,
    below: ownWallets,
    actions: [
      [
        'Revoke',
        'wallet allowance revoke --network {network} --token {tokenAddress} --spender {spender} --wallet {owner}',
        { opens: 'form', role: 'cancel' },
      ],
    ],
  },
  { name: 'Send', command: 'wallet send', kind: 'form', below: ownBalances },
  {
    name: 'Keys',
    command: 'wallet key list',
    below: { ...ownWallets, ifEmpty: true },
    actions: [
      ['Show its address', 'wallet key address {name}', { opens: 'screen' }],
      ['Make one', 'wallet key new', { opens: 'form' }],
      ['Rename', 'wallet key rename {name}', { opens: 'form' }],
      ['Write its locked file', 'wallet key export {name}', { opens: 'form' }],
      ['Remove', 'wallet key remove {name}', { role: 'cancel' }],
    ],
    fills: ['wallet send --key {name}', 'wallet link {address}'],
  },
  { name: 'Chains', command: 'wallet chains', actions: [['Show its fees', 'wallet fee {id}', { opens: 'screen' }]] },
  { name: 'Stakings', command: 'wallet stakings', of: staking, cycles: '--status' },
]);
