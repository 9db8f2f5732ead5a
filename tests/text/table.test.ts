// Text, tables and columns: width, wrapping, alignment, escaping.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowsIn } from '../../src/services/decode/rows.js';
import { escapeForTerminal } from '../../src/services/json-text.js';
import { columnsOf, fieldsOf, noteOf } from '../../src/text/columns.js';
import { table } from '../../src/text/table.js';
import { fit as cutEnd, cutMiddle, width, wrap } from '../../src/text/text.js';
import { escapeControls, escapeLines } from '../../src/text/visible.js';
import { property } from '../support/runs.js';

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'ab \n\t\r\x1b'),
    fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)),
    fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  ),
});
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/u;
const plain = { colour: false };

describe('text', () => {
  test('escapeControls lets no unsafe character through', () => {
    property(100, anyText, (text) => {
      expect(escapeControls(text)).not.toMatch(unsafe);
      expect(escapeLines(text).replace(/[\n\t]/g, '')).not.toMatch(unsafe);
      expect(escapeLines(text).split('\n').length).toBe(text.split('\n').length);
    });
  });
  test.each([
    ['\x1b[31m', '\\x1b[31m'],
    ['a\nb\tc\rd', 'a\\x0ab\\x09c\\x0dd'],
    ['\u202e\u2066\ufeff\u2028', '\\u202e\\u2066\\ufeff\\u2028'],
    ['ផ្សារ\u200bធំ می\u200cخواهم \u200fא\u061c a\u00adb', 'ផ្សារ\u200bធំ می\u200cخواهم \u200fא\u061c a\u00adb'],
    ['👩\u200d👩\u200d👧 1\ufe0f\u20e3 葛\u{e0100}', '👩\u200d👩\u200d👧 1\ufe0f\u20e3 葛\u{e0100}'],
    ['❤\ufe0f\ufe0f\ufe01', '❤\ufe0f\\ufe0f\\ufe01'],
    ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
    ['\u{e0041}\ud800', '\\u{e0041}\\ud800'],
    ['\u009b\x7f', '\\x9b\\x7f'],
    ['日本 😀 ❤\ufe0f é', '日本 😀 ❤\ufe0f é'],
    ['a\ufe0f', 'a\\ufe0f'],
  ])('escapeControls(%j)', (text, output) => {
    expect(escapeControls(text)).toBe(output);
  });
  test('text and services agree on unsafe characters', () => {
    for (let code = 0; code <= 0x10ffff; code += code === 0xffff ? 0xd0001 : 1) {
      const character = String.fromCodePoint(code);
      const lines = character === '\n' || character === '\t' || character === '\r';
      if (!lines && (escapeControls(character) === character) !== (escapeForTerminal(character) === character))
        expect(code.toString(16)).toBe('the same');
    }
  });
  test('truncates by display width and never exceeds it', () => {
    expect(cutEnd('日本語です', 5)).toBe('日本…');
    expect(cutEnd('short', 5)).toBe('short');
    expect(cutMiddle('0x1234567890abcdef', 9)).toBe('0x12…cdef');
    property(100, anyText, fc.nat(20), (text, columns) => {
      expect(width(cutEnd(escapeControls(text), columns))).toBeLessThanOrEqual(columns);
      expect(width(cutMiddle(escapeControls(text), columns))).toBeLessThanOrEqual(columns);
    });
  });
  test('wraps between words and keeps long ones complete', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a 0x1234567890', 5)).toEqual(['a', '0x1234567890']);
  });
});

describe('table', () => {
  const rows = [
    { status: 'OPEN', name: '東京 TukTuk', rate: 9.5, id: '0b7d1e90-3a52-4f6e-8f0e-77a9c2d41b35' },
    { status: 'COMING_SOON', name: 'Bike 🚲', rate: 10, id: '1c7d1e90-3a52-4f6e-8f0e-77a9c2d41b35' },
  ];
  const columns = [{ path: 'status' }, { path: 'name' }, { path: 'rate' }, { path: 'id' }];

  test('aligns CJK and emoji, numbers to the right', () => {
    expect(table(rows, columns, plain)).toEqual([
      'STATUS       NAME         RATE  ID',
      'OPEN         東京 TukTuk   9.5  0b7d1e90-3a52-4f6e-8f0e-77a9c2d41b35',
      'COMING_SOON  Bike 🚲        10  1c7d1e90-3a52-4f6e-8f0e-77a9c2d41b35',
    ]);
  });
  test('shrinks to the width; ids are shortened in the middle only', () => {
    const lines = table(rows, columns, { ...plain, width: 50 });
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(50);
    expect(lines[1]).toMatch(/0b7\S*…\S*b35$/);
    expect(lines[1]).toContain('9.5');
  });
  test('never exceeds its width', () => {
    const scalars = fc.constantFrom(null, undefined, true, [1, 2]);
    const row = fc.record({ a: anyText, bb: fc.oneof(fc.integer(), anyText), c: scalars });
    property(100, fc.array(row, { maxLength: 5 }), fc.integer({ min: 1, max: 60 }), (any, columnsWide) => {
      const lines = table(any, [{ path: 'a' }, { path: 'bb' }, { path: 'c' }], { ...plain, width: columnsWide });
      expect(lines).toHaveLength(any.length + 1);
      for (const line of lines) {
        expect(width(line)).toBeLessThanOrEqual(columnsWide);
        expect(line).not.toMatch(unsafe);
      }
    });
  });
  test('colours headings only', () => {
    const lines = table(rows, [{ path: 'user.createdAt', heading: 'Since' }], { colour: true });
    expect(lines[0]).toBe('\x1b[1mSINCE\x1b[22m');
    expect(lines.slice(1).join('')).not.toContain('\x1b');
  });
});

describe('columns', () => {
  const paths = (rows: Record<string, unknown>[], wide?: number) => columnsOf(rows, wide).map(({ path }) => path);
  const long = { description: 'a text that is a good deal longer than the others', createdAt: '2026-11-20', price: 12 };
  const rows = [{ id: 'a1', ...long, name: 'x', status: 'OPEN', user: { name: 'Ann', age: 5 } }];

  test('the most important first, long texts and ids last', () => {
    expect(paths(rows)).toEqual(['status', 'name', 'createdAt', 'price', 'description', 'id']);
    expect(paths(rows, 20)).toEqual(['status', 'name', 'id']);
  });
  test('all fields are the scalars, also nested ones, in their order', () => {
    const inOrder = ['id', 'description', 'createdAt', 'price', 'name', 'status', 'user.name', 'user.age', 'extra'];
    expect(fieldsOf([...rows, { extra: true }])).toEqual(inOrder);
  });
  test.each([
    ['an array', [{ a: 1 }], 1, undefined, undefined],
    ['an empty list', { totalCount: 0, list: [] }, 0, 'list', 'total count 0'],
    ['a map', { tokens: { '0xa': { symbol: 'A' }, '0xb': { symbol: 'B' } } }, 2, 'tokens', undefined],
    ['one array among fields', { owner: 'Ann', cars: [{ a: 1 }] }, 1, 'cars', 'owner Ann'],
  ])('finds the list in %s', (_, response, length, field, note) => {
    const found = rowsIn(response);
    expect([found?.rows.length, found?.at.join('.') || undefined]).toEqual([length, field]);
    expect(found && noteOf(found)).toBe(note);
  });
  test.each([
    [{ id: 'o1', items: [{ a: 1 }] }],
    [{ a: [{}], b: [{}] }],
    [{ user: { profile: { a: 1 } } }],
    [5],
    [null],
  ])('%j is one object', (response) => {
    expect(rowsIn(response)).toBeUndefined();
  });
  test('the rows of a map have their key', () => {
    expect(rowsIn({ tokens: { '0xa': { symbol: 'A' } } })?.rows).toEqual([{ key: '0xa', symbol: 'A' }]);
    expect(rowsIn({ tokens: { '0xa': { address: '0xa' } } })?.rows).toEqual([{ address: '0xa' }]);
  });
});
