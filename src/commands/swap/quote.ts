// `tuk swap tokens` and `quote`: what can be swapped on a network, and what a swap would bring by now.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { EndpointChoice } from '../../engine/endpoints.js';
import { readBy, readCommand } from '../../engine/read-command.js';
import { amountOf, baseUnits } from '../../money/amount.js';
import { whole } from '../../money/amount-text.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';

const tokenWays = [
  { call: 'listSwapTokens', version: 'v2' },
  { call: 'listSwapTokensV1_1', version: 'v1.1', when: 'signed-out' },
  { call: 'listSwapTokensV1', version: 'v1', when: 'unknown' },
] as const satisfies readonly [EndpointChoice, ...EndpointChoice[]];

const tokens = readCommand({
  name: 'tokens',
  values: '<network>',
  summary: 'List the tokens that can be swapped on a network',
  examples: ['tuk swap tokens BSC', 'tuk swap tokens BSC --fields symbol,address -o csv'],
  service: 'wallet',
  endpoints: tokenWays,
  uses: [
    'wallet GET /v2/native-swap/{network}/tokens',
    'wallet GET /v1.1/native-swap/{network}/tokens',
    'wallet GET /v1/native-swap/{network}/tokens',
  ],
  columns: [{ path: 'symbol' }, { path: 'name' }, { path: 'decimals' }, { path: 'address' }],
  id: 'symbol',
  empty: ['No tokens can be swapped there.', 'Try another network: tuk swap tokens BSC'],
});

/** A token that can be swapped, as the list of its network has it. */
interface Token {
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
  readonly row: Row;
}

/** The token of a symbol or an address. @throws {BadInput} for one that is on no list, or a symbol that two share */
function tokenNamed(rows: readonly Row[], typed: string, flag: string): Token {
  const isAddress = /^0x[0-9a-f]{40}$/i.test(typed);
  const found = rows.filter((row) =>
    isAddress ? asText(row.address).toLowerCase() === typed.toLowerCase() : asText(row.symbol).toLowerCase() === typed.toLowerCase(),
  );
  const exact = found.filter((row) => row.symbol === typed);
  const [row, second] = exact.length > 0 ? exact : found;
  if (!row) {
    const known = rows.map(({ symbol }) => asText(symbol)).join(', ');
    throw new BadInput(
      'UNKNOWN_TOKEN',
      `${flag}: ${JSON.stringify(typed.slice(0, 60))} cannot be swapped there.`,
      known === '' ? 'The service lists none.' : `There are: ${known}.`,
    );
  }
  if (second)
    throw new BadInput('WHICH_TOKEN', `${flag}: two tokens there are called ${typed}.`, 'Give the address: tuk swap tokens NETWORK');
  const decimals = decimalsOf(row.decimals);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 77)
    throw new Guarded('NO_DECIMALS', `The list does not say how many decimals ${typed} has, so no amount of it can be sent.`);
  return { symbol: asText(row.symbol), address: asText(row.address), decimals, row };
}

const usualSlippage = '0.5';
const mostSlippage = 50;
/** Percent, as text. @throws {BadInput} */
function slippageOf(typed: unknown): string {
  if (typed === undefined) return usualSlippage;
  const percent = typed === '0' ? '0' : amountOf(String(typed), '--slippage', 4);
  if (Number(percent) <= mostSlippage) return percent;
  throw new BadInput('BAD_SLIPPAGE', `--slippage is at most ${mostSlippage} percent.`);
}

/** The least that a swap may bring, in base units, rounded down: the quote less the slippage. */
function leastOf(amount: string, slippage: string): string {
  const kept = 1_000_000n - baseOf(slippage);
  return ((BigInt(amount) * kept) / 1_000_000n).toString();
}
const baseOf = (percent: string): bigint => (percent === '0' ? 0n : baseUnits(percent, 4));

const quoteWays = [
  { call: 'quoteSwap', version: 'v2' },
  { call: 'quoteSwapV1', version: 'v1', when: 'signed-out' },
  { call: 'quoteSwapV1_1', version: 'v1.1', when: 'asked' },
] as const satisfies readonly [EndpointChoice, ...EndpointChoice[]];

const quote = readCommand({
  name: 'quote',
  summary: 'Quote a swap: what it would bring by now',
  description: `fromTokenAmount, toTokenAmount and leastTokenAmount are in base units, those that begin with whole are in whole tokens. The least is our own floor: the
quote less the slippage. A quote is good for half a minute or so; nothing is bought by it.`,
  options: [
    { flags: '--network <network>', summary: 'the network', words: Network, needed: true },
    { flags: '--from <token>', summary: 'what is given: a symbol or an address', needed: true },
    { flags: '--to <token>', summary: 'what is got: a symbol or an address', needed: true },
    { flags: '--amount <amount>', summary: 'how much is given, in whole tokens', as: 'amount', needed: true },
    { flags: '--slippage <percent>', summary: 'how much worse it may come, 0.5 if not given', to: false },
  ],
  examples: [
    'tuk swap quote --network BSC --from bMVL --to BNB --amount 1000',
    'tuk swap quote --network BSC --from BNB --to USDC --amount 0.25 --slippage 1',
    'tuk swap quote --network BSC --from BNB --to USDC --amount 0.25 --jq .wholeLeastTokenAmount',
  ],
  service: 'wallet',
  endpoints: quoteWays,
  uses: [
    'wallet GET /v2/native-swap/{network}/quote',
    'wallet GET /v1/native-swap/{network}/quote',
    'wallet GET /v1.1/native-swap/{network}/quote',
    'wallet GET /v2/native-swap/{network}/tokens',
  ],
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
  one: true,
  fetchAll: async (once, { network, from, to, amount }, { typed, context }) => {
    const slippage = slippageOf(typed.options.slippage);
    checkGiven({ network, from, to, amount });
    await checkToken(String(from), '--from', String(network));
    await checkToken(String(to), '--to', String(network));
    const list = await readBy(context, { service: 'wallet', endpoints: tokenWays }, { network });
    if (!list) return undefined; // a dry run shows the first request: the next needs its answer
    const rows = listing(list.data)?.rows ?? [];
    const [sold, bought] = [tokenNamed(rows, String(from), '--from'), tokenNamed(rows, String(to), '--to')];
    if (sold.address === bought.address) throw new BadInput('SAME_TOKEN', '--from and --to name the same token.');
    const raw = baseUnits(String(amount), sold.decimals, '--amount').toString();
    const reply = await once({ network, fromTokenAddress: sold.address, toTokenAddress: bought.address, amount: raw });
    return reply && told(reply.text, { sold, bought, raw, slippage }, context);
  },
});

/** A symbol passes. @throws {BadInput} for what was meant as an address and is none of the network; {Guarded} for what may be a key */
async function checkToken(typed: string, flag: string, network: string): Promise<void> {
  if (typed.length < shortestAddress && !/^0x/i.test(typed)) return; // a symbol
  (await import('../../money/address.js')).requireAddress(typed, flag, network);
}
const shortestAddress = 26;

function checkGiven(given: Readonly<Record<string, unknown>>): void {
  const missing = Object.keys(given).filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  const names = missing.map((name) => `--${name}`);
  const said = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  throw new BadInput(
    'MISSING_OPTION',
    `${said} ${names.length === 1 ? 'is' : 'are'} needed; nothing was sent.`,
    'See what there is: tuk swap tokens BSC',
  );
}

interface Asked {
  readonly sold: Token;
  readonly bought: Token;
  /** In base units. */
  readonly raw: string;
  /** Percent. */
  readonly slippage: string;
}
/** A quote with what people want to know of it. @throws {Guarded} where it is of something else than was asked for */
async function told(json: string, { sold, bought, raw, slippage }: Asked, { world }: Context): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
  const answer = parseLossless(json);
  if (!isRecord(answer)) return json;
  checkSame(answer, 'fromToken', sold);
  checkSame(answer, 'toToken', bought);
  const [gives, brings] = [asText(answer.fromTokenAmount), asText(answer.toTokenAmount)];
  if (gives !== raw) throw new Guarded('OTHER_QUOTE', `The quote is for ${gives} base units, and ${raw} were asked for.`);
  if (!/^\d+$/.test(brings)) throw new Guarded('BAD_QUOTE', 'The quote does not say what it brings in base units.');
  const least = leastOf(brings, slippage);
  const wholes = {
    wholeFromTokenAmount: whole(gives, sold.decimals),
    wholeToTokenAmount: whole(brings, bought.decimals),
    wholeLeastTokenAmount: whole(least, bought.decimals),
  };
  const rate = rateOf(BigInt(gives), sold.decimals, BigInt(brings), bought.decimals);
  const inverseRate = rateOf(BigInt(brings), bought.decimals, BigInt(gives), sold.decimals);
  const quotedAt = new Date(world.clock.now()).toISOString();
  const own = { leastTokenAmount: least, ...wholes, slippage, rate, inverseRate, quotedAt };
  return stringifyLossless({ ...answer, fromToken: answer.fromToken ?? sold.row, toToken: answer.toToken ?? bought.row, ...own });
}

/** Two sources have to agree on what is swapped (SAFETY.md section 2). */
function checkSame(answer: Row, field: string, { address, decimals, symbol }: Token): void {
  const [said, places] = [valueAt(answer, `${field}.address`), valueAt(answer, `${field}.decimals`)];
  const other = !isNothing(said) && asText(said).toLowerCase() !== address.toLowerCase();
  const finer = !isNothing(places) && asText(places) !== String(decimals);
  if (other || finer)
    throw new Guarded(
      'OTHER_TOKEN',
      `The quote has another ${field} than the token list: ${symbol} at ${address} with ${decimals} decimals.`,
    );
}

/** How much of one is got for one whole of the other, to eighteen places, rounded down. */
function rateOf(gives: bigint, from: number, brings: bigint, to: number): string | null {
  if (gives === 0n) return null;
  return whole(((brings * 10n ** BigInt(from + 18)) / (gives * 10n ** BigInt(to))).toString(), 18) ?? null;
}

export const quotes: readonly Command[] = [tokens, quote];
