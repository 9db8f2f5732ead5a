// Lossless JSON: digits, tokens and values survive parsing, printing, layout and escaping.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeForTerminal, relayout } from '../../src/services/json-text.js';
import { LosslessNumber, parseLossless, stringifyLossless } from '../../src/services/lossless-number.js';
import { property } from '../support/runs.js';

const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,80})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?$/);
const text = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'ab"\\/{}[],: é日😀') },
    { weight: 1, arbitrary: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) },
  ),
});
/** JSON texts with digits of every kind, without duplicate or integer-like keys. */
const json: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    digits,
    text.map((value) => JSON.stringify(value)),
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('value'), { maxLength: 4 }).map((parts) => `[${parts.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 4, selector: ([key]) => key })
      .map((parts) => `{${parts.map(([key, value]) => `${JSON.stringify(`k${key}`)}:${value}`).join(',')}}`),
  ),
})).value;
const padded = (compact: string, space: string) => relayout(compact, 1).replaceAll('\n', space);
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/u;

describe('parseExact and stringifyExact', () => {
  test('keep every digit', () => {
    property(100, json, (compact) => stringifyLossless(parseLossless(compact)) === relayout(compact, 0));
  });
  const numbers = ['9'.repeat(78), '1e400', '-0', '1.10', '0.1', '1E+3', '9007199254740993', '-1e-7', '0.0000001'];
  test.each(numbers)('%s', (written) => {
    expect(stringifyLossless(parseLossless(written))).toBe(written);
    expect(String(parseLossless(written))).toBe(written);
  });
  test('returns plain numbers if nothing is lost', () => {
    expect(parseLossless('[5,-3,0,0.5,1e+21,123456789012345]')).toEqual([5, -3, 0, 0.5, 1e21, 123456789012345]);
    expect(parseLossless('[5,1.10]')).toEqual([5, new LosslessNumber('1.10')]);
  });
  test.each(['1.5', '1.50'])('__proto__ is a field like any other, beside %s', (number) => {
    const value = parseLossless(`{"__proto__":{"admin":${number}},"a":1}`) as Record<string, unknown>;
    expect(value.admin).toBeUndefined();
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(stringifyLossless(value)).toBe(`{"__proto__":{"admin":${number}},"a":1}`);
  });
  test('the last of two equal keys wins', () => {
    expect(parseLossless('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(stringifyLossless(parseLossless('{"a":1.0,"a":2.0}'))).toBe('{"a":2.0}');
  });
  test.each(['', '{', '[1,]', '01', '1.', 'nul', '{"a" 1}', '"a', '[1.10,]', '\u00a01'])('%j is not JSON', (broken) => {
    expect(() => parseLossless(broken)).toThrow(SyntaxError);
  });
  test('refuses too deep nesting before any recursion', () => {
    expect(() => parseLossless('['.repeat(200_000) + ']'.repeat(200_000))).toThrow(/levels/);
    expect(() => parseLossless(`${'['.repeat(200_000)}1.10${']'.repeat(200_000)}`)).toThrow(/levels/);
  });
  test('writes bigint, undefined and indentation', () => {
    expect(stringifyLossless({ a: 10n ** 77n, b: undefined })).toBe(`{"a":1${'0'.repeat(77)}}`);
    expect(stringifyLossless(undefined)).toBe('null');
    expect(stringifyLossless({ a: [1] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
  test('an ExactNumber serialises as a JSON number', () => {
    expect(() => new LosslessNumber('0x1')).toThrow(SyntaxError);
  });
});

describe('relayout', () => {
  test('keeps all tokens and removes all white space between them', () => {
    property(100, json, fc.constantFrom(' ', '\n', '\r\n', '\t '), fc.nat(4), (compact, space, indent) => {
      expect(relayout(relayout(padded(compact, space), indent), 0)).toBe(compact);
    });
  });
  test('equals the output of JSON.stringify', () => {
    property(100, fc.json(), fc.nat(4), (compact, indent) => {
      const value: unknown = JSON.parse(compact);
      expect(relayout(JSON.stringify(value), indent)).toBe(JSON.stringify(value, null, indent));
    });
  });
  test('changes no digit, escape or duplicate key', () => {
    expect(relayout('{ "a" : 1.10 , "a":"\\u00e9\\/" , "b":[ ] , "c":{\n} }', 0)).toBe(
      '{"a":1.10,"a":"\\u00e9\\/","b":[],"c":{}}',
    );
  });
  test('does not recurse, and returns on text that is not JSON', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(relayout(relayout(deep, 2), 0)).toBe(deep);
    property(100, text, (any) => typeof relayout(any, 2) === 'string');
  });
});

describe('escapeForTerminal', () => {
  test('lets no unsafe character through and keeps the value', () => {
    property(100, json, (compact) => {
      const escaped = escapeForTerminal(compact);
      expect(escaped).not.toMatch(unsafe);
      expect(stringifyLossless(parseLossless(escaped))).toBe(stringifyLossless(parseLossless(compact)));
    });
  });
  test('leaves the layout, CJK and emoji unchanged', () => {
    expect(escapeForTerminal('{\n\t"a": "日本 😀 ❤\ufe0f é"\r\n}')).toBe('{\n\t"a": "日本 😀 ❤\ufe0f é"\n\n}');
    expect(escapeForTerminal('"\u009b\u202e\u2066\u{e0041}\x7f"')).toBe('"\\u009b\\u202e\\u2066\\udb40\\udc41\\u007f"');
  });
});
