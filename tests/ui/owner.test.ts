// The owner of the application's data: a change of profile or session replaces all of it at once, and late responses are dropped.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupScreens, homePanes } from '../../src/commands/app/boards.js';
import { lineText } from '../../src/ui/format/line.js';
import type { Loaded } from '../../src/ui/models/answers.js';
import type { AppEvent } from '../../src/ui/models/app-events.js';
import { application } from '../../src/ui/models/application.js';
import type { Application } from '../../src/ui/models/state.js';
import { applicationLines, tableIn } from '../../src/ui/present/application.js';
import { shown, stopClock } from '../support/application.js';
import { conversation } from '../support/conversation.js';
import { homeWith } from '../support/processes.js';
import { answer, type Script, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { newHome, person } from '../support/tuk.js';

/** A home in which mina is signed in to the sandbox. */
async function homeOfMina(): Promise<string> {
  const home = newHome();
  await tuk(home, 'login --as mina');
  return home;
}
/** Runs a command beside the application, which has to succeed. */
async function tuk(home: string, line: string, stdin = ''): Promise<void> {
  const { code, stderr } = await person(home).run(line, { stdin });
  expect(code, stderr).toBe(0);
}
/** The exit code; the terminal is as it was before. */
async function ended(one: Terminal): Promise<number> {
  const { exitCode } = await one.exited;
  await one.text();
  expect(one.buffer()).toBe('normal');
  expect(one.written().lastIndexOf('\x1b[?25h')).toBeGreaterThan(one.written().lastIndexOf('\x1b[?25l'));
  return exitCode;
}
/** The address that each has its tokens at in the sandbox. */
const addressOf = { mina: '0xf39F', whale: '0x9965' };

describe('the session ends while the application is open', () => {
  test('reads that fail at once never block keys, timers and signals', async () => {
    stopClock();
    const stop = new AbortController();
    let asked = 0;
    const load = async (): Promise<Loaded> => {
      if (++asked > 500) return new Promise(() => {}); // the test is to fail, not to hang
      throw new Error('Not signed in. Sign in: tuk login');
    };
    const one = await shown({ load });
    await one.pass(3 * 60_000);
    await one.press('3');
    await one.press('?'); // help
    expect(one.text()).toContain('Keys of Wallet');
    await one.press('?q');
    expect([await one.left, one.raw()]).toEqual(['left', false]);
    expect(asked).toBeLessThan(60);
    const two = await shown({ load }, stop.signal);
    await two.pass(3 * 60_000);
    stop.abort();
    expect([await two.left, two.raw()]).toEqual(['stopped', false]);
  }, 60_000);

  test.each([
    ['q', 0],
    ['ctrl-c twice', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'tuk logout in another process: sign-in is offered, nothing of the person stays, and %s leaves',
    async (way, code) => {
      const home = await homeOfMina();
      const one = terminal([], { home });
      await one.until(/No ride is under way/);
      one.press('3');
      await one.until(new RegExp(addressOf.mina));
      await tuk(home, 'logout');
      const screen = await one.until(/Nobody is signed in: type :login to sign in\./);
      expect(screen).toMatch(/not signed in/);
      expect(screen).not.toContain(addressOf.mina);
      one.press('r0');
      await one.until(/Nobody is signed in\.\n +Sign in: type :login/);
      if (way === 'q') one.press('q');
      else if (way === 'ctrl-c twice') one.press(keys.ctrlC + keys.ctrlC);
      else one.kill(way);
      expect(await ended(one)).toBe(code);
    },
    30_000,
  );
});

const size = { rows: 24, columns: 80 };
const now = Date.parse('2026-11-20T06:00:00Z');
const first = { owner: 'first', head: { profile: 'one', who: 'Ann Private' }, signedIn: true };
const second = { owner: 'second', head: { profile: 'two', mark: 'protected' }, signedIn: true } as const;

/** The application of the first owner after some events and keys, and all that it wants done. */
function app(events: readonly (AppEvent | string)[]) {
  const board = application({ ...first, groups: groupScreens, panes: homePanes, suffix: '' });
  let state: Application = board.initial;
  let effects: unknown[] = [];
  for (const event of [{ what: 'begun' } as AppEvent, ...events])
    [state, ...effects] = board.update(state, typeof event === 'string' ? { what: 'key', key: event, size } : event, now);
  return { state, effects };
}
const drawn = (state: Application) => applicationLines(state, tableIn(state, now), size, now).map(lineText).join('\n');
const came = (line: string, value: unknown): AppEvent => ({ what: 'answer', of: 'first', line, loaded: { value } });
const offerings = came('assets offerings', [
  { id: 'private-1', title: 'Private A' },
  { id: 'private-2', title: 'Private B' },
]);
const rides = came('ride status --known', [{ id: 'private-ride', status: 'PICKUP' }]);
const isOther: AppEvent = { what: 'owner', ...second };

describe('another owner', () => {
  test.each([
    ['a list', ['1', offerings]],
    ['rows that are picked', ['1', offerings, 'space', 'j', 'space']],
    ['a filter', ['1', offerings, '/', ...'private', 'enter']],
    ['a filter that is typed', ['1', offerings, '/', ...'private']],
    ['a detail', ['1', offerings, 'enter', came('assets offering private-1', { id: 'private-1', owner: 'private' })]],
    ['raw JSON', ['1', offerings, 'J']],
    ['a command that is typed', ['1', offerings, ':', ...'ride watch private-ride']],
    ['a list of actions', ['1', offerings, 'x']],
    ['a ride that is watched', ['2', rides, 'enter']],
    [
      'an order that is followed',
      [':', ...'store order wait private-3'.replaceAll(' ', '\0')].map((key) => (key === '\0' ? 'space' : key)).concat('enter'),
    ],
    ['what was seen before, and other groups', ['1', offerings, 'enter', '2', rides, '3', '6']],
    ['what was said of it', ['1', offerings, 'y']],
    [
      'a ranking beside missions',
      ['5', came('points missions list', [{ id: 'private-4' }]), came('points balance', { amount: 'private' })],
    ],
  ] as const)('nothing of the one before stays: %s', (_, events) => {
    expect(JSON.stringify(app(events).state)).toMatch(/private/i);
    for (const change of [
      isOther,
      { what: 'came back', line: 'profile use two', code: 0, ...second },
      { what: 'signed in', ...second },
    ] as const) {
      const { state } = app([...events, change]);
      expect(JSON.stringify(state)).not.toMatch(/private/i);
      expect(drawn(state)).not.toMatch(/private/i);
      expect(drawn(state)).toMatch(/^ tuk {2}two {2}▲ PROTECTED/);
      const back = app([...events, change, '[', '-', '1', '2', 'enter']).state; // no way leads back to it
      expect(JSON.stringify(back)).not.toMatch(/private/i);
    }
  });

  test('group and screen stay and are requested at once; following ends', () => {
    const { state, effects } = app(['1', 'l', isOther]);
    expect(drawn(state)).toMatch(/Assets › Offerings \[Vehicles\]|\[Vehicles\]/);
    expect(effects).toEqual([expect.objectContaining({ do: 'load', line: 'assets vehicles' })]);
    expect(app(['2', rides, 'enter', isOther]).effects).toContainEqual({ do: 'stop watching' });
    const following = app(
      [':', ...'store order wait x-1']
        .map((key) => (key === ' ' ? 'space' : key))
        .concat('enter')
        .concat([]) as string[],
    );
    expect(following.state.followed).toBe('store order wait x-1');
    const out = { ...second, head: { profile: 'one' }, signedIn: false };
    const left = app([...[':', ...'store order wait x-1'].map((key) => (key === ' ' ? 'space' : key)), 'enter', { what: 'owner', ...out }]);
    expect(left.effects).toContainEqual({ do: 'stop following' });
    expect(drawn(left.state)).toMatch(/not signed in[\s\S]*Nobody is signed in: type :login to sign in\./);
  });

  test('late responses, failures and names of the former owner are dropped', () => {
    const late: AppEvent[] = [
      offerings,
      { what: 'failed', of: 'first', line: 'assets offerings', text: 'private failure' },
      { what: 'who', of: 'first', name: 'Private Person' },
      { what: 'trouble', of: 'first', text: 'private trouble' },
      { what: 'absent', of: 'first', line: 'assets offerings' },
    ];
    for (const event of late) {
      const { state } = app(['1', isOther, event]);
      expect(JSON.stringify(state)).not.toMatch(/private/i);
      expect(state).toEqual(app(['1', isOther]).state); // the request of the new owner is still under way
    }
    expect(JSON.stringify(app(['1', isOther, { ...offerings, of: 'second' } as AppEvent]).state)).toMatch(/Private A/);
  });

  test('the same owner: responses and positions stay, as after a renewal or a command', () => {
    const { state } = app(['1', offerings, 'j', { what: 'owner', ...first }, { what: 'came back', line: 'ops list', code: 0, ...first }]);
    expect(drawn(state)).toMatch(/▸ .*Private B/);
  });
});

describe('on the screen', () => {
  test('a read that was pending at the change of owner is never shown, and is requested anew', async () => {
    stopClock();
    const held: ((loaded: Loaded) => void)[] = [];
    let hear: ((owner: typeof second) => void) | undefined;
    const one = await shown({
      owner: 'first',
      load: (line) => (line === 'wallet balance' ? new Promise((on) => held.push(on)) : Promise.resolve({ value: [] })),
      onOwner: (tell) => {
        hear = tell as typeof hear;
      },
    });
    await one.press('3');
    expect(held).toHaveLength(1);
    hear?.(second);
    await one.pass(500);
    held[0]?.({ value: [{ id: 'a', token: 'PRIVATE' }] });
    await one.pass(500);
    expect(held).toHaveLength(2);
    expect(one.frames()).not.toContain('PRIVATE');
    held[1]?.({ value: [{ id: 'b', token: 'OPEN' }] });
    await one.pass(500);
    expect(one.text()).toMatch(/^ tuk {2}two {2}▲ PROTECTED[\s\S]*OPEN/);
    await one.press('q');
  });

  test('after a command that changed the profile not even the first frame shows old data', async () => {
    stopClock();
    const one = await shown({
      owner: 'first',
      load: async (line) => (line === 'wallet balance' ? { value: [{ id: 'a', token: 'PRIVATE' }] } : { value: [] }),
      commands: async () => [{ name: 'profile use', values: '<name>', is: 'Use' }],
      run: () => {
        one.frames();
        return Promise.resolve({ code: 0, ...second, owner: 'second' });
      },
    });
    await one.press('3');
    expect(one.text()).toContain('PRIVATE');
    await one.press(':profile use two\r');
    const frames = one.frames();
    expect(frames).toContain('▲ PROTECTED');
    for (const frame of frames.split('\f').filter((text) => text.includes('[3Wallet]') && text.includes('PRIVATE')))
      expect(frame).toMatch(/ tuk {2}two /); // its own answer, by then
    expect(frames.split('\f').find((text) => text.includes('[3Wallet]'))).not.toContain('PRIVATE');
    await one.press('q');
  });

  test("a sign-in by another process: only the other person's tokens are shown from then on", async () => {
    const home = await homeOfMina();
    const one = terminal([], { home });
    await one.until(/No ride is under way/);
    one.press('3');
    await one.until(new RegExp(`${addressOf.mina}[\\s\\S]*Mi•• P|Mi•• P[\\s\\S]*${addressOf.mina}`));
    one.press('/e\rJ'); // a filter, and raw JSON above it
    await one.until(/› JSON/);
    await tuk(home, 'login --as whale');
    await one.until(/Another session is in use now\./);
    const from = one.written().length;
    await one.until(new RegExp(`Wa•• F[\\s\\S]*${addressOf.whale}`));
    one.press('0');
    await one.until(/NOTIFICATIONS[\s\S]*No notifications\./);
    one.press('[');
    await one.until(/TOKEN/);
    expect(one.written().slice(from)).not.toContain(addressOf.mina);
    one.press('q');
    expect(await ended(one)).toBe(0);
  }, 120_000);

  test(':login --as, -p of another profile, :profile use, :logout', async () => {
    const home = await homeOfMina();
    await tuk(home, 'profile add other --base http://127.0.0.1:9/{service} --protected');
    const one = terminal([], { home, cols: 110 });
    const command = async (line: string, done: RegExp) => {
      one.press(`:${line}\r`);
      await one.until(done);
      one.press(keys.enter);
      await one.until(/\? keys$/);
      return (await one.text()).join('\n');
    };
    await one.until(/No ride is under way/);
    one.press('3');
    await one.until(new RegExp(addressOf.mina));
    const same = await command('whoami -p other', /\$ tuk whoami -p other[\s\S]*Exit code 4\. Enter goes back/);
    expect(same).toMatch(/sandbox[\s\S]*◇ SANDBOX/);
    expect(same).toContain(addressOf.mina);
    await command('login --as whale', /Signed in as whale[\s\S]*Done\. Enter goes back/);
    await one.until(new RegExp(`Wa•• F[\\s\\S]*${addressOf.whale}`));
    const other = await command('profile use other', /Profile other is in use\.[\s\S]*Enter goes back/);
    expect(other).toMatch(/^ tuk {2}other {2}▲ PROTECTED/);
    expect(await one.until(/Not signed in\. Sign in: tuk login/)).not.toMatch(/SANDBOX|0x/);
    await command('profile use sandbox', /Profile sandbox is in use\.[\s\S]*Enter goes back/);
    await one.until(new RegExp(`◇ SANDBOX[\\s\\S]*${addressOf.whale}`));
    const out = await command('logout', /Signed out of profile sandbox[\s\S]*Enter goes back/);
    expect(out).toMatch(/not signed in/);
    expect(out).not.toMatch(/0x/);
    one.press('q');
    expect(await ended(one)).toBe(0);
  }, 60_000);

  test('a response that was delayed past a sign-in is dropped, and no request mixes the two persons', async () => {
    let release: (() => void) | undefined;
    const seen: string[] = [];
    const script: Script = (socket, asked) => {
      const token = asked.headers.authorization?.replace('Bearer ', '') ?? '';
      if (!asked.path.endsWith('/v2/wallets')) return answer(200, '[]')(socket, asked);
      seen.push(token);
      const wallets = answer(200, JSON.stringify([{ id: `wallet-of-${token}`, address: `address-of-${token}`, name: `name-of-${token}` }]));
      if (token === 'first') release = () => wallets(socket, asked);
      else wallets(socket, asked);
    };
    const server = await scripted(script);
    const home = await homeWith('staged', `${server.url}/{service}`, { accessToken: 'first', refreshToken: 'refresh-1' });
    const one = terminal(['-p', 'staged'], { home });
    await one.until(/\[Home\]/);
    one.press('3l'); // Wallets
    await one.until(/\[Wallets\]/);
    while (!release) await new Promise((on) => setImmediate(on));
    await tuk(home, 'login --tokens-stdin -p staged', JSON.stringify({ accessToken: 'second', refreshToken: 'refresh-2' }));
    release();
    expect(await one.until(/of-second/)).not.toContain('of-first');
    expect(one.written()).not.toContain('of-first');
    expect(seen.lastIndexOf('first')).toBeLessThan(seen.indexOf('second'));
    one.press('q');
    expect(await ended(one)).toBe(0);
  }, 120_000);

  test('a command chosen on the screen of one person is not run as another', async () => {
    const home = await homeOfMina();
    const { run } = person();
    expect((await run('whoami', { env: { TUK_HOME: home } })).code).toBe(0);
    const talk = conversation(['-p', 'sandbox'], { home });
    await talk.opening;
    await talk.type('notify');
    expect(await talk.type('1')).toMatch(/Notify, Notifications\. \d+ rows?\./);
    await talk.type('x 1');
    await tuk(home, 'login --as whale');
    expect(await talk.type('1')).toMatch(/Not run: another profile or session is in use now: tuk notify [\s\S]*Wa/);
    await talk.type('q');
    expect(await talk.ended).toBe(0);
  }, 120_000);
});

describe('the linear form', () => {
  test("a sign-in by a command or by another process is announced, and only the other person's data are printed", async () => {
    const home = await homeOfMina();
    const talk = conversation(['--linear'], { home });
    await talk.opening;
    await talk.type('wallet');
    expect(await talk.type('1')).toContain(addressOf.mina);
    const whale = await talk.type('login --as whale');
    expect(whale).toMatch(
      /Done\.\ntuk\. Sandbox: nothing here is real\. Profile sandbox\. .*Signed in as Wa, masked\.[\s\S]*Wallet, Balances\./,
    );
    expect(whale).toContain(addressOf.whale);
    expect(whale).not.toContain(addressOf.mina);
    expect(await talk.type('m')).not.toContain(addressOf.mina);
    await tuk(home, 'login --as mina');
    const mina = await talk.type('1'); // a row of the list that was said, which is another one by now
    expect(mina).toMatch(/Another session is in use now\. All data are reloaded\.\n[\s\S]*Wallet, Balances\. \d+ rows/);
    expect(mina).toContain(addressOf.mina);
    expect(mina).not.toContain(addressOf.whale);
    await tuk(home, 'logout');
    const out = await talk.type('r');
    expect(out).toMatch(/Nobody is signed in: type l, or login, to sign in\./);
    expect(out).not.toContain('0x');
    await talk.type('q');
    expect(await talk.ended).toBe(0);
  }, 60_000);

  test('profile use: no data of the sandbox under the other profile', async () => {
    const home = await homeOfMina();
    await tuk(home, 'profile add other --base http://127.0.0.1:9/{service} --protected');
    const talk = conversation(['--linear'], { home });
    await talk.opening;
    await talk.type('wallet');
    await talk.type('1');
    expect(await talk.type('whoami -p other')).toMatch(/Exit code 4\.\n\nBack at Wallet, Balances\./);
    const other = await talk.type('profile use other');
    expect(other).toMatch(/tuk\. Protected\. Profile other\. Nobody is signed in\.[\s\S]*Not signed in/);
    expect(other).not.toMatch(/0x|rows/);
    expect(await talk.type('')).not.toMatch(/0x/);
    await talk.type('q');
    expect(await talk.ended).toBe(0);
  }, 60_000);

  test('a project file that names another profile counts at once', async () => {
    const home = await homeOfMina();
    await tuk(home, 'profile add other --base http://127.0.0.1:9/{service}');
    const talk = conversation(['--linear'], { home });
    await talk.opening;
    writeFileSync(path.join(home, '.tuk.json'), '{"profile":"other"}');
    expect(await talk.type('wallet')).toMatch(/Profile other is in use now\. Nobody is signed in/);
    await talk.type('q');
    expect(await talk.ended).toBe(0);
  });
});
