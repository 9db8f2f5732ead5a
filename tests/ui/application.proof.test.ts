// The application in a pseudo-terminal: first run, a watched ride, a purchase, its colours, and how it is left.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { ended, keys, terminal } from '../support/terminal.js';
import { through } from '../support/through.js';
import { realClock } from '../support/time.js';
import { newHome, newUser } from '../support/tuk.js';

const line = async (home: string, text: string) => {
  const { code, stdout, stderr } = await newUser(home).run(text, { now: realClock });
  expect(code, stderr).toBe(exit.ok);
  return stdout;
};

test('first run: a welcome, the sandbox is explored, a ride found, watched, cancelled', async () => {
  const home = newHome();
  const term = terminal([], { home });
  expect(await term.until(/Look around the sandbox[\s\S]*\? keys$/)).toMatch(
    /^ tuk {2}sandbox {2}◇ SANDBOX nothing here is real .*not signed in/,
  );
  expect(term.buffer()).toBe('alternate');
  await through(term, keys.enter, /Signed in to the sandbox[\s\S]*enter open/, /UNDER WAY ─+ none/);
  await line(home, 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes');
  await line(home, 'sandbox advance 1m');
  await through(term, 'r', /NEEDS YOU[\s\S]*ride to Central/, '2');
  expect(await term.until(/STATUS +ASKED +FARE +FROM +TO/)).toMatch(
    /▸ [!◐] \w+ +.* ago +7,030 KHR +Royal Palace +Central Market/,
  );
  await through(term, keys.enter, /step \d\/10/, 'D', /y to go on/, 'y\r', /Enter goes back/, keys.enter);
  await term.until(/✗ USER_CANCELED/);
  term.press('3'); // opens another group
  await term.until(/\[Balances\][\s\S]*tuk wallet balance/);
  term.press('2'); // it opens where it was left
  await through(term, /✗ USER_CANCELED[\s\S]*nothing follows by itself/, keys.esc);
  await through(term, /✗ USER_CANCELED[\w…]* +.*Royal Palace/, 'q');
  expect(await ended(term)).toBe(exit.ok);
  expect((await term.all()).join('').trim()).toBe(''); // another command has said that nothing is real
});

test("the terminal's late response about its background sets the colours and is not taken as input", async () => {
  const home = newHome();
  await line(home, 'login');
  const term = terminal([], { home });
  await term.until(/UNDER WAY ─+ none/);
  expect(term.written()).not.toContain('38;5;');
  term.press('\x1b]11;rgb:0000/0000/0000\x1b\\');
  while (!/38;5;75[;m]/.test(term.written())) await new Promise((on) => setImmediate(on)); // a hue for dark terminals
  await through(term, '1', /12 rows/, 'q');
  expect(await ended(term)).toBe(exit.ok);
});

test('a purchase asks in steps, and is followed to its end', async () => {
  const home = newHome();
  await line(home, 'login');
  const term = terminal([], { home });
  await through(term, /UNDER WAY ─+ none/, '6', /NAME +PRICE/, 'x', /Buy…/, keys.enter, /How many/, '1\r', /Go on…/);
  await through(term, keys.enter, /Type yes to go on/, 'yes\r', /Enter goes back/, keys.enter);
  expect(await term.until(/Store › Orders › /)).toMatch(/tuk watch order:[0-9a-f-]{36}/);
  expect(await term.until(/✓ SUCCESS {3}it is done/)).toMatch(
    /✓ DRAFT.*Product +Helmet[\s\S]*✓ PAYMENT_PENDING[\s\S]*✓ PAID[\s\S]*✓ SUCCESS/,
  );
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});

test('no application without a usable terminal: help, or plain lines', async () => {
  const home = newHome();
  expect(await line(home, '')).toMatch(/^tuk: one command/);
  const ci = terminal([], { home, env: { CI: 'true', TERM: 'xterm' } });
  expect((await ci.exited).exitCode).toBe(exit.ok);
  expect((await ci.all()).join('\n')).toContain('USAGE');
  const lines = terminal([], { home, env: { TERM: 'dumb' } });
  await lines.until(/Groups:[\s\S]*Choice or command:$/);
  expect(lines.buffer()).toBe('normal');
  lines.press('q\r');
  expect((await lines.exited).exitCode).toBe(exit.ok);
});
