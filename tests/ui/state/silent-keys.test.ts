// No key is silent: a key without effect says so, D cancels what can be cancelled, up brings back what was typed, and a
// pasted text that is not in a list leads to the palette.
import { expect, test } from 'vitest';
import { typed } from '../../../src/ui/state/field.js';
import { type Application, topOf } from '../../../src/ui/state/state.js';
import { appAfter, applicationRows, type Step, small } from '../../support/frames.js';
import { responded } from '../../support/queries.js';

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
