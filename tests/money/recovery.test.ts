// Recovery: each call that moves value names the command that tells its outcome, and `tuk ops` prints it.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Ledger } from '../../src/money/ledger.js';
import { recoveryCommands } from '../../src/money/recovery.js';
import { allCalls } from '../support/catalogue.js';
import { confirmNames } from '../support/confirmed.js';
import { answer, reset, type Script, scripted } from '../support/scripted-server.js';
import { person } from '../support/tuk.js';

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

async function signedIn() {
  const one = person();
  await one.run('login');
  return one;
}

async function box(post: Script) {
  const server = await scripted((socket, asked) =>
    (asked.method === 'POST' ? post : answer(200, '{"id":"o1","title":"One","feeAmount":"0.5","amount":"100"}'))(socket, asked),
  );
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  for (const call of ['musubi.create-order', 'sale.create-order', 'sale.pay-order', 'user.transfer-points'])
    await one.run(`profile set box name.${call} confirmed`);
  await one.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  return { ...one, posts: () => server.requests.filter(({ method }) => method !== 'GET').length };
}

test('every call that moves value names its recovery command or none; each command exists', async () => {
  const money = (await allCalls()).filter(({ effect }) => effect === 'money');
  expect(Object.keys(recoveryCommands).sort()).toEqual(money.map(({ service, name }) => `${service} ${name}`).sort());
  const one = person();
  for (const line of new Set(Object.values(recoveryCommands).flat()))
    expect([line, (await one.run([...line.replaceAll(/\{\w+\}/g, 'x').split(' '), '--help'])).code]).toEqual([line, 0]);
});

test('show of an unknown outcome names the recovery command, as data in `look`, and that nothing is sent again', async () => {
  const one = await box(reset);
  await one.run(`${transfer} -p box`);
  const [{ id, outcome }] = JSON.parse((await one.run('ops list -p box')).stdout);
  expect(outcome).toBe('unknown');
  const shown = await one.run(`ops show ${id} -p box`);
  expect(JSON.parse(shown.stdout).look).toBe('tuk points history -p box');
  expect(shown.stderr).toMatch(
    /Unknown whether it took effect; it is not sent again\.\n {2}This may find its outcome: tuk points history -p box\n/,
  );
  expect(JSON.parse((await one.run(`ops show ${id}`)).stdout).look).toBe('tuk points history -p box'); // it is of another profile than the one in use
  const done = await signedIn();
  await done.run(transfer);
  const [made] = JSON.parse((await done.run('ops list')).stdout);
  const whole = await done.run(`ops show ${made.id}`);
  expect([JSON.parse(whole.stdout).look, whole.stderr.includes('may tell')]).toEqual([undefined, false]);
});

test('an operation with unreadable fields has no recovery command and stays unknown', async () => {
  const one = person();
  const ledger = new Ledger(path.join(one.home, 'ledger.db'));
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
  const { code, stdout, stderr } = await one.run(`ops show ${id}`);
  expect([code, JSON.parse(stdout).outcome, stderr.includes('No endpoint returns its outcome')]).toEqual([0, 'unknown', true]);
});

test('list shows time, amount and recipient on a terminal; as data times are unchanged', async () => {
  const one = await signedIn();
  await one.run(transfer);
  await one.run('wallet withdraw create --currency MVL --amount 25 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes');
  const table = (await one.run('ops list', { terminal: true, columns: 80, env: { NO_COLOR: '1' } })).stdout;
  expect(table).toMatch(/^ *ID +OUTCOME +WHEN +CALL +AMOUNT +TO/);
  expect(table).toMatch(/done +\d+ s ago +createWithdraw\S* +25 MVL +0xf39[^ ]*…[^ ]+/);
  expect(table).toMatch(/done +\d+ s ago +transferPoints +5 MVP +dara/);
  expect(JSON.parse((await one.run('ops list')).stdout)[0].at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});
