// The command of --on-change ends with the wait that started it, with all that it has started.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { inFakeTime } from '../../support/fake-time.js';
import { until } from '../../support/limit.js';
import { respondJson } from '../../support/scripted-server.js';
import { newHome } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

/** Whether a process runs; one that nobody has reaped does not. */
const runsStill = (id: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test.runIf(existsSync('/proc/self/stat')).each([
  ['sleeps', 'echo $$ > "$FILE"; sleep 600'],
  ['ignores SIGTERM', 'echo $$ > "$FILE"; trap "" TERM; sleep 600; sleep 600'],
  ['has a child that ignores SIGTERM', `sh -c 'echo $$ > "$FILE"; trap "" TERM; sleep 600; sleep 600'; true`],
])('a command that %s is ended when --max-wait has run out', async (_, command) => {
  const { run } = await stubUser(respondJson({ id: '1', status: 'PAYMENT_PENDING' }));
  const file = path.join(newHome(), 'number');
  const waited = await inFakeTime(async ({ finish }) => {
    const words = ['wait', 'order:1', '--max-wait', '30s', '--on-change', command];
    const running = run(words, { env: { FILE: file }, now: Date.now });
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
    return finish(running);
  });
  expect(waited).toMatchObject(ends(exit.pending, '--max-wait has run out'));
  await until(() => !runsStill(Number(readFileSync(file, 'utf8')))); // the kernel ends it some time after the signal
});
