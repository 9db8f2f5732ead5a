// Recovery: each call that moves value names the command that finds its outcome, and `tuk ops` prints it.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Ledger } from '../../src/money/ledger.js';
import { recoveryCommands } from '../../src/money/recovery.js';
import { allCalls } from '../support/catalogue.js';
import { exit } from '../support/exit.js';
import { reset, respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

async function signedIn() {
  const user = newUser();
  await user.run('login');
  return user;
}

async function limitedProfile(post: Script) {
  const server = await scripted((socket, request) =>
    (request.method === 'POST' ? post : respond(200, '{"id":"o1","title":"One","feeAmount":"0.5","amount":"100"}'))(socket, request),
  );
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  for (const call of ['musubi.create-order', 'sale.create-order', 'sale.pay-order', 'user.transfer-points'])
    await user.run(`profile set box name.${call} confirmed`);
  await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  return { ...user, posts: () => server.requests.filter(({ method }) => method !== 'GET').length };
}

test('every call that moves value names its recovery command or none; each command exists', async () => {
  const money = (await allCalls()).filter(({ effect }) => effect === 'money');
  expect(Object.keys(recoveryCommands).sort()).toEqual(money.map(({ service, name }) => `${service} ${name}`).sort());
  const user = newUser();
  for (const line of new Set(Object.values(recoveryCommands).flat()))
    expect([line, (await user.run([...line.replaceAll(/\{\w+\}/g, 'x').split(' '), '--help'])).code]).toEqual([line, exit.ok]);
});

test('show of an unknown outcome names the recovery command, as data in `look`, and says that nothing is sent again', async () => {
  const user = await limitedProfile(reset);
  await user.run(`${transfer} -p box`);
  const [{ id, outcome }] = JSON.parse((await user.run('ops list -p box')).stdout);
  expect(outcome).toBe('unknown');
  const output = await user.run(`ops show ${id} -p box`);
  expect(JSON.parse(output.stdout).look).toBe('tuk points history -p box');
  expect(output.stderr).toMatch(
    /Unknown whether it took effect; it is not sent again\.\n {2}This may find its outcome: tuk points history -p box\n/,
  );
  expect(JSON.parse((await user.run(`ops show ${id}`)).stdout).look).toBe('tuk points history -p box'); // it belongs to a profile other than the active one
  const done = await signedIn();
  await done.run(transfer);
  const [operation] = JSON.parse((await done.run('ops list')).stdout);
  const whole = await done.run(`ops show ${operation.id}`);
  expect([JSON.parse(whole.stdout).look, whole.stderr.includes('may tell')]).toEqual([undefined, false]);
});

test('an operation with unreadable fields has no recovery command and stays unknown', async () => {
  const user = newUser();
  const ledger = new Ledger(path.join(user.home, 'ledger.db'));
  const of = {
    profile: 'sandbox',
    service: 'wallet',
    call: 'startMigration',
    method: 'POST',
    url: 'http://x/y',
    body: '{"address":[redacted]}',
  };
  const { id } = ledger.begin(of, 0);
  ledger.settle(id, { outcome: 'unknown' }, 0);
  ledger.close();
  const { code, stdout, stderr } = await user.run(`ops show ${id}`);
  expect([code, JSON.parse(stdout).outcome, stderr.includes('No endpoint returns its outcome')]).toEqual([exit.ok, 'unknown', true]);
});

test('list shows time, amount and recipient on a terminal; in data times are unchanged', async () => {
  const user = await signedIn();
  await user.run(transfer);
  await user.run('wallet withdraw create --currency MVL --amount 25 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes');
  const table = (await user.run('ops list', { terminal: true, columns: 80, env: { NO_COLOR: '1' } })).stdout;
  expect(table).toMatch(/^WHAT +AMOUNT +TO +STATE +AGE +ID/);
  expect(table).toMatch(/withdrawal +25 MVL +0xf39[^ ]*…[^ ]+ +INCOMING +\d+ s ago/);
  expect(table).toMatch(/points transfer +5 MVP +dara +done +\d+ s ago/);
  expect(JSON.parse((await user.run('ops list')).stdout)[0].at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});
