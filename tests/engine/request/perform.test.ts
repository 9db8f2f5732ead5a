// A call that moves value is never made as an ordinary one: it needs a transfer, whichever command makes it.
import { expect, test } from 'vitest';
import type { Context } from '../../../src/cli/context.js';
import { perform } from '../../../src/engine/request/perform.js';
import { catalogues } from '../../../src/services/catalogue/index.js';

test('every call that moves value is refused before its request is built', async () => {
  const moving = (await catalogues()).flatMap(({ calls }) =>
    Object.values(calls).filter(({ effect }) => effect === 'money'),
  );
  expect(moving.length).toBeGreaterThan(20);
  for (const call of moving) {
    const build = () => Promise.reject(new Error('built'));
    await expect(perform({} as Context, call, build)).rejects.toMatchObject({
      code: 'BUG',
      message: expect.stringContaining(call.name),
    });
  }
});
