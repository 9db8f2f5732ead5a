// Connects the pipeline of chains (`money/evm/pipeline`) with a command: the profile's pins, JSON-RPC, policy, receipt,
// key, ledger.

import type { Context } from '../../cli/context.js';
import { sandboxChains } from '../../cli/embedded-sandbox.js';
import { confirmCall, promptLine, refusedBefore } from '../../cli/prompts/confirmation.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { confirmTyped, policyLines } from '../../cli/prompts/recipient.js';
import { isDryRun, isEmbedded } from '../../cli/settings.js';
import { type Decimal, fromBase } from '../../money/decimal.js';
import { type Chain, type ChainPins, chainOf, isLocalRpc } from '../../money/evm/chain.js';
import { coinOf, type Described, tokensOf, unitOf } from '../../money/evm/describe.js';
import { tipPercentiles } from '../../money/evm/fees.js';
import { accountOf, type ChainDependencies, chainService } from '../../money/evm/intent.js';
import { pinnedRouter } from '../../money/evm/router.js';
import { Rpc } from '../../money/evm/rpc.js';
import { broadcastMethod } from '../../money/evm/rpc-batches.js';
import { judge, ownedOperations } from '../../money/judge.js';
import type { Ledger } from '../../money/ledger.js';
import { refusalOf, standing, type Verdict } from '../../money/verdict.js';
import type { Call, Effect } from '../../services/catalogue/define.js';
import { Failure, Guarded } from '../../services/http/errors.js';
import { redirected, refusal, transportFailure } from '../../services/http/response-errors.js';
import { withRetry } from '../../services/http/retry.js';
import { sendTraced } from '../../services/http/send.js';
import { type HttpRequest, TransportError } from '../../services/http/transport.js';
import { paths } from '../../session/paths.js';
import { canType, nextCommandOf, policyDependencies, requireTrustedFolder } from '../change/transfer.js';
import { sharedFact } from '../request/shared-reads.js';
import type { SelectedSigner } from './signing-key.js';
import { balanceOf, type ChainReads, signedTokenReader, tokenReader } from './token.js';

export interface ChainAccess extends ChainReads {
  /**
   * The identity of the chain for its operations: its id; for a local node also the hash of its first block, since its
   * chain may be new.
   */
  readonly identity: string;
  readonly pins: ChainPins;
}

/**
 * Opens the chain of a network by the profile's pins; the embedded sandbox has its own.
 * @param sender the signer of a transaction: its facts are read together with the chain's identity, and held until the
 * pipeline releases them
 * @throws {BadInput} {Guarded} as `chainOf`; {Failure} of a read
 */
export async function chainAccess(context: Context, network: string, sender?: string): Promise<ChainAccess> {
  const settings = context.settings();
  const pins = isEmbedded(settings) ? await sandboxPins(context) : settings.of;
  const chain = chainOf(network, pins, settings.profile.value);
  const secret = chain.rpc.slice(new URL(chain.rpc).origin.length + 1);
  if (!isLocalRpc(chain.rpc) && secret.length >= shortestSecret) context.out.redact.add(secret);
  const { batchCheck } = context.world;
  const rpc = new Rpc(
    (methods, body) => post(context, chain.rpc, methods, body),
    (method, params, request) => {
      const key = JSON.stringify([chain.rpc, method, params]);
      if (batchCheck) return batchCheck.memo(key, request);
      return isFixed(method, params) ? sharedFact(context, key, request) : request();
    },
  );
  if (sender !== undefined) {
    rpc.hold();
    for (const read of [rpc.chainId(), rpc.newestBlock(), rpc.balance(sender), rpc.tips(tipPercentiles)])
      read.catch(() => {});
  }
  return { chain, rpc, identity: await identityOf(chain, rpc), pins };
}
/** Whether a request asks for constants of a chain: its id and its first block. */
const isFixed = (method: string, [block]: readonly unknown[]): boolean =>
  method === 'eth_chainId' || (method === 'eth_getBlockByNumber' && block === '0x0');
/** The minimum length of a JSON-RPC path that may hold an access key. */
const shortestSecret = 8;

async function identityOf({ chainId, rpc: address }: Chain, rpc: Rpc): Promise<string> {
  const firstBlock = isLocalRpc(address) ? (await rpc.block(0n))?.hash : undefined;
  return firstBlock === undefined ? `eip155:${chainId}` : `eip155:${chainId}:${firstBlock.slice(2, 34)}`;
}

/** The pins of the embedded sandbox: its live chains, and its router. */
async function sandboxPins(context: Context): Promise<ChainPins> {
  const requestContext = await context.http().requestContext();
  return sandboxChains(new URL(requestContext.base('wallet')).origin);
}

/** The call of a JSON-RPC method, for traces and failures. */
const rpcCall = (method: string, effect: Effect): Call => ({
  service: chainService,
  name: method,
  method: 'POST',
  path: '/',
  summary: method,
  auth: 'public',
  effect,
  as: 'json',
  words: {},
});

/** Posts a JSON-RPC request; reads are retried like reads of services. @throws {Failure} */
async function post(context: Context, url: string, methods: readonly string[], body: string): Promise<string> {
  const requestContext = await context.http().requestContext();
  const { timeout, maxBody, userAgent } = requestContext;
  const isBroadcast = methods.includes(broadcastMethod);
  const call = rpcCall([...new Set(methods)].join(', '), isBroadcast ? 'money' : 'none');
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', 'User-Agent': userAgent };
  const attempt = async (cancellation: typeof context.cancellation): Promise<string> => {
    const request: HttpRequest = {
      method: 'POST',
      url,
      headers,
      body,
      timeout: timeout || patientTimeout,
      maxBody,
      cancellation,
    };
    const response = await sendTraced(call, request, requestContext).catch(async (error: unknown) => {
      throw error instanceof TransportError ? transportFailure(call, request, error) : error;
    });
    const text = response.body.toString('utf8');
    const isReply =
      (response.status >= 200 && response.status < 300) ||
      (response.status !== 429 && /"jsonrpc"\s*:/.test(text.slice(0, 2000)));
    const isLimited = isReply && !isBroadcast && saysRateLimit(text);
    if (isReply && !isLimited) return text;
    if (isLimited) throw refusal(call, { ...response, status: 429 });
    throw response.status >= 300 && response.status < 400
      ? redirected(call, request, response)
      : refusal(call, response);
  };
  const tries = context.settings().retry.value;
  if (isBroadcast || tries === 0) return attempt(context.cancellation);
  return withRetry(attempt, {
    tries,
    maxWait: context.settings().maxWait.value,
    say: (line) => context.log(line),
    cancellation: context.cancellation,
  });
}
/**
 * Whether a JSON-RPC response reports a rate limit: its requests are repeated, and nothing is concluded. A revert is a
 * verdict.
 */
function saysRateLimit(text: string): boolean {
  if (!/"error"\s*:/.test(text)) return false;
  const isLimit = (reply: unknown): boolean => {
    const { code, message } =
      (reply as { readonly error?: { readonly code?: unknown; readonly message?: unknown } } | null)?.error ?? {};
    if (code === 3 || /revert/i.test(String(message))) return false;
    return code === -32_005 || /rate limit|rate exceeded|too many requests/i.test(String(message));
  };
  try {
    return [JSON.parse(text) as unknown].flat().some(isLimit);
  } catch {
    return false; // the client reports the problem
  }
}

/** The time limit of a request to a node, if the profile has none, milliseconds. */
const patientTimeout = 30_000;

export interface ChainOptions {
  readonly newRecipient?: boolean;
  readonly despite?: readonly string[];
  readonly decimals?: number;
}

/** The dependencies of the pipeline. @throws {Guarded} UNTRUSTED_FOLDER; as `chainAccess` */
export async function chainDependencies(
  context: Context,
  access: ChainAccess,
  signer: Pick<SelectedSigner, 'withKey'> & Partial<SelectedSigner>,
  options: ChainOptions = {},
): Promise<ChainDependencies> {
  await requireTrustedFolder(context);
  const { chain, rpc, identity, pins } = access;
  const { ledger, ledgerIdentity, lock } = paths(context.world);
  const profile = context.settings().profile.value;
  return {
    rpc,
    chain,
    identity,
    profile,
    ledgerFile: ledger,
    openLedger: context.world.ledger,
    ledgerIdentity,
    lockFile: (address) => lock(`chain-${chain.chainId}-${address.toLowerCase()}`),
    clock: context.world.clock,
    cancellation: context.cancellation,
    log: (line) => context.log(line),
    tokenAt: tokenReader(context, access, options.decimals),
    signedTokenAt: signedTokenReader(context, access),
    isRouter: (address) => pinnedRouter(pins, chain.network)?.address.toLowerCase() === address.toLowerCase(),
    judge: (described, from, book, except) => judgeChain(context, access, { described, from, book, except }, options),
    confirm: (described, verdict) => confirmChain(context, described, verdict),
    withKey: (use) => signer.withKey(use),
    releaseKey: () => signer.release?.(),
    nextCommand: nextCommandOf(context),
    dryRun: isDryRun(context.flags),
    isFollowed: (operation) => context.world.followed?.has(operation) === true,
  };
}

/** The call for the policy and the confirmation. */
const chainCall = ({ title, effect }: Described): Call => ({
  ...rpcCall(effect.kind === 'transfer' ? 'send' : effect.kind === 'approval' ? 'approve' : 'swap', 'money'),
  summary: title,
});

/** Judges a transaction by the facts in its bytes. @throws {Failure} with all refusals */
async function judgeChain(
  context: Context,
  access: ChainAccess,
  {
    described,
    from,
    book,
    except,
  }: {
    readonly described: Described;
    readonly from: string;
    readonly book: Ledger;
    readonly except: string | undefined;
  },
  { newRecipient = false, despite = [] }: ChainOptions,
): Promise<Verdict> {
  const call = chainCall(described);
  const request: HttpRequest = { method: 'POST', url: 'https://chain.invalid/', headers: {}, timeout: 0, maxBody: 0 };
  const { identity } = access;
  const owner = { profile: context.settings().profile.value, origin: identity, account: accountOf('') };
  const operations = ownedOperations(book, owner)
    .filter(({ id }) => id !== except)
    .map((line) => ({ ...line, isSure: true, outcome: context.world.followed?.has(line.id) ? 'mined' : line.outcome }));
  const dependencies = policyDependencies(context);
  const contracts = async () => {
    const { addresses, isComplete } = await dependencies.contracts();
    return { addresses: [...addresses, ...contractsOf(described.effect)], isComplete };
  };
  const purse = {
    account: `${identity} ${accountOf(from)}`,
    balance: (unit: string) => balanceIn(access, described, from, unit),
  };
  const verdict = await judge(
    { call, request, newRecipient, despite },
    operations,
    { ...dependencies, contracts },
    purse,
    described.policy,
  );
  const before = isDryRun(context.flags) ? refusedBefore(call, context.settings(), context.flags) : [];
  const refused = refusalOf([...before, ...standing(verdict, canType(context) && !isDryRun(context.flags))]);
  if (refused) throw refused;
  return verdict;
}

/**
 * An address's balance of the coin, or of a moved token, in whole tokens; undefined for other tokens, and if the node
 * does not tell.
 */
async function balanceIn(
  { rpc, chain }: ChainAccess,
  { effect }: Described,
  from: string,
  unit: string,
): Promise<Decimal | undefined> {
  const token = unit === chain.coin ? coinOf(chain) : tokensOf(effect).find((candidate) => unitOf(candidate) === unit);
  const raw = token && (await balanceOf({ rpc }, token, from).catch(() => undefined));
  return raw === undefined ? undefined : fromBase({ units: raw, places: 0 }, token!.decimals);
}

/** The contracts of the moved tokens, which a transaction may not pay. */
const contractsOf = (effect: Described['effect']): readonly string[] =>
  tokensOf(effect).flatMap(({ address }) => address ?? []);

/** Prints the receipt of the bytes, and confirms it. @throws {Failure} */
async function confirmChain(context: Context, described: Described, verdict: Verdict): Promise<void> {
  await printReceipt(context, described.title, [...described.lines, ...policyLines(verdict)]);
  await confirmTyped(context, verdict);
  if (described.effect.kind === 'approval' && described.effect.isUnlimited)
    await confirmUnlimited(context, described.effect.allows.token.symbol);
  await confirmCall(context, chainCall(described));
}

/** Requires the typed words for an unlimited allowance; --yes is not enough. @throws {Guarded} */
async function confirmUnlimited(context: Context, symbol: string): Promise<void> {
  const { world, flags } = context;
  const words = `unlimited ${symbol}`;
  if (flags.noInput || !world.stdin.isTTY || !world.stderr.isTTY)
    throw new Guarded(
      'UNLIMITED_ALLOWANCE',
      `An unlimited allowance of ${symbol} is confirmed at a terminal only, with its words typed; nothing was signed.`,
      'Give an exact amount: --amount',
    );
  const reply = await promptLine(
    `The spender could take every ${symbol} of this account, now and later. Type ${words} to go on: `,
    world,
    (text) => context.out.draw(text),
  );
  if (reply.trim() !== words) throw new Failure('guarded', 'NOT_AGREED', 'Not confirmed; nothing was signed.');
}
