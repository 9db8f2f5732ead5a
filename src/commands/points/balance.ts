// The points balance: what there is, what changed it, what a swap would bring; points sent, brought in, taken out.

import type { Command } from '../../cli/command.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { changeCommand } from '../../engine/change-command.js';
import { readBack } from '../../engine/read-back.js';
import { readCommand } from '../../engine/read-command.js';
import { grouped, sumOf } from '../../money/amount-text.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isNothing, isScalar, type Row } from '../../services/json-value.js';
import { labelOf } from '../../ui/format/label.js';

const amount = { flags: '--amount <amount>', summary: 'how many points', as: 'amount', needed: true } as const;
const history = () => 'tuk points history';
const have = { call: 'getPoints', with: {}, lines: [{ path: 'amount', heading: 'You have', as: { amount: 'currencyId' } }] } as const;

export const balance: readonly Command[] = [
  readCommand({
    name: 'balance',
    summary: 'Show the points balance, or the points of referrals',
    options: [
      {
        flags: '--referral <kind>',
        summary: 'the points that came by referrals instead',
        words: ['ACTIVE', 'PASSIVE'],
        to: 'missionPointId',
      },
    ],
    examples: ['tuk points balance', 'tuk points balance --jq .amount', 'tuk points balance --referral ACTIVE'],
    service: 'user',
    endpoints: [{ call: 'getPoints' }, { service: 'activity', call: 'getMissionPoint', needs: ['missionPointId'] }],
    uses: ['user GET /v2/balance/mvp/current', 'activity GET /v1/mission-point'],
    columns: [{ path: 'amount', as: 'amount' }, { path: 'currencyId', heading: 'currency' }, { path: 'id' }],
    toParams: ({ missionPointId }) => (missionPointId === undefined ? {} : { missionPointId: `REFERRAL_POINT_${missionPointId}` }),
  }),
  readCommand({
    name: 'history',
    summary: 'List what changed the points balance',
    description: 'How it pages is not public, so that --all is refused.',
    examples: ['tuk points history', 'tuk points history --fields createdAt,amount,description -o csv'],
    service: 'user',
    endpoints: [{ call: 'listPointsHistory' }],
    uses: ['user GET /v2/balance/mvp/history'],
    columns: [
      { path: 'createdAt', heading: 'when', as: 'time' },
      { path: 'amount', as: 'amount' },
      { path: 'balanceAfter', heading: 'after', as: 'amount' },
      { path: 'description', heading: 'what' },
      { path: 'status', as: { status: 'BalanceRequestStatus' } },
      { path: 'feeAmount', heading: 'fee', as: 'amount' },
      { path: 'id' },
    ],
    empty: ['Nothing has changed the balance yet.', 'See what can be earned: tuk points missions list'],
  }),
  readCommand({
    name: 'quote',
    summary: 'Quote a swap of points',
    description: 'Which fields its query takes is not public; give them with -f.',
    examples: ['tuk points quote -f type=WITHDRAWAL -f amount=50', 'tuk points quote -f type=DEPOSIT -f amount=50 -o yaml'],
    service: 'user',
    endpoints: [
      { call: 'quotePoints', version: 'v3' },
      { call: 'quotePointsV2', version: 'v2', when: 'unknown' },
    ],
    uses: ['user GET /v3/balance/mvp/quote', 'user GET /v2/balance/mvp/quote'],
    open: true,
    columns: [
      { path: 'amount', as: 'amount' },
      { path: 'fromCurrencyId', heading: 'from' },
      { path: 'receiveAmount', heading: 'receive', as: 'amount' },
      { path: 'toCurrencyId', heading: 'to' },
      { path: 'feeAmount', heading: 'fee', as: 'amount' },
      { path: 'valuatedAmount', heading: 'worth', as: 'amount' },
      { path: 'valuatedCurrency', heading: 'worth in' },
      { path: 'validUntil', heading: 'valid until', as: 'time' },
    ],
  }),
  readCommand({
    name: 'fee',
    summary: 'Show the fee of a points transfer',
    examples: ['tuk points fee', 'tuk points fee --jq .feeAmount'],
    service: 'user',
    endpoints: [{ call: 'getPointsTransferFee' }],
    uses: ['user GET /v2/balance/mvp/transfer/fee'],
    columns: [
      { path: 'feeAmount', heading: 'fee', as: 'amount' },
      { path: 'currencyId', heading: 'currency' },
    ],
  }),
  changeCommand({
    name: 'transfer',
    summary: 'Send points to another user',
    options: [{ flags: '--to <user>', summary: 'the id of the user who gets them', needed: true }, amount],
    examples: [
      'tuk points transfer --to dara --amount 50 --new-recipient --client-ref march --yes',
      'tuk points transfer --to <id> --amount 0.5',
    ],
    service: 'user',
    endpoints: [{ call: 'transferPoints' }],
    uses: [
      'user GET /v2/balance/mvp/transfer/fee',
      'user GET /v2/balance/mvp/current',
      'user GET /users/abstract/{userId}',
      'user GET /currencies/{id}',
      'user POST /v2/balance/mvp/transfer',
      'user GET /v2/balance/mvp/history',
    ],
    open: true,
    money: 'to somebody',
    asks: { to: { ask: 'To whom', hint: 'the id of a user' } },
    about: [
      { call: 'getUser', with: { userId: 'to' }, needs: 'to', lines: [{ path: 'name', heading: 'Who gets them' }] },
      have,
      { call: 'getPointsTransferFee', with: {}, lines: [{ path: 'feeAmount', heading: 'Fee', as: { amount: 'currencyId' } }] },
    ],
    says: ([, , fee], given) => leaves(given.amount, fee),
    columns: [
      { path: 'amount', as: 'amount' },
      { path: 'feeAmount', heading: 'fee', as: 'amount' },
      { path: 'currencyId', heading: 'currency' },
      { path: 'balanceAfter', heading: 'after', as: 'amount' },
      { path: 'createdAt', heading: 'when', as: 'time' },
      { path: 'id' },
    ],
    // the history has rows of its own: what it says beside the answer is what is left
    shows: readBack({ service: 'user', call: 'listPointsHistory', same: 'createdAt', takes: ['balanceAfter'] }),
    next: history,
  }),
  changeCommand({
    name: 'deposit',
    summary: 'Bring value into the points balance',
    description: `Asks first whether it would be taken, with the same fields and of the same version. Which fields it takes beside the amount is not
public; give them with -f.`,
    options: [amount],
    examples: [
      'tuk points deposit --amount 50 -f currencyId=MVL -f address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --yes',
      'tuk points deposit --amount 50 --api-version v2 -f currencyId=MVL -f address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --yes',
    ],
    service: 'user',
    endpoints: [
      { call: 'depositPoints', version: 'v3' },
      { call: 'depositPointsV2', version: 'v2', when: 'asked' },
    ],
    uses: [
      'user GET /currencies/{id}',
      'user POST /v3/balance/mvp/swap/deposit-requests/precheck',
      'user POST /v3/balance/mvp/swap/deposit-requests',
      'user POST /v2/balance/mvp/swap/deposit-reqeusts/precheck',
      'user POST /v2/balance/mvp/swap/deposit-requests',
    ],
    open: true,
    money: true,
    toParams: (given, { options: { apiVersion } }) => ({ ...given, [apiVersion === 'v2' ? 'v2' : 'v3']: true }),
    about: [
      { call: 'precheckPointsDeposit', with: { amount: 'amount' }, needs: 'v3', open: true, lines: [] },
      { call: 'precheckPointsDepositV2', with: { amount: 'amount' }, needs: 'v2', open: true, lines: [] },
    ],
    says: (found) => prechecked(found.find((row) => row !== undefined)),
    columns: [
      { path: 'balanceDepositRequest.status', heading: 'status', as: { status: 'BalanceRequestStatus' } },
      { path: 'toAddress', heading: 'pay to' },
      { path: 'balanceDepositRequest.goalAmount', heading: 'amount', as: 'amount' },
      { path: 'balanceDepositRequest.currencyId', heading: 'currency' },
    ],
    next: history,
  }),
  changeCommand({
    name: 'withdraw',
    summary: 'Take value out of the points balance',
    description: 'Which fields it takes beside the amount is not public; give them with -f.',
    options: [amount],
    examples: [
      'tuk points withdraw --amount 50 -f currencyId=MVL -f address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
    ],
    service: 'user',
    endpoints: [{ call: 'withdrawPoints' }],
    uses: ['user GET /v3/balance/mvp/quote', 'user GET /currencies/{id}', 'user POST /v2/balance/mvp/swap/withdrawal-requests'],
    open: true,
    money: 'to somebody',
    about: [
      {
        call: 'quotePoints',
        with: { amount: 'amount' },
        also: { type: 'WITHDRAWAL' },
        lines: [
          { path: 'feeAmount', heading: 'Fee', as: 'amount' },
          { path: 'receiveAmount', heading: 'You receive', as: 'amount' },
          { path: 'toCurrencyId', heading: 'Quoted in' },
        ],
      },
    ],
    columns: [
      { path: 'request.status', heading: 'status', as: { status: 'BalanceRequestStatus' } },
      { path: 'request.amount', heading: 'amount', as: 'amount' },
      { path: 'request.feeAmount', heading: 'fee', as: 'amount' },
      { path: 'request.currencyId', heading: 'currency' },
      { path: 'request.address', heading: 'to' },
    ],
    next: history,
  }),
];

/** What leaves in all: the sum is exact. */
function leaves(amount: unknown, { feeAmount: fee, currencyId }: Row = {}): ReceiptLine[] {
  const unknown = isNothing(amount) ? 'the amount cannot be told from the request' : asText(fee) === '' ? 'no fee is told' : undefined;
  return [
    [
      'Leaves in all',
      unknown === undefined ? `${grouped(sumOf([asText(amount), asText(fee)]))} ${asText(currencyId)}`.trim() : `not known: ${unknown}`,
    ],
  ];
}

/** Everything that the precheck says, since none of its names is public. @throws {Failure} where it says that nothing would be taken */
function prechecked(row: Row = {}): ReceiptLine[] {
  if (row.available === false)
    throw new Failure(
      'refused',
      'NOT_AVAILABLE',
      `The deposit would not be taken: ${asText(row.reason) || 'no reason is given'}. Nothing was sent.`,
    );
  return Object.entries(row).flatMap(([name, value]) => (isScalar(value) ? [[labelOf(name), asText(value)] as const] : []));
}
