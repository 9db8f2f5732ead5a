// `tuk wallet withdraw`: withdrawals from an account balance to an address on a chain.

import type { Command } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { shortfall } from '../../engine/change/shortfall.js';
import { readBack } from '../../engine/read/read-back.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import type { Params } from '../../engine/request/params.js';

import { Refused } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { withdrawal } from '../../things/withdrawal.js';

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
        { path: 'network' },
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
    isRecord(request) && typeof request.id === 'string'
      ? `tuk wallet withdraw show ${request.id}`
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

export const withdrawals: readonly Command[] = [
  create,
  showCommand('user', {
    name: 'withdraw show',
    values: '<id>',
    summary: 'Show a withdrawal',
    examples: ['tuk wallet withdraw show 1', 'tuk wallet withdraw show 1 --jq .request.status'],
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
