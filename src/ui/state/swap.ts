// The swap form in steps: network, the two tokens, amount, quote. It sends reads only; from the quote on, tuk swap run
// goes on in a dialog.

import { asText, decimalsOf, isRecord, type Row } from '../../services/json-value.js';
import { pattern } from '../../text/row-match.js';
import { runCommand } from './command-dialog.js';
import { edited, emptyField, typed } from './field.js';
import { actOf, type Keymap } from './keymap.js';
import { clamped } from './list.js';
import { back } from './navigation.js';
import { aged, responseOf } from './responses.js';
import type { FormScreen } from './screens.js';
import { type Application, type Next, withNotice, withTop } from './state.js';
import { noToken, quoteLine, runLine, type Swap, swapSteps, type Token, tokensLine } from './swap-lines.js';

/** The validity of a quote, milliseconds. */
export const goodFor = 30_000;

/** The command line of the data of a step. */
export const swapLine = (swap: Swap): string =>
  swap.step === 'from' || swap.step === 'to' ? tokensLine(swap) : quoteLine(swap);
/** The queries of a step. */
export const swapNeeds = (swap: Swap): readonly string[] =>
  swap.step === 'network' || swap.step === 'amount' ? [] : [swapLine(swap)];

/** The choices of a step: the networks; the tokens that match the search text, without the token to sell. */
export function choicesOf(swap: Swap, state: Pick<Application, 'responses'>): readonly Token[] {
  if (swap.step === 'network') return swap.networks.map((named) => ({ ...noToken, named, symbol: named }));
  const { rows = [] } = responseOf(state, tokensLine(swap));
  const fits = pattern(typed(swap.query).trim());
  const sold = swap.step === 'to' ? swap.from.named : '';
  const tokens = rows.map((row) => tokenOf(row, rows));
  return tokens.filter(({ symbol, name, named }) => named !== '' && named !== sold && (fits(symbol) || fits(name)));
}
/** The maximum number of decimals of a token, as in `tuk swap quote`. */
const most = 77;
function tokenOf(row: Row, all: readonly Row[]): Token {
  const [symbol, address, decimals] = [asText(row.symbol), asText(row.address), decimalsOf(row.decimals)];
  const isAmbiguous = all.filter((other) => asText(other.symbol).toLowerCase() === symbol.toLowerCase()).length > 1;
  const named = isAmbiguous || symbol === '' ? address : symbol;
  return {
    named: named.startsWith('-') ? '' : named,
    symbol,
    name: asText(row.name),
    decimals: Number.isInteger(decimals) && decimals >= 0 && decimals <= most ? decimals : -1,
  };
}

/** The requirements of amount and slippage, and whether they are met. */
export function checksOf({ amount, slippage, from }: Swap): readonly (readonly [is: string, holds: boolean])[] {
  const [much, worse] = [typed(amount), typed(slippage)];
  const fraction = much.split('.')[1] ?? '';
  return [
    ['an amount in digits, such as 12.5', /^\d+(\.\d+)?$/.test(much)],
    ['an amount above 0', /[1-9]/.test(much)],
    [
      from.decimals < 0 ? 'a token whose decimals are known' : `${from.decimals} decimals or fewer`,
      fraction.length <= from.decimals,
    ],
    [
      'a slippage in digits, such as 0.5; 50 % at most',
      worse === '' || (/^\d{1,2}(\.\d{1,4})?$/.test(worse) && Number(worse) <= 50),
    ],
  ];
}

/** The actions of keys in steps with a text field. */
type TypingAct = 'up' | 'down' | 'take' | 'back';
const leave = { keys: ['esc', 'ctrl-c'], act: 'back', does: 'one step back' } as const;
const choosing: Keymap<TypingAct> = [
  { keys: ['down', 'tab', 'ctrl-n'], shown: '↑↓', act: 'down', does: 'choose', under: 'Move' },
  { keys: ['up', 'shift-tab', 'ctrl-p'], act: 'up', does: 'before', under: 'Move', helpOnly: true },
  { keys: ['enter'], act: 'take', does: 'take it' },
  leave,
];
const amounts: Keymap<TypingAct> = [
  { keys: ['enter'], act: 'take', does: 'quote' },
  { keys: ['tab', 'down'], act: 'down', does: 'other field' },
  { keys: ['shift-tab', 'up'], act: 'up', does: 'other field', helpOnly: true },
  leave,
];
/** The keys of a step with a text field; undefined for the others. */
export const typingKeys = ({ step }: Swap): Keymap<TypingAct> | undefined =>
  step === 'amount' ? amounts : step === 'from' || step === 'to' ? choosing : undefined;

/** Handles a key in a step with a text field. */
export function inSwap(state: Application, form: FormScreen, swap: Swap, key: string, now: number): Next {
  const act = actOf(typingKeys(swap) ?? [], key);
  const to = (next: Partial<Swap>): Next => [withTop(state, { ...form, swap: { ...swap, ...next } })];
  if (act === 'back') return stepBack(state, form, swap);
  if (act === 'take') return taken(state, form, swap, now);
  if (swap.step === 'amount') {
    if (act !== undefined) return to({ on: swap.on === 'amount' ? 'slippage' : 'amount' });
    const field = edited(swap[swap.on], key === 'space' ? '' : key);
    if (/^\d*\.?\d*$/.test(typed(field))) return to({ [swap.on]: field });
    return [withNotice(state, 'Only digits and one point are taken here, such as 1000.5.', 'needs-you')];
  }
  if (act !== undefined) return [movedIn(state, form, swap, act === 'up' ? -1 : 1)];
  return to({ query: edited(swap.query, key), marked: 0 });
}

/** Selects another choice. */
export function movedIn(state: Application, form: FormScreen, swap: Swap, by: number): Application {
  const most = Math.max(0, choicesOf(swap, state).length - 1);
  return withTop(state, { ...form, swap: { ...swap, marked: clamped(swap.marked + by, most) } });
}

/** Goes to the next step, if the current one is complete. */
export function taken(state: Application, form: FormScreen, swap: Swap, now: number): Next {
  const to = (next: Partial<Swap>): Application =>
    withTop(state, { ...form, swap: { ...swap, marked: 0, query: emptyField, ...next } });
  const chosen = choicesOf(swap, state)[swap.marked];
  switch (swap.step) {
    case 'network': {
      if (!chosen) return [state];
      const tokens = chosen.named === swap.network ? {} : { from: noToken, to: noToken };
      return [to({ network: chosen.named, step: 'from', ...tokens })];
    }
    case 'from':
      return chosen ? [to({ from: chosen, step: 'to' })] : [state];
    case 'to':
      return chosen ? [to({ to: chosen, step: 'amount', on: 'amount' })] : [state];
    case 'amount': {
      const wrong = checksOf(swap).find(([, holds]) => !holds);
      if (wrong) return [withNotice(state, `Still needed: ${wrong[0]}.`, 'needs-you')];
      return [{ ...aged(to({ step: 'quote' }), [quoteLine(swap)]), notice: undefined }]; // an earlier quote is old
    }
    case 'quote':
      return quoteOf(swap, state, now) ? runCommand(state, runLine(swap)) : [state];
  }
}

/** Goes one step back; from the first one it leaves the screen. */
export function stepBack(state: Application, form: FormScreen, swap: Swap): Next {
  const before = swapSteps[swapSteps.indexOf(swap.step) - 1];
  if (before === undefined) return back(state);
  return [withTop(state, { ...form, swap: { ...swap, step: before, marked: 0, query: emptyField } })];
}

/** The quote of a screen, the time of its response, and whether it has expired. */
export function quoteOf(
  swap: Swap,
  state: Pick<Application, 'responses'>,
  now: number,
): { quote: Row; at: number; stale: boolean } | undefined {
  const { value, at } = responseOf(state, quoteLine(swap));
  return isRecord(value) && at !== undefined ? { quote: value, at, stale: now - at >= goodFor } : undefined;
}
