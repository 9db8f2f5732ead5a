// Lists the commands of `tuk wallet`: wallets, balances, tokens, prices, histories, withdrawals, keys, stakings.

import { type Command, type Context, type Group, resultOf } from '../../cli/command/command.js';
import { refuseMissing } from '../../cli/prompts/needs.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { networkOfHash } from '../../engine/chain/known-transaction.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listedItem } from '../../engine/change/listed-item.js';
import { shortfall } from '../../engine/change/shortfall.js';
import { readBack, refreshEndpoints } from '../../engine/read/read-back.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { readTokens, tokenEndpoints, withWholeAmounts } from '../../engine/read/token-lists.js';
import { withRows } from '../../engine/read/with-rows.js';
import { callEndpoint, readEndpoint } from '../../engine/request/call.js';
import { hashNetwork, neededNetwork, networkFilter } from '../../engine/request/network-option.js';
import type { Params } from '../../engine/request/params.js';
import { signInKeyFlags } from '../../engine/sign-in/key-flags.js';
import { type KeyOptions, withKey } from '../../engine/sign-in/selected-key.js';
import { signInCall } from '../../engine/sign-in/sign-in.js';
import { signMessage } from '../../engine/sign-in/sign-message.js';
import { requireAddress } from '../../money/values/address.js';
import { chainIdOf } from '../../money/values/networks.js';
import { Network, StakingStatus, StakingType } from '../../services/catalogue/words.js';
import { Guarded, partFailure, Refused, ServerFailure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { columnsNamed } from '../../text/columns-named.js';
import { currency } from '../../things/balance.js';
import { migration } from '../../things/migration.js';
import { staking } from '../../things/staking.js';
import { token } from '../../things/token.js';
import { transaction } from '../../things/transaction.js';
import { wallet, walletCode } from '../../things/wallet.js';
import { withdrawal } from '../../things/withdrawal.js';
import { allowances } from './allowance.js';
import { balance } from './balance.js';
import { contacts } from './contacts.js';
import { histories } from './history.js';
import { keys } from './key.js';
import { prices } from './price.js';
import { send } from './send.js';
import { messages } from './sign-message.js';
import { signedTransactions } from './signed-tx.js';

// `tuk wallet withdraw`: withdrawals from an account balance to an address on a chain.
const displayOptions = { columns: withdrawal.fields, id: withdrawal.ids[0] } as const;

const create = changeCommand('user', {
  name: 'withdraw create',
  summary: 'Withdraw from a balance to an address on a chain',
  options: [
    plain('--currency <id>', 'the currency of the balance, such as MVL', { required: true, param: 'currencyId' }),
    plain('--amount <amount>', 'the amount to withdraw, in whole tokens', { as: 'amount', required: true }),
    plain('--to <address>', 'the recipient: an address or a contact', {
      as: 'recipient',
      required: true,
      param: 'toAddress',
    }),
  ],
  examples: [
    'tuk wallet withdraw create --currency MVL --amount 25 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
  ],
  endpoint: 'createWithdrawal',
  alsoUses: { wallet: ['listNetworkTokens', 'listTokens'], user: ['listWalletsV2'] },
  money: 'to recipient',
  about: [
    {
      endpoint: 'getCurrency',
      paramsFrom: { id: 'currencyId' },
      columns: [
        { path: 'name', heading: 'Token' },
        { path: 'withdrawalFee', heading: 'Fee', as: 'amount', role: 'fee' },
      ],
    },
    {
      endpoint: 'getBalanceAccount',
      paramsFrom: { currencyId: 'currencyId' },
      columns: [{ path: 'amount', heading: 'You have', as: { amount: 'currencyId' } }],
    },
  ],
  receiptLines: ([currency, account], params) => {
    checkCurrency(currency, params);
    return shortfall(account, String(params.amount), asText(params.currencyId));
  },
  readBack: readBack({
    service: 'user',
    endpoint: 'listActiveWithdrawals',
    paramsFrom: ['currencyId'],
    matchOn: withdrawal.ids[0],
  }),
  next: ({ currencyId }, { request }) =>
    isRecord(request) && isScalar(request.id)
      ? `tuk wallet withdraw show ${asText(request.id)}`
      : `tuk wallet withdraw active --currency ${asText(currencyId)}`,
  ...displayOptions,
});

/** @throws {Refused} for a currency that cannot be withdrawn */
function checkCurrency(currency: Row | undefined, { currencyId }: Params) {
  if (currency?.balanceWithdrawable === false)
    throw new Refused('refused', 'NOT_WITHDRAWABLE', `${asText(currencyId)} cannot be withdrawn.`, undefined, {
      unsent: true,
    });
}

const cancel = changeCommand('user', {
  name: 'withdraw cancel',
  values: '<id>',
  summary: 'Cancel a withdrawal, if it is still cancellable',
  examples: ['tuk wallet withdraw cancel <id> --yes'],
  endpoint: 'cancelWithdrawal',
  about: [
    {
      endpoint: 'getWithdrawal',
      columns: withdrawal.receipt,
    },
  ],
  receiptLines: ([withdrawal]) => {
    if (withdrawal?.cancellable === false)
      throw new Refused(
        'refused',
        'NOT_CANCELLABLE',
        'The withdrawal can no longer be cancelled.',
        'See its status: tuk wallet withdraw active',
        { unsent: true },
      );
    return [];
  },
  ...displayOptions,
});

const withdrawals: readonly Command[] = [
  create,
  showCommand('user', {
    name: 'withdraw show',
    values: '<id>',
    summary: 'Show a withdrawal',
    examples: ['tuk wallet withdraw show 1'],
    endpoint: 'getWithdrawal',
    shows: withdrawal,
    ...displayOptions,
  }),
  listCommand('user', {
    name: 'withdraw active',
    summary: 'List the active withdrawals',
    options: [plain('--currency <id>', 'filter by currency', { param: 'currencyId' })],
    examples: ['tuk wallet withdraw active', 'tuk wallet withdraw active --currency MVL -o name'],
    endpoint: 'listActiveWithdrawals',
    empty: ['No withdrawal is under way.', 'Start one: tuk wallet withdraw create'],
    ...displayOptions,
  }),
  cancel,
];

// The currency reads of `tuk wallet`: account, currency, tokens, chains, mvl, fee.

const currencies: readonly Command[] = [
  showCommand('user', {
    name: 'account',
    values: '<currency>',
    summary: 'Show your account balance in a currency',
    examples: ['tuk wallet account MVL'],
    endpoint: 'getBalanceAccount',
    columns: [
      { path: 'amount', as: 'amount' },
      { path: 'currencyId', heading: 'currency' },
      { path: 'dailyMaxTransferAmount', heading: 'most a day', as: 'amount' },
      { path: 'blockchainAddress', heading: 'address' },
      { path: 'updatedAt', heading: 'updated', as: 'time' },
    ],
    toParams: ({ currency }) => ({ currencyId: currency }),
  }),
  showCommand('user', {
    name: 'currency',
    values: '<id>',
    summary: 'Show a currency with its permissions and fees',
    examples: ['tuk wallet currency MVL'],
    endpoint: 'getCurrency',
    columns: currency.fields,
  }),
  listCommand('wallet', {
    name: 'tokens',
    values: '[symbol]',
    summary: 'List the tokens of all networks or of one, or show one token',
    options: [{ ...networkFilter, neededFor: 'one token' }],
    examples: [
      'tuk wallet tokens',
      'tuk wallet tokens --network BSC -o csv',
      'tuk wallet tokens MVL --network ETHEREUM',
    ],
    endpoints: [
      { endpoint: 'listTokens' },
      { endpoint: 'listTokensV2', when: 'unknown' },
      ...tokenEndpoints,
      { endpoint: 'getToken', requires: ['network', 'tokenSymbol'] },
    ],
    columns: token.fields,
    id: 'symbol',
    key: ['symbol', 'network', 'contractAddress'],
    empty: ['No tokens there.', 'List all: tuk wallet tokens'],
    toParams: ({ symbol, ...params }, args) => {
      if (symbol === undefined) return params;
      refuseMissing({ options: [neededNetwork] }, args);
      return { ...params, tokenSymbol: symbol };
    },
  }),
  listCommand('wallet', {
    name: 'chains',
    summary: "List the networks of the services with tuk's own chain ids",
    description:
      "The field ownChainId is tuk's own chain id, which tuk uses. If it differs from the service's, tuk logs it.",
    examples: ['tuk wallet chains'],
    endpoint: 'listChains',
    columns: [
      { path: 'network' },
      { path: 'symbol', heading: 'coin' },
      { path: 'chainId', heading: 'chain id' },
      { path: 'ownChainId', heading: 'ours' },
      { path: 'state', as: 'condition' },
      { path: 'explorerUrl', heading: 'explorer', room: 'yields' },
    ],
    id: 'network',
    transform: (json, _, context) => withRows(json, (rows) => rows.map((row) => withOwnChainId(row, context))),
  }),
  showCommand('wallet', {
    name: 'mvl',
    summary: 'Show statistics of the MVL token',
    examples: ['tuk wallet mvl'],
    endpoint: 'getMvlInfo',
    columns: [
      { path: 'totalSupply', heading: 'all there are', as: 'amount' },
      { path: 'circulatingSupply', heading: 'in circulation', as: 'amount' },
      { path: 'updatedAt', heading: 'updated', as: 'time' },
    ],
  }),
  showCommand('wallet', {
    name: 'fee',
    values: '<network>',
    summary: 'Show the fees of a network: low, medium, high',
    description: 'Their unit is not public, so they are printed unchanged.',
    examples: ['tuk wallet fee ETHEREUM'],
    endpoints: [{ endpoint: 'getFee' }, { endpoint: 'getFeeV1', when: 'signed-out' }],
    columns: [{ path: 'low' }, { path: 'medium' }, { path: 'high' }],
  }),
];

function withOwnChainId(row: Row, context: Context) {
  const ownChainId = chainIdOf(asText(row.network));
  if (ownChainId !== undefined && !isNothing(row.chainId) && asText(row.chainId) !== String(ownChainId))
    context.note({
      is: 'chain-id-differs',
      network: asText(row.network),
      stated: asText(row.chainId),
      own: String(ownChainId),
    });
  return { ...row, ownChainId: ownChainId ?? null };
}

// The wallets of the signed-in user: lists them, shows the main one, adds and removes one.

const wallets: readonly Command[] = [
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
    examples: ['tuk wallet main'],
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
      plain('--network <network>', 'the network of the address', { words: Network, required: true }),
      plain('--address <address>', 'the address', { as: 'address', required: true }),
      plain('--index <n>', 'the index of the wallet, from 0', { as: 'number', required: true }),
      plain('--name <text>', 'the name of the wallet', { required: true }),
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

// Stakings and the asset migration of `tuk wallet`.

const migrationLine = ({ address }: Row) => `tuk wallet migration show ${asText(address)}`;

const stakingAndMigration: readonly Command[] = [
  listCommand('wallet', {
    name: 'stakings',
    summary: 'List the stakings',
    description:
      'The fields stakedAmount and rewardAmount are in base units. Fields that begin with whole are in whole tokens.',
    options: [
      plain('--status <status>', 'filter by status', { words: StakingStatus }),
      plain('--type <type>', 'filter by type', { words: StakingType }),
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
    examples: ['tuk wallet migration show 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
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

// `tuk wallet tx refresh`: refreshes the status of transactions.

const refresh = showCommand('wallet', {
  name: 'tx refresh',
  values: '<hash...>',
  summary: 'Refresh transactions and show their status',
  description: 'Prints an object for one hash, or a list for several. If one fails, the others are still shown.',
  options: [hashNetwork],
  examples: [
    'tuk wallet tx refresh 0x058d9e7d1d3e32913b46966eadde862d019244781babb7b563f6b20a260a27c8 --network ETHEREUM',
  ],
  endpoints: refreshEndpoints,
  columns: [
    { path: 'hash' },
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'fee', heading: 'fee as given' },
    { path: 'nonce' },
    { path: 'type' },
  ],
  id: 'hash',
  shows: transaction,
  fetchAll: async (fetchOnce, { hash }, { args, context, partialFailures }) => {
    const requests: Params[] = [];
    for (const one of new Set([hash].flat().map(String)))
      requests.push({ hash: one, network: await networkOfHash(one, args, context) });
    if (requests.length === 1 || isDryRun(context.flags)) return (await fetchOnce(requests[0]!))?.text;
    const rows: unknown[] = [];
    for (const request of requests)
      try {
        rows.push(parseLossless((await fetchOnce(request))!.text));
      } catch (error) {
        partialFailures.push(partFailure(error));
      }
    if (rows.length === 0) throw partialFailures.shift()!;
    return stringifyLossless(rows);
  },
});

const transactions: readonly Command[] = [refresh];

// `tuk wallet link`: makes an address the main wallet of the signed-in user, with a signature of its key.

const link: Command = {
  name: 'link',
  values: '<address>',
  summary: 'Link an address as your main wallet, with a signature of its key',
  description: `Use it to prove that an address is yours. tuk signs a message of the service with its key.
The checks of the message and the options of the key are those of tuk login web3. The new session in the response is not stored.`,
  options: signInKeyFlags,
  examples: ['tuk wallet link 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --key-file wallet.json --yes'],
  uses: { user: ['linkWallet', 'verifyWallet'] },
  run: async ({ positionals: [address = ''], options }, context) => {
    requireAddress(address, 'The address', 'ETHEREUM');
    if (isDryRun(context.flags)) {
      await callEndpoint(context, 'user', 'linkWallet', { address });
      return undefined;
    }
    const data = await withKey(context, options as KeyOptions, async (key) => {
      if (key.address.toLowerCase() !== address.toLowerCase())
        throw new Guarded('OTHER_KEY', `The key belongs to ${key.address}, not to ${address}.`);
      const challenge = await callEndpoint(context, 'user', 'linkWallet', { address: key.address });
      const { msg, nonce } = isRecord(challenge?.data) ? challenge.data : {};
      if (typeof msg !== 'string' || typeof nonce !== 'string')
        throw new ServerFailure('BAD_ANSWER', 'The response of user to the link request has no message to sign.', {
          service: 'user',
        });
      const signature = await signMessage(context, { msg, nonce }, key, options.acceptPlainMessage === true);
      return signInCall(context, 'user', 'verifyWallet', { signature });
    });
    const wallet = valueAt(data, 'user.wallet');
    const json = isRecord(wallet)
      ? JSON.stringify(wallet)
      : (await readEndpoint(context, 'user', 'getMainWallet')).text;
    return resultOf(json, { columns: columnsNamed('address verified') });
  },
};

export const group: Group = {
  commands: [
    ...wallets,
    link,
    balance,
    ...currencies,
    ...prices,
    ...histories,
    ...transactions,
    ...signedTransactions.map((command) => (command.name === 'tx list' ? repeatable(command) : command)),
    ...allowances,
    send,
    ...withdrawals,
    ...contacts,
    ...keys.map((command) => (command.name === 'key list' ? repeatable(command) : command)),
    ...messages,
    ...stakingAndMigration,
  ],
};
