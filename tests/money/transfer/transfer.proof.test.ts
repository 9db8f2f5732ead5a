// Transfers of several processes: one reference takes effect once, a limit holds for all together, and a ledger survives a kill and a lock.

import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { everything } from '../../../src/money/ledger/records.js';
import { exit } from '../../support/exit.js';
import { until } from '../../support/limit.js';
import { withLedger } from '../../support/operations.js';
import { tukProcess, tukProcesses } from '../../support/processes.js';
import { respond, type Script, scripted } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { confirmFieldNames, signedInHome, withoutHistory } from '../../support/users.js';

/** A home at a stub back end. When a transfer arrives it calls `onTransfer` with the function that answers it, and one that counts the requests of a method. */
async function transferHome(
  limits: object,
  onTransfer: (answer: () => void, count: (method: string) => number) => unknown,
) {
  const count = (method: string) => server.requests.filter((request) => request.method === method).length;
  const answer: Script = (socket, request) => {
    if (request.method === 'POST') onTransfer(() => respond(200, '{"id":"t"}')(socket, request), count);
    else respond(200, '{"title":"One","amount":"9","feeAmount":"0","currencyId":"MVP"}')(socket, request);
  };
  const server = await scripted(withoutHistory(answer));
  const base = `${server.url}/{service}`;
  const home = await signedInHome('box', base, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  const config = { current: 'box', profiles: { box: { base, limits } } };
  writeFileSync(path.join(home, 'config.json'), JSON.stringify(config));
  confirmFieldNames(home, 'box');
  return { home, ledgerFile: path.join(home, 'ledger.db'), posts: () => count('POST') };
}
const transfer = 'points transfer --to u-123456 --amount 40 --new-recipient --yes'.split(' ');

test('eight processes with one reference send one request, and none reports a second', async () => {
  const { home, posts } = await transferHome({}, (answer, count) => until(() => count('GET') >= 8).then(answer));
  const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --client-ref march --yes'.split(' ');
  const codes = (await tukProcesses(8, order, { home })).map(({ code }) => code!);
  expect(posts()).toBe(1);
  expect(codes).toContain(exit.ok);
  expect([exit.ok, exit.unknown]).toEqual(expect.arrayContaining(codes)); // unknown: it was still pending
  const second = await newUser(home).run(order);
  expect([second.code, second.stdout, posts()]).toEqual([exit.ok, '{"id":"t"}\n', 1]);
});

test('six simultaneous processes do not exceed the limit of a day together', async () => {
  const { home, posts } = await transferHome({ day: '100 MVP' }, (answer, count) =>
    until(() => count('POST') === 2).then(answer),
  );
  const results = await tukProcesses(6, transfer, { home });
  const refused = Array.from({ length: 4 }, () => exit.guarded);
  expect(results.map(({ code }) => code).sort()).toEqual([exit.ok, exit.ok, ...refused]);
  expect(posts()).toBe(2);
  const { stderr } = await tukProcess(transfer, { home }).done;
  expect(stderr).toMatch(/120 MVP within 24 hours is over the limit/);
});

test('a process that was killed leaves a ledger that the next one folds in', async () => {
  const { home, ledgerFile, posts } = await transferHome({}, () => {});
  const first = tukProcess(transfer, { home });
  await until(() => posts() === 1);
  first.kill();
  await first.done;
  expect(statSync(`${ledgerFile}-wal`).size).toBeGreaterThan(0);
  expect((await tukProcess(['ops', 'list'], { home }).done).code).toBe(exit.ok);
  expect(statSync(`${ledgerFile}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});

test('a ledger that is locked when the response arrives: the response is printed, the entry is not "not sent"', async () => {
  const { home, ledgerFile } = await transferHome({}, (answer) => {
    held.open();
    held.exec('BEGIN IMMEDIATE');
    answer();
  });
  const held = new DatabaseSync(ledgerFile, { open: false });
  const { code, stdout, stderr } = await tukProcess(transfer, { home }).done;
  held.exec('ROLLBACK');
  held.close();
  expect([code, stdout.trim()]).toEqual([exit.local, '{"id":"t"}']);
  expect(stderr).toMatch(/It was accepted, but its outcome could not be recorded: [\s\S]*Do not repeat it/);
  expect((await withLedger(home, everything)).map(({ outcome }) => outcome)).not.toContain('not-sent');
});
