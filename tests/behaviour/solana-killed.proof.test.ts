// A transfer on Solana whose process is killed at each request, and run again with its reference: it is paid once.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { tukProcess } from '../support/processes.js';
import { solanaKey, solanaProfile } from '../support/solana.js';

const methods = [
  ...['getMultipleAccounts', 'simulateTransaction', 'getLatestBlockhash', 'sendTransaction', 'getSignatureStatuses'],
  'getTransaction',
];
const points = methods.flatMap((method) => (['before', 'after'] as const).map((when) => [when, method] as const));

test.each(points)(
  'killed %s %s: one payment for one reference',
  async (when, method) => {
    const bench = await solanaProfile();
    const { node } = bench;
    const { address: to } = solanaKey();
    const line = bench.sending('SOL', '1', to, '--client-ref rent-5').split(' ');
    const running = tukProcess(
      line.map((word) => (word === '20ms' ? '1s' : word)), // the least of a real clock
      { home: bench.home },
    );
    let count = 0;
    node.rules[method] = async ({ params }, { forward, drop }) => {
      const isProbe = method === 'getSignatureStatuses' && String(params[0][0]).startsWith('1111');
      if (isProbe || ++count > 1) return forward();
      if (when === 'after') await forward().catch(() => undefined);
      running.kill();
      await running.done;
      return drop();
    };
    const ended = await running.done;
    node.rules[method] = undefined;
    if (count === 0) throw new Error(ended.stderr);
    expect(count).toBeGreaterThan(0);
    expect(await bench.run(line)).toMatchObject({ code: exit.ok, stderr: expect.any(String) });
    node.advance(40);
    expect((await bench.run('ops check')).code).toBe(exit.ok);
    expect([new Set(node.sent).size, node.lamports(to)]).toEqual([1, 1_000_000_000n]);
    expect((await bench.run(line)).code).toBe(exit.ok);
    expect(node.lamports(to)).toBe(1_000_000_000n);
  },
  60_000,
);
