// The movements of a transaction: by its effect, and by the event logs of a simulation or a block.

import { isPrefixedHash } from '../../services/forms.js';
import { leavingBy, type TokenAmount, type TransactionEffect } from '../chain/effect.js';
import { sameAddress } from '../chain/hex.js';
import type { EventLog } from './rpc.js';

/** The topics of `Transfer` and `Approval` (ERC-20), and of `Withdrawal(address,uint256)` of the wrapped coin. */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

/** The filters of the event logs that move a token to an account, and from it. */
export function transfersOf(account: string): readonly (readonly (string | null)[])[] {
  const topic = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  return [
    [transferTopic, null, topic],
    [transferTopic, topic],
  ];
}

/** Whether a topic is the word of an account. */
export const isAccount = (topic: string | undefined, account: string): boolean =>
  topic !== undefined && sameAddress(`0x${topic.slice(-40)}`, account);
/** Whether a log is an event of a contract with one word of data. */
const isEvent = ({ address, topics, data }: EventLog, contract: string, topic: string) =>
  sameAddress(address, contract) && topics[0] === topic && isPrefixedHash(data);

/** The sums that a token's event logs move to an account, and from it, in base units. */
export function movedBy(
  logs: readonly EventLog[],
  token: string,
  account: string,
): { readonly to: bigint; readonly from: bigint } {
  const transfers = logs.filter((log) => isEvent(log, token, transferTopic) && log.topics.length === 3);
  const sum = (place: 1 | 2) =>
    transfers.reduce(
      (total, { topics, data }) => (isAccount(topics[place], account) ? total + BigInt(data) : total),
      0n,
    );
  return { to: sum(2), from: sum(1) };
}

/** The sum that a token's event logs move from one account to another, in base units. */
export const movedBetween = (logs: readonly EventLog[], token: string, from: string, to: string): bigint =>
  movedBy(
    logs.filter(({ topics }) => isAccount(topics[1], from)),
    token,
    to,
  ).to;

/** The contract of the leaving token; nothing for the coin. */
export const tokenOf = (effect: TransactionEffect): string | undefined => leavingBy(effect).token.address;

/** The amount that a transaction promises to arrive; nothing for an allowance. */
export const promisedBy = (effect: TransactionEffect): TokenAmount | undefined =>
  effect.kind === 'transfer' ? effect.moves : effect.kind === 'swap' ? effect.floor : undefined;
/** The recipient of the promised amount. */
export const recipientOf = (effect: TransactionEffect): string | undefined =>
  effect.kind === 'transfer' ? effect.to : effect.kind === 'swap' ? effect.recipient : undefined;
/** Whether a transfer pays its own sender. */
export const isToSelf = (effect: TransactionEffect, sender: string): boolean =>
  effect.kind === 'transfer' && sameAddress(effect.to, sender);

/**
 * The amount that arrives by event logs: of a token at its recipient, of a swap to the coin the amount that the router
 * unwraps. Nothing for the coin itself, which leaves no logs, and for an allowance.
 * @param isContract whether the recipient is a contract, which may send the amount on; what it sends back has not arrived
 */
export function arrivedBy(
  logs: readonly EventLog[],
  effect: TransactionEffect,
  sender: string,
  isContract = false,
): TokenAmount | undefined {
  const [token, recipient] = [promisedBy(effect)?.token, recipientOf(effect)];
  if (token === undefined || recipient === undefined) return undefined;
  if (token.address !== undefined) {
    const { to, from } = movedBy(logs, token.address, recipient);
    const away = isToSelf(effect, sender)
      ? 0n
      : isContract
        ? movedBetween(logs, token.address, recipient, sender)
        : from;
    return { token, raw: to - away };
  }
  if (effect.kind !== 'swap') return undefined;
  const wrapped = effect.path.at(-1)!;
  const unwrapped = logs.filter(
    (log) =>
      isEvent(log, wrapped, withdrawalTopic) && log.topics.length === 2 && isAccount(log.topics[1], effect.router),
  );
  return unwrapped.length === 0
    ? undefined
    : { token, raw: unwrapped.reduce((sum, { data }) => sum + BigInt(data), 0n) };
}

/** The allowance by the last `Approval` of an owner for a spender in event logs; nothing without one. */
export function approvedBy(
  logs: readonly EventLog[],
  token: string,
  owner: string,
  spender: string,
): bigint | undefined {
  const last = logs.findLast(
    (log) => isEvent(log, token, approvalTopic) && isAccount(log.topics[1], owner) && isAccount(log.topics[2], spender),
  );
  return last && BigInt(last.data);
}

/** The amount that leaves the sender by event logs; of the coin the value of the transaction. */
export function spentBy(logs: readonly EventLog[], effect: TransactionEffect, sender: string): TokenAmount {
  const { token, raw } = leavingBy(effect);
  if (token.address === undefined) return { token, raw };
  const { to, from } = movedBy(logs, token.address, sender);
  return { token, raw: isToSelf(effect, sender) ? from : from - to };
}
