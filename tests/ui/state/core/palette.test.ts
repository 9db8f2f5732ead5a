// The search of the command palette: its ranks, and the values behind a command.
import { expect, test } from 'vitest';
import { found, litParts } from '../../../../src/ui/state/core/palette.js';

test('the palette: starts of words rank before letters, values may follow', () => {
  const commands = ['ride watch', 'ride wait', 'ride cancel', 'ride cancel-wait', 'auth sessions revoke'].map(
    (name) => ({ name, is: '' }),
  );
  const names = (text: string) => found(text, commands).map(({ name }) => name);
  expect(names('tuk ride wa')).toEqual(['ride wait', 'ride watch', 'ride cancel-wait']);
  expect(names('ride watch 3f1c')).toEqual(['ride watch']);
  expect(names('r c').slice(0, 2)).toEqual(['ride cancel', 'ride cancel-wait']);
  expect(names('rvk')).toEqual(['auth sessions revoke']);
});

test('a long text is searched as often as a short one: what stands behind its first words is values', () => {
  let reads = 0;
  const command = {
    get name() {
      reads++;
      return 'wallet tx show';
    },
    is: '',
    values: '<hash>',
  };
  expect(found(`wallet tx show ${'q123 line '.repeat(1000)}`, [command])).toEqual([command]);
  expect(found('q123 line '.repeat(1000), [command])).toEqual([]);
  expect(reads).toBeLessThan(20);
});

test('a command is found by the words of its description, behind those that its name matches', () => {
  const commands = [
    { name: 'store orders', is: 'List the orders' },
    { name: 'points history', is: 'List transfers, and refunds of the store' },
    { name: 'ops list', is: 'List operations' },
  ];
  const names = (text: string) => found(text, commands).map(({ name }) => name);
  expect(names('refund')).toEqual(['points history']);
  expect(names('store')).toEqual(['store orders', 'points history']);
  expect(names('list')[0]).toBe('ops list');
});

test.each([
  ['ride wa', 'ride watch', '[ride wa]tch'],
  ['wa ri', 'ride watch', '[ri]de [wa]tch'],
  ['rvk', 'auth sessions revoke', 'auth sessions [r]e[v]o[k]e'],
  ['refund', 'points history', 'points history'],
])('%s is lit in %s', (typed, name, lit) => {
  const marked = litParts(typed, name).map(({ text, isLit }) => (isLit ? `[${text}]` : text));
  expect(marked.join('')).toBe(lit);
});
