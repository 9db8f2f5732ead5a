// Prompts of the built program in a real terminal: what is drawn, what stays, and that the terminal is restored.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inTerminal, keys, type Terminal, terminal } from '../support/terminal.js';

const script = path.resolve(import.meta.dirname, '../support/dialogue.mjs');
const asked = (asking: object | object[], given: Parameters<typeof inTerminal>[1] = {}) =>
  inTerminal([script, JSON.stringify([asking].flat())], given);
const ways = {
  ask: 'choose',
  question: 'How do you sign in',
  choices: [
    { key: 'web3', label: 'Web3 wallet', is: 'sign with a key' },
    { key: 'google', label: 'Google' },
    { key: 'kakao', label: '카카오 로그인', is: '한국' },
  ],
};
const many = {
  ask: 'choose',
  question: 'Which ride',
  choices: Array.from({ length: 200 }, (_, at) => ({ key: `k${at + 1}`, label: `Ride ${at + 1} 전기차` })),
};
/** All that is left on the screen when the program has ended. */
async function left(one: Terminal): Promise<string> {
  expect((await one.exited).exitCode).toBe(0);
  return (await one.all()).join('\n').trimEnd();
}
const cursorShown = (one: Terminal) => one.written().lastIndexOf('\x1b[?25h') > one.written().lastIndexOf('\x1b[?25l');

test('a choice: drawn, answered with arrows and enter that come in one piece, one plain line stays', async () => {
  const one = asked(ways);
  expect(await one.until(/esc leave/)).toBe(`? How do you sign in
▸ 1 Web3 wallet    sign with a key
  2 Google
  3 카카오 로그인  한국
  j k move  enter choose  esc leave`);
  expect(one.buffer()).toBe('normal');
  one.press(keys.down + keys.down + keys.up + keys.down + keys.enter);
  expect(await left(one)).toBe('? How do you sign in  카카오 로그인\nanswer: "kakao"');
  expect(cursorShown(one)).toBe(true);
});

test('j, k and numbers choose; keys typed ahead reach the dialogues that come after', async () => {
  const one = asked([ways, ways, { ask: 'typeLine', question: 'Name', options: {} }, { ask: 'plainLine' }]);
  await one.until(/esc leave/);
  one.press('jjk\r3Mina\rall of it\n');
  const screen = await left(one);
  expect(screen).toContain('? How do you sign in  Google\nanswer: "google"');
  expect(screen).toContain('answer: "kakao"');
  expect(screen).toContain('? Name  Mina\nanswer: "Mina"');
  expect(screen).toContain('answer: "all of it"');
});

test.each([
  ['esc', keys.esc],
  ['ctrl-c', keys.ctrlC],
  ['ctrl-d', keys.ctrlD],
])('%s leaves a choice and a line', async (_, key) => {
  const one = asked([ways, { ask: 'typeLine', question: 'Name', options: {} }, { ask: 'plainLine' }]);
  await one.until(/esc leave/);
  one.press(key);
  await one.until(/\? Name/);
  one.press(key);
  await one.until(/plain line:/);
  one.press('still here\n');
  expect(await left(one)).toBe(`? How do you sign in  (no answer)
answer: undefined
? Name  (no answer)
answer: undefined
plain line: still here
answer: "still here"`);
  expect(cursorShown(one)).toBe(true);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s leaves a choice, and a plain list', async (signal) => {
  for (const TERM of ['xterm', 'dumb']) {
    const one = asked(ways, { env: { TERM } });
    await one.until(/esc leave|Number, 1 to 3, or . to leave:/);
    one.kill(signal);
    expect(await left(one)).toMatch(/\(no answer\)\nanswer: undefined$/);
  }
});

test('a component that throws: the error is thrown, the terminal is restored', async () => {
  const one = asked([{ ...ways, choices: [null] }, { ask: 'plainLine' }]);
  await one.until(/plain line:/);
  one.press('still here\n');
  const screen = await left(one);
  expect(screen).toMatch(/^answer: \{"failed":"Cannot /);
  expect(screen).not.toMatch(/^ *at /m);
  expect(screen).toContain('answer: "still here"');
  expect(cursorShown(one)).toBe(true);
});

test('200 choices move in a window, and another size of the terminal keeps the marked row', async () => {
  const one = asked(many);
  const screen = await one.until(/1 of 200/);
  expect(screen.split('\n')).toHaveLength(14);
  one.press(keys.down.repeat(19));
  expect(await one.until(/20 of 200/)).toMatch(/▸ Ride 20 전기차\n {2}j k move/);
  one.resize(60, 20);
  one.press(keys.up);
  expect(await one.until(/19 of 200/)).toMatch(/▸ Ride 19 전기차\n {2}Ride 20/);
  one.resize(70, 14);
  one.press('k');
  expect(await one.until(/18 of 200/)).toContain('▸ Ride 18 전기차');
  one.press('5'); // no number is shown, so none chooses
  one.press(keys.enter);
  expect(await left(one)).toMatch(/\? Which ride {2}Ride 18 전기차\nanswer: "k18"$/);
  expect(one.written()).not.toContain('\x1b[3J'); // what has scrolled away is the person's
});

test('labels wider than the terminal are cut, and control characters in them are escaped', async () => {
  const one = asked({ ...ways, choices: [{ key: 'a', label: `\x1b[31mred\u202e ${'긴'.repeat(50)}` }] }, { cols: 40 });
  const rows = (await one.until(/esc leave/)).split('\n');
  expect(rows[1]).toMatch(/^▸ 1 \\x1b\[31mred\\u202e 긴+…$/);
  expect(rows).toHaveLength(3);
  one.press(keys.enter);
  expect(await left(one)).not.toContain('\u202e');
});

test('a line is edited sign by sign; a hidden one shows nothing of itself', async () => {
  const one = asked([
    { ask: 'typeLine', question: 'Name', options: { hint: 'as on the card' } },
    { ask: 'typeLine', question: 'Key', options: { hidden: true } },
  ]);
  expect(await one.until(/as on the card/)).toBe('? Name\n  as on the card');
  one.press(`Mi👩‍👩‍👧n${keys.left}${keys.backspace}${keys.right}aX${keys.backspace}\x01한 \x05!\r`);
  await one.until(/\? Key/);
  one.press('s3cr');
  await one.until(/\(hidden\)/);
  one.press('et\r');
  expect(await left(one)).toBe('? Name  한 Mina!\nanswer: "한 Mina!"\n? Key  (hidden)\nanswer: "s3cret"');
  expect(one.written().replaceAll('answer: "s3cret"', '')).not.toMatch(/s3|cr|et\b/);
});

test('a long token can be pasted, with the end of its line', async () => {
  const token = 'abcdefghij'.repeat(400);
  for (const env of [{ TERM: 'xterm' }, { TERM: 'dumb' }]) {
    const one = asked({ ask: 'typeLine', question: 'Token', options: { hidden: true } }, { env, cols: 200 });
    await one.until(/Token/);
    one.press(`${token}\r\n`);
    const screen = await left(one);
    expect(screen.replaceAll('\n', '')).toContain(`answer: "${token}"`);
  }
});

test('a screen reader or a dumb terminal gets plain lines, once; hidden input has no echo', async () => {
  for (const [name, value] of Object.entries({ ACCESSIBLE: '1', INK_SCREEN_READER: 'true', TERM: 'dumb' })) {
    const one = asked([ways, { ask: 'typeLine', question: 'Key', options: { hidden: true } }], { env: { [name]: value } });
    await one.until(/Number, 1 to 3, or . to leave:$/m);
    one.press('7\n');
    await one.until(/7 is not on the list/);
    one.press('2\n');
    await one.until(/Key \(\. leaves\):/);
    one.press(`s3cx${keys.backspace}ret\r`);
    expect(await left(one)).toBe(`How do you sign in
  1  Web3 wallet: sign with a key
  2  Google
  3  카카오 로그인: 한국
Number, 1 to 3, or . to leave: 7
7 is not on the list. Number, 1 to 3, or . to leave: 2
answer: "google"
Key (. leaves): (hidden)
answer: "s3cret"`);
    expect(one.written()).not.toContain('\x1b');
  }
});

test('NO_COLOR leaves bold, dim and reverse; CI draws like anywhere; ASCII where the locale has no more', async () => {
  const plain = asked(ways, { env: { NO_COLOR: '1', CI: 'true', LC_ALL: 'C' } });
  expect(await plain.until(/esc leave/)).toContain('> 1 Web3 wallet');
  plain.press('1');
  await plain.exited;
  expect(plain.written()).not.toMatch(/\x1b\[3\dm/);
  expect(plain.written()).toContain('\x1b[7m');
  const coloured = asked(ways);
  await coloured.until(/esc leave/);
  coloured.press('1');
  await coloured.exited;
  expect(coloured.written()).toContain('\x1b[34m?');
});

const home = mkdtempSync(path.join(tmpdir(), 'tuk-terminal-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
test('the program in a terminal: tables fit it, prompts are drawn', async () => {
  const list = terminal(['api', 'list', '--service', 'user'], { home, cols: 60 });
  expect((await list.exited).exitCode).toBe(0);
  expect(Math.max(...(await list.all()).map((line) => line.length))).toBeLessThanOrEqual(60);
  expect((await terminal(['login', '--as', 'mina'], { home }).exited).exitCode).toBe(0);
  const asking = terminal(['api', 'user', 'sign-out'], { home });
  await asking.until(/Type y to go on/);
  asking.press('n\n');
  expect((await asking.exited).exitCode).not.toBe(0);
  expect((await asking.text()).join('\n')).toContain('nothing was sent');
});
