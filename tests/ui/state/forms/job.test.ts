// Jobs: each step offers the choices of its read, an answer fills in what follows, and the last one leads to the receipt.
import { expect, test } from 'vitest';
import type { FormField } from '../../../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, topOf } from '../../../../src/ui/state/core/state.js';
import { commandOf } from '../../../../src/ui/state/keys/actions.js';
import { exit } from '../../../support/exit.js';
import { appAfter, applicationRows, type Step, small } from '../../../support/frames.js';
import { failing, observes, responded } from '../../../support/queries.js';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
const head = { profile: 'sandbox', mark: 'sandbox' } as const;
const app = (steps: readonly Step[]) => appAfter(steps, { head, signedIn: true, size: small, at: now, every: 1000 });
const drawn = (state: Application) => applicationRows(state, small, now).join('\n');
const field = (flag: string, more: Partial<FormField> = {}): FormField => ({
  ...{ label: flag, is: '', flag, required: true, text: { before: '', after: '' } },
  ...more,
});
const opened = (line: string, fields: readonly FormField[]): readonly Step[] => [
  ':',
  { what: 'commands', commands: [{ name: line, is: '', needs: true }] },
  ...line,
  'enter',
  { what: 'fields', line, fields } as AppEvent,
];
const regions = ['SG', 'KH'];
const ride = opened('ride request', [
  field('--region', { words: regions }),
  ...['--to', '--from', '--product', '--currency'].map((flag) => field(flag)),
  field('--rider-name', { required: false }),
]);
const places = responded('ride places recommend', {
  value: [{ placeId: 'SIN-01', name: 'Merlion Park', city: 'SIN', locationPoint: { latitude: 1.2, longitude: 103.8 } }],
  id: 'placeId',
});
const found = (text: string, id: string, name: string) =>
  responded(`ride places search ${text}`, {
    value: [{ placeId: id, name, city: 'PNH', locationPoint: { latitude: 11.5, longitude: 104.9 } }],
    id: 'placeId',
  });
const route = [...ride, places, ...'royal', found('royal', 'PNH-01', 'Royal Palace'), 'enter'];
const whole = [...route, ...'market', found('market', 'PNH-02', 'Central Market'), 'enter'];
const region = responded('ride places region 11.5,104.9', { value: { region: 'KH' }, singleRecord: true });
const pricedBy = (value: unknown) =>
  responded('ride search --from PNH-01 --to PNH-02 --region KH', { value, singleRecord: true });
const prices = pricedBy({
  products: [
    { productCode: 'STANDARD', name: 'Standard', payAmount: '7030', currency: 'KHR', seats: 4 },
    { productCode: 'BIKE', name: 'Bike', payAmount: '3867', currency: 'KHR' },
  ],
});

test('a ride: places by their names, the region by the pick-up, products with their prices, then the command with its receipt', () => {
  // the region answers itself: the prices are asked for with the same event
  expect(app([...whole, region]).last).toContainEqual(observes('ride search --from PNH-01 --to PNH-02 --region KH'));
  const priced = app([...whole, region, prices]).state;
  expect(drawn(priced)).toMatch(/✓ From +Royal Palace +PNH\n.*✓ To +Central Market +PNH\n.*✓ Region +KH/);
  expect(drawn(priced)).toMatch(/▸ Standard +7,030 KHR {2}for 4\n.*Bike +3,867 KHR\s[\s\S]*Enter takes Standard\./);
  const balance = responded('points balance', { value: { amount: '3200', currencyId: 'MVP' }, singleRecord: true });
  const paying = [...whole, region, prices, 'down', 'enter', balance];
  expect(drawn(app(paying).state)).toContain('You have 3,200 MVP.');
  const { effects } = app([...paying, 'enter', 'enter']);
  expect(effects.at(-1)).toEqual({
    do: 'run',
    line: 'ride request --from PNH-01 --to PNH-02 --region KH --product BIKE --currency POINT',
  });
});

test.each([
  {
    code: 0,
    data: {
      products: [
        { product_code: 'STANDARD', name: 'Standard', pay_amount: { value: '703000', scale: 2, currency: 'KHR' } },
      ],
    },
  },
  { result: { Products: [{ ProductCode: 'STANDARD', Name: 'Standard', PayAmount: '7030 KHR' }] } },
  { data: { list: [{ attributes: { productCode: 'STANDARD', name: 'Standard', payAmount: 7030, currency: 'KHR' } }] } },
])('products in other names and envelopes are offered with their prices: %j', (value) => {
  expect(drawn(app([...whole, region, pricedBy(value)]).state)).toMatch(
    /▸ Standard +7,030 KHR\s[\s\S]*Enter takes Standard\./,
  );
});

test('products without a known code are no choices: the step says so, and takes what is typed', () => {
  const value = { products: [{ label: 'Standard', cost: 7 }] };
  const { state } = app([...whole, region, pricedBy(value), ...'BIKE']);
  expect(drawn(state)).toContain('no field that is known as productCode');
  expect(state.chooser?.items.map(({ is }) => is)).toEqual(['as typed']);
});

test('while a search is read nothing is taken as typed, and a failed list says so', () => {
  const typing = [...ride, places, ...'royal'];
  expect(app(typing).effects).toContainEqual(observes('ride places search royal'));
  expect(drawn(app([...typing, 'enter']).state)).toContain('No value of From has these letters.');
  const failed = failing('ride places search royal', { text: 'The service has failed.' });
  expect(drawn(app([...typing, failed]).state).replace(/\s+/g, ' ')).toContain('Not read: The service has failed.');
});

test('another answer asks again what depends on it; shift-tab steps back, esc leaves the steps, enter takes them up', () => {
  const back = [...whole, region, prices, 'enter', 'shift-tab', 'shift-tab', 'shift-tab'];
  expect(drawn(app(back).state)).toMatch(/▸ 2 To/);
  const other = app([...back, ...'hub', found('hub', 'PNH-09', 'Hub'), 'enter']).state;
  expect(commandOf(other)).toBe('tuk ride request --from PNH-01 --to PNH-09 --region KH');
  const left = app([...route, 'esc']).state;
  expect(left.chooser).toBeUndefined();
  expect(topOf(app([...route, 'esc', '3']).state).group).toBe('Wallet'); // keys are keys again
  expect(app([...route, 'esc', 'enter']).state.chooser?.title).toBe('To');
});

const token = (network: string, amount: string, ticker = 'USDC') => ({
  asset: { ticker },
  wholeAmount: amount,
  network,
});
test('a token of two networks is two choices, each fills in its network, and those that cannot be used are none', () => {
  const send = opened('wallet send', [
    field('--network', { words: ['BSC', 'BASE'] }),
    ...['--token', '--to'].map((flag) => field(flag)),
    field('--amount', { required: false, group: 'needed' }),
    field('--key', { required: false }),
  ]);
  const keys = responded('wallet key list', { value: [{ name: 'work', address: '0xab' }], id: 'name' });
  const balances = responded('wallet balance', {
    value: [token('BSC', '5'), token('TON', '6'), token('BASE', '7000')],
  });
  const { state } = app([...send, keys, balances]);
  expect(state.chooser?.items.map(({ is }) => is)).toEqual(['5 USDC  BSC', '7,000 USDC  BASE']);
  expect(commandOf(app([...send, keys, balances, 'down', 'enter']).state)).toBe(
    'tuk wallet send --key work --token USDC --network BASE',
  );
});

test('a swap offers first what the service lists as swappable; the rest follows, and nothing moves under the cursor', () => {
  const steps = opened('swap run', [
    field('--network', { words: ['BSC', 'BASE'] }),
    ...['--from', '--to', '--amount'].map((flag) => field(flag)),
  ]);
  const balances = responded('wallet balance', {
    value: [token('BASE', '9'), token('BSC', '8', 'ODD'), token('BSC', '5')],
  });
  const listed = responded('swap tokens BSC', {
    value: { tokens: { '0xa': { symbol: 'USDC', name: 'USD Coin' } } },
    singleRecord: true,
  });
  const refused = failing('swap tokens BASE', { text: 'Only BSC is supported.', status: 400 });
  const offered = (...reads: AppEvent[]) =>
    app([...steps, balances, ...reads]).state.chooser?.items.map(({ is }) => is);
  expect(app([...steps, balances]).last).toContainEqual(observes('swap tokens BASE'));
  expect(offered(listed)).toEqual([]);
  expect(offered(listed, refused)).toEqual(['5 USDC  BSC', '9 USDC  BASE', '8 ODD  BSC']);
  expect(offered(refused, failing('swap tokens BSC', { text: 'No answer.' }))).toHaveLength(3);
});

test('a sign-in asks for the sandbox user first, and what succeeded leaves its steps', () => {
  const users = ['mina', 'dara'];
  const login = opened('login', [
    field('method', { flag: undefined, key: 'method', required: false }),
    field('--as', { required: false, words: users }),
    field('--key-file', { required: false }),
  ]);
  expect(app([...login, 'down', 'enter', 'enter']).effects.at(-1)).toEqual({ do: 'run', line: 'login --as dara' });
  const key = [...login, ...Array<string>(8).fill('down'), 'enter', 'enter', ...'k.txt', 'enter', 'enter'];
  expect(app(key).effects.at(-1)).toEqual({ do: 'run', line: 'login web3 --key-file k.txt' });
  const ended: AppEvent = { what: 'command ended', line: 'login --as dara', code: exit.ok, head, signedIn: true };
  expect(topOf(app([...login, 'down', 'enter', 'enter', ended]).state).kind).toBe('home');
});
