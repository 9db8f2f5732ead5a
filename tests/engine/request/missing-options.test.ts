// Missing options of a read: a prompt on a terminal; a bare group name opens its screens there.
import { expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { signedIn } from '../../support/users.js';

test('a missing option is prompted for, a present one is not; an invalid amount is prompted for again', async () => {
  const { home } = await signedIn();
  const session = conversation(['swap', 'quote', '--to', 'USDC'], { home });
  const networks = await session.opening;
  expect(networks).toMatch(/Number, 1 to 33, or "\." to cancel: $/);
  expect(await session.type(/(\d+) {2}BSC\n/.exec(networks)![1]!)).toMatch(
    /From \(the token to sell: a symbol or an address; "\." cancels\): $/,
  );
  expect(await session.type('BNB')).toMatch(/^Amount \(.*\): $/m);
  expect(await session.type('much')).toMatch(/^✗ .*\nAmount \(.*\): $/m);
  const text = await session.type('0.5');
  expect(await session.exitCode).toBe(exit.ok);
  expect(text).toMatch(/BRINGS|Brings/i);
  expect(text).not.toMatch(/To \(/);
});

test.each([{}, { terminal: true, stdin: 'BSC\n' }])('no prompt in a pipe, or with --no-input: %o', async (options) => {
  const { run } = await signedIn();
  const line = `wallet history --address 0x1${'terminal' in options ? ' --no-input' : ''}`;
  expect(await run(line, options)).toMatchObject(ends(exit.usage, '--network is needed.'));
});

test('a group name alone opens its screens on a terminal; in a pipe, and for a group without screens, it prints help', async () => {
  const { home, run } = await signedIn();
  for (const argv of [['store'], ['-p', 'sandbox', 'store'], ['store']]) {
    const session = conversation(argv, { home });
    expect(await session.opening).toMatch(
      /Signed in as Mi, masked\.\n\nStore\. \d+ screens:\n {2}1\. Featured[\s\S]*Choice or command: $/,
    );
    await session.type('q');
    expect(await session.exitCode).toBe(exit.ok);
  }
  expect((await run('store')).stdout).toContain('USAGE');
  expect((await run('ops', { terminal: true })).stdout).toContain('USAGE');
  expect((await run('store --help', { terminal: true })).stdout).toContain('USAGE');
  expect((await run('store', { terminal: true, env: { CI: '1' } })).stdout).toContain('USAGE');
});
