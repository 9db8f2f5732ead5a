// `tuk flow run` after a kill at each operation on files: run again, each change takes effect once, or is said to be unknown.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { faultHit, fileFault } from '../../support/file-faults.js';
import { tukProcess } from '../../support/processes.js';
import { respondJson, type Script } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const steps = `steps:
- {name: read, run: api sale get-order 7, save: {id: .id}}
- {name: pay, run: points transfer --to 102 --amount 5}
- {name: cancel, run: 'api sale cancel-order {id}'}
- {name: cancel-other, run: api sale cancel-order 8}
- {name: check, run: api sale get-order 7, expect: .amount == "100"}
`;

/** What is read by its id has that id. */
const answer: Script = (socket, request) => {
  const id = request.path.split('?')[0]!.split('/').at(-1);
  const body = request.method === 'GET' ? { id, feeAmount: '0.5', amount: '100' } : { id: 'p1' };
  respondJson(body)(socket, request);
};

test('killed at operation 1 to 24 on files and run again, no change is made twice', async () => {
  let resumed = 0;
  let unknown = 0;
  for (let at = 1; at <= 24; at++) {
    const user = await stubUser(answer, { way: 'network', history: 'none' });
    writeFileSync(path.join(user.home, 'flow.yaml'), steps);
    const line = ['flow', 'run', 'flow.yaml', '--client-ref', 'k', '--new-recipient', '--yes'];
    const env = fileFault(user.home, at, at % 2 === 0 ? 'dies before' : 'dies after');
    await tukProcess(line, { home: user.home, env }).done;
    if (faultHit(user.home) === undefined) break; // the run has fewer operations
    const { code, stderr } = await user.run(line);
    const sent = user.sent();
    expect(new Set(sent).size, `${at}: ${sent.join(', ')}`).toBe(sent.length);
    if (code === exit.ok) {
      resumed += 1;
      const cancelled = ['DELETE /sale/v1/orders/7', 'DELETE /sale/v1/orders/8'];
      expect(sent).toEqual(['POST /user/v2/balance/mvp/transfer', ...cancelled]);
      continue;
    }
    unknown += 1;
    expect([at, code, stderr]).toEqual([at, exit.unknown, expect.stringMatching(/outcome is unknown|not known/)]);
  }
  expect([resumed > 4, unknown > 0]).toEqual([true, true]);
}, 120_000);
