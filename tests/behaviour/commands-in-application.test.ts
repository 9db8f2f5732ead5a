// Commands in the application: what their dialogs say, long ones, what is on a screen goes to a file, and balances while the token list cannot be read.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApplicationDependencies } from '../../src/ui/application.js';
import { afterFile } from '../support/cleanup.js';
import { exit } from '../support/exit.js';
import { fakeClock, program, renderApplication } from '../support/screen.js';
import { neverRespond, respond, type Script } from '../support/scripted-server.js';
import { through } from '../support/through.js';
import { newHome, newUser } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

test('a command that takes long says for how long it runs, and which request has no response', async () => {
  const { home } = await stubUser(neverRespond);
  const app = await program([], { home });
  await through(app, /▸ NEEDS YOU/, ':api user getCurrent\r', /◐ runs(?! \d)/);
  await app.advance(4000);
  await through(app, /◐ runs \d+ s, waits for GET user \/[\w/]+/, '\x03', /Exit code 130/, '\x03', '\x03');
  expect(await app.ended()).toBe(exit.interrupted);
});

describe('a command that neither ends nor hears its signal', () => {
  async function stuck(size: Parameters<typeof renderApplication>[1] = {}) {
    fakeClock();
    let interrupted: AbortSignal | undefined;
    const load = async () => ({ value: [] });
    const commands = async () => [{ name: 'points balance', is: 'Show' }];
    const run: ApplicationDependencies['run'] = (_line, _owner, streams) => {
      interrupted = streams?.signal;
      return new Promise<never>(() => {});
    };
    const app = await renderApplication({ load, commands, run }, size);
    await app.press(':points balance --watch\r');
    await app.advance(100);
    expect(app.text()).toContain('tuk points balance --watch');
    return { app, isInterrupted: () => interrupted?.aborted === true };
  }
  test('the stop signal restores the terminal at once, interrupts it, and waits for it for two seconds at most', async () => {
    const stop = new AbortController();
    const { app, isInterrupted } = await stuck({ signal: stop.signal });
    stop.abort('SIGTERM');
    await app.advance(0);
    expect([app.raw(), isInterrupted()]).toEqual([false, true]);
    await app.advance(2000);
    expect(await app.exited).toBe('stopped');
  });

  test('ctrl-c interrupts it, a second one leaves', async () => {
    const { app, isInterrupted } = await stuck();
    await app.press('\x03');
    expect([app.raw(), isInterrupted()]).toEqual([true, true]);
    await app.press('\x03');
    expect(app.raw()).toBe(false);
    await app.advance(2000);
    expect(await app.exited).toBe('interrupted');
  });
});

test('the frame says transfer before its first question, change for a dismissal, and neither for a read', async () => {
  const home = newHome();
  expect((await newUser(home).run('login')).code).toBe(exit.ok);
  const app = await program([], { home });
  await through(app, /▸ NEEDS YOU/, ':points transfer --to dara --amount 5\r', /is a new recipient/);
  expect(app.text()).toMatch(/ tuk points transfer --to dara --amount 5 ─+ transfer ─╮/);
  expect(app.text()).toMatch(/Costs in all +5\.5 MVP +│.*\n.*The user dara is a new recipient/);
  await through(app, '\x1b', /Enter goes back/, '\r', ':notify dismiss 1\r', /Type .* to go on/);
  expect(app.text()).toMatch(/ tuk notify dismiss 1 ─+ change ─╮/);
  await through(app, '\x1b', /Enter goes back/, '\r', ':points balance --watch --count 1\r', /Enter goes back/);
  expect(app.text()).not.toMatch(/ (?:transfer|change) ─/);
});

test('what a command has begun is watched', async () => {
  const home = newHome();
  expect((await newUser(home).run('login')).code).toBe(exit.ok);
  const app = await program([], { home });
  const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT';
  await through(app, /▸ NEEDS YOU/, `:${ride}\r`, /Type yes to go on/, 'yes\r', /Enter goes back/, '\r');
  await app.until(/tuk watch ride:[0-9a-f-]{36}/);
  await app.press('\x03');
});

test('a part of a list says that more follows, reads on at its last row, and keeps its rows meanwhile', async () => {
  const { home } = await signedIn('whale');
  const app = await program([], { home, size: { rows: 40, columns: 140 } });
  await through(app, /NEEDS YOU/, ':wallet history --network ETHEREUM\r', /20 rows, there may be more/, 'G');
  await app.until(/100 rows, there may be more/);
  expect(app.text()).toContain('wallet history --network ETHEREUM --all --limit 100');
  await through(app, 'G', /500 rows, there may be more/, 'q');
});

test('E writes what is on the screen to a new file in the form of its name, and never over a file', async () => {
  const { home } = await signedIn();
  const cwd = mkdtempSync(path.join(tmpdir(), 'tuk-export-'));
  afterFile(() => rmSync(cwd, { recursive: true, force: true }));
  const app = await program([], { home });
  await through(app, /NEEDS YOU/, '1', /Phnom Penh Tuk-tuks I/, '/Hanoi\r', 'E', /: export assets-offerings\.csv/);
  await through(app, `\x15export ${path.join(cwd, 'assets-offerings.csv')}\r`, /✓ Written: /);
  const file = path.join(cwd, 'assets-offerings.csv');
  const written = readFileSync(file, 'utf8');
  expect(written.trimEnd().split('\n')).toHaveLength(2); // the filter counts
  expect(written).toMatch(/^id,title,[\s\S]*Hanoi Bikes/);
  await through(app, 'E', `\x15export ${file}\r`, /exists, and is left as it is/);
  expect(readFileSync(file, 'utf8')).toBe(written);
  await through(app, 'E', `\x15export ${cwd}/all.txt\r`, /must end in \.csv, \.json or \.md/);
  expect(existsSync(path.join(cwd, 'all.txt'))).toBe(false);
  await through(app, `\x15export ${cwd}/a.json\r`, /✓ Written: .*a\.json/);
  expect(JSON.parse(readFileSync(path.join(cwd, 'a.json'), 'utf8'))).toMatchObject([{ title: 'Hanoi Bikes' }]);
  await app.press('q');
});

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const usdc = [{ symbol: 'USDC', name: 'USD Coin', decimals: 6, priceId: 'usd-coin' }];
const holds = [
  { asset: { ticker: 'USDC', name: 'USD Coin' }, amount: '1500000', valuatedAmount: '1.50', valuatedCurrency: 'USD' },
];

/** The application over a service whose token list has this response. */
async function opened(list: Script, others: readonly object[] = []) {
  const service = { list };
  const { home } = await stubUser((socket, request) => {
    const body = request.path.includes('/balance')
      ? holds
      : [{ id: '1', network: 'BSC', name: 'One', address: mine }, ...others];
    if (request.path.includes('/token')) return service.list(socket, request);
    return respond(200, JSON.stringify(request.path.includes('/wallets') ? body : []))(socket, request);
  });
  return { service, app: await program([], { home }) };
}
const works = respond(200, JSON.stringify(usdc));
const fails = respond(500, '{"message":"asleep"}', { 'x-request-id': 'req-9' });

test('Home and the board keep the last amounts and mark them old; when the list is back they are new', async () => {
  const { service, app } = await opened(works);
  await app.until(/USDC +1\.5 /);
  service.list = fails;
  await app.advance(40_000);
  await app.until(/USDC +1\.5 [\s\S]*◌ \d+ s old +The tokens of BSC cannot/);
  expect(app.text()).not.toMatch(/base units|1,?500,?000/);
  await through(app, '3', 'r', /✗ The tokens of BSC cannot be read/);
  expect(app.text()).toMatch(/request req-9[\s\S]*TOKEN +AMOUNT[\s\S]*USDC +1\.5 /);
  service.list = works;
  await app.press('r');
  await app.advance(5000);
  await app.until(/^(?![\s\S]*cannot be read)/);
  app.stop('SIGTERM');
  await app.ended();
});

test('where no amount was ever read, the screen says why instead of base units; a list that will never come leaves them, named so', async () => {
  const refused =
    /✗ The tokens of BSC cannot be read, so amounts there are in base units: not for you [\s\S]*1500000 base/;
  for (const [list, keys, said] of [
    [fails, [], /✗ The tokens of BSC cannot be read/],
    [respond(403, '{"message":"not for you"}'), ['3'], refused],
    [respond(404, '{"message":"no such network"}'), [], /USDC +1500000 base units/],
  ] as const) {
    const { app } = await opened(list);
    for (const key of keys) await app.press(key);
    await app.until(said);
    if (list === fails) expect(app.text()).not.toMatch(/base units|1,?500,?000/);
    app.stop('SIGTERM');
    await app.ended();
  }
});

test('a wallet whose address cannot be sent is named; the balances of the others stand', async () => {
  const bad = { id: '2', network: 'BSC', name: 'Two', address: `${mine.slice(0, -1)}\ud800` };
  const { app } = await opened(works, [bad]);
  await through(app, /USDC +1\.5 [\s\S]*✗ BSC, 0xf39F/, '3');
  await app.until(/✗ BSC, 0xf39F\w+\\ud800: [\s\S]*TOKEN +AMOUNT[\s\S]*USDC +1\.5 /);
  app.stop('SIGTERM');
  await app.ended();
});

test('a watched ride that a service refuses later says that this account may not see it, with the id of the request', async () => {
  let reads = 0;
  const { home } = await stubUser((socket, request) => {
    const isRide = request.path.includes('/rides/request/r-1');
    const refused = respond(403, '{"message":"not for you"}', { 'x-request-id': 'req-9' });
    const ride = respond(200, isRide ? '{"id":"r-1","status":"PICKUP"}' : '[]');
    return (isRide && ++reads > 1 ? refused : ride)(socket, request);
  });
  const app = await program([], { home });
  await through(app, /▸ NEEDS YOU/, ':watch ride:r-1\r', /PICKUP/);
  await app.advance(10_000);
  await app.until(/This account is not allowed to see it[\s\S]*request req-9/);
  app.stop('SIGTERM');
  await app.ended();
});
