// Address poisoning in histories: what is marked, and what is not.
import { expect, test } from 'vitest';
import { poisoningIn } from '../../../src/money/policy/poisoning.js';
import { account, chainProfile, forwarding, friend } from '../../support/chain.js';
import { exit } from '../../support/exit.js';

const own = account;
const lookalikeFriend = `0x7099797000000000000000000000000000${friend.slice(-6)}`;
const row = (from: string, to: string, value: string, ticker = 'USDC', type = 'SEND_BEP20') => ({
  ...{ from, to, value, ticker, type },
});

test('a transfer of nothing, and a look-alike of someone who was paid, are marked; the others are not', () => {
  const rows = [
    row(own, friend, '5'),
    row(friend, own, '7'),
    row(own, lookalikeFriend, '0'),
    row(lookalikeFriend, own, '1'),
    row('0x90F79bf6EB2c4f870365E785982E1f101E93b906', own, '0'),
    row('0x90F79bf6EB2c4f870365E785982E1f101E93b906', own, '0', 'BNB', 'SEND_BNB'),
    row('0x90F79bf6EB2c4f870365E785982E1f101E93b906', own, '3'),
  ];
  const warnings = poisoningIn(rows, own, []);
  expect(warnings.map((warning) => warning?.split(':')[0])).toEqual([
    undefined,
    undefined,
    `not the known address ${friend}`,
    `not the known address ${friend}`,
    'moves nothing',
    undefined,
    undefined,
  ]);
});

test('one that is like a contact is marked without any payment', () => {
  expect(poisoningIn([row(lookalikeFriend, own, '9')], own, [friend])[0]).toContain(friend);
  expect(poisoningIn([row(lookalikeFriend, own, '9')], own, [])).toEqual([undefined]);
});

test('tuk wallet history shows the warning, in JSON and in its table', async () => {
  const trap = {
    ...{ id: 'p-1', type: 'SEND_BEP20', network: 'BSC', from: lookalikeFriend, to: own, value: '0' },
    ...{ hash: `0x${'ab'.repeat(32)}`, status: 'SUCCESS', ticker: 'bMVL', fee: '1' },
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  const bench = await chainProfile({
    script: (sandbox) =>
      forwarding(sandbox, (path, body) =>
        path.includes('/transaction/history?') && Array.isArray(body) ? [trap, ...body] : body,
      ),
  });
  await bench.run(`wallet contacts add friend ${friend} --network BSC --yes`);
  const line = `wallet history --network BSC --address ${own}`;
  const { code, stdout } = await bench.run(line);
  const rows = JSON.parse(stdout) as { id: string; warning?: string }[];
  expect([code, rows.filter(({ warning }) => warning !== undefined).map(({ id }) => id)]).toEqual([exit.ok, ['p-1']]);
  expect((await bench.run(`${line} -o table`)).stdout).toContain('not the known address');
});
