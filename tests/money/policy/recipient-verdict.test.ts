// The recipient policy: a new recipient requires --new-recipient, a lookalike is refused, by every way to make a request.
import { expect, test } from 'vitest';
import { groupNames, groups } from '../../../src/groups.js';
import { transferFields } from '../../../src/things/operations.js';
import { ends, exit } from '../../support/exit.js';
import { codeAndStderr, mine, other, platformUser, usdc } from '../../support/platform.js';
import { respond } from '../../support/scripted-server.js';
import { confirmFieldNames } from '../../support/users.js';

const transfer = 'points transfer --to u-1 --amount 5 --new-recipient --yes';

test('a new recipient requires --new-recipient, --yes is not enough; after a transfer it is known', async () => {
  const { run, lines, transfers } = await platformUser();
  const line = 'points transfer --to u-123456 --amount 5 --yes';
  expect(codeAndStderr(await run(line))).toMatch(
    /^7 ✗ The user u-123456 is a new recipient: [\s\S]*Nothing was sent\.\n.*add --new-recipient/,
  );
  expect([transfers(), await lines()]).toEqual([[], []]);
  expect((await run(`${line} --new-recipient`)).stderr).toMatch(
    /To +user u-123456\n +Recipient is +new: the ledger has no finished transfer to this user\n/,
  );
  expect(await run(line)).toMatchObject(ends(exit.ok, /Recipient is +known: 1 earlier transfer to this user\n/));
  expect((await run('store inventory give i --to u-123456 --yes')).code).toBe(exit.ok); // a user is the same recipient in another call
  expect((await run('points transfer --to u-12345 --amount 5 --yes')).code).toBe(exit.guarded);
  expect(transfers()).toHaveLength(3);
  expect((await lines())[2]).toMatchObject({ amount: '5', token: 'MVP', recipient: 'u-123456' });
  const output = JSON.parse((await run(`ops show ${(await lines())[2]!.id}`)).stdout);
  expect(output).toMatchObject({ amount: '5', token: 'MVP', recipient: 'u-123456' });
});

test('a refusal, an unknown outcome and a transfer of another profile make no recipient known', async () => {
  for (const script of [respond(400, '{"message":"no"}'), respond(502, '')]) {
    const { run } = await platformUser({ money: script });
    await run(transfer);
    expect(await run('points transfer --to u-1 --amount 5 --yes')).toMatchObject(
      ends(exit.guarded, 'The user u-1 is a new recipient'),
    );
  }
  const { run, server, home } = await platformUser();
  await run(transfer);
  await run(['profile', 'add', 'next', '--base', `${server.url}/{service}`]);
  confirmFieldNames(home, 'next');
  await run('login --tokens-stdin -p next', { stdin: '{"accessToken":"bbbb"}' });
  expect((await run('points transfer --to u-1 --amount 5 --yes -p next')).code).toBe(exit.guarded);
});

test('a recipient in a renamed field is found if the profile has the name, otherwise it is new', async () => {
  const { run, lines } = await platformUser();
  const line = 'api user transfer-points -f payee=u-1 -f amount=5 --yes';
  expect(codeAndStderr(await run(line))).toMatch(
    /^7 ✗ The recipient of user transfer-points is not known[\s\S]*tuk profile set box name\.user\.transfer-points\.to NAME/,
  );
  expect((await run(`${line} --new-recipient`)).code).toBe(exit.ok);
  expect((await lines())[0]?.recipient).toBeUndefined();
  await run('profile set box name.user.transfer-points.to payee');
  expect((await run(`${line} --new-recipient`)).code).toBe(exit.ok);
  expect((await lines())[0]?.recipient).toBe('u-1');
  expect((await run(line)).code).toBe(exit.ok);
});

test('a terminal accepts the last six characters only; the confirmation is a separate prompt', async () => {
  const line = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --yes`;
  const { run, transfers } = await platformUser();
  for (const [typed, code] of [
    ['yes\n', exit.guarded],
    ['b9226\n', exit.guarded],
    ['\n', exit.guarded],
    ['', exit.guarded],
    ['B92266\n', exit.ok],
    ['', exit.ok], // it is known now
  ] as const)
    expect([typed, (await run(line, { terminal: true, stdin: typed })).code]).toEqual([typed, code]);
  expect(transfers()).toHaveLength(2);
  const result = await run(line.replace(mine, other), { terminal: true, stdin: 'dc79c8\n' });
  expect(result.stderr).toMatch(/0x 7099 7970 .* is a new recipient\. Type its last 6 characters to go on/);
  expect(await run(line.replace(mine, usdc), { terminal: true, stdin: '06eb48\n' }).then(({ code }) => code)).toBe(
    exit.ok,
  );
  expect((await run(`${line.replace(mine, usdc.replace('A0b', 'a0B'))} --no-input`, { terminal: true })).code).toBe(
    exit.guarded,
  );
});

test.each([[respond(500, '{}')], [[]], [[{ symbol: 'USDC', address: usdc }]]])(
  'a token list that says no contract is a warning: %j',
  async (list) => {
    const { run } = await platformUser({ reads: { '/v3/token': list } });
    expect(
      await run(`wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`),
    ).toMatchObject(ends(exit.ok, 'No token list can be read'));
  },
);

test('on a terminal the sentence about the recipient is not masked as if it were a name', async () => {
  const { run } = await platformUser();
  const { stderr } = await run(transfer, { terminal: true });
  expect(stderr).toMatch(/Recipient is .*new: the ledger has no finished transfer to this user\n/);
});

test('every command whose call has a recipient, and no other, accepts --new-recipient', async () => {
  for (const name of groupNames.filter((one) => !['api', 'batch', 'flow', 'plan'].includes(one)))
    for (const { name: command, uses = {}, options = [] } of (await groups[name].load()).group.commands) {
      const signs = ['wallet send', 'swap run'].includes(`${name} ${command}`); // a transaction of a chain has a recipient in its bytes
      const sends =
        signs ||
        Object.entries(uses).some(([service, names]) =>
          names.some((one) => transferFields[`${service} ${one}`]?.to !== undefined),
        );
      expect([name, command, options.some(({ flags }) => flags === '--new-recipient')]).toEqual([name, command, sends]);
    }
});

test.each([
  ['unknown', respond(502, ''), '--despite OP'],
  ['only accepted', respond(201, '{"data":{"state":"processing"}}'), ''],
])(
  'after a transfer that is %s the receipt names it, and does not say that the user has received nothing',
  async (_, money, lift) => {
    const { run, lines } = await platformUser({ money });
    expect((await run(transfer)).stderr).toMatch(/new: the ledger has no finished transfer to this user\n/);
    const { id } = (await lines())[0]!;
    const { stderr } = await run(`${transfer} ${lift.replace('OP', id)}`);
    expect(stderr).toContain(
      `new: the ledger has no finished transfer to this user; the outcome of ${id}, an earlier transfer to it, is unknown\n`,
    );
    expect(stderr).not.toMatch(/nothing so far|has received nothing/);
  },
);
