// The nonce of an account is a witness beside the ledger: a restored or copied folder, or a new one, does not know what
// the account has sent since. Before a reference counts as new, the transactions of others since the last one that the
// ledger knows are read: one with the same effect may be the transfer of the reference.

import { counted } from '../../services/counted.js';
import { Failure, partFailure } from '../../services/http/errors.js';
import type { ChainWarning } from '../chain/effect.js';
import type { Journal, SeenElsewhere } from '../chain/journal.js';
import { dayLength } from '../operation.js';
import { userOf } from './chain-state.js';
import { decodeCall } from './contracts.js';
import type { EvmDependencies, EvmIntent } from './intent.js';
import type { ShownTransaction } from './rpc.js';
import type { TransactionFields } from './transaction.js';

/** What an account has sent elsewhere: notes for the receipt, and the record of it, for the moment of the signature. */
interface Adopted {
  readonly notes: readonly ChainWarning[];
  readonly record: () => void;
}

/** The most transactions that are read. */
const mostRead = 40;

/**
 * Compares the nonce of an account with the journal.
 * @param call what is to be signed
 * @param mined the number of the account's transactions in blocks
 * @throws {Failure} SENT_ELSEWHERE for an equal one since the last witness, or within 24 hours of its first
 * sighting; NOT_SEEN_ELSEWHERE if they cannot be read; {Failure} of a read
 */
export async function witnessed(
  { from, clientRef }: Pick<EvmIntent, 'from' | 'clientRef'>,
  call: Pick<TransactionFields, 'nonce' | 'to' | 'value' | 'data'>,
  mined: bigint,
  deps: EvmDependencies,
  journal: Journal,
): Promise<Adopted> {
  const { identity, despite, clock, nextCommand, chain } = deps;
  if (clientRef === undefined) return { notes: [], record: () => {} };
  const at = new Date(clock.now()).toISOString();
  const first = journal.nextKnown(identity, from);
  const missing = first === undefined ? [] : range(first, call.nonce);
  const last = call.nonce - 1n;
  const unknown = counted(missing.length, 'transaction');
  const shown = missing.length > mostRead ? [undefined] : await read(missing, mined, from, deps);
  const isNamed = (nonce: bigint | number) => despite.includes(`nonce-${nonce}`);
  const isUnread = shown.includes(undefined);
  if (isUnread && !isNamed(last))
    throw new Failure(
      'local',
      'NOT_SEEN_ELSEWHERE',
      `The account has sent ${unknown} that this ledger does not know (up to the nonce ${last}), and the node does not show all of them: --client-ref ${clientRef} may be one of them.`,
      `Ask a node with older blocks: tuk profile set NAME rpc.${chain.network} URL. Or, if it is none of them: --despite nonce-${last}`,
      { unsent: true },
    );
  const seen = shown.flatMap((one): readonly SeenElsewhere[] =>
    one === undefined ? [] : [{ nonce: one.nonce, hash: one.hash, effect: effectKey(one), at }],
  );
  const recent = journal.elsewhere(identity, from, new Date(clock.now() - dayLength).toISOString());
  const equal = [...recent, ...seen].find(({ effect, nonce }) => effect === effectKey(call) && !isNamed(nonce));
  if (equal?.hash !== undefined)
    throw new Failure(
      'local',
      'SENT_ELSEWHERE',
      `This account has sent the same elsewhere (nonce ${equal.nonce}): ${equal.hash}. --client-ref ${clientRef} may be that transaction.`,
      `Compare: ${nextCommand(`tuk wallet tx show ${equal.hash} --network ${chain.network}`)}. If this is another one: --despite nonce-${equal.nonce}`,
      { unsent: true },
    );
  const isNew = first === undefined && last >= 0n;
  const message = isNew
    ? `This ledger has nothing of the account, which has sent ${counted(Number(call.nonce), 'transaction')}: what a reference has paid elsewhere is not known here.`
    : `The account has sent ${unknown} elsewhere since the last one here${isUnread ? ', and the node does not show all of them' : '; none of them is equal to this one'}.`;
  return {
    notes: isNew || missing.length > 0 ? [{ code: 'ADOPTED', message }] : [],
    record: () => {
      for (const one of seen) journal.adopt(identity, from, one);
      if (isNew || missing.length > seen.length) journal.adopt(identity, from, { nonce: Number(last), at });
    },
  };
}

const range = (first: bigint, end: bigint): readonly bigint[] =>
  Array.from({ length: Math.max(Number(end - first), 0) }, (_, index) => first + BigInt(index));

/** The transactions of an account with these nonces, in blocks or on their way; nothing for one that the node does not show. */
async function read(
  nonces: readonly bigint[],
  mined: bigint,
  sender: string,
  { rpc, chain }: EvmDependencies,
): Promise<readonly ((ShownTransaction & { readonly nonce: number }) | undefined)[]> {
  if (nonces.length === 0) return [];
  const height = await rpc.blockNumber();
  return Promise.all(
    nonces.map(async (number) => {
      const nonce = Number(number);
      const reading =
        number < mined
          ? userOf(rpc, { sender, nonce }, height, chain.finality).then((user) => user?.transaction)
          : rpc.transactionIn('pending', sender, number);
      const transaction = await reading.catch((error: unknown) => {
        partFailure(error);
        return undefined;
      });
      return transaction && { ...transaction, nonce };
    }),
  );
}

/** An effect as text: recipient, value and data; of a swap without its floor and deadline, which differ each time. */
function effectKey({ to = '', value, data }: Pick<ShownTransaction, 'to' | 'value' | 'data'>): string {
  const swap = decodeCall('router', data);
  const { amountIn = '', path = [], to: recipient = '' } = swap?.args ?? {};
  const parts = swap ? [swap.name, String(amountIn), ...(path as readonly string[]), String(recipient)] : [data];
  return [to, value.toString(), ...parts].join(' ').toLowerCase();
}
