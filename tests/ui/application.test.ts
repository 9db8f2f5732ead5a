// The application in a real terminal: its first run on the sandbox, a list of rides, a ride watched from it, the palette, every way out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { homeWith, tukProcess } from '../support/processes.js';
import { reset, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});
function newHome() {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-app-'));
  homes.push(home);
  return home;
}
const line = async (home: string, text: string) => {
  const { code, stdout, stderr } = await tukProcess(text.split(' ').filter(Boolean), { home }).done;
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
  expect(await one.until(/STATUS +FROM → TO/)).toMatch(/▸ [!◐] \w+ +Royal Palace → Central Market +7030 KHR/);
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
  await one.until(/The screens of Wallet come later[\s\S]*tuk api list --service wallet/);
  one.press('2');
  await one.until(/✗ USER_CANCELED\w* +Royal Palace/);
  one.press('q');
  expect(await ended(one)).toBe(0);
  expect((await one.all()).join('').trim()).toBe('◇ sandbox: nothing here is real'); // held back until the terminal was a person's again
}, 40_000);

test('the palette: finds, completes, opens what has a screen, copies what has none; help names the keys', async () => {
  const home = newHome();
  await line(home, 'login');
  const one = terminal([], { home });
  await one.until(/No ride is under way/);
  one.press(':');
  await one.until(/assets offerings/);
  one.press('ride canc');
  expect(await one.until(/: ride canc▏/)).toMatch(/▸ ride cancel +Cancel a ride/);
  one.press(keys.enter);
  await one.until(/✓ Copied tuk ride cancel/);
  expect(one.written()).toContain(`\x1b]52;c;${Buffer.from('tuk ride cancel').toString('base64')}\x07`);
  one.press(':7\r');
  await one.until(/The screens of Depin/);
  one.press('?');
  expect(await one.until(/Keys of Depin/)).toMatch(/0…9 +home, group/);
  one.press('?');
  one.press(':ride watch 00000000-0000-4000-8000-000000000000\r');
  await one.until(/✗ .*(not|no) /i); // the ride is not there, and one is back on the list
  one.press(':');
  one.press('q\r');
  expect(await ended(one)).toBe(0);
}, 20_000);

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

test('no screen where nobody could see it: help as ever', async () => {
  const home = newHome();
  expect(await line(home, '')).toMatch(/^tuk: one command/);
  for (const [name, value] of Object.entries({ TERM: 'dumb', ACCESSIBLE: '1', CI: 'true' })) {
    const one = terminal([], { home, env: { [name]: value } });
    expect((await one.exited).exitCode).toBe(0);
    expect((await one.all()).join('\n')).toContain('USAGE');
  }
});
