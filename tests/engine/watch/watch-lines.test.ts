// What `wait` and `watch` print: every output option is followed or refused, and numbers keep every digit.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { respond } from '../../support/scripted-server.js';
import { argvOf, newHome, type User } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

const digits = '123456789012345678901234567890.10';
/** Runs a wait for a ride that is PENDING, then FINISHED with a driver. */
async function wait(options: string | readonly string[], more: Parameters<User['run']>[1] = {}) {
  const bodies = [
    `{"status":"PENDING","price":${digits}}`,
    `{"status":"FINISHED","price":${digits},"driver":{"name":"S\u009bok"}}`,
  ];
  let count = 0;
  const { run } = await stubUser((socket, request) => respond(200, bodies[Math.min(count++, 1)]!)(socket, request));
  const argv = ['wait', 'ride:7', '--interval', '5ms', ...(typeof options === 'string' ? argvOf(options) : options)];
  return whileTimePasses(() => run(argv, more));
}

test.each([
  ['-o csv --columns kind,id,status,was', 'kind,id,status,was\nride,ride:7,PENDING,\nride,ride:7,FINISHED,PENDING\n'],
  ['-o csv --no-header --fields status,row.price', `PENDING,${digits}\nFINISHED,${digits}\n`],
  [
    '--fields status,row.driver.name',
    '{"status":"PENDING"}\n{"status":"FINISHED","row":{"driver":{"name":"S\u009bok"}}}\n',
  ],
  ['-o ndjson --fields id,ended', '{"id":"ride:7","ended":null}\n{"id":"ride:7","ended":"good"}\n'],
  ['--jq .row.price', `${digits}\n${digits}\n`],
  ['-o csv -q', ''],
])('%s', async (options, expected) => {
  expect(await wait(options)).toMatchObject({ code: exit.ok, stdout: expected });
});

test('CSV without columns has one heading, and every field but the response', async () => {
  const { stdout } = await wait('-o csv');
  expect(stdout.split('\n').map((line) => line.replace(/^\d{4}-.*?Z/, 'T'))).toEqual([
    'at,kind,id,status,was,class,ended,reason',
    'T,ride,ride:7,PENDING,,pending,,',
    'T,ride,ride:7,FINISHED,PENDING,good,good,',
    '',
  ]);
});

test('the format of a setting counts, but one without lines is left out', async () => {
  expect((await wait('', { env: { TUK_OUTPUT: 'ndjson' } })).stdout).toMatch(
    /^\{"at":.*\n\{"at":.*"price":123456789012345678901234567890\.10/,
  );
  expect((await wait('', { env: { TUK_OUTPUT: 'csv' } })).stdout).toMatch(/^at,kind,id/);
  expect((await wait('', { env: { TUK_OUTPUT: 'yaml' } })).stdout).toMatch(/PENDING {2}.* pending\n/);
});

test.each([
  ['-o yaml', '-o yaml'],
  ['-o name', '-o name'],
  ['--match x', '--match is for the rows of a list'],
  ['--sort-by -status', '--sort-by is for'],
  ['--limit 1', '--limit is for'],
  ['--columns id', '--columns is for tables and CSV'],
  ['--fields nope', 'A state has no field "nope"'],
  ['-o csv --columns driver', 'row.status is a field of the response'],
])('%s is refused, not ignored', async (options, message) => {
  expect(await wait(options)).toMatchObject(ends(exit.usage, message, ''));
});

test('the command of --on-change reads the response with every digit', async () => {
  const seen = path.join(newHome(), 'seen');
  const { code } = await wait(['--on-change', 'cat >> "$SEEN"'], { env: { SEEN: seen } });
  expect([code, readFileSync(seen, 'utf8').split(digits).length]).toEqual([exit.ok, 3]);
});

test('on a terminal the lines have no control characters, whatever the format', async () => {
  for (const options of [
    '',
    '-o csv',
    '-o ndjson',
    ...['', '-o csv '].map((o) => `${o}--fields row.driver`),
    '--jq .row.driver.name',
  ])
    expect((await wait(options, { terminal: true })).stdout, options).not.toContain('\u009b');
});
