// Simulates a contract call: its token moves, logs, return value and gas, or its revert.
// It writes nothing, so that estimates, calls and transactions share it.
import type { SandboxContext } from '../core/context.js';
import { addressWord, encodeWords, InvalidCallData, readCall, textData, topics, type Words, word } from './abi.js';
import { allowanceOf } from './allowances.js';
import {
  balanceAt,
  type CallEffects,
  type ContractCall,
  nativeCoin,
  noEffects,
  revert,
  spendAllowance,
  type TokenMove,
  transferLog,
} from './contract-calls.js';
import { factory, isContract, isRouter, tokenAt, wrapped } from './contracts.js';
import { amountsOut, ensurePools, hopsOf } from './pools.js';
import { planSwap, zeroAddress } from './router.js';
import { type Token, unitOf } from './tokens.js';

const trueWord = encodeWords(word(1));

/** Simulates a call on the current state. @throws {Revert} */
export function simulateCall(context: SandboxContext, call: ContractCall): CallEffects {
  const { network, from, to, value, data: input } = call;
  if (to === null) return revert('contracts cannot be made here');
  const coin = nativeCoin(network);
  if (balanceAt(context, coin, from) < value) revert('there is not enough of the coin');
  try {
    if (!isContract(network, to)) return { ...noEffects, moves: value > 0n ? [{ token: coin, from, to, amount: value }] : [] };
    return simulateContract(context, { ...call, to }, readCall(input)) ?? revert('the contract does not know this call');
  } catch (error) {
    if (error instanceof InvalidCallData) return revert('the call data is too short or not sound');
    throw error;
  }
}

function simulateContract(
  context: SandboxContext,
  call: ContractCall & { readonly to: string },
  read: ReturnType<typeof readCall>,
): CallEffects | undefined {
  if (!read) return undefined;
  const { network, to, value } = call;
  if (isRouter(network, to)) return simulateRouter(context, call, read) ?? planSwap(context, call, read);
  const token = tokenAt(network, to);
  return token && value === 0n ? simulateToken(context, call, token, read) : undefined;
}

type ParsedCall = NonNullable<ReturnType<typeof readCall>>;
const returnValue = (output: string): CallEffects => ({ ...noEffects, gas: 3_000n, output });

function simulateRouter(context: SandboxContext, { value }: ContractCall, { method, args }: ParsedCall): CallEffects | undefined {
  if (value > 0n && method !== 'swapExactETHForTokens') return revert('the router takes no coin with this call');
  if (method === 'WETH') return returnValue(encodeWords(addressWord(wrapped.contractAddress)));
  if (method === 'factory') return returnValue(encodeWords(addressWord(factory)));
  if (method !== 'getAmountsOut') return undefined;
  const hops = hopsOf(context, args.addresses(1)) ?? revert('there is no pool for this path');
  const amounts = amountsOut(args.number(0), hops);
  return returnValue(encodeWords(word(32), word(amounts.length), ...amounts.map(word)));
}

function simulateToken(context: SandboxContext, call: ContractCall, token: Token, { method, args }: ParsedCall): CallEffects | undefined {
  if (method === 'name') return returnValue(textData(token.name));
  if (method === 'symbol') return returnValue(textData(token.symbol));
  if (method === 'decimals') return returnValue(encodeWords(word(token.decimals)));
  if (method === 'totalSupply') return returnValue(encodeWords(word(supplyOf(context, token))));
  if (method === 'balanceOf') return returnValue(encodeWords(word(balanceAt(context, token, args.address(0)))));
  if (method === 'allowance') return returnValue(encodeWords(word(allowanceOf(context, token, args.address(0), args.address(1)))));
  if (method === 'approve') return approve(token, call.from, args);
  if (method === 'transfer') return tokenTransfer(context, { token, from: call.from, to: args.address(0), amount: args.number(1) });
  if (method !== 'transferFrom') return undefined;
  const move = { token, from: args.address(0), to: args.address(1), amount: args.number(2) };
  const { gas, ...plan } = tokenTransfer(context, move);
  return { ...plan, gas: gas + 8_000n, approvals: spendAllowance(context, move, call.from) };
}

/** The total supply of a token: the sum of all accounts. */
function supplyOf(context: SandboxContext, token: Token): bigint {
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

function tokenTransfer(context: SandboxContext, move: TokenMove): CallEffects {
  const { token, from, to, amount } = move;
  if (to === zeroAddress) revert('transfer to the zero address');
  if (balanceAt(context, token, from) < amount) revert(`transfer amount exceeds balance of ${token.symbol}`);
  return { gas: 30_000n, moves: [move], approvals: [], logs: [transferLog(token, from, to, amount)], output: trueWord };
}
