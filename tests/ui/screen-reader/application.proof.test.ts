// The application for screen readers in a pseudo-terminal: how it is left, also while a service hangs, and that no escape sequence is written.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { neverRespond } from '../../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../../support/terminal.js';
import { through } from '../../support/through.js';
import { newHome } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

const prompt = /Choice or command:$/;
/** Types a line at the prompt, and waits for the output and the next prompt. */
async function choose(term: Terminal, line: string, expected: RegExp): Promise<void> {
  await term.until(prompt);
  term.press(`${line}\r`);
  await term.until(expected);
}

test('Ctrl-C exits 130, the end of input exits 0; without a session the sandbox can be explored', async () => {
  const home = newHome();
  const term = terminal([], { home, env: { TERM: 'dumb' }, rows: 60 });
  await choose(
    term,
    '0',
    /Nobody is signed in\. l signs in\.[\s\S]*Home\. \d screens:\n {2}1\. Ledger[\s\S]*command:$/,
  );
  await choose(term, 'l', /Signed in to the sandbox|Signed in as Mi, masked\.[\s\S]*command:$/);
  await choose(term, '0', /The present state:\n {2}Needs you: Nothing waits for you\.[\s\S]*command:$/);
  term.press(keys.ctrlC);
  expect((await term.exited).exitCode).toBe(exit.interrupted);
  const other = terminal(['-p', 'sandbox'], { home, env: { ACCESSIBLE: '1' } });
  await other.until(prompt);
  other.press(keys.ctrlD);
  expect((await other.exited).exitCode).toBe(exit.ok);
  expect(term.written() + other.written()).not.toContain('\x1b');
});

test('a hanging service is left with Ctrl-C', async () => {
  const { home } = await stubUser(neverRespond);
  const term = terminal([], { home, env: { TERM: 'dumb' }, cols: 120, rows: 60 });
  await choose(term, 'assets offerings', /Asking tuk assets offerings…$/);
  term.press(keys.ctrlC);
  expect((await term.exited).exitCode).toBe(exit.interrupted);
});

test('typed-ahead input may choose, but never confirms', async () => {
  const { home } = await signedIn();
  const term = terminal(['--linear', 'notify'], { home, cols: 160, rows: 60 });
  await choose(term, '1', /Notify, Notifications\. 2 rows\.[\s\S]*command:$/);
  await choose(term, 'x 1\r1\ry', /\$ tuk notify dismiss [\s\S]*Type y to go on:$/);
  await through(term, 'n\r', /Not confirmed\. Nothing was sent\./);
  await term.until(prompt);
  term.press('q\r');
  expect((await term.exited).exitCode).toBe(exit.ok);
});
