// The simulation of a transaction on the newest state, before it is signed, and before its bytes are sent again.

import { isPrefixedHash } from '../../services/forms.js';
import { type Failure, Guarded, Refused } from '../../services/http/errors.js';
import {
  type ChainToken,
  type ChainWarning,
  checkArrival,
  leastOf,
  leavingBy,
  mostOf,
  type TransactionEffect,
  wholeAmount,
} from '../chain/effect.js';
import { orRefusal, type RpcRefusal } from '../chain/rpc-failures.js';
import { allowanceCall, balanceCall } from './contracts.js';
import { arrivedBy, isToSelf, movedBy, promisedBy, recipientOf } from './movements.js';
import type { Rpc } from './rpc.js';
import { isRevert, reasonOf } from './rpc-failures.js';
import type { TransactionFields } from './transaction.js';

/** A transaction that is simulated. */
export interface SimulatedTransaction {
  readonly fields: Pick<TransactionFields, 'to' | 'value' | 'data'>;
  readonly effect: TransactionEffect;
  readonly from: string;
  /** The share of the sent amount that a person accepts to arrive (--accept-less): a decimal up to 1. */
  readonly acceptLess?: string;
}

/** The failure of a transaction that would revert, by the refusal of a node; any other refusal itself. */
export const wouldFail = (error: RpcRefusal): Failure =>
  isRevert(error)
    ? new Refused('refused', 'WOULD_REVERT', `The transaction would fail: ${reasonOf(error)}.`, undefined, {
        unsent: true,
      })
    : error;

/**
 * Simulates a transaction on the newest state. Only nodes with `eth_simulateV1` show amounts and allowances before the
 * block does.
 * @throws {Refused} WOULD_REVERT, also for a token that says no without failing; {Guarded} ARRIVES_LESS for less than
 * was promised and accepted, SPENDS_MORE, ALLOWANCE_DIFFERS
 */
export async function simulate(
  { fields, effect, from, acceptLess }: SimulatedTransaction,
  rpc: Rpc,
): Promise<readonly ChainWarning[]> {
  const { to, value, data } = fields;
  const call = { from, to, value, data };
  const fail = (refusal: RpcRefusal): never => {
    throw wouldFail(refusal);
  };
  const isTokenCall = effect.kind === 'approval' || (effect.kind === 'transfer' && data !== '0x');
  const probes = probesOf(effect, from);
  const calls = probes.map((probe) => probe.call);
  const [output, seen, isContract] = await Promise.all([
    orRefusal(rpc.simulate(call), fail),
    isTokenCall || effect.kind === 'swap' ? rpc.simulateLogs(...calls, call, ...calls) : undefined,
    effect.kind === 'transfer' && isTokenCall ? rpc.code(effect.to).then((code) => code !== '0x') : false,
  ]);
  if (isTokenCall && output !== '0x' && !/^0x0{63}1$/.test(output))
    throw new Refused('refused', 'WOULD_REVERT', 'The token says no to it without failing.', undefined, {
      unsent: true,
    });
  if (seen === undefined) return [];
  const { refusal, logs } = seen[probes.length]!;
  if (refusal) throw wouldFail(refusal);
  /** The number of a probe before or after the transaction. */
  const numberOf = (what: Probe['what'], isAfter: boolean): bigint | undefined => {
    const place = probes.findIndex((probe) => probe.what === what);
    const { output = '' } = (place < 0 ? undefined : seen[isAfter ? probes.length + 1 + place : place]) ?? {};
    return isPrefixedHash(output) ? BigInt(output) : undefined;
  };
  const change = (what: Probe['what']): bigint | undefined => {
    const [before, after] = [numberOf(what, false), numberOf(what, true)];
    return before === undefined || after === undefined ? undefined : after - before;
  };
  checkLeaving(effect, from, change('sender'), acceptLess);
  if (effect.kind === 'approval') return checkAllowance(effect, numberOf('allowance', true));
  const promised = promisedBy(effect);
  const byEvents = arrivedBy(logs, effect, from, isContract);
  if (promised === undefined || byEvents === undefined) return [];
  const byBalance = change('recipient');
  const sentOn =
    isContract && effect.kind === 'transfer' ? movedBy(logs, effect.moves.token.address!, effect.to).from : 0n;
  return checkArrival(
    promised,
    byBalance === undefined ? byEvents : { ...byEvents, raw: byBalance + sentOn },
    acceptLess,
  );
}

/** A call before and after the transaction that shows its effect. */
interface Probe {
  readonly what: 'sender' | 'recipient' | 'allowance';
  readonly call: { readonly from: string; readonly to: string; readonly data: string };
}
/** The balance of the sender in the leaving token, of the recipient in the arriving one, and the allowance. */
function probesOf(effect: TransactionEffect, from: string): readonly Probe[] {
  const balance = (what: Probe['what'], { address }: ChainToken, owner: string): readonly Probe[] =>
    address === undefined ? [] : [{ what, call: { from, to: address, data: balanceCall(owner) } }];
  const sender = balance('sender', leavingBy(effect).token, from);
  if (effect.kind === 'approval') {
    const { address } = effect.allows.token;
    return address === undefined
      ? []
      : [...sender, { what: 'allowance', call: { from, to: address, data: allowanceCall(from, effect.spender) } }];
  }
  if (isToSelf(effect, from)) return sender;
  return [...sender, ...balance('recipient', promisedBy(effect)!.token, recipientOf(effect)!)];
}

/** @throws {Guarded} SPENDS_MORE */
function checkLeaving(
  effect: TransactionEffect,
  from: string,
  change: bigint | undefined,
  acceptLess: string | undefined,
): void {
  const { token, raw } = leavingBy(effect);
  const most = isToSelf(effect, from) ? raw - leastOf({ token, raw }, acceptLess) : mostOf(raw, acceptLess);
  if (change === undefined || -change <= most) return;
  throw new Guarded(
    'SPENDS_MORE',
    `By simulation ${wholeAmount({ token, raw: -change })} ${token.symbol} would leave the account, and not ${wholeAmount({ token, raw: most })}.`,
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
    `By simulation the spender could take ${wholeAmount({ ...allows, raw: becomes })} ${allows.token.symbol} afterwards, and not ${wholeAmount(allows)}.`,
    'The token does not do what it is asked for. Move what you have of it to another account, if you want it to be safe.',
  );
}
