// `tuk batch` after a kill: run again, each row takes effect once.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Transaction } from 'ethers';
import { expect, test } from 'vitest';
import { chainProfile } from '../../support/chain.js';
import { exit } from '../../support/exit.js';
import { tukProcess } from '../../support/processes.js';

test('killed three times and run again each time: every row is on the chain once, to the wei', async () => {
  const user = await chainProfile();
  const rows = 40;
  const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
  const before = BigInt(await user.ask('eth_getBalance', payee, 'latest'));
  const amounts = Array.from({ length: rows }, (_, at) => `0.00${at + 1}`);
  const payments = amounts.map((amount) => `BSC,BNB,${payee},${amount},phrase.txt`);
  writeFileSync(path.join(user.home, 'pay.csv'), ['network,token,to,amount,key-file', ...payments].join('\n'));
  const line = ['batch', 'pay.csv', '--client-ref', 'k', '--new-recipient', '--yes', '--interval', '10ms'];
  const killedAfter = async (count: number) => {
    const running = tukProcess(line, { home: user.home });
    let sent = 0;
    user.node.rules.eth_sendRawTransaction = async (_, { forward, drop }) => {
      sent += 1;
      const hash = sent % 2 === 0 ? await forward() : undefined;
      if (sent < count) return hash ?? forward();
      running.kill();
      await running.done;
      return drop();
    };
    await running.done;
    user.node.rules.eth_sendRawTransaction = undefined;
  };
  for (const count of [4, 9, 12]) await killedAfter(count);
  const { code, stdout } = await user.run(line);
  expect([code, stdout.match(/"status":"done".*"final":true/g)?.length]).toEqual([exit.ok, rows]);
  const wei = (amount: string) => BigInt(amount.slice(2).padEnd(18, '0'));
  const total = amounts.reduce((sum, amount) => sum + wei(amount), 0n);
  expect(BigInt(await user.ask('eth_getBalance', payee, 'latest')) - before).toBe(total);
  const byNonce = new Map<number, Set<string>>();
  for (const raw of user.broadcasts()) {
    const { nonce, hash } = Transaction.from(raw);
    byNonce.set(nonce, new Set([...(byNonce.get(nonce) ?? []), hash!]));
  }
  expect([byNonce.size, [...byNonce.values()].filter((hashes) => hashes.size > 1).length]).toEqual([rows, 0]);
}, 120_000);
