// The application in a pseudo-terminal: first run, a watched ride, an action, a purchase, every exit.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { reset, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { realClock } from '../support/time.js';
import { newHome, newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

const line = async (home: string, text: string) => {
  const { code, stdout, stderr } = await newUser(home).run(text, { now: realClock });
  expect(code, stderr).toBe(exit.ok);
  return stdout;
};
/** Waits for the exit code and checks that the terminal is restored. */
async function ended(term: Terminal): Promise<number> {
  const { exitCode } = await term.exited;
  await term.text();
  expect(term.buffer()).toBe('normal');
  expect(term.written().lastIndexOf('\x1b[?25h')).toBeGreaterThan(term.written().lastIndexOf('\x1b[?25l'));
  return exitCode;
}

test('first run: a welcome, the sandbox is explored, a ride found, watched, cancelled', async () => {
  const home = newHome();
  const term = terminal([], { home });
  expect(await term.until(/Look around the sandbox[\s\S]*\? keys$/)).toMatch(
    /^ tuk {2}sandbox {2}◇ SANDBOX nothing here is real .*not signed in/,
  );
  expect(term.buffer()).toBe('alternate');
  term.press(keys.enter);
  await term.until(/Signed in to the sandbox[\s\S]*enter open/);
  await term.until(/No ride is under way/);
  await line(home, 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes');
  await line(home, 'sandbox advance 1m');
  term.press('r');
  await term.until(/ACTIVE RIDE[\s\S]*Royal Palace → Central Market/);
  term.press('2');
  expect(await term.until(/STATUS +FROM +TO/)).toMatch(/▸ [!◐] \w+ +Royal Palace +Central Market +7,030 +KHR/);
  term.press('J');
  await term.until(/"id": "/);
  term.press(keys.esc);
  term.press(keys.enter);
  await term.until(/step \d\/10/);
  term.press('D');
  await term.until(/Type y to go on/);
  term.press('y\r');
  await term.until(/Enter goes back/);
  term.press(keys.enter);
  await term.until(/✗ USER_CANCELED/);
  term.press('3'); // opens another group
  await term.until(/\[Balances\][\s\S]*tuk wallet balance/);
  term.press('2'); // it opens where it was left
  await term.until(/✗ USER_CANCELED[\s\S]*nothing follows by itself/);
  term.press(keys.esc);
  await term.until(/✗ USER_CANCELED[\w…]* +Royal Palace/);
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
  expect((await term.all()).join('').trim()).toBe(''); // another command has said that nothing is real
});

test('after resizing the terminal every row is drawn again, without a key', async () => {
  const home = newHome();
  await line(home, 'login');
  const term = terminal([], { home, cols: 200, rows: 60 });
  await term.until(/No ride is under way[\s\S]*\? keys$/);
  for (const [cols, rows] of [
    [100, 30],
    [80, 24],
    [40, 12],
    [120, 40],
    [80, 24],
  ] as const) {
    term.resize(cols, rows);
    const screen = await term.until(new RegExp(`^ tuk[^\\n]*(\\n[^\\n]*){${rows - 2}}\\n[^\\n]*(\\? keys|keys)$`));
    expect(screen.split('\n')).toHaveLength(rows);
  }
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});

test('an action runs its command with its own prompts; a key returns to the same screen', async () => {
  const home = newHome();
  await line(home, 'login');
  const term = terminal([], { home });
  await term.until(/No ride is under way/);
  term.press('1');
  await term.until(/12 rows/);
  term.press('jjj');
  term.press('x');
  await term.until(/▸ Buy a share… +tuk assets order --offering/);
  term.press(keys.enter);
  expect(await term.until(/tuk assets order --offering [0-9a-f-]{36} ─[\s\S]*Number, 1 to 2/)).toContain('Phnom Penh'); // over the list
  expect(term.buffer()).toBe('alternate');
  term.press(keys.ctrlC);
  await term.until(/Exit code 130\. Enter goes back/);
  term.press(keys.enter);
  expect(await term.until(/^(?![\s\S]*Enter goes back)[\s\S]*\? keys$/)).toMatch(/▸ ● OPEN +Hanoi Bikes/);
  expect(term.buffer()).toBe('alternate');
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});

test("the terminal's response about its background sets the colours and is not taken as input", async () => {
  const home = newHome();
  await line(home, 'login');
  const writes = async (term: Terminal, text: string) => {
    while (!term.written().includes(text)) await new Promise((on) => setImmediate(on));
  };
  const tty = terminal([], { home });
  await writes(tty, '\x1b]11;?');
  tty.press('\x1b]11;rgb:0000/0000/0000\x1b\\');
  await tty.until(/No ride is under way/);
  await writes(tty, '\x1b[38;5;75m'); // a hue for dark terminals, on the first frame or, where the machine is slow, soon after it
  tty.press('\x1b]11;rgb:ffff/ffff/ffff\x07'); // a response without a query
  tty.press('q');
  expect(await ended(tty)).toBe(exit.ok);
  const silent = terminal([], { home });
  await silent.until(/No ride is under way/);
  expect(silent.written()).not.toContain('38;5;');
  silent.press('\x1b]11;rgb:0000/0000/0000\x1b\\'); // late: the colours change then
  await writes(silent, '\x1b[38;5;75m');
  silent.press('1');
  await silent.until(/12 rows/);
  silent.press('q');
  expect(await ended(silent)).toBe(exit.ok);
});

test('the store: a purchase is followed to its end; a swap to its quote; a picture beside its form', async () => {
  const home = newHome();
  await line(home, 'login');
  const term = terminal([], { home });
  await term.until(/No ride is under way/);
  term.press('6');
  await term.until(/NAME +PRICE/);
  term.press('x');
  await term.until(/Buy…/);
  term.press(keys.enter);
  await term.until(/How many/);
  term.press('1\r');
  await term.until(/Type yes to go on/);
  term.press('yes\r');
  await term.until(/Enter goes back/);
  term.press(keys.enter);
  expect(await term.until(/Store › Orders › /)).toMatch(/tuk store order wait [0-9a-f-]{36}/);
  expect(await term.until(/✓ SUCCESS {3}it is done/)).toMatch(/✓ DRAFT.*Item +Helmet[\s\S]*✓ PAYMENT_PENDING[\s\S]*✓ PAID[\s\S]*✓ SUCCESS/);
  term.press('4');
  await term.until(/▸ BSC/);
  term.press(keys.enter);
  await term.until(/▸ BNB/);
  term.press('bn\r');
  await term.until(/▸ bMVL/);
  term.press('usd\r');
  await term.until(/Slippage/);
  term.press('0.25\r');
  expect(await term.until(/good for \d+ s/)).toMatch(
    /Give +0\.25 BNB[\s\S]*Get at least +[\d.,]+ USDC[\s\S]*tuk swap quote --network BSC --from BNB --to USDC/,
  );
  term.press('8'.repeat(1));
  await term.until(/Text +–/);
  term.press('\rHello');
  await term.until(/Hello▏/);
  term.press('\t\r');
  await term.until(/▸ –|▸ D2Coding/);
  term.press('j\r');
  await term.until(/--font \w+/);
  term.press('jj\r');
  await term.until(/Every key is text/);
  term.press('hello.png\t');
  await term.until(/--out hello\.png/);
  term.press('j\r');
  await term.until(/Enter goes back/);
  term.press(keys.enter);
  await term.until(/MADE {2}hello\.png[\s\S]*▀{5}[\s\S]*image\/png/);
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});

test('Ctrl-C twice, SIGTERM, and an unreachable back end', async () => {
  const server = await scripted(reset);
  const home = await signedInHome('down', `${server.url}/{service}`, { accessToken: 'a', refreshToken: 'b' });
  const term = terminal(['-p', 'down'], { home });
  expect(await term.until(/✗ .* r tries again/)).toMatch(/^ tuk {2}down/);
  term.press(keys.ctrlC);
  await term.until(/ctrl-c again leaves/);
  term.press(keys.ctrlC);
  expect(await ended(term)).toBe(exit.interrupted);
  const term2 = terminal(['-p', 'down'], { home });
  await term2.until(/r tries again/);
  term2.kill('SIGTERM');
  expect(await ended(term2)).toBe(exit.terminated);
});

test('no application without a usable terminal: help, or plain lines', async () => {
  const home = newHome();
  expect(await line(home, '')).toMatch(/^tuk: one command/);
  for (const env of [
    { CI: 'true', TERM: 'xterm' },
    { CI: 'true', TERM: 'dumb' },
  ]) {
    const term = terminal([], { home, env });
    expect((await term.exited).exitCode).toBe(exit.ok);
    expect((await term.all()).join('\n')).toContain('USAGE');
  }
  const lines = terminal([], { home, env: { TERM: 'dumb' } });
  await lines.until(/Groups:[\s\S]*Choice or command:$/);
  expect(lines.buffer()).toBe('normal');
  lines.press('q\r');
  expect((await lines.exited).exitCode).toBe(exit.ok);
});

test('L lists the requests of the application with status, time and request id; those of another profile are dropped', async () => {
  const home = newHome();
  await line(home, 'login');
  const server = await scripted((socket, request) =>
    socket.end(
      `HTTP/1.1 503 No\r\ncontent-type: application/json\r\nx-request-id: req-77\r\ncontent-length: 2\r\nconnection: close\r\n\r\n${request.path ? '{}' : ''}`,
    ),
  );
  await line(home, `profile add other --base ${server.url}/{service}`);
  const term = terminal([], { home });
  await term.until(/NOTIFICATIONS[\s\S]*Ride voucher/);
  term.press('L');
  expect(await term.until(/Request log[\s\S]*STATUS +SINCE +METHOD/)).toMatch(/200 +\d+ s ago +GET +\w+ +\//);
  await line(home, 'profile use other');
  await term.until(/tuk {2}other/);
  term.press('1');
  await term.until(/Assets › /);
  term.press('L');
  const log = await term.until(/503 +\d+ s ago/);
  expect(log).toContain('req-77');
  expect(log).not.toMatch(/ 200 +\d|was reset/);
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});
