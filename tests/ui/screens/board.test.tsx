// The QR code of an address stands below the fields only where it can be scanned and there is room, and never where nobody
// must pay any more.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeText } from '../../../src/text/code.js';
import { line } from '../../../src/text/line.js';
import { payToCode } from '../../../src/things/bridge-swap.js';
import { walletCode } from '../../../src/things/wallet.js';
import { screenLines } from '../../../src/ui/screen-reader/screen-lines.js';
import { WithCode } from '../../../src/ui/screens/board.js';
import { serviceTime, topOf } from '../../../src/ui/state/core/state.js';
import { appAfter, frame, large, small } from '../../support/frames.js';
import { observes, responded } from '../../support/queries.js';
import { property } from '../../support/runs.js';
import { now } from '../../support/time.js';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const lines = [line('To pay to'), line(address)];
const colours = { COLORTERM: 'truecolor', LANG: 'C.UTF-8' };
function drawn({ rows = 24, columns = 60, env = colours as Record<string, string>, text = address as string | null }) {
  const part = <WithCode lines={lines} text={text ?? undefined} area={{ rows, columns }} />;
  return frame(part, { columns, rows, env, isColoured: true }).text();
}

test('it stands below the fields, in black on white', () => {
  const shown = drawn({});
  expect(shown).toContain('ADDRESS AS A QR CODE');
  expect(shown).toContain('▀▀▀▀▀▀▀');
  expect(shown).toContain('\x1b[38;2;0;0;0m');
  expect(shown).toContain('\x1b[48;2;255;255;255m');
});

test.each([
  ['too few rows', { rows: 20 }],
  ['too few columns', { columns: 32 }],
  ['no colours', { env: { NO_COLOR: '1' } }],
  ['only ASCII', { env: { COLORTERM: 'truecolor', LC_ALL: 'C' } }],
  ['no address', { text: null }],
])('it is left out: %s', (_, options) => {
  const shown = drawn({ ...options });
  expect(shown).not.toContain('QR');
  expect(shown).toContain('To pay to');
});

const columns = [{ path: 'status', as: { status: 'WalletTransactionStatus' } }] as const;
test('a swap has the code of its address until it is paid or over; a wallet always', () => {
  const swap = { status: 'PENDING', depositAddress: address };
  expect(codeText(swap, payToCode, columns)).toBe(address);
  expect(codeText({ ...swap, depositHash: '0x1' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ ...swap, status: 'SUCCESS' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ ...swap, status: 'NEW WORD' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ ...swap, depositAddress: '0xf39F••••2266-masked-address' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ address }, walletCode, [])).toBe(address);
  expect(codeText({}, walletCode, [])).toBeUndefined();
});

// What is drawn below a short table or record: a chart of another read or a map of its own rows, if there is room.
describe('board', () => {
  const usual = { rows: 36, columns: 120 };
  const prices = Array.from({ length: 20 }, (_, day) => ({
    at: new Date(now - (20 - day) * 86_400_000).toISOString(),
    price: String(10 + day),
  }));
  const course = responded('wallet price-history', { value: prices, chart: { at: 'at', value: 'price', of: 'last' } });
  const balances = (count: number) =>
    responded('wallet balance', {
      value: Array.from({ length: count }, (_, at) => {
        return { token: `T${at}`, amount: '1', holder: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 of nobody' };
      }),
      columns: [{ path: 'token' }, { path: 'amount' }, { path: 'holder' }],
      id: 'token',
    });
  const address = 'Samdach Sothearos Boulevard, Phnom Penh';
  const station = (id: string, name: string, latitude: number) => {
    return { id, name, status: 'ON', address, location: { latitude, longitude: 104.93 } };
  };
  const columns = [{ path: 'name' }, { path: 'address' }, { path: 'id' }];
  const stations = (...value: object[]) => responded('depin stations', { value, columns });

  test('a short table has the chart of the other read below it, a long one has not, and both are read', () => {
    const { text, effects } = appAfter(['3', balances(4), course], { size: usual });
    expect(effects).toContainEqual(observes('wallet price-history'));
    expect(text()).toMatch(/T3[\s\S]*PRICE OF MVL[\s\S]*┤/);
    expect(appAfter(['3', balances(40), course], { size: usual }).text()).not.toContain('PRICE OF MVL');
    expect(appAfter(['3', balances(14), course], { size: small }).text()).not.toContain('PRICE OF MVL');
  });

  test('without a response, or with an empty one, nothing stands there', () => {
    expect(appAfter(['3', balances(4)], { size: usual }).text()).not.toContain('PRICE OF MVL');
    const empty = responded('wallet price-history', { value: [] });
    expect(appAfter(['3', balances(4), empty], { size: usual }).text()).not.toContain('PRICE OF MVL');
  });

  test('an empty list has below it where one goes from it, which is read only then, and enter opens it', () => {
    const offering = { id: 'o', title: 'Hanoi Bikes', status: 'OPEN' };
    const offerings = responded('assets offerings', { value: [offering], columns: [{ path: 'title' }] });
    const none = ['1', 'h', responded('assets orders', { value: [] }), offerings] as const;
    const { text, effects } = appAfter(none, { size: small });
    expect(effects).toContainEqual(observes('assets offerings'));
    expect(text()).toMatch(/OFFERINGS {2}enter opens\n +TITLE\n +Hanoi Bikes/);
    expect(topOf(appAfter([...none, 'enter'], { size: small }).state)).toMatchObject({ line: 'assets offerings' });
    const some = appAfter(['1', 'h', responded('assets orders', { value: [{ id: 'x' }] })], { size: small });
    expect(some.last).not.toContainEqual(observes('assets offerings'));
    expect(some.text()).not.toContain('OFFERINGS');
  });

  test('the labels of a preview beside a list stay in place from row to row', () => {
    const rows = ['North', 'South', 'A road with a name that takes several lines, far out'].flatMap((address) =>
      Array.from({ length: 14 }, (_, at) => {
        return { ...station(`${address}${at}`, `Hub ${at}`, 11.5), address, city: 'PNH' };
      }),
    );
    const lineOf = (label: string, ...keys: string[]) =>
      appAfter(['7', 'l', stations(...rows), ...keys], { size: usual })
        .text()
        .split('\n')
        .findIndex((one) => one.includes(`  ${label}  `));
    expect(lineOf('Latitude')).toBeGreaterThan(0);
    expect(lineOf('Latitude', 'G')).toBe(lineOf('Latitude'));
  });

  test('a map has the filtered rows, and follows the selected one', () => {
    const hubs = [station('a', 'North hub', 11.57), station('b', 'South hub', 11.56)];
    const rows = [...hubs, station('c', 'West mini', 11.565)];
    const shown = (...keys: string[]) => appAfter(['7', 'l', stations(...rows), ...keys], { size: usual }).text();
    expect(shown()).toMatch(/WHERE THEY ARE[\s\S]*▸ ● ON +North hub +1 of 3, from the north/);
    expect(shown('j')).toMatch(/▸ ● ON +South hub +3 of 3, from the north/);
    expect(shown('/', 'h', 'u', 'b', 'enter')).toMatch(/▸ ● ON +North hub +1 of 2, from the north/);
  });

  test('a row stays in sight, whatever the number of rows and the size', () => {
    property(
      60,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom(usual, large, small, { rows: 10, columns: 40 }, { rows: 20, columns: 100 }),
      (count, at, size) => {
        const moves = Array<string>(Math.min(at, count - 1)).fill('j');
        const rows = appAfter(['3', balances(count), course, ...moves], { size })
          .text()
          .split('\n');
        expect(rows).toHaveLength(size.rows);
        expect(rows.filter((row) => new RegExp(`▸ T${moves.length} `).test(row))).toHaveLength(1);
      },
    );
  });

  test('a screen reader hears the first sentence of the chart', () => {
    const { state } = appAfter(['3', balances(4), course], { size: usual });
    const text = screenLines(state, serviceTime(state, now)).head.join('\n');
    expect(text).toMatch(/Price of MVL: .*20/);
  });
});

test('a short list gives its room to its row, also on a narrow terminal; an empty one to what can be done', () => {
  const contacts = (...value: object[]) =>
    appAfter(['3', 'l', 'l', responded('wallet contacts list', { value, columns: [{ path: 'name' }], id: 'name' })]);
  const few = contacts({ name: 'Dara', memo: 'a friend of the house' }, { name: 'Whale' });
  expect(few.text()).toMatch(/ Dara\n[\s\S]*Memo +a friend of the house/);
  const names = Array.from({ length: 16 }, (_, at) => ({ name: `Dara ${at}`, memo: 'a friend of the house' }));
  expect(contacts(...names).text()).not.toContain('Memo');
  expect(contacts().text()).toMatch(/x {2}Add one +tuk wallet contacts add/);
});
