// The width of text in a terminal.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { graphemes, isPlain, widest, width, wrap } from '../../src/text/text.js';
import { property } from '../support/runs.js';

test('every character that is measured without tables has a width of one column', () => {
  const all = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(isPlain);
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((character) => stringWidth(character) !== 1)).toEqual([]);
});

test('wide and combining characters are measured', () => {
  expect([width('● OPEN'), width('전기차'), width('e\u0301'), width('🚗')]).toEqual([6, 6, 1, 2]);
});

test('a long text is segmented in parts, with the same characters and the same width', () => {
  const pieces = [
    ...'a é日각',
    'e\u0301',
    '👩‍👩‍👧',
    '👍🏽',
    '🇸🇬',
    '🇸',
    '\u0301',
    '\u1100',
    '\u1161',
    '\ud83d',
    'x'.repeat(300),
    '\r\n',
  ];
  const long = fc.array(fc.constantFrom(...pieces), { maxLength: 300, size: 'max' }).map((all) => all.join(''));
  property(60, long, (text) => {
    const segments = Array.from(new Intl.Segmenter().segment(text), ({ segment, index }) => [index, segment]);
    expect(JSON.stringify(Array.from(graphemes(text), ({ segment, index }) => [index, segment]))).toBe(
      JSON.stringify(segments),
    );
    expect(width(text)).toBe(stringWidth(text));
  });
  expect(width(`${'\u0301'.repeat(3000)}é`)).toBe(1);
});

test('the segmenter never gets a long text: its time is quadratic in the length', () => {
  const lengths: number[] = [];
  const { segment } = Intl.Segmenter.prototype;
  Intl.Segmenter.prototype.segment = function (text) {
    lengths.push(text.length);
    return segment.call(this, text);
  };
  try {
    expect(width('é '.repeat(60_000))).toBe(120_000);
  } finally {
    Intl.Segmenter.prototype.segment = segment;
  }
  expect(lengths.length).toBeGreaterThan(200);
  expect(Math.max(...lengths)).toBeLessThan(2000);
});

test('the widest of 300,000 texts, and lines of words', () => {
  expect(widest(Array<string>(300_000).fill('ab'), 1)).toBe(2);
  expect(widest([], 3)).toBe(3);
  expect(wrap('one two 日本 four', 7)).toEqual(['one two', '日本', 'four']);
  expect(wrap('a  b', 4)).toEqual(['a  b']);
});
