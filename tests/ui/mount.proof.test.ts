// Prompts of the built program in a pseudo-terminal: what is drawn, what stays, and that the terminal is restored.
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { inTerminal, keys, type Terminal } from '../support/terminal.js';
import { through } from '../support/through.js';

const script = path.resolve(import.meta.dirname, '../support/dialogue.mjs');
const dialogue = (prompts: object | object[], options: Parameters<typeof inTerminal>[1] = {}) =>
  inTerminal([script, JSON.stringify([prompts].flat())], options);
const choices = {
  ask: 'choose',
  question: 'How do you sign in',
  choices: [
    { key: 'web3', label: 'Web3 wallet', is: 'sign with a key' },
    { key: 'google', label: 'Google' },
    { key: 'kakao', label: '카카오 로그인', is: '한국' },
  ],
};
/** The screen after the program has ended. */
async function rest(term: Terminal): Promise<string> {
  await term.until(/^end$/m);
  const text = (await term.all()).join('\n').trimEnd();
  term.press('\r');
  expect((await term.exited).exitCode).toBe(exit.ok);
  return text.replace(/\nend$/, '');
}
const cursorShown = (term: Terminal) =>
  term.written().lastIndexOf('\x1b[?25h') > term.written().lastIndexOf('\x1b[?25l');

test('a choice: drawn, answered with arrows and enter in one piece, leaves one plain line', async () => {
  const term = dialogue(choices);
  expect(await term.until(/esc leave/)).toBe(`? How do you sign in
▸ 1 Web3 wallet    sign with a key
  2 Google
  3 카카오 로그인  한국
  j k move  enter choose  esc leave`);
  expect(term.buffer()).toBe('normal');
  term.press(keys.down + keys.down + keys.up + keys.down + keys.enter);
  expect(await rest(term)).toBe('? How do you sign in  카카오 로그인\nanswer: "kakao"');
  expect(cursorShown(term)).toBe(true);
});

test('a component that throws: the error is thrown, the terminal is restored', async () => {
  const term = dialogue([{ ...choices, choices: [null] }, { ask: 'plainLine' }]);
  await through(term, /plain line:/, 'still here\n');
  const screen = await rest(term);
  expect(screen).toMatch(/^answer: \{"failed":"Cannot /);
  expect(screen).not.toMatch(/^ *at /m);
  expect(screen).toContain('answer: "still here"');
  expect(cursorShown(term)).toBe(true);
});

test('a resize keeps the marked row of a list that scrolls', async () => {
  const rides = Array.from({ length: 200 }, (_, at) => ({ key: `k${at + 1}`, label: `Ride ${at + 1} 전기차` }));
  const term = dialogue({ ask: 'choose', question: 'Which ride', choices: rides });
  await through(term, /1 of 200/, keys.down.repeat(19));
  expect(await term.until(/20 of 200/)).toMatch(/▸ Ride 20 전기차\n {2}j k move/);
  term.resize(60, 14);
  term.press(keys.up);
  expect(await term.until(/19 of 200/)).toContain('▸ Ride 19 전기차');
  term.press(keys.enter);
  expect(await rest(term)).toMatch(/\? Which ride {2}Ride 19 전기차\nanswer: "k19"$/);
  expect(term.written()).not.toContain('\x1b[3J'); // the scrollback of the user is kept
});

test('a screen reader or a dumb terminal gets plain lines, once; hidden input has no echo', async () => {
  for (const [name, value] of Object.entries({ INK_SCREEN_READER: 'true', TERM: 'dumb' })) {
    const term = dialogue([choices, { ask: 'typeLine', question: 'Key', options: { hidden: true } }], {
      env: { [name]: value },
    });
    await through(term, /Number, 1 to 3, or "." to cancel:$/m, '7\n', /7 is not on the list/, '2\n');
    await through(term, /Key \("\." cancels\):/, `s3cx${keys.backspace}ret\r`);
    expect(await rest(term)).toBe(`How do you sign in
  1  Web3 wallet: sign with a key
  2  Google
  3  카카오 로그인: 한국
Number, 1 to 3, or "." to cancel: 7
7 is not on the list. Number, 1 to 3, or "." to cancel: 2
answer: "google"
Key ("." cancels): (hidden)
answer: "s3cret"`);
    expect(term.written()).not.toContain('\x1b');
  }
});

test('NO_COLOR leaves bold, dim and reverse; CI draws as usual; ASCII if the locale requires it', async () => {
  const plain = dialogue(choices, { env: { NO_COLOR: '1', CI: 'true', LC_ALL: 'C' } });
  expect(await plain.until(/esc leave/)).toContain('> 1 Web3 wallet');
  plain.press('1');
  await rest(plain);
  expect(plain.written()).not.toMatch(/\x1b\[3\dm/);
  expect(plain.written()).toContain('\x1b[7m');
});
