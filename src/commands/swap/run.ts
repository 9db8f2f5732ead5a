// `tuk swap run`: quote, allowance, transaction, decoding, simulation, confirmation, signature, record: one operation, signed here.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { chainAccess, chainDependencies } from '../../engine/chain-access.js';
import { allowanceIntent, allowanceOf, needsReset } from '../../engine/chain-allowance.js';
import { confirmationOptions, feeChoice, feeOptions, finish, followOptions } from '../../engine/chain-operation.js';
import { balanceOf, coinAddress } from '../../engine/chain-token.js';
import { clientRefOf } from '../../engine/client-ref.js';
import type { Option } from '../../engine/params.js';
import { keyOptions, signerOf } from '../../engine/signing-key.js';
import { readSpender, readSwap, type SwapVersion, swapVersionNames, swapVersionOf } from '../../engine/swap-versions.js';
import { amountOf, baseUnits } from '../../money/amount.js';
import { grouped, whole } from '../../money/amount-text.js';
import { type Decimal, decimalOf, decimalText, isMore } from '../../money/decimal.js';
import { coinOf, type EvmToken, type TransactionEffect, wholeAmount } from '../../money/evm/describe.js';
import { gasBounds } from '../../money/evm/fees.js';
import { sameAddress } from '../../money/evm/hex.js';
import { type ChainIntent, isUsedBefore, runIntent } from '../../money/evm/pipeline.js';
import { checkRouter, pinnedRouter } from '../../money/evm/router.js';
import { checksummed } from '../../money/evm/transaction.js';
import { parseLimits } from '../../money/policy/limits.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, Failure, Guarded, LocalFailure, Refused, ServerFailure } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { selectionOf } from '../wallet/send.js';

/** What a quote may age to before it is fetched again, milliseconds (SAFETY.md section 2). */
const freshness = 30_000;
/** The bounds of a built transaction's deadline, seconds from now. */
const [shortestDeadline, longestDeadline] = [20n, 3600n];

const options: readonly Option[] = [
  { flags: '--network <network>', summary: 'the network', words: Network, required: true },
  { flags: '--from <token>', summary: 'the token to sell: a symbol or an address', required: true },
  { flags: '--to <token>', summary: 'the token to buy: a symbol or an address', required: true },
  { flags: '--amount <amount>', summary: 'the amount to sell, in whole tokens', as: 'amount', required: true },
  { flags: '--slippage <percent>', summary: 'how much less than the quote may arrive; default: 0.5', param: false },
  { flags: '--max-impact <percent>', summary: 'the most that the swap itself may move the price; default: 5', param: false },
  { flags: '--recipient <address>', summary: 'who gets what is bought; default: the account itself', as: 'address', param: false },
  { flags: '--plan-out <file>', summary: 'write the plan to a file, and sign nothing', param: false },
  { flags: '--plan <file>', summary: 'sign a plan that was written before', param: false },
  {
    flags: '--api-version <version>',
    summary: 'the version of the swap service; default: v2 signed in, else v1',
    words: swapVersionNames,
    param: false,
  },
  ...feeOptions,
  ...confirmationOptions,
  ...keyOptions,
  { flags: '--new-recipient', summary: 'confirm a recipient that has received nothing so far', param: false },
  {
    flags: '--client-ref <name>',
    summary: 'an idempotency key of your own: the same command run again returns the earlier result',
    param: false,
  },
];

export const run: Command = {
  name: 'run',
  summary: 'Swap tokens, signed here',
  description: `Fetches a quote, allows the trusted router exactly the amount where a token needs it, has the platform build the transaction, and decodes it: chain,
router, value, tokens, recipient and the least that arrives must be what was quoted, byte for byte, or nothing is signed. The floor is tuk's own: the
quote less --slippage. A quote older than 30 seconds is fetched again before the signature. One version of the service serves the whole run.
--plan-out splits review from signing: the file is checked again when it is signed. Exit 7: what the platform built is refused, with the reason.`,
  options,
  examples: [
    'tuk swap run --network BSC --from BNB --to USDC --amount 0.05 --key-file phrase.txt --yes',
    'tuk swap run --network BSC --from bMVL --to BNB --amount 100 --slippage 1 --client-ref dca-1 --key-file phrase.txt --yes',
    'tuk swap run --network BSC --from BNB --to USDC --amount 0.05 --key-file phrase.txt --dry-run',
  ],
  uses: {
    wallet: [
      'listSwapTokens',
      'getSpenderV2',
      'quoteSwap',
      'buildSwap',
      'recordSwap',
      'listSwapTokensV1',
      'getSpenderV1',
      'quoteSwapV1',
      'buildSwapV1',
      'recordSwapV1',
      'listSwapTokensV1_1',
      'getSpenderV1_1',
      'quoteSwapV1_1',
      'buildSwapV1_1',
      'listNetworkTokens',
      'recordTransaction',
    ],
    user: ['listWalletsV2'],
  },
  prompts: true,
  run: async (typed, context) => {
    const planned = typeof typed.options.plan === 'string' ? readPlan(context, typed.options.plan) : undefined;
    const args = planned ? withPlan(typed, planned) : typed;
    if (typeof args.options.network === 'string') (await import('../../money/evm/chain.js')).requireEvm(args.options.network);
    const [{ runWizard }, { questionsOf }] = await Promise.all([
      import('../../cli/prompts/wizard.js'),
      import('../../engine/run-change.js'),
    ]);
    return swap(await runWizard(args, questionsOf({ options }, context), undefined, context), context, planned);
  },
};

/** A plan as it is written: what was asked for, what was quoted, and the transaction that was built. */
interface Plan {
  readonly tuk: 'swap plan 1';
  readonly at: string;
  readonly network: string;
  readonly chainId: string;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly slippage: string;
  readonly recipient: string;
  readonly version: SwapVersion;
  readonly floor: string;
  readonly built: BuiltTransaction;
}
interface BuiltTransaction {
  readonly to: string;
  readonly data: string;
  readonly value: string;
}

async function swap({ options: input }: Arguments, context: Context, plan: Plan | undefined): Promise<number> {
  const settings = context.settings();
  const network = String(input.network);
  const limits = parseLimits(settings.of.limits);
  const slippage = limitedPercent(input.slippage, '0.5', '--slippage', limits.slippage, 'limits.slippage');
  const maxImpact = limitedPercent(input.maxImpact, '5', '--max-impact', limits.impact, 'limits.impact');
  amountOf(String(input.amount), '--amount');
  const [fee, follow, clientRef] = [feeChoice(input), followOptions(input, context), clientRefOf(input)];
  if (typeof input.recipient === 'string') (await import('../../money/address.js')).requireAddress(input.recipient, '--recipient', network);
  const version = plan?.version ?? (await swapVersionOf(context, input.apiVersion));
  const signer = await signerOf(context, selectionOf(input));
  const from = signer.address;
  if (plan && !sameAddress(plan.account, from))
    throw new Guarded('WRONG_KEY', `The plan is of ${plan.account}, and the key is that of ${from}; nothing was signed.`);
  const recipient = typeof input.recipient === 'string' ? checksummed(input.recipient) : from;
  const access = await chainAccess(context, network);
  const deps = await chainDependencies(context, access, signer, { newRecipient: input.newRecipient === true });
  const profile = settings.profile.value;
  const list = await tokenList(context, version, network);
  const [sells, buys] = [
    await swapToken(list, String(input.from), '--from', deps.tokenAt, coinOf(access.chain)),
    await swapToken(list, String(input.to), '--to', deps.tokenAt, coinOf(access.chain)),
  ];
  if (sells.address === buys.address) throw new BadInput('SAME_TOKEN', '--from and --to name the same token; nothing was signed.');
  const raw = baseUnits(String(input.amount), sells.decimals, '--amount');
  const asked = JSON.stringify({
    swap: true,
    network,
    chainId: access.chain.chainId.toString(),
    from,
    sells: sells.address ?? 'coin',
    buys: buys.address ?? 'coin',
    rawAmount: raw.toString(),
    recipient,
  });
  if (clientRef !== undefined && isUsedBefore({ call: 'swap', asked, clientRef, from }, deps)) {
    const outcome = await runIntent(earlierIntent(from, asked, clientRef, fee), deps);
    if (outcome.kind === 'sent') await recordSwap(context, version, network, outcome.entry);
    return finish(context, outcome, from, deps, follow);
  }
  const spender = await readSpender(context, version, network);
  const pin = pinnedRouter(access.pins, network);
  await checkRouter(access.rpc, spender, network, pin, profile);
  const request = { context, version, network, sells, buys, raw, from, recipient, slippage, maxImpact };
  let quote = await fetchQuote(request);
  const floor = floorOf(quote.toAmount, slippage);
  if (plan && BigInt(plan.floor) > floor) throw priceFell(floor, BigInt(plan.floor), buys);

  if (sells.address !== undefined) {
    const token = { ...sells, address: sells.address };
    const has = await balanceOf(access, sells, from);
    if (has < raw) throw insufficient(has, raw, sells, from);
    if ((await allowanceOf(access, token.address, from, spender)) < raw && !deps.dryRun && input.planOut === undefined) {
      context.log(
        `  The router may not take ${sells.symbol} yet: an allowance of exactly ${whole(raw.toString(), sells.decimals)} ${sells.symbol} goes first.`,
      );
      const change = {
        from,
        token,
        spender,
        raw,
        fee,
        clientRef: clientRef === undefined ? undefined : `${clientRef}:allowance`,
        checkSpender: () => checkRouter(access.rpc, spender, network, pin, profile),
      };
      const steps = (await needsReset(access, change))
        ? [{ ...change, raw: 0n, clientRef: clientRef === undefined ? undefined : `${clientRef}:reset` }, change]
        : [change];
      for (const step of steps) {
        const code = await finish(context, await runIntent(allowanceIntent(step, deps), deps), from, deps, {
          ...follow,
          confirmations: follow.confirmations > 0n ? follow.confirmations : 1n,
          isStep: true,
        });
        if (code !== 0) return code;
      }
    }
  }

  const mayBeShort =
    sells.address !== undefined &&
    (deps.dryRun || input.planOut !== undefined) &&
    (await allowanceOf(access, sells.address, from, spender)) < raw;
  let built: BuiltTransaction | undefined;
  const intent: ChainIntent = {
    call: 'swap',
    from,
    asked,
    clientRef,
    fee: mayBeShort ? { ...fee, gasLimit: fee.gasLimit ?? BigInt(Math.ceil((quote.gas ?? 400_000) * 1.5)) } : fee,
    nonce: undefined,
    gasBound: gasBounds.swap,
    build: async () => {
      if (context.world.clock.now() - quote.at > freshness) quote = await refreshed(request, floor);
      built = plan?.built ?? (await buildTransaction(request, quote, spender));
      checkBuilt(built, { sells, raw, spender });
      return { to: spender, value: BigInt(built.value), data: built.data };
    },
    check: async (effect) =>
      checkEffect(effect, { sells, buys, raw, floor, recipient, router: spender, now: await access.rpc.newestTime() }),
    notes: async () => [
      [
        'Quoted',
        `${grouped(whole(quote.toAmount.toString(), buys.decimals)!)} ${buys.symbol}, slippage ${slippage} %${quote.impact === undefined ? '' : `, price impact ${quote.impact} %`}`,
      ],
      ...(mayBeShort ? [['▲ Allowance', 'the router may not take it yet: an exact one is set first'] as const] : []),
    ],
    recheck: async () => {
      if (context.world.clock.now() - quote.at > freshness) quote = await refreshed(request, floor);
      await checkRouter(access.rpc, spender, network, pin, profile);
    },
  };
  if (typeof input.planOut === 'string') {
    const outcome = await runIntent(intent, { ...deps, dryRun: true });
    const plan: Plan = {
      tuk: 'swap plan 1',
      at: new Date(context.world.clock.now()).toISOString(),
      network,
      chainId: access.chain.chainId.toString(),
      account: from,
      from: sells.address ?? coinAddress,
      to: buys.address ?? coinAddress,
      amount: whole(raw.toString(), sells.decimals)!,
      slippage,
      recipient,
      version,
      floor: floor.toString(),
      built: built!,
    };
    writePlan(context, input.planOut, plan);
    return finish(context, outcome, from, deps, follow);
  }
  const outcome = await runIntent(intent, deps);
  if (outcome.kind === 'sent') await recordSwap(context, version, network, outcome.entry);
  return finish(context, outcome, from, deps, follow);
}

/** The intent of a swap whose reference was used before: its operation is settled, and nothing is built. */
const earlierIntent = (from: string, asked: string, clientRef: string, fee: ChainIntent['fee']): ChainIntent => ({
  call: 'swap',
  from,
  asked,
  clientRef,
  fee,
  nonce: undefined,
  gasBound: gasBounds.swap,
  build: async () => {
    throw new Guarded('REF_RACE', 'Its reference has become free meanwhile; nothing was signed.', 'Run it again.');
  },
  check: () => {},
});

const insufficient = (has: bigint, raw: bigint, { symbol, decimals }: EvmToken, from: string): Refused =>
  new Refused(
    'refused',
    'INSUFFICIENT_FUNDS',
    `The account ${from} has ${whole(has.toString(), decimals)} ${symbol}, and ${whole(raw.toString(), decimals)} were to be sold; nothing was signed.`,
  );

/** Parses a share in per cent. @throws {BadInput} */
function percent(text: unknown, flag: string): string {
  const value = text === '0' ? '0' : amountOf(String(text), flag, 4);
  if (Number(value) <= 50) return value;
  throw new BadInput('BAD_PERCENT', `${flag} is at most 50 percent.`);
}
/** A share in per cent, up to the limit of the profile. @throws {BadInput} {Guarded} OVER_LIMIT */
function limitedPercent(typed: unknown, usual: string, flag: string, limit: Decimal | undefined, name: string): string {
  const value = percent(typed ?? usual, flag);
  if (limit === undefined || !isMore(decimalOf(value)!, limit)) return value;
  if (typed === undefined) return decimalText(limit);
  throw new Guarded('OVER_LIMIT', `${flag} is ${value} %, above ${name} of the profile, ${decimalText(limit)} %; nothing was signed.`);
}

/** The quote less the slippage, in base units, rounded down as tuk swap quote shows it. */
function floorOf(toAmount: bigint, slippage: string): bigint {
  const cut = slippage === '0' ? 0n : baseUnits(slippage, 4);
  return (toAmount * (1_000_000n - cut)) / 1_000_000n;
}

interface SwapRequest {
  readonly context: Context;
  readonly version: SwapVersion;
  readonly network: string;
  readonly sells: EvmToken;
  readonly buys: EvmToken;
  readonly raw: bigint;
  readonly from: string;
  readonly recipient: string;
  readonly slippage: string;
  readonly maxImpact: string;
}
interface Quote {
  readonly toAmount: bigint;
  readonly impact: string | undefined;
  readonly protocols: unknown;
  readonly gas: number | undefined;
  /** Epoch milliseconds, before the request. */
  readonly at: number;
}

const query = ({ sells, buys, raw }: SwapRequest) => ({
  fromTokenAddress: sells.address ?? coinAddress,
  toTokenAddress: buys.address ?? coinAddress,
  amount: raw.toString(),
});

/** Fetches a quote. @throws {Guarded} OTHER_QUOTE, OTHER_TOKEN, DECIMALS_DISAGREE, IMPACT_TOO_HIGH; {ServerFailure} */
async function fetchQuote(request: SwapRequest): Promise<Quote> {
  const { context, version, network, sells, buys, raw, maxImpact } = request;
  const at = context.world.clock.now();
  const quote = await readSwap(context, version, 'quote', network, query(request));
  checkQuotedToken(quote, 'fromToken', sells);
  checkQuotedToken(quote, 'toToken', buys);
  const [fromAmount, toAmount] = [asText(quote.fromTokenAmount), asText(quote.toTokenAmount)];
  if (fromAmount !== raw.toString())
    throw new Guarded(
      'OTHER_QUOTE',
      `The quote is for ${JSON.stringify(fromAmount.slice(0, 90))} base units, and ${raw} were requested; nothing was signed.`,
    );
  if (!/^[1-9]\d{0,77}$/.test(toAmount))
    throw new ServerFailure('UNUSABLE_ANSWER', 'The quote has no amount to receive in base units; nothing was signed.', {
      service: 'wallet',
      call: 'quoteSwap',
    });
  const impact = asText(quote.priceImpact).replace(/%$/, '').trim();
  const decimal = impact === '' ? undefined : decimalOf(impact.replace(/^-/, ''));
  if (impact !== '' && decimal === undefined)
    throw new ServerFailure(
      'UNUSABLE_ANSWER',
      `The price impact of the quote is ${JSON.stringify(impact.slice(0, 60))}, which is no number; nothing was signed.`,
      { service: 'wallet', call: 'quoteSwap' },
    );
  if (decimal === undefined) context.log('▲ The quote names no price impact.');
  else if (isMore(decimal, decimalOf(maxImpact)!))
    throw new Guarded(
      'IMPACT_TOO_HIGH',
      `The swap moves the price by ${impact} %, and --max-impact is ${maxImpact} %; nothing was signed.`,
      'Swap less at a time.',
    );
  const gas = Number(asText(quote.estimatedGas));
  return {
    toAmount: BigInt(toAmount),
    impact: impact === '' ? undefined : impact,
    protocols: quote.protocols,
    gas: Number.isSafeInteger(gas) && gas > 21_000 ? gas : undefined,
    at,
  };
}

/** A new quote for an old one. @throws {Guarded} QUOTE_WORSE where it brings less than the floor */
async function refreshed(request: SwapRequest, floor: bigint): Promise<Quote> {
  const quote = await fetchQuote(request);
  if (quote.toAmount >= floor) return quote;
  throw priceFell(quote.toAmount, floor, request.buys);
}
const priceFell = (now: bigint, floor: bigint, { symbol, decimals }: EvmToken): Guarded =>
  new Guarded(
    'QUOTE_WORSE',
    `The price has changed: ${whole(now.toString(), decimals)} ${symbol} would arrive now, and the floor is ${whole(floor.toString(), decimals)} ${symbol}; nothing was signed.`,
    'Run it again to be asked about the new price.',
  );

/** @throws {Guarded} OTHER_TOKEN, DECIMALS_DISAGREE where a quote or a built swap is about another token */
function checkQuotedToken(quote: Row, field: string, token: EvmToken): void {
  const [address, decimals] = [valueAt(quote, `${field}.address`), valueAt(quote, `${field}.decimals`)];
  if (!isNothing(address) && !sameAddress(asText(address), token.address ?? coinAddress))
    throw new Guarded('OTHER_TOKEN', `The quote is about another ${field} than ${token.symbol}; nothing was signed.`);
  if (!isNothing(decimals) && decimalsOf(decimals) !== token.decimals)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${token.symbol} has ${token.decimals} decimals, and ${asText(decimals)} by the quote; nothing was signed.`,
    );
}

/** Has the platform build the transaction. @throws {Guarded} for one that is not of this account, chain or type; {ServerFailure} */
async function buildTransaction(request: SwapRequest, quote: Quote, spender: string): Promise<BuiltTransaction> {
  const { context, version, network, from, recipient, slippage, raw } = request;
  const { stringifyLossless } = await import('../../services/lossless-number.js');
  const answer = await readSwap(context, version, 'build', network, {
    ...query(request),
    fromAddress: from,
    slippage,
    ...(quote.protocols === undefined ? {} : { protocols: stringifyLossless(quote.protocols) }),
    ...(sameAddress(recipient, from) ? {} : { destReceiver: recipient }),
  });
  const { tx } = answer;
  if (!isRecord(tx))
    throw new ServerFailure('UNUSABLE_ANSWER', 'The platform built no transaction; nothing was signed.', {
      service: 'wallet',
      call: 'buildSwap',
    });
  const refuse = (code: string, what: string) => new Guarded(code, `What the platform built is refused: ${what}; nothing was signed.`);
  if (!isNothing(answer.fromTokenAmount) && asText(answer.fromTokenAmount) !== raw.toString())
    throw refuse('OTHER_QUOTE', `it sells ${asText(answer.fromTokenAmount).slice(0, 90)} base units for ${raw}`);
  checkQuotedToken(answer, 'fromToken', request.sells);
  checkQuotedToken(answer, 'toToken', request.buys);
  for (const name of Object.keys(tx))
    if (!builtFields.has(name))
      throw refuse('UNKNOWN_FIELD', `it has the field ${JSON.stringify(name.slice(0, 60))}, whose meaning is not known`);
  const text = (name: string) => asText(tx[name]);
  if (!sameAddress(text('from'), from)) throw refuse('OTHER_ACCOUNT', `it is from ${text('from').slice(0, 60)}`);
  if (!sameAddress(text('to'), spender))
    throw refuse('OTHER_ROUTER', `it is sent to ${text('to').slice(0, 60)}, and not to the trusted router ${spender}`);
  const { chainId, type } = tx;
  const ownId = (await chainIdOf(context, network)).toString();
  if (!isNothing(chainId) && !isNumber(asText(chainId), BigInt(ownId)))
    throw refuse('OTHER_CHAIN', `it is for chain ${asText(chainId).slice(0, 30)}, and ${network} is chain ${ownId}`);
  if (!isNothing(type) && !isNumber(asText(type), 0n) && !isNumber(asText(type), 2n))
    throw refuse('BAD_TRANSACTION', `its type is ${asText(type).slice(0, 30)}`);
  const value = text('value') === '' ? '0' : text('value');
  if (!/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) throw refuse('BAD_TRANSACTION', 'its value is no number');
  if (!/^0x([0-9a-fA-F]{2})+$/.test(text('data'))) throw refuse('BAD_TRANSACTION', 'its call data are no bytes');
  return { to: checksummed(text('to')), data: text('data').toLowerCase(), value: BigInt(value).toString() };
}
/** The fields that a built transaction may have; gas and its price are chosen here, and nonce is that of the account. */
const builtFields: ReadonlySet<string> = new Set([
  'from',
  'to',
  'data',
  'value',
  'gas',
  'gasPrice',
  'gasLimit',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'chainId',
  'type',
]);
const isNumber = (text: string, number: bigint): boolean => /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(text) && BigInt(text) === number;
const chainIdOf = async (context: Context, network: string): Promise<bigint> => (await chainAccess(context, network)).chain.chainId;

/** Checks what is sent along with a built transaction. @throws {Guarded} */
function checkBuilt(
  { to, value }: BuiltTransaction,
  { sells, raw, spender }: { readonly sells: EvmToken; readonly raw: bigint; readonly spender: string },
): void {
  if (!sameAddress(to, spender))
    throw new Guarded('OTHER_ROUTER', `The transaction is sent to ${to}, and not to the trusted router ${spender}; nothing was signed.`);
  const expected = sells.address === undefined ? raw : 0n;
  if (BigInt(value) === expected) return;
  throw new Guarded('OTHER_VALUE', `The transaction sends ${value} wei along, and ${expected} were to be sent; nothing was signed.`);
}

/** Checks the decoded swap against what was quoted and asked for. @throws {Guarded} */
function checkEffect(
  effect: TransactionEffect,
  wanted: {
    readonly sells: EvmToken;
    readonly buys: EvmToken;
    readonly raw: bigint;
    readonly floor: bigint;
    readonly recipient: string;
    readonly router: string;
    /** Epoch seconds, of the chain. */
    readonly now: bigint;
  },
): void {
  const refuse = (code: string, what: string) => new Guarded(code, `The transaction is refused: ${what}; nothing was signed.`);
  if (effect.kind !== 'swap') throw refuse('OPAQUE_CALL', 'it is no swap of the trusted router');
  const { sells, buys, raw, floor, recipient, router, now } = wanted;
  if (!sameAddress(effect.router, router)) throw refuse('OTHER_ROUTER', `it calls ${effect.router}`);
  if (effect.sells.token.address !== sells.address || effect.sells.raw !== raw)
    throw refuse('OTHER_VALUE', `it sells ${wholeAmount(effect.sells)} ${effect.sells.token.symbol}`);
  if (effect.floor.token.address !== buys.address)
    throw refuse('OTHER_TOKEN', `it buys ${effect.floor.token.symbol}, and not ${buys.symbol}`);
  if (!sameAddress(effect.recipient, recipient))
    throw refuse('OTHER_RECIPIENT', `what is bought goes to ${effect.recipient}, and not to ${recipient}`);
  if (effect.floor.raw < floor)
    throw refuse(
      'FLOOR_TOO_LOW',
      `as little as ${wholeAmount(effect.floor)} ${buys.symbol} may arrive, and the floor is ${whole(floor.toString(), buys.decimals)} ${buys.symbol}`,
    );
  const left = effect.deadline - now;
  if (left < shortestDeadline || left > longestDeadline)
    throw refuse('BAD_DEADLINE', left < shortestDeadline ? 'its deadline has passed or is too near' : 'it is valid for more than an hour');
}

/** Records a swap at the platform; a failure does not undo it, and is only logged (CONTRACT.md 7.1). */
async function recordSwap(
  context: Context,
  version: SwapVersion,
  network: string,
  entry: { readonly raw: string; readonly hash: string; readonly sender: string; readonly nonce: number },
): Promise<void> {
  const [{ parseTransaction }, { swapVersions }, { readByName }] = await Promise.all([
    import('../../money/evm/transaction.js'),
    import('../../engine/swap-versions.js'),
    import('../../engine/read-endpoint.js'),
  ]);
  const { to, data, value } = parseTransaction(entry.raw);
  try {
    await readByName(context, 'wallet', swapVersions[version].record, {
      network,
      hash: entry.hash,
      value: value.toString(),
      from: checksummed(entry.sender),
      to,
      data,
      nonce: entry.nonce,
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.log(`  The platform has not recorded it; the swap goes on all the same: ${error.message}`);
  }
}

/** The tokens that can be swapped. @throws {Failure} */
async function tokenList(context: Context, version: SwapVersion, network: string): Promise<readonly Row[]> {
  const { tokens } = await readSwap(context, version, 'tokens', network);
  const rows = isRecord(tokens) ? Object.values(tokens) : Array.isArray(tokens) ? tokens : [];
  return rows.filter(isRecord);
}

/**
 * Finds a token of the swap list, with the decimals on which the list, the contract and the platform's token list agree.
 * @throws {BadInput} UNKNOWN_TOKEN, WHICH_TOKEN; {Guarded} DECIMALS_DISAGREE
 */
async function swapToken(
  rows: readonly Row[],
  input: string,
  flag: string,
  tokenAt: (address: string) => Promise<EvmToken>,
  coin: EvmToken,
): Promise<EvmToken> {
  const isAddress = /^0x/i.test(input);
  if (isAddress) (await import('../../money/address.js')).requireAddress(input, flag);
  const matches = rows.filter((row) =>
    isAddress ? sameAddress(asText(row.address), input) : asText(row.symbol).toLowerCase() === input.toLowerCase(),
  );
  const addresses = [...new Set(matches.map(({ address }) => asText(address).toLowerCase()))];
  const [address] = addresses;
  if (address === undefined)
    throw new BadInput(
      'UNKNOWN_TOKEN',
      `${flag}: ${JSON.stringify(input.slice(0, 60))} cannot be swapped on this network; nothing was signed.`,
      `There are: ${[...new Set(rows.map(({ symbol }) => asText(symbol)))].slice(0, 30).join(', ')}.`,
    );
  if (addresses.length > 1)
    throw new BadInput(
      'WHICH_TOKEN',
      `${flag}: ${addresses.length} tokens of this network are called ${input}; nothing was signed.`,
      'Give the address: tuk swap tokens NETWORK',
    );
  if (!/^0x[0-9a-f]{40}$/.test(address))
    throw new Guarded('UNUSABLE_TOKEN', `${flag}: the list names no usable address for it; nothing was signed.`);
  const listed = decimalsOf(matches[0]!.decimals);
  const token: EvmToken = sameAddress(address, coinAddress) ? coin : await tokenAt(address);
  if (listed === token.decimals) return token;
  throw new Guarded(
    'DECIMALS_DISAGREE',
    `${flag}: ${token.symbol} has ${token.decimals} decimals by its contract, and ${Number.isNaN(listed) ? 'none' : listed} by the swap list; nothing was signed.`,
  );
}

function writePlan(context: Context, file: string, plan: Plan): void {
  const place = path.resolve(context.world.cwd, file);
  try {
    writeFileSync(place, `${JSON.stringify(plan, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new LocalFailure(
      'PLAN_UNWRITABLE',
      `The plan cannot be written to ${file}: ${(error as Error).message}.`,
      'Give the name of a new file.',
      error,
    );
  }
  context.log(`✓ The plan is in ${file}. Sign it: tuk swap run --plan ${file}`);
}

/** Reads a plan; what it says is checked like an answer of the platform. @throws {BadInput} BAD_PLAN */
function readPlan(context: Context, file: string): Plan {
  const bad = (why: string) =>
    new BadInput('BAD_PLAN', `The plan ${file} cannot be used: ${why}; nothing was signed.`, 'Write one with --plan-out.');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path.resolve(context.world.cwd, file), 'utf8'));
  } catch (error) {
    throw bad((error as Error).message.slice(0, 120));
  }
  if (!isRecord(value) || value.tuk !== 'swap plan 1' || !isRecord(value.built)) throw bad('it is no plan of this version');
  const plan = value as unknown as Plan;
  const isAddress = (text: unknown) => typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text);
  const sound =
    [plan.account, plan.from, plan.to, plan.recipient, plan.built.to].every(isAddress) &&
    /^0x([0-9a-f]{2})+$/.test(plan.built.data) &&
    /^\d{1,78}$/.test(plan.built.value) &&
    /^\d{1,78}$/.test(plan.floor) &&
    swapVersionNames.includes(plan.version);
  if (!sound) throw bad('its values are not those of a plan');
  return plan;
}

/** The arguments with those of a plan; one that was typed too must be the same. @throws {BadInput} PLAN_DIFFERS */
function withPlan(args: Arguments, plan: Plan): Arguments {
  const { network, from, to, amount, slippage, recipient } = plan;
  const own = { network, from, to, amount, slippage, recipient };
  for (const [name, value] of Object.entries(own))
    if (args.options[name] !== undefined && args.options[name] !== value)
      throw new BadInput(
        'PLAN_DIFFERS',
        `--${name} is ${JSON.stringify(args.options[name])}, and the plan has ${value}; nothing was signed.`,
        'Leave it out, or write a new plan.',
      );
  return { ...args, options: { ...args.options, ...own } };
}
