// The shared jq engine is replaced before its runtime fails: `-w --until` asks it at every poll, and a batch for every
// row. An expression that never ends is ended, and the next one has its result.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { sharedJq } from '../../../src/cli/output/shared-jq.js';

test('a thousand runs of an expression all have their result', async () => {
  const start = sharedJq({}, () => 0);
  for (let run = 0; run < 1000; run++) {
    const { status, results } = await (await start()).run('map(select(.a))|length', `[{"a":${run}},{"a":null}]`);
    expect([run, status, results.trim()]).toEqual([run, 0, '1']);
  }
});

test.each([
  ['in a process of its own', <Result>(work: () => Result) => work()],
  ['in a process that does other work', undefined],
] as const)('an expression that never ends is ended at its limit, %s', async (_, blocking) => {
  let limit = 0;
  const start = sharedJq({ blocking }, () => limit);
  for (const endless of ['def f: f; f', 'repeat(.)|empty', 'last(range(1e15))']) {
    limit = 50;
    const { status, said, results } = await (await start()).run(endless, '[1]');
    expect([status, said, results]).toEqual([5, 'jq: error: it was ended after 0.05 s', '']);
    limit = 0; // a slow machine may need longer than that for any expression
    expect((await (await start()).run('.[0]', '[1]')).results).toBe('1\n');
  }
});

test('in a thread it has its result, and is ended at the limit and at a stop, while this process goes on', async () => {
  const startJqWorker = () => new Worker(path.resolve(import.meta.dirname, '../../../dist/chunks/jq-worker.cjs'));
  const run = async (expression: string, limit: number, signal?: AbortSignal) =>
    (await sharedJq({ startJqWorker, signal }, () => limit)()).run(expression, '[1]');
  expect(await run('.[0]', 0)).toMatchObject({ status: 0, results: '1\n' });
  expect(await run('.[', 0)).toMatchObject({ status: 3, said: expect.stringContaining('syntax error') });
  expect(await run('def f: f; f', 50)).toMatchObject({ status: 5, said: 'jq: error: it was ended after 0.05 s' });
  const stop = new AbortController();
  const endless = run('def f: f; f', 0, stop.signal);
  stop.abort();
  expect(await endless).toMatchObject({ status: 5, said: 'jq: error: it was ended' });
  expect(await run('.', 0, stop.signal)).toMatchObject({ status: 5 });
});
