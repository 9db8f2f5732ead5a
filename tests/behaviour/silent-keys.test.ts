// No key is silent: a key without effect says so, D cancels what can be cancelled, up brings back what was typed, and a
// pasted text that is not in a list leads to the palette.
import { expect, test } from 'vitest';
import { typed } from '../../src/ui/state/core/field.js';
import { type Application, topOf } from '../../src/ui/state/core/state.js';
import { appAfter, applicationRows, type Step, small } from '../support/frames.js';
import { responded } from '../support/queries.js';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
const app = (steps: readonly Step[]) =>
  appAfter(steps, { head: { profile: 'sandbox', mark: 'sandbox' }, signedIn: true, size: small, at: now, every: 1000 });
const drawn = (state: Application) => applicationRows(state, small, now + 60_000).join('\n');
const notes = responded('notify list', { value: [{ id: 'n-1', title: 'Ride voucher' }] });
const commands: Step = { what: 'commands', commands: [{ name: 'wallet tokens', is: '', reads: true }] };

test('a key without effect says so, on every kind of screen; a move at the end of a list does not', () => {
  for (const steps of [[], ['1'], ['9', notes], ['3', 'h'], ['2', 'l']])
    expect(app([...steps, 'Q']).state.notice?.text, steps.join(' ')).toMatch(/^Q has no effect here now/);
  expect(app(['9', notes, 'j']).state.notice).toBeUndefined();
});

test('D runs the action that dismisses the selected row, and says where there is none', () => {
  expect(app(['9', notes, 'D']).effects.at(-1)).toEqual({ do: 'run', line: 'notify dismiss n-1' });
  expect(app(['9', notes, 'space', 'D']).state.chooser?.items[0]?.value).toBe('notify dismiss n-1');
  expect(app(['1', 'D']).effects.some((effect) => effect.do === 'run')).toBe(false);
});

test('up in an empty palette brings back what was typed in this run, the newest first; a possible key is not kept', () => {
  const first = [':', commands, ...'wallet tokens', 'enter'];
  const lines = (...keys: string[]) =>
    typed(app([...first, ':', ...'wat', 'enter', 'esc', ':', ...keys]).state.palette!.field);
  expect([lines('up'), lines('up', 'up'), lines('up', 'up', 'up')]).toEqual(['wat', 'wallet tokens', 'wallet tokens']);
  const phrase = `\x1b[200~${'test '.repeat(11)}junk`;
  const { state } = app([...first, ':', phrase, 'enter', 'esc']);
  expect(JSON.stringify(state.typedLines)).not.toContain('junk');
});

test('a pasted text filters the list if a row has it; otherwise the palette has it', () => {
  const inList = app(['9', notes, '\x1b[200~voucher']).state;
  expect([topOf(inList), inList.palette]).toMatchObject([{ filter: 'voucher' }, undefined]);
  const elsewhere = app(['9', notes, '\x1b[200~383ac875-1111']).state;
  expect(typed(elsewhere.palette!.field)).toBe('383ac875-1111');
  expect(drawn(elsewhere)).toContain('383ac875-1111');
});

test('i opens the case of the selected row; a row that warns of a trap, and a screen without rows, say why not', () => {
  expect(topOf(app(['9', notes, 'i']).state)).toMatchObject({ group: 'Case', line: 'find n-1' });
  const trap = responded('notify list', { value: [{ id: 'n-1', warning: 'it only looks alike' }] });
  expect(app(['9', trap, 'i']).state.notice?.text).toBe('Not looked for: it only looks alike');
  expect(app(['i']).state.notice?.text).toMatch(/^i \(its case\) is for lists/);
});

test('at the last time of a chart the key that selects a later one names the key that leaves', () => {
  const value = ['2026-11-01', '2026-11-02', '2026-11-03'].map((date, at) => ({ date, price: String(at + 1) }));
  const prices = responded('wallet price-history', { value, chart: { at: 'date', value: 'price', of: 'last' } });
  const at = (...keys: string[]) => app(['3', 'l', 'l', 'l', 'l', prices, ...keys]).state;
  expect(at('l').notice?.text).toBe('Nothing is further to the right: tab is the next screen.');
  expect([at('h').notice, at('h', 'h', 'l').notice]).toEqual([undefined, undefined]);
  expect(topOf(at('tab'))).toMatchObject({ spec: { name: 'Withdrawals' } });
});
