// The search of the command palette: its ranks, and the values behind a command.
import { expect, test } from 'vitest';
import { found } from '../../../src/ui/state/palette.js';

test('the palette: starts of words rank before letters, values may follow', () => {
  const commands = ['ride watch', 'ride wait', 'ride cancel', 'ride cancel-wait', 'auth sessions revoke'].map((name) => ({ name, is: '' }));
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
