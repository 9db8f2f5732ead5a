// The shared jq engine is replaced before its runtime fails: `-w --until` asks it at every poll, and a batch for every
// row.
import { expect, test } from 'vitest';
import { sharedJq } from '../../../src/cli/output/shared-jq.js';

test('a thousand runs of an expression all have their result', async () => {
  const start = sharedJq();
  for (let run = 0; run < 1000; run++) {
    const { status, results } = (await start()).run('map(select(.a))|length', `[{"a":${run}},{"a":null}]`);
    expect([run, status, results.trim()]).toEqual([run, 0, '1']);
  }
});
