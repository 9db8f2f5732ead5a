// The ledger: a transfer is recorded before it is sent, is never repeated, and has its actual outcome.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { openLedger } from '../../../src/money/ledger/open.js';
import { everything } from '../../../src/money/ledger/records.js';
import { exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { tokenOf } from '../../support/jwt.js';
import { ledgerIn, withLedger } from '../../support/operations.js';
import { neverRespond, reset, respond, type Script } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';
import { keepsItsGrants } from './grants-contract.js';
import { keepsTheContract } from './store-contract.js';

const pay = 'api user transfer-points -F body.amount=12345678901234567890.10 --new-recipient --yes';
async function payer(answer: Script) {
  const script: Script = (socket, request) => (request.method === 'GET' ? respond(200, '{}') : answer)(socket, request);
  const user = await stubUser(script, { signIn: false });
  await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: tokenOf('u-1', 'canary.access') }) });
  return { ...user, lines: () => withLedger(user.home, everything) };
}

test.each<[string, Script, number, string]>([
  ['done', respond(201, '{"id":"tx-1","accessToken":"canary.access"}'), exit.ok, 'done'],
  ['refused', respond(400, '{"message":"not enough"}'), exit.refused, 'refused'],
  ['signed out', respond(401, '{"message":"no"}'), exit.signIn, 'refused'],
  ['a 5xx', respond(502, '<html>'), exit.unknown, 'unknown'],
  ['reset', reset, exit.unknown, 'unknown'],
  ['an answer that cannot be used', respond(201, 'OK'), exit.unknown, 'unknown'],
  ['a redirect', respond(307, '', { location: 'https://evil.example' }), exit.unknown, 'unknown'],
])('%s: one request, one ledger entry with its outcome', async (_, script, code, outcome) => {
  const { run, changes, lines } = await payer(script);
  const result = await run(pay);
  expect(result.code).toBe(code);
  expect(changes()).toHaveLength(1);
  const [line, ...more] = await lines();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    ...{ outcome, service: 'user', call: 'transferPoints', profile: 'box' },
    body: '{"body":{"amount":12345678901234567890.10}}',
  });
  expect(JSON.stringify(line)).not.toContain('canary');
  if (outcome === 'unknown') expect(result.stderr).toContain(`tuk ops show ${line!.id}`);
  const output = await run(`ops show ${line!.id}`);
  expect(output.stdout).toContain('12345678901234567890.10');
  expect((await run('ops list -o name')).stdout).toBe(`${line!.id}\n`);
});

test('a time-out after sending is exit 10, unknown; before sending it is exit 6, not sent', async () => {
  const { run, lines } = await payer(neverRespond);
  expect((await whileTimePasses(() => run(`${pay} --timeout 10s`))).code).toBe(exit.unknown);
  expect((await lines())[0]?.outcome).toBe('unknown');
  const { run: nowhere, lines: none, server } = await payer(neverRespond);
  await server.close();
  expect((await nowhere(pay)).code).toBe(exit.unreachable);
  expect((await none())[0]?.outcome).toBe('not-sent');
});

test('without a ledger nothing is sent: exit 9', async () => {
  const { run, server, home } = await payer(respond(201, '{}'));
  rmSync(path.join(home, 'ledger.db'), { force: true });
  mkdirSync(path.join(home, 'ledger.db'));
  const { code, stderr } = await run(pay);
  expect(`${code} ${stderr}`).toMatch(/^9 ✗ The ledger .* cannot be used/);
  expect(server.requests).toEqual([]);
});

test('a dry run, a cancelled prompt and a call that moves no value have no ledger entry', async () => {
  const { run, lines, changes } = await payer(respond(201, '{}'));
  await run(pay.replace('--yes', '--dry-run'));
  await run(pay.replace('--yes', ''), { terminal: true, stdin: 'no\n' });
  await run('api user set-email -f email=a@b.c --yes');
  expect(await lines()).toEqual([]);
  expect(changes()).toHaveLength(1);
});

test('a ledger of an earlier version opens, and its operations can be judged', async () => {
  const { home } = newUser();
  const file = path.join(home, 'ledger.db');
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE operation (id TEXT PRIMARY KEY, at TEXT NOT NULL, pid INTEGER NOT NULL, profile TEXT NOT NULL, service TEXT NOT NULL,
    call TEXT NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL, body TEXT, outcome TEXT NOT NULL, settledAt TEXT, status INTEGER, answer TEXT,
    message TEXT)`);
  db.exec(
    "INSERT INTO operation VALUES ('op-1', '2026-01-01T00:00:00.000Z', 1, 'p', 's', 'c', 'POST', 'u', NULL, 'unknown', NULL, 502, NULL, 'm')",
  );
  db.close();
  const ledger = await openLedger(ledgerIn(home), 'reads');
  const judged = await ledger.resolve(
    'op-1',
    { outcome: 'done', settledBy: 'person', note: 'seen', found: '{"id":"1"}' },
    Date.UTC(2026, 0, 2),
  );
  expect(judged).toMatchObject({
    ...{ outcome: 'done', settledBy: 'person', note: 'seen', found: '{"id":"1"}', status: 502, message: 'm' },
  });
  expect(await ledger.resolve('op-1', { outcome: 'not-done', settledBy: 'person' }, 0)).toEqual(judged); // it has ended
  expect(await ledger.resolve('op-2', { outcome: 'done', settledBy: 'person' }, 0)).toBeUndefined();
  await ledger.close();
});

keepsTheContract(async (home) => ledgerIn(home));
keepsItsGrants(async (home) => ledgerIn(home), 'passed');
