// Actions that need values of the person open a form: with the values of the row filled in, also where a list has no rows.
import { expect, test } from 'vitest';
import { typed as textOf } from '../../src/ui/state/core/field.js';
import type { FormField, FormScreen } from '../../src/ui/state/core/screens.js';
import { topOf } from '../../src/ui/state/core/state.js';
import { formLine } from '../../src/ui/state/forms/form.js';
import { appAfter } from '../support/frames.js';
import { responded } from '../support/queries.js';

const field = (label: string, flag?: string): FormField => ({
  label,
  flag,
  is: '',
  required: false,
  text: { before: '', after: '' },
});
const contacts = responded('wallet contacts list', {
  value: [{ name: 'lan', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
  columns: [{ path: 'name' }, { path: 'address' }],
  id: 'name',
});
const toContacts = [':', ...'wallet contacts', 'enter'].map((key) => (key === ' ' ? 'space' : key));
const commands = [{ name: 'wallet contacts list', is: 'List', reads: true }];

test('the form has the values of the row, and its line is whole', () => {
  const fields = [field('to', '--to'), field('amount', '--amount')];
  const { state } = appAfter([...toContacts, contacts, 'x', 'enter', { what: 'fields', line: 'wallet send', fields }], {
    commands,
  });
  const form = topOf(state) as FormScreen;
  expect(form.fields?.map(({ text }) => textOf(text))).toEqual(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '']);
  expect(formLine(form)).toBe('wallet send --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
});

test('an empty list has the actions that need no row, and nothing else', () => {
  const empty = responded('wallet contacts list', { value: [], columns: [{ path: 'name' }], id: 'name' });
  const { state } = appAfter([...toContacts, empty, 'x'], { commands });
  expect(state.chooser?.items.map(({ label, is }) => [label, is])).toEqual([['Add one…', 'tuk wallet contacts add']]);
});

test('an action whose row lacks a value is not offered', () => {
  const nameless = responded('wallet contacts list', {
    value: [{ name: 'lan' }],
    columns: [{ path: 'name' }],
    id: 'name',
  });
  const { state } = appAfter([...toContacts, nameless, 'x'], { commands });
  expect(state.chooser?.items.map(({ label }) => label)).toEqual(['Add one…', 'Remove…']);
});
