// `tuk wallet withdraw`: from a balance of the account to an address on a chain.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change-command.js';
import type { Params } from '../../engine/params.js';
import { readBack } from '../../engine/read-back.js';
import { readCommand } from '../../engine/read-command.js';
import { grouped, sumOf } from '../../money/amount-text.js';
import { Refused } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';

const columns: readonly Column[] = [
  { path: 'request.status', heading: 'status', as: { status: 'BalanceRequestStatus' } },
  { path: 'title' },
  { path: 'request.amount', heading: 'amount', as: { amount: 'request.currencyId' } },
  { path: 'request.feeAmount', heading: 'fee', as: { amount: 'request.currencyId' } },
  { path: 'request.address', heading: 'to' },
  { path: 'cancellable' },
  { path: 'finalized' },
  { path: 'request.updatedAt', heading: 'updated', as: 'time' },
  { path: 'request.id', heading: 'id' },
];
const shown = { columns, id: 'request.id' } as const;

const create = changeCommand({
  name: 'withdraw create',
  summary: 'Send tokens of a balance to an address on a chain',
  options: [
    { flags: '--currency <id>', summary: 'the currency of the balance, such as MVL', needed: true, to: 'currencyId' },
    { flags: '--amount <amount>', summary: 'how much leaves the balance, in whole tokens', as: 'amount', needed: true },
    { flags: '--to <address>', summary: 'the address that gets it', needed: true, to: 'toAddress' },
  ],
  examples: ['tuk wallet withdraw create --currency MVL --amount 25 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes'],
  service: 'user',
  endpoints: [{ call: 'createWithdrawal' }],
  uses: [
    'user GET /currencies/{id}',
    'user GET /balance/accounts/current',
    'user POST /balance/withdrawals',
    'user GET /balance/withdrawals/active',
  ],
  money: 'to somebody',
  about: [
    {
      call: 'getCurrency',
      with: { id: 'currencyId' },
      lines: [{ path: 'name', heading: 'Token' }, { path: 'network' }, { path: 'withdrawalFee', heading: 'Fee', as: 'amount' }],
    },
    { call: 'getBalanceAccount', with: { currencyId: 'currencyId' }, lines: [{ path: 'amount', heading: 'You have', as: 'amount' }] },
  ],
  says: ([currency], given) => {
    checkCurrency(currency, given);
    const fee = asText(currency?.withdrawalFee);
    if (fee === '') return [['Arrives', 'not known: no fee is told']];
    const arrives = sumOf([String(given.amount), `-${fee}`]);
    if (arrives.startsWith('-') || Number(arrives) === 0)
      throw new Refused('refused', 'FEE_TAKES_ALL', `The fee of ${fee} leaves nothing of ${asText(given.amount)}; nothing was sent.`);
    return [['Arrives', `${grouped(arrives)} if the fee stays ${grouped(fee)}; the service promises neither`]];
  },
  shows: readBack({ service: 'user', call: 'listActiveWithdrawals', with: ['currencyId'], same: 'request.id' }),
  next: ({ currencyId }, { request }) =>
    isRecord(request) && typeof request.id === 'string'
      ? `tuk wallet withdraw show ${request.id}`
      : `tuk wallet withdraw active --currency ${asText(currencyId)}`,
  ...shown,
});

/** @throws {Refused} for a currency that cannot be withdrawn */
function checkCurrency(currency: Row | undefined, { currencyId }: Params): void {
  if (currency?.balanceWithdrawable === false)
    throw new Refused('refused', 'NOT_WITHDRAWABLE', `${asText(currencyId)} cannot be withdrawn; nothing was sent.`);
}

const cancel = changeCommand({
  name: 'withdraw cancel',
  values: '<id>',
  summary: 'Cancel a withdrawal while that can be done',
  examples: ['tuk wallet withdraw cancel <id> --yes'],
  service: 'user',
  endpoints: [{ call: 'cancelWithdrawal' }],
  uses: ['user GET /balance/withdrawals/{id}', 'user DELETE /balance/withdrawals/{id}'],
  about: [
    {
      call: 'getWithdrawal',
      lines: [
        { path: 'title', heading: 'Withdrawal' },
        { path: 'request.amount', heading: 'Amount', as: { amount: 'request.currencyId' } },
        { path: 'request.address', heading: 'To' },
      ],
    },
  ],
  says: ([withdrawal]) => {
    if (withdrawal?.cancellable === false)
      throw new Refused(
        'refused',
        'NOT_CANCELLABLE',
        'The withdrawal can no longer be cancelled; nothing was sent.',
        'See how it stands: tuk wallet withdraw active',
      );
    return [];
  },
  ...shown,
});

export const withdrawals: readonly Command[] = [
  create,
  readCommand({
    name: 'withdraw show',
    values: '<id>',
    summary: 'Show a withdrawal',
    examples: ['tuk wallet withdraw show 1', 'tuk wallet withdraw show 1 --jq .request.status'],
    service: 'user',
    endpoints: [{ call: 'getWithdrawal' }],
    uses: ['user GET /balance/withdrawals/{id}'],
    ...shown,
  }),
  readCommand({
    name: 'withdraw active',
    summary: 'List the withdrawals under way',
    options: [{ flags: '--currency <id>', summary: 'only those of a currency', to: 'currencyId' }],
    examples: ['tuk wallet withdraw active', 'tuk wallet withdraw active --currency MVL -o name'],
    service: 'user',
    endpoints: [{ call: 'listActiveWithdrawals' }],
    uses: ['user GET /balance/withdrawals/active'],
    empty: ['No withdrawal is under way.', 'Start one: tuk wallet withdraw create'],
    ...shown,
  }),
  cancel,
];
