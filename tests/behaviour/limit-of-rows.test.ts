// --limit and --no-header: in every format, after --match and --sort-by; the count of a list on a terminal.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { runs } from '../support/runs.js';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const rows = Array.from({ length: 25 }, (_, n) => ({
  id: `r${n}`,
  title: `T${24 - n}`,
  status: n % 2 === 0 ? 'OPEN' : 'CLOSED',
}));
async function setup() {
  const user = await stubUser(respondJson({ count: 25, data: rows }), { signIn: false });
  return (line: string, terminal = false) =>
    (terminal ? user.table : user.run)(`assets offerings ${line}`, terminal ? { columns: 100 } : {});
}

test.each([
  ['--limit 2 -o ndjson --fields id', '{"id":"r0"}\n{"id":"r1"}\n'],
  ['--limit 2 -o csv --columns id', 'id\nr0\nr1\n'],
  ['--limit 2 -o csv --columns id --no-header', 'r0\nr1\n'],
  ['--limit 2 --sort-by -id -o name', 'r9\nr8\n'],
  ['--limit 2 --sort-by title --match status=CLOSED -o csv --fields id --no-header', 'r23\nr13\n'],
  ['--limit 99 -o csv --columns id --match id=r7', 'id\nr7\n'],
  ['--limit 1 -o table --columns id,status --no-header', 'r0  ● OPEN\n'],
  ['--limit 1 -w --count 1 -o csv --columns id --no-header', 'r0\n'],
])('%s', async (line, expected) => {
  const run = await setup();
  expect(await run(line)).toMatchObject({ code: exit.ok, stdout: expected });
});

test('JSON keeps what is around the list', async () => {
  const run = await setup();
  expect(JSON.parse((await run('--limit 1')).stdout)).toEqual({ count: 25, data: [rows[0]] });
});

test('any limit gives the first rows of the whole list', async () => {
  const run = await setup();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (limit) => {
      const { stdout } = await run(`--limit ${limit} -o name`);
      expect(stdout.trim().split('\n')).toEqual(rows.slice(0, limit).map(({ id }) => id));
    }),
    { numRuns: runs(15) },
  );
});

test('a call that has a limit of its own gets it', async () => {
  const { run, server } = await stubUser(respondJson(rows), { signIn: false });
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --beforeblock 1 --beforeindex 1';
  const { stdout } = await run(`api wallet list-transactions-v1 --network BSC --address ${address} --limit 2 -o name`);
  expect([stdout, server.requests.map(({ path }) => path)]).toEqual(['r0\nr1\n', [expect.stringContaining('limit=2')]]);
});

test('a terminal says how many rows a long or a cut list has', async () => {
  const run = await setup();
  expect((await run('', true)).stderr).toContain('25 rows');
  expect((await run('--limit 3', true)).stderr).toContain('3 of 25 rows');
  expect((await run('--match status=CLOSED', true)).stderr).toContain('12 of 25 rows');
});

test.each(['--limit 0', '--limit x', '--limit 1.5', '--limit 2 --jq .'])(
  '%s is refused before anything is sent',
  async (line) => {
    const { run, server } = await stubUser(respondJson([]), { signIn: false });
    expect([(await run(`assets offerings ${line}`)).code, server.requests.length]).toEqual([exit.usage, 0]);
  },
);
