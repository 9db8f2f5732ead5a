// The figures of a swap's quote as texts: amounts aligned on the point, and its facts.

import { grouped } from '../../money/decimal.js';
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { present } from '../../text/present.js';

import { escapeControls } from '../../text/visible.js';
import type { Swap } from './swap-lines.js';

/** The data of a quote, as `tuk swap quote --json` prints it. */
export type Quote = Row;

const textOf = (quote: Quote, path: string): string | undefined => {
  const value = valueAt(quote, path);
  return isNothing(value) ? undefined : escapeControls(asText(value));
};
const amountOf = (quote: Quote, path: string): string => grouped(textOf(quote, path) ?? '–');

/** The width of a number before its point. */
export const wholeWidth = (text: string): number => (text.includes('.') ? text.indexOf('.') : text.length);

/**
 * The amounts to give, to get, and to get at least, in whole tokens; the widest whole part; the slippage in per cent.
 */
export function quoteAmounts(swap: Swap, quote: Quote) {
  const [sold, bought] = [escapeControls(swap.from.symbol), escapeControls(swap.to.symbol)];
  const amounts = [
    { label: 'Give', amount: amountOf(quote, 'wholeFromTokenAmount'), unit: sold, isLeast: false },
    { label: 'Get about', amount: amountOf(quote, 'wholeToTokenAmount'), unit: bought, isLeast: false },
    { label: 'Get at least', amount: amountOf(quote, 'wholeLeastTokenAmount'), unit: bought, isLeast: true },
  ];
  const point = Math.max(...amounts.map(({ amount }) => wholeWidth(amount)));
  return { amounts, point, slippage: textOf(quote, 'slippage') ?? '–' };
}

/** The facts of a quote, as rows of label and value. */
export function quoteFacts(swap: Swap, quote: Quote): readonly (readonly [label: string, value: string])[] {
  const [sold, bought] = [escapeControls(swap.from.symbol), escapeControls(swap.to.symbol)];
  const [impact, gas] = [textOf(quote, 'priceImpact'), textOf(quote, 'estimatedGas')];
  return present<readonly [string, string]>([
    ['Rate', `1 ${sold} = ${amountOf(quote, 'rate')} ${bought}`],
    textOf(quote, 'inverseRate') !== undefined && ['', `1 ${bought} = ${amountOf(quote, 'inverseRate')} ${sold}`],
    ['Price impact', impact === undefined ? '–' : impactText(impact)],
    ['Network fee', gas === undefined ? '–' : `about ${grouped(gas)} gas, at the price of the network then`],
    ['Network', escapeControls(swap.network)],
  ]);
}

/** The price impact that `tuk swap run` accepts without --max-impact, per cent (docs/money.md). */
const usualImpact = 5;
const impactText = (impact: string): string =>
  Math.abs(Number(impact)) > usualImpact
    ? `! ${impact} %: more than the ${usualImpact} % that a swap may have by default`
    : `${impact} %`;

/** Whole tokens as base units; undefined for any other text, and for too many decimals. */
export function baseUnitsOf(amount: string, decimals: number): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(amount)) return undefined;
  const [units = '', fraction = ''] = amount.split('.');
  return fraction.length > decimals ? undefined : `${units}${fraction.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '');
}
