// The budget of the program. A change that adds something says in the same commit what it takes away, or raises a
// number here by a decision in docs/decisions.
import { expect, test } from 'vitest';
import { codeSize, filesBelow } from './support/code-size.js';

const sources = filesBelow('src').filter((file) => /\.tsx?$/.test(file));
test('x', () => {
  const of = (is: (file: string) => boolean) => codeSize(sources.filter(is));
  expect([of((f) => !f.startsWith('src/sandbox/')), of((f) => f.startsWith('src/sandbox/'))]).toEqual([1, 1]);
});
