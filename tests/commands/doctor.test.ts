// `tuk doctor`: each fault alone is reported in its own row with its remedy, and is not changed.
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/commands/doctor/finding.js';
import { nodeFinding, oldestNode, spaceFinding } from '../../src/commands/doctor/local.js';
import { serviceNames } from '../../src/services/catalogue/index.js';
import { takeLock } from '../../src/session/lock.js';
import type { Keyring } from '../../src/session/store.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { afterTurns } from '../support/later.js';
import { neverRespond, type ReceivedRequest, raw, reset, respond, type Script, scripted } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newHome, newUser } from '../support/tuk.js';

type Person = ReturnType<typeof newUser>;
type DoctorOptions = NonNullable<Parameters<Person['run']>[1]>;

/** The exit code and the rows of a run. */
async function look(who: Person, argv = '', options: DoctorOptions = {}) {
  const { code, stdout, stderr } = await who.run(`doctor -o json ${argv}`, options);
  if (stdout === '') throw new Error(`${code} ${stderr}`);
  const rows = JSON.parse(stdout) as Finding[];
  return { code, stderr, rows, row: (check: string) => rows.find((row) => row.check === check) };
}
const faults = (rows: readonly Finding[]) => rows.filter(({ result }) => result === 'fault').map(({ check }) => check);

/** A healthy stub server, except for the responses of `other`. */
async function services(other: (request: ReceivedRequest) => Script | undefined = () => undefined) {
  const date = () => ({ date: new Date(now).toUTCString() });
  const well = ({ path: at }: ReceivedRequest): Script =>
    at.endsWith('/metrics')
      ? respond(200, '# TYPE up gauge\nup 1\n', { 'content-type': 'text/plain', ...date() })
      : respond(200, at.endsWith('jwks.json') ? '{"keys":[{}]}' : '{"status":"ok"}', date());
  return scripted((socket, request) => (other(request) ?? well(request))(socket, request));
}
/** A user whose active profile `box` uses such a server. */
async function someoneAt(url: string, settings: readonly string[] = [], user = newUser()): Promise<Person> {
  await user.run(['profile', 'add', 'box', '--base', `${url}/{service}`]);
  await user.run('profile use box');
  for (const setting of settings) await user.run(`profile set box ${setting}`);
  return user;
}
const jwt = (claims: object) =>
  `${['{}', JSON.stringify(claims)].map((part) => Buffer.from(part).toString('base64url')).join('.')}.c2lnbmF0dXJl`;
const sessionOf = ({ home }: Person) => path.join(home, 'sessions/sandbox.json');
const saved = (more: object) => JSON.stringify({ version: 1, generation: 3, savedAt: '2026-01-01T00:00:00.000Z', ...more });
function keepSession(who: Person, text: string, mode = 0o600): string {
  mkdirSync(path.join(who.home, 'sessions'), { recursive: true, mode: 0o700 });
  writeFileSync(sessionOf(who), text, { mode });
  chmodSync(sessionOf(who), mode);
  return sessionOf(who);
}

describe('without a fault', () => {
  test('on the embedded sandbox: exit 0, no fault, all services, each measured', async () => {
    const mina = newUser();
    await mina.run('login');
    const { code, rows, row, stderr } = await look(mina);
    expect({ code, faults: faults(rows), stderr }).toEqual({ code: exit.ok, faults: [], stderr: '' });
    for (const service of serviceNames)
      for (const at of ['/health', '/metrics'])
        expect(row(`${service} ${at}`)).toMatchObject({ result: 'ok', latency: expect.any(Number) });
    expect(row('user /.well-known/jwks.json')).toMatchObject({ result: 'ok' });
    for (const check of [
      'node',
      'tuk',
      'configuration',
      'settings',
      'profile',
      'disk',
      'session store',
      'session file',
      'token',
      'lock',
      'clock',
    ])
      expect(row(check), check).toMatchObject({ result: 'ok' });
    expect(row('key ring')).toMatchObject({ result: 'note', says: expect.stringContaining('Not in use') });
  });

  test('--service checks one service only; an unknown one is exit 2', async () => {
    const server = await services();
    const user = await someoneAt(server.url);
    const { code, rows } = await look(user, '--service sale');
    expect(code).toBe(exit.ok);
    expect(server.requests.map(({ method, path: at }) => `${method} ${at}`).sort()).toEqual(['GET /sale/health', 'GET /sale/metrics']);
    expect(rows.filter(({ check }) => /^\S+ \//.test(check)).map(({ check }) => check)).toEqual(['sale /health', 'sale /metrics']);
    expect((await user.run('doctor --service sales')).stderr).toContain('Did you mean sale?');
    expect((await user.run('doctor --service sales')).code).toBe(exit.usage);
  });

  test('no credential is sent, and at most eight requests run at once', async () => {
    let under = 0;
    let most = 0;
    const server = await services(() => (socket, request) => {
      most = Math.max(most, ++under);
      void afterTurns(20, () => {
        under--;
        respond(200, '{"status":"ok"}')(socket, request);
      });
    });
    const user = await someoneAt(server.url);
    await look(user, '', { env: { TUK_TOKEN: 'tokentokentoken' } });
    expect(server.requests).toHaveLength(2 * serviceNames.length + 1); // health and metrics of each service, and the signing keys
    expect(server.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
    expect(most).toBe(8);
  });

  test('a dry run is refused', async () => {
    const server = await services();
    const user = await someoneAt(server.url);
    for (const flag of ['--dry-run', '--print-curl']) {
      const { code, stdout, stderr } = await user.run(`doctor ${flag}`);
      expect({ code, stdout, stderr }).toEqual({ code: exit.usage, stdout: '', stderr: '✗ tuk doctor has no dry run.\n' });
    }
    expect(server.requests).toEqual([]);
  });

  test('on a terminal: symbols beside words, progress on stderr only, truncated texts repeated in full', async () => {
    const server = await services(({ path: at }) => (at === '/sale/health' ? respond(503, '{}') : undefined));
    const user = await someoneAt(server.url);
    const { code, stdout, stderr } = await user.run('doctor', { terminal: true, columns: 80 });
    expect(code).toBe(exit.unreachable);
    expect(stdout).toMatch(/✓ ok/);
    expect(stdout).toMatch(/○ note/);
    expect(stdout).toMatch(/sale \/health +✗ fault/);
    expect(stdout).not.toContain('asking');
    expect(stderr).toContain('checking the services: 31 of 31');
    expect(stderr).toContain('✗ sale /health: sale answered 503 to GET /health (127.0.0.1');
    expect(stderr).toMatch(/✗ \d+ checks\. Faults: 1, notes: \d+\.\n$/);
    const piped = await user.run('doctor');
    expect(piped.stderr).not.toContain('asking');
    expect(JSON.parse(piped.stdout)).toContainEqual(expect.objectContaining({ check: 'sale /health', result: 'fault' }));
    expect((await user.run('doctor -o json', { terminal: true })).stdout).not.toContain('✗');
  });
});

describe('this machine', () => {
  test('the required Node version is that of the package', () => {
    const { engines } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${oldestNode.join('.')}`);
    expect(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v26.1.0'].map((version) => nodeFinding(version).result)).toEqual(['ok', 'ok', 'ok', 'ok']);
    for (const old of ['v18.20.0', 'v20.18.9'])
      expect(nodeFinding(old)).toMatchObject({ result: 'fault', mend: 'install Node 20.19 or newer' });
    expect(spaceFinding(999_999, '/x')).toMatchObject({ result: 'fault', mend: expect.stringContaining('free some space') });
    expect(spaceFinding(1_000_000, '/x').result).toBe('ok');
  });

  test('a configuration writable by others is a fault, one readable by others a note; neither is changed', async () => {
    const user = await someoneAt((await services()).url);
    const file = path.join(user.home, 'config.json');
    for (const [mode, result, ended] of [
      [0o666, 'fault', exit.local],
      [0o644, 'note', exit.ok],
    ] as const) {
      chmodSync(file, mode);
      const { code, row } = await look(user);
      expect({ code, ...row('configuration') }).toMatchObject({ code: ended, result, mend: `chmod 600 ${file}` });
      expect(statSync(file).mode & 0o777).toBe(mode);
    }
  });

  test('folders accessible to others are reported', async () => {
    const user = newUser();
    await user.run('login');
    const folder = path.join(user.home, 'sessions');
    chmodSync(folder, 0o755);
    const { code, rows } = await look(user, '--service clutch');
    expect(code).toBe(exit.local);
    expect(rows).toContainEqual({
      check: 'folders',
      result: 'fault',
      says: `${folder} is accessible to others (755)`,
      mend: `chmod 700 ${folder}`,
    });
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  test('a file in place of the sessions folder is reported', async () => {
    const user = newUser();
    writeFileSync(path.join(user.home, 'sessions'), '');
    const { code, rows, row } = await look(user, '--service clutch');
    expect(code).toBe(exit.local);
    expect(faults(rows)).toEqual(expect.arrayContaining(['folders', 'session store']));
    expect(row('session store')?.mend).toContain('chmod u+rwx');
    expect(row('clutch /health')?.result).toBe('ok');
  });

  test('doctor creates no files except those of the sandbox', async () => {
    const server = await services();
    const user = await someoneAt(server.url);
    rmSync(path.join(user.home, 'sandbox.db'));
    await look(user);
    expect(readdirSync(user.home)).toEqual(['config.json']);
  });

  test('a sandbox that does not start is a local fault', async () => {
    const user = newUser(newHome('empty'));
    mkdirSync(path.join(user.home, 'sandbox.db'));
    const { code, row } = await look(user);
    expect(code).toBe(exit.local);
    expect(row('sandbox')).toMatchObject({ result: 'fault', mend: 'Set the file aside and create a new one: tuk sandbox reset' });
  });

  test('profile: reports its origin, protection, read-only mode, and a sandbox on loopback', async () => {
    const server = await services();
    const user = await someoneAt(server.url, ['protected true']);
    const { code, row, rows } = await look(user, '--service clutch', { env: { TUK_PROFILE: 'box', TUK_READ_ONLY: '1' } });
    expect(code).toBe(exit.ok);
    expect(row('profile')).toMatchObject({ result: 'ok', says: 'box (TUK_PROFILE)' });
    expect(rows).toContainEqual({ check: 'profile', result: 'note', says: 'box is protected: every change needs its name' });
    expect(rows).toContainEqual(expect.objectContaining({ check: 'profile', result: 'note', mend: 'unset TUK_READ_ONLY' }));
    expect(row('base address')).toMatchObject({ result: 'note', says: expect.stringContaining('a sandbox') });
    writeFileSync(path.join(user.home, '.tuk.json'), '{"profile":"sandbox"}');
    const project = await look(user, '--service clutch');
    expect(project.row('profile')?.says).toBe(`sandbox (${path.join(user.home, '.tuk.json')})`);
  });
});

describe('the session', () => {
  const token = jwt({ exp: 4_000_000_000 });
  const good = saved({ accessToken: token, refreshToken: 'refreshrefresh' });

  test.each([
    ['empty', '', /is not a session file of tuk/, /tuk login/],
    ['not JSON', '{', /is not a session file of tuk/, /tuk login/],
    ['without a token', saved({}), /is not a session file of tuk/, /tuk login/],
    ['of a newer tuk', '{"version":9,"accessToken":"x"}', /newer tuk/, /tuk login/],
    ['too large', ' '.repeat(1_000_001), /is not a session file of tuk/, /tuk login/],
  ])('a file that is %s is a fault, and is not changed', async (_, text, expected, mend) => {
    const user = newUser();
    const file = keepSession(user, text);
    const { code, row } = await look(user, '--service clutch');
    expect(code).toBe(exit.local);
    expect(row('session file')).toMatchObject({
      result: 'fault',
      says: expect.stringMatching(expected),
      mend: expect.stringMatching(mend),
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(path.dirname(file))).toEqual(['sandbox.json']);
    expect(row('clutch /health')?.result).toBe('ok');
  });

  test('a mode that grants access to others is a fault, and is not changed', async () => {
    const user = newUser();
    const file = keepSession(user, good, 0o644);
    const { code, row } = await look(user, '--service clutch');
    expect(code).toBe(exit.local);
    expect(row('session file')).toMatchObject({
      result: 'fault',
      says: expect.stringContaining('(644)'),
      mend: expect.stringContaining(`chmod 600 ${file}`),
    });
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readFileSync(file, 'utf8')).toBe(good);
  });

  test('a symbolic link or a folder is a fault, and is neither followed nor removed', async () => {
    const user = newUser();
    const file = keepSession(user, good);
    rmSync(file);
    const target = path.join(user.home, 'elsewhere');
    writeFileSync(target, good, { mode: 0o600 });
    symlinkSync(target, file);
    const linked = await look(user, '--service clutch');
    expect(linked.code).toBe(exit.local);
    expect(linked.row('session file')).toMatchObject({ result: 'fault', mend: `rm ${file}, then sign in again: tuk login` });
    expect(linked.row('token')).toBeUndefined();
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    rmSync(file);
    mkdirSync(file);
    expect((await look(user, '--service clutch')).row('session file')).toMatchObject({
      result: 'fault',
      mend: `mv ${file} ${file}.old`,
    });
  });

  test.skipIf(process.getuid?.() !== 0)('a file of another user is reported', async () => {
    const user = newUser();
    const file = keepSession(user, good);
    const { chownSync } = await import('node:fs');
    chownSync(file, 65_534, 65_534);
    const { code, row } = await look(user, '--service clutch');
    expect(code).toBe(exit.local);
    expect(row('session file')).toMatchObject({ result: 'fault', says: expect.stringContaining('another user (65534)') });
  });

  test('the token: expired with and without a refresh token, not confirmed, no session', async () => {
    const user = newUser();
    expect((await look(user, '--service clutch')).row('session file')).toMatchObject({ result: 'note', mend: 'tuk login' });
    const ended = jwt({ exp: 1_600_000_000 });
    keepSession(user, saved({ accessToken: ended, refreshToken: 'refreshrefresh', confirm: 'pending' }));
    const renewable = await look(user, '--service clutch');
    expect(renewable.code).toBe(exit.ok);
    expect(renewable.row('session file')?.says).toContain('version 1, generation 3, saved 2026-01-01T00:00:00.000Z');
    expect(renewable.row('token')).toMatchObject({ result: 'note', says: expect.stringContaining('the next call renews it') });
    expect(renewable.row('confirmation')).toMatchObject({ result: 'note', mend: 'tuk whoami' });
    keepSession(user, saved({ accessToken: ended }));
    const over = await look(user, '--service clutch');
    expect(over.code).toBe(exit.local);
    expect(over.row('token')).toMatchObject({ result: 'fault', mend: 'tuk login' });
    expect((await look(user, '--service clutch', { now: 1_500_000_000_000 })).row('token')?.result).toBe('ok');
  });

  test('left-over files are named and kept', async () => {
    const user = newUser();
    const file = keepSession(user, good);
    for (const end of ['77.tmp', '78.probe', 'unreadable']) writeFileSync(`${file}.${end}`, '');
    const { code, row } = await look(user, '--service clutch');
    expect(code).toBe(exit.ok);
    expect(row('left-over files')).toMatchObject({ result: 'note', mend: `rm ${file}.77.tmp ${file}.78.probe ${file}.unreadable` });
    expect(readdirSync(path.dirname(file))).toHaveLength(4);
  });

  test('a lock of another process is a note that names it; a broken lock is a fault', async () => {
    const user = newUser();
    const file = path.join(user.home, 'locks/sandbox.db');
    const lock = await takeLock(file, 0, () => now);
    const holder = '{"pid":4321,"since":"2026-01-01T00:00:00.000Z","renewing":"2026-01-01T00:00:01.000Z"}';
    writeFileSync(`${file}.holder`, holder); // as the other process wrote it
    const { code, row } = await look(user, '--service clutch');
    expect(code).toBe(exit.ok);
    expect(row('lock')).toMatchObject({
      result: 'note',
      says: expect.stringContaining('Held by process 4321'),
      mend: expect.stringContaining('wait'),
    });
    lock.release();
    const free = await look(user, '--service clutch');
    expect(free.row('lock')).toMatchObject({
      result: 'note',
      says: expect.stringContaining('was interrupted in a renewal'),
      mend: 'tuk auth refresh',
    });
    expect(readFileSync(`${file}.holder`, 'utf8')).toBe(holder);
    writeFileSync(file, 'no database at all, but long enough to be taken for one'.repeat(100));
    const broken = await look(user, '--service clutch');
    expect(broken.code).toBe(exit.local);
    expect(broken.row('lock')).toMatchObject({ result: 'fault', mend: `rm ${file}, while no other tuk runs` });
  });
});

describe('the key ring', () => {
  const ring = (more: Partial<Keyring> = {}) => {
    const kept = new Map<string, string>();
    const own: Keyring = {
      get: async (account) => kept.get(account),
      set: async (account, secret) => void kept.set(account, secret),
      delete: async (account) => void kept.delete(account),
      ...more,
    };
    return { kept, keyring: async () => own };
  };
  const marker = saved({ in: 'keyring' });
  const tokens = JSON.stringify({ generation: 3, savedAt: 'x', accessToken: jwt({ exp: 4_000_000_000 }), refreshToken: 'refreshrefresh' });

  test('a key ring with the session passes; one that lost it is a fault', async () => {
    const user = newUser();
    const file = keepSession(user, marker);
    const { kept, keyring } = ring();
    kept.set(file, tokens);
    const well = await look(user, '--service clutch', { keyring });
    expect(well.code).toBe(exit.ok);
    expect(well.row('key ring')?.result).toBe('ok');
    expect(well.row('token')?.result).toBe('ok');
    kept.clear();
    const lost = await look(user, '--service clutch', { keyring });
    expect(lost.code).toBe(exit.local);
    expect(lost.row('key ring')).toMatchObject({ result: 'fault', mend: 'Unlock it, or sign in again: tuk login' });
  });

  test('a key ring that hangs times out after 3 s: a fault if required, a note if optional', async () => {
    const user = await someoneAt((await services()).url, ['secureStorage required']);
    const hangs = ring({ set: () => new Promise(() => {}) });
    const { code, row } = await whileTimePasses(() => look(user, '--service clutch', { keyring: hangs.keyring }));
    expect(code).toBe(exit.local);
    expect(row('key ring')).toMatchObject({
      result: 'fault',
      says: expect.stringContaining('within 3 s'),
      mend: expect.stringContaining('--secure-storage off'),
    });
    await user.run('profile set box secureStorage auto');
    const fails = ring({ set: () => Promise.reject(new Error('no such interface\n  at native')) });
    const auto = await look(user, '--service clutch', { keyring: fails.keyring });
    expect(auto.code).toBe(exit.ok);
    expect(auto.row('key ring')).toMatchObject({
      result: 'note',
      says: expect.stringContaining('no such interface. A file is used instead.'),
    });
    const { kept, keyring } = ring();
    expect((await look(user, '--service clutch', { keyring })).row('key ring')?.result).toBe('ok');
    expect([...kept]).toEqual([]);
  });
});

describe('the environment', () => {
  const pem = path.resolve(import.meta.dirname, '../fixtures/tls-cert.pem');
  test.each([
    ['HTTPS_PROXY', 'nonsense', 'proxies', 'fault', /unset HTTPS_PROXY/],
    ['http_proxy', 'http://[', 'proxies', 'fault', /http:\/\/host:port/],
    ['http_proxy', 'proxy.example:3128', 'proxies', 'note', undefined],
    ['HTTPS_PROXY', 'http://name:hunter22@proxy.example:3128', 'proxies', 'note', undefined],
    ['NODE_EXTRA_CA_CERTS', 'nowhere.pem', 'NODE_EXTRA_CA_CERTS', 'fault', /unset NODE_EXTRA_CA_CERTS/],
    ['NODE_EXTRA_CA_CERTS', '.', 'NODE_EXTRA_CA_CERTS', 'fault', /PEM/],
    ['SSL_CERT_FILE', 'config.json', 'SSL_CERT_FILE', 'fault', /unset SSL_CERT_FILE/],
    ['NODE_EXTRA_CA_CERTS', 'broken.pem', 'NODE_EXTRA_CA_CERTS', 'fault', /PEM/],
    ['NODE_EXTRA_CA_CERTS', pem, 'NODE_EXTRA_CA_CERTS', 'ok', undefined],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', 'NODE_TLS_REJECT_UNAUTHORIZED', 'fault', /unset NODE_TLS_REJECT_UNAUTHORIZED/],
    ['NODE_OPTIONS', '--max-old-space-size=512 -r ./hunter22.js', 'NODE_OPTIONS', 'note', /unset NODE_OPTIONS/],
    ['TUK_TOKEN', 'hunter22hunter22', 'TUK_TOKEN', 'note', /unset TUK_TOKEN/],
    ['TUK_TOKEN', 'hunter22 hunter22', 'TUK_TOKEN', 'fault', /unset TUK_TOKEN/],
  ] as const)('%s=%s', async (name, value, check, result, mend) => {
    const user = await someoneAt((await services()).url);
    writeFileSync(path.join(user.home, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const { code, row, rows } = await look(user, '--service clutch', { env: { [name]: value } });
    expect(row(check)).toMatchObject({ result, ...(mend ? { mend: expect.stringMatching(mend) } : {}) });
    expect(code).toBe(result === 'fault' ? exit.local : exit.ok);
    expect(faults(rows)).toEqual(result === 'fault' ? [check] : []);
    expect(JSON.stringify(rows)).not.toContain('hunter22');
    if (check === 'proxies')
      expect(row('services')?.says).toBe(result === 'fault' ? 'Not checked: fix the address of the proxy first' : undefined);
  });
});

describe('the services', () => {
  const html = respond(200, '<html><body>Welcome</body></html>', { 'content-type': 'text/html' });
  const cut = raw('HTTP/1.1 200 OK\r\ncontent-length: 900\r\ncontent-type: application/json\r\n\r\n{"a"');
  test.each([
    ['a 404 on /health', '/sale/health', respond(404, '{}'), 'note', /^It has no \/health$/, undefined],
    ['a 404 on /metrics', '/sale/metrics', respond(404, '{}'), 'note', /^It has no \/metrics$/, undefined],
    ['a 401', '/sale/metrics', respond(401, '{}'), 'note', /is restricted \(401\)/, undefined],
    ['a 403', '/sale/metrics', respond(403, '{}'), 'note', /is restricted \(403\)/, undefined],
    ['a 429', '/sale/health', respond(429, '{}'), 'note', /429/, /wait/],
    ['text on /health', '/sale/health', respond(200, 'OK', { 'content-type': 'text/plain' }), 'note', /not with JSON/, undefined],
    ['no metrics on /metrics', '/sale/metrics', respond(200, '{"a":1}'), 'note', /not in the Prometheus format/, undefined],
    ['a 503', '/sale/health', respond(503, '{"message":"down"}'), 'fault', /503 .*down \(127\.0\.0\.1:\d+\)/, /wait, then/],
    ['HTML on /health', '/sale/health', html, 'fault', /127\.0\.0\.1:\d+ responds with HTML/, /tuk profile show/],
    ['HTML on /metrics', '/sale/metrics', html, 'fault', /responds with HTML/, /tuk profile show/],
    [
      'a redirect',
      '/sale/health',
      respond(302, '', { location: 'https://login.example/' }),
      'fault',
      /redirect to https:\/\/login\.example/,
      /tuk profile show/,
    ],
    ['a cut answer', '/sale/health', cut, 'fault', /cut off/, /tuk profile show/],
    ['a reset', '/sale/health', reset, 'fault', /127\.0\.0\.1:\d+/, /tuk profile show/],
    ['no answer', '/sale/health', neverRespond, 'fault', /no response within 300 ms/, /--service sale --timeout 30s/],
  ] as const)('%s', async (_, at, script, result, expected, mend) => {
    const server = await services((request) => (request.path === at ? script : undefined));
    const user = await someoneAt(server.url);
    const { code, row, rows } = await whileTimePasses(() => look(user, '--service sale --timeout 300ms'));
    const check = at.replace('/sale/', 'sale /');
    expect(row(check)).toMatchObject({
      result,
      says: expect.stringMatching(expected),
      ...(mend ? { mend: expect.stringMatching(mend) } : {}),
    });
    expect(code).toBe(result === 'fault' ? exit.unreachable : exit.ok);
    expect(faults(rows)).toEqual(result === 'fault' ? [check] : []);
  });

  test('the user service must publish its keys', async () => {
    for (const [script, ended] of [
      [respond(404, '{}'), exit.unreachable],
      [respond(200, '{"keys":{}}'), exit.unreachable],
      [respond(200, '{"keys":[]}'), exit.ok],
    ] as const) {
      const server = await services(({ path: at }) => (at.endsWith('jwks.json') ? script : undefined));
      const { code, row } = await look(await someoneAt(server.url), '--service user');
      expect(code).toBe(ended);
      expect(row('user /.well-known/jwks.json')?.result).toBe(ended === exit.ok ? 'ok' : 'fault');
    }
  });

  test.each([
    [3_600_000, 'fault', exit.local, /3600 s behind/],
    [-3_600_000, 'fault', exit.local, /3600 s ahead of/],
    [-120_000, 'note', exit.ok, /12\d s ahead of|119 s ahead of/],
    [0, 'ok', exit.ok, /agrees/],
  ] as const)('a clock that is off by %i ms is reported', async (off, result, ended, expected) => {
    const now = Date.UTC(2026, 5, 1);
    const server = await scripted(respond(200, '{"status":"ok"}', { date: new Date(now + off).toUTCString() }));
    const { code, row } = await look(await someoneAt(server.url), '--service clutch', { now });
    expect(code).toBe(ended);
    expect(row('clock')).toMatchObject({
      result,
      says: expect.stringMatching(expected),
      ...(result === 'ok' ? {} : { mend: 'set the clock' }),
    });
  });

  test('two wrong server clocks among many do not fault the local clock', async () => {
    const respondWithDate = (date: string) => respond(200, '{}', { date });
    const dates: Record<string, string> = {
      '/sale/health': 'Thu, 01 Jan 1970 00:00:00 GMT',
      '/sale/metrics': 'Wed, 01 Jan 2200 00:00:00 GMT',
    };
    const server = await services(({ path: at }) => (dates[at] ? respondWithDate(dates[at]) : undefined));
    expect((await look(await someoneAt(server.url))).row('clock')?.result).toBe('ok');
  });

  test('if no server responds, one more row names the likely cause', async () => {
    const server = await services();
    await server.close();
    const { code, row } = await look(await someoneAt(server.url));
    expect(code).toBe(exit.unreachable);
    expect(row('user /health')).toMatchObject({ result: 'fault', says: expect.stringContaining('the connection was refused') });
    expect(row('services')).toMatchObject({ result: 'fault', mend: 'tuk sandbox serve' });
    expect(row('clock')).toBeUndefined();
    const far = await someoneAt('https://service.invalid');
    const unknown = await whileTimePasses(() => look(far, '--service sale --timeout 1s'));
    expect(unknown.code).toBe(exit.unreachable);
    expect(unknown.row('services')).toMatchObject({ mend: 'check the base address: tuk profile show' });
  });

  test('an untrusted certificate is reported', async () => {
    const { createServer } = await import('node:https');
    const fixture = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../fixtures', name));
    const server = createServer({ cert: fixture('tls-cert.pem'), key: fixture('tls-key.pem') }, (_, response) => response.end('{}'));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as { port: number };
    const { code, row } = await look(await someoneAt(`https://127.0.0.1:${port}`), '--service sale');
    server.close();
    expect(code).toBe(exit.unreachable);
    expect(row('sale /health')).toMatchObject({
      says: expect.stringContaining(`127.0.0.1:${port}: its certificate is self-signed`),
      mend: 'NODE_EXTRA_CA_CERTS=FILE tuk doctor --service sale',
    });
    expect(row('services')?.mend).toBe('NODE_EXTRA_CA_CERTS=FILE tuk doctor');
  });

  test('the default time-out is 5 s', async () => {
    const server = await services(({ path: at }) => (at === '/sale/health' ? neverRespond : undefined));
    const user = await someoneAt(server.url);
    const { row } = await whileTimePasses(() => look(user, '--service sale'));
    expect(row('sale /health')?.says).toContain('no response within 5000 ms');
  });

  test('Ctrl-C ends doctor', async () => {
    const stop = new AbortController();
    const server = await services(() => () => stop.abort('SIGINT'));
    const { code, stdout } = await (await someoneAt(server.url)).run('doctor', { signal: stop.signal });
    expect({ code, stdout }).toEqual({ code: exit.interrupted, stdout: '' });
  });
});

test('no secret is printed at any verbosity', async () => {
  const secrets = [jwt({ exp: 1_600_000_000, sub: 'me' }), 'refresh-of-the-file', 'token-of-the-environment', 'hunter22'];
  const server = await services(({ path: at }) =>
    at.endsWith('/health') ? respond(500, JSON.stringify({ message: secrets.join(' ') })) : undefined,
  );
  const user = newUser();
  await user.run(['profile', 'add', 'sandbox2', '--base', `${server.url}/{service}`]);
  keepSession(user, saved({ accessToken: secrets[0], refreshToken: secrets[1] }));
  writeFileSync(path.join(user.home, 'sessions/sandbox2.json'), readFileSync(sessionOf(user)), { mode: 0o600 });
  const env = { TUK_TOKEN: secrets[2]!, HTTPS_PROXY: 'http://name:hunter22@127.0.0.1:9', NODE_OPTIONS: '--title=hunter22' };
  for (const form of ['-vv', '-vv -o json', '-o csv']) {
    const { stdout, stderr } = await user.run(`doctor -p sandbox2 --service sale ${form}`, { env, terminal: form === '-vv' });
    expect(stdout).toContain('sale /health');
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
  }
});

describe('unreadable settings', () => {
  const config = ({ home }: Person) => path.join(home, 'config.json');

  test.each(['', '{', '[]', '{"profiles":[]}', '{"profiles":{"a":1}}'])('a broken configuration: %s', async (text) => {
    const user = newUser();
    keepSession(user, '{');
    writeFileSync(config(user), text);
    const { code, rows, row } = await look(user);
    expect(code).toBe(exit.local);
    expect(faults(rows)).toEqual(['configuration', 'session file']);
    expect(row('configuration')?.mend).toBe('Mend it, or move it away and add your profiles again.');
    expect(row('settings')?.result).toBe('note');
    expect(row('services')?.says).toBe('Not checked: fix the settings first');
    expect(readFileSync(config(user), 'utf8')).toBe(text);
    expect(readFileSync(sessionOf(user), 'utf8')).toBe('{');
    const output = await user.run('doctor', { terminal: true });
    expect(output.code).toBe(exit.local);
    expect(output.stderr).toContain('✗ configuration: ');
  });

  test('the profile of the command line is checked although its settings cannot be read', async () => {
    const user = newUser();
    writeFileSync(config(user), '{');
    mkdirSync(path.join(user.home, 'sessions'), { mode: 0o700 });
    writeFileSync(path.join(user.home, 'sessions/box.json'), '{', { mode: 0o600 });
    expect((await look(user, '-p box')).row('session file')?.says).toContain('box.json is not a session file of tuk');
    expect((await look(user, '-p ../box')).row('session file')?.says).toBe('Not checked: no profile is known');
  });

  test('a folder in place of the configuration', async () => {
    const user = newUser();
    mkdirSync(config(user));
    const { code, rows } = await look(user);
    expect({ code, faults: faults(rows) }).toEqual({ code: exit.local, faults: ['configuration'] });
  });

  test.each(['{', '{"base":"https://evil.example"}', '{"profile":1}'])('a broken project file: %s', async (text) => {
    const user = newUser();
    writeFileSync(path.join(user.home, '.tuk.json'), text);
    const { code, rows, row } = await look(user);
    expect({ code, faults: faults(rows) }).toEqual({ code: exit.local, faults: ['project file'] });
    expect(row('project file')?.mend).toContain('fix it or remove it');
  });

  test.each([
    ['TUK_PROFILE', 'nowhere', 'no profile'],
    ['TUK_TIMEOUT', 'soon', 'no duration'],
    ['TUK_LANG', '../x', 'no language'],
  ])('a bad variable: %s=%s', async (name, value, expected) => {
    const { code, rows, row } = await look(newUser(), '', { env: { [name]: value } });
    expect({ code, faults: faults(rows) }).toEqual({ code: exit.local, faults: ['settings'] });
    expect(row('settings')).toMatchObject({ says: expect.stringContaining(expected), mend: expect.any(String) });
  });

  test.each(['-p nowhere', '--timeout soon', '--lang ../x', '-o tabel'])(
    'an invalid flag is exit 2 as in every command: %s',
    async (flag) => {
      const { code, stdout } = await newUser().run(`doctor ${flag}`);
      expect({ code, stdout }).toEqual({ code: exit.usage, stdout: '' });
    },
  );

  test('no other command runs without readable settings', async () => {
    const user = newUser();
    writeFileSync(config(user), '{');
    for (const line of ['whoami', 'config show', 'api user get-current']) expect((await user.run(line)).code).toBe(exit.local);
  });
});
