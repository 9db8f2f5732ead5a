// A swap as far as its quote, as lines: where one is on the way, what is chosen from, how much, what that would bring and for how long.

import { grouped } from '../../money/amount-text.js';
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { emptyLines } from '../format/grid.js';
import { cut, type Line, line, type Span, span } from '../format/line.js';
import { fit as cutEnd, width } from '../format/text.js';
import { spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { answerOf } from '../state/answers.js';
import { typed } from '../state/field.js';
import type { Size } from '../state/page.js';
import type { Application } from '../state/state.js';
import { checksOf, choicesOf, goodFor, quoteOf, swapLine } from '../state/swap.js';
import { quoteLine, type Swap, tokensLine } from '../state/swap-lines.js';
import { asking } from './board.js';
import { windowed } from './steps.js';

type Seen = Pick<Application, 'answers'>;
const labelWide = 17;
const stations = ['network', 'tokens', 'amount', 'quote'] as const;

/** The body: the way at its top, the step that one is at below it. */
export function swapLines(swap: Swap, state: Seen, { rows, columns }: Size, now: number): Line[] {
  const step = stepBody(swap, state, Math.max(1, rows - 2), now);
  return [wayLine(swap), [], ...step].map((one) => cut(one, columns));
}

/** ` ✓ network  ▸ tokens  ○ amount  ○ quote` */
function wayLine({ step }: Swap): Line {
  const at = stations.indexOf(step === 'from' || step === 'to' ? 'tokens' : step);
  return stations.flatMap((name, nth): Line => {
    if (nth === at) return [span('▸ ', 'accent'), span(`${name}  `, 'head')];
    return nth < at ? [span('✓ ', 'good'), span(`${name}  `)] : [span('○ ', 'muted'), span(`${name}  `, 'muted')];
  });
}

function stepBody(swap: Swap, state: Seen, rows: number, now: number): Line[] {
  if (swap.step === 'amount') return amountLines(swap);
  return swap.step === 'quote' ? quoteLines(swap, state, rows, now) : choiceLines(swap, state, rows, now);
}

const label = (text: string): Span => span(text.padEnd(labelWide), 'muted');
/** What is typed, with its cursor. */
const typing = ({ before, after }: Swap['amount']): Span[] => [
  span(escapeControls(before)),
  span('▏', 'accent'),
  span(escapeControls(after)),
];

function choiceLines(swap: Swap, state: Seen, rows: number, now: number): Line[] {
  const { step, sought, marked, from } = swap;
  const head: Line[] =
    step === 'network'
      ? [[label('Network')]]
      : [
          ...(step === 'to' ? [[label('You give'), span(escapeControls(from.symbol), 'head')]] : []),
          [label(step === 'from' ? 'You give' : 'You get'), ...typing(sought)],
        ];
  const choices = choicesOf(swap, state);
  if (step !== 'network') {
    const { at, asked, trouble, rows: all = [] } = answerOf(state.answers, tokensLine(swap));
    if (at === undefined && asked !== undefined) return [...head, [], ...asking(tokensLine(swap), asked, now)];
    if (at === undefined && trouble)
      return [...head, [], [span('✗ ', 'bad'), span(escapeControls(trouble.text))], line('esc: another network.', 'muted')];
    if (choices.length === 0)
      return [
        ...head,
        [],
        ...(at === undefined
          ? []
          : all.length === 0
            ? emptyLines('No tokens can be swapped there.', 'esc: another network.')
            : [line(`0 of ${all.length} fit.`)]),
      ];
  }
  const wide = Math.min(24, Math.max(8, ...choices.map(({ symbol }) => width(escapeControls(symbol)))) + 2);
  const lines = choices.map(({ symbol, name }, nth): Line => {
    const own = cutEnd(escapeControls(symbol), wide - 1);
    const text = `${own}${' '.repeat(Math.max(1, wide - width(own)))}`;
    return [
      span(nth === marked ? '▸ ' : '  ', 'accent'),
      span(text, nth === marked ? 'select' : 'text'),
      span(escapeControls(name), 'muted'),
    ];
  });
  return [...head, [], ...windowed(lines, marked, rows - head.length - 1)];
}

function amountLines(swap: Swap): Line[] {
  const { amount, slippage, on, from, to } = swap;
  const field = (name: 'amount' | 'slippage', none: string): Span[] =>
    on === name ? typing(swap[name]) : [span(typed(name === 'amount' ? amount : slippage) || none)];
  const whole = /^\d+(\.\d+)?$/.test(typed(amount)) ? baseUnitsOf(typed(amount), from.decimals) : undefined;
  return [
    [label('You give'), ...field('amount', '–'), span(` ${escapeControls(from.symbol)}`, 'muted')],
    [label(''), span(whole === undefined ? ' ' : `${whole} base units of ${from.decimals} decimals`, 'muted')],
    [],
    [label('You get'), span(escapeControls(to.symbol)), span('   how much is said by the quote', 'muted')],
    [],
    [
      label('Slippage'),
      ...field('slippage', '0.5'),
      span(' %', 'muted'),
      ...(typed(slippage) === '' ? [span('   0.5 if not given', 'muted')] : []),
    ],
    [],
    ...checksOf(swap).map(([is, holds]): Line => [span(holds ? '✓ ' : '! ', holds ? 'good' : 'need'), span(is, holds ? 'text' : 'need')]),
  ];
}
/** Whole tokens as base units; nothing for more decimals than there are. */
function baseUnitsOf(amount: string, decimals: number): string | undefined {
  const [units = '', fraction = ''] = amount.split('.');
  return fraction.length > decimals ? undefined : `${units}${fraction.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '');
}

function quoteLines(swap: Swap, state: Seen, rows: number, now: number): Line[] {
  const own = quoteOf(swap, state, now);
  const { asked, trouble } = answerOf(state.answers, quoteLine(swap));
  if (!own) {
    if (asked !== undefined) return asking(swapLine(swap), asked, now);
    return trouble ? [[span('✗ ', 'bad'), span(escapeControls(trouble.text))], line('r reloads; esc goes one step back.', 'muted')] : [];
  }
  const { quote, at, stale } = own;
  const said = (path: string) => {
    const value = valueAt(quote, path);
    return isNothing(value) ? undefined : escapeControls(asText(value));
  };
  const amount = (path: string) => grouped(said(path) ?? '–');
  const [gives, brings] = [escapeControls(swap.from.symbol), escapeControls(swap.to.symbol)];
  const sums = (
    [
      ['Give', 'wholeFromTokenAmount', gives],
      ['Get about', 'wholeToTokenAmount', brings],
      ['Get at least', 'wholeLeastTokenAmount', brings],
    ] as const
  ).map(([name, path, unit]) => ({ name, text: amount(path), unit }));
  const before = (text: string) => (text.includes('.') ? text.indexOf('.') : text.length);
  const point = Math.max(...sums.map(({ text }) => before(text)));
  const role = stale ? 'muted' : 'text';
  const amounts = sums.map(
    ({ name, text, unit }): Line => [
      label(name),
      span(`${' '.repeat(point - before(text))}${text} ${unit}`, name === 'Get at least' && !stale ? 'head' : role),
      ...(name === 'Get at least' ? [span(`   our own floor, ${said('slippage') ?? '–'} % below`, 'muted')] : []),
    ],
  );
  const facts: Line[] = [
    [label('Rate'), span(`1 ${gives} = ${amount('rate')} ${brings}`, role)],
    ...(said('inverseRate') === undefined ? [] : [[label(''), span(`1 ${brings} = ${amount('inverseRate')} ${gives}`, role)]]),
    [label('Price impact'), span(said('priceImpact') === undefined ? '–' : `${said('priceImpact')} %`, role)],
    [label('Network fee'), span(feeOf(quote), role)],
    [label('Network'), span(escapeControls(swap.network), role)],
  ];
  const age = ageLine(now - at, stale, asked !== undefined);
  if (rows < roomy) return [...amounts, age, ...facts]; // how old it is matters more than the rest
  return [...amounts, line('─'.repeat(76), 'rule'), ...facts, [], age];
}
const roomy = 11;
/** What the network takes, as far as the quote says it: gas, whose price nobody quotes. */
function feeOf(quote: Row): string {
  const gas = valueAt(quote, 'estimatedGas');
  return isNothing(gas) ? '–' : `about ${grouped(escapeControls(asText(gas)))} gas, at the price of the network then`;
}
const barWide = 30;
function ageLine(age: number, stale: boolean, asked: boolean): Line {
  if (asked) return [label('Quote'), span('◐ ', 'wait'), span('a new one is asked for')];
  if (stale) return [label('Quote'), span('◌ stale, ', 'need'), span(`${spanOf(age)} old: `), span('r', 'accent'), span(' quotes again')];
  const left = Math.ceil((goodFor - age) / 1000);
  const full = Math.round((barWide * left * 1000) / goodFor);
  return [
    label('Quote'),
    span(`good for ${`${left} s`.padEnd(7)}`, left <= 10 ? 'need' : 'text'),
    span('█'.repeat(full), left <= 10 ? 'need' : 'wait'),
    span('░'.repeat(barWide - full), 'rule'),
    span(`   ${spanOf(age)} of ${goodFor / 1000} s`, 'muted'),
  ];
}

/** What stands under it. */
export function swapMessage({ step }: Swap, signedIn: boolean): Line {
  if (!signedIn && step !== 'network') return line('Nobody is signed in: what is public is shown. :login signs in.', 'muted');
  if (step === 'from' || step === 'to') return line('Every letter looks for a token; esc is one step back.', 'muted');
  return line(
    step === 'quote' ? 'This is where it ends here: nothing is sent from this screen.' : 'Nothing is sent from this screen.',
    'muted',
  );
}
