// Runs an operation on a chain for a command: pipeline, record at the platform, waiting for its blocks, output.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { intervalOf } from '../../cli/duration.js';
import { exitCode } from '../../cli/exit-codes.js';
import { nextCommand } from '../../cli/next-command.js';
import { whole } from '../../money/amount-text.js';
import { coinDecimals } from '../../money/evm/chain.js';
import { describe, type TokenAmount, type TransactionEffect, wholeAmount } from '../../money/evm/describe.js';
import { resume } from '../../money/evm/earlier.js';
import { type FeeChoice, type FeeLevel, feeLevels, parseGwei } from '../../money/evm/fees.js';
import type { ChainDependencies, ChainIntent, Outcome } from '../../money/evm/intent.js';
import type { JournalEntry } from '../../money/evm/journal.js';
import { hasSucceeded, stateSentence, warningsIn } from '../../money/evm/observation.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { refresh, type Seen } from '../../money/evm/store.js';
import { mostPerGas, parseTransaction, type TransactionFields } from '../../money/evm/transaction.js';
import type { Operation } from '../../money/ledger.js';
import { BadInput, Failure, OutcomeUnknown } from '../../services/http/errors.js';
import type { Column } from '../../text/column.js';
import { readEndpoint } from '../request/call.js';
import type { Option } from '../request/params.js';

/** The options of every command that signs a transaction. */
export const feeOptions = [
  { flags: '--fee <level>', summary: 'how fast it is to be mined; default: medium', words: feeLevels, param: false },
  { flags: '--max-fee-per-gas <gwei>', summary: 'the most per unit of gas, in gwei', param: false },
  { flags: '--max-priority-fee-per-gas <gwei>', summary: 'the tip per unit of gas, in gwei', param: false },
  { flags: '--gas-limit <n>', summary: 'the gas limit; default: what the node estimates, and a fifth', param: false },
  {
    flags: '--accept-fee <amount>',
    summary: "accept a fee above the bounds of the network, up to this amount in all: '0.1 BNB'",
    param: false,
  },
] as const satisfies readonly Option[];
/** The options about waiting for the blocks of a transaction. */
export const confirmationOptions = [
  {
    flags: '--confirmations <n>',
    summary: 'how many blocks to wait for, its own included; 0 returns when a node has it; default: 1',
    param: false,
  },
  { flags: '--interval <duration>', summary: 'the pause between two looks; default: 2s', param: false },
] as const satisfies readonly Option[];

/** Reads the choice of the fee. @throws {BadInput} */
export function feeChoice(
  { fee, maxFeePerGas, maxPriorityFeePerGas, gasLimit, acceptFee }: Arguments['options'],
  usual: FeeLevel = 'medium',
): FeeChoice {
  const level = fee ?? usual;
  if (!feeLevels.some((one) => one === level))
    throw new BadInput('BAD_FEE', `--fee takes ${feeLevels.join(', ')}, and not ${JSON.stringify(String(level).slice(0, 40))}.`);
  return {
    level: level as FeeLevel,
    maxFeePerGas: typeof maxFeePerGas === 'string' ? parseGwei(maxFeePerGas, '--max-fee-per-gas') : undefined,
    maxPriorityFeePerGas:
      typeof maxPriorityFeePerGas === 'string' ? parseGwei(maxPriorityFeePerGas, '--max-priority-fee-per-gas') : undefined,
    gasLimit: gasLimit === undefined ? undefined : wholeNumber(gasLimit, '--gas-limit', 21_000n),
    accepted: typeof acceptFee === 'string' ? acceptFee : undefined,
  };
}

/** Parses a whole number of an option. @throws {BadInput} */
export function wholeNumber(text: unknown, flag: string, least = 0n): bigint {
  const number = typeof text === 'string' && /^(0|[1-9]\d{0,17})$/.test(text) ? BigInt(text) : undefined;
  if (number !== undefined && number >= least) return number;
  throw new BadInput('BAD_NUMBER', `${flag} takes a whole number from ${least}, and not ${JSON.stringify(String(text).slice(0, 40))}.`);
}

/** How long a command waits for the blocks of a transaction, unless --max-wait is given, milliseconds. */
const usualWait = 600_000;

/** What a command says about waiting. */
export interface FollowOptions {
  readonly confirmations: bigint;
  readonly interval: number;
  readonly maxWait: number;
  /** It is a step before another one, which is printed. */
  readonly isStep?: true;
}
export function followOptions({ confirmations = '1', interval }: Arguments['options'], context: Context): FollowOptions {
  const typed = context.flags.maxWait === undefined ? undefined : context.settings().maxWait.value;
  return {
    confirmations: wholeNumber(confirmations, '--confirmations'),
    interval: intervalOf(interval, '2s', context.world),
    maxWait: typed === undefined ? usualWait : typed === 0 ? Number.POSITIVE_INFINITY : typed,
  };
}

/** The columns of a transaction of this machine. */
export const transactionColumns: readonly Column[] = [
  { path: 'operation', heading: 'op' },
  { path: 'network' },
  { path: 'what' },
  { path: 'amount', as: { amount: 'token' } },
  { path: 'to' },
  { path: 'status', as: { status: 'WalletTransactionStatus' } },
  { path: 'hash' },
  { path: 'nonce' },
  { path: 'at', heading: 'age', as: 'time' },
];

/** Runs an intent, records it at the platform, waits for its blocks, and prints it. @returns the exit code @throws as `runIntent` */
export async function runChainIntent(
  context: Context,
  intent: ChainIntent,
  deps: ChainDependencies,
  follow: FollowOptions,
): Promise<number> {
  return finish(context, await runIntent(intent, deps), intent.from, deps, follow);
}

/** Prints a plan, or follows what was sent. @returns the exit code @throws as `followOperation` */
export async function finish(
  context: Context,
  outcome: Outcome,
  from: string,
  deps: ChainDependencies,
  follow: FollowOptions,
): Promise<number> {
  if (outcome.kind === 'plan') return printPlan(context, outcome, from, deps);
  if (!follow.isStep) deps.releaseKey();
  const { entry } = outcome;
  if (outcome.kind === 'sent') {
    context.log(`✓ ${deps.chain.network} has it: ${entry.hash}`);
    context.log(`  In the ledger as ${outcome.operation.id}.`);
    await record(context, entry, deps);
  }
  const { operation, state, result } = await followOperation(context, outcome.operation, from, deps, follow);
  const shown = 'entry' in state ? state.entry : entry;
  const { fields, effect } = await describe(shown.raw, from, { ...deps, tokenAt: deps.signedTokenAt });
  const block = 'block' in state ? state.block : undefined;
  const isCancelled = state.kind === 'mined' && state.succeeded && state.entry.kind === 'cancel';
  const isGood = outcome.cancels ? isCancelled : hasSucceeded(state);
  const status = block === undefined ? 'PENDING' : hasSucceeded(state) || (outcome.cancels && isCancelled) ? 'SUCCESS' : 'FAIL';
  const { coin } = deps.chain;
  const row = {
    operation: operation.id,
    ...fieldsOf(fields, effect, from, deps),
    hash: shown.hash,
    kind: shown.kind,
    status,
    outcome: operation.outcome,
    block: block?.number.toString() ?? null,
    blockTime: operation.blockTime ?? null,
    confirmations: (block?.confirmations ?? 0n).toString(),
    ...(state.kind === 'mined' && state.receipt ? { gasUsed: state.receipt.gasUsed.toString() } : {}),
    ...partOf('received', result?.received),
    ...partOf('spent', result?.spent),
    ...(effect.kind === 'approval' ? partOf('allowance', result?.allowance) : {}),
    fee: result?.fee === undefined ? null : whole(result.fee.toString(), coinDecimals),
    feeToken: coin,
    warnings: warningsIn(operation.warnings),
    at: operation.at,
  };
  if (!follow.isStep) await context.out.print(JSON.stringify(row), { singleRecord: true, columns: resultColumns, idPath: 'operation' });
  for (const { message } of result?.warnings ?? []) context.log(`▲ ${message}`);
  return exitCodeOf(context, { operation, state, result }, isGood, deps, follow);
}

/** Says how a transaction ended, if it was not done. @returns the exit code of its command */
function exitCodeOf(
  context: Context,
  { operation, state, result }: Seen,
  isGood: boolean,
  { chain }: ChainDependencies,
  { confirmations }: FollowOptions,
): number {
  if ('block' in state && !isGood) {
    const isReverted = state.kind === 'mined' && !state.succeeded;
    context.log(`✗ ${stateSentence(state, chain.finality)}${isReverted ? ' Nothing but its fee was taken.' : ''}`);
    return exitCode('ended-badly');
  }
  if (result?.isLess) {
    context.log('✗ It did otherwise than was promised.');
    return exitCode('ended-badly');
  }
  if (result?.isUnknown) {
    context.log(`◐ It is mined, and what it allows cannot be read. Look again: ${nextCommand(context, `tuk ops check ${operation.id}`)}`);
    return exitCode('unknown');
  }
  if (state.kind === 'absent' && confirmations > 0n) {
    context.log(`◐ ${stateSentence(state, chain.finality)} Look again: ${nextCommand(context, `tuk wallet tx resume ${operation.id}`)}`);
    return exitCode('unknown');
  }
  if (confirmations === 0n || (state.kind === 'mined' && state.block.confirmations >= confirmations)) return 0;
  context.log(`◐ It is not confirmed yet. Look again: ${nextCommand(context, `tuk wallet tx resume ${operation.id}`)}`);
  return exitCode('pending');
}

/** Prints what would be signed. @returns the exit code @throws the refusal */
async function printPlan(
  context: Context,
  { described, unsigned, warnings, refused }: Outcome & { readonly kind: 'plan' },
  from: string,
  deps: ChainDependencies,
): Promise<number> {
  for (const [label, text] of described.lines) context.log(`  ${label}: ${text}`);
  const fields = fieldsOf(described.fields, described.effect, from, deps);
  await context.out.print(JSON.stringify({ dryRun: true, title: described.title, ...fields, warnings, unsigned }), {
    singleRecord: true,
    columns: planColumns,
  });
  if (refused) throw refused;
  return 0;
}

/** An amount as fields of JSON: `received`, `rawReceived`, `receivedToken`, `receivedContract`; nothing where it is not known. */
function partOf(name: string, amount: TokenAmount | undefined): Readonly<Record<string, string | null>> {
  if (amount === undefined) return { [name]: null };
  const capital = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const { symbol, address = null } = amount.token;
  return { [name]: wholeAmount(amount), [`raw${capital}`]: amount.raw.toString(), [`${name}Token`]: symbol, [`${name}Contract`]: address };
}

const planColumns: readonly Column[] = ['title', 'network', 'chainId', 'from', 'to', 'amount', 'token', 'maxFee', 'nonce'].map((path) => ({
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

/** A transaction as JSON: every value from its bytes. */
function fieldsOf(fields: TransactionFields, effect: TransactionEffect, from: string, { chain }: Pick<ChainDependencies, 'chain'>) {
  const common = {
    network: chain.network,
    chainId: fields.chainId.toString(),
    nonce: fields.nonce.toString(),
    from,
    gasLimit: fields.gasLimit.toString(),
    maxFee: whole((fields.gasLimit * mostPerGas(fields.price)).toString(), coinDecimals),
    maxFeeToken: chain.coin,
  };
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

/** Waits until an operation has its blocks, and records how it ended. @throws {Failure} INTERRUPTED; what was sent goes on */
async function followOperation(
  context: Context,
  sent: Operation,
  from: string,
  deps: ChainDependencies,
  { confirmations, interval, maxWait }: FollowOptions,
): Promise<Seen> {
  const wait = context.cancellation.within(maxWait);
  let last = '';
  for (let pause = Math.min(interval, quickPause); ; pause = Math.min(interval, pause * 1.5)) {
    const seen = await refresh(sent, deps, confirmations).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.kind === 'interrupted' || !error.retryable) throw withHash(error, sent, context);
      context.log(`  ${error.message}`);
      return undefined;
    });
    if (seen) {
      const { state } = seen;
      const depth = 'block' in state ? state.block.confirmations : undefined;
      const text =
        depth === undefined
          ? state.kind
          : `in block ${'block' in state ? state.block.number : ''}, ${depth} of ${confirmations} confirmations`;
      if (text !== last && depth !== undefined && confirmations > 1n) context.log(`  ${text}`);
      if (last.startsWith('in block') && depth === undefined) context.log('  Its block was reorganised away; waiting for another one.');
      last = text;
      if (confirmations === 0n || (depth !== undefined && depth >= confirmations) || wait.isOver()) return seen;
      if (state.kind === 'absent' && !state.isNonceUsed) await resume(sent.id, from, { ...deps, confirm: async () => {} }).catch(() => {}); // the node has lost it: the same bytes again
    } else if (wait.isOver())
      throw new OutcomeUnknown(
        'OUTCOME_UNKNOWN',
        `The node cannot be read, so the end of ${sent.id} is not known.`,
        whereIs(sent, context),
      );
    await wait.sleep(pause);
  }
}
const quickPause = 250;

/** A failure while what was sent is followed: it has left. */
function withHash(error: unknown, sent: Operation, context: Context): unknown {
  if (!(error instanceof Failure) || error.kind === 'interrupted') return error;
  const where = { ...error.where, ...whereIs(sent, context) };
  return new OutcomeUnknown(
    error.code,
    `It was sent as ${sent.id}, and its state cannot be read: ${error.message}`,
    where,
    error,
    `Look again: ${where.look}`,
  );
}

/** The operation as the fields of an error have it, with the command that reads its outcome. */
const whereIs = ({ id, ref }: Operation, context: Context) => ({
  operation: id,
  clientRef: ref,
  look: nextCommand(context, `tuk wallet tx resume ${id}`),
});

/** The types under which the platform records transactions (platform 3.5). */
function platformType(network: string, isToken: boolean): string {
  if (network.startsWith('ETHEREUM')) return isToken ? 'SEND_ERC20' : 'SEND_ETH';
  if (network.startsWith('BSC')) return isToken ? 'SEND_BEP20' : 'SEND_BNB';
  return 'UNKNOWN';
}

/** Records a transaction at the platform, which follows it too. A failure does not undo the transaction, and is only logged (platform 3.5). */
async function record(context: Context, entry: JournalEntry, deps: ChainDependencies): Promise<void> {
  const fields = parseTransaction(entry.raw);
  const { effect } = await describe(entry.raw, entry.sender, { ...deps, tokenAt: deps.signedTokenAt });
  if (effect.kind === 'swap') return; // recorded by its own call
  if ((await context.session().token()).accessToken === undefined) {
    context.log('  Not signed in: the platform has no record of it.');
    return;
  }
  try {
    const value = effect.kind === 'transfer' ? effect.moves.raw : fields.value;
    await readEndpoint(context, 'wallet', 'recordTransaction', {
      network: entry.network,
      type: effect.kind === 'transfer' ? platformType(entry.network, effect.moves.token.address !== undefined) : 'UNKNOWN',
      value: value.toString(),
      from: entry.sender,
      to: fields.to,
      hash: entry.hash,
      ...(fields.data === '0x' ? {} : { data: fields.data }),
      nonce: entry.nonce,
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'EXISTING_TRANSACTION') return;
    context.log(`  The platform has not recorded it; the transaction goes on all the same: ${error.message}`);
  }
}
