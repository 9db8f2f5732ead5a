// Connects the pipeline of chains with a command: policy, receipt, confirmation, key, ledger; the same on every chain.

import type { Context } from '../../cli/command/command.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { confirmCall, promptLine, refusedBefore, subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { confirmTyped, policyLines } from '../../cli/prompts/recipient.js';

import { isDryRun } from '../../cli/settings/options.js';
import { canAsk } from '../../cli/settings/world.js';
import { coinOf, type Description, identityText, tokensOf, unitOf } from '../../money/chain/effect.js';
import type { ChainFacts, ChainRules } from '../../money/chain/family.js';
import { accountOf, type ChainDependencies } from '../../money/chain/intent.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { type Decimal, fromBase } from '../../money/values/decimal.js';
import { type AccountHistory, historyIn } from '../../money/verdict/history.js';
import { judge } from '../../money/verdict/judge.js';
import { type Judged, refusalOf, standing, type Verdict } from '../../money/verdict/verdict.js';
import type { Call } from '../../services/catalogue/define.js';
import { Guarded } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { paths } from '../../session/paths.js';
import { canType, nextCommandOf, policyDependencies, requireTrustedFolder } from '../change/transfer.js';
import { rpcCall } from './node.js';
import type { SelectedSigner } from './signing-key.js';

export interface ChainOptions {
  readonly newRecipient?: boolean;
  readonly despite?: readonly string[];
  readonly decimals?: number;
}

/** A chain that is opened for a command. */
interface OpenChain {
  readonly family: ChainRules;
  readonly chain: ChainFacts;
  readonly identity: string;
  /** The name of the locks of its accounts. */
  readonly lockName: string;
}

/** The dependencies of the pipeline that are the same on every chain. @throws {Guarded} UNTRUSTED_FOLDER */
export async function commonDependencies(
  context: Context,
  open: OpenChain,
  signer: Pick<SelectedSigner, 'withKey'> & Partial<SelectedSigner>,
  options: ChainOptions,
): Promise<ChainDependencies> {
  await requireTrustedFolder(context);
  await context.session().seal();
  const { family, chain, identity, lockName } = open;
  const { lock } = paths(context.world);
  return {
    family,
    chain,
    identity,
    profile: context.settings().profile.value,
    ledger: ledgerPlace(context),
    lockFile: (address) => lock(`${lockName}-${address.toLowerCase()}`),
    clock: context.world.clock,
    deadline: context.deadline,
    log: (line) => context.log(line),
    judge: (described, from, book, except) => judgeChain(context, open, { described, from, book, except }, options),
    despite: options.despite ?? [],
    requireAccount: () => context.session().requireSealed(),
    confirm: (described, verdict) => confirmChain(context, described, verdict),
    withKey: (use) => signer.withKey(use),
    releaseKey: () => signer.release?.(),
    nextCommand: nextCommandOf(context),
    dryRun: isDryRun(context.flags),
    group: context.world.group,
    isFollowed: (operation) => context.world.followed?.has(operation) === true,
  };
}

/** The call for the policy and the confirmation. */
const chainCall = ({ title, effect }: Description): Call => ({
  ...rpcCall(effect.kind === 'transfer' ? 'send' : effect.kind === 'approval' ? 'approve' : 'swap', 'money'),
  summary: title,
});

/** Judges a transaction by the facts in its bytes. @throws {Failure} with all refusals */
async function judgeChain(
  context: Context,
  open: OpenChain,
  {
    described,
    from,
    book,
    except,
  }: {
    readonly described: Description;
    readonly from: string;
    readonly book: Ledger;
    readonly except: string | undefined;
  },
  { newRecipient = false, despite = [] }: ChainOptions,
): Promise<Judged> {
  const call = chainCall(described);
  const request: HttpRequest = {
    method: 'POST',
    url: 'https://chain.invalid/',
    isPathSecret: true,
    headers: {},
    timeout: 0,
    maxBody: 0,
  };
  const { identity } = open;
  const owner = { profile: context.settings().profile.value, origin: identity, account: accountOf('') };
  const inLedger = historyIn(book, owner, { isSure: () => true, except });
  const history: AccountHistory = {
    ...inLedger,
    onSubject: async (facts) =>
      // bytes that were signed before are no second operation beside an open one
      (except === undefined ? await inLedger.onSubject(facts) : []).map((line) =>
        context.world.followed?.has(line.id) ? { ...line, outcome: 'mined' } : line,
      ),
  };
  const dependencies = policyDependencies(context);
  // what was signed as a part of a plan had its approvals
  const wasPlanned = except !== undefined && (await book.find(except))?.plan !== undefined;
  const approvals = () => () => Number.POSITIVE_INFINITY;
  const sealing = wasPlanned ? { take: () => [], ...dependencies.sealing, approvals } : dependencies.sealing;
  const contracts = async () => {
    const { addresses, isComplete } = await dependencies.contracts();
    return { addresses: [...addresses, ...contractsOf(described.effect)], isComplete };
  };
  const sourceAccount = {
    account: `${identity} ${accountOf(from)}`,
    balance: (unit: string) => balanceIn(open, described, from, unit),
  };
  const verdict = await judge(
    { call, request, newRecipient, despite, input: identityText(described.effect) },
    history,
    { ...dependencies, contracts, sealing },
    sourceAccount,
    described.policy,
  );
  const before = isDryRun(context.flags) ? await refusedBefore(call, context) : [];
  const refused = refusalOf([...before, ...standing(verdict, canType(context))]);
  if (refused) throw refused;
  return verdict;
}

/**
 * An address's balance of the coin, or of a moved token, in whole tokens; undefined for other tokens, and if the node
 * does not tell.
 */
async function balanceIn(
  { family, chain }: OpenChain,
  { effect }: Description,
  from: string,
  unit: string,
): Promise<Decimal | undefined> {
  const token = unit === chain.coin ? coinOf(chain) : tokensOf(effect).find((candidate) => unitOf(candidate) === unit);
  const raw = token && (await family.balanceOf(token, from).catch(() => undefined));
  return raw === undefined ? undefined : fromBase({ units: raw, places: 0 }, token!.decimals);
}

/** The contracts of the moved tokens, which a transaction may not pay. */
const contractsOf = (effect: Description['effect']): readonly string[] =>
  tokensOf(effect).flatMap(({ address }) => address ?? []);

/** Prints the receipt of the bytes, and confirms it. @returns whether a person may have been asked @throws {Failure} */
async function confirmChain(context: Context, described: Description, verdict: Verdict) {
  const lines = [...described.lines, ...policyLines(verdict)];
  await printReceipt(context, described.title, lines);
  await confirmTyped(context, verdict);
  if (described.effect.kind === 'approval' && described.effect.isUnlimited)
    await confirmUnlimited(context, described.effect.allows.token.symbol);
  await confirmCall(context, chainCall(described), subjectOf(lines, ['Transaction', described.title]));
  return context.flags.yes !== true || canAsk(context.world);
}

/** Requires the typed words for an unlimited allowance; --yes is not enough. @throws {Guarded} */
async function confirmUnlimited(context: Context, symbol: string) {
  const { world, flags } = context;
  const words = `unlimited ${symbol}`;
  if (flags.noInput || !world.stdin.isTTY || !world.stderr.isTTY)
    throw new Guarded(
      'UNLIMITED_ALLOWANCE',
      `An unlimited allowance of ${symbol} is confirmed at a terminal only, with its words typed.`,
      'Give an exact amount: --amount',
    );
  const reply = await promptLine(
    `The spender could take every ${symbol} of this account, now and later. Type ${words} to go on: `,
    world,
    (text) => context.out.draw(text),
  );
  if (reply.trim() !== words) throw new Guarded('NOT_AGREED', 'Not confirmed.');
}
