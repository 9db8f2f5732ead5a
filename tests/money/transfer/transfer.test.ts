// Edge cases of transfers: a ledger that cannot be written, the order that a path names, an unknown quantity, a service that is down.
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { platformUser } from '../../support/platform.js';
import { respond } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';

const transfer = 'points transfer --to u-1 --amount 5 --new-recipient --yes';

test('a ledger that cannot be written when the response arrives: the response is printed, the entry is not "not sent"', async () => {
  const one = await platformUser({
    money: (...request: Parameters<ReturnType<typeof respond>>) => {
      const ledger = new DatabaseSync(`${one.home}/ledger.db`);
      ledger.exec("CREATE TRIGGER full BEFORE UPDATE ON operation BEGIN SELECT RAISE(ABORT, 'disk full'); END");
      ledger.close();
      return respond(200, '{"id":"t","amount":"5"}')(...request);
    },
  });
  const result = await one.run(`${transfer} --client-ref held`);
  expect([result.code, result.stdout.trim()]).toEqual([exit.local, '{"id":"t","amount":"5"}']);
  expect(result.stderr).toMatch(/It was done, but its outcome could not be recorded: [\s\S]*Do not repeat it/);
  expect((await one.lines()).map(({ outcome }) => outcome)).not.toContain('not-sent');
});

test('the evaluated order is the paid one, also in a path with the name of another segment', async () => {
  const reads = {
    '/orders/big': { id: 'big', totalPrice: '9000', currencyId: 'MVP' },
    '/orders/payments': { id: 'payments', totalPrice: '1', currencyId: 'MVP' },
  };
  const { run, transfers } = await platformUser({ reads, limits: { transfer: '15 MVP' } });
  for (const [place, why] of [
    ['/v1/orders/big/payments', '9,000 MVP in one transfer is over'],
    ['/V1/orders/big/Payments/', 'A server may read'],
  ]) {
    const result = await run(`api POST sale ${place} -f method=X --yes`);
    expect([place, result]).toMatchObject([place, ends(exit.guarded, why!)]);
  }
  expect(transfers()).toEqual([]);
});

test('an unknown quantity is not assumed to be one', async () => {
  const { run, transfers, file } = await platformUser({ limits: { transfer: '30 MVP' } });
  file({ productId: '1', qty: 100 });
  for (const line of ['api sale create-order --input body.json --yes', 'store buy 1 --input body.json --yes'])
    expect((await run(line)).code).toBe(exit.guarded);
  expect(transfers()).toEqual([]);
});

test('a local service that is down is named by its own name', async () => {
  const { run } = newUser();
  await run('profile add gone --base http://127.0.0.1:9/{service}');
  await run('login --tokens-stdin -p gone', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  expect(await run(`${transfer} -p gone`)).toMatchObject(ends(exit.unreachable, 'Cannot reach user at 127.0.0.1:9'));
});
