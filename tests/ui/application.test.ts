// The application in a real terminal: first run, a watched ride, offerings, an action, the palette, every exit.
import { expect, test } from 'vitest';
import { homeWith } from '../support/processes.js';
import { reset, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { newHome, person } from '../support/tuk.js';

const line = async (home: string, text: string) => {
  const { code, stdout, stderr } = await person(home).run(text);
  expect(code, stderr).toBe(0);
  return stdout;
};
/** The exit code; the terminal is as it was before. */
async function ended(one: Terminal): Promise<number> {
  const { exitCode } = await one.exited;
  await one.text();
  expect(one.buffer()).toBe('normal');
  expect(one.written().lastIndexOf('\x1b[?25h')).toBeGreaterThan(one.written().lastIndexOf('\x1b[?25l'));
  return exitCode;
}

test('first run: a welcome, the sandbox looked around, a ride found, watched, cancelled', async () => {
  const home = newHome();
  const one = terminal([], { home });
  expect(await one.until(/Look around the sandbox[\s\S]*\? keys$/)).toMatch(
    /^ tuk {2}sandbox {2}◇ SANDBOX nothing here is real .*not signed in/,
  );
  expect(one.buffer()).toBe('alternate');
  one.press(keys.enter);
  await one.until(/Signed in to the sandbox[\s\S]*enter open/);
  await one.until(/No ride is under way/);
  await line(home, 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes');
  await line(home, 'sandbox advance 1m');
  one.press('r');
  await one.until(/ACTIVE RIDE[\s\S]*Royal Palace → Central Market/);
  one.press('2');
  expect(await one.until(/STATUS +FROM +TO/)).toMatch(/▸ [!◐] \w+ +Royal Palace +Central Market +7,030 +KHR/);
  one.press('J');
  await one.until(/"id": "/);
  one.press(keys.esc);
  one.press(keys.enter);
  await one.until(/step \d\/10/);
  one.press('D');
  await one.until(/y cancels/);
  one.press('y');
  await one.until(/✗ USER_CANCELED/, 15_000);
  one.press('3'); // goes on to another group
  await one.until(/\[Balances\][\s\S]*tuk wallet balance/);
  one.press('2');
  await one.until(/✗ USER_CANCELED\w* +Royal Palace/);
  one.press('q');
  expect(await ended(one)).toBe(0);
  expect((await one.all()).join('').trim()).toBe('◇ sandbox: nothing here is real'); // held back until the terminal was a person's again
}, 40_000);

test('Assets: filtered, an offering opened, its JSON, back to the same row, and the terminal given back', async () => {
  const home = newHome();
  await line(home, 'login');
  const one = terminal([], { home });
  await one.until(/No ride is under way/);
  one.press('1');
  expect(await one.until(/12 rows/)).toMatch(/STATUS +TITLE[\s\S]*▸ ● OPEN +Phnom Penh Tuk-tuks I /);
  one.press('/hong\r');
  await one.until(/1 of 12 · \/hong[\s\S]*▸ ● OPEN +Hong Kong Cars/);
  one.press(keys.enter);
  await one.until(/Offerings › Hong Kong Cars[\s\S]*Goal +[\d,]+/);
  one.press('J');
  expect(await one.until(/› JSON/)).toMatch(/"title": "Hong Kong Cars"[\s\S]*tuk assets offering [0-9a-f-]{36} -o json/);
  one.press(keys.esc);
  await one.until(/Goal +[\d,]+/);
  one.press(keys.esc);
  await one.until(/1 of 12/);
  one.press(keys.esc);
  await one.until(/12 rows[\s\S]*▸ ● OPEN +Hong Kong Cars/);
  one.resize(200, 60);
  await one.until(/^\[ {2}Offerings\] .*│[\s\S]*│ {3}Goal +[\d,]+/m);
  one.press('p');
  await one.until(/NOT_READY · \d+ rows?[\s\S]*tuk assets offerings --status NOT_READY/);
  one.press('\x1a'); // no shell minds its jobs here: it goes on at once
  one.press('J');
  await one.until(/› JSON/);
  expect(one.buffer()).toBe('alternate');
  one.press('q');
  expect(await ended(one)).toBe(0);
}, 120_000);

test('a terminal that is made smaller and larger: every row is there again, without a key', async () => {
  const home = newHome();
  await line(home, 'login');
  const one = terminal([], { home, cols: 200, rows: 60 });
  await one.until(/No ride is under way[\s\S]*\? keys$/);
  for (const [cols, rows] of [
    [100, 30],
    [80, 24],
    [40, 12],
    [120, 40],
    [80, 24],
  ] as const) {
    one.resize(cols, rows);
    const screen = await one.until(new RegExp(`^ tuk[^\\n]*(\\n[^\\n]*){${rows - 2}}\\n[^\\n]*(\\? keys|keys)$`));
    expect(screen.split('\n')).toHaveLength(rows);
  }
  one.press('q');
  expect(await ended(one)).toBe(0);
}, 120_000);

test('an action runs its command with its own prompts; a key returns to the same screen', async () => {
  const home = newHome();
  await line(home, 'login');
  const one = terminal([], { home });
  await one.until(/No ride is under way/);
  one.press('1');
  await one.until(/12 rows/);
  one.press('jjj');
  one.press('x');
  await one.until(/▸ Buy a share… +tuk assets order --offering/);
  one.press(keys.enter);
  await one.until(/\$ tuk assets order --offering [0-9a-f-]{36}\n[\s\S]*\?/);
  expect(one.buffer()).toBe('normal');
  one.press(keys.ctrlC);
  await one.until(/Enter goes back to tuk/);
  one.press(keys.enter);
  await one.until(/Exit code 130: tuk assets order[\s\S]*\? keys$/);
  expect(one.buffer()).toBe('alternate');
  expect((await one.text()).join('\n')).toMatch(/▸ ● OPEN +Hanoi Bikes/);
  one.press('q');
  expect(await ended(one)).toBe(0);
}, 120_000);

test("the terminal's answer about its background sets the colours and is not taken as input", async () => {
  const home = newHome();
  await line(home, 'login');
  const asked = async (one: Terminal) => {
    while (!one.written().includes('\x1b]11;?')) await new Promise((on) => setImmediate(on));
  };
  const one = terminal([], { home });
  await asked(one);
  one.press('\x1b]11;rgb:0000/0000/0000\x1b\\');
  await one.until(/No ride is under way/);
  expect(one.written()).toContain('\x1b[38;5;75m'); // a hue for dark terminals
  one.press('\x1b]11;rgb:ffff/ffff/ffff\x07'); // nobody asked for this one
  one.press('q');
  expect(await ended(one)).toBe(0);
  const silent = terminal([], { home });
  await silent.until(/No ride is under way/);
  expect(silent.written()).not.toContain('38;5;');
  silent.press('\x1b]11;rgb:0000/0000/0000\x1b\\'); // too late: it changes nothing
  silent.press('1');
  await silent.until(/12 rows/);
  silent.press('q');
  expect(await ended(silent)).toBe(0);
}, 120_000);

test('the store: a purchase is followed to its end; a swap to its quote; a picture beside its form', async () => {
  const home = newHome();
  await line(home, 'login');
  const one = terminal([], { home });
  await one.until(/No ride is under way/);
  one.press('6');
  await one.until(/NAME +PRICE/);
  one.press('x');
  await one.until(/Buy…/);
  one.press(keys.enter);
  await one.until(/\? How many/);
  one.press('1\r');
  await one.until(/Type yes to go on/);
  one.press('yes\r');
  await one.until(/Enter goes back to tuk/);
  one.press(keys.enter);
  expect(await one.until(/Store › Orders › /)).toMatch(/tuk store order wait [0-9a-f-]{36}/);
  expect(await one.until(/✓ SUCCESS {3}it is done/, 20_000)).toMatch(
    /✓ DRAFT[\s\S]*✓ PAYMENT_PENDING[\s\S]*✓ PAID[\s\S]*✓ SUCCESS[\s\S]*Item +Helmet/,
  );
  one.press('4');
  await one.until(/▸ BSC/);
  one.press(keys.enter);
  await one.until(/▸ BNB/);
  one.press('bn\r');
  await one.until(/▸ bMVL/);
  one.press('usd\r');
  await one.until(/Slippage/);
  one.press('0.25\r');
  expect(await one.until(/good for \d+ s/)).toMatch(
    /Give +0\.25 BNB[\s\S]*Get at least +[\d.,]+ USDC[\s\S]*tuk swap quote --network BSC --from BNB --to USDC/,
  );
  one.press('8'.repeat(1));
  await one.until(/Text +–/);
  one.press('\rHello');
  await one.until(/Hello▏/);
  one.press('\t\r');
  await one.until(/▸ –|▸ D2Coding/);
  one.press('j\r');
  await one.until(/--font \w+/);
  one.press('jj\r');
  await one.until(/Every key is text/);
  one.press('hello.png\t');
  await one.until(/--out hello\.png/);
  one.press('j\r');
  await one.until(/Enter goes back to tuk/);
  one.press(keys.enter);
  await one.until(/MADE {2}hello\.png[\s\S]*▀{5}[\s\S]*image\/png/);
  one.press('q');
  expect(await ended(one)).toBe(0);
}, 60_000);

test('the palette: finds, completes, opens reads, completes values; help lists the keys', async () => {
  const home = newHome();
  await line(home, 'login');
  const one = terminal([], { home });
  await one.until(/No ride is under way/);
  one.press(':');
  await one.until(/assets offerings/);
  one.press('ride canc');
  expect(await one.until(/: ride canc▏/)).toMatch(/▸ ride cancel +Cancel a ride/);
  one.press(keys.enter); // it takes a value: it is completed, not run
  await one.until(/: ride cancel ▏/);
  one.press(keys.esc);
  one.press(':7\r');
  await one.until(/\[7Depin\][\s\S]*tuk depin dash/);
  one.press('?');
  expect(await one.until(/Keys of Depin/)).toMatch(/0…9 +home, group/);
  one.press('?');
  one.press(':ride currencies KH\r');
  await one.until(/SYMBOL[\s\S]*tuk ride currencies KH/);
  one.press(':ride watch 00000000-0000-4000-8000-000000000000\r');
  await one.until(/✗ .*(not|no) /i); // the ride is not there, and one is back on the list
  one.press(':');
  one.press('q\r');
  expect(await ended(one)).toBe(0);
}, 120_000);

test('Ctrl-C twice, SIGTERM, a back end that is not there', async () => {
  const server = await scripted(reset);
  const home = await homeWith('down', `${server.url}/{service}`, { accessToken: 'a', refreshToken: 'b' });
  const one = terminal(['-p', 'down'], { home });
  expect(await one.until(/✗ .* r tries again/)).toMatch(/^ tuk {2}down/);
  one.press(keys.ctrlC);
  await one.until(/ctrl-c again leaves/);
  one.press(keys.ctrlC);
  expect(await ended(one)).toBe(130);
  const two = terminal(['-p', 'down'], { home });
  await two.until(/r tries again/);
  two.kill('SIGTERM');
  expect(await ended(two)).toBe(143);
});

test('no application without a usable terminal: help, or plain lines', async () => {
  const home = newHome();
  expect(await line(home, '')).toMatch(/^tuk: one command/);
  for (const env of [
    { CI: 'true', TERM: 'xterm' },
    { CI: 'true', TERM: 'dumb' },
  ]) {
    const one = terminal([], { home, env });
    expect((await one.exited).exitCode).toBe(0);
    expect((await one.all()).join('\n')).toContain('USAGE');
  }
  const lines = terminal([], { home, env: { TERM: 'dumb' } });
  await lines.until(/Groups:[\s\S]*Choice or command:$/);
  expect(lines.buffer()).toBe('normal');
  lines.press('q\r');
  expect((await lines.exited).exitCode).toBe(0);
});
