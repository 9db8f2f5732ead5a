// The simulation of a transaction on the newest state, before it is signed, and before its bytes are sent again.

import { isPrefixedHash } from '../../services/forms.js';
import { type Failure, Guarded, refusedUnsent } from '../../services/http/errors.js';
import {
  type ChainToken,
  type ChainWarning,
  checkArrival,
  leastOf,
  leavingBy,
  mostOf,
  type TokenAt,
  type TransactionEffect,
  wholeAmount,
} from '../chain/effect.js';
import { orRefusal, type RpcRefusal } from '../chain/rpc-failures.js';
import { coinAddress, named, textsOf, unpromisedBy } from './balance-sheet.js';
import { allowanceCall, balanceCall } from './contracts.js';
import { arrivedBy, isToSelf, movedBetween, movedBy, promisedBy, recipientOf } from './movements.js';
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
  /** Finds the token of a contract, for sentences. */
  readonly tokenAt?: TokenAt;
}

/** The failure of a transaction that would revert, by the refusal of a node; any other refusal itself. */
export const wouldFail = (error: RpcRefusal): Failure =>
  isRevert(error) ? refusedUnsent('WOULD_REVERT', `The transaction would fail: ${reasonOf(error)}.`) : error;

/**
 * Simulates a transaction on the newest state. Only nodes with `eth_simulateV1` show amounts and allowances before the
 * block does: of every asset of the sender.
 * @returns warnings; NOT_SIMULATED where a node does not show all, and code that nobody vouches for runs
 * @throws {Refused} WOULD_REVERT, also for a token that says no without failing; {Guarded} ARRIVES_LESS for less than
 * was promised and accepted, SPENDS_MORE, ALLOWANCE_DIFFERS
 */
export async function simulate(
  { fields, effect, from, acceptLess, tokenAt }: SimulatedTransaction,
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
  const [output, seen, code, ownCode] = await Promise.all([
    orRefusal(rpc.simulate(call), fail),
    rpc.simulateLogs(...calls, call, ...calls),
    effect.kind === 'transfer' ? rpc.code(effect.to) : '0x',
    rpc.code(from),
  ]);
  if (isTokenCall && output !== '0x' && !/^0x0{63}1$/.test(output))
    throw refusedUnsent('WOULD_REVERT', 'The token says no to it without failing.');
  const isContract = code !== '0x';
  const delegated = ownCode.startsWith(delegation) ? [delegatedTo(ownCode)] : [];
  if (seen === undefined) {
    const { address, isListed } = leavingBy(effect).token;
    const runsCode = ownCode !== '0x' || (address === undefined ? isContract : !isListed);
    return runsCode ? [...delegated, notSimulated] : delegated;
  }
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
  const coins = movedBy(logs, coinAddress, from);
  const coinChange = coins.to - coins.from;
  const ofCoin = leavingBy(effect).token.address === undefined;
  checkLeaving(effect, from, ofCoin ? coinChange : change('sender'), acceptLess);
  const others = [...(await named(unpromisedBy(logs, effect, from), tokenAt))];
  if (!ofCoin && coinChange < 0n) others.push({ text: `${-coinChange} wei of the coin`, moved: undefined });
  if (others.length > 0)
    throw new Guarded(
      'SPENDS_MORE',
      `The simulation shows that more would leave, or could be taken, than you asked for: ${textsOf(others)}.`,
      'Do not send it.',
    );
  if (effect.kind === 'approval') return [...delegated, ...checkAllowance(effect, numberOf('allowance', true))];
  return [...delegated, ...arrival()];

  function arrival(): readonly ChainWarning[] {
    const promised = promisedBy(effect);
    if (effect.kind === 'transfer' && ofCoin) {
      const back = isToSelf(effect, from) ? 0n : movedBetween(logs, coinAddress, effect.to, from);
      return checkArrival(effect.moves, { ...effect.moves, raw: effect.moves.raw - back }, acceptLess);
    }
    const byEvents = arrivedBy(logs, effect, from, isContract);
    if (promised === undefined || byEvents === undefined) return [];
    const byBalance = change('recipient');
    const sentOn =
      isContract && effect.kind === 'transfer'
        ? movedBy(logs, effect.moves.token.address!, effect.to).from -
          movedBetween(logs, effect.moves.token.address!, effect.to, from)
        : 0n;
    return checkArrival(
      promised,
      byBalance === undefined ? byEvents : { ...byEvents, raw: byBalance + sentOn },
      acceptLess,
    );
  }
}

/** The beginning of the code of an account that is delegated to a contract (EIP-7702). */
const delegation = '0xef0100';
const delegatedTo = (code: string): ChainWarning => ({
  code: 'DELEGATED_SENDER',
  message: `The sending account is delegated to the contract 0x${code.slice(delegation.length)} (EIP-7702), which can move all that it has.`,
});
const notSimulated: ChainWarning = {
  code: 'NOT_SIMULATED',
  message: 'The node cannot show what else would leave the account, and a contract runs that could take it.',
};

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
) {
  const { token, raw } = leavingBy(effect);
  const most = isToSelf(effect, from) ? raw - leastOf({ token, raw }, acceptLess) : mostOf(raw, acceptLess);
  if (change === undefined || -change <= most) return;
  throw new Guarded(
    'SPENDS_MORE',
    `The simulation shows that ${wholeAmount({ token, raw: -change })} ${token.symbol} would leave the account, not ${wholeAmount({ token, raw: most })}.`,
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
    `The simulation shows that the spender could take ${wholeAmount({ ...allows, raw: becomes })} ${allows.token.symbol}, not ${wholeAmount(allows)}.`,
    'The token does not do what you asked for. To be safe, move your balance of it to another account.',
  );
}
