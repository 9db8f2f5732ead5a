// The wallets of the signed-in user: list, main, add, remove.

import type { Command } from '../../cli/command.js';
import { readInput } from '../../cli/input-file.js';
import { changeCommand } from '../../engine/change-command.js';
import { readCommand, readOnce } from '../../engine/read-command.js';
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
  readCommand({
    name: 'list',
    summary: 'List your wallets',
    description: 'Version 1 lists those of an extended public key, which --pubkey-file names.',
    options: [
      { flags: '--network <network>', summary: 'only those on a network', words: Network },
      {
        flags: '--pubkey-file <file>',
        summary: 'for version 1: the file with the extended public key, - for standard input',
        to: 'pubkey',
      },
    ],
    examples: ['tuk wallet list', 'tuk wallet list --network BSC -o name', 'tuk wallet list --api-version v1 --pubkey-file <file>'],
    service: 'user',
    endpoints: [
      { call: 'listWalletsV2', version: 'v2' },
      { call: 'listWallets', version: 'v3', when: 'asked' },
      { call: 'listWalletsV1', version: 'v1', when: 'asked' },
    ],
    uses: ['user GET /v2/wallets', 'user GET /v3/wallets', 'user GET /v1/wallets'],
    columns,
    empty: ['No wallets.', 'Add one: tuk wallet add'],
    toParams: async ({ pubkey, ...given }, { options: { apiVersion } }, { world }) => {
      if (pubkey === undefined && apiVersion !== 'v1') return given;
      if (pubkey === undefined || apiVersion !== 'v1')
        throw new BadInput('MISSING_OPTION', '--pubkey-file and --api-version v1 go together; nothing was sent.');
      return { ...given, pubkey: (await readInput(world, String(pubkey))).trim() };
    },
  }),
  readCommand({
    name: 'main',
    summary: 'Show the main wallet: the address that is linked to you',
    examples: ['tuk wallet main', 'tuk wallet main --jq .address'],
    service: 'user',
    endpoints: [{ call: 'getMainWallet' }],
    uses: ['user GET /users/current/wallet/main'],
    columns: [
      { path: 'address' },
      { path: 'verified' },
      { path: 'lastSignatureMade', heading: 'signed', as: 'time' },
      { path: 'createdAt', heading: 'since', as: 'time' },
    ],
  }),
  changeCommand({
    name: 'add',
    summary: 'Put an address on the list of your wallets',
    description: 'It is only listed: tuk wallet link proves that it is yours.',
    options: [
      { flags: '--network <network>', summary: 'the network of the address', words: Network, needed: true },
      { flags: '--address <address>', summary: 'the address', as: 'address', needed: true },
      { flags: '--index <n>', summary: 'which of your wallets it is, counted from 0', as: 'number', needed: true },
      { flags: '--name <text>', summary: 'what you call it', needed: true },
    ],
    examples: ['tuk wallet add --network BASE --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --index 1 --name Savings --yes'],
    service: 'user',
    endpoints: [
      { call: 'createWalletV2', version: 'v2' },
      { call: 'createWallet', version: 'v3', when: 'asked' },
    ],
    uses: ['user POST /v2/wallets', 'user POST /v3/wallets'],
    open: true,
    columns: [{ path: 'network' }, { path: 'address' }, { path: 'index', heading: 'nr' }, { path: 'name' }, { path: 'id' }],
    next: (_, { network }) => (typeof network === 'string' ? `tuk wallet balance --network ${network}` : 'tuk wallet list'),
  }),
  changeCommand({
    name: 'remove',
    values: '<id>',
    summary: 'Take an address off the list of your wallets',
    description: 'What the address holds stays where it is.',
    examples: ['tuk wallet remove 6 --yes'],
    service: 'user',
    endpoints: [{ call: 'deleteWallet' }],
    uses: ['user POST /v3/wallets/delete', 'user GET /v2/wallets'],
    open: true,
    columns,
    shows: async (_, context) => (await readOnce(context, 'user', 'listWalletsV2')).text,
  }),
];
