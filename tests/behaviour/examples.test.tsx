// The examples of tests/support/README.md, which run. `tests/contributing.test.ts` holds that each block of the page stands here.
import { expect, test } from 'vitest';
import { Question } from '../../src/ui/components/question.js';
import { exit } from '../support/exit.js';
import { frame } from '../support/frames.js';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';

test('--status keeps the stations of that status', async () => {
  const { run } = newUser();
  await run('login --as mina');
  const { code, stdout } = await run('depin stations --status ON --json');
  expect(code).toBe(exit.ok);
  const stations = JSON.parse(stdout) as { status: string }[];
  expect(new Set(stations.map(({ status }) => status))).toEqual(new Set(['ON']));
});

test('a station that is not there is exit 5', async () => {
  const server = await scripted(respond(404, '{"message":"no such station"}'));
  const { run } = newUser();
  await run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  await run('login --tokens-stdin -p box', { stdin: '{"accessToken":"a","refreshToken":"r"}' });
  expect(await run('depin station x -p box')).toMatchObject({ code: exit.notFound });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer a']);
});

test('a question stands before what is typed', () => {
  expect(frame(<Question text="Amount" />, { columns: 40 }).text()).toBe('? Amount');
});
