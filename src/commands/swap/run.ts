// `tuk swap run`: quote, allowance, transaction, check, confirmation, signature, record: one operation, signed here.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { allowanceIntent, allowanceOf, needsReset } from '../../engine/chain/allowance.js';
import { asStep, finish } from '../../engine/chain/operation.js';
import { signedTransferOptions } from '../../engine/chain/options.js';
import { balanceOf } from '../../engine/chain/token.js';
import { questionsOf } from '../../engine/change/complete-arguments.js';
import { partly } from '../../engine/read/partly.js';
import { readSpender, swapVersions } from '../../engine/read/swap-versions.js';
import { readEndpoint } from '../../engine/request/call.js';
import type { Option } from '../../engine/request/params.js';
import type { ChainToken } from '../../money/chain/effect.js';
import type { Outcome } from '../../money/chain/intent.js';
import { isUsedBefore } from '../../money/chain/pipeline.js';
import { requireEvm } from '../../money/evm/chain.js';
import { gasBounds } from '../../money/evm/fees.js';
import type { EvmIntent } from '../../money/evm/intent.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { checkRouter, pinnedRouter } from '../../money/evm/router.js';
import { checksummed, parseTransaction } from '../../money/evm/transaction.js';
import type { JournalEntry } from '../../money/ledger/journal.js';
import { baseUnits, whole } from '../../money/values/decimal.js';
import { evmNetworks } from '../../money/values/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { quoted } from '../../services/command-line.js';
import { Failure, Guarded, OutcomeUnknown, Refused, type Where } from '../../services/http/errors.js';
import {
  checkDeadline,
  checkFloor,
  checkStillOffered,
  isStale,
  makeOffer,
  type Offer,
  priceLines,
  priceWarnings,
  requestedSwap,
} from './swap-offer.js';
import { checkBounds, orderOptions, readOrder, type SwapOrder, type SwapRequest } from './swap-order.js';

// The allowance of a swap: set exactly; if the swap fails, the error names the command that takes it back.
type SoldToken = ChainToken & { readonly address: string };
const soldToken = ({ sells }: SwapRequest): SoldToken => ({ ...sells, address: sells.address! });

/** Whether the router may not take the sold amount yet. @throws {Failure} of the node */
const lacksAllowance = async ({ access, sells, raw, from, router }: SwapRequest): Promise<boolean> =>
  sells.address !== undefined && (await allowanceOf(access, sells.address, from, router)) < raw;

const allowanceStep = (request: SwapRequest) => {
  const { raw, from, router: spender, fee } = request;
  return { from, token: soldToken(request), spender, raw, fee, isStep: true };
};
/** Judges the allowance that a planned swap needs first. @throws {Failure} if it is refused */
async function judgeAllowance(request: SwapRequest): Promise<void> {
  const { deps } = request;
  const step = { ...allowanceStep(request), clientRef: undefined, checkSpender: async () => {} };
  const judged = await runIntent(allowanceIntent(step, deps), deps);
  if (judged.kind === 'plan' && judged.refused) throw judged.refused;
}

/**
 * Lets the router take exactly the sold amount, after a reset if the token needs one.
 * @returns the exit code @throws as `runIntent`; {Failure} partial after the reset
 */
async function setAllowance(request: SwapRequest, checkSpender: () => Promise<void>): Promise<number> {
  const { context, access, deps, sells, raw, from, follow, clientRef } = request;
  context.log(
    `  The router may not take ${sells.symbol} yet: an allowance of exactly ${whole(raw, sells.decimals)} ${sells.symbol} goes first.`,
  );
  const refOf = (step: string) => (clientRef === undefined ? undefined : `${clientRef}:${step}`);
  const change = { ...allowanceStep(request), clientRef: refOf('allowance'), checkSpender };
  const set = async (step: typeof change): Promise<number> =>
    (await finish(context, await runIntent(allowanceIntent(step, deps), deps), from, deps, asStep(follow))).exit;
  if (!(await needsReset(access, change))) return set(change);
  const code = await set({ ...change, raw: 0n, clientRef: refOf('reset') });
  if (code !== 0) return code;
  return orPartly(
    () => set(change),
    async () => ({ message: 'The old allowance was revoked, and no new one was set' }),
  );
}

/**
 * Runs the swap after its allowance was set.
 * @throws {Failure} partial, with the remaining allowance, if the swap is refused
 */
const withAllowance = <Result>(request: SwapRequest, run: () => Promise<Result>): Promise<Result> =>
  orPartly(run, async () => ({
    message: 'The allowance was set, but the swap was not made',
    ...(await standing(request, request.raw)),
  }));

/** Logs the remaining allowance after a mined swap. @throws {Failure} ALLOWANCE_LEFT if the swap ended badly */
async function leftAllowance(request: SwapRequest, code: number): Promise<readonly Failure[]> {
  const isBad = code === exitCode('ended-badly');
  if (!isBad && (code !== 0 || request.follow.confirmations === 0n)) return []; // it is not mined yet
  const { hint, ...where } = await standing(request, isBad ? request.raw : 0n);
  if (!where.allowance) return [];
  if (isBad)
    return [new Failure('ended-badly', 'ALLOWANCE_LEFT', 'The swap failed, and its allowance remains.', hint, where)];
  if (hint !== undefined) request.context.note({ is: 'warning', text: hint });
  return [];
}

interface Done extends Where {
  readonly message: string;
  readonly hint?: string;
}

/** @throws {Failure} a failure of `run` as a partial one; an unknown outcome is not changed */
async function orPartly<Result>(run: () => Promise<Result>, doneBefore: () => Promise<Done>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof OutcomeUnknown) throw error;
    const { message, hint, ...done } = await doneBefore();
    const text = `${message}: ${error.message}`;
    const next = [error.hint, hint].filter(Boolean).join(' '); // a command line ends it
    throw error.kind === 'interrupted'
      ? new Failure(error.kind, error.code, text, next, { ...error.where, ...done, unsent: false })
      : partly(error, { ...done, message: text, hint: next });
  }
}

/**
 * The present allowance of the router, with the command line that takes it back.
 * @param unread the amount if the read fails
 */
async function standing(
  request: SwapRequest,
  unread: bigint,
): Promise<Pick<Where, 'allowance' | 'revoke'> & { readonly hint?: string }> {
  const { context, access, network, from, router, key } = request;
  const { address: contract, symbol: token, decimals } = soldToken(request);
  const remaining = await allowanceOf(access, contract, from, router).catch(() => unread);
  if (remaining === 0n) return {};
  const amount = whole(remaining, decimals)!;
  const keyFlags = {
    '--key': key.key,
    '--key-file': key.keyFile,
    '--wallet': key.wallet,
    '--password-file': key.passwordFile,
  };
  const words = `tuk wallet allowance revoke --network ${network} --token ${contract} --spender ${router}`.split(' ');
  for (const [flag, value] of Object.entries(keyFlags)) if (value !== undefined) words.push(flag, value);
  if (context.flags.yes) words.push('--yes');
  const revoke = nextCommand(context, words.map(quoted).join(' '));
  return {
    allowance: { spender: router, token, contract, amount, rawAmount: remaining.toString() },
    revoke,
    hint: `The router may still take ${amount} ${token}. Take it back: ${revoke}`,
  };
}

const options: readonly Option[] = [
  plain('--network <network>', 'the network', { words: Network, offers: () => evmNetworks, required: true }),
  ...orderOptions,
  {
    flags: '--slippage <percent>',
    effects: ['widens'],
    summary: 'how much less than the quote may arrive, in percent; default: 0.5',
    param: false,
  },
  {
    flags: '--max-impact <percent>',
    effects: ['widens'],
    summary: 'the most that the swap may move the price, in percent; default: 5',
    param: false,
  },
  plain('--recipient <address>', 'the recipient of the bought tokens; default: the account itself', {
    as: 'address',
    param: false,
  }),
  ...signedTransferOptions,
];

export const run: Command = {
  name: 'run',
  signs: 'swap',
  dryRun: 'plan',
  summary: 'Swap tokens, signed here',
  description: `Use it to swap with a key of your own. The key never leaves this machine.

tuk fetches a quote. If the token needs an allowance, tuk allows the trusted router exactly the amount.
The platform builds the transaction, and tuk decodes it. Chain, router, value, tokens, path, recipient and minimum must equal your request.
If one byte differs, tuk signs nothing.

You receive at least the floor: the better of the quote and the router's own answer, less --slippage.
The price impact is the worst that any source shows. A quote older than 30 seconds is fetched again before tuk signs.
If the profile has limits and no second source confirms the quote, tuk refuses the swap.
A plan (--plan-out) keeps its floor. It is applied only with that floor or a better one.

Exit 7: the swap is refused, with the reason. Exit 14: it is refused after its allowance was set.
The error then names the command that revokes the allowance.`,
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
      'listNetworkTokens',
      'listTokens',
      'recordTransaction',
    ],
    user: ['listWalletsV2'],
  },
  prompts: true,
  run: async (args, context) => {
    if (typeof args.options.network === 'string') requireEvm(args.options.network);
    return swap(await runWizard(args, questionsOf({ options }, context), undefined, context), context);
  },
};

/** Carries out a swap step by step. @returns the exit code */
async function swap({ options: input }: Arguments, context: Context) {
  const order = await readOrder(input, context);
  const { deps } = order;
  if (order.clientRef !== undefined && (await isUsedBefore({ ...order, call: 'swap' }, deps)))
    return end(order, await runIntent(earlierIntent(order), deps));
  const request = { ...order, router: await trustedRouter(order) };
  const planned = context.world.plan?.leastOf('chain swap');
  const least = planned === undefined ? 0n : baseUnits(planned, order.buys.decimals, 'The plan');
  const open: OpenSwap = { request, offer: await makeOffer(request, least) };
  const isShort = await lacksAllowance(request);
  if (isShort && context.world.plan?.isWritten) await judgeAllowance(request);
  if (!isShort || deps.dryRun) return end(order, await runIntent(swapIntent(open, isShort), deps));
  await requireSignable(open);
  const code = await setAllowance(request, () => checkSpender(request));
  if (code !== 0) return code;
  const outcome = await withAllowance(request, async () => {
    open.offer = await makeOffer(request, open.offer.floor, open.offer.built);
    return runIntent(swapIntent(open, false), deps);
  });
  const swapped = await end(order, outcome);
  return { ...swapped, failures: await leftAllowance(request, swapped.exit) };
}

/** A swap before its signature: its offer may be made anew. */
interface OpenSwap {
  readonly request: SwapRequest;
  offer: Offer;
}

/** The intent of a swap. @param isShort the router lacks the allowance: the node cannot simulate the swap */
function swapIntent(open: OpenSwap, isShort: boolean): EvmIntent {
  const { request } = open;
  const { from, asked, clientRef, fee, access } = request;
  const gasLimit = fee.gasLimit ?? BigInt(Math.ceil((open.offer.gas ?? usualGas) * 1.5));
  return {
    call: 'swap',
    ...{ from, asked, clientRef },
    fee: isShort ? { ...fee, gasLimit } : fee,
    nonce: undefined,
    gasBound: gasBounds.swap,
    lacksAllowance: isShort,
    build: async () => {
      if (isStale(open.offer, request)) open.offer = await makeOffer(request, open.offer.floor, open.offer.built);
      const { to, value, data } = open.offer.built;
      return { to, value: BigInt(value), data };
    },
    funds: () => requireBalance(request),
    check: async (effect) => {
      const requested = requestedSwap(effect, request);
      checkFloor(requested, open.offer.floor);
      checkDeadline(requested, (await access.rpc.newestBlock()).time);
    },
    warnings: () => priceWarnings(open.offer),
    notes: async () => [
      ...priceLines(open.offer, request),
      ...(isShort ? [['▲ Allowance', 'none yet: exactly this amount is allowed first'] as const] : []),
    ],
    recheck: async () => {
      checkBounds(request);
      await checkStillOffered(request, open.offer);
      await checkSpender(request);
    },
  };
}
/** The gas of a swap if its quote does not name it. */
const usualGas = 400_000;

/** Judges a swap before its allowance costs a fee. @throws {Failure} with all refusals */
async function requireSignable(open: OpenSwap) {
  const judged = await runIntent(swapIntent(open, true), { ...open.request.deps, dryRun: true });
  if (judged.kind === 'plan' && judged.refused) throw judged.refused;
}

/** Records a swap at the platform, follows it and prints it. @returns the exit code */
async function end(order: SwapOrder, outcome: Outcome) {
  const { context, from, deps, follow } = order;
  if (outcome.kind === 'sent') await recordSwap(order, outcome.entry);
  return finish(context, outcome, from, deps, follow);
}

/** The intent of a swap under a used reference: its operation is settled, and nothing is built. */
const earlierIntent = ({ from, asked, clientRef, fee }: SwapOrder): EvmIntent => ({
  call: 'swap',
  ...{ from, asked, clientRef, fee },
  nonce: undefined,
  gasBound: gasBounds.swap,
  build: async () => {
    throw new Guarded('REF_RACE', 'Its reference was freed meanwhile.', 'Run it again.');
  },
  check: () => {},
});

/** The router by the platform, which the profile must trust. @throws as `checkRouter`; {ServerFailure} */
async function trustedRouter(order: SwapOrder) {
  const router = await readSpender(order.context, order.version, order.network);
  await checkSpender({ ...order, router });
  return router;
}
/** @throws as `checkRouter` */
const checkSpender = ({ access, router, network, context }: SwapRequest) =>
  checkRouter(access.rpc, router, network, pinnedRouter(access.pins, network), context.settings().profile.value);

/** @throws {Refused} INSUFFICIENT_FUNDS if the account has less than it sells */
async function requireBalance({ access, sells, raw, from }: SwapOrder) {
  if (sells.address === undefined) return; // the pipeline compares the coin, with the fee
  const balance = await balanceOf(access, sells, from);
  if (balance >= raw) return;
  throw new Refused(
    'refused',
    'INSUFFICIENT_FUNDS',
    `The account ${from} has ${whole(balance, sells.decimals)} ${sells.symbol}, and ${whole(raw, sells.decimals)} were to be sold.`,
    undefined,
    { unsent: true },
  );
}

/** Records a swap at the platform. A failure is only noted: it does not undo the swap (platform 3.4). */
async function recordSwap({ context, version, network }: SwapOrder, entry: JournalEntry) {
  const { to, data, value } = parseTransaction(entry.raw);
  try {
    await readEndpoint(context, 'wallet', swapVersions[version].record, {
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
    context.note({
      is: 'left-out',
      part: 'The platform has not recorded the swap, which goes on all the same',
      failure: error,
    });
  }
}
