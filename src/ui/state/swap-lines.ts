// The state of a swap form, and the command lines of its tokens and its quote.
import { quoted } from '../../services/command-line.js';
import { emptyField, type Field, typed } from './field.js';

export const swapSteps = ['network', 'from', 'to', 'amount', 'quote'] as const;
type SwapStep = (typeof swapSteps)[number];
/** The state of a swap form. */
export interface Swap {
  readonly networks: readonly string[];
  readonly step: SwapStep;
  readonly marked: number;
  readonly query: Field;
  readonly network: string;
  readonly from: Token;
  readonly to: Token;
  readonly amount: Field;
  readonly slippage: Field;
  readonly on: 'amount' | 'slippage';
}
/** A token that can be swapped; `named` is its spelling in a command line. */
export interface Token {
  readonly named: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}
/** The token before the selection. */
export const noToken: Token = { named: '', symbol: '', name: '', decimals: 0 };

/** The initial state. */
export const newSwap = (networks: readonly string[]): Swap => ({
  networks,
  step: 'network',
  marked: 0,
  query: emptyField,
  network: '',
  from: noToken,
  to: noToken,
  amount: emptyField,
  slippage: emptyField,
  on: 'amount',
});

/** The command line that lists the tokens of its network. */
export const tokensLine = ({ network }: Swap): string => `swap tokens ${quoted(network)}`;
/** The command line of the quote. */
export const quoteLine = (swap: Swap): string => swapLineOf('swap quote', swap);
/** The command line that swaps: it fetches its own quote, shows what it signs, and asks. */
export const runLine = (swap: Swap): string => swapLineOf('swap run', swap);
function swapLineOf(command: string, { network, from, to, amount, slippage }: Swap): string {
  const options = [
    ['--network', network],
    ['--from', from.named],
    ['--to', to.named],
    ['--amount', typed(amount)],
    ['--slippage', typed(slippage)],
  ];
  return [command, ...options.flatMap(([flag, word]) => (word === '' ? [] : [`${flag} ${quoted(word!)}`]))].join(' ');
}
