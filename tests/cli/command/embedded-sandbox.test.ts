// The embedded sandbox of one run: concurrent calls share it.
import { expect, test } from 'vitest';
import { signedIn } from '../../support/users.js';

test('concurrent calls of one command share one sandbox', async () => {
  const { run } = await signedIn();
  expect((await run('depin dash', { terminal: true })).stderr.match(/◇ sandbox: nothing/g)).toHaveLength(1);
});
