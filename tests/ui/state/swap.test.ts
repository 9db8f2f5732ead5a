// The swap screen up to its quote, without a terminal: its steps, its fields, the validity of a quote, and no key that sends anything.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { Network } from '../../../src/services/catalogue/words.js';
import { width } from '../../../src/text/text.js';
import { commandOf } from '../../../src/ui/state/actions.js';
import { keymapOf } from '../../../src/ui/state/application.js';
import { type AppEvent, type Application, topOf } from '../../../src/ui/state/state.js';

import { appAfter, applicationRows, type Step, small } from '../../support/frames.js';
import { failing, observes, responded } from '../../support/queries.js';

const size = small;
const start = new Date(2026, 10, 20, 14, 0, 0).getTime();
/** The application after some simultaneous events and keys. */
function app(steps: readonly Step[], at = size) {
  const { state, effects, board } = appAfter(steps, { at: start, size: at });
  return { state, board, effects: effects.filter(({ do: what }) => what !== 'load fields') };
}
const drawn = (state: Application, when = start, at = size) => {
  const lines = applicationRows(state, at, when);
  for (const one of lines) expect(width(one)).toBeLessThanOrEqual(at.columns);
  return lines.join('\n');
};
const token = (symbol: string, more: object = {}) => ({
  symbol,
  name: `${symbol} token`,
  decimals: 6,
  address: `0x${symbol}`,
  ...more,
});
const tokens = (...rows: unknown[]): AppEvent => responded('swap tokens BSC', { value: rows, id: 'symbol' });
const three = tokens(token('BNB', { decimals: 18 }), token('USDC'), token('MVL'));
const toAmount = ['4', 'enter', three, 'u', 's', 'd', 'enter', 'down', 'enter'];
const line = 'swap quote --network BSC --from USDC --to MVL --amount 25';
const quote = responded(line, {
  value: {
    wholeFromTokenAmount: '25',
    wholeToTokenAmount: '7301.52',
    wholeLeastTokenAmount: '7265.0124',
    rate: '292.0608',
    inverseRate: '0.003423944739',
    slippage: '0.5',
    priceImpact: '0.11',
    estimatedGas: 150000,
  },
});
const quoted = [...toAmount, '2', '5', 'enter', quote];

describe('the steps', () => {
  test('a network, then its tokens by search, never a token for itself', () => {
    const first = app(['4']);
    expect(drawn(first.state)).toMatch(/▸ network {2}○ tokens {2}○ amount {2}○ quote[\s\S]*▸ BSC\s*\n {3}BSC_TEST/);
    expect(app(['4', 'j', 'enter']).effects.at(-1)).toEqual(observes('swap tokens BSC_TEST'));
    const from = app(['4', 'enter', three, 'u', 's']);
    expect(drawn(from.state)).toMatch(/✓ network {2}▸ tokens[\s\S]*You give +us▏[\s\S]*▸ USDC +USDC token/);
    expect(drawn(from.state)).not.toContain('BNB');
    expect(commandOf(from.state)).toBe('tuk swap tokens BSC');
    const to = drawn(app(['4', 'enter', three, 'u', 's', 'enter']).state);
    expect(to).toMatch(/You give +USDC\s*\n +You get +▏[\s\S]*▸ BNB/);
    expect(to).not.toContain('USDC token');
    expect(drawn(app(['4', 'enter', three, 'q', 'q']).state)).toContain('0 of 3 fit.');
  });

  test('two tokens with the same symbol are distinguished by their addresses', () => {
    const twice = tokens(token('USDC'), token('usdc', { address: '0xOther' }), token('MVL'));
    expect(commandOf(app(['4', 'enter', twice, 'down', 'enter', 'm', 'enter', '1']).state)).toBe(
      'tuk swap quote --network BSC --from 0xOther --to MVL --amount 1',
    );
  });

  test('an invalid amount is not quoted, and its error is shown', () => {
    const typing = app([...toAmount, '2', '5']);
    expect(drawn(typing.state)).toMatch(
      /You give +25▏ USDC\s*\n +25000000 base units of 6 decimals[\s\S]*✓ an amount in digits/,
    );
    expect(commandOf(typing.state)).toBe(`tuk ${line}`);
    for (const invalid of ['', '0.0', '1.0000001', '.5', '1.']) {
      const { state, effects } = app([...toAmount, ...invalid, 'enter']);
      expect(drawn(state), invalid).toMatch(/▸ amount[\s\S]*! Still needed/);
      if (invalid === '1.') expect(drawn(state)).toContain('! Still needed: an amount in digits, such as 12.5.');
      expect(effects.filter(({ line: of = '' }) => of.startsWith('swap quote'))).toEqual([]);
    }
    for (const [typed, kept] of [
      ['1x', '1'],
      ['-1', '1'],
      ['1/', '1'],
      ['1.2.3', '1.23'],
    ] as const) {
      const { state } = app([...toAmount, ...typed]);
      expect(commandOf(state), typed).toContain(`--amount ${kept}`);
      if (!typed.startsWith('-'))
        expect(drawn(state).includes('Only digits and one point') || kept === '1.23').toBe(true);
    }
    expect(drawn(app([...toAmount, '1', 'tab', ...'51', 'enter']).state)).toMatch(/! Still needed: a slippage/);
    expect(commandOf(app([...toAmount, '1', 'tab', ...'1.5', 'enter']).state)).toMatch(/--amount 1 --slippage 1\.5$/);
  });

  test('esc goes back one step and keeps values; from the first step it leaves', () => {
    const afterEsc = (times: number) => drawn(app([...quoted, ...Array<string>(times).fill('esc')]).state);
    expect(afterEsc(1)).toMatch(/▸ amount[\s\S]*25▏ USDC/);
    expect(afterEsc(2)).toMatch(/You get +▏/);
    expect(afterEsc(3)).toMatch(/You give +▏/);
    expect(afterEsc(4)).toMatch(/▸ network/);
    expect(topOf(app([...quoted, ...Array<string>(5).fill('esc')]).state).kind).toBe('home');
    expect(topOf(app(['4', '5']).state).group).toBe('Points'); // the first step has no text field, so keys act as keys
  });
});

describe('the quote', () => {
  test('the amount, the minimum received, the rate, the fee, and the validity', () => {
    const { state, effects } = app(quoted);
    expect(effects.findLast(({ do: what }) => what === 'observe')).toEqual(observes(line));
    const text = drawn(state, start + 12_000);
    expect(text).toMatch(
      /Give +25 USDC\s*\n +Get about +7,301\.52 MVL\s*\n +Get at least +7,265\.0124 MVL +our own floor, 0\.5 % below/,
    );
    expect(text).toMatch(
      /Rate +1 USDC = 292\.0608 MVL\s*\n +1 MVL = 0\.003423944739 USDC\s*\n +Price impact +0\.11 %[\s\S]*Network fee +about 150,000 gas/,
    );
    expect(text).toMatch(/good for 18 s +█{18}░{12} +12 s of 30 s/);
    expect(text).toContain('nothing is signed before you agree');
    expect(drawn(state, start + 40_000, { rows: 16, columns: 60 })).toMatch(/Get at least.*\n.*◌ stale/); // its age is always shown
  });

  test('after half a minute it is stale and requested again by r only', () => {
    const { state, board } = app(quoted);
    expect(drawn(state, start + 29_999)).toContain('good for 1 s');
    expect(drawn(state, start + 30_000)).toMatch(/◌ stale, 30 s old: r quotes again/);
    expect(app(quoted).effects).toContainEqual({ do: 'observe', owner: undefined, queries: [{ line, spec: line }] }); // no interval
    const [asking, ...effects] = board.update(state, { what: 'key', key: 'r', size }, start + 40_000);
    expect(effects.filter((one) => one.do !== 'load fields')).toEqual([{ do: 'invalidate', lines: [line] }]);
    const [waiting] = board.update(
      asking,
      { what: 'query', line, query: { fetching: true, version: 1 } },
      start + 40_000,
    );
    expect(drawn(waiting, start + 40_000)).toContain('a new one is asked for');
    const again = app([...quoted, 'esc', 'enter']);
    expect(again.effects).toContainEqual({ do: 'invalidate', lines: [line] }); // the earlier quote is not used as a new one
  });

  test('an error is shown; J shows the response, esc returns', () => {
    const failed = app([...toAmount, '2', '5', 'enter', failing(line, { text: 'wallet answered 422.' })]);
    expect(drawn(failed.state)).toMatch(/✗ wallet answered 422\.\s*\n +r reloads/);
    expect(keymapOf(failed.state).some(({ act }) => act === 'json')).toBe(false);
    expect(drawn(app([...quoted, 'J']).state)).toMatch(/"rate": "292\.0608"/);
    expect(drawn(app([...quoted, 'J', 'esc']).state)).toContain('▸ quote');
  });
});

test('enter on a quote runs the swap in a dialog, with what was chosen; before there is a quote it runs nothing', () => {
  expect(app([...quoted, 'enter']).effects.at(-1)).toEqual({ do: 'run', line: line.replace('swap quote', 'swap run') });
  expect(app([...toAmount, '2', '5', 'enter', 'enter']).effects.some(({ do: what }) => what === 'run')).toBe(false);
});

test('no key of any step sends a change by itself: reads are requested, and the command of the quote is run', () => {
  const known = ['enter', 'esc', 'tab', 'up', 'down', ...'xyYJrDdsw125.ub'];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...known), { maxLength: 40 }),
      fc.constantFrom(['4'], toAmount, quoted),
      (keys, before) => {
        const { effects, state } = app([...before, ...keys]);
        drawn(state);
        for (const { do: what, line: of } of effects)
          if (what === 'run') expect(of).toBe(line.replace('swap quote', 'swap run'));
          else expect(['observe', 'invalidate', 'copy', 'stop following', 'type', 'leave']).toContain(what);
      },
    ),
  );
});

test('the networks of the wizard are enum values of the services', () => {
  const networks = groupScreens.flatMap(({ screens }) => screens).flatMap(({ swaps = [] }) => swaps);
  expect(networks.length).toBeGreaterThan(0);
  for (const one of networks) expect(Network).toContain(one);
});

test('hostile tokens and quotes: nothing is executed, hidden or wider than the screen', () => {
  const unusual = fc.oneof(fc.jsonValue(), fc.constantFrom('\x1b[31mx', 'a\u202eb', '--yes', 1e9, 'x'.repeat(300)));
  const row = fc.record({ symbol: unusual, name: unusual, address: unusual, decimals: unusual });
  const sizes = fc.constantFrom(size, { rows: 60, columns: 200 }, { rows: 16, columns: 60 }, { rows: 10, columns: 40 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3 }), unusual, sizes, (rows, value, at) => {
      const picked = app(['4', 'enter', tokens(...rows), 'enter', 'enter', '1', 'enter'], at);
      for (const { line: of = '' } of picked.effects) expect(of).not.toMatch(/ --(from|to) -/);
      expect(drawn(picked.state, start, at)).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
      const after = app(
        [...toAmount, '2', '5', 'enter', responded(line, { value: { rate: value, wholeToTokenAmount: value } })],
        at,
      );
      expect(drawn(after.state, start, at)).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
    }),
  );
  for (const decimals of [1e9, null, { toString: '' }, 1.5]) {
    const unknown = app(['4', 'enter', tokens(token('A', { decimals }), token('B')), 'enter', 'enter', '1', 'enter']);
    expect(drawn(unknown.state)).toMatch(/Still needed: a token whose decimals are known/);
  }
});
