// A reference is bound to the account and the sandbox's world, also for a call that needs no sign-in.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

const legacy =
  'swap legacy create --amount 15 -f type=TO_BEP20 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 -f fromAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes --client-ref k';

test('another user, and another world, with the same reference: the call is sent', async () => {
  const user = await newUser();
  await user.run('login --as mina');
  const first = await user.run(legacy);
  const again = await user.run(legacy);
  expect([first.code, again.code, /Done before/.test(again.stderr + again.stdout)]).toEqual([exit.ok, exit.ok, true]);
  await user.run('login --as dara');
  expect((await user.run(legacy)).stderr).not.toContain('Done before');
  await user.run('login --as mina');
  await user.run('sandbox reset --yes');
  await user.run('login --as mina');
  expect((await user.run(legacy)).stderr).not.toContain('Done before');
});
