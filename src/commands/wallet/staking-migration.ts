// Stakings and the asset migration of `tuk wallet`.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { readTokens, withWholeAmounts } from '../../engine/read/token-lists.js';
import { withRows } from '../../engine/read/with-rows.js';
import { requireAddress } from '../../money/address.js';
import { StakingStatus, StakingType } from '../../services/catalogue/words.js';
import { asText, type Row } from '../../services/json-value.js';
import { migration } from '../../things/migration.js';
import { staking } from '../../things/staking.js';

const migrationLine = ({ address }: Row) => `tuk wallet migration show ${asText(address)}`;

export const stakingAndMigration: readonly Command[] = [
  listCommand('wallet', {
    name: 'stakings',
    summary: 'List the stakings',
    description:
      'stakedAmount and rewardAmount are in base units; wholeStakedAmount and wholeRewardAmount are in whole tokens.',
    options: [
      { flags: '--status <status>', effects: 'plain', summary: 'filter by status', words: StakingStatus },
      { flags: '--type <type>', effects: 'plain', summary: 'filter by type', words: StakingType },
    ],
    examples: ['tuk wallet stakings', 'tuk wallet stakings --status ACTIVE --type SINGLE -o csv'],
    endpoint: 'listStakings',
    alsoUses: { wallet: ['listNetworkTokens'] },
    open: true,
    columns: staking.fields,
    empty: ['No stakings.', 'List all: tuk wallet stakings'],
    transform: (json, _, context) =>
      withRows(json, async (rows) => {
        const networks = rows.map(({ network }) => network).filter((network) => typeof network === 'string');
        const tokens = await readTokens(context, networks);
        const decimals = (row: Row) => tokens(asText(row.network), asText(row.symbol))?.decimals;
        return rows.map((row) => withWholeAmounts(row, ['stakedAmount', 'rewardAmount'], decimals(row)));
      }),
  }),
  showCommand('wallet', {
    name: 'migration show',
    values: '<address>',
    summary: 'Show the status of the asset migration of an address',
    examples: [
      'tuk wallet migration show 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      'tuk wallet migration show 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --jq .status',
    ],
    endpoint: 'getMigration',
    shows: migration,
    columns: migration.fields,
    toParams: (params) => {
      requireAddress(String(params.address), 'The address');
      return params;
    },
  }),
  changeCommand('wallet', {
    name: 'migration start',
    values: '<address>',
    summary: 'Start the asset migration of an address',
    description: 'The fields beside the address are not public: give them with -f.',
    examples: [
      'tuk wallet migration start 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 -f network=BSC --new-recipient --yes',
    ],
    endpoint: 'startMigration',
    open: true,
    alsoUses: { user: ['listWalletsV2'], wallet: ['listTokens'] },
    money: 'to recipient',
    about: [
      {
        endpoint: 'getMigration',
        paramsFrom: { address: 'address' },
        optional: true,
        columns: [
          { path: 'status', heading: 'Asked before', as: { status: 'AssetMigrationStatus' } },
          { path: 'createdAt', heading: 'At', as: 'time' },
        ],
      },
    ],
    columns: migration.fields,
    next: migrationLine,
  }),
];
