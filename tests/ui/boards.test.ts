// Shared parts of the screens without a terminal: lists, tables, text fields, the palette, themes, ASCII.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grid, gridLines } from '../../src/text/grid.js';
import { cut, filled, line, lineText, span, wide } from '../../src/text/line.js';
import { maskName } from '../../src/text/mask.js';
import { inAscii } from '../../src/text/signs.js';
import { clockTime, exactSpan, spanOf } from '../../src/text/time.js';
import { themeOf } from '../../src/ui/components/theme.js';
import { edited, emptyField, typed } from '../../src/ui/state/field.js';
import { type Move, moved, moveKeys } from '../../src/ui/state/list.js';
import { found } from '../../src/ui/state/palette.js';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();

describe('a list', () => {
  test('any moves keep the cursor on a row that is visible', () => {
    const move = fc.constantFrom(...moveKeys.map(({ act }) => act as Move));
    fc.assert(
      fc.property(
        fc.array(move, { maxLength: 40 }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: 1, max: 60 }),
        (keyMoves, count, seen) => {
          let place = { marked: 0, top: 0 };
          for (const one of keyMoves) {
            place = moved(place, one, count, seen);
            expect(place.marked).toBeLessThanOrEqual(Math.max(0, count - 1));
            expect(place.top).toBeGreaterThanOrEqual(0);
            expect(place.marked).toBeGreaterThanOrEqual(place.top);
            expect(place.marked).toBeLessThan(place.top + seen);
          }
        },
      ),
    );
  });

  test('a table renders only its window, with wide characters aligned', () => {
    let requests = 0;
    const cell = (text: string) => {
      requests++;
      return span(text);
    };
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, name: at % 3 === 0 ? '전기차'.repeat(at % 5) : `Ride ${at}` }));
    const table = grid(rows, [
      { heading: 'NAME', cell: ({ name }) => cell(name), rank: -2 },
      { heading: 'ROW', cell: ({ at }) => span(String(at), 'muted'), right: true, rank: -1 },
      { heading: 'A NOTE THAT NOBODY NEEDS', cell: () => span('x'.repeat(30)) },
    ]);
    requests = 0;
    const lines = gridLines(table, { marked: 10_003, top: 10_000 }, 11, 40);
    expect(requests).toBe(10);
    expect(lines).toHaveLength(11);
    expect(lineText(lines[0]!)).toBe(`  NAME${' '.repeat(24)}ROW`); // the note is omitted
    expect(lineText(gridLines(table, { marked: 0, top: 0 }, 2, 80)[0]!)).toContain('NOBODY NEEDS');
    for (const one of lines) expect(wide(one)).toBeLessThanOrEqual(40);
    expect(lineText(lines.at(-1)!)).toMatch(/ 10009 *$/);
    expect(lines[4]).toEqual(expect.arrayContaining([{ text: '▸ ', role: 'select' }]));
    expect(lines[4]!.every(({ role }) => role === 'select')).toBe(true);
    for (const columns of [1, 5, 12, 20])
      for (const one of gridLines(table, { marked: 0, top: 0 }, 5, columns)) expect(wide(one)).toBeLessThanOrEqual(columns);
  });
});

test('numbers of a column stand on the point, unless that takes too much room', () => {
  const column = (texts: readonly string[]) => {
    const table = grid(texts, [{ heading: 'SUM', cell: (text) => span(text), right: true }]);
    return gridLines(table, { marked: -1, top: 0 }, 9, 60).map(lineText);
  };
  expect(column(['5', '84.25', '100,000', '0.125', '–'])).toEqual([
    '          SUM'.padStart(13),
    '        5    ',
    '       84.25 ',
    '  100,000    ',
    '        0.125',
    '        –    ',
  ]);
  expect(column(['1', '22'])).toEqual(['  SUM', '    1', '   22']);
  const small = '0.000000000000000001';
  expect(column(['1,000,000,000,000', small])).toEqual([`${' '.repeat(19)}SUM`, `${' '.repeat(5)}1,000,000,000,000`, `  ${small}`]);
});

test('a text field: every character is text, an emoji is one character', () => {
  const keys = ['M', 'i', 'space', '👍', 'left', 'q', 'home', ':', 'end', 'backspace', 'ctrl-c', 'enter', 'tab'];
  expect(typed(keys.reduce(edited, emptyField))).toBe(':Mi q');
  expect(edited({ before: 'abc', after: 'd' }, 'ctrl-u')).toEqual({ before: '', after: 'd' });
  expect(edited({ before: 'a', after: '👩‍👩‍👧d' }, 'delete')).toEqual({ before: 'a', after: 'd' });
});

test('the palette: starts of words rank before letters, values may follow', () => {
  const commands = ['ride watch', 'ride wait', 'ride cancel', 'ride cancel-wait', 'auth sessions revoke'].map((name) => ({ name, is: '' }));
  const names = (text: string) => found(text, commands).map(({ name }) => name);
  expect(names('tuk ride wa')).toEqual(['ride wait', 'ride watch', 'ride cancel-wait']);
  expect(names('ride watch 3f1c')).toEqual(['ride watch']);
  expect(names('r c').slice(0, 2)).toEqual(['ride cancel', 'ride cancel-wait']);
  expect(names('rvk')).toEqual(['auth sessions revoke']);
});

describe('themes', () => {
  test('the colour depth; no colour that may be invisible on an unknown background', () => {
    expect(themeOf({ TERM: 'xterm-256color' })).toMatchObject({ depth: 1, wait: { color: 'cyan' }, need: { bold: true }, ascii: false });
    expect(themeOf({ COLORTERM: 'truecolor', COLORFGBG: '15;0' })).toMatchObject({ depth: 3, wait: { color: '#4A9FF5' } });
    expect(themeOf({ COLORTERM: '24bit', COLORFGBG: '0;default;15' })).toMatchObject({ depth: 3, wait: { color: '#0B4A7A' } });
    expect(themeOf({ TERM: 'xterm-256color', COLORFGBG: '15;0' })).toMatchObject({ depth: 2, good: { color: 'ansi256(43)' } });
    for (const env of [{ NO_COLOR: '1', COLORTERM: 'truecolor' }, { TERM: 'dumb' }])
      expect(JSON.stringify(themeOf(env))).not.toMatch(/"(c|backgroundC)olor"/);
    expect(themeOf({ LC_ALL: 'C' }).ascii).toBe(true);
    const themeFor = (text: string, env: object = {}) => themeOf({ COLORTERM: 'truecolor', ...env }, text);
    expect(themeFor('rgb:1e1e/1e1e/1e1e')).toMatchObject({ depth: 3, wait: { color: '#4A9FF5' } });
    expect(themeFor('rgb:fd/f6/e3', { COLORFGBG: '15;0' })).toMatchObject({ depth: 3, wait: { color: '#0B4A7A' } }); // the terminal's response takes precedence
    expect(themeFor('nonsense', { COLORFGBG: '15;0' })).toMatchObject({ wait: { color: '#4A9FF5' } });
    expect(themeFor('nonsense')).toMatchObject({ depth: 1 });
    expect(themeOf({ COLORTERM: 'truecolor' }, undefined, 'light')).toMatchObject({ depth: 3, wait: { color: '#0B4A7A' } });
    expect(themeOf({ COLORTERM: 'truecolor', COLORFGBG: '15;0' }, undefined, 'light')).toMatchObject({ wait: { color: '#4A9FF5' } });
    expect(themeOf({ COLORTERM: 'truecolor' }, 'rgb:0/0/0', 'light')).toMatchObject({ wait: { color: '#4A9FF5' } });
  });

  test('ASCII takes additional room from a space or a rule', () => {
    expect(lineText(inAscii([span('─ 3f1c9a…8e04d2 '), span('──────'), span(' Y ─')]))).toBe('- 3f1c9a..8e04d2 ----- Y -');
    expect(lineText(inAscii(line('D cancel…  y copy')))).toBe('D cancel.. y copy');
    expect(wide(inAscii(line('full…')))).toBe(5);
    expect(lineText(inAscii(line('◐ ✓ ✗ ○ ● ▸ 한')))).toBe('~ + x o * > 한');
  });

  test('lines are truncated with a mark and filled, never with half a wide character', () => {
    expect(lineText(cut([span('abc'), span('def')], 5))).toBe('abcd…');
    expect(lineText(cut([span('abc'), span('def')], 3))).toBe('ab…');
    expect(lineText(filled([span('전기차')], 4))).toBe('전… ');
    expect(cut(line('abc'), 0)).toEqual([{ text: '' }]);
    expect(maskName('Leng  Tan 한국')).toBe('Le•• T•• 한••');
    expect([spanOf(59_999), spanOf(60_000), spanOf(7_200_000), spanOf(2e8), spanOf(-5)]).toEqual(['59 s', '1 min', '2 h', '2 d', '0 s']);
    expect([exactSpan(61_000), exactSpan(3_660_000)]).toEqual(['1 min 1 s', '1 h 1 min']);
    expect([clockTime(now), clockTime(Number.NaN)]).toEqual(['14:00:00', '–']);
  });
});
