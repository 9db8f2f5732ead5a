// A transfer says that everybody can write in the folder of the ledger, and goes on; a read and a private folder say nothing.
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { signedIn } from '../../support/users.js';

test.skipIf(process.platform === 'win32')('an open folder is warned of once, before the transfer', async () => {
  const { home, run } = await signedIn();
  const pay = 'points transfer --to dara --amount 1 --new-recipient --yes';
  const warning = `Every user of this machine can write in ${home}`;
  expect((await run(pay)).stderr).not.toContain(warning);
  chmodSync(home, 0o777);
  const { code, stderr } = await run(pay);
  expect([code, stderr.split(warning).length - 1]).toEqual([exit.ok, 1]);
  expect((await run('ops list')).stderr).not.toContain(warning);
  chmodSync(home, 0o1777); // only the owner of a file can rename it
  expect((await run(pay)).stderr).not.toContain(warning);
});
