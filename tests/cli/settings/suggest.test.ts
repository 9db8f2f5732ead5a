// An argument of any length is answered at once: suggestions, explanations, paths of fields. A quadratic step would run into the limit of a test.
import { expect, test } from 'vitest';
import { explain } from '../../../src/cli/help/explanations.js';
import { suggestion } from '../../../src/cli/settings/suggest.js';
import { queryOf } from '../../../src/commands/find/query.js';
import { valueAt } from '../../../src/services/json-value.js';
import { ends, exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const huge = 'withdrawals'.repeat(200_000);
const words = Array.from({ length: 3000 }, (_, at) => `word-${at}`);

test('the closest word is suggested, also for one that goes on', () => {
  expect(suggestion('wrod-17', words, 'none')).toBe('Did you mean word-17?');
  expect(suggestion('withdrawals', ['withdrawal'], 'none')).toBe('Did you mean withdrawal?');
  expect(suggestion('zzz', words, 'none')).toBe('none');
});

test('a huge word has no suggestion', () => expect(suggestion(huge, words, 'none')).toBe('none'));

test('a huge text is no word and no id', () => {
  expect(() => explain(huge)).toThrow(expect.objectContaining({ kind: 'usage' }));
  expect(() => explain(huge.slice(0, 60_000))).toThrow(expect.objectContaining({ code: 'NO_EXPLANATION' }));
  expect(() => queryOf(huge)).toThrow(expect.objectContaining({ kind: 'usage' }));
});

test('a path with very many dots has no value', () => {
  expect(valueAt({ a: { b: 1 }, 'a.c': 2 }, 'a.c')).toBe(2);
  expect(valueAt({ a: { b: 1 } }, 'a.b'.padEnd(2_000_000, '.a'))).toBeUndefined();
});

test('very many columns are refused', async () => {
  expect(await newUser().run(['store', 'featured', '--columns', 'id,'.repeat(1000).concat('id')])).toMatchObject(
    ends(exit.usage, '1001 fields, of at most 1000'),
  );
});
