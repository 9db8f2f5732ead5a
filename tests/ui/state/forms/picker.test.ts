// The picker of a field: what it offers, that enter takes what is marked and named, and that no key is kept.
import { describe, expect, test } from 'vitest';
import type { FormField } from '../../../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, topOf } from '../../../../src/ui/state/core/state.js';
import { commandOf } from '../../../../src/ui/state/keys/actions.js';

import { appAfter, applicationRows, type Step, small } from '../../../support/frames.js';
import { failing, observes, responded } from '../../../support/queries.js';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
const app = (steps: readonly Step[]) =>
  appAfter(steps, { head: { profile: 'sandbox', mark: 'sandbox' }, signedIn: true, size: small, at: now, every: 1000 });
const drawn = (state: Application) => applicationRows(state, small, now).join('\n');
const items = ({ chooser }: Application) => chooser?.items.map(({ value }) => value);

const empty = { before: '', after: '' };
const field = (flag: string, more: Partial<FormField> = {}): FormField => {
  return { label: flag.slice(2), is: '', flag, required: true, text: empty, ...more };
};
const fieldsOf = (line: string, fields: readonly FormField[]): AppEvent => ({ what: 'fields', line, fields });
const toSend = ['3', ...Array<string>(4).fill('h')];
const send = (...fields: FormField[]) => [...toSend, fieldsOf('wallet send', fields)];
const networks = field('--network', { words: ['ETHEREUM', 'BSC', 'BSC_TEST'] });
const contacts = responded('wallet contacts list', {
  value: ['dara', 'market'].map((name) => ({ name, address: `0x${name}` })),
  id: 'name',
});
const wallets = responded('wallet list', {
  value: [
    { id: 'w-1', name: 'Wallet 1', address: '0xeth', network: 'ETHEREUM' },
    { id: 'w-2', name: 'Wallet 1', address: '0xbsc', network: 'BSC' },
  ],
});

test('letters filter a closed list, and enter takes the marked word; what matches nothing is said and not taken', () => {
  const { state } = app([...send(networks), 'enter', ...'bsc']);
  expect(items(state)).toEqual(['BSC', 'BSC_TEST']);
  expect(commandOf(app([...send(networks), 'enter', ...'bsc', 'down', 'enter']).state)).toBe(
    'tuk wallet send --network BSC_TEST',
  );
  const none = app([...send(networks), 'enter', ...'qjk', 'enter']).state;
  expect(drawn(none)).toContain('No value of network has these letters.');
  expect(items(none)).toEqual([]);
  expect(commandOf(app([...send(networks), 'enter', ...'qjk', 'esc']).state)).toBe('tuk wallet send');
});

describe('the things of the lists', () => {
  test('they are read while the picker is open, and offered by name; the value is filled in', () => {
    const steps = [...send(field('--to')), 'enter'];
    for (const line of ['wallet list', 'wallet contacts list'])
      expect(app(steps).effects).toContainEqual(observes(line));
    expect(drawn(app(steps).state)).toContain('Wallet › Contacts: reading…');
    const { state } = app([...steps, contacts, wallets]);
    expect(items(state)).toEqual(['0xeth', '0xbsc', '0xdara', '0xmarket']);
    expect(commandOf(app([...steps, contacts, wallets, ...'mark', 'enter']).state)).toBe(
      'tuk wallet send --to 0xmarket',
    );
  });

  test('enter takes what is marked, and the list names it: a thing of that name, else the text before what has its letters in an address', () => {
    const typing = (...keys: readonly string[]) => app([...send(field('--to')), 'enter', contacts, ...keys]).state;
    expect(drawn(typing(...'dar'))).toMatch(/▸ dara[\s\S]*dar +as typed[\s\S]*Enter takes dara\./);
    expect(commandOf(typing(...'dar', 'enter'))).toBe('tuk wallet send --to 0xdara');
    expect(drawn(typing(...'dar', 'down'))).toContain('Enter takes dar.');
    expect(drawn(typing(...'0xda'))).toMatch(/▸ 0xda +as typed[\s\S]*dara[\s\S]*Enter takes 0xda\./);
    expect(commandOf(typing(...'0xda', 'enter'))).toBe('tuk wallet send --to 0xda');
    const same = app([...send(field('--to')), 'enter', contacts, ...'dara']).state;
    expect(items(same)).toEqual(['0xdara']); // a whole name is the thing itself
  });

  test('a thing on another network than that of the form is not offered', () => {
    const filled = { ...networks, text: { before: 'BSC', after: '' } };
    const { state } = app([...send(filled, field('--to')), 'enter', contacts, wallets]);
    expect(items(state)).toEqual(['0xbsc', '0xdara', '0xmarket']);
    const spelled = responded('wallet list', {
      value: {
        data: { items: ['BSC', 'ETHEREUM'].map((net) => ({ node: { Name: net, Address: `0x${net}`, Network: net } })) },
      },
      id: 'address',
      of: { calls: ['listWallets'] },
    });
    expect(items(app([...send(filled, field('--to')), 'enter', spelled]).state)).toEqual(['0xBSC']);
  });

  test('the tokens on the network of a quote are offered, and what was quoted is swapped from its answer', () => {
    const filled = (text: string) => ({ text: { before: text, after: '' } });
    const form = (from: FormField) => ['4', fieldsOf('swap quote', [{ ...networks, ...filled('BSC') }, from])];
    const tokens = responded('wallet tokens', {
      value: [
        { symbol: 'BNB', network: 'BSC' },
        { symbol: 'ETH', network: 'ETHEREUM' },
      ],
      id: 'symbol',
    });
    expect(items(app([...form(field('--from')), 'j', 'enter', tokens]).state)).toEqual(['BNB']);
    const asked = [...form(field('--from', filled('BNB'))), 'j', 'j', 'enter'];
    const quote = responded('swap quote --network BSC --from BNB', { value: { rate: '2' }, singleRecord: true });
    // a job asks the steps that have no answer yet
    const fields = ['--network', '--from', '--to', '--amount'].map((flag) => field(flag));
    const { state } = app([...asked, quote, 'x', 'enter', fieldsOf('swap run', fields)]);
    expect(commandOf(state)).toBe('tuk swap run --from BNB --network BSC');
    expect(state.chooser?.title).toBe('Buy');
  });

  test('only rows whose status allows the action are offered', () => {
    const orders = responded('assets orders', {
      value: [
        { id: 'o-1', here: { unpaid: 'o-1' } },
        { id: 'o-2', here: { unpaid: '' } },
      ],
    });
    const steps = ['1', ':', ...'assets payment create', 'enter'];
    const commands: AppEvent = { what: 'commands', commands: [{ name: 'assets payment create', is: '', needs: true }] };
    const { state } = app([
      ...steps,
      commands,
      fieldsOf('assets payment create', [field('--order', { flag: undefined })]),
      'enter',
      orders,
    ]);
    expect(topOf(state).kind).toBe('form');
    expect(items(state)).toEqual(['o-1']);
  });

  test('a list that cannot be read says so, and is not an empty one', () => {
    const failed = failing('wallet list', { text: 'The service has failed.' });
    const { state } = app([...send(field('--to')), 'enter', contacts, failed]);
    expect(state.chooser?.note).toBe('Wallet › Wallets cannot be read: The service has failed.  Wallet › Contacts: 2');
  });

  test('a possible key is not kept', () => {
    const phrase = `${'test '.repeat(11)}junk`;
    const { state } = app([...send(field('--key')), 'enter', `\x1b[200~${phrase}`]);
    expect(JSON.stringify(state.chooser)).not.toContain('junk');
  });
});
