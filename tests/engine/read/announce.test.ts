// --notify: each change is a note on a terminal, and nothing in a pipe.
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

test('--notify shows each change on a terminal, and nothing in a pipe', async () => {
  const { run } = await stubUser(respondJson({ id: '7', status: 'SUCCESS' }));
  const line = 'wait order:7 --notify --interval 5ms';
  expect(await run(line, { terminal: true, env: { TERM: 'xterm' } })).toMatchObject(
    ends(exit.ok, '\u001b]777;notify;tuk: order:7;SUCCESS\u001b\\'),
  );
  expect((await run(line)).stderr).not.toContain('\u001b');
  expect((await run(line, { terminal: true, env: { TERM: 'dumb' } })).stderr).not.toContain('\u001b');
});
