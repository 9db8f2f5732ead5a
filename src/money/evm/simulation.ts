// What a transaction would do now, by simulation on the newest state: before it is signed, and before its bytes are sent again.

import { Guarded, Refused } from '../../services/http/errors.js';
import { allowanceCall, balanceCall } from './contracts.js';
import { arrivedBy, type ChainWarning, type TokenAmount, type TransactionEffect, wholeAmount } from './describe.js';
import { sameAddress } from './hex.js';
import { type Rpc, RpcRefusal, reasonOf } from './rpc.js';
import type { TransactionFields } from './transaction.js';

/** A transaction that is simulated. */
export interface SimulatedTransaction {
  readonly fields: Pick<TransactionFields, 'to' | 'value' | 'data'>;
  readonly effect: TransactionEffect;
  readonly from: string;
  /** The share of what is sent that a person accepts to arrive (--accept-less): a decimal up to 1. */
  readonly acceptLess?: string | undefined;
}

/** That a transaction would fail, by what the node says. */
export const wouldFail = (error: RpcRefusal): Refused =>
  new Refused('refused', 'WOULD_REVERT', `The transaction would fail: ${reasonOf(error)}; nothing was signed.`);

/**
 * Simulates a transaction on the newest state. What arrives, and what an allowance becomes, only nodes with `eth_simulateV1` can say; the block says it afterwards.
 * @returns what is to be warned of
 * @throws {Refused} WOULD_REVERT where it fails, or where a token says no without failing; {Guarded} ARRIVES_LESS where less would arrive than is sent or than the
 * swap promises, and was not accepted, ALLOWANCE_DIFFERS where another allowance would stand than was asked for
 */
export async function simulate({ fields, effect, from, acceptLess }: SimulatedTransaction, rpc: Rpc): Promise<readonly ChainWarning[]> {
  const { to, value, data } = fields;
  const call = { from, to, value, data };
  const failed = (error: unknown) => {
    throw error instanceof RpcRefusal ? wouldFail(error) : error;
  };
  const isTokenCall = effect.kind === 'approval' || (effect.kind === 'transfer' && data !== '0x');
  const probes = probesOf(effect, from);
  const [output, seen] = await Promise.all([
    rpc.simulate(call).catch(failed),
    isTokenCall || effect.kind === 'swap' ? rpc.simulateLogs(...probes, call, ...probes) : undefined,
  ]);
  if (isTokenCall && output !== '0x' && !/^0x0{63}1$/.test(output))
    throw new Refused('refused', 'WOULD_REVERT', 'The token says no to it without failing; nothing was signed.');
  if (seen === undefined) return [];
  const { refusal, logs } = seen[probes.length]!;
  if (refusal) throw wouldFail(refusal);
  const numbers = seen.map(({ output: text }) => (/^0x[0-9a-f]{64}$/.test(text) ? BigInt(text) : undefined));
  if (effect.kind === 'approval') return checkAllowance(effect, numbers.at(-1));
  const promised = promisedBy(effect);
  const byEvents = arrivedBy(logs, effect, from);
  if (promised === undefined || byEvents === undefined) return [];
  const [before, after] = probes.length === 0 ? [] : [numbers[0], numbers.at(-1)];
  const arrives = before === undefined || after === undefined ? byEvents : { ...byEvents, raw: least(byEvents.raw, after - before) };
  return checkArrival(promised, arrives, acceptLess);
}

/** The calls before and after the transaction that show what it does: the balance of who receives a token, or the allowance. */
function probesOf(effect: TransactionEffect, from: string) {
  if (effect.kind === 'approval') {
    const { address } = effect.allows.token;
    return address === undefined ? [] : [{ from, to: address, data: allowanceCall(from, effect.spender) }];
  }
  const [token, recipient] = effect.kind === 'transfer' ? [effect.moves.token, effect.to] : [effect.floor.token, effect.recipient];
  if (token.address === undefined || (effect.kind === 'transfer' && sameAddress(recipient, from))) return [];
  return [{ from, to: token.address, data: balanceCall(recipient) }];
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
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

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
/** A share with two places, rounded down. */
function shareText(part: bigint, all: bigint): string {
  const percent = (part * 100n) / all;
  return percent === 0n ? '0.01' : `0.${percent.toString().padStart(2, '0')}`.replace(/0$/, '');
}
