// `tuk swap run`: quote, allowance, transaction, decoding, simulation, confirmation, signature, record: one operation, signed here.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { chainAccess, chainDependencies } from '../../engine/chain-access.js';
import { allowanceIntent, allowanceOf, needsReset } from '../../engine/chain-allowance.js';
import { confirmationOptions, feeChoice, feeOptions, finish, followOptions } from '../../engine/chain-operation.js';
import { balanceOf, coinAddress } from '../../engine/chain-token.js';
import { clientRefOf } from '../../engine/client-ref.js';
import type { Option } from '../../engine/params.js';
import { despiteFlag, despiteOf } from '../../engine/shared-options.js';
import { keyOptions, signerOf } from '../../engine/signing-key.js';
import { readSpender, type SwapVersion, swapVersionNames, swapVersionOf } from '../../engine/swap-versions.js';
import { amountOf, baseUnits } from '../../money/amount.js';
import { grouped, whole } from '../../money/amount-text.js';
import { type Decimal, decimalOf, decimalText, isMore } from '../../money/decimal.js';
import { coinOf, type EvmToken } from '../../money/evm/describe.js';
import { gasBounds } from '../../money/evm/fees.js';
import { sameAddress } from '../../money/evm/hex.js';
import { type ChainIntent, isUsedBefore, runIntent } from '../../money/evm/pipeline.js';
import { checkRouter, pinnedRouter } from '../../money/evm/router.js';
import { checksummed } from '../../money/evm/transaction.js';
import { parseLimits } from '../../money/policy/limits.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, Failure, Guarded, Refused } from '../../services/http/errors.js';
import { selectionOf } from '../wallet/send.js';
import { type BuiltTransaction, buildTransaction, checkBuilt, checkEffect } from './built-transaction.js';
import { type Plan, readPlan, withPlan, writePlan } from './plan.js';
import { fetchQuote, priceFell, refreshed } from './swap-quote.js';
import { swapToken, tokenList } from './swap-tokens.js';

/** What a quote may age to before it is fetched again, milliseconds (docs/money.md 6). */
const freshness = 30_000;

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
  { ...despiteFlag, param: false },
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
      'listTokens',
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
  const deps = await chainDependencies(context, access, signer, { newRecipient: input.newRecipient === true, despite: despiteOf(input) });
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
    const has = await balanceOf(access, sells, from);
    if (has < raw) throw insufficient(has, raw, sells, from);
  }

  const isShort = sells.address !== undefined && (await allowanceOf(access, sells.address, from, spender)) < raw;
  const mayBeShort = isShort && (deps.dryRun || input.planOut !== undefined);
  const unestimated = { ...fee, gasLimit: fee.gasLimit ?? BigInt(Math.ceil((quote.gas ?? 400_000) * 1.5)) };
  /** Gives the router an exact allowance of what is sold. @returns the exit code */
  const setAllowance = async (): Promise<number> => {
    const token = { ...sells, address: sells.address! };
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
    return 0;
  };
  let built: BuiltTransaction | undefined;
  const intent: ChainIntent = {
    call: 'swap',
    from,
    asked,
    clientRef,
    fee: mayBeShort ? unestimated : fee,
    nonce: undefined,
    gasBound: gasBounds.swap,
    lacksAllowance: mayBeShort,
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
  if (isShort && !mayBeShort) {
    const judged = await runIntent({ ...intent, fee: unestimated, lacksAllowance: true }, { ...deps, dryRun: true });
    if (judged.kind === 'plan' && judged.refused) throw judged.refused; // before the allowance costs a fee
    const code = await setAllowance();
    if (code !== 0) return code;
  }
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
    const code = await finish(context, outcome, from, deps, follow); // a swap that would be refused has no plan
    writePlan(context, input.planOut, plan);
    return code;
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

/** Records a swap at the platform; a failure does not undo it, and is only logged (platform 3.4). */
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
