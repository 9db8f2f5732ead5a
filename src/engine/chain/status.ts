// Reads the state of an operation on a chain by the hashes of its signed bytes, and records it.

import type { Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { type ChainDependencies, chainService } from '../../money/chain/intent.js';
import { stateSentence } from '../../money/chain/observation.js';
import { isFinal } from '../../money/chain/state.js';
import { type Observation, refresh } from '../../money/chain/store.js';
import type { EvmDependencies } from '../../money/evm/intent.js';
import type { Journal, JournalEntry } from '../../money/ledger/journal.js';
import type { Operation } from '../../money/ledger/operation.js';
import { areApart } from '../../money/ledger/owner.js';
import { isSolana } from '../../money/values/networks.js';
import { BadInput, Guarded, Refused } from '../../services/http/errors.js';
import { chainAccess, chainDependencies } from './access.js';
import type { SelectedSigner } from './signing-key.js';
import { solanaAccess, solanaDependencies } from './solana.js';

/** Whether an operation is a transaction that was signed here. */
export const isChainOperation = ({ service }: Pick<Operation, 'service'>): boolean => service === chainService;

/** The account of an operation on a chain, as in the ledger. */
export const senderOf = ({ account = '' }: Operation): string => account.replace(/^address:/, '');

/** Opens the signed transactions while `use` runs. @throws {LocalFailure} LEDGER_UNUSABLE */
export const withJournal = <Result>(context: Context, use: (journal: Journal) => Promise<Result>): Promise<Result> =>
  readLedger(context, ({ journal }) => use(journal));

/** The network of an operation on a chain, by its signed bytes, else by its request. @throws {BadInput} NOT_ON_CHAIN */
export function networkOf(operation: Operation, entries: readonly JournalEntry[]): string {
  const asked = (() => {
    try {
      return (JSON.parse(operation.body ?? '') as { readonly network?: unknown }).network;
    } catch {
      return undefined;
    }
  })();
  const network = entries.at(-1)?.network ?? asked;
  if (isChainOperation(operation) && typeof network === 'string') return network;
  throw new BadInput(
    'NOT_ON_CHAIN',
    `The operation ${operation.id} is not a transaction that was signed here.`,
    `See it: tuk ops show ${operation.id}`,
  );
}

/** A signer that signs nothing: reading, and sending signed bytes again, need no key. */
const noSigner: Pick<SelectedSigner, 'withKey'> = {
  withKey: async () => {
    throw new Guarded('SIGNS_NOTHING', 'This command signs nothing.');
  },
};

/**
 * The dependencies of the pipeline for an existing operation.
 * @throws {Guarded} OTHER_CHAIN if the node belongs to another chain
 */
export async function dependenciesOf(context: Context, operation: Operation): Promise<ChainDependencies> {
  const network = await networkIn(operation, context);
  if (isSolana(network)) {
    const access = await solanaAccess(context, network);
    requireOrigin(operation, network, access.identity);
    return solanaDependencies(context, access, noSigner, { newRecipient: true });
  }
  return evmDependenciesOf(context, operation);
}

/** The same for an operation on an EVM chain, whose nonce a signer may use again. @throws as `dependenciesOf` */
export async function evmDependenciesOf(
  context: Context,
  operation: Operation,
  signer: Pick<SelectedSigner, 'withKey'> & Partial<SelectedSigner> = noSigner,
): Promise<EvmDependencies> {
  const network = await networkIn(operation, context);
  const access = await chainAccess(context, network);
  requireOrigin(operation, network, access.identity);
  return chainDependencies(context, access, signer, { newRecipient: true });
}

/** The network of an operation on a chain. @throws {BadInput} NOT_ON_CHAIN */
export const networkIn = async (operation: Operation, context: Context): Promise<string> =>
  networkOf(operation, await withJournal(context, (journal) => journal.of(operation.id)));

function requireOrigin({ id, origin }: Operation, network: string, identity: string) {
  // the first block is read from a local node only: without it, the chain id says that it is the same chain
  if (origin === identity || (/^eip155:/.test(origin ?? '') && !areApart(origin!, identity))) return;
  throw new Guarded(
    'OTHER_CHAIN',
    `The operation ${id} was made on another chain than ${network} is now (its chain id, or in a sandbox its world).`,
    isSolana(network)
      ? `Name the node of the chain on which it was made: tuk profile set NAME rpc.${network} URL`
      : 'Pin the chain on which it was made: tuk profile set NAME chain.NETWORK ID',
  );
}

/** The identity of the chain that a network has now. @throws as `chainAccess` and `solanaAccess` */
export const identityOf = async (context: Context, network: string): Promise<string> =>
  (isSolana(network) ? await solanaAccess(context, network) : await chainAccess(context, network)).identity;

/** The state of an operation on a chain: the updated operation, a sentence, and whether it can still change. */
export interface SeenOnChain extends Observation {
  readonly sentence: string;
  readonly isFinal: boolean;
}

/** Reads the state of an operation, and records it. @throws {Failure} */
export async function refreshOnChain(context: Context, operation: Operation): Promise<SeenOnChain> {
  const deps = await dependenciesOf(context, operation);
  const state = await refresh(operation, deps);
  const { finality } = deps.chain;
  return { ...state, sentence: stateSentence(state.state, deps), isFinal: isFinal(state.state, finality) };
}

/** @throws {Refused} SIGNED for an operation with signed bytes: a judgement would not prevent their mining */
export async function refuseJudgement(context: Context, operation: Operation): Promise<void> {
  if (!isChainOperation(operation)) return;
  const entries = await withJournal(context, (journal) => journal.of(operation.id));
  if (!entries.some(({ state }) => state === 'signed' || state === 'sent')) return;
  throw new Refused(
    'refused',
    'SIGNED',
    `The transaction of ${operation.id} is signed, and may still be mined whatever is recorded; nothing was changed.`,
    `Look for it: tuk wallet tx resume ${operation.id}. ${entries.some(({ kind }) => kind === 'expiring') ? 'It expires by itself, and then counts as not done.' : `Or take its nonce: tuk wallet tx cancel ${operation.id}`}`,
  );
}
