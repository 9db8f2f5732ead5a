// The embedded sandbox of one run: concurrent calls share it.
import { expect, test } from 'vitest';
import { newUser } from '../support/tuk.js';

test('concurrent calls of one command share one sandbox', async () => {
  const user = newUser();
  await user.run('login');
  for (const line of [
    'depin dash',
    'swap bridge create --type TO_BEP20 --amount 20 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
  ])
    expect((await user.run(line)).stderr.match(/◇ sandbox: nothing/g)).toHaveLength(1);
});
