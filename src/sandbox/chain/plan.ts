// What a call on a chain would do: the value it moves, the logs it writes, what it answers and how much gas it takes; or that it reverts.
// Nothing is written here, so that estimates, calls and transactions are one and the same.
import type { Moment } from '../core/world.js';
import { addressWord, BadWords, data, readCall, textData, topics, type Words, word } from './abi.js';
import { allowanceOf } from './allowances.js';
import { balanceAt, type Call, coinOf, type Move, nothing, type Plan, revert, spending, transferLog } from './calls.js';
import { factory, isContract, isRouter, tokenAt, wrapped } from './contracts.js';
import { amountsOut, hopsOf, openPools } from './pools.js';
import { minted, planSwap } from './router.js';
import { type Token, unitOf } from './tokens.js';

const yes = data(word(1));

/** What a call would do now. @throws {Revert} */
export function planOf(moment: Moment, call: Call): Plan {
  const { network, from, to, value, data: input } = call;
  if (to === null) return revert('contracts cannot be made here');
  const coin = coinOf(network);
  if (balanceAt(moment, coin, from) < value) revert('there is not enough of the coin');
  try {
    if (!isContract(network, to)) return { ...nothing, moves: value > 0n ? [{ token: coin, from, to, amount: value }] : [] };
    return ofContract(moment, { ...call, to }, readCall(input)) ?? revert('the contract does not know this call');
  } catch (error) {
    if (error instanceof BadWords) return revert('the call data is too short or not sound');
    throw error;
  }
}

function ofContract(moment: Moment, call: Call & { readonly to: string }, read: ReturnType<typeof readCall>): Plan | undefined {
  if (!read) return undefined;
  const { network, to, value } = call;
  if (isRouter(network, to)) return ofRouter(moment, call, read) ?? planSwap(moment, call, read);
  const token = tokenAt(network, to);
  return token && value === 0n ? ofToken(moment, call, token, read) : undefined;
}

type Read = NonNullable<ReturnType<typeof readCall>>;
const answers = (output: string): Plan => ({ ...nothing, gas: 3_000n, output });

function ofRouter(moment: Moment, { value }: Call, { method, args }: Read): Plan | undefined {
  if (value > 0n && method !== 'swapExactETHForTokens') return revert('the router takes no coin with this call');
  if (method === 'WETH') return answers(data(addressWord(wrapped.contractAddress)));
  if (method === 'factory') return answers(data(addressWord(factory)));
  if (method !== 'getAmountsOut') return undefined;
  const hops = hopsOf(moment, args.addresses(1)) ?? revert('there is no pool for this path');
  const amounts = amountsOut(args.number(0), hops);
  return answers(data(word(32), word(amounts.length), ...amounts.map(word)));
}

function ofToken(moment: Moment, call: Call, token: Token, { method, args }: Read): Plan | undefined {
  if (method === 'name') return answers(textData(token.name));
  if (method === 'symbol') return answers(textData(token.symbol));
  if (method === 'decimals') return answers(data(word(token.decimals)));
  if (method === 'totalSupply') return answers(data(word(supplyOf(moment, token))));
  if (method === 'balanceOf') return answers(data(word(balanceAt(moment, token, args.address(0)))));
  if (method === 'allowance') return answers(data(word(allowanceOf(moment, token, args.address(0), args.address(1)))));
  if (method === 'approve') return approving(token, call.from, args);
  if (method === 'transfer') return moving(moment, { token, from: call.from, to: args.address(0), amount: args.number(1) });
  if (method !== 'transferFrom') return undefined;
  const move = { token, from: args.address(0), to: args.address(1), amount: args.number(2) };
  const { gas, ...plan } = moving(moment, move);
  return { ...plan, gas: gas + 8_000n, approvals: spending(moment, move, call.from) };
}

/** What was ever made of a token: everything that any account holds of it. */
function supplyOf(moment: Moment, token: Token): bigint {
  openPools(moment);
  return moment.state
    .all<{ amount: string }>("SELECT amount FROM holding WHERE unit = ? AND account NOT LIKE 'mint:%'", unitOf(token))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

function approving(token: Token, owner: string, args: Words): Plan {
  const [spender, amount] = [args.address(0), args.number(1)];
  const log = {
    address: token.contractAddress!,
    topics: [topics.Approval, data(addressWord(owner)), data(addressWord(spender))],
    data: data(word(amount)),
  };
  return { gas: 25_000n, moves: [], approvals: [{ token, owner, spender, amount }], logs: [log], output: yes };
}

function moving(moment: Moment, move: Move): Plan {
  const { token, from, to, amount } = move;
  if (to === minted) revert('transfer to the zero address');
  if (balanceAt(moment, token, from) < amount) revert(`transfer amount exceeds balance of ${token.symbol}`);
  return { gas: 30_000n, moves: [move], approvals: [], logs: [transferLog(token, from, to, amount)], output: yes };
}
