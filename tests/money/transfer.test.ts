// Edge cases of transfers: ambiguous bodies, gateways, a locked ledger, concurrent references.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { Ledger } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { inFakeTime, whileTimePasses } from '../support/fake-time.js';
import { until } from '../support/limit.js';
import { type ReceivedRequest, respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const transfer = 'points transfer --to u-1 --amount 5 --new-recipient --yes';
const reads: Readonly<Record<string, unknown>> = {
  '/mvp/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/orders/big': { id: 'big', totalPrice: '9000', currencyId: 'MVP' },
  '/orders/payments': { id: 'payments', totalPrice: '1', currencyId: 'MVP' },
  '/products/p': { price: '10', currencyId: 'MVP' },
};

/** A user of a stub back end whose response to transfers the test sets. */
async function limitedProfile(money: Script = respond(200, '{"id":"t"}')) {
  const read = (request: ReceivedRequest) =>
    respond(200, JSON.stringify(reads[Object.keys(reads).find((end) => request.path.split('?')[0]!.endsWith(end)) ?? ''] ?? {}));
  const server = await scripted((socket, request) => {
    return (request.method === 'GET' ? read(request) : money)(socket, request);
  });
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  const transfers = () => server.requests.filter(({ method }) => method !== 'GET');
  const ledgerFile = path.join(user.home, 'ledger.db');
  const lines = () => {
    const ledger = new Ledger(ledgerFile);
    try {
      return ledger.list();
    } finally {
      ledger.close();
    }
  };
  return { ...user, transfers, lines, ledgerFile, file: (text: string) => writeFileSync(path.join(user.home, 'body.json'), text) };
}

test.each([
  ['a name given twice', '{"toUserId":"evil","toUserId":"u-1","amount":"9999","amount":"1"}', 'twice in one object', exit.guarded],
  ['the same, escaped', '{"amount":"9999","toUserId":"u-1","am\\u006funt":"1"}', 'gives "amount" twice', exit.guarded],
  ['too many levels', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested deeper than 512 levels', exit.usage],
])('%s in a body is refused, by a command and by its call', async (_, text, why, code) => {
  const { run, transfers, file } = await limitedProfile();
  file(text);
  for (const line of ['points transfer --input body.json', 'api user transfer-points --input body.json', 'store buy p --input body.json']) {
    const result = await run(`${line}${line.startsWith('store') ? '' : ' --new-recipient'} --yes`);
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(why)]);
  }
  expect(transfers()).toEqual([]);
});

test.each([
  ['408', respond(408, '{"message":"too slow"}')],
  ['499', respond(499, '{"message":"gone"}')],
])('%s is a gateway time-out: the outcome is unknown, and its reference sends nothing again', async (_, script) => {
  const { run, transfers, lines } = await limitedProfile(script);
  expect((await run(`${transfer} --client-ref one`)).code).toBe(exit.unknown);
  expect((await run(`${transfer} --client-ref one`)).code).toBe(exit.unknown);
  expect(transfers()).toHaveLength(1);
  expect(lines().map(({ outcome }) => outcome)).toEqual(['unknown']);
});

test('a ledger that cannot be written when the response arrives: the response is printed, the entry is not "not sent"', async () => {
  const one = await limitedProfile((socket, request) => {
    const ledger = new DatabaseSync(one.ledgerFile);
    ledger.exec("CREATE TRIGGER full BEFORE UPDATE ON operation BEGIN SELECT RAISE(ABORT, 'disk full'); END");
    ledger.close();
    return respond(200, '{"id":"t"}')(socket, request);
  });
  const result = await one.run(`${transfer} --client-ref held`);
  expect([result.code, result.stdout.trim()]).toEqual([exit.local, '{"id":"t"}']);
  expect(result.stderr).toMatch(/It was done, but its outcome could not be recorded: [\s\S]*Do not repeat it/);
  expect(one.lines().map(({ outcome }) => outcome)).not.toContain('not-sent');
});

test('one reference in two simultaneous runs: one request, and both return its response', async () => {
  let answer: (() => void) | undefined;
  const { run, transfers } = await limitedProfile((socket, request) => {
    answer = () => respond(200, '{"id":"slow"}')(socket, request);
  });
  const line = `${transfer} --client-ref both`;
  await inFakeTime(async ({ pass, finish }) => {
    const both = Promise.all([run(line), run(line)]);
    await until(() => answer !== undefined);
    await pass(1000); // the other run waits for the entry of this one
    answer!();
    expect((await finish(both)).map(({ code, stdout }) => [code, stdout.trim()])).toEqual([
      [exit.ok, '{"id":"slow"}'],
      [exit.ok, '{"id":"slow"}'],
    ]);
  });
  expect(transfers()).toHaveLength(1);
});

test('a ledger entry that another live process never ends is waited for, and nothing is sent', async () => {
  const { run, transfers, ledgerFile } = await limitedProfile();
  const line = `${transfer} --client-ref stuck`;
  await run(line);
  const db = new DatabaseSync(ledgerFile);
  db.exec("UPDATE operation SET outcome = 'sending'"); // its process is this one, which is still running
  db.close();
  expect((await whileTimePasses(() => run(line))).code).toBe(exit.unknown);
  expect(transfers()).toHaveLength(1);
});

test('a long response is returned completely for its reference', async () => {
  const long = JSON.stringify({ id: 't', note: 'x'.repeat(40_000) });
  const { run } = await limitedProfile(respond(200, long));
  const first = await run(`${transfer} --client-ref long`);
  expect(await run(`${transfer} --client-ref long`)).toMatchObject({ code: exit.ok, stdout: first.stdout });
});

test.each([
  ['/v1/orders/big/payments', '9,000'],
  ['/v1/orders/big/payments/', 'A server may read'],
  ['/v1/orders/big/%70ayments', 'needs no encoding'],
  ['/v1//orders/big/payments', 'A server may read'],
  ['/V1/orders/big/Payments', 'A server may read'],
])('the evaluated order is the paid one, and a path in another encoding is refused: %s', async (place, why) => {
  const { run, transfers } = await limitedProfile();
  await run(['profile', 'set', 'box', 'limits.transfer', '15 MVP']);
  const result = await run(`api POST sale ${place} -f method=X --yes`);
  expect([result.code, result.stderr]).toEqual([exit.guarded, expect.stringContaining(why)]);
  expect(transfers()).toEqual([]);
});

test('an invalid path encoding is bad input', async () => {
  const { run, transfers } = await limitedProfile();
  expect(await run('api POST sale /v1/orders/%ZZ/payments -f method=X --yes')).toMatchObject({
    code: exit.usage,
    stderr: expect.stringContaining('percent-encoded'),
  });
  expect(transfers()).toEqual([]);
});

test('an unknown quantity is not assumed to be one', async () => {
  const { run, transfers, file } = await limitedProfile();
  await run(['profile', 'set', 'box', 'limits.transfer', '15 MVP']);
  file('{"productId":"p","qty":100}');
  for (const line of ['api sale create-order --input body.json --yes', 'store buy p --input body.json --yes'])
    expect((await run(line)).code).toBe(exit.guarded);
  expect(transfers()).toEqual([]);
});

test('a query is not part of a transfer', async () => {
  const { run, transfers } = await limitedProfile();
  const result = await run([
    ...'api POST user /v2/balance/mvp/transfer?toUserId=evil&amount=9999'.split(' '),
    ...'-f toUserId=u-1 -f amount=1 --new-recipient --yes'.split(' '),
  ]);
  expect([result.code, result.stderr]).toEqual([exit.guarded, expect.stringContaining('takes no query')]);
  expect(transfers()).toEqual([]);
});

test.each(['0'.repeat(40), '000000000000000000000000000000000000dead', `ethereum:0x${'0'.repeat(40)}`])(
  '%s is not an address',
  async (address) => {
    const { run, transfers } = await limitedProfile();
    const result = await run(`points withdraw --amount 5 -f currencyId=MVL -f address=${address} --new-recipient --yes`);
    expect([result.code, result.stderr]).toEqual([exit.usage, expect.stringContaining('is no address')]);
    expect(transfers()).toEqual([]);
  },
);

test('a local service that is down is named by its own name', async () => {
  const { run } = newUser();
  await run('profile add gone --base http://127.0.0.1:9/{service}');
  await run('login --tokens-stdin -p gone', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  expect(await run(`${transfer} -p gone`)).toMatchObject({
    code: exit.unreachable,
    stderr: expect.stringContaining('Cannot reach user at 127.0.0.1:9'),
  });
});
