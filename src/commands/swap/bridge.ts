// `tuk swap bridge` and `tuk swap legacy`: MVL and bMVL, moved from one network to the other.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { changeCommand } from '../../engine/change-command.js';
import { guardAssumed } from '../../engine/parameters.js';
import type { Params } from '../../engine/params.js';
import { readBack } from '../../engine/read-back.js';
import { readCommand } from '../../engine/read-command.js';
import { baseUnits } from '../../money/amount.js';
import { grouped, whole } from '../../money/amount-text.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BridgeSwapType } from '../../services/catalogue/words.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { readTokens } from '../wallet/tokens.js';

/** What is swapped has as many decimals on both networks. */
const decimals = 18;
const units = { units: decimals } as const;
const columns: readonly Column[] = [
  { path: 'status', as: { status: 'WalletTransactionStatus' } },
  { path: 'type' },
  { path: 'amount', as: units },
  { path: 'feeAmount', heading: 'fee', as: units },
  { path: 'createdAt', heading: 'asked', as: 'time' },
  { path: 'id' },
  { path: 'toAddress', heading: 'to' },
  { path: 'amount', heading: 'base units' },
  { path: 'payoutHash', heading: 'payout' },
];
const feeColumns: readonly Column[] = [
  { path: 'type' },
  { path: 'feeAmount', heading: 'fee', as: units },
  { path: 'minAmount', heading: 'least', as: units },
  { path: 'maxAmount', heading: 'most', as: units },
];
const note = `What it takes beside its options is not public: give it with -f. Amounts are sent and answered in base units, of which a token has 10^${decimals}.`;

/** The amount in base units, once the token lists agree on how many a token has (SAFETY.md section 2). @throws {Guarded} */
async function inBaseUnits({ amount, ...given }: Params, call: string, context: Context): Promise<Params> {
  if (amount === undefined) return given;
  await guardAssumed(context, (await catalogue('bep20-swap')).calls[call]!); // before anything is read for it
  const raw = baseUnits(String(amount), decimals, '--amount').toString();
  if (context.onlyShows) return { ...given, amount: raw };
  const tokens = await readTokens(context, ['ETHEREUM', 'BSC']);
  const said = [tokens('ETHEREUM', 'MVL')?.decimals, tokens('BSC', 'bMVL')?.decimals];
  if (said.some((own) => own !== decimals))
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `MVL and bMVL have ${decimals} decimals, and the token lists say ${said.map((own) => own ?? 'nothing').join(' and ')}; nothing was sent.`,
      'Give the whole body with --input, its amount in base units.',
    );
  return { ...given, amount: raw };
}

/** Where it leaves and where it arrives, by the type. */
const ways: Readonly<Record<string, string>> = { TO_BEP20: 'MVL on Ethereum, to bMVL on BSC', TO_ERC20: 'bMVL on BSC, to MVL on Ethereum' };

/** What arrives, where the fee says what is taken of it. @throws {BadInput} where it takes all */
function arrival([fee]: readonly (Row | undefined)[], { amount, type }: Params): ReceiptLine[] {
  const taken = asText(valueAt(fee, 'feeAmount'));
  const left = [taken, String(amount)].every((text) => /^\d+$/.test(text)) ? BigInt(String(amount)) - BigInt(taken) : undefined;
  if (left !== undefined && left <= 0n)
    throw new BadInput(
      'FEE_TAKES_ALL',
      `The fee of ${grouped(whole(taken, decimals)!)} leaves nothing of ${grouped(whole(String(amount), decimals)!)}; nothing was sent.`,
    );
  const arrives =
    left === undefined
      ? `not known: ${amount === undefined ? 'the amount cannot be told from the request' : 'no fee is told'}`
      : `${grouped(whole(left.toString(), decimals)!)} less what the chain takes`;
  const way = ways[String(type)];
  return [...(way === undefined ? [] : [['Moves', way] as const]), ['Arrives', arrives]];
}
const feeLines: readonly Column[] = [{ path: 'feeAmount', heading: 'Fee', as: units }];

const bridge: readonly Command[] = [
  readCommand({
    name: 'bridge fee',
    summary: 'Show the fee of a swap over the bridge',
    description: note,
    examples: ['tuk swap bridge fee', 'tuk swap bridge fee -f type=TO_ERC20 --jq .feeAmount'],
    service: 'bep20-swap',
    endpoints: [{ call: 'getBridgeFee' }],
    uses: ['bep20-swap GET /v1/bridge-swap/fee'],
    open: true,
    columns: feeColumns,
  }),
  changeCommand({
    name: 'bridge create',
    summary: 'Move MVL to the other network, over the bridge',
    description: note,
    options: [
      { flags: '--type <type>', summary: 'which way: to bMVL on BSC, or back to MVL on Ethereum', words: BridgeSwapType, needed: true },
      { flags: '--amount <amount>', summary: 'how much leaves, in whole tokens', as: 'amount', needed: true },
    ],
    examples: [
      'tuk swap bridge create --type TO_BEP20 --amount 20 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
    ],
    service: 'bep20-swap',
    endpoints: [{ call: 'createBridgeSwap' }],
    uses: [
      'wallet GET /v3/token/{network}',
      'bep20-swap GET /v1/bridge-swap/fee',
      'bep20-swap POST /v1/bridge-swap',
      'bep20-swap GET /v1/bridge-swap',
    ],
    open: true,
    money: 'to somebody',
    about: [{ call: 'getBridgeFee', with: { type: 'type' }, lines: feeLines }],
    says: arrival,
    toParams: (given, _, context) => inBaseUnits(given, 'createBridgeSwap', context),
    columns,
    shows: readBack({ service: 'bep20-swap', call: 'listBridgeSwaps', same: 'id' }),
    next: () => 'tuk swap bridge list',
  }),
  readCommand({
    name: 'bridge list',
    summary: 'List your swaps over the bridge',
    examples: ['tuk swap bridge list', 'tuk swap bridge list --fields id,status -o csv'],
    service: 'bep20-swap',
    endpoints: [{ call: 'listBridgeSwaps' }],
    uses: ['bep20-swap GET /v1/bridge-swap'],
    columns,
    empty: ['No swaps over the bridge.', 'See what one costs: tuk swap bridge fee'],
  }),
];

const legacy: readonly Command[] = [
  readCommand({
    name: 'legacy fee',
    summary: 'Show the fee of a legacy swap',
    description: note,
    examples: ['tuk swap legacy fee', 'tuk swap legacy fee -f type=TO_ERC20'],
    service: 'bep20-swap',
    endpoints: [{ call: 'getSwapFee' }],
    uses: ['bep20-swap GET /v1/swap/fee'],
    open: true,
    columns: feeColumns,
  }),
  changeCommand({
    name: 'legacy create',
    summary: 'Ask for a legacy swap',
    description: note,
    options: [{ flags: '--amount <amount>', summary: 'how much leaves, in whole tokens', as: 'amount', needed: true }],
    examples: [
      'tuk swap legacy create --amount 15 -f type=TO_BEP20 -f fromAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
    ],
    service: 'bep20-swap',
    endpoints: [
      { call: 'createSwap', version: 'v2' },
      { call: 'createSwapV1', version: 'v1', when: 'asked' },
    ],
    uses: [
      'wallet GET /v3/token/{network}',
      'bep20-swap GET /v1/swap/fee',
      'bep20-swap POST /v2/swap',
      'bep20-swap POST /v1/swap',
      'bep20-swap GET /v1/swap',
    ],
    open: true,
    money: 'to somebody',
    about: [{ call: 'getSwapFee', with: {}, lines: feeLines }],
    says: arrival,
    toParams: (given, { options: { apiVersion } }, context) =>
      inBaseUnits(given, apiVersion === 'v1' ? 'createSwapV1' : 'createSwap', context),
    columns,
    shows: readBack({ service: 'bep20-swap', call: 'listSwaps', same: 'id' }),
    next: (_, { id }) => (typeof id === 'string' ? `tuk swap legacy status -f id=${id}` : 'tuk swap legacy list'),
  }),
  readCommand({
    name: 'legacy status',
    summary: 'Show how the legacy swap stands',
    description: 'Whether its query names a swap is not public: give it with -f.',
    examples: ['tuk swap legacy status', 'tuk swap legacy status --jq .open'],
    service: 'bep20-swap',
    endpoints: [{ call: 'getSwapStatus' }],
    uses: ['bep20-swap GET /v2/swap/status'],
    open: true,
    columns: [...columns, { path: 'open' }, { path: 'dailyLeftAmount', heading: 'left today', as: units }],
  }),
  readCommand({
    name: 'legacy list',
    summary: 'List the legacy swaps',
    examples: ['tuk swap legacy list', 'tuk swap legacy list -o csv'],
    service: 'bep20-swap',
    endpoints: [{ call: 'listSwaps' }],
    uses: ['bep20-swap GET /v1/swap'],
    open: true,
    columns,
    empty: ['No legacy swaps.', 'See what one costs: tuk swap legacy fee'],
  }),
];

export const swaps: readonly Command[] = [...bridge, ...legacy];
