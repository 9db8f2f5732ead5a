// What else moves in wallets: stakings, the migration of assets, transfers by link.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change-command.js';
import { readCommand } from '../../engine/read-command.js';
import { Network, StakingStatus, StakingType } from '../../services/catalogue/words.js';
import { asText } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { listing } from '../../ui/format/columns.js';
import { readTokens, withWhole } from './tokens.js';

const migrationColumns: readonly Column[] = [
  { path: 'status', as: { status: 'AssetMigrationStatus' } },
  { path: 'amount', heading: 'base units' },
  { path: 'fromNetwork', heading: 'from' },
  { path: 'toNetwork', heading: 'to' },
  { path: 'createdAt', heading: 'asked', as: 'time' },
  { path: 'completedAt', heading: 'done', as: 'time' },
];
const migrationOf = ({ address }: Readonly<Record<string, unknown>>) => `tuk wallet migration show ${asText(address)}`;

export const moves: readonly Command[] = [
  readCommand({
    name: 'stakings',
    summary: 'List the stakings',
    description:
      'stakedAmount and rewardAmount are in base units, as they came; wholeStakedAmount and wholeRewardAmount are in whole tokens.',
    options: [
      { flags: '--status <status>', summary: 'only those of a status', words: StakingStatus },
      { flags: '--type <type>', summary: 'only those of a type', words: StakingType },
    ],
    examples: ['tuk wallet stakings', 'tuk wallet stakings --status ACTIVE --type SINGLE -o csv'],
    service: 'wallet',
    endpoints: [{ call: 'listStakings' }],
    uses: ['wallet GET /v1/stakings', 'wallet GET /v3/token/{network}'],
    open: true,
    columns: [
      { path: 'status', as: { status: 'StakingStatus' } },
      { path: 'type' },
      { path: 'stakedAmount', heading: 'staked', as: { units: 'decimals', token: 'symbol' } },
      { path: 'apr', heading: 'a year', as: 'percent' },
      { path: 'rewardAmount', heading: 'reward', as: { units: 'decimals' } },
      { path: 'endsAt', heading: 'ends', as: 'time' },
      { path: 'network' },
      { path: 'address' },
      { path: 'id', room: 'yields' },
    ],
    empty: ['No stakings.', 'List all: tuk wallet stakings'],
    transform: async (json, _, context) => {
      const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
      const rows = listing(parseLossless(json))?.rows;
      if (!rows) return json;
      const tokens = await readTokens(
        context,
        rows.flatMap(({ network }) => (typeof network === 'string' ? [network] : [])),
      );
      const decimals = (row: (typeof rows)[number]) => tokens(asText(row.network), asText(row.symbol))?.decimals;
      return stringifyLossless(rows.map((row) => withWhole(row, ['stakedAmount', 'rewardAmount'], decimals(row))));
    },
  }),
  readCommand({
    name: 'migration show',
    values: '<address>',
    summary: 'Show how the asset migration of an address stands',
    examples: [
      'tuk wallet migration show 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      'tuk wallet migration show 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --jq .status',
    ],
    service: 'wallet',
    endpoints: [{ call: 'getMigration' }],
    uses: ['wallet GET /asset-migration/{address}'],
    columns: migrationColumns,
    toParams: async (given) => {
      (await import('../../money/address.js')).requireAddress(String(given.address), 'The address');
      return given;
    },
  }),
  changeCommand({
    name: 'migration start',
    values: '<address>',
    summary: 'Start the asset migration of an address',
    description: 'What moves where is not public: the fields beside the address are given with -f.',
    examples: ['tuk wallet migration start 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 -f network=BSC --new-recipient --yes'],
    service: 'wallet',
    endpoints: [{ call: 'startMigration' }],
    uses: ['wallet GET /asset-migration/{address}', 'wallet POST /asset-migration'],
    open: true,
    money: 'to somebody',
    about: [
      {
        call: 'getMigration',
        with: { address: 'address' },
        ifAny: true,
        lines: [
          { path: 'status', heading: 'Asked before', as: { status: 'AssetMigrationStatus' } },
          { path: 'createdAt', heading: 'At', as: 'time' },
        ],
      },
    ],
    columns: migrationColumns,
    next: migrationOf,
  }),
  changeCommand({
    name: 'link-transfer',
    summary: 'Show the transfers by link that wait to be received; with --log write one down',
    options: [
      { flags: '--log', summary: 'write a transfer down' },
      { flags: '--network <network>', summary: 'with --log: its network', words: Network },
      { flags: '--address <address>', summary: 'with --log: its address', as: 'address' },
      { flags: '--value <raw>', summary: 'with --log: how much, in base units', as: 'number' },
      { flags: '--token-address <address>', summary: 'with --log: the contract of its token, none for the coin', as: 'address' },
    ],
    examples: [
      'tuk wallet link-transfer',
      'tuk wallet link-transfer --log --network BSC --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --value 5000 --yes',
    ],
    service: 'wallet',
    endpoints: [{ call: 'receiveLinkTransfer' }, { call: 'logLinkTransfer', needs: ['log'] }],
    uses: ['wallet GET /v1.1/link-transfer/receive', 'wallet POST /v2/link-transfer/log'],
    columns: [
      { path: 'network' },
      { path: 'value', heading: 'base units' },
      { path: 'address' },
      { path: 'tokenAddress', heading: 'token' },
      { path: 'receivedAt', heading: 'at', as: 'time' },
    ],
  }),
];
