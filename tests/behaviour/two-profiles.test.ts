// Two profiles side by side, the second only read; and the whole program with its preferences, which a second start has.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApplicationDependencies } from '../../src/ui/application.js';
import type { ReadResult } from '../../src/ui/state/core/responses.js';
import { conversation } from '../support/conversation.js';
import { ends, exit } from '../support/exit.js';
import { fakeClock, program, renderApplication } from '../support/screen.js';
import { respondJson } from '../support/scripted-server.js';
import { through } from '../support/through.js';
import { newUser } from '../support/tuk.js';
import { signedIn, userOfTwo } from '../support/users.js';

const rows = (name: string, count: number): ReadResult => ({
  value: Array.from({ length: count }, (_, at) => ({ id: `${name}-${at + 1}`, what: `${name} thing ${at + 1}` })),
});

/** The application with a second profile, whose reads a function answers. */
async function open(load: ApplicationDependencies['load'], others: Partial<ApplicationDependencies> = {}) {
  fakeClock();
  const app = await renderApplication({ head: { profile: 'one', other: 'two' }, load, first: 'Points', ...others });
  await app.advance(1000);
  return app;
}

describe('on the screen', () => {
  test('the same read is made with both, and each has its rows below its name', async () => {
    const lines: string[] = [];
    const app = await open(async (line) => {
      lines.push(line);
      return line.endsWith('-p two') ? rows('theirs', 2) : rows('mine', 3);
    });
    expect(lines).toEqual(expect.arrayContaining(['points missions list', 'points missions list -p two']));
    expect(app.text()).toMatch(/one \| two/);
    expect(app.text()).toMatch(/one {2}3[\s\S]*mine thing 3[\s\S]*two {2}2[\s\S]*theirs thing 2/);
    expect(app.text()).toContain('$ tuk points missions list -p one,two');
    await app.press('/thing 2\r');
    expect(app.text()).toMatch(/one {2}1[\s\S]*two {2}1/);
    await app.press('q');
  });

  test('no key acts on the second profile: enter, marks and actions are those of the first', async () => {
    const app = await open(async (line) => (line.endsWith('-p two') ? rows('theirs', 9) : rows('mine', 1)));
    for (const keys of ['jjjj ', 'G']) {
      await through(app, keys, 'y');
      expect(app.text()).toContain('Sent to the terminal: mine-1');
    }
    await app.press('q');
  });

  test('palette: beside NAME shows another one, beside off shows one', async () => {
    const asked: (string | undefined)[] = [];
    const app = await open(async () => rows('mine', 1), {
      beside: async (profile) => void asked.push(profile),
      commands: async () => [
        { name: 'beside two', is: 'show it', entry: 'beside', line: 'two' },
        { name: 'beside off', is: 'show one', entry: 'beside', line: '' },
      ],
    });
    for (const keys of [':beside two', '\r', ':beside off', '\r']) await app.press(keys);
    expect(asked).toEqual(['two', undefined]);
    await app.press('q');
  });
});

/** A home with the profiles a and b, at a server that answers lists of points with the name of the profile. */
const homeOfTwo = () =>
  userOfTwo((name, { path: at }) =>
    respondJson(at.endsWith('/mvp/history') ? [{ id: `${name}-1`, amount: '1', description: `Of ${name}` }] : []),
  );

test('the whole program: tuk -p a,b; what the second one signs out of is gone at once', async () => {
  const { home, run } = await homeOfTwo();
  const app = await program(['-p', 'a,b', 'points'], { home, size: { columns: 130, rows: 30 } });
  await through(app, /Missions/, 'll', /Of a .*Of b/);
  await run('logout -p b --yes');
  await app.until(/Sign in: tuk login -p b/);
  expect(app.text()).toMatch(/Of a(?![\s\S]*Of b)/);
  await app.press('q');
  expect(await app.ended()).toBe(exit.ok);
});

test.each([
  ['-p sandbox,b,c', 'two profiles side by side at most'],
  ['-p sandbox,nobody', 'There is no profile "nobody"'],
  ['-p sandbox,', 'lacks the name'],
])('%s is refused in a sentence', async (line, said) => {
  expect(await newUser().run(line, { terminal: true })).toMatchObject(ends(exit.usage, said));
});

test('the screen reader form says the rows of both', async () => {
  const { home } = await homeOfTwo();
  const session = conversation(['-p', 'a,b'], { home });
  await session.opening;
  const said = await session.type('points history');
  expect(said).toMatch(/Profile b: 1 row\.[\s\S]*Of b[\s\S]*Profile a:[\s\S]*Of a/);
  await session.type('q');
});

test('a sorted board without one column, its group and the switches come back', async () => {
  const { home } = await signedIn();
  const file = path.join(home, 'preferences.json');
  const first = await program([], { home });
  await through(first, '1', /STATUS/, 'H', 's');
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  const expected = { group: 'Assets', boards: { 'assets offerings': { hidden: ['status'], sort: { down: false } } } };
  expect(kept).toMatchObject(expected);
  for (const line of [':mouse off\r', ':theme light\r']) await first.press(line);
  expect(first.written()).toContain('\x1b[?1006l\x1b[?1000l');
  await first.press('q');
  expect(await first.ended()).toBe(exit.ok);
  const second = await program([], { home });
  await second.until(/↑/);
  expect(second.text()).not.toContain('STATUS');
  expect(second.written()).not.toContain('\x1b[?1000h');
  await second.press('q');
  expect(await second.ended()).toBe(exit.ok);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...{ ...kept, mouse: false, theme: 'light' },
    left: { sandbox: expect.any(String) },
  });
});

test('the theme and the mouse of a profile of an earlier version become preferences', async () => {
  const { home } = await signedIn();
  const config = path.join(home, 'config.json');
  const base = 'http://127.0.0.1:9/{service}';
  writeFileSync(config, JSON.stringify({ current: 'old', profiles: { old: { base, theme: 'light', mouse: false } } }));
  const screen = await program([], { home });
  await through(screen, ':theme auto\r', 'q');
  expect(await screen.ended()).toBe(exit.ok);
  expect(screen.written()).not.toContain('\x1b[?1000h');
  expect(JSON.parse(readFileSync(path.join(home, 'preferences.json'), 'utf8'))).toMatchObject({ mouse: false });
});
