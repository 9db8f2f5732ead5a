// The wallets of the signed-in user: list, main, add, remove.

import type { Command } from '../../cli/command.js';
import { readInput } from '../../cli/input-file.js';
import { changing } from '../../engine/change-command.js';
import { reading, readOnce } from '../../engine/list-command.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../ui/format/column.js';

const columns: readonly Column[] = [
  { path: 'index', heading: 'nr' },
  { path: 'name' },
  { path: 'network' },
  { path: 'address', room: 'stays' },
  { path: 'id', room: 'yields' },
];

export const entries: readonly Command[] = [
  reading({
    name: 'list',
    is: 'List your wallets',
    more: 'Version 1 lists those of an extended public key, which --pubkey-file names.',
    options: [
      { flags: '--network <network>', is: 'only those on a network', words: Network },
      { flags: '--pubkey-file <file>', is: 'for version 1: the file with the extended public key, - for standard input', to: 'pubkey' },
    ],
    examples: ['tuk wallet list', 'tuk wallet list --network BSC -o name', 'tuk wallet list --api-version v1 --pubkey-file <file>'],
    service: 'user',
    ways: [
      { call: 'listWalletsV2', version: 'v2' },
      { call: 'listWallets', version: 'v3', when: 'asked' },
      { call: 'listWalletsV1', version: 'v1', when: 'asked' },
    ],
    beneath: ['user GET /v2/wallets', 'user GET /v3/wallets', 'user GET /v1/wallets'],
    columns,
    empty: ['No wallets.', 'Add one: tuk wallet add'],
    gives: async ({ pubkey, ...given }, { options: { apiVersion } }, { world }) => {
      if (pubkey === undefined && apiVersion !== 'v1') return given;
      if (pubkey === undefined || apiVersion !== 'v1')
        throw new BadInput('MISSING_OPTION', '--pubkey-file and --api-version v1 go together; nothing was sent.');
      return { ...given, pubkey: (await readInput(world, String(pubkey))).trim() };
    },
  }),
  reading({
    name: 'main',
    is: 'Show the main wallet: the address that is linked to you',
    examples: ['tuk wallet main', 'tuk wallet main --jq .address'],
    service: 'user',
    ways: [{ call: 'getMainWallet' }],
    beneath: ['user GET /users/current/wallet/main'],
    columns: [
      { path: 'address' },
      { path: 'verified' },
      { path: 'lastSignatureMade', heading: 'signed', as: 'time' },
      { path: 'createdAt', heading: 'since', as: 'time' },
    ],
  }),
  changing({
    name: 'add',
    is: 'Put an address on the list of your wallets',
    more: 'It is only listed: tuk wallet link proves that it is yours.',
    options: [
      { flags: '--network <network>', is: 'the network of the address', words: Network, needed: true },
      { flags: '--address <address>', is: 'the address', as: 'address', needed: true },
      { flags: '--index <n>', is: 'which of your wallets it is, counted from 0', as: 'number', needed: true },
      { flags: '--name <text>', is: 'what you call it', needed: true },
    ],
    examples: ['tuk wallet add --network BASE --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --index 1 --name Savings --yes'],
    service: 'user',
    ways: [
      { call: 'createWalletV2', version: 'v2' },
      { call: 'createWallet', version: 'v3', when: 'asked' },
    ],
    beneath: ['user POST /v2/wallets', 'user POST /v3/wallets'],
    open: true,
    columns: [{ path: 'network' }, { path: 'address' }, { path: 'index', heading: 'nr' }, { path: 'name' }, { path: 'id' }],
    next: (_, { network }) => (typeof network === 'string' ? `tuk wallet balance --network ${network}` : 'tuk wallet list'),
  }),
  changing({
    name: 'remove',
    values: '<id>',
    is: 'Take an address off the list of your wallets',
    more: 'What the address holds stays where it is.',
    examples: ['tuk wallet remove 6 --yes'],
    service: 'user',
    ways: [{ call: 'deleteWallet' }],
    beneath: ['user POST /v3/wallets/delete', 'user GET /v2/wallets'],
    open: true,
    columns,
    shows: async (_, context) => (await readOnce(context, 'user', 'listWalletsV2')).text,
  }),
];
