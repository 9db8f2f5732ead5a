// `tuk batch` that is killed and run again: every row takes effect once.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Transaction } from 'ethers';
import { expect, test } from 'vitest';
import { chainProfile } from '../support/chain.js';
import { exit } from '../support/exit.js';

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    // biome-ignore lint/suspicious/noExplicitAny: results of any command
    .map((line) => JSON.parse(line) as any);

test('killed three times and run again each time: every row is on the chain once, to the wei', async () => {
  const user = await chainProfile();
  const rows = 40;
  const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
  const before = BigInt(await user.ask('eth_getBalance', payee, 'latest'));
  writeFileSync(
    path.join(user.home, 'pay.csv'),
    `network,token,to,amount,key-file\n${Array.from({ length: rows }, (_, at) => `BSC,BNB,${payee},0.00${at + 1},phrase.txt`).join('\n')}\n`,
  );
  const line = ['batch', 'pay.csv', '--client-ref', 'k', '--new-recipient', '--yes', '--interval', '10ms'];
  const killedAfter = async (count: number) => {
    const child = spawn(process.execPath, [path.resolve('bin/tuk.cjs'), ...line], {
      env: { ...process.env, TUK_HOME: user.home, NODE_EXTRA_CA_CERTS: '' },
      cwd: user.home,
      stdio: 'ignore',
    });
    const ended = new Promise((exit) => child.once('exit', exit));
    let sent = 0;
    user.node.rules.eth_sendRawTransaction = async (_, { forward, drop }) => {
      sent += 1;
      const hash = sent % 2 === 0 ? await forward() : undefined;
      if (sent < count) return hash ?? forward();
      child.kill('SIGKILL');
      await ended;
      return drop();
    };
    await ended;
    user.node.rules.eth_sendRawTransaction = undefined;
  };
  for (const count of [4, 9, 12]) await killedAfter(count);
  const { code, stdout } = await user.type(line);
  expect([code, linesOf(stdout).length]).toEqual([exit.ok, rows]);
  const total = Array.from(
    { length: rows },
    (_, at) => BigInt(`${at + 1}`.padEnd(`${at + 1}`.length, '0')) * 10n ** BigInt(18 - 2 - `${at + 1}`.length),
  ).reduce((sum, one) => sum + one, 0n);
  expect(BigInt(await user.ask('eth_getBalance', payee, 'latest')) - before).toBe(total);
  const byNonce = new Map<number, Set<string>>();
  for (const raw of user.broadcasts()) {
    const { nonce, hash } = Transaction.from(raw);
    byNonce.set(nonce, new Set([...(byNonce.get(nonce) ?? []), hash!]));
  }
  expect([byNonce.size, [...byNonce.values()].filter((hashes) => hashes.size > 1).length]).toEqual([rows, 0]);
}, 120_000);
