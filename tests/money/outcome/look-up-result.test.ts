// Recovery: each call that moves value names the command that finds its outcome, and `tuk ops` prints it.
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { operationSpecs } from '../../../src/things/index.js';
import { allCalls } from '../../support/catalogue.js';
import { exit } from '../../support/exit.js';
import { withLedger } from '../../support/operations.js';
import { platformUser } from '../../support/platform.js';
import { reset } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

test('every call that moves value names its recovery command or none; each command exists', async () => {
  const money = (await allCalls()).filter(({ effect }) => effect === 'money');
  expect(Object.keys(operationSpecs).sort()).toEqual(money.map(({ service, name }) => `${service} ${name}`).sort());
  const user = newUser();
  for (const line of new Set(Object.values(operationSpecs).flatMap(({ recoveryCommands }) => recoveryCommands))) {
    const { code } = await user.run(`${line.replaceAll(/\{\w+\}/g, 'x')} --help`);
    expect([line, code]).toEqual([line, exit.ok]);
  }
});

test('show of an unknown outcome names the recovery command, as data in `look`, and says that nothing is sent again', async () => {
  const user = await platformUser({ money: reset });
  await user.run(transfer);
  expect(await user.lines()).toMatchObject([{ outcome: 'unknown' }]);
  await user.run('profile use sandbox');
  const [{ id }] = (await user.lines()) as [Operation];
  for (const line of [`ops show ${id} -p box`, `ops show ${id}`]) {
    const { stdout, stderr } = await user.run(line); // it belongs to a profile other than the active one
    expect(JSON.parse(stdout).look).toBe('tuk points history -p box');
    const said =
      /Unknown whether it took effect; it is not sent again\.\n {2}This may find its outcome: tuk points history -p/;
    expect(stderr).toMatch(said);
  }
  const done = await signedIn();
  await done.run(transfer);
  const [operation] = await done.json('ops list');
  const whole = await done.run(`ops show ${operation.id}`);
  expect([JSON.parse(whole.stdout).look, whole.stderr.includes('may tell')]).toEqual([undefined, false]);
});

test('an operation with unreadable fields has no recovery command and stays unknown', async () => {
  const user = newUser();
  const request = { method: 'POST', url: 'http://x/y', body: '{"address":[redacted]}' };
  const of = { profile: 'sandbox', service: 'wallet', call: 'startMigration', ...request };
  const id = await withLedger(user.home, async (ledger) => {
    const { id: begun } = await ledger.begin(of, 0);
    await ledger.settle(begun, { outcome: 'unknown' }, 0);
    return begun;
  });
  const { code, stdout, stderr } = await user.run(`ops show ${id}`);
  expect([code, JSON.parse(stdout).outcome]).toEqual([exit.ok, 'unknown']);
  expect(stderr).toContain('No endpoint returns its outcome');
});
