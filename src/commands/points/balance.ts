// The points balance: balance, history, quotes and fees; transfers, deposits and withdrawals of points.

import type { Command } from '../../cli/command/command.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import type { ReadRow } from '../../engine/change/change-spec.js';
import { shortfall } from '../../engine/change/shortfall.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { readEndpoint } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import { checkAddress, checksummed } from '../../money/values/address.js';
import { grouped, plainNumber, sumOf } from '../../money/values/decimal.js';
import { reportedFailures } from '../../services/decode/outcome.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isDecimal, isNothing, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { labelOf } from '../../text/column.js';
import { roleOfField } from '../../text/receipt.js';
import { begunDeposit, pointsChange } from '../../things/points-change.js';
import { withdrawal } from '../../things/withdrawal.js';

const amount = plain('--amount <amount>', 'the amount of points', { as: 'amount', required: true });
const historyLine = () => 'tuk points history';
/** The command that follows a deposit or withdrawal to its end. */
const followLine = (_: Params, __: Row, operation?: string) =>
  operation === undefined ? 'tuk points history' : `tuk wait ${operation}`;
/**
 * The next step of a deposit: the address to pay to by the response, if it is an address on the network of its
 * currency.
 */
async function payStep(params: Params, response: Row, read: ReadRow) {
  const textAt = (path: string) => asText(valueAt(response, path));
  const address = begunDeposit.payTo.map(textAt).find(Boolean) ?? '';
  const amount = textAt(begunDeposit.amount) || asText(params.amount);
  const unit = textAt(begunDeposit.currency);
  if (address === '') return ['The response has no address to pay to; the deposit is not paid yet.'];
  const { network } = (unit === '' ? undefined : await read('user', 'getCurrency', { id: unit })) ?? {};
  const onNetwork = isNothing(network) ? undefined : asText(network);
  const problem = payAddressProblem(address, onNetwork);
  if (problem !== undefined)
    return [`▲ Do not pay: ${problem} Ask the service for another one; the deposit is not paid yet.`];
  const code = checksummed(address);
  const where =
    onNetwork === undefined ? ' (its network is not known: ask the service before you pay)' : ` on ${onNetwork}`;
  const says = `Pay ${`${grouped(amount)} ${unit}`.trim() || 'it'} to ${code}${where}; the points arrive after that.`;
  return [{ says, code }];
}
/** The problem with an address to pay to, as a sentence; undefined for an address on the network of the currency. */
function payAddressProblem(address: string, network: string | undefined) {
  try {
    checkAddress(address, 'the address to pay to, from the service', network);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}
const balanceLine = {
  endpoint: 'getPoints',
  paramsFrom: {},
  columns: [{ path: 'amount', heading: 'You have', as: { amount: 'currencyId' } }],
} as const;

export const balance: readonly Command[] = [
  showCommand('user', {
    name: 'balance',
    summary: 'Show the points balance, or the referral points',
    options: [
      plain('--referral <kind>', 'show referral points of this kind', {
        words: ['ACTIVE', 'PASSIVE'],
        param: 'missionPointId',
      }),
    ],
    examples: ['tuk points balance', 'tuk points balance --referral ACTIVE'],
    endpoints: [
      { endpoint: 'getPoints' },
      { service: 'activity', endpoint: 'getMissionPoint', requires: ['missionPointId'] },
    ],
    columns: [{ path: 'amount', as: 'amount' }, { path: 'currencyId', heading: 'currency' }, { path: 'id' }],
    toParams: ({ missionPointId }) =>
      missionPointId === undefined ? {} : { missionPointId: `REFERRAL_POINT_${missionPointId}` },
  }),
  listCommand('user', {
    name: 'history',
    summary: 'List the changes of the points balance',
    examples: ['tuk points history'],
    endpoint: 'listPointsHistory',
    columns: pointsChange.fields,
    empty: ['Nothing has changed the balance yet.', 'See what can be earned: tuk points missions list'],
  }),
  showCommand('user', {
    name: 'quote',
    summary: 'Quote a swap of points',
    description: 'The fields of its query are not public: give them with -f.',
    examples: [
      'tuk points quote -f type=WITHDRAWAL -f amount=50',
      'tuk points quote -f type=DEPOSIT -f amount=50 -o yaml',
    ],
    endpoints: [{ endpoint: 'quotePoints' }, { endpoint: 'quotePointsV2', when: 'unknown' }],
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
  changeCommand('user', {
    name: 'transfer',
    summary: 'Send points to another user',
    options: [plain('--to <user>', 'the id of the recipient', { required: true }), amount],
    examples: [
      'tuk points transfer --to dara --amount 50 --new-recipient --client-ref march --yes',
      'tuk points transfer --to <id> --amount 0.5',
    ],
    endpoint: 'transferPoints',
    alsoUses: { user: ['getCurrency'] },
    open: true,
    money: 'to recipient',
    prompts: { to: { label: 'To whom', hint: 'the id of a user' } },
    about: [
      {
        endpoint: 'getUser',
        paramsFrom: { userId: 'to' },
        requires: 'to',
        columns: [{ path: 'name', heading: 'Who gets them', role: 'recipient' }],
      },
      balanceLine,
      { endpoint: 'getPointsTransferFee', paramsFrom: {}, columns: [] },
    ],
    receiptLines: ([, have, fee = {}], { amount }) => {
      const isPoints = asText(fee.currencyId).toUpperCase() === 'MVP';
      const costs = [asText(amount), isPoints ? plainNumber(asText(fee.feeAmount)) : ''];
      return shortfall(have, sumOf(costs.filter(isDecimal)), 'MVP');
    },
    columns: [
      { path: 'amount', as: 'amount' },
      { path: 'feeAmount', heading: 'fee', as: 'amount' },
      { path: 'currencyId', heading: 'currency' },
      { path: 'createdAt', heading: 'when', as: 'time' },
      { path: 'id' },
    ],
    next: historyLine,
  }),
  changeCommand('user', {
    name: 'deposit',
    summary: 'Deposit into the points balance',
    description: `Runs the precheck with the same fields first. The fields beside the amount are not public; give them with -f.
The response has the address to pay to. On a terminal it also appears as a QR code. The points arrive after you have paid.`,
    options: [amount],
    examples: [
      'tuk points deposit --amount 50 -f currencyId=MVL -f address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --yes',
    ],
    endpoint: 'depositPoints',
    alsoUses: { user: ['getCurrency', 'listPointsHistory'] },
    open: true,
    money: true,
    about: [{ endpoint: 'precheckPointsDeposit', paramsFrom: { amount: 'amount' }, open: true, columns: [] }],
    receiptLines: ([row]) => precheckLines(row),
    columns: [
      { path: begunDeposit.status, heading: 'status', as: { status: 'BalanceRequestStatus' } },
      { path: begunDeposit.payTo[0], heading: 'pay to' },
      { path: begunDeposit.amount, heading: 'amount', as: 'amount' },
      { path: begunDeposit.currency, heading: 'currency' },
    ],
    readBack: async (_, context) => {
      await readEndpoint(context, 'user', 'listPointsHistory', {}, { patient: true }); // compared by the read itself
      return undefined;
    },
    steps: payStep,
    next: followLine,
  }),
  changeCommand('user', {
    name: 'withdraw',
    summary: 'Withdraw from the points balance',
    description: 'The fields beside the amount are not public: give them with -f.',
    options: [amount],
    examples: [
      'tuk points withdraw --amount 50 -f currencyId=MVL -f address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
    ],
    endpoint: 'withdrawPoints',
    alsoUses: { user: ['getCurrency', 'listWalletsV2', 'quotePoints'], wallet: ['listTokens'] },
    open: true,
    money: 'to recipient',
    columns: withdrawal.fields,
    next: followLine,
  }),
];

/**
 * Receipt lines with every field of the precheck: none of its names is public.
 * @throws {Failure} if the deposit is not available
 */
function precheckLines(row: Row = {}): ReceiptLine[] {
  const reasons = [...reportedFailures(row, [row], 'changes')];
  if (/^(false|0|no)$/i.test(asText(row.available))) reasons.unshift(asText(row.reason) || 'no reason given');
  if (reasons.length > 0)
    throw new Failure('refused', 'NOT_AVAILABLE', `The deposit is not available: ${reasons.join('; ')}.`, undefined, {
      unsent: true,
    });
  return Object.entries(row).flatMap(([name, value]) =>
    isScalar(value) ? [[labelOf(name), plainNumber(asText(value)), roleOfField(name)] as const] : [],
  );
}
