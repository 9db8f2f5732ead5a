// The embedded sandbox of one run: concurrent calls share it.
import { expect, test } from 'vitest';
import { signedIn } from '../../support/users.js';

test('concurrent calls of one command share one sandbox', async () => {
  const { run } = await signedIn();
  const { stderr } = await run('depin dash', { terminal: true });
  expect(stderr.match(/◇ sandbox: nothing/g)).toHaveLength(1);
});
