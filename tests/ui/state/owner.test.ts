// The owner of the application's data: a change of profile or session replaces all data at once, and late responses are dropped.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/ui/state/core/state.js';
import { conversation } from '../../support/conversation.js';
import { exit } from '../../support/exit.js';
import { appAfter, type Step, typed } from '../../support/frames.js';
import { failing, observes, responded } from '../../support/queries.js';
import { fakeClock, renderApplication } from '../../support/screen.js';
import { signedIn } from '../../support/users.js';

/** The start of each user's wallet address in the sandbox. */
const addressOf = { mina: '0xf39F', whale: '0x9965' };

const first = { owner: 'first', head: { profile: 'one', who: 'Ann Private' } };
const second = { owner: 'second', head: { profile: 'two', mark: 'protected' }, signedIn: true } as const;
/** The application of the first owner after some steps. */
const app = (steps: readonly Step[]) => appAfter(steps, { ...first, commands: [] });
const came = (line: string, value: unknown): AppEvent => ({ ...responded(line, { value }), of: 'first' }) as AppEvent;
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
    ['a filter that is typed', ['1', offerings, '/', ...'private']],
    ['a detail', ['1', offerings, 'enter', came('assets offering private-1', { id: 'private-1', owner: 'private' })]],
    ['raw JSON', ['1', offerings, 'J']],
    ['a list of actions', ['1', offerings, 'x']],
    ['a ride that is watched', ['2', rides, 'enter']],
    ['an order that is followed', [':', ...typed('watch order:private-3'), 'enter']],
    ['what was seen before, and other groups', ['1', offerings, 'enter', '2', rides, '3', '6']],
    ['missions', ['5', came('points missions list', [{ id: 'private-4' }])]],
  ] as const)('no data of the previous one stay: %s', (_, events) => {
    expect(JSON.stringify(app(events).state)).toMatch(/private/i);
    for (const change of [
      isOther,
      { what: 'command ended', line: 'profile use two', code: exit.ok, ...second },
      { what: 'signed in', ...second },
    ] as const) {
      const { state, text } = app([...events, change]);
      expect(JSON.stringify(state)).not.toMatch(/private/i);
      expect(text()).toMatch(/^ tuk {2}two {2}▲ PROTECTED(?![\s\S]*private)/i);
      const commandEnded = app([...events, change, '[', '-', '1', '2', 'enter']).state; // no navigation leads back to it
      expect(JSON.stringify(commandEnded)).not.toMatch(/private/i);
    }
  });

  test('group and screen stay and are requested at once; watching ends', () => {
    const vehicles = app(['1', 'l', isOther]);
    expect(vehicles.text()).toMatch(/\[Vehicles\]/);
    expect(vehicles.last).toEqual([observes('assets vehicles')]);
    expect(app(['2', rides, 'enter', isOther]).last).toContainEqual({ do: 'watch', lines: [] });
    const order = [':', ...typed('watch order:x-1'), 'enter'];
    expect(app(order).state.watched).toBe('watch order:x-1');
    const out = app([...order, { what: 'owner', ...second, head: { profile: 'one' }, signedIn: false }]);
    expect(out.last).toContainEqual({ do: 'watch', lines: [] });
    expect(out.text()).toMatch(/not signed in[\s\S]*Nobody is signed in: type :login to sign in\./);
  });

  test('late responses, failures and names of the previous owner are dropped', () => {
    const late: AppEvent[] = [
      offerings,
      { ...failing('assets offerings', { text: 'private failure' }), of: 'first' } as AppEvent,
      { what: 'who', of: 'first', name: 'Private Person' },
      { what: 'trouble', of: 'first', text: 'private trouble' },
    ];
    for (const event of late) {
      const { state } = app(['1', isOther, event]);
      expect(JSON.stringify(state)).not.toMatch(/private/i);
      expect(state).toEqual(app(['1', isOther]).state); // the request of the new owner is still pending
    }
    expect(JSON.stringify(app(['1', isOther, { ...offerings, of: 'second' } as AppEvent]).state)).toMatch(/Private A/);
  });

  test('the same owner: responses and positions stay, as after a renewal or a command', () => {
    const same = { ...first, signedIn: true };
    const ended: AppEvent = { what: 'command ended', line: 'ops list', code: exit.ok, ...same };
    expect(app(['1', offerings, 'j', { what: 'owner', ...same }, ended]).text()).toMatch(/▸ .*Private B/);
  });
});

describe('on the screen', () => {
  test('after a command that changed the profile no frame shows old data', async () => {
    fakeClock();
    let token = 'PRIVATE';
    const app = await renderApplication({
      owner: 'first',
      load: async (line) => (line === 'wallet balance' ? { value: [{ id: 'a', token }] } : { value: [] }),
      commands: async () => [{ name: 'profile use', values: '<name>', is: 'Use' }],
      run: () => {
        app.frames();
        token = 'OTHER';
        return Promise.resolve({ code: exit.ok, ...second, owner: 'second' });
      },
    });
    await app.press('3');
    expect(app.text()).toContain('PRIVATE');
    await app.press(':profile use two\r');
    const frames = app.frames();
    expect(frames).toContain('▲ PROTECTED');
    for (const frame of frames.split('\f').filter((text) => text.includes('PRIVATE')))
      expect(frame).not.toMatch(/ tuk {2}two /);
    await app.press('\r');
    expect(app.text()).toContain('OTHER');
    await app.press('q');
  });

  test('a command chosen on the screen of one user is not run as another', async () => {
    const { home, run } = await signedIn();
    const session = conversation(['-p', 'sandbox'], { home });
    await session.opening;
    await session.type('notify');
    expect(await session.type('1')).toMatch(/Notify, Notifications\. \d+ rows?\./);
    await session.type('x 1');
    await run('login --as whale');
    expect(await session.type('1')).toMatch(/Not run: another profile or session is in use now: tuk notify [\s\S]*Wa/);
    await session.type('q');
    expect(await session.exitCode).toBe(exit.ok);
  });
});

describe('the linear form', () => {
  test("a sign-in by a command or by another process is announced, and only the other user's data are printed", async () => {
    const { home, run } = await signedIn();
    const session = conversation(['--linear'], { home });
    await session.opening;
    await session.type('wallet');
    expect(await session.type('2')).toContain(addressOf.mina);
    const whale = await session.type('login --as whale');
    expect(whale).toMatch(
      /Done\.\ntuk\. Sandbox: nothing here is real\. Profile sandbox\. [\s\S]*Signed in as Wa, masked\.[\s\S]*Wallet, Wallets\./,
    );
    expect(whale).toContain(addressOf.whale);
    expect(whale).not.toContain(addressOf.mina);
    expect(await session.type('m')).not.toContain(addressOf.mina);
    await run('login --as mina');
    const mina = await session.type('1'); // a row number of the printed list, which is outdated by now
    expect(mina).toMatch(/Another session is in use now\. All data are reloaded\.\n[\s\S]*Wallet, Wallets\. \d+ rows/);
    expect(mina).toContain(addressOf.mina);
    expect(mina).not.toContain(addressOf.whale);
    await run('logout');
    const out = await session.type('r');
    expect(out).toMatch(/Nobody is signed in: type l, or login, to sign in\./);
    expect(out).not.toContain('0x');
    expect(await session.type('login --as mina')).toContain(addressOf.mina);
    expect(await session.type('logout')).toMatch(
      /Nobody is signed in\.\n\n(?!.*0x)[\s\S]*Not signed in\. l signs in\./,
    );
    await session.type('q');
    expect(await session.exitCode).toBe(exit.ok);
  });

  test('a project file that names another profile takes effect at once', async () => {
    const { home, run } = await signedIn();
    await run('profile add other --base http://127.0.0.1:9/{service} --protected');
    const session = conversation(['--linear'], { home });
    await session.opening;
    writeFileSync(path.join(home, '.tuk.json'), '{"profile":"other"}');
    expect(await session.type('wallet')).toMatch(/Profile other is in use now\. Nobody is signed in/);
    await session.type('q');
    expect(await session.exitCode).toBe(exit.ok);
  });
});
