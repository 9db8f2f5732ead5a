// Lists the commands of `tuk swap`: tokens, quotes, the status of a swap, the bridge.

import type { Arguments, Command, Context, Group } from '../../cli/command/command.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { networkOfHash, transactionOf } from '../../engine/chain/known-transaction.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { operationOf, withLedger } from '../../engine/operations/operation.js';
import { fetchFirst } from '../../engine/read/read-alternatives.js';
import { readBack, refreshEndpoints } from '../../engine/read/read-back.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { readTokens } from '../../engine/read/token-lists.js';
import { rowsInText } from '../../engine/read/with-rows.js';
import { checkFirst } from '../../engine/request/deferred-checks.js';
import { guardAssumed } from '../../engine/request/field-names.js';
import { hashNetwork } from '../../engine/request/network-option.js';
import type { Params } from '../../engine/request/params.js';
import type { EndpointChoices } from '../../engine/request/spec-types.js';
import { listRows } from '../../engine/request/validate-response.js';
import { requireAddress } from '../../money/values/address.js';
import { baseUnits, whole } from '../../money/values/decimal.js';
import { catalogue } from '../../services/catalogue/index.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { BridgeSwapType, Network } from '../../services/catalogue/words.js';
import { isEvmAddress } from '../../services/forms.js';
import { BadInput, Guarded, Refused, ServerFailure } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { escapeControls } from '../../text/visible.js';
import { bridgeSwap, moved, payToCode } from '../../things/bridge-swap.js';
import { transaction } from '../../things/transaction.js';
import { run } from './run.js';
import { checkQuotedToken, listedToken, orderOptions, percent, usualSlippage } from './swap-order.js';

// `tuk swap tokens` and `quote`: lists the tokens that can be swapped on a network, and quotes a swap.
const tokenEndpoints = [
  { endpoint: 'listSwapTokens' },
  { endpoint: 'listSwapTokensV1_1', when: 'signed-out' },
  { endpoint: 'listSwapTokensV1', when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;

const tokens = listCommand('wallet', {
  name: 'tokens',
  values: '<network>',
  summary: 'List the tokens that can be swapped on a network',
  examples: ['tuk swap tokens BSC'],
  endpoints: tokenEndpoints,
  columns: [{ path: 'symbol' }, { path: 'name' }, { path: 'decimals' }, { path: 'address' }],
  id: 'symbol',
  empty: ['No tokens can be swapped there.', 'Try another network: tuk swap tokens BSC'],
});

interface Token {
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
  readonly row: Row;
}

/** The failure for a response without a field that a quote needs. */
const lacking = (call: string, message: string) =>
  new ServerFailure('MISSING_FIELD', message, { service: 'wallet', call });
const tokenList = 'listSwapTokens';

/** A token of the list with what a quote needs. @throws as `listedToken`; {Guarded} NO_DECIMALS; {ServerFailure} MISSING_FIELD */
function findToken(rows: readonly Row[], input: string, flag: string): Token {
  const field = isEvmAddress(input) ? 'address' : 'symbol';
  if (rows.length > 0 && rows.every((row) => asText(row[field]) === ''))
    throw lacking(tokenList, `No token of the token list has the field ${field}.`);
  const row = listedToken(rows, input, flag);
  const decimals = decimalsOf(row.decimals);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 77)
    throw new Guarded('NO_DECIMALS', `The token list has no decimals for ${input}, so its amount cannot be converted.`);
  if (asText(row.address) === '') throw lacking(tokenList, `The token list has no address for ${input}.`);
  return { symbol: asText(row.symbol), address: asText(row.address), decimals, row };
}

/** The minimum received, in base units, rounded down: the quote less the slippage. */
function minimumAmount(amount: string, slippage: string) {
  const retained = 1_000_000n - percentUnits(slippage);
  return ((BigInt(amount) * retained) / 1_000_000n).toString();
}
const percentUnits = (percent: string) => (percent === '0' ? 0n : baseUnits(percent, 4));

const quoteEndpoints = [
  { endpoint: 'quoteSwap' },
  { endpoint: 'quoteSwapV1', when: 'signed-out' },
] as const satisfies EndpointChoices<'wallet'>;

const quote = showCommand('wallet', {
  name: 'quote',
  summary: 'Quote a swap',
  description: `The fields fromTokenAmount, toTokenAmount and leastTokenAmount are in base units. Fields that begin with whole are in whole tokens.
tuk computes leastTokenAmount: the quote less the slippage. A quote is valid for about half a minute, and buys nothing.`,
  options: [
    plain('--network <network>', 'the network', { words: Network, required: true }),
    ...orderOptions,
    plain('--slippage <percent>', 'the slippage tolerance; default: 0.5', { param: false }),
  ],
  examples: [
    'tuk swap quote --network BSC --from bMVL --to BNB --amount 1000',
    'tuk swap quote --network BSC --from BNB --to USDC --amount 0.25 --slippage 1',
    'tuk swap quote --network BSC --from BNB --to USDC --amount 0.25 --jq .wholeLeastTokenAmount',
  ],
  endpoints: quoteEndpoints,
  alsoUses: { wallet: ['listSwapTokens'] },
  columns: [
    { path: 'fromTokenAmount', heading: 'gives', as: { units: 'fromToken.decimals', token: 'fromToken.symbol' } },
    { path: 'toTokenAmount', heading: 'brings', as: { units: 'toToken.decimals', token: 'toToken.symbol' } },
    { path: 'leastTokenAmount', heading: 'at least', as: { units: 'toToken.decimals', token: 'toToken.symbol' } },
    { path: 'slippage', as: 'percent' },
    { path: 'rate', heading: 'for each', as: 'amount' },
    { path: 'inverseRate', heading: 'the other way', as: 'amount' },
    { path: 'priceImpact', heading: 'price impact', as: 'percent' },
    { path: 'estimatedGas', heading: 'gas', as: 'amount' },
    { path: 'quotedAt', heading: 'asked', as: 'time' },
  ],
  singleRecord: true,
  fetchAll: async (fetchOnce, { network, from, to, amount }, { args, context }) => {
    const slippage = percent(args.options.slippage ?? usualSlippage, '--slippage');
    checkToken(String(from), '--from', String(network));
    checkToken(String(to), '--to', String(network));
    const list = await fetchFirst(
      { service: 'wallet', endpoints: tokenEndpoints },
      { network },
      { name: args.name, positionals: [], options: {} },
      context,
    );
    if (!list) return undefined; // a dry run shows the first request: the next one needs its response
    const rows = listRows(list.response);
    const [fromToken, toToken] = [findToken(rows, String(from), '--from'), findToken(rows, String(to), '--to')];
    if (fromToken.address === toToken.address) throw new BadInput('SAME_TOKEN', '--from and --to name the same token.');
    const raw = baseUnits(String(amount), fromToken.decimals, '--amount').toString();
    const response = await fetchOnce({
      network,
      fromTokenAddress: fromToken.address,
      toTokenAddress: toToken.address,
      amount: raw,
    });
    return response && withWholeAmounts(response.text, { fromToken, toToken, raw, slippage }, context);
  },
});

/** Checks an address; a symbol passes. @throws {BadInput} for an invalid address; {Guarded} MAY_BE_KEY */
function checkToken(input: string, flag: string, network: string) {
  if (input.length < shortestAddress && !/^0x/i.test(input)) return; // a symbol
  requireAddress(input, flag, network);
}
const shortestAddress = 26;

interface QuoteRequest {
  readonly fromToken: Token;
  readonly toToken: Token;
  /** In base units. */
  readonly raw: string;
  /** Percent. */
  readonly slippage: string;
}
/**
 * Adds whole amounts, the minimum received and rates to a quote.
 * @throws {Guarded} for a quote that differs from the request; {ServerFailure} MISSING_FIELD
 */
function withWholeAmounts(json: string, { fromToken, toToken, raw, slippage }: QuoteRequest, { world }: Context) {
  const quoted = parseLossless(json);
  if (!isRecord(quoted)) throw lacking('quoteSwap', 'The quote is not an object.');
  checkQuotedToken(quoted, 'fromToken', fromToken);
  checkQuotedToken(quoted, 'toToken', toToken);
  const [fromAmount, toAmount] = [asText(quoted.fromTokenAmount), asText(quoted.toTokenAmount)];
  if (fromAmount === '') throw lacking('quoteSwap', 'The quote has no field fromTokenAmount.');
  if (toAmount === '') throw lacking('quoteSwap', 'The quote has no field toTokenAmount.');
  if (fromAmount !== raw)
    throw new Guarded('OTHER_QUOTE', `The quote is for ${fromAmount} base units, and ${raw} were requested.`);
  if (!/^\d+$/.test(toAmount)) throw new Guarded('BAD_QUOTE', 'The quote has no received amount in base units.');
  const minimum = minimumAmount(toAmount, slippage);
  return stringifyLossless({
    ...quoted,
    fromToken: quoted.fromToken ?? fromToken.row,
    toToken: quoted.toToken ?? toToken.row,
    leastTokenAmount: minimum,
    wholeFromTokenAmount: whole(fromAmount, fromToken.decimals),
    wholeToTokenAmount: whole(toAmount, toToken.decimals),
    wholeLeastTokenAmount: whole(minimum, toToken.decimals),
    slippage,
    rate: rateOf(BigInt(fromAmount), fromToken.decimals, BigInt(toAmount), toToken.decimals),
    inverseRate: rateOf(BigInt(toAmount), toToken.decimals, BigInt(fromAmount), fromToken.decimals),
    quotedAt: new Date(world.clock.now()).toISOString(),
  });
}

/** The exchange rate for one whole token, to eighteen decimals, rounded down. */
function rateOf(fromAmount: bigint, from: number, toAmount: bigint, to: number): string | null {
  if (fromAmount === 0n) return null;
  return whole(((toAmount * 10n ** BigInt(from + 18)) / (fromAmount * 10n ** BigInt(to))).toString(), 18) ?? null;
}

const quotes: readonly Command[] = [tokens, quote];

// `tuk swap bridge`: moves MVL and bMVL between Ethereum and BSC.
/** The decimals of MVL and bMVL. */
const decimals = 18;
const units = { units: decimals, token: moved } as const;
const feeColumns: readonly Column[] = [
  { path: 'type' },
  { path: 'feeAmount', heading: 'fee', as: units },
  { path: 'minAmount', heading: 'least', as: units },
  { path: 'maxAmount', heading: 'most', as: units },
];
const unitsNote = `Other fields are not public; give them with -f. Amounts are in base units of 10^${decimals} to a token.`;

/** @throws {Guarded} DECIMALS_DISAGREE if the token lists have other decimals than the conversion */
async function checkListedDecimals(context: Context) {
  const tokens = await readTokens(context, ['ETHEREUM', 'BSC']);
  const listed = [tokens('ETHEREUM', 'MVL')?.decimals, tokens('BSC', 'bMVL')?.decimals];
  if (listed.every((count) => count === decimals)) return;
  throw new Guarded(
    'DECIMALS_DISAGREE',
    `MVL and bMVL have ${decimals} decimals, but the token lists say ${listed.map((count) => count ?? 'nothing').join(' and ')}.`,
    'Give the whole body with --input, with the amount in base units.',
  );
}

/** Converts the amount to base units after the token lists confirm the decimals (docs/money.md 2). @throws {Guarded} */
async function inBaseUnits({ amount, ...params }: Params, context: Context): Promise<Params> {
  if (amount === undefined) return params;
  await guardAssumed(context, (await catalogue('bep20-swap')).calls.createBridgeSwap!); // before any read
  const raw = baseUnits(String(amount), decimals, '--amount').toString();
  await checkFirst(context, 'listed decimals', () => checkListedDecimals(context));
  return { ...params, amount: raw };
}

const directions: Readonly<Record<string, string>> = {
  TO_BEP20: 'MVL on Ethereum, to bMVL on BSC',
  TO_ERC20: 'bMVL on BSC, to MVL on Ethereum',
};

const bridge: readonly Command[] = [
  showCommand('bep20-swap', {
    name: 'bridge fee',
    summary: 'Show the fee of a swap over the bridge',
    description: unitsNote,
    examples: ['tuk swap bridge fee', 'tuk swap bridge fee -f type=TO_ERC20 --jq .feeAmount'],
    endpoint: 'getBridgeFee',
    open: true,
    columns: feeColumns,
  }),
  changeCommand('bep20-swap', {
    name: 'bridge create',
    summary: 'Move MVL to the other network, over the bridge',
    description: unitsNote,
    options: [
      plain('--type <type>', 'the direction: to bMVL on BSC, or to MVL on Ethereum', {
        words: BridgeSwapType,
        required: true,
      }),
      plain('--amount <amount>', 'the amount to send, in whole tokens', { as: 'amount', required: true }),
    ],
    examples: [
      'tuk swap bridge create --type TO_BEP20 --amount 20 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
    ],
    endpoint: 'createBridgeSwap',
    alsoUses: { 'bep20-swap': ['getBridgeFee'], wallet: ['listNetworkTokens', 'listTokens'], user: ['listWalletsV2'] },
    open: true,
    money: 'to recipient',
    receiptLines: (_, { type }) => {
      const direction = directions[String(type)];
      return direction === undefined ? [] : [['Moves', direction]];
    },
    toParams: (params, _, context) => inBaseUnits(params, context),
    columns: bridgeSwap.fields,
    readBack: readBack({ service: 'bep20-swap', endpoint: 'listBridgeSwaps', matchOn: 'id' }),
    next: () => 'tuk swap bridge list',
  }),
  listCommand('bep20-swap', {
    name: 'bridge list',
    summary: 'List your swaps over the bridge',
    description:
      'To see whether a swap waits for your payment: tuk swap bridge show. The statuses of swaps are not public; tuk assumes those of transactions.',
    examples: ['tuk swap bridge list'],
    endpoint: 'listBridgeSwaps',
    columns: bridgeSwap.fields,
    empty: ['No swaps over the bridge.', 'See the fee: tuk swap bridge fee'],
  }),
  showCommand('bep20-swap', {
    name: 'bridge show',
    values: '<id>',
    summary: 'Show one of your swaps over the bridge, and whether it waits for your payment',
    description:
      'Takes the swap from the list, by its id or the beginning of the id. No endpoint reads one swap. A terminal also shows the address to pay to as a QR code.',
    examples: ['tuk swap bridge show <id>'],
    endpoint: 'listBridgeSwaps',
    columns: bridgeSwap.fields,
    shows: bridgeSwap,
    code: payToCode,
    toParams: () => ({}),
    transform: pickSwap,
  }),
];

/** The swap with a typed id, or the beginning of one. @throws {Refused} NO_SWAP, {BadInput} AMBIGUOUS */
function pickSwap(json: string, { positionals: [typed = ''] }: Arguments, context: Context) {
  const rows = rowsInText(json);
  const begins = rows.filter(({ id }) => asText(id).startsWith(typed));
  const swap = rows.find(({ id }) => asText(id) === typed) ?? (begins.length === 1 ? begins[0] : undefined);
  if (!swap && begins.length > 1)
    throw new BadInput(
      'AMBIGUOUS',
      `${begins.length} swaps have an id that begins with ${typed}.`,
      'Type more of it: tuk swap bridge list',
    );
  if (!swap)
    throw new Refused(
      'not-found',
      'NO_SWAP',
      `None of your swaps over the bridge has the id ${typed}.`,
      'List them: tuk swap bridge list',
    );
  const { depositHash, depositAddress, status } = swap;
  if (
    depositHash === null &&
    classOf(bridgeSwap.status.list, asText(status)) === 'pending' &&
    !isNothing(depositAddress)
  )
    context.log(
      `  Nothing is known to be paid in: it may wait for your payment to ${escapeControls(asText(depositAddress))}.`,
    );
  return stringifyLossless(swap);
}

// `tuk swap status`: the status of the transaction of a swap, by its hash or by an operation of the ledger.

const status: Command = showCommand('wallet', {
  name: 'status',
  values: '<hash-or-operation>',
  summary: 'Show the status of a swap, by its transaction hash or an operation of the ledger',
  description: 'An operation has the id of tuk ops list.',
  options: [hashNetwork],
  examples: [
    'tuk swap status 0x9adaf2e9fd3b3f3747161b42403ee9a31647cbfb5cf1e8dfac41b572391cb8e8 --network BSC',
    'tuk swap status <op-id>',
  ],
  endpoints: refreshEndpoints,
  columns: [
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'hash' },
    { path: 'fee', heading: 'fee as given' },
    { path: 'network' },
  ],
  id: 'hash',
  shows: transaction,
  toParams: async ({ hashOrOperation }, args, context) => {
    const name = String(hashOrOperation);
    const hash = name.startsWith('op-') ? await hashOf(name, context) : name;
    return { hash, network: await networkOfHash(hash, args, context) };
  },
});

/** The hash of the transaction of an operation. @throws {Refused} NO_OPERATION; {BadInput} NO_HASH */
async function hashOf(id: string, context: Context): Promise<string> {
  const operation = await withLedger(context, async (ledger) => operationOf(ledger, id));
  const { hash } = await transactionOf(operation, context);
  if (hash !== '') return hash;
  throw new BadInput(
    'NO_HASH',
    `The response of ${id} has no transaction hash.`,
    `See: ${nextCommand(context, `tuk ops show ${id}`)}`,
  );
}

export const group: Group = { commands: [...quotes, run, status, ...bridge] };
