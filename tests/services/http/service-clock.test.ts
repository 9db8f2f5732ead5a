// Relative times are measured by the clock of the service: a skewed machine and an advanced sandbox show no times in
// the future.
import { describe, expect, test } from 'vitest';
import { clockOffset } from '../../../src/services/http/service-clock.js';
import { respond } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { signedIn, stubUser } from '../../support/users.js';

const offset = (headers: Record<string, string>) => clockOffset({ headers }, now);

test('the offset is that of the Date header, or of the world of a sandbox; seconds are no offset, and bad headers tell nothing', () => {
  expect(offset({ date: new Date(now + 600_000).toUTCString() })).toBe(600_000);
  expect(offset({ date: new Date(now - 600_000).toUTCString() })).toBe(-600_000);
  expect(offset({ date: new Date(now + 1999).toUTCString() })).toBe(0);
  expect(offset({ date: new Date(now).toUTCString(), 'x-sandbox-now': new Date(now + 86_400_000).toISOString() })).toBe(
    86_400_000,
  );
  const slow = (ahead: number) => clockOffset({ headers: { date: new Date(now + ahead).toUTCString() } }, now, 8000);
  expect([-8000, 0, 600_000, -600_000].map(slow)).toEqual([0, 0, 600_000, -592_000]); // of any moment of its request
  const texts = ['', 'soon', '1.5', '-1', '2026', new Date(now).toISOString(), 'Tue, 31 Feb 2026 00:00:00 GMT'];
  for (const date of [undefined, ...texts])
    expect([date, offset(date === undefined ? {} : { date })]).toEqual([date, undefined]);
});

describe('a table', () => {
  const orders = (at: number) => JSON.stringify([{ id: 'n1', title: 'Hello', createdAt: new Date(at).toISOString() }]);
  test.each([
    ['ten minutes ahead', 600_000],
    ['ten minutes behind', -600_000],
  ])('says how long ago by the service, whose clock is %s', async (_, skew) => {
    const service = now + skew;
    const { run } = await stubUser(respond(200, orders(service - 180_000), { date: new Date(service).toUTCString() }));
    expect((await run('notify list -o table')).stdout).toMatch(/3 min ago|2 min ago/);
  });
});

test('what has just happened in an advanced sandbox is some seconds ago', async () => {
  const { run } = await signedIn();
  await run('sandbox advance 3d');
  await run('points transfer --to dara --amount 1 --new-recipient --yes');
  expect((await run('points history -o table')).stdout.split('\n')[1]).toMatch(/\d+ s ago/);
});
