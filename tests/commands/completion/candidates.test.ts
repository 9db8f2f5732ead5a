// What completes a line: words, options, aliases, names of this machine and ids of the embedded sandbox.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shown } from '../../../src/cli/command/command.js';
import { groupNames, groups } from '../../../src/groups.js';
import { exit } from '../../support/exit.js';
import { newUser, type User } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

/** The candidates for a line, each with what it is; the last word is the one at the cursor. */
async function described(user: User, line: string, env = {}): Promise<string[][]> {
  const words = line.split(' ').map((word) => `:${word}`);
  const { code, stdout, stderr } = await user.run(['completion', 'zsh', '--', ...words], { env });
  expect([code, stderr]).toEqual([exit.ok, '']);
  const lines = stdout.split('\n').slice(1, -1);
  return lines.map((one) => one.split('\t'));
}
const offered = async (user: User, line: string, env = {}) => (await described(user, line, env)).map(([word]) => word);

const mina = await signedIn('mina');
await mina.run(['alias', 'set', 'pay', 'points transfer --to {1} --amount {2}']);
await mina.run(['alias', 'set', 'at', 'depin station {1} --utc']);
await mina.run(['alias', 'set', 'on-now', '--', 'depin', 'stations', '--status', 'ON']);
const stations = (await mina.json('depin stations --json')) as { id: string; name: string; status: string }[];

test('every command of every group can be completed word by word', async () => {
  for (const name of groupNames)
    for (const command of shown((await groups[name].load()).group.commands)) {
      const words = [name, ...command.name.split(' ').filter(Boolean)];
      for (const at of words.keys())
        expect(await offered(mina, [...words.slice(0, at), ''].join(' ')), words.join(' ')).toContain(words[at]);
    }
});

test('ids of things with their status and name, in the sandbox at once', async () => {
  const found = await described(mina, 'depin station ');
  expect(found).toEqual(stations.map(({ id, name, status }) => [id, `${status} ${name}`]));
  expect(await offered(mina, 'depin swaps --station ')).toEqual(stations.map(({ id }) => id));
  expect(await offered(mina, 'depin swaps --station=')).toEqual(stations.map(({ id }) => `--station=${id}`));
});

test('a ride is offered to the commands that take it, with its status, by its kind, and once', async () => {
  const line = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes --json';
  const { rideRequestId: id } = (await mina.json(line)) as { rideRequestId: string };
  expect(await described(mina, 'ride cancel ')).toEqual([[id, 'WAITPAY Royal Palace Central Market']]);
  expect(await offered(mina, 'ride status ')).toEqual([id]);
  expect(await offered(mina, 'wait ride:')).toEqual([`ride:${id}`]);
  expect(await offered(mina, 'watch ')).toEqual(expect.arrayContaining(['ride:', 'order:', 'payment:']));
  expect(await offered(mina, `wait ride:${id} `)).not.toContain(id);
  const [operation] = (await mina.json('ops list --json')) as { id: string }[];
  expect(await offered(mina, 'ops show ')).toContain(operation!.id);
  expect(await offered(mina, `wait ride:${id} `)).toContain(operation!.id);
});

test('a closed list behind =, and an option that was given is not offered again, unless it is repeatable', async () => {
  expect(await offered(mina, 'depin stations --status=')).toEqual(['--status=ON', '--status=OFF']);
  const left = await offered(mina, 'depin stations --status ON -v --utc -');
  expect(left).toEqual(expect.arrayContaining(['--type', '-v']));
  for (const given of ['--status', '--utc']) expect(left).not.toContain(given);
  expect(await offered(mina, 'api user get-balance-v2 --network ')).toContain('BSC');
  expect(await offered(mina, 'smoke --calls x -')).toContain('--calls');
});

test('behind -- no options are offered, and values still are', async () => {
  expect(await offered(mina, 'depin station -- -')).not.toContain('--utc');
  expect(await offered(mina, 'depin station -- ')).toEqual(stations.map(({ id }) => id));
});

test('an alias stands beside the groups, and completes as its line does: its values, then the options of its command', async () => {
  expect(await offered(mina, '')).toEqual([...groupNames, 'help', 'at', 'on-now', 'pay']);
  expect(await offered(mina, 'at ')).toEqual(stations.map(({ id }) => id));
  const options = await offered(mina, 'pay dara ');
  expect(options).toEqual(expect.arrayContaining(['--client-ref', '--yes']));
  expect(options).not.toContain('--to');
  expect(await offered(mina, 'pay dara 5 --')).toContain('--new-recipient');
  expect(await offered(mina, 'at --')).not.toContain('--utc');
  expect(await offered(mina, 'on-now --type ')).toContain('HUB');
});

test('names of persons are masked', async () => {
  const found = await described(mina, 'points transfer --to ');
  expect(found.length).toBeGreaterThan(0);
  for (const [, is] of found) expect(is).toContain('•');
});

test('names of this machine: profiles, contacts, operations', async () => {
  await mina.run('profile add staging --base https://api.example.com/{service}');
  await mina.run('wallet contacts add Dara 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --yes');
  expect(await offered(mina, 'profile use ')).toEqual(['sandbox', 'staging']);
  expect(await offered(mina, '-p sandbox,')).toEqual(['sandbox,sandbox', 'sandbox,staging']);
  expect(await offered(mina, 'wallet send --to ')).toContain('Dara');
  const operations = ((await mina.json('ops list --json')) as { id: string }[]).map(({ id }) => id);
  expect(await offered(mina, 'ops show ')).toEqual(operations);
});

test('a profile is set: services without an address, and the values of a setting', async () => {
  await mina.run('profile add two --service user=https://a.example.com');
  const keys = await offered(mina, 'profile set two ');
  expect(keys).toEqual(expect.arrayContaining(['service.sale', 'limits.day', 'readOnly', 'chain.BSC']));
  expect(keys).not.toContain('service.user');
  expect(await offered(mina, 'profile set two read-only ')).toEqual(['true', 'false']);
  expect(await offered(mina, 'profile set two readOnly ')).toEqual(['true', 'false']);
});

test('the profile on the line, and the environment, decide whose ids are offered', async () => {
  expect(await offered(mina, '-p staging wallet contacts remove ')).toEqual([]);
  expect(await offered(mina, 'wallet contacts remove ', { TUK_PROFILE: 'staging' })).toEqual([]);
  expect(await offered(mina, 'wallet contacts remove ')).toEqual(['Dara']);
  const typed = '--profile=sandbox wallet contacts remove ';
  expect(await offered(mina, typed, { TUK_PROFILE: 'staging' })).toEqual(['Dara']);
});

test('an unknown profile has closed lists and no ids; of several profiles the first one counts', async () => {
  expect(await offered(mina, '-p nowhere depin stations --status ')).toEqual(['ON', 'OFF']);
  expect(await offered(mina, '-p nowhere depin station ')).toEqual([]);
  expect(await offered(mina, '-p sandbox,staging wallet contacts remove ')).toEqual(['Dara']);
});

test('without a session nothing is signed in, written or asked', async () => {
  const user = newUser();
  const before = readdirSync(user.home);
  expect(await offered(user, 'auth sessions revoke ')).toEqual([]);
  expect(await offered(user, 'depin stations --status ')).toEqual(['ON', 'OFF']);
  expect(readdirSync(user.home).filter((name) => !before.includes(name) && !/^sandbox\.db/.test(name))).toEqual([]);
});

test('a misspelt alias is suggested, and help says what it is', async () => {
  expect((await mina.run('paay x')).stderr).toContain('Did you mean pay?');
  expect((await mina.run('on-nw')).stderr).toContain('Did you mean on-now?');
  const stdout = expect.stringMatching(
    /^tuk pay is an alias of yours: tuk points transfer --to \{1\}[\s\S]*Send points/,
  );
  expect(await mina.run('help pay')).toMatchObject({ code: exit.ok, stdout });
  expect((await mina.run('help on-now')).stdout).toMatch(/^tuk on-now is an alias of yours/);
  expect((await mina.run('help keys')).stdout).not.toContain('alias of yours');
});
