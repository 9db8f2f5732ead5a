// Swaps through the router: from a coin or a token to another, never below the floor that the call names, never after its deadline.
import type { Moment } from '../core/world.js';
import { addressWord, data, type Log, type readCall, topics, word } from './abi.js';
import { balanceAt, type Call, coinOf, intrinsicGas, type Move, nothing, type Plan, revert, spending, transferLog } from './calls.js';
import { router, sameAddress, wrapped } from './contracts.js';
import { amountsOut, type Hop, hopsOf, swapGas } from './pools.js';

type Read = NonNullable<ReturnType<typeof readCall>>;
/** A swap as its call data says it. */
interface Swap {
  readonly amount: bigint;
  readonly floor: bigint;
  readonly path: readonly string[];
  readonly recipient: string;
  /** Epoch seconds. */
  readonly deadline: bigint;
}

/** The swap that a call of the router asks for; nothing for another call. */
export function swapOf({ value }: Pick<Call, 'value'>, { method, args }: Read): Swap | undefined {
  const at = method === 'swapExactETHForTokens' ? 0 : 1;
  if (!method.startsWith('swapExact')) return undefined;
  const amount = at === 0 ? value : args.number(0);
  const [floor, path] = [args.number(at), args.addresses(at + 1)];
  return { amount, floor, path, recipient: args.address(at + 2), deadline: args.number(at + 3) };
}

/** What a swap does. @throws {Revert} */
export function planSwap(moment: Moment, call: Call, read: Read): Plan | undefined {
  const swap = swapOf(call, read);
  if (!swap) return undefined;
  const [fromCoin, toCoin] = [read.method === 'swapExactETHForTokens', read.method === 'swapExactTokensForETH'];
  if (swap.deadline < BigInt(Math.floor(moment.now / 1000))) revert('the deadline has passed: EXPIRED');
  if ((fromCoin && !isWrapped(swap.path[0])) || (toCoin && !isWrapped(swap.path.at(-1)))) revert('INVALID_PATH');
  const hops = hopsOf(moment, swap.path);
  if (!hops || swap.amount === 0n) return revert('there is no pool for this path, or no amount');
  const amounts = amountsOut(swap.amount, hops);
  if (amounts.at(-1)! < swap.floor) revert('INSUFFICIENT_OUTPUT_AMOUNT');
  return done(moment, call, { swap, hops, amounts, fromCoin, toCoin });
}
const isWrapped = (address: string | undefined): boolean => address !== undefined && sameAddress(address, wrapped.contractAddress);

interface Ready {
  readonly swap: Swap;
  readonly hops: readonly Hop[];
  readonly amounts: readonly bigint[];
  readonly fromCoin: boolean;
  readonly toCoin: boolean;
}

function done(moment: Moment, call: Call, { swap, hops, amounts, fromCoin, toCoin }: Ready): Plan {
  const paid = paying(moment, call, hops[0]!, swap.amount, fromCoin);
  const end = toCoin ? router : swap.recipient;
  const steps = hops.map((hop, index) => {
    const [amountIn, amountOut] = [amounts[index]!, amounts[index + 1]!];
    const to = hops[index + 1]?.pair.address ?? end;
    const move = { token: hop.to, from: hop.pair.address, to, amount: amountOut };
    return { move, logs: [transferLog(hop.to, hop.pair.address, to, amountOut), swapLog(hop, amountIn, amountOut, to)] };
  });
  const given = toCoin ? unwrapping(call, swap.recipient, amounts.at(-1)!) : nothing;
  return {
    gas: swapGas(hops.length) - intrinsicGas(call.data),
    moves: [...paid.moves, ...steps.map(({ move }) => move), ...given.moves],
    approvals: paid.approvals,
    logs: [...paid.logs, ...steps.flatMap(({ logs }) => logs), ...given.logs],
    output: data(word(32), word(amounts.length), ...amounts.map(word)),
  };
}

type Part = Pick<Plan, 'moves' | 'approvals' | 'logs'>;

/** What the first pool is given: the coin, wrapped on the way, or a token that the router may spend. */
function paying(moment: Moment, { network, from }: Call, { from: token, pair }: Hop, amount: bigint, fromCoin: boolean): Part {
  if (fromCoin) {
    const moves: Move[] = [
      { token: coinOf(network), from, to: wrapped.contractAddress, amount },
      { token: wrapped, from: minted, to: pair.address, amount },
    ];
    const deposit = { address: wrapped.contractAddress, topics: [topics.Deposit, data(addressWord(router))], data: data(word(amount)) };
    return { moves, approvals: [], logs: [deposit, transferLog(wrapped, router, pair.address, amount)] };
  }
  const move = { token, from, to: pair.address, amount };
  const approvals = spending(moment, move, router);
  if (balanceAt(moment, token, from) < amount) revert(`transfer amount exceeds balance of ${token.symbol}`);
  return { moves: [move], approvals, logs: [transferLog(token, from, pair.address, amount)] };
}

/** Stands for where wrapped coins come from and go to: they are made and unmade. */
export const minted = '0x0000000000000000000000000000000000000000';

function unwrapping({ network }: Call, recipient: string, amount: bigint): Part {
  const moves: Move[] = [
    { token: wrapped, from: router, to: minted, amount },
    { token: coinOf(network), from: wrapped.contractAddress, to: recipient, amount },
  ];
  const withdrawal = { address: wrapped.contractAddress, topics: [topics.Withdrawal, data(addressWord(router))], data: data(word(amount)) };
  return { moves, approvals: [], logs: [withdrawal] };
}

function swapLog({ pair, forward }: Hop, amountIn: bigint, amountOut: bigint, to: string): Log {
  const amounts = forward ? [amountIn, 0n, 0n, amountOut] : [0n, amountIn, amountOut, 0n];
  return {
    address: pair.address,
    topics: [topics.Swap, data(addressWord(router)), data(addressWord(to))],
    data: data(...amounts.map(word)),
  };
}
