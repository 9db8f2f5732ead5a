// The simulation of a transaction: what it would do now, on the newest state, before it is signed, and before its bytes are sent again.

import { type Failure, Guarded, Refused } from '../../services/http/errors.js';
import { allowanceCall, balanceCall } from './contracts.js';
import {
  arrivedBy,
  type ChainWarning,
  type EvmToken,
  isToSelf,
  leavingBy,
  movedBy,
  type TokenAmount,
  type TransactionEffect,
  wholeAmount,
} from './describe.js';
import { isRevert, type Rpc, RpcRefusal, reasonOf } from './rpc.js';
import type { TransactionFields } from './transaction.js';

/** A transaction that is simulated. */
export interface SimulatedTransaction {
  readonly fields: Pick<TransactionFields, 'to' | 'value' | 'data'>;
  readonly effect: TransactionEffect;
  readonly from: string;
  /** The share of what is sent that a person accepts to arrive (--accept-less): a decimal up to 1. */
  readonly acceptLess?: string | undefined;
}

/** That a transaction would fail, by what the node says; the refusal itself if it says something else. */
export const wouldFail = (error: RpcRefusal): Failure =>
  isRevert(error) ? new Refused('refused', 'WOULD_REVERT', `The transaction would fail: ${reasonOf(error)}; nothing was signed.`) : error;

/**
 * Simulates a transaction on the newest state. What arrives, and what an allowance becomes, only nodes with `eth_simulateV1` can say; the block says it afterwards.
 * @returns what is to be warned of
 * @throws {Refused} WOULD_REVERT where it fails, or where a token says no without failing; {Guarded} ARRIVES_LESS where less would arrive than is sent or than the
 * swap promises, and was not accepted, SPENDS_MORE where more would leave, ALLOWANCE_DIFFERS where another allowance would stand than was asked for
 */
export async function simulate({ fields, effect, from, acceptLess }: SimulatedTransaction, rpc: Rpc): Promise<readonly ChainWarning[]> {
  const { to, value, data } = fields;
  const call = { from, to, value, data };
  const failed = (error: unknown) => {
    throw error instanceof RpcRefusal ? wouldFail(error) : error;
  };
  const isTokenCall = effect.kind === 'approval' || (effect.kind === 'transfer' && data !== '0x');
  const probes = probesOf(effect, from);
  const calls = probes.map((probe) => probe.call);
  const [output, seen, isContract] = await Promise.all([
    rpc.simulate(call).catch(failed),
    isTokenCall || effect.kind === 'swap' ? rpc.simulateLogs(...calls, call, ...calls) : undefined,
    effect.kind === 'transfer' && isTokenCall ? rpc.code(effect.to).then((code) => code !== '0x') : false,
  ]);
  if (isTokenCall && output !== '0x' && !/^0x0{63}1$/.test(output))
    throw new Refused('refused', 'WOULD_REVERT', 'The token says no to it without failing; nothing was signed.');
  if (seen === undefined) return [];
  const { refusal, logs } = seen[probes.length]!;
  if (refusal) throw wouldFail(refusal);
  const numberAt = (at: number): bigint | undefined => {
    const { output: text = '' } = seen[at] ?? {};
    return /^0x[0-9a-f]{64}$/.test(text) ? BigInt(text) : undefined;
  };
  /** How much more a probe finds afterwards than before. */
  const change = (what: Probe['what']): bigint | undefined => {
    const at = probes.findIndex((probe) => probe.what === what);
    const [before, after] = at < 0 ? [] : [numberAt(at), numberAt(probes.length + 1 + at)];
    return before === undefined || after === undefined ? undefined : after - before;
  };
  checkLeaving(effect, from, change('sender'), acceptLess);
  if (effect.kind === 'approval')
    return checkAllowance(effect, numberAt(probes.length + 1 + probes.findIndex(({ what }) => what === 'allowance')));
  const promised = promisedBy(effect);
  const byEvents = arrivedBy(logs, effect, from, isContract);
  if (promised === undefined || byEvents === undefined) return [];
  const byBalance = change('recipient');
  const sentOn = isContract && effect.kind === 'transfer' ? movedBy(logs, effect.moves.token.address!, effect.to).from : 0n;
  return checkArrival(promised, byBalance === undefined ? byEvents : { ...byEvents, raw: byBalance + sentOn }, acceptLess);
}

/** A call before and after the transaction that shows what it does. */
interface Probe {
  readonly what: 'sender' | 'recipient' | 'allowance';
  readonly call: { readonly from: string; readonly to: string; readonly data: string };
}
/** What is asked before and after: what the sender has of the token that leaves, the recipient of the one that arrives, and the allowance. */
function probesOf(effect: TransactionEffect, from: string): readonly Probe[] {
  const balance = (what: Probe['what'], { address }: EvmToken, owner: string): readonly Probe[] =>
    address === undefined ? [] : [{ what, call: { from, to: address, data: balanceCall(owner) } }];
  const sender = balance('sender', leavingBy(effect).token, from);
  if (effect.kind === 'approval') {
    const { address } = effect.allows.token;
    return address === undefined
      ? []
      : [...sender, { what: 'allowance', call: { from, to: address, data: allowanceCall(from, effect.spender) } }];
  }
  if (isToSelf(effect, from)) return sender;
  return [
    ...sender,
    ...(effect.kind === 'transfer'
      ? balance('recipient', effect.moves.token, effect.to)
      : balance('recipient', effect.floor.token, effect.recipient)),
  ];
}

/** @throws {Guarded} SPENDS_MORE where more leaves the sender than is sent or sold */
function checkLeaving(effect: TransactionEffect, from: string, change: bigint | undefined, acceptLess: string | undefined): void {
  const { token, raw } = leavingBy(effect);
  const most = isToSelf(effect, from) ? raw - leastOf({ token, raw }, acceptLess) : mostOf(raw, acceptLess);
  if (change === undefined || -change <= most) return;
  throw new Guarded(
    'SPENDS_MORE',
    `By simulation ${wholeAmount({ token, raw: -change })} ${token.symbol} would leave the account, and not ${wholeAmount({ token, raw: most })}; nothing was signed.`,
    'The token takes more than it is asked for. Do not use it.',
  );
}

function checkAllowance(
  { allows }: TransactionEffect & { readonly kind: 'approval' },
  becomes: bigint | undefined,
): readonly ChainWarning[] {
  if (becomes === undefined || becomes === allows.raw) return [];
  throw new Guarded(
    'ALLOWANCE_DIFFERS',
    `By simulation the spender could take ${wholeAmount({ ...allows, raw: becomes })} ${allows.token.symbol} afterwards, and not ${wholeAmount(allows)}; nothing was signed.`,
    'The token does not do what it is asked for. Move what you have of it to another account, if you want it to be safe.',
  );
}

/** What a transaction promises to arrive; nothing for an allowance. */
export const promisedBy = (effect: TransactionEffect): TokenAmount | undefined =>
  effect.kind === 'transfer' ? effect.moves : effect.kind === 'swap' ? effect.floor : undefined;

/** The least that has to arrive, in base units: what is promised, or the share of it that a person accepts. */
export function leastOf(promised: TokenAmount, acceptLess: string | undefined): bigint {
  if (acceptLess === undefined) return promised.raw;
  const [whole = '0', places = ''] = acceptLess.split('.');
  const [share, one] = [BigInt(whole + places), 10n ** BigInt(places.length)];
  return (promised.raw * share + one - 1n) / one;
}
/** The most that may leave, in base units: what is sent, or as much more as the accepted share allows, for a token that takes its part from the sender. */
export function mostOf(raw: bigint, acceptLess: string | undefined): bigint {
  if (acceptLess === undefined) return raw;
  const [whole = '0', places = ''] = acceptLess.split('.');
  return (raw * 10n ** BigInt(places.length)) / BigInt(whole + places);
}

function checkArrival(promised: TokenAmount, arrives: TokenAmount, acceptLess: string | undefined): readonly ChainWarning[] {
  if (arrives.raw >= promised.raw) return [];
  const { symbol } = promised.token;
  const said = `By simulation ${wholeAmount(arrives)} ${symbol} of ${wholeAmount(promised)} would arrive: the token keeps a part of what is sent`;
  if (acceptLess !== undefined && arrives.raw >= leastOf(promised, acceptLess)) return [{ code: 'ARRIVES_LESS', message: `${said}.` }];
  throw new Guarded(
    'ARRIVES_LESS',
    `${said}; nothing was signed.`,
    arrives.raw > 0n
      ? `If that is right, accept it: --accept-less ${shareText(arrives.raw, promised.raw)}`
      : 'Nothing at all would arrive. Do not send it.',
  );
}
/** A share with at most six places, rounded down. */
function shareText(part: bigint, all: bigint): string {
  const millionths = (part * 1_000_000n) / all;
  return millionths === 0n ? '0.000001' : `0.${millionths.toString().padStart(6, '0')}`.replace(/0+$/, '');
}
