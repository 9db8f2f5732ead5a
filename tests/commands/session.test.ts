// Sessions as a person manages them: whose file it is, who may change what, a folder's own profile, and every session ended at once.
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confirmNames } from '../support/confirmed.js';
import { answer, scripted } from '../support/scripted-server.js';
import { person } from '../support/tuk.js';

const posix = process.platform !== 'win32';
const root = process.getuid?.() === 0;

describe('the session file', () => {
  test.runIf(posix)('one that others may read is closed to them, and that is told once', async () => {
    const mina = person();
    await mina.run('login');
    const file = path.join(mina.home, 'sessions/sandbox.json');
    for (const mode of [0o644, 0o640, 0o666]) {
      chmodSync(file, mode);
      const first = await mina.run('whoami');
      expect(first.code).toBe(0);
      expect(first.stderr).toContain(`could be read by others (${mode.toString(8)}); it is 600 now.`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect((await mina.run('whoami')).stderr).not.toContain('read by others');
    }
  });

  test.runIf(posix && root)('one of another user is refused and left as it is', async () => {
    const mina = person();
    await mina.run('login');
    const file = path.join(mina.home, 'sessions/sandbox.json');
    chownSync(file, 4242, 4242);
    const { code, stderr } = await mina.run('whoami');
    expect(code).toBe(9);
    expect(stderr).toContain('belongs to another user (4242)');
    expect(statSync(file).uid).toBe(4242);
    expect((await mina.run('login')).code).toBe(0);
    expect((await mina.run('whoami')).code).toBe(0);
  });

  test.runIf(posix)('a link is refused, and what it leads to is never touched', async () => {
    const mina = person();
    await mina.run('login');
    const file = path.join(mina.home, 'sessions/sandbox.json');
    const other = path.join(mina.home, 'elsewhere.json');
    writeFileSync(other, readFileSync(file), { mode: 0o644 });
    await mina.run('logout');
    symlinkSync(other, file);
    const before = readFileSync(other);
    expect((await mina.run('whoami')).code).toBe(9);
    expect((await mina.run('login')).code).toBe(0);
    expect(readFileSync(other)).toEqual(before);
    expect(statSync(other).mode & 0o777).toBe(0o644);
  });

  test('the folder is in the way of a file: one sentence, exit 9', async () => {
    const mina = person();
    writeFileSync(path.join(mina.home, 'sessions'), '');
    const { code, stderr } = await mina.run('login');
    expect(`${code} ${stderr}`).toMatch(/^9 [\s\S]*✗ Cannot write the session file/);
  });
});

test('logout --every ends the sessions elsewhere, then this one', async () => {
  const here = person();
  await here.run('login --as kenji');
  const tokens = (await here.run('auth token')).stdout.trim();
  await here.run('login --as kenji');
  await here.run('login --as kenji');
  expect(JSON.parse((await here.run('auth sessions')).stdout).length).toBeGreaterThanOrEqual(3);
  const { code, stderr } = await here.run('logout --every');
  expect(code).toBe(0);
  expect(stderr).toMatch(/✓ Ended \d other sessions\.\n✓ Signed out/);
  expect((await here.run('whoami', { env: { TUK_TOKEN: tokens } })).code).toBe(4);
  await here.run('login --as kenji');
  expect(JSON.parse((await here.run('auth sessions')).stdout)).toHaveLength(1);
});

test('logout --every where the service does not list: signed out here all the same, and told', async () => {
  const server = await scripted(answer(500, '{"message":"no"}'));
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  await one.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa"}' });
  const { code, stderr } = await one.run('logout --every -p box');
  expect(code).toBe(11);
  expect(stderr).toContain('Signed out here, but not every other session was ended');
  expect((await one.run('auth token -p box')).code).toBe(4);
});

test('signed in anew while a command was under way: it is not repeated as somebody else', async () => {
  const one = person();
  let asked = 0;
  const expired = answer(401, '{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}');
  const server = await scripted((socket, request) => {
    asked++;
    void one
      .run('login --tokens-stdin -p box', { stdin: '{"accessToken":"other.person","refreshToken":"rrrr"}' })
      .then(() => expired(socket, request));
  });
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  await one.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"first.person","refreshToken":"qqqq"}' });
  const { code, stderr } = await one.run('api user delete-user --yes -p box');
  expect(code).toBe(4);
  expect(stderr).toContain('not repeated as them');
  expect(asked).toBe(1);
  expect((await one.run('auth token -p box')).stdout).toBe('other.person\n');
});

describe('a protected profile', () => {
  const change = 'api user set-email -f email=a@b.c -p live';
  async function live() {
    const server = await scripted(answer(201, '{}'));
    const one = person();
    await one.run(['profile', 'add', 'live', '--base', `${server.url}/{service}`, '--protected']);
    confirmNames(one.home, 'live');
    await one.run('login --tokens-stdin -p live', { stdin: '{"accessToken":"aaaa"}' });
    return { ...one, sent: () => server.requests.length };
  }

  test('takes its own name for a change, on a terminal and in a script, and nothing less', async () => {
    const { run, sent } = await live();
    expect(await run(`${change} --yes`)).toMatchObject({ code: 7, stderr: expect.stringContaining('--confirm live') });
    expect((await run(change)).code).toBe(7);
    expect(await run(`${change} --confirm staging`)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('the profile in use is live'),
    });
    expect((await run(change, { terminal: true, stdin: 'y\n' })).code).toBe(7);
    expect((await run(`${change} --yes`, { terminal: true, stdin: 'yes\n' })).code).toBe(7);
    expect(sent()).toBe(0);
    expect((await run(change, { terminal: true, stdin: 'live\n' })).code).toBe(0);
    expect((await run(`${change} --confirm live`)).code).toBe(0);
    expect(sent()).toBe(2);
    expect((await run('profile list --jq .[1].guard')).stdout).toBe('protected\n');
  });

  test('reads as any other, and a name given elsewhere agrees too', async () => {
    const { run, sent } = await live();
    expect((await run('api user list-sessions -p live')).code).toBe(0);
    await run('profile set live protected false');
    expect((await run(`${change} --confirm live`)).code).toBe(0);
    await run('profile set live read-only true');
    expect((await run(`${change} --confirm live`)).code).toBe(7);
    expect(sent()).toBe(2);
  });
});

describe("a folder's own profile", () => {
  const folder = (home: string, name: string, text?: string) => {
    const at = path.join(home, name);
    mkdirSync(at, { recursive: true });
    if (text !== undefined) writeFileSync(path.join(at, '.tuk.json'), text);
    return at;
  };

  test('is used in it and beneath it, and nowhere else; flag and variable go before it', async () => {
    const one = person();
    await one.run(['profile', 'add', 'work', '--base', 'https://work.example/{service}']);
    await one.run(['profile', 'add', 'other', '--base', 'https://other.example/{service}']);
    const cwd = folder(one.home, 'project', '{"profile":"work","output":"yaml","language":"jp"}');
    const beneath = folder(one.home, 'project/a/b');
    const inUse = async (given: object, line = 'config show --origin -o json') =>
      JSON.parse((await one.run(line, given)).stdout).find(({ setting }: { setting: string }) => setting === 'profile');
    for (const at of [cwd, beneath]) expect(await inUse({ cwd: at })).toMatchObject({ value: 'work', origin: path.join(cwd, '.tuk.json') });
    expect(await inUse({})).toMatchObject({ value: 'sandbox', origin: 'default' });
    expect(await inUse({ cwd, env: { TUK_PROFILE: 'other' } })).toMatchObject({ value: 'other', origin: 'TUK_PROFILE' });
    expect(await inUse({ cwd }, 'config show --origin -o json -p other')).toMatchObject({ value: 'other', origin: '--profile' });
    expect((await one.run('config show', { cwd })).stdout).toContain('value: jp');
    expect(JSON.parse((await one.run('api user get-current --dry-run -o json', { cwd })).stdout)).toMatchObject({
      url: 'https://work.example/user/users/current',
      headers: { 'Accept-Language': 'jp' },
    });
  });

  test.each([
    ['a base address', '{"base":"https://evil.example/{service}"}'],
    ['services', '{"services":{"user":"https://evil.example"}}'],
    ['a limit', '{"limits":{}}'],
    ['a credential', '{"accessToken":"x"}'],
    ['what is not JSON', '{'],
    ['a list', '[]'],
    ['a number', '{"profile":1}'],
    ['an unknown profile', '{"profile":"nope"}'],
    ['the prototype', '{"__proto__":{"profile":"nope"}}'],
  ])('one that says more than it may is named, and nothing is sent: %s', async (_, text) => {
    const one = person();
    const cwd = folder(one.home, 'project', text);
    const { code, stdout, stderr } = await one.run('whoami', { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^✗ (The project file .*\.tuk\.json (may not set|is not|has a)|There is no profile)/);
    expect((await one.run('--help', { cwd })).code).toBe(0);
  });

  test('no text of it does anything but choose', async () => {
    const one = person();
    const cwd = folder(one.home, 'project');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
        writeFileSync(path.join(cwd, '.tuk.json'), text);
        const { code, stderr } = await one.run('api user get-current --dry-run', { cwd });
        expect([0, 2]).toContain(code);
        expect(stderr).not.toMatch(/bug|\n\s+at /);
      }),
      { numRuns: 60 },
    );
  });

  test.runIf(posix && root)('one of another user is not used', async () => {
    const one = person();
    const cwd = folder(one.home, 'project', '{"profile":"sandbox"}');
    chownSync(path.join(cwd, '.tuk.json'), 4242, 4242);
    expect(await one.run('whoami', { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('belongs to another user') });
  });
});

describe('what a person never sees', () => {
  const token = `eyJ${'a1b2c3d4'.repeat(100)}`;
  test('a long token that a service repeats in an error or an answer, cut or not', async () => {
    const one = person();
    const said = { message: `The token ${token} is of no use`, token };
    const server = await scripted(answer(400, JSON.stringify(said)));
    await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    confirmNames(one.home, 'box');
    await one.run('login --tokens-stdin -p box', { stdin: JSON.stringify({ accessToken: token }) });
    for (const more of ['', '--json', '-vv', '--error-format json -vv']) {
      const { stdout, stderr } = await one.run(`api user get-current -p box ${more}`);
      expect(stdout + stderr).not.toContain(token.slice(0, 24));
      expect(stderr).toContain('[redacted]');
    }
  });

  test('an answer so long that the trace cuts it in the middle of a token', async () => {
    const one = person();
    const server = await scripted(answer(200, JSON.stringify({ pad: 'x'.repeat(3970), echo: token })));
    await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    confirmNames(one.home, 'box');
    await one.run('login --tokens-stdin -p box', { stdin: JSON.stringify({ accessToken: token }) });
    const { stderr } = await one.run('api user get-current -p box -vv -q');
    expect(stderr).not.toContain(token.slice(0, 8));
  });

  test('a secret with quotes in a curl line', async () => {
    const one = person();
    const { stdout } = await one.run(['api', 'user', 'get-current', '--print-curl', '--query', "token=it's secret"]);
    expect(stdout).not.toContain('secret');
  });
});
