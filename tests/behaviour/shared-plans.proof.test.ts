// A shared ledger between two people: a plan that one writes and another approves, and limits that only its owner sets.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Wallet } from 'ethers';
import { expect, test } from 'vitest';
import { conversation } from '../support/conversation.js';
import { exit } from '../support/exit.js';
import { codeAndStderr } from '../support/platform.js';
import { postgresOfEachTest, type roles } from '../support/postgres.js';
import { servedSandbox } from '../support/processes.js';
import { newHome, newUser } from '../support/tuk.js';

const { address, sql } = postgresOfEachTest();

const anna = Wallet.createRandom();
const bo = Wallet.createRandom();
const pay = (amount = '5') => `points transfer --to dara --amount ${amount} --new-recipient`;

/** Two machines of one platform and one shared ledger, the first signed in; a line may run as its owner. */
async function desk() {
  expect((await newUser().run(['ops', 'init', address(), '--writer', 'writer', '--yes'])).code).toBe(exit.ok);
  const { ready } = await servedSandbox(newHome());
  const { url } = await ready;
  const machine = async () => {
    const user = newUser(newHome('empty'));
    const key = path.join(user.home, 'anna.key');
    writeFileSync(key, anna.privateKey, { mode: 0o600 });
    const as = (role: keyof typeof roles) => async (line: string | readonly string[]) =>
      user.run(line, { env: { TUK_LEDGER: address(role) } });
    for (const line of [`profile add served --base ${url}/{service}`, 'profile use served', 'login --as mina'])
      expect((await user.run(line)).code).toBe(exit.ok);
    const [run, own] = [as('writer'), as('owner')];
    return {
      ...{ user, key, run, own },
      says: async (line: string | readonly string[]) => codeAndStderr(await run(line)),
      json: async (line: string) => JSON.parse((await run(`${line} -o json`)).stdout),
      set: (name: string, value: string) => own(['profile', 'set', 'served', `limits.${name}`, value]),
    };
  };
  return [await machine(), await machine()] as const;
}

test('a plan is written on one machine, approved by its id on another, and applied on the first', async () => {
  const [first, second] = await desk();
  await first.set('approvals', '1 above 4 MVP');
  await first.set('approvers', anna.address);
  for (const { says } of [first, second])
    expect(await says(`${pay()} --yes`)).toMatch(/^7 .*limits\.approvals of the shared ledger/s);
  expect(await first.says(`${pay()} --plan-out ${path.join(first.user.home, 'plan.json')}`)).toMatch(/^0 /);
  const [{ id, ...listed }] = await second.json('plan list');
  expect(listed).toMatchObject({ state: 'needs approval', approvals: '0 of 1', host: expect.stringMatching(/./) });
  expect(await first.says(`plan apply ${id} --yes`)).toMatch(/^7 .*the plan has 0/s);
  expect(await second.says(['plan', 'approve', id, '--key-file', second.key, '--yes'])).toMatch(/^0 .*1 of 1/s);
  expect(await first.says(`plan apply ${path.join(first.user.home, 'plan.json')} --yes`)).toMatch(/^0 .*Approved by/s);
  expect(await second.says(`plan apply ${id} --yes`)).toMatch(/^7 .*applied before/s);
  const [{ id: operation }] = await second.json('ops list');
  const expected = { plan: id, approvals: [{ address: anna.address }] };
  expect(await second.json(`ops show ${operation}`)).toMatchObject(expected);
});

test('approvers that the owner changes void what was approved; nobody changes or removes an approval', async () => {
  const [first, second] = await desk();
  await first.set('approvals', '1 above 4 MVP');
  await first.set('approvers', anna.address);
  await first.says(`${pay()} --plan-out ${path.join(first.user.home, 'plan.json')}`);
  const [{ id }] = await first.json('plan list');
  await second.says(['plan', 'approve', id, '--key-file', second.key, '--yes']);
  await first.set('approvers', bo.address);
  expect(await first.says(`plan apply ${id} --yes`)).toMatch(/^7 .*the limits of the ledger are not the same/s);
  for (const statement of ["UPDATE tuk.approval SET address = 'x'", 'DELETE FROM tuk.planned', 'TRUNCATE tuk.rule'])
    await expect(sql(statement)).rejects.toThrow('nothing of a ledger is removed');
  const writes = sql(`SET ROLE writer; INSERT INTO tuk.rule (origin, name, at) VALUES ('o', 'day', 'now')`);
  await expect(writes).rejects.toThrow('permission denied');
});

test('a plan that somebody writes past the program stands in the list, and applies nothing', async () => {
  const [first] = await desk();
  await first.says(`${pay()} --plan-out ${path.join(first.user.home, 'plan.json')}`);
  const copy = (id: string, text: string) =>
    `SET ROLE writer; INSERT INTO tuk.planned (id, hash, seal, text) SELECT '${id}', hash, seal, ${text} FROM tuk.planned LIMIT 1`;
  await sql(copy('00000000000000aa', 'replace(text, \'"5"\', \'"500"\')'));
  await sql(copy('00000000000000bb', "'{}'"));
  const states = (await first.json('plan list')).map(({ state }: { state: string }) => state);
  expect(states).toEqual(['unreadable', 'unreadable', 'open']);
  expect(await first.says('plan apply 00000000000000aa --yes')).toMatch(/^7 .*not as it was written/s);
  expect(await first.json('ops list')).toEqual([]);
});

test('plans and approvals of a file move to the shared ledger and back', async () => {
  const [{ user, key }] = await desk();
  await user.run(['profile', 'set', 'served', 'limits.approvals', '1 above 4 MVP']);
  await user.run(['profile', 'set', 'served', 'limits.approvers', anna.address]);
  expect((await user.run(`${pay()} --plan-out ${path.join(user.home, 'plan.json')}`)).code).toBe(exit.ok);
  const [{ id }] = await user.json('plan list -o json');
  expect((await user.run(['plan', 'approve', id, '--key-file', key, '--yes'])).code).toBe(exit.ok);
  expect(codeAndStderr(await user.run(['ops', 'move', '--to', address(), '--yes']))).toMatch(/^0 /);
  const env = { TUK_LEDGER: address() };
  expect(await user.json('plan list -o json', { env })).toMatchObject([{ id, state: 'open', approvals: '1 of 1' }]);
  const moved = await user.run(['ops', 'move', '--to', path.join(user.home, 'ledger.db'), '--yes'], { env });
  expect(codeAndStderr(moved)).toMatch(/^0 /);
  expect(codeAndStderr(await user.run(`plan apply ${id} --yes`))).toMatch(/^0 .*Approved by/s);
});

test('the owner sets limits for all machines; a writer sets those of its own, and the stricter counts', async () => {
  const [first, second] = await desk();
  expect(codeAndStderr(await first.set('transfer', '3 MVP'))).toMatch(
    /^0 .*stands in the ledger.*on all its machines/s,
  );
  const own = await second.run(['profile', 'set', 'served', 'limits.transfer', '2 MVP']);
  expect(codeAndStderr(own)).toMatch(/^0 .*on this machine only/s);
  expect(await first.says(`${pay('3')} --yes`)).toMatch(/^7 .*over the limit of the shared ledger, 3 MVP/s);
  expect(await second.says(`${pay('2')} --yes`)).toMatch(/^7 .*over the limit of the profile served, 2 MVP/s);
  expect(await first.says(`${pay('2')} --yes`)).toMatch(/^0 /);
  expect(await first.says('api POST user /v9/other --yes')).toMatch(/^7 .*the shared ledger has limits/s);
  expect(await first.json('profile show')).toMatchObject({ ledgerLimits: [{ transfer: '3 MVP' }] });
  const rows = await first.json('config show --origin');
  expect(rows).toContainEqual({ setting: 'limits.transfer', value: '3 MVP', origin: 'the ledger' });
  expect((await first.run('doctor')).stdout).toContain('its limits for this platform: transfer 3 MVP');
  await first.own(['profile', 'set', 'served', 'limits.transfer']);
  expect(await first.says(`${pay('3')} --yes`)).toMatch(/^0 /);
});

test('a limit that is set at the open question is not missed', async () => {
  const [first, second] = await desk();
  const env = { TUK_LEDGER: address('writer') };
  const talk = conversation(pay().split(' '), { home: first.user.home, env });
  expect(await talk.opening).toMatch(/5 MVP/);
  await second.set('pause', 'true');
  expect(await talk.type('yes')).toMatch(/the shared ledger is paused/);
  expect(await talk.exitCode).toBe(exit.guarded);
});

test('tables of the version before are brought up to date, and their writers may go on', async () => {
  const [first] = await desk();
  await sql(`DROP TABLE tuk.planned, tuk.approval, tuk.rule, tuk.grants, tuk.revocations; ALTER TABLE tuk.operation DROP COLUMN plan, DROP COLUMN grant_id;
    DELETE FROM tuk.migration WHERE number > 1`);
  expect(await first.says(`${pay()} --yes`)).toMatch(/^9 .*have the version 1/s);
  expect((await first.own(['ops', 'init', address(), '--yes'])).code).toBe(exit.ok);
  expect(await first.says(`${pay()} --yes`)).toMatch(/^0 /);
});
