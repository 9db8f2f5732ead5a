// The owner of the application's data in a pseudo-terminal: sign-in, sign-out and a change of profile, by another process and by the application.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond, type Script, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { realClock } from '../support/time.js';
import { newHome, newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

/** A home in which mina is signed in to the sandbox. */
async function homeOfMina(): Promise<string> {
  const home = newHome();
  await tuk(home, 'login --as mina');
  return home;
}
/** Runs a command beside the application; it must succeed. */
async function tuk(home: string, line: string, stdin = ''): Promise<void> {
  const { code, stderr } = await newUser(home).run(line, { stdin, now: realClock });
  expect(code, stderr).toBe(exit.ok);
}
/** The start of each user's wallet address in the sandbox. */
const addressOf = { mina: '0xf39F', whale: '0x9965' };
/** Waits for the exit code and checks that the terminal is restored. */
async function ended(term: Terminal): Promise<number> {
  const { exitCode } = await term.exited;
  await term.text();
  expect(term.buffer()).toBe('normal');
  expect(term.written().lastIndexOf('\x1b[?25h')).toBeGreaterThan(term.written().lastIndexOf('\x1b[?25l'));
  return exitCode;
}

test.each([
  ['q', exit.ok],
  ['ctrl-c twice', exit.interrupted],
  ['SIGTERM', exit.terminated],
  ['SIGHUP', exit.hungUp],
] as const)(
  'tuk logout in another process: sign-in is offered, no data of the user stay, and %s leaves',
  async (way, code) => {
    const home = await homeOfMina();
    const term = terminal([], { home });
    await term.until(/No ride is under way/);
    term.press('3');
    await term.until(new RegExp(addressOf.mina));
    await tuk(home, 'logout');
    const screen = await term.until(/Nobody is signed in: type :login to sign in\./);
    expect(screen).toMatch(/not signed in/);
    expect(screen).not.toContain(addressOf.mina);
    term.press('r0');
    await term.until(/Nobody is signed in\.\n +Sign in: type :login/);
    if (way === 'q') term.press('q');
    else if (way === 'ctrl-c twice') term.press(keys.ctrlC + keys.ctrlC);
    else term.kill(way);
    expect(await ended(term)).toBe(code);
  },
  30_000,
);

test("a sign-in by another process: only the other user's tokens are shown from then on", async () => {
  const home = await homeOfMina();
  const term = terminal([], { home });
  await term.until(/No ride is under way/);
  term.press('3');
  await term.until(new RegExp(`${addressOf.mina}[\\s\\S]*Mi•• P|Mi•• P[\\s\\S]*${addressOf.mina}`));
  term.press('/e\rJ'); // a filter, and raw JSON above it
  await term.until(/› JSON/);
  await tuk(home, 'login --as whale');
  await term.until(/Another session is in use now\./);
  const from = term.written().length;
  await term.until(new RegExp(`Wa•• F[\\s\\S]*${addressOf.whale}`));
  term.press('0');
  await term.until(/NOTIFICATIONS[\s\S]*No notifications\./);
  term.press('[');
  await term.until(/TOKEN/);
  expect(term.written().slice(from)).not.toContain(addressOf.mina);
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});

test(':login --as, -p of another profile, :profile use, :logout', async () => {
  const home = await homeOfMina();
  await tuk(home, 'profile add other --base http://127.0.0.1:9/{service} --protected');
  const term = terminal([], { home, cols: 110 });
  const command = async (line: string, done: RegExp) => {
    term.press(`:${line}\r`);
    await term.until(done);
    term.press(keys.enter);
    await term.until(/\? keys$/);
    return (await term.text()).join('\n');
  };
  await term.until(/No ride is under way/);
  term.press('3');
  await term.until(new RegExp(addressOf.mina));
  const same = await command('whoami -p other', /tuk whoami -p other[\s\S]*Exit code 4\. Enter goes back/);
  expect(same).toMatch(/sandbox[\s\S]*◇ SANDBOX/);
  expect(same).toContain(addressOf.mina);
  await command('login --as whale', /Signed in as whale[\s\S]*Done\. Enter goes back/);
  await term.until(new RegExp(`Wa•• F[\\s\\S]*${addressOf.whale}`));
  const other = await command('profile use other', /Profile other is in use\.[\s\S]*Enter goes back/);
  expect(other).toMatch(/^ tuk {2}other {2}▲ PROTECTED/);
  expect(await term.until(/Not signed in\.\s+│\s+Enter signs in\.|Not signed in\.[\s\S]*Enter signs in\./)).not.toMatch(/SANDBOX|0x/);
  await command('profile use sandbox', /Profile sandbox is in use\.[\s\S]*Enter goes back/);
  await term.until(new RegExp(`◇ SANDBOX[\\s\\S]*${addressOf.whale}`));
  const out = await command('logout', /Signed out of profile sandbox[\s\S]*Enter goes back/);
  expect(out).toMatch(/not signed in/);
  expect(out).not.toMatch(/0x/);
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});

test('a response delayed past a sign-in is dropped, and no request mixes the two users', async () => {
  let release: (() => void) | undefined;
  const received: string[] = [];
  const script: Script = (socket, request) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!request.path.endsWith('/v2/wallets')) return respond(200, '[]')(socket, request);
    received.push(token);
    const wallets = respond(200, JSON.stringify([{ id: `wallet-of-${token}`, address: `address-of-${token}`, name: `name-of-${token}` }]));
    if (token === 'first') release = () => wallets(socket, request);
    else wallets(socket, request);
  };
  const server = await scripted(script);
  const home = await signedInHome('staged', `${server.url}/{service}`, { accessToken: 'first', refreshToken: 'refresh-1' });
  const term = terminal(['-p', 'staged'], { home });
  await term.until(/\[Home\]/);
  term.press('3l'); // Wallets
  await term.until(/\[Wallets\]/);
  while (!release) await new Promise((on) => setImmediate(on));
  await tuk(home, 'login --tokens-stdin -p staged', JSON.stringify({ accessToken: 'second', refreshToken: 'refresh-2' }));
  release();
  expect(await term.until(/of-second/)).not.toContain('of-first');
  expect(term.written()).not.toContain('of-first');
  expect(received.lastIndexOf('first')).toBeLessThan(received.indexOf('second'));
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});
