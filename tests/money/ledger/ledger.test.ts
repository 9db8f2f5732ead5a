// The ledger: a transfer is recorded before it is sent, is never repeated, and has its actual outcome.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../../src/money/ledger/ledger.js';
import { exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { tokenOf } from '../../support/jwt.js';
import { withLedger } from '../../support/operations.js';
import { runs } from '../../support/runs.js';
import { neverRespond, reset, respond, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { newUser } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

const pay = 'api user transfer-points -F body.amount=12345678901234567890.10 --new-recipient --yes';
async function payer(answer: Script) {
  const script: Script = (socket, request) => (request.method === 'GET' ? respond(200, '{}') : answer)(socket, request);
  const user = await stubUser(script, { signIn: false });
  await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: tokenOf('u-1', 'canary.access') }) });
  return { ...user, lines: () => withLedger(user.home, (ledger) => ledger.everything()) };
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
  const [line, ...more] = lines();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    outcome,
    service: 'user',
    call: 'transferPoints',
    profile: 'box',
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
  expect(lines()[0]?.outcome).toBe('unknown');
  const { run: nowhere, lines: none, server } = await payer(neverRespond);
  await server.close();
  expect((await nowhere(pay)).code).toBe(exit.unreachable);
  expect(none()[0]?.outcome).toBe('not-sent');
});

test('--retry never repeats a transfer', async () => {
  const { run, changes } = await payer(respond(503, ''));
  expect((await run(`${pay} --retry 5`)).code).toBe(exit.unknown);
  expect(changes()).toHaveLength(1);
});

test('without a ledger nothing is sent: exit 9', async () => {
  const { run, server, home } = await payer(respond(201, '{}'));
  rmSync(path.join(home, 'ledger.db'), { force: true });
  mkdirSync(path.join(home, 'ledger.db'));
  const { code, stderr } = await run(pay);
  expect(`${code} ${stderr}`).toMatch(/^9 ✗ The ledger .* cannot be written/);
  expect(server.requests).toEqual([]);
});

test('a dry run, a cancelled prompt and a call that moves no value have no ledger entry', async () => {
  const { run, lines, changes } = await payer(respond(201, '{}'));
  await run(pay.replace('--yes', '--dry-run'));
  await run(pay.replace('--yes', ''), { terminal: true, stdin: 'no\n' });
  await run('api user set-email -f email=a@b.c --yes');
  expect(lines()).toEqual([]);
  expect(changes()).toHaveLength(1);
});

test('--ids prints one id per line in any order of begin and settle', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('done', 'refused', 'unknown', 'not-sent'), { minLength: 1, maxLength: 20 }),
      (outcomes) => {
        const user = newUser();
        const ledger = new Ledger(path.join(user.home, 'ledger.db'));
        const intent = { profile: 'p', service: 'user', call: 'c', method: 'POST', url: 'u' };
        const ids = outcomes.map((_, i) => ledger.begin(intent, Date.UTC(2026, 10, 20) + i).id);
        for (const [i, outcome] of outcomes.entries()) ledger.settle(ids[i]!, { outcome } as never, now);
        expect(new Set(ids).size).toBe(outcomes.length);
        expect(ledger.everything().map(({ outcome }) => outcome)).toEqual([...outcomes].reverse());
        ledger.close();
      },
    ),
    { numRuns: runs(10) },
  );
});

test('a ledger of an earlier version opens, and its operations can be judged', () => {
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
  const ledger = new Ledger(file);
  const judged = ledger.resolve(
    'op-1',
    { outcome: 'done', settledBy: 'person', note: 'seen', found: '{"id":"1"}' },
    Date.UTC(2026, 0, 2),
  );
  expect(judged).toMatchObject({
    outcome: 'done',
    settledBy: 'person',
    note: 'seen',
    found: '{"id":"1"}',
    status: 502,
    message: 'm',
  });
  expect(ledger.resolve('op-1', { outcome: 'not-done', settledBy: 'person' }, 0)).toEqual(judged); // it has ended
  expect(ledger.resolve('op-2', { outcome: 'done', settledBy: 'person' }, 0)).toBeUndefined();
  ledger.close();
});

test('only an open operation can be judged, whatever is tried in whatever order', () => {
  const outcomes = ['done', 'accepted', 'refused', 'unknown', 'not-sent'] as const;
  const judgement = fc.record({
    outcome: fc.constantFrom('done' as const, 'not-done' as const),
    settledBy: fc.constantFrom('person' as const, 'check' as const),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...outcomes),
      fc.array(judgement, { minLength: 1, maxLength: 5 }),
      (outcome, judgements) => {
        const ledger = new Ledger(path.join(newUser().home, 'ledger.db'));
        const { id } = ledger.begin(
          { profile: 'p', service: 'user', call: 'c', method: 'POST', url: 'u', ref: 'r' },
          0,
        );
        ledger.settle(id, { outcome }, 0);
        for (const one of judgements) ledger.resolve(id, one, 0);
        const wasOpen = outcome === 'unknown' || outcome === 'accepted';
        expect(ledger.find(id)).toMatchObject(wasOpen ? judgements[0]! : { outcome });
        const isTaken = ledger.findByReference({ profile: 'p', service: 'user', call: 'c', ref: 'r' }) !== undefined;
        expect(isTaken).toBe((wasOpen ? judgements[0]!.outcome : outcome) === 'done');
        ledger.close();
      },
    ),
    { numRuns: runs(40) },
  );
});
