// The shared jq engine is replaced before its runtime fails: `-w --until` asks it at every poll, and a batch for every
// row. An expression that never ends is ended, and the next one has its result.
import { expect, test } from 'vitest';
import { sharedJq } from '../../../src/cli/output/shared-jq.js';

test('a thousand runs of an expression all have their result', async () => {
  const start = sharedJq({}, () => 0);
  for (let run = 0; run < 1000; run++) {
    const { status, results } = (await start()).run('map(select(.a))|length', `[{"a":${run}},{"a":null}]`);
    expect([run, status, results.trim()]).toEqual([run, 0, '1']);
  }
});

test.each([
  ['in a process of its own', <Result>(work: () => Result) => work()],
  ['in a process that does other work', undefined],
] as const)('an expression that never ends is ended at its limit, %s', async (_, blocking) => {
  const start = sharedJq({ blocking }, () => 50);
  for (const endless of ['def f: f; f', 'repeat(.)|empty', 'last(range(1e15))']) {
    const { status, said, results } = (await start()).run(endless, '[1]');
    expect([status, said, results]).toEqual([5, 'jq: error: it was ended after 0.05 s', '']);
    expect((await start()).run('.[0]', '[1]').results).toBe('1\n');
  }
});
