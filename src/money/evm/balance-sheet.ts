// What a transaction moves and allows beside its promise: every asset of the sender that leaves, and every permission
// that the sender gives, of any contract, by the event logs of a simulation or a block; and the coins by balances.

import { isPrefixedHash } from '../../services/forms.js';
import { type TokenAt, type TransactionEffect, unitOf, wholeAmount } from '../chain/effect.js';
import { sameAddress } from '../chain/hex.js';
import type { MovedElsewhere } from '../chain/state.js';
import { isAccount, movedBy, tokenOf } from './movements.js';
import type { EventLog } from './rpc.js';
import { checksummed } from './transaction.js';

/** The address that nodes give to the coin in the event logs of a simulation (`traceTransfers`). */
export const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** What leaves the sender, or may be taken from it, and was not promised. `raw` is missing for items and for "all". */
export interface Unpromised {
  readonly what: 'leaves' | 'may take';
  readonly contract: string;
  readonly raw?: bigint;
  /** The recipient, or the one who may take it. */
  readonly to: string;
}

/**
 * The events that take from an account or give a permission of it: where they name the account and the other one, in the
 * topics. `Transfer` and `Approval` have an amount as their data (ERC-20), or an item as their last topic (ERC-721);
 * `ApprovalForAll`, `TransferSingle`, `TransferBatch` (ERC-1155), `Approval` of Permit2.
 */
const events: Readonly<Record<string, readonly [what: Unpromised['what'], from: number, to: number]>> = {
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef': ['leaves', 1, 2],
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925': ['may take', 1, 2],
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62': ['leaves', 2, 3],
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb': ['leaves', 2, 3],
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31': ['may take', 1, 2],
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b': ['may take', 1, 3],
};
/** An event with one word of data, all zero: nothing moves, or a permission is taken back. */
const isNothing = (data: string) => /^0x0{64}$/.test(data);

/** What a transaction takes from its sender, and lets others take, beside its promise. Pure. */
export function unpromisedBy(
  logs: readonly EventLog[],
  effect: TransactionEffect,
  sender: string,
): readonly Unpromised[] {
  const leaving = tokenOf(effect);
  const isOf = (contract: string) => leaving !== undefined && sameAddress(contract, leaving);
  const found = logs.flatMap(({ address, topics, data }): readonly Unpromised[] => {
    const [what, from, to] = events[topics[0] ?? ''] ?? [];
    if (what === undefined || !isAccount(topics[from!], sender) || sameAddress(address, coinAddress)) return [];
    const other = checksummed(`0x${(topics[to!] ?? '').slice(-40).padStart(40, '0')}`);
    if (isNothing(data) || sameAddress(other, sender)) return [];
    if (what === 'leaves' && isOf(address)) return []; // its amount is compared with the promise
    if (what === 'may take' && isOf(address) && spenderOf(effect, other)) return []; // so is this allowance
    const isAmount = topics.length === 3 && isPrefixedHash(data) && /^0x(ddf252ad|8c5be1e5)/.test(topics[0]!);
    return [{ what, contract: checksummed(address), raw: isAmount ? BigInt(data) : undefined, to: other }];
  });
  // what comes back in the same transaction has not left
  return found.filter(({ what, contract, raw }) => {
    if (what !== 'leaves' || raw === undefined) return true;
    const { to, from } = movedBy(logs, contract, sender);
    return from > to;
  });
}

/** Whether an address is the spender whose allowance an effect sets or uses. */
function spenderOf(effect: TransactionEffect, address: string) {
  if (effect.kind === 'transfer') return false;
  return sameAddress(address, effect.kind === 'approval' ? effect.spender : effect.router);
}

/** What was not promised, in words, and what of it has left as an amount of a token. */
export interface NamedUnpromised {
  readonly text: string;
  readonly moved: MovedElsewhere | undefined;
}

/**
 * Names what was not promised: `1 SUR (0x…) leaves to 0x…`.
 * @param tokenAt finds the token of a contract; what cannot be found is named in base units
 */
export const named = (
  items: readonly Unpromised[],
  tokenAt: TokenAt | undefined,
): Promise<readonly NamedUnpromised[]> =>
  Promise.all(
    items.map(async ({ what, contract, raw, to }) => {
      const token = raw === undefined ? undefined : await tokenAt?.(contract).catch(() => undefined);
      const amount = token && wholeAmount({ token, raw: raw! });
      const units = raw === undefined ? 'items' : `${raw} base units`;
      const asset = amount === undefined ? `${units} of ${contract}` : `${amount} ${token?.symbol} (${contract})`;
      const text = what === 'leaves' ? `${asset} to ${to}` : `${to} may take ${asset}`;
      const moved = { amount, asset: token ? unitOf(token) : undefined, contract, to };
      return { text, moved: what === 'leaves' ? moved : undefined };
    }),
  );
/** The names as the end of a sentence. */
export const textsOf = (items: readonly NamedUnpromised[]): string => items.map(({ text }) => text).join('; ');
