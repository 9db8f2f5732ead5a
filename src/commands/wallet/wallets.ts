// The wallets of the signed-in user: lists them, shows the main one, adds and removes one.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listedItem } from '../../engine/change/listed-item.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { readEndpoint } from '../../engine/request/call.js';
import { networkFilter } from '../../engine/request/network-option.js';
import { Network } from '../../services/catalogue/words.js';
import { asText } from '../../services/json-value.js';
import { wallet, walletCode } from '../../things/wallet.js';

export const wallets: readonly Command[] = [
  listCommand('user', {
    name: 'list',
    summary: 'List your wallets',
    options: [networkFilter],
    examples: ['tuk wallet list', 'tuk wallet list --network BSC -o name'],
    endpoint: 'listWalletsV2',
    columns: wallet.fields,
    shows: wallet,
    empty: ['No wallets.', 'Add one: tuk wallet add'],
  }),
  showCommand('user', {
    name: 'main',
    summary: 'Show the main wallet, the address that is linked to your account',
    description: 'A terminal also shows the address as a QR code.',
    examples: ['tuk wallet main', 'tuk wallet main --jq .address'],
    endpoint: 'getMainWallet',
    shows: wallet,
    columns: [
      { path: 'address' },
      { path: 'verified' },
      { path: 'lastSignatureMade', heading: 'signed', as: 'time' },
      { path: 'createdAt', heading: 'since', as: 'time' },
    ],
    code: walletCode,
  }),
  changeCommand('user', {
    name: 'add',
    summary: 'Add an address to the list of your wallets',
    description: 'This only lists the address; tuk wallet link proves that it is yours.',
    options: [
      {
        flags: '--network <network>',
        effects: 'plain',
        summary: 'the network of the address',
        words: Network,
        required: true,
      },
      { flags: '--address <address>', effects: 'plain', summary: 'the address', as: 'address', required: true },
      {
        flags: '--index <n>',
        effects: 'plain',
        summary: 'the index of the wallet, from 0',
        as: 'number',
        required: true,
      },
      { flags: '--name <text>', effects: 'plain', summary: 'the name of the wallet', required: true },
    ],
    examples: [
      'tuk wallet add --network BASE --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --index 1 --name Savings --yes',
    ],
    endpoint: 'createWalletV2',
    open: true,
    columns: [
      { path: 'network' },
      { path: 'address' },
      { path: 'index', heading: 'nr' },
      { path: 'name' },
      { path: 'id' },
    ],
    next: (_, { network }) =>
      typeof network === 'string' ? `tuk wallet balance --network ${network}` : 'tuk wallet list',
  }),
  changeCommand('user', {
    name: 'remove',
    values: '<id>',
    summary: 'Remove an address from the list of your wallets',
    description: 'The balance of the address does not change.',
    examples: ['tuk wallet remove 6 --yes'],
    endpoint: 'deleteWallet',
    alsoUses: { user: ['listWalletsV2'] },
    open: true,
    receiptLines: (_, { id }, context) =>
      listedItem(context, ['user', 'listWalletsV2'], asText(id), wallet.fields, wallet.ids),
    columns: wallet.fields,
    readBack: async (_, context) => (await readEndpoint(context, 'user', 'listWalletsV2')).text,
  }),
];
