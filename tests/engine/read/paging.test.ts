// --all is refused for lists without known paging.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

test('--all is refused if no pages can be followed', async () => {
  const { run } = await signedIn();
  for (const line of [
    'points history',
    'store inventory list',
    'wallet list',
    'depin stations',
    'ride places nearby 1,2',
    'ops list',
  ])
    for (const option of ['--all']) {
      const { code, stdout, stderr } = await run(`${line} ${option}`);
      expect([line, code, stdout]).toEqual([line, exit.usage, '']);
      expect(stderr).toMatch(/^✗ tuk [\w ]+ takes no --all: no public source says that its list has pages/);
    }
});

test.each([
  ['A, B, A, B', [9, 8]],
  ['A, B, C, B, C', [9, 8, 7, 8]],
  ['A, A', [9]],
])('pages that come again (%s) end --all, and are printed once', async (_, cycle) => {
  let asked = 0;
  const { run, server } = await stubUser((socket, request) => {
    const block = cycle[asked % cycle.length]!;
    if (/history/.test(request.path)) asked += 1;
    respondJson([{ hash: `0x${String(block).repeat(64)}`, blockNumber: block, index: 1, logIndex: 1 }])(
      socket,
      request,
    );
  });
  const line = 'wallet history 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --all -o json';
  const { code, stdout, stderr } = await run(line);
  expect([code, stderr]).toEqual([exit.server, expect.stringContaining('answers pages again')]);
  const blocks = JSON.parse(stdout).map(({ blockNumber }: { blockNumber: number }) => blockNumber);
  expect(blocks).toEqual([...new Set(cycle)]);
  expect(server.requests.filter(({ path }) => path.includes('/history')).length).toBeLessThan(6);
});
