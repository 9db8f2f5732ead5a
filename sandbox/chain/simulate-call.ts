// Simulates a contract call: its token moves, logs, return value and gas, or its revert. The router is the largest
// contract.
import type { Context } from '../core/index.js';
import {
  addressWord,
  type EventLog,
  encodeWords,
  InvalidCallData,
  readCall,
  textData,
  topics,
  type Words,
  word,
} from './abi.js';
import {
  allowanceOf,
  balanceAt,
  type CallEffects,
  type ContractCall,
  intrinsicGas,
  nativeCoin,
  noEffects,
  revert,
  spendAllowance,
  type TokenMove,
  transferLog,
} from './contract-calls.js';
import { factory, isContract, isRouter, router, sameAddress, tokenAt, wrapped } from './contracts.js';
import { type Token, unitOf } from './networks.js';
import { amountsOut, ensurePools, type Hop, hopsOf, swapGas } from './pools.js';

type ParsedCall = NonNullable<ReturnType<typeof readCall>>;
interface RouterSwap {
  readonly amount: bigint;
  readonly floor: bigint;
  readonly path: readonly string[];
  readonly recipient: string;
  /** Epoch seconds. */
  readonly deadline: bigint;
}

/** Undefined for another call. */
export function swapOf({ value }: Pick<ContractCall, 'value'>, { method, args }: ParsedCall): RouterSwap | undefined {
  const at = method === 'swapExactETHForTokens' ? 0 : 1;
  if (!method.startsWith('swapExact')) return undefined;
  const amount = at === 0 ? value : args.number(0);
  const [floor, path] = [args.number(at), args.addresses(at + 1)];
  return { amount, floor, path, recipient: args.address(at + 2), deadline: args.number(at + 3) };
}

/** @throws {Revert} */
function planSwap(context: Context, call: ContractCall, read: ParsedCall): CallEffects | undefined {
  const swap = swapOf(call, read);
  if (!swap) return undefined;
  const [fromCoin, toCoin] = [read.method === 'swapExactETHForTokens', read.method === 'swapExactTokensForETH'];
  if (swap.deadline < BigInt(Math.floor(context.now / 1000))) revert('the deadline has passed: EXPIRED');
  if ((fromCoin && !isWrapped(swap.path[0])) || (toCoin && !isWrapped(swap.path.at(-1)))) revert('INVALID_PATH');
  const hops = hopsOf(context, swap.path);
  if (!hops || swap.amount === 0n) return revert('there is no pool for this path, or no amount');
  const amounts = amountsOut(swap.amount, hops);
  if (amounts.at(-1)! < swap.floor) revert('INSUFFICIENT_OUTPUT_AMOUNT');
  return swapEffects(context, call, { swap, hops, amounts, fromCoin, toCoin });
}
const isWrapped = (address: string | undefined): boolean =>
  address !== undefined && sameAddress(address, wrapped.contractAddress);

interface PreparedSwap {
  readonly swap: RouterSwap;
  readonly hops: readonly Hop[];
  readonly amounts: readonly bigint[];
  readonly fromCoin: boolean;
  readonly toCoin: boolean;
}

function swapEffects(
  context: Context,
  call: ContractCall,
  { swap, hops, amounts, fromCoin, toCoin }: PreparedSwap,
): CallEffects {
  const paid = paymentEffects(context, call, hops[0]!, swap.amount, fromCoin);
  const end = toCoin ? router : swap.recipient;
  const steps = hops.map((hop, index) => {
    const [amountIn, amountOut] = [amounts[index]!, amounts[index + 1]!];
    const to = hops[index + 1]?.pair.address ?? end;
    const move = { token: hop.to, from: hop.pair.address, to, amount: amountOut };
    return {
      move,
      logs: [transferLog(hop.to, hop.pair.address, to, amountOut), swapLog(hop, amountIn, amountOut, to)],
    };
  });
  const unwrapped = toCoin ? unwrapEffects(call, swap.recipient, amounts.at(-1)!) : noEffects;
  return {
    gas: swapGas(hops.length) - intrinsicGas(call.data),
    moves: [...paid.moves, ...steps.map(({ move }) => move), ...unwrapped.moves],
    approvals: paid.approvals,
    logs: [...paid.logs, ...steps.flatMap(({ logs }) => logs), ...unwrapped.logs],
    output: encodeWords(word(32), word(amounts.length), ...amounts.map(word)),
  };
}

type PartialEffects = Pick<CallEffects, 'moves' | 'approvals' | 'logs'>;

/** Into the first pool: the wrapped coin, or a token that the router may spend. */
function paymentEffects(
  context: Context,
  { network, from }: ContractCall,
  { from: token, pair }: Hop,
  amount: bigint,
  fromCoin: boolean,
): PartialEffects {
  if (fromCoin) {
    const moves: TokenMove[] = [
      { token: nativeCoin(network), from, to: wrapped.contractAddress, amount },
      { token: wrapped, from: zeroAddress, to: pair.address, amount },
    ];
    const deposit = {
      address: wrapped.contractAddress,
      topics: [topics.Deposit, encodeWords(addressWord(router))],
      data: encodeWords(word(amount)),
    };
    return { moves, approvals: [], logs: [deposit, transferLog(wrapped, router, pair.address, amount)] };
  }
  const move = { token, from, to: pair.address, amount };
  const approvals = spendAllowance(context, move, router);
  if (balanceAt(context, token, from) < amount) revert(`transfer amount exceeds balance of ${token.symbol}`);
  return { moves: [move], approvals, logs: [transferLog(token, from, pair.address, amount)] };
}

/** The source of minted and the target of burnt wrapped coins. */
export const zeroAddress = '0x0000000000000000000000000000000000000000';

function unwrapEffects({ network }: ContractCall, recipient: string, amount: bigint): PartialEffects {
  const moves: TokenMove[] = [
    { token: wrapped, from: router, to: zeroAddress, amount },
    { token: nativeCoin(network), from: wrapped.contractAddress, to: recipient, amount },
  ];
  const withdrawal = {
    address: wrapped.contractAddress,
    topics: [topics.Withdrawal, encodeWords(addressWord(router))],
    data: encodeWords(word(amount)),
  };
  return { moves, approvals: [], logs: [withdrawal] };
}

function swapLog({ pair, forward }: Hop, amountIn: bigint, amountOut: bigint, to: string): EventLog {
  const amounts = forward ? [amountIn, 0n, 0n, amountOut] : [0n, amountIn, amountOut, 0n];
  return {
    address: pair.address,
    topics: [topics.Swap, encodeWords(addressWord(router)), encodeWords(addressWord(to))],
    data: encodeWords(...amounts.map(word)),
  };
}

/** The contract that states what a rollup charges for data: here nothing, on any network. */
const dataFeeOracle = '0x420000000000000000000000000000000000000F';

const trueWord = encodeWords(word(1));

/** On the current state. @throws {Revert} */
export function simulateCall(context: Context, call: ContractCall): CallEffects {
  const { network, from, to, value, data: input } = call;
  if (to === null) return revert('contracts cannot be made here');
  const coin = nativeCoin(network);
  if (balanceAt(context, coin, from) < value) revert('there is not enough of the coin');
  try {
    if (sameAddress(to, dataFeeOracle)) return returnValue(encodeWords(word(0)));
    if (!isContract(network, to))
      return { ...noEffects, moves: value > 0n ? [{ token: coin, from, to, amount: value }] : [] };
    return (
      simulateContract(context, { ...call, to }, readCall(input)) ?? revert('the contract does not know this call')
    );
  } catch (error) {
    if (error instanceof InvalidCallData) return revert('the call data is too short or not sound');
    throw error;
  }
}

function simulateContract(
  context: Context,
  call: ContractCall & { readonly to: string },
  read: ReturnType<typeof readCall>,
): CallEffects | undefined {
  if (!read) return undefined;
  const { network, to, value } = call;
  if (isRouter(network, to)) return simulateRouter(context, call, read) ?? planSwap(context, call, read);
  const token = tokenAt(network, to);
  return token && value === 0n ? simulateToken(context, call, token, read) : undefined;
}

const returnValue = (output: string): CallEffects => ({ ...noEffects, gas: 3_000n, output });

function simulateRouter(
  context: Context,
  { value }: ContractCall,
  { method, args }: ParsedCall,
): CallEffects | undefined {
  if (value > 0n && method !== 'swapExactETHForTokens') return revert('the router takes no coin with this call');
  if (method === 'WETH') return returnValue(encodeWords(addressWord(wrapped.contractAddress)));
  if (method === 'factory') return returnValue(encodeWords(addressWord(factory)));
  if (method !== 'getAmountsOut') return undefined;
  const hops = hopsOf(context, args.addresses(1)) ?? revert('there is no pool for this path');
  const amounts = amountsOut(args.number(0), hops);
  return returnValue(encodeWords(word(32), word(amounts.length), ...amounts.map(word)));
}

function simulateToken(
  context: Context,
  call: ContractCall,
  token: Token,
  { method, args }: ParsedCall,
): CallEffects | undefined {
  if (method === 'name') return returnValue(textData(token.name));
  if (method === 'symbol') return returnValue(textData(token.symbol));
  if (method === 'decimals') return returnValue(encodeWords(word(token.decimals)));
  if (method === 'totalSupply') return returnValue(encodeWords(word(supplyOf(context, token))));
  if (method === 'balanceOf') return returnValue(encodeWords(word(balanceAt(context, token, args.address(0)))));
  if (method === 'allowance')
    return returnValue(encodeWords(word(allowanceOf(context, token, args.address(0), args.address(1)))));
  if (method === 'approve') return approve(token, call.from, args);
  if (method === 'transfer')
    return tokenTransfer(context, { token, from: call.from, to: args.address(0), amount: args.number(1) });
  if (method !== 'transferFrom') return undefined;
  const move = { token, from: args.address(0), to: args.address(1), amount: args.number(2) };
  const { gas, ...plan } = tokenTransfer(context, move);
  return { ...plan, gas: gas + 8_000n, approvals: spendAllowance(context, move, call.from) };
}

/** The sum of all accounts. */
function supplyOf(context: Context, token: Token): bigint {
  ensurePools(context);
  return context.state
    .all<{ amount: string }>("SELECT amount FROM holding WHERE unit = ? AND account NOT LIKE 'mint:%'", unitOf(token))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

function approve(token: Token, owner: string, args: Words): CallEffects {
  const [spender, amount] = [args.address(0), args.number(1)];
  const log = {
    address: token.contractAddress!,
    topics: [topics.Approval, encodeWords(addressWord(owner)), encodeWords(addressWord(spender))],
    data: encodeWords(word(amount)),
  };
  return { gas: 25_000n, moves: [], approvals: [{ token, owner, spender, amount }], logs: [log], output: trueWord };
}

function tokenTransfer(context: Context, move: TokenMove): CallEffects {
  const { token, from, to, amount } = move;
  if (to === zeroAddress) revert('transfer to the zero address');
  if (balanceAt(context, token, from) < amount) revert(`transfer amount exceeds balance of ${token.symbol}`);
  return { gas: 30_000n, moves: [move], approvals: [], logs: [transferLog(token, from, to, amount)], output: trueWord };
}
