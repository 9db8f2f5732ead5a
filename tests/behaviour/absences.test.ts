// A failure is never an absence: refused calls, unknown names and first pages do not look like empty or whole lists.
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { respondJson, type Script } from '../support/scripted-server.js';
import { signedIn, stubUser } from '../support/users.js';

const id = '5aee8d95-0000-4000-8000-000000000001';

test.each<[status: number, code: number]>([
  [400, exit.refused],
  [403, exit.refused],
  [404, exit.notFound],
  [410, exit.refused],
  [422, exit.refused],
  [451, exit.refused],
  [500, exit.server],
])('find is not "nothing" if every call is answered %i', async (status, code) => {
  const { run } = await stubUser(respondJson({ message: 'This client version is too old' }, status));
  const result = await run(`find ${id}`);
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining('too old')]);
  expect(JSON.parse(result.stdout).failed).not.toEqual([]);
});

/** Refuses what is asked by the id. */
const unknown =
  (status: number): Script =>
  (...on) =>
    (on[1].path.includes(id) ? respondJson({ message: 'no such id' }, status) : respondJson([]))(...on);

test('find has found nothing only if all have answered so', async () => {
  const { run } = await stubUser(unknown(422));
  const { code, stdout } = await run(`find ${id}`);
  expect([code, JSON.parse(stdout).failed]).toEqual([exit.notFound, []]);
});

test('find says which call has failed, and is not exit 5, if one of many has', async () => {
  const down = respondJson({ message: 'down' }, 503);
  const { run } = await stubUser((...on) => (on[1].path.includes('/stakings') ? down : unknown(404))(...on));
  expect(await run(`find ${id}`)).toMatchObject(ends(exit.server, /calls that have answered. 1 call failed: .*down/));
});

test('the price of an id that the service does not know is exit 5, beside the prices of others', async () => {
  const { run } = await signedIn();
  expect(await run('wallet price nope')).toMatchObject({ code: exit.notFound, stdout: '' });
  const some = await run('wallet price ETH nope');
  expect([some.code, JSON.parse(some.stdout)]).toEqual([exit.notFound, [expect.objectContaining({ id: 'ethereum' })]]);
  expect(some.stderr).toContain('no price for nope');
});

test('balances on a network without a wallet are exit 5, and not an empty list', async () => {
  const { run } = await signedIn();
  expect(await run('wallet balance --network KLAYTN')).toMatchObject(
    ends(exit.notFound, 'None of your wallets is on KLAYTN', ''),
  );
});

test.each<[what: string, line: string, response: unknown, says: RegExp | undefined]>([
  ['a total', 'points history', { total: 2000, items: [{ id: '1' }, { id: '2' }] }, /These are 2 of 2000 rows/],
  ['a cursor', 'points history', { items: [{ id: '1' }], nextCursor: 'abc' }, /more rows than these 1/],
  ['hasNext', 'points history', { items: [{ id: '1' }], hasNext: true }, /more rows/],
  ['no cursor', 'points history', { items: [{ id: '1' }], nextCursor: null, total: 1 }, undefined],
  ['a usual size', 'points history', Array.from({ length: 100 }, (_, at) => ({ id: String(at) })), /exactly 100 rows/],
  ['another size', 'points history', Array.from({ length: 99 }, (_, at) => ({ id: String(at) })), undefined],
  [
    'a page of a list with --all',
    `wallet history --network ETHEREUM --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`,
    Array.from({ length: 20 }, (_, at) => ({ id: String(at), blockNumber: at, logIndex: 0 })),
    /one page of 20 rows; there may be more\. All rows: --all/,
  ],
])('a list that is cut says so on stderr, by %s, with its JSON untouched', async (_, line, response, says) => {
  const { run } = await stubUser(respondJson(response));
  const { code, stdout, stderr } = await run(line);
  expect([code, JSON.parse(stdout)]).toEqual([exit.ok, response]);
  if (says) expect(stderr).toMatch(says);
  else expect(stderr).toBe('');
});

test('what belongs to a person is – without one, in a list and in a detail, and the table says why', async () => {
  const { table } = await signedIn();
  await table('logout');
  const list = await table('points missions list');
  expect(list.stderr).toContain('Nobody is signed in: what belongs to a person is –');
  const shown = await table('points missions show season-rides');
  expect(shown.stdout).toMatch(/To claim +–/);
  expect(shown.stdout).not.toMatch(/(laim|ccomplished)\w* +(0|no)\b/);
});
