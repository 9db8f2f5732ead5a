// Runs an operation on a chain for a command: pipeline, record at the platform, wait for its blocks, output.

import { type Arguments, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { intervalOf } from '../../cli/settings/duration.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { type Description, type TokenAmount, wholeAmount } from '../../money/chain/effect.js';
import type { ChainDependencies, Outcome } from '../../money/chain/intent.js';
import { hasSucceeded, stateSentence, warningsIn } from '../../money/chain/observation.js';
import type { Observation } from '../../money/chain/store.js';
import { type FeeChoice, type FeeLevel, feeLevels, parseGwei } from '../../money/evm/fees.js';
import { whole } from '../../money/values/decimal.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../text/column.js';
import { type FollowOptions, followOperation, record } from './sent-operation.js';

/**
 * Parses --fee: a level, or parts such as `max=30,tip=2`, each once.
 * @throws {BadInput} BAD_VALUE
 */
export function feeIn<Part extends string>(
  typed: unknown,
  names: readonly Part[],
  usual: FeeLevel = 'medium',
): { readonly level: FeeLevel; readonly parts: Readonly<Partial<Record<Part, string>>> } {
  const text = String(typed ?? usual);
  const level = feeLevels.find((name) => name === text);
  if (level) return { level, parts: {} as Partial<Record<Part, string>> };
  const pairs = text.split(',').map((pair) => /^(\w+)=([\d.]+)$/.exec(pair)?.slice(1) ?? []);
  const isKnown = pairs.every(([name]) => names.some((part) => part === name));
  if (isKnown && new Set(pairs.map(([name]) => name)).size === pairs.length)
    return { level: usual, parts: Object.fromEntries(pairs) as Partial<Record<Part, string>> };
  throw new BadInput(
    'BAD_VALUE',
    `--fee takes ${[...feeLevels, ...names.map((name) => `${name}=NUMBER`)].join(', ')}, and not ${JSON.stringify(text.slice(0, 40))}.`,
  );
}

/** Parses the choice of the fee on an EVM chain. @throws {BadInput} */
export function feeChoice({ fee, gasLimit, acceptFee }: Arguments['options'], usual?: FeeLevel): FeeChoice {
  const { level, parts } = feeIn(fee, ['max', 'tip'], usual);
  return {
    level,
    maxFeePerGas: parts.max === undefined ? undefined : parseGwei(parts.max, '--fee max'),
    maxPriorityFeePerGas: parts.tip === undefined ? undefined : parseGwei(parts.tip, '--fee tip'),
    gasLimit: gasLimit === undefined ? undefined : wholeNumber(gasLimit, '--gas-limit', 21_000n),
    accepted: typeof acceptFee === 'string' ? acceptFee : undefined,
  };
}

/** Parses a whole number of an option. @throws {BadInput} */
export function wholeNumber(text: unknown, flag: string, least = 0n): bigint {
  const number = typeof text === 'string' && /^(0|[1-9]\d{0,17})$/.test(text) ? BigInt(text) : undefined;
  if (number !== undefined && number >= least) return number;
  throw new BadInput(
    'BAD_VALUE',
    `${flag} must be a whole number from ${least}, not ${JSON.stringify(String(text).slice(0, 40))}.`,
  );
}

/** The wait for the blocks of a transaction without --max-wait, milliseconds. */
const usualWait = 600_000;

/**
 * How a command follows its transaction: the blocks to wait for, by default 1, and two times in milliseconds.
 * The wait ends after 10 min without --max-wait, and never with 0.
 * @throws {BadInput} BAD_VALUE
 */
export function followOptions(
  { confirmations = '1', interval }: Arguments['options'],
  context: Context,
): FollowOptions {
  const typed = context.flags.maxWait === undefined ? undefined : context.settings().maxWait.value;
  return {
    confirmations: wholeNumber(confirmations, '--confirmations'),
    interval: intervalOf(interval, '2s', context.world),
    maxWait: typed === undefined ? usualWait : typed === 0 ? Number.POSITIVE_INFINITY : typed,
  };
}

/** How a step before another transaction is followed: into a block at least. */
export const asStep = (follow: FollowOptions) => ({
  ...follow,
  confirmations: follow.confirmations > 0n ? follow.confirmations : 1n,
  isStep: true as const,
});

/** Follows what was sent. @returns its result, or the plan of a dry run @throws as `followOperation` */
export async function finish(
  context: Context,
  outcome: Outcome,
  from: string,
  deps: ChainDependencies,
  wanted: FollowOptions,
): Promise<Result> {
  const { deepest = wanted.confirmations } = deps.family;
  const follow = wanted.confirmations > deepest ? { ...wanted, confirmations: deepest } : wanted;
  if (outcome.kind === 'plan') return planResult(context, outcome);
  if (!follow.isStep) deps.releaseKey();
  const { entry } = outcome;
  if (outcome.kind === 'sent') {
    context.log(`✓ ${deps.chain.network} has it: ${entry.hash}`);
    context.log(`  In the ledger as ${outcome.operation.id}.`);
  }
  const waitsFor = 'behind' in outcome ? outcome.behind : undefined;
  const recording = outcome.kind === 'sent' ? record(context, entry, deps) : undefined;
  const { operation, state, result } = await followOperation(context, outcome.operation, from, deps, {
    ...follow,
    maxWait: deps.dryRun || waitsFor ? 0 : follow.maxWait,
  }).finally(() => recording);
  const signed = 'entry' in state ? state.entry : entry;
  const described = await deps.family.describe(signed.raw, from);
  const { effect } = described;
  const block = 'block' in state ? state.block : undefined;
  const isCancelled = state.kind === 'mined' && state.succeeded && state.entry.kind === 'cancel';
  const isGood = outcome.cancels ? isCancelled : hasSucceeded(state);
  const status =
    block === undefined ? 'PENDING' : hasSucceeded(state) || (outcome.cancels && isCancelled) ? 'SUCCESS' : 'FAIL';
  const { coin, decimals } = deps.chain;
  const row = {
    operation: operation.id,
    ...fieldsOf(described),
    hash: signed.hash,
    kind: signed.kind,
    status,
    outcome: operation.outcome,
    block: block?.number.toString() ?? null,
    blockTime: operation.blockTime ?? null,
    confirmations: (block?.confirmations ?? 0n).toString(),
    ...deps.family.usedBy(state),
    ...partOf('received', result?.received),
    ...partOf('spent', result?.spent),
    ...(effect.kind === 'approval' ? partOf('allowance', result?.allowance) : {}),
    fee: result?.fee === undefined ? null : whole(result.fee, decimals),
    feeToken: coin,
    warnings: warningsIn(operation.warnings),
    at: operation.at,
  };
  for (const { code, message } of result?.warnings ?? []) context.note({ is: 'warning', code, text: message });
  if (waitsFor !== undefined)
    context.note({
      is: 'open',
      text: `It waits for ${waitsFor}, whose nonce is before its own and which the node has refused. Look: ${nextCommand(context, `tuk wallet tx resume ${waitsFor}`)}`,
    });
  const exit = exitCodeOf(context, { operation, state, result }, isGood, deps, follow);
  const shown = { singleRecord: true, columns: resultColumns, idPath: 'operation' };
  return resultOf(follow.isStep ? undefined : JSON.stringify(row), shown, { exit });
}

/** Notes why a transaction was not done. @returns the exit code of its command */
function exitCodeOf(
  context: Context,
  { operation, state, result }: Observation,
  isGood: boolean,
  deps: ChainDependencies,
  { confirmations }: FollowOptions,
) {
  const open = (text: string, line: string) =>
    context.note({ is: 'open', text: `${text} Look again: ${nextCommand(context, line)}` });
  if ('block' in state && !isGood) {
    const isReverted = state.kind === 'mined' && !state.succeeded;
    context.note({
      is: 'failed',
      text: `${stateSentence(state, deps)}${isReverted ? ' Nothing but its fee was taken.' : ''}`,
    });
    return exitCode('ended-badly');
  }
  if (result?.isLess) {
    context.note({ is: 'failed', text: 'It did otherwise than was promised.' });
    return exitCode('ended-badly');
  }
  if (result?.isUnknown) {
    open('It is mined, and what it allows cannot be read.', `tuk ops check ${operation.id}`);
    return exitCode('unknown');
  }
  if (state.kind === 'absent' && confirmations > 0n) {
    open(stateSentence(state, deps), `tuk wallet tx resume ${operation.id}`);
    return exitCode('unknown');
  }
  if (confirmations === 0n || (state.kind === 'mined' && state.block.confirmations >= confirmations)) return 0;
  open('It is not confirmed yet.', `tuk wallet tx resume ${operation.id}`);
  return exitCode('pending');
}

/** What would be signed; a refusal is its failure. */
function planResult(
  context: Context,
  { described, unsigned, warnings, refused }: Outcome & { readonly kind: 'plan' },
): Result {
  for (const [label, text] of described.lines) context.log(`  ${label}: ${text}`);
  context.world.batchCheck?.warn(warnings.map(({ message }) => message));
  const plan = { dryRun: true, title: described.title, ...fieldsOf(described), warnings, unsigned };
  const shown = { singleRecord: true, columns: planColumns };
  return resultOf(JSON.stringify(plan), shown, { failures: refused ? [refused] : [] });
}

/** An amount as fields of JSON: `received`, `rawReceived`, `receivedToken`, `receivedContract`; null if unknown. */
function partOf(name: string, amount: TokenAmount | undefined): Readonly<Record<string, string | null>> {
  if (amount === undefined) return { [name]: null };
  const capital = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const { symbol, address = null } = amount.token;
  return {
    [name]: wholeAmount(amount),
    [`raw${capital}`]: amount.raw.toString(),
    [`${name}Token`]: symbol,
    [`${name}Contract`]: address,
  };
}

const planColumns: readonly Column[] = [
  'title',
  'network',
  'chainId',
  'from',
  'to',
  'amount',
  'token',
  'maxFee',
  'nonce',
].map((path) => ({
  path,
}));
const resultColumns: readonly Column[] = [
  { path: 'status', as: { status: 'WalletTransactionStatus' } },
  { path: 'amount', as: { amount: 'token' } },
  { path: 'received', as: { amount: 'receivedToken' } },
  { path: 'to' },
  { path: 'network' },
  { path: 'fee', as: { amount: 'feeToken' } },
  { path: 'hash' },
  { path: 'operation' },
];

/** A transaction as JSON, with every value from its bytes. */
function fieldsOf({ effect, json: common }: Description) {
  const amountOf = (amount: Parameters<typeof wholeAmount>[0]) => ({
    amount: wholeAmount(amount),
    rawAmount: amount.raw.toString(),
    decimals: amount.token.decimals,
    token: amount.token.symbol,
    contract: amount.token.address ?? null,
  });
  switch (effect.kind) {
    case 'transfer':
      return { what: 'send', ...amountOf(effect.moves), to: effect.to, ...common };
    case 'approval':
      return {
        what: effect.allows.raw === 0n ? 'revoke' : 'allow',
        ...amountOf(effect.allows),
        spender: effect.spender,
        to: effect.spender,
        unlimited: effect.isUnlimited,
        ...common,
      };
    case 'swap':
      return {
        what: 'swap',
        ...amountOf(effect.sells),
        to: effect.recipient,
        router: effect.router,
        floor: wholeAmount(effect.floor),
        rawFloor: effect.floor.raw.toString(),
        floorToken: effect.floor.token.symbol,
        path: effect.path,
        deadline: new Date(Number(effect.deadline) * 1000).toISOString(),
        ...common,
      };
  }
}
