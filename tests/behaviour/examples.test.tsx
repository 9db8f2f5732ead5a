// The examples of tests/support/README.md, which run. `tests/contributing.test.ts` holds that each block of the page stands here.
import { expect, test } from 'vitest';
import { Question } from '../../src/ui/components/question.js';
import { exit } from '../support/exit.js';
import { frame } from '../support/frames.js';
import { respond } from '../support/scripted-server.js';
import { signedIn, stubUser } from '../support/users.js';

test('--status keeps the stations of that status', async () => {
  const { json } = await signedIn('mina');
  const stations: { status: string }[] = await json('depin stations --status ON');
  expect(new Set(stations.map(({ status }) => status))).toEqual(new Set(['ON']));
});

test('a station that is not there is exit 5', async () => {
  const { run, server } = await stubUser(respond(404, '{"message":"no such station"}'));
  expect(await run('depin station x')).toMatchObject({ code: exit.notFound });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer aaaa']);
});

test('a question stands before what is typed', () => {
  expect(frame(<Question text="Amount" />, { columns: 40 }).text()).toBe('? Amount');
});
