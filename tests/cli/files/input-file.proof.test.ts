// --input from a FIFO that never ends, or from which nothing comes.
import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readInput } from '../../../src/cli/files/input-file.js';
import { exit } from '../../support/exit.js';
import { fifo } from '../../support/fifo.js';
import { respond } from '../../support/scripted-server.js';
import { newHome } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

test('a FIFO into which somebody writes for ever: exit 2 at the limit', async () => {
  const { run, home, server } = await stubUser(respond(200, '{}'));
  const file = fifo(path.join(home, 'endless'));
  const writer = spawn('sh', ['-c', `exec yes > '${file}'`], { stdio: 'ignore' });
  try {
    const { code, stderr } = await run(['api', 'sale', 'create-order', '--yes', '--input', file]);
    expect([code, stderr.split('\n')[0]]).toEqual([exit.usage, `✗ The file ${file} holds more than 16777216 bytes.`]);
  } finally {
    writer.kill();
  }
  expect(server.requests).toEqual([]);
});

test('a FIFO that is open and silent: one sentence after the longest silence', async () => {
  const home = newHome();
  const file = fifo(path.join(home, 'endless'));
  const other = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    await expect(readInput({ cwd: home } as never, file, 50)).rejects.toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: `The file ${file} has sent nothing for 0.05 s, and has not ended.`,
      }),
    );
  } finally {
    closeSync(other);
  }
});
