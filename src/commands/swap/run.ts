// `tuk swap run`: quote, allowance, transaction, check, confirmation, signature, record: one operation, signed here.

import { writeFileSync } from 'node:fs';
import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { allowanceIntent, allowanceOf, needsReset } from '../../engine/chain/allowance.js';
import { asStep, finish } from '../../engine/chain/operation.js';
import { signedTransferOptions } from '../../engine/chain/options.js';
import { balanceOf, coinAddress } from '../../engine/chain/token.js';
import { questionsOf } from '../../engine/change/complete-arguments.js';
import { partly } from '../../engine/read/partly.js';
import { readSpender, type SwapVersion, swapVersionNames, swapVersions } from '../../engine/read/swap-versions.js';
import { readEndpoint } from '../../engine/request/call.js';
import type { Option } from '../../engine/request/params.js';
import type { ChainToken } from '../../money/chain/effect.js';
import type { Outcome } from '../../money/chain/intent.js';
import type { JournalEntry } from '../../money/chain/journal.js';
import { isUsedBefore } from '../../money/chain/pipeline.js';
import { whole } from '../../money/decimal.js';
import { evmNetworks, requireEvm } from '../../money/evm/chain.js';
import { gasBounds } from '../../money/evm/fees.js';
import type { EvmIntent } from '../../money/evm/intent.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { checkRouter, pinnedRouter } from '../../money/evm/router.js';
import { checksummed, parseTransaction } from '../../money/evm/transaction.js';
import { Network } from '../../services/catalogue/words.js';
import { quoted } from '../../services/command-line.js';
import { isEvmAddress } from '../../services/forms.js';
import {
  BadInput,
  Failure,
  Guarded,
  LocalFailure,
  OutcomeUnknown,
  Refused,
  type Where,
} from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { readPlainFile } from '../../session/plain-file.js';
import { orderOptions } from './order-options.js';
import {
  type BuiltTransaction,
  checkDeadline,
  checkFloor,
  checkStillOffered,
  decoded,
  isStale,
  makeOffer,
  type Offer,
  priceLines,
  priceWarnings,
  requestedSwap,
} from './swap-offer.js';
import { checkBounds, readOrder, type SwapOrder, type SwapRequest, usualSlippage } from './swap-order.js';

// The allowance of a swap: set exactly; if the swap fails, the error names the command that takes it back.
type SoldToken = ChainToken & { readonly address: string };
const soldToken = ({ sells }: SwapRequest): SoldToken => ({ ...sells, address: sells.address! });

/** Whether the router may not take the sold amount yet. @throws {Failure} of the node */
const lacksAllowance = async ({ access, sells, raw, from, router }: SwapRequest): Promise<boolean> =>
  sells.address !== undefined && (await allowanceOf(access, sells.address, from, router)) < raw;

/**
 * Lets the router take exactly the sold amount, after a reset if the token needs one.
 * @returns the exit code @throws as `runIntent`; {Failure} partial after the reset
 */
async function setAllowance(request: SwapRequest, checkSpender: () => Promise<void>): Promise<number> {
  const { context, access, deps, sells, raw, from, router, fee, follow, clientRef } = request;
  context.log(
    `  The router may not take ${sells.symbol} yet: an allowance of exactly ${whole(raw.toString(), sells.decimals)} ${sells.symbol} goes first.`,
  );
  const refOf = (step: string) => (clientRef === undefined ? undefined : `${clientRef}:${step}`);
  const change = {
    from,
    token: soldToken(request),
    spender: router,
    raw,
    fee,
    clientRef: refOf('allowance'),
    checkSpender,
    isStep: true,
  };
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
  const amount = whole(remaining.toString(), decimals)!;
  const keyFlags = {
    '--key': key.key,
    '--key-file': key.keyFile,
    '--wallet': key.wallet,
    '--password-file': key.passwordFile,
  };
  const words = [
    'tuk',
    'wallet',
    'allowance',
    'revoke',
    '--network',
    network,
    '--token',
    contract,
    '--spender',
    router,
  ];
  for (const [flag, value] of Object.entries(keyFlags)) if (value !== undefined) words.push(flag, value);
  if (context.flags.yes) words.push('--yes');
  const revoke = nextCommand(context, words.map(quoted).join(' '));
  return {
    allowance: { spender: router, token, contract, amount, rawAmount: remaining.toString() },
    revoke,
    hint: `The router may still take ${amount} ${token}. Take it back: ${revoke}`,
  };
}

// The plan of a swap as a file: the request, the floor by its quote, and the built transaction.
/** The contents of the file. */
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

/**
 * The plan of an offer, for --plan-out: the amount in whole tokens, the floor in base units.
 * The coin of a network has the platform's address for it (platform 3.3).
 */
const planOf = (
  { context, network, access, sells, buys, raw, from, slippage, recipient, version }: SwapRequest,
  offer: Offer,
): Plan => ({
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
  floor: offer.floor.toString(),
  built: offer.built,
});

/**
 * The offer of a plan: its transaction if both price sources still confirm it, else a new one with at least the same
 * floor.
 * @throws {Guarded} FLOOR_TOO_LOW if the transaction has a lower floor than the plan; as `makeOffer`
 */
async function plannedOffer(request: SwapRequest, { built, floor }: Plan): Promise<Offer> {
  checkFloor(await decoded(request, built), BigInt(floor));
  return makeOffer(request, BigInt(floor), built);
}

/** Writes a plan to a new file. @throws {LocalFailure} PLAN_UNWRITABLE */
function writePlan(context: Context, file: string, plan: Plan): void {
  const place = inWorkingFolder(context.world, file);
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
  const slippage = isWide(plan) ? ` --slippage ${plan.slippage}` : '';
  context.log(
    `✓ The plan is in ${file}. Sign it: ${nextCommand(context, `tuk swap run --plan ${quoted(file)}${slippage}`)}`,
  );
}

/** Reads a plan; it is checked like a response of the platform. @throws {BadInput} BAD_PLAN */
function readPlan(context: Context, file: string): Plan {
  const bad = (why: string) =>
    new BadInput('BAD_PLAN', `The plan ${file} cannot be used: ${why}.`, 'Write one with --plan-out.');
  let value: unknown;
  try {
    value = JSON.parse(readPlainFile(inWorkingFolder(context.world, file), { links: true }));
  } catch (error) {
    throw bad((error as Error).message.slice(0, 120));
  }
  if (!isRecord(value) || value.tuk !== 'swap plan 1' || !isRecord(value.built))
    throw bad('it is not a plan of this version');
  const plan = value as unknown as Plan;
  const { built } = plan;
  const isText = (pattern: RegExp) => (text: unknown) => typeof text === 'string' && pattern.test(text);
  const sound =
    [plan.account, plan.from, plan.to, plan.recipient, built.to].every(
      (text) => typeof text === 'string' && isEvmAddress(text),
    ) &&
    [built.value, plan.floor, plan.chainId].every(isText(/^\d{1,78}$/)) &&
    [plan.network, plan.amount, plan.slippage].every(isText(/^[\w.]{1,90}$/)) &&
    isText(/^0x([0-9a-f]{2})+$/)(built.data) &&
    swapVersionNames.includes(plan.version);
  if (!sound) throw bad('its values are not valid for a plan');
  return plan;
}

/**
 * The arguments of a plan. A typed argument must be the same. A slippage above the usual one must be typed: a file
 * widens no bound. @throws {BadInput} PLAN_DIFFERS
 */
function withPlan(args: Arguments, plan: Plan): Arguments {
  const { network, from, to, amount, slippage, recipient } = plan;
  const options = { network, from, to, amount, slippage, recipient };
  for (const [name, value] of Object.entries(options))
    if (args.options[name] !== undefined && args.options[name] !== value)
      throw new BadInput(
        'PLAN_DIFFERS',
        `--${name} is ${JSON.stringify(args.options[name])}, and the plan has ${value}.`,
        'Leave it out, or write a new plan.',
      );
  return {
    ...args,
    options: { ...args.options, ...options, slippage: isWide(plan) ? args.options.slippage : slippage },
  };
}
const isWide = ({ slippage }: Plan) => Number(slippage) > Number(usualSlippage);

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
  {
    flags: '--plan-out <file>',
    effects: ['file'],
    summary: 'write the plan to a file, and sign nothing',
    param: false,
  },
  { flags: '--plan <file>', effects: ['file'], summary: 'sign a plan that was written before', param: false },
  ...signedTransferOptions,
];

export const run: Command = {
  name: 'run',
  dryRun: 'plan',
  summary: 'Swap tokens, signed here',
  description: `Fetches a quote, allows the trusted router exactly the amount if the token needs an allowance, has the platform build the transaction, and decodes it. Chain, router,
value, tokens, path, recipient and minimum must equal the request, byte for byte; otherwise nothing is signed.
The floor is the better of the quote and the router's own answer, less --slippage; the price impact is the worst that a source shows. If the profile has limits and
nothing confirms the quote, the swap is refused. A quote older than 30 seconds is fetched again before the signature.
--plan-out splits review from signing: the transaction of the file is signed if it is as good as the present price; otherwise it is built again, with the floor of the
plan or a better one. A slippage of the plan above 0.5 % must be typed again with --plan.
Exit 7: the swap is refused, with the reason. Exit 14: it is refused after its allowance was set; the error names the command that revokes the allowance.`,
  options,
  needs: ['network', 'from', 'to', 'amount'].map((key) => [key, 'plan']),
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
  run: async (typed, context) => {
    const planned = typeof typed.options.plan === 'string' ? readPlan(context, typed.options.plan) : undefined;
    const args = planned ? withPlan(typed, planned) : typed;
    if (typeof args.options.network === 'string') requireEvm(args.options.network);
    return swap(await runWizard(args, questionsOf({ options }, context), undefined, context), context, planned);
  },
};

/** Carries out a swap step by step. @returns the exit code */
async function swap({ options: input }: Arguments, context: Context, plan: Plan | undefined) {
  const order = await readOrder(input, context, plan);
  const { deps } = order;
  if (order.clientRef !== undefined && isUsedBefore({ ...order, call: 'swap' }, deps))
    return end(order, await runIntent(earlierIntent(order), deps));
  const request = { ...order, router: await trustedRouter(order) };
  const open: OpenSwap = { request, offer: await (plan ? plannedOffer(request, plan) : makeOffer(request)) };
  const isShort = await lacksAllowance(request);
  if (typeof input.planOut === 'string') {
    // no plan of a refused swap
    const result = await end(order, await runIntent(swapIntent(open, isShort), { ...deps, dryRun: true }));
    if (result.failures.length === 0) writePlan(context, input.planOut, planOf(request, open.offer));
    return result;
  }
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
    `The account ${from} has ${whole(balance.toString(), sells.decimals)} ${sells.symbol}, and ${whole(raw.toString(), sells.decimals)} were to be sold.`,
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
