// Every thing that a list shows says which fields name it in every environment.
import { expect, test } from 'vitest';
import { things } from '../../src/things/index.js';

test('every thing of a list has a natural key, which is no id', () => {
  const listed = things.filter(({ fields, reads }) => fields && reads.some(({ call }) => / (list|search)/.test(call)));
  expect(listed.length).toBeGreaterThan(20);
  for (const { name, natural } of listed)
    expect([name, natural]).toEqual([name, expect.arrayContaining([expect.not.stringMatching(/^id$/)])]);
});
