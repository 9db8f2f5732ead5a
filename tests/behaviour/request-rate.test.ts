// The request rate of the application over minutes of a fake clock; and -w on every read, or a reason why not.
import { describe, expect, test, vi } from 'vitest';
import type { Command } from '../../src/cli/command/command.js';
import { isReadOnly } from '../../src/cli/command/read-only.js';
import { createThrottle } from '../../src/commands/app/throttle.js';
import { pollOptions } from '../../src/engine/request/shared-options.js';
import { endsFor, watchStates } from '../../src/engine/watch/status-stream.js';
import { groupNames, groups } from '../../src/groups.js';
import { catalogue } from '../../src/services/catalogue/index.js';
import { exit } from '../support/exit.js';
import { inFakeTime, whileTimePasses } from '../support/fake-time.js';
import { clockNow, clockRest, fakeClock, renderApplication } from '../support/screen.js';
import { jsonLines } from '../support/streams.js';
import { signedIn } from '../support/users.js';
import { virtualTime } from '../support/virtual-time.js';

const minute = 60_000;
const flood = 200; // requests

describe('a failing read of the application', () => {
  test('failing fields of a form are not requested repeatedly', async () => {
    fakeClock();
    let requests = 0;
    const app = await renderApplication({
      load: async () => ({ value: [] }),
      fields: async () => {
        if (++requests > flood) return new Promise<never>(() => {});
        throw new Error('The form cannot be read.');
      },
    });
    await app.press('2l'); // New: a form
    expect(app.text()).toContain('The form cannot be read.');
    await app.advance(minute);
    await app.press('jk');
    expect(requests).toBeLessThanOrEqual(2);
    await app.press('q');
    expect(await app.exited).toBe('left');
  });
});

describe('the minimum interval', () => {
  test('two requests of one read are at least a second apart, others are not delayed, and repeated requests do not queue', async () => {
    fakeClock();
    const began = clockNow();
    const pass = (to: number) => vi.advanceTimersByTimeAsync(to - (clockNow() - began));
    const spaced = createThrottle({ now: clockNow, pause: clockRest });
    const requests: string[] = [];
    const request = (read: string, name: string, takes = 0) =>
      spaced(read, async () => {
        requests.push(`${name} at ${clockNow() - began}`);
        if (takes > 0) await clockRest(takes);
      }).catch((error: Error) => requests.push(`${name}: ${error.message}`));
    for (const name of ['a1', 'a2', 'a3', 'a4']) request('a', name);
    request('b', 'b1');
    await pass(0);
    expect(requests).toEqual(['a1 at 0', 'b1 at 0']);
    await pass(5000);
    const replaced = ['a2', 'a3'].map((name) => `${name}: A newer request has replaced this one.`);
    expect(requests.slice(2).sort()).toEqual([...replaced, 'a4 at 1000']);
    request('a', 'a5', 700);
    await pass(5500);
    expect(requests.at(-1)).toBe('a5 at 5000');
    await pass(5900);
    request('a', 'a6');
    await pass(9000);
    expect(requests.at(-1)).toBe('a6 at 6700'); // a second after the previous response
  });

  test.each([
    ['who wants it now, again and again', {}, 100],
    ['a service that says: no wait at all', { wait: 0 }, undefined],
  ])('followed objects: %s', async (_, trouble, cut) => {
    const { now, deadlineIn } = virtualTime(cut);
    const requests: number[] = [];
    const stream = watchStates(['ride'], {
      statusesOf: () => ({ statusList: 'RideStatus', ends: endsFor('RideStatus') }),
      fetchStatus: async () => {
        requests.push(now());
        if ('wait' in trouble) throw new Error('down');
        return { status: requests.length % 2 === 0 ? 'PENDING' : 'ASSIGNED', row: {} };
      },
      outageOf: () => ({ message: 'down', ...trouble }),
      now,
      interval: 1000,
      random: () => 0,
      deadline: deadlineIn(60_300),
    });
    for (let done: boolean | undefined; !done && requests.length < flood; ) ({ done } = await stream.next());
    expect(requests.length).toBeGreaterThan(5);
    for (const [at, one] of requests.slice(1).entries()) expect(one - requests[at]!).toBeGreaterThanOrEqual(1000);
  });
});

const ownFile = 'its data changes only by commands on this machine';
const isProgram = 'it shows the program itself, which does not change';
const isTool = 'it has many calls, and a report and exit code of its own';
/** The reads without -w. */
const without: Readonly<Record<string, string>> = {
  whoami: 'the signed-in user changes only by commands',
  'alias list': ownFile,
  'api list': isProgram,
  'api show': isProgram,
  'auth status': 'its exit code is its answer',
  'case open': 'it shows a file',
  'config show': ownFile,
  diff: isTool,
  doctor: isTool,
  explain: 'it explains a text, which does not change',
  find: isTool,
  'image create': 'it writes a file',
  'api import': 'it translates a text, which does not change',
  'learn show': isTool,
  'ops export': 'it exports a period for accountants; ops list has -w',
  'plan show': ownFile,
  'profile list': ownFile,
  'profile show': ownFile,
  'sandbox fault list': 'sandbox log --follow follows the sandbox',
  'sandbox session list': 'sandbox log --follow follows the sandbox',
  'wallet verify': 'it computes with what was typed, which does not change',
  'sandbox status': 'sandbox log --follow follows the sandbox',
  'wallet key address': ownFile,
};

type Named = { readonly name: string; readonly command: Command };
async function reads(): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (const group of groupNames)
    for (const command of (await groups[group].load()).group.commands)
      if (await isRead(command)) found.push({ name: `${group} ${command.name}`.trim(), command });
  return found;
}

/** Whether a command only reads: by its declaration, by the effects of its calls, or by its name. */
async function isRead(command: Command): Promise<boolean> {
  if (command.wait || /(^| )(watch|wait)$/.test(command.name)) return false; // they follow a status to its end
  if (await isReadOnly(command)) return true;
  if (command.uses === undefined) return /(^| )(list|show|search|status)$/.test(command.name);
  for (const [service, calls] of Object.entries(command.uses))
    for (const call of calls) if ((await catalogue(service as 'user')).calls[call]?.effect !== 'none') return false;
  return true;
}
const repeats = ({ command }: Named) => command.options?.includes(pollOptions[0]!) === true;

test('every read has -w, or a reason why not', async () => {
  const all = await reads();
  expect(all.length).toBeGreaterThan(100);
  const never = all.filter((one) => !repeats(one)).map(({ name }) => name);
  expect(never.sort()).toEqual(Object.keys(without).sort());
});

test('an option --until or --count of a read itself keeps its meaning beside -w', async () => {
  const { run } = await signedIn();
  expect((await run('ops list --until 2020-01-01')).stdout).toBe('[]\n');
  expect((await run('ops list --until 2020-01-01 -w --count 1')).code).toBe(exit.ok);
  expect((await run('ops list --until nope -w --count 1')).code).toBe(exit.usage);
  expect((await run("diff 'ops list --until 2020-01-01' -p sandbox,sandbox")).stderr).not.toContain('repeats its read');
});

test('-w of the address book and of the ledger prints what another command adds', async () => {
  const { run } = await signedIn();
  await inFakeTime(async ({ pass, finish }) => {
    const contacts = run('wallet contacts list -w --interval 5s --count 40');
    const transfers = run('ops list -w --interval 5s --count 60');
    await pass(2000);
    await finish(run('wallet contacts add Dara 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --yes'));
    await finish(run('points transfer --to dara --amount 5 --new-recipient --yes'));
    const [book, ledger] = [await finish(contacts), await finish(transfers)];
    expect(jsonLines(book.stdout)).toMatchObject([{ id: 'Dara', change: 'came', after: { network: 'BSC' } }]);
    expect(jsonLines(ledger.stdout).at(-1)).toMatchObject({ change: expect.any(String), after: { amount: '5' } });
    expect([book.code, ledger.code]).toEqual([exit.ok, exit.ok]);
  });
});

test('a repeated read of a command takes --jq, --fields and CSV, and --until ends it', async () => {
  const { run } = await signedIn();
  await run('wallet contacts add Dara 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --yes');
  const list = 'wallet contacts list --interval 5s';
  const line = async (options: string) => {
    const { code, stdout } = await whileTimePasses(() => run(`${list} ${options}`));
    return [code, stdout];
  };
  expect(await line('--count 2 --jq .[].name')).toEqual([exit.ok, 'Dara\n']);
  expect(await line('--count 2 --fields name')).toEqual([exit.ok, '{"name":"Dara"}\n']);
  expect((await line('--count 2 -o csv'))[1]).toMatch(/^name,address,network\nDara,/);
  expect((await line('--until .[0].name=="Dara"'))[0]).toBe(exit.ok);
  expect((await line('--until false --count 2'))[0]).toBe(exit.pending);
  expect((await line('')).at(0)).toBe(exit.usage); // --interval alone
  expect((await line('-w -o yaml'))[0]).toBe(exit.usage);
});

test('two profiles: the rows of a command have their profiles, and -w repeats both', async () => {
  const { run } = await signedIn();
  await run('profile add other --base https://other.invalid/{service} --client-id WorkspaceWeb --client-version 1');
  await run('wallet contacts add Dara 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --yes');
  const { code, stdout } = await whileTimePasses(() => run('wallet contacts list -p sandbox,other --count 2'));
  const expected = [exit.ok, [{ id: 'sandbox Dara', after: { profile: 'sandbox', name: 'Dara' } }]];
  expect([code, jsonLines(stdout)]).toMatchObject(expected);
});

test('a batch refuses -w, which does not end, and takes --count', async () => {
  const { run } = await signedIn();
  const refused = await run('batch -', { stdin: 'command\nwallet contacts list -w\n' });
  expect([refused.code, refused.stdout]).toEqual([exit.usage, '']);
  expect(refused.stderr).toContain('-w, which does not end by itself');
  const taken = await run('batch -', { stdin: 'command\npoints balance --count 1\nops list --until 2020-01-01\n' });
  expect([taken.code, jsonLines(taken.stdout)]).toMatchObject([exit.ok, [{ exit: 0 }, { exit: 0 }]]);
});
