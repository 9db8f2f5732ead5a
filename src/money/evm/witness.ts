// What an account has sent elsewhere on an EVM chain: by its nonce.

import { partFailure } from '../../services/http/errors.js';
import { type Adopted, adopt, nothingElsewhere } from '../chain/witness.js';
import type { Journal } from '../ledger/journal.js';
import { userOf } from './chain-state.js';
import { decodeCall } from './contracts.js';
import type { EvmDependencies, EvmIntent } from './intent.js';
import type { ShownTransaction } from './rpc.js';
import type { TransactionFields } from './transaction.js';

/** The most transactions that are read. */
const mostRead = 40;

/**
 * Compares the nonce of an account with the journal before a reference counts as new.
 * @param call what is to be signed
 * @param mined the number of the account's transactions in blocks
 * @throws {Failure} as `adopt`; of a read
 */
export async function witnessed(
  intent: Pick<EvmIntent, 'from' | 'clientRef'>,
  call: Pick<TransactionFields, 'nonce' | 'to' | 'value' | 'data'>,
  mined: bigint,
  deps: EvmDependencies,
  journal: Journal,
): Promise<Adopted> {
  if (intent.clientRef === undefined) return nothingElsewhere;
  const { nonce: next } = call;
  const known = await journal.lastKnown(deps.identity, intent.from, 'nonce');
  const isNew = known === undefined;
  const first = isNew ? 0n : known + 1n;
  const count = next > first ? next - first : 0n;
  const shown = count > mostRead || isNew ? [] : await read(first, next, mined, intent.from, deps);
  const seen = shown.flatMap((one) =>
    one === undefined ? [] : [{ nonce: one.nonce, hash: one.hash, effect: effectKey(one) }],
  );
  const isUnread = !isNew && BigInt(seen.length) < count;
  const ahead = { isNew, count: Number(count), seen, isUnread, last: next - 1n, word: 'nonce' } as const;
  return adopt(intent, ahead, (effect) => effect === effectKey(call), deps, journal);
}

/** The transactions of an account by nonce, in blocks or on their way; nothing for one that the node does not show. */
async function read(
  first: bigint,
  next: bigint,
  mined: bigint,
  sender: string,
  { rpc, chain }: EvmDependencies,
): Promise<readonly ((ShownTransaction & { readonly nonce: number }) | undefined)[]> {
  if (next <= first) return [];
  const height = await rpc.blockNumber();
  return Promise.all(
    Array.from({ length: Number(next - first) }, async (_, index) => {
      const nonce = Number(first) + index;
      const reading =
        nonce < mined
          ? userOf(rpc, { sender, nonce }, height, chain.finality).then((user) => user?.transaction)
          : rpc.transactionIn('pending', sender, BigInt(nonce));
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
