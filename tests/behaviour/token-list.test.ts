// Balances on screens while the token list cannot be read: the last whole amounts stand, marked old; base units never stand for an amount.
import { expect, test } from 'vitest';
import { program } from '../support/screen.js';
import { respond, type Script } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const usdc = [{ symbol: 'USDC', name: 'USD Coin', decimals: 6, priceId: 'usd-coin' }];
const holds = [
  { asset: { ticker: 'USDC', name: 'USD Coin' }, amount: '1500000', valuatedAmount: '1.50', valuatedCurrency: 'USD' },
];

/** The application over a service whose token list has this response. */
async function opened(list: Script, others: readonly object[] = []) {
  const service = { list };
  const { home } = await stubUser((socket, request) => {
    const body = request.path.includes('/balance')
      ? holds
      : [{ id: '1', network: 'BSC', name: 'One', address: mine }, ...others];
    if (request.path.includes('/token')) return service.list(socket, request);
    return respond(200, JSON.stringify(request.path.includes('/wallets') ? body : []))(socket, request);
  });
  return { service, app: await program([], { home }) };
}
const works = respond(200, JSON.stringify(usdc));
const fails = respond(500, '{"message":"asleep"}', { 'x-request-id': 'req-9' });

test('Home and the board keep the last amounts and mark them old; when the list is back they are new', async () => {
  const { service, app } = await opened(works);
  await app.until(/USDC +1\.5 /);
  service.list = fails;
  await app.advance(40_000);
  await app.until(/USDC +1\.5 [\s\S]*◌ \d+ s old +The tokens of BSC cannot/);
  expect(app.text()).not.toMatch(/base units|1,?500,?000/);
  await app.press('3');
  await app.press('r');
  await app.until(/✗ The tokens of BSC cannot be read/);
  expect(app.text()).toMatch(/request req-9[\s\S]*TOKEN +AMOUNT[\s\S]*USDC +1\.5 /);
  service.list = works;
  await app.press('r');
  await app.advance(5000);
  await app.until(/^(?![\s\S]*cannot be read)/);
  app.stop('SIGTERM');
  await app.ended();
});

test('where no amount was ever read, the screen says why instead of base units; a list that will never come leaves them, named so', async () => {
  const refused =
    /✗ The tokens of BSC cannot be read, so amounts there are in base units: not for you [\s\S]*1500000 base/;
  for (const [list, keys, said] of [
    [fails, [], /✗ The tokens of BSC cannot be read/],
    [respond(403, '{"message":"not for you"}'), ['3'], refused],
    [respond(404, '{"message":"no such network"}'), [], /USDC +1500000 base units/],
  ] as const) {
    const { app } = await opened(list);
    for (const key of keys) await app.press(key);
    await app.until(said);
    if (list === fails) expect(app.text()).not.toMatch(/base units|1,?500,?000/);
    app.stop('SIGTERM');
    await app.ended();
  }
});

test('a wallet whose address cannot be sent is named; the balances of the others stand', async () => {
  const bad = { id: '2', network: 'BSC', name: 'Two', address: `${mine.slice(0, -1)}\ud800` };
  const { app } = await opened(works, [bad]);
  await app.until(/USDC +1\.5 [\s\S]*✗ BSC, 0xf39F/);
  await app.press('3');
  await app.until(/✗ BSC, 0xf39F\w+\\ud800: [\s\S]*TOKEN +AMOUNT[\s\S]*USDC +1\.5 /);
  app.stop('SIGTERM');
  await app.ended();
});
