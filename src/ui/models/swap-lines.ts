// A swap as it is put together, and the command lines of its tokens and its quote.
import { quoted } from '../../services/command-line.js';
import { emptyField, type Field, typed } from './field.js';

export const swapSteps = ['network', 'from', 'to', 'amount', 'quote'] as const;
type SwapStep = (typeof swapSteps)[number];
/** A swap as far as it has been put together. */
export interface Swap {
  readonly networks: readonly string[];
  readonly step: SwapStep;
  /** The marked row of what is chosen from, and what it is looked for by. */
  readonly marked: number;
  readonly sought: Field;
  readonly network: string;
  readonly from: Token;
  readonly to: Token;
  readonly amount: Field;
  readonly slippage: Field;
  /** Which of the two is typed. */
  readonly on: 'amount' | 'slippage';
}
/** A token that can be swapped; `named` is how a command line names it. */
export interface Token {
  readonly named: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}
/** No token yet. */
export const noToken: Token = { named: '', symbol: '', name: '', decimals: 0 };

/** A swap that nothing is known of yet. */
export const newSwap = (networks: readonly string[]): Swap => ({
  ...{ networks, step: 'network', marked: 0, sought: emptyField, network: '', from: noToken, to: noToken },
  ...{ amount: emptyField, slippage: emptyField, on: 'amount' },
});

/** The command line of the tokens that can be swapped on its network. */
export const tokensLine = ({ network }: Swap): string => `swap tokens ${quoted(network)}`;
/** The command line of the quote as it is put together. */
export function quoteLine({ network, from, to, amount, slippage }: Swap): string {
  const own = [
    ['--network', network],
    ['--from', from.named],
    ['--to', to.named],
    ['--amount', typed(amount)],
    ['--slippage', typed(slippage)],
  ];
  return ['swap quote', ...own.flatMap(([flag, word]) => (word === '' ? [] : [`${flag} ${quoted(word!)}`]))].join(' ');
}
