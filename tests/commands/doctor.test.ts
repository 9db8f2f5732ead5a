// `tuk doctor`: each fault alone is reported in its own row with its remedy, and is not changed.
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/commands/doctor/finding.js';
import { nodeFinding, oldestNode, spaceFinding } from '../../src/commands/doctor/local.js';
import { serviceNames } from '../../src/services/catalogue/index.js';
import { takeLock } from '../../src/session/lock.js';
import type { Keyring } from '../../src/session/stored-session.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { afterTurns } from '../support/later.js';
import { neverRespond, reset, respond, respondJson, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newHome, newUser, type User } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

type DoctorOptions = NonNullable<Parameters<User['run']>[1]>;

/** The exit code and the rows of a run, which asks one service. */
async function look(who: User, argv = '--service clutch', options: DoctorOptions = {}) {
  const { code, stdout, stderr } = await who.run(`doctor -o json ${argv}`, options);
  if (stdout === '') throw new Error(`${code} ${stderr}`);
  const rows = JSON.parse(stdout) as Finding[];
  return {
    code,
    stderr,
    rows,
    faults: rows.filter(({ result }) => result === 'fault').map(({ check }) => check),
    row: (check: string) => rows.find((row) => row.check === check),
  };
}

/** The exit code, and the row of a check. */
async function rowOf(who: User, check: string, options: DoctorOptions = {}) {
  const { code, row } = await look(who, undefined, options);
  return { code, ...row(check) };
}

/** A user of a healthy stub service, except for the responses to these paths. */
function userOf(others: Readonly<Record<string, Script>> = {}, settings: Readonly<Record<string, string>> = {}) {
  const headers = { date: new Date(now).toUTCString() };
  const healthy = (at: string): Script =>
    at.endsWith('/metrics')
      ? respond(200, '# TYPE up gauge\nup 1\n', { 'content-type': 'text/plain', ...headers })
      : respond(200, at.endsWith('jwks.json') ? '{"keys":[{}]}' : '{"status":"ok"}', headers);
  return stubUser((socket, request) => (others[request.path] ?? healthy(request.path))(socket, request), { signIn: false, settings });
}
const jwt = (claims: object) =>
  `${['{}', JSON.stringify(claims)].map((part) => Buffer.from(part).toString('base64url')).join('.')}.c2lnbmF0dXJl`;
const saved = (more: object) => JSON.stringify({ version: 1, generation: 3, savedAt: '2026-01-01T00:00:00.000Z', ...more });
/** Writes the session file of a profile, and returns its path. */
function keepSession({ home }: User, text: string, profile = 'sandbox'): string {
  mkdirSync(path.join(home, 'sessions'), { recursive: true, mode: 0o700 });
  const file = path.join(home, `sessions/${profile}.json`);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
/** What shows whether a file was changed, replaced or followed. */
function stateOf(file: string) {
  const { ino, mode, size, mtimeMs, ctimeMs } = lstatSync(file);
  return { ino, mode, size, mtimeMs, ctimeMs };
}

describe('without a fault', () => {
  test('on the embedded sandbox: exit 0, no fault, all services, each measured', async () => {
    const { code, faults, row, stderr } = await look(await signedIn(), '');
    expect({ code, faults, stderr }).toEqual({ code: exit.ok, faults: [], stderr: '' });
    for (const service of serviceNames)
      for (const at of ['/health', '/metrics'])
        expect(row(`${service} ${at}`)).toMatchObject({ result: 'ok', latency: expect.any(Number) });
    const machine = [
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
    ];
    for (const check of ['user /.well-known/jwks.json', ...machine]) expect(row(check), check).toMatchObject({ result: 'ok' });
    expect(row('key ring')).toMatchObject({ result: 'note', says: expect.stringContaining('Not in use') });
  });

  test('--service checks one service only; an unknown one is exit 2', async () => {
    const user = await userOf();
    const { code, rows } = await look(user, '--service sale');
    expect(code).toBe(exit.ok);
    expect(user.server.requests.map(({ method, path: at }) => `${method} ${at}`).sort()).toEqual(['GET /sale/health', 'GET /sale/metrics']);
    expect(rows.filter(({ check }) => /^\S+ \//.test(check)).map(({ check }) => check)).toEqual(['sale /health', 'sale /metrics']);
    expect(await user.run('doctor --service sales')).toMatchObject({
      code: exit.usage,
      stderr: expect.stringContaining('Did you mean sale?'),
    });
  });

  test('no credential is sent, and at most eight requests run at once', async () => {
    let under = 0;
    let most = 0;
    const user = await stubUser((socket, request) => {
      most = Math.max(most, ++under);
      void afterTurns(20, () => {
        under--;
        respondJson({ status: 'ok' })(socket, request);
      });
    });
    await look(user, '', { env: { TUK_TOKEN: 'tokentokentoken' } });
    expect(user.server.requests).toHaveLength(2 * serviceNames.length + 1); // health and metrics of each service, and the signing keys
    expect(user.server.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
    expect(most).toBe(8);
  });

  test.each(['--dry-run', '--print-curl'])('%s is refused', async (flag) => {
    const { run, server } = await userOf();
    expect(await run(`doctor ${flag}`)).toEqual({ code: exit.usage, stdout: '', stderr: '✗ tuk doctor has no dry run.\n' });
    expect(server.requests).toEqual([]);
  });

  test('on a terminal: symbols beside words, progress on stderr only, truncated texts repeated in full', async () => {
    const { run, json } = await userOf({ '/sale/health': respond(503, '{}') });
    const { code, stdout, stderr } = await run('doctor', { terminal: true });
    expect(code).toBe(exit.unreachable);
    for (const text of [/✓ ok/, /○ note/, /sale \/health +✗ fault/]) expect(stdout).toMatch(text);
    expect(stdout).not.toContain('checking');
    expect(stderr).toContain('checking the services: 31 of 31');
    expect(stderr).toContain('✗ sale /health: sale answered 503 to GET /health (127.0.0.1');
    expect(stderr).toMatch(/✗ \d+ checks\. Faults: 1, notes: \d+\.\n$/);
    expect((await run('doctor')).stderr).not.toContain('checking');
    expect(await json('doctor')).toContainEqual(expect.objectContaining({ check: 'sale /health', result: 'fault' }));
    expect((await run('doctor -o json', { terminal: true })).stdout).not.toContain('✗');
  });
});

describe('this machine', () => {
  test('the required Node version is that of the package', () => {
    const { engines } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${oldestNode.join('.')}`);
    for (const version of ['v20.19.0', 'v22.0.0']) expect(nodeFinding(version).result).toBe('ok');
    for (const old of ['v18.20.0', 'v20.18.9'])
      expect(nodeFinding(old)).toMatchObject({ result: 'fault', mend: 'install Node 20.19 or newer' });
    expect(spaceFinding(999_999, '/x')).toMatchObject({ result: 'fault', mend: expect.stringContaining('free some space') });
    expect(spaceFinding(1_000_000, '/x').result).toBe('ok');
  });

  test.each([
    [0o666, 'fault', exit.local],
    [0o644, 'note', exit.ok],
  ])('a configuration of mode %o is a %s, and is not changed', async (mode, result, ended) => {
    const user = await userOf();
    const file = path.join(user.home, 'config.json');
    chmodSync(file, mode);
    const before = stateOf(file);
    expect(await rowOf(user, 'configuration')).toMatchObject({ code: ended, result, mend: `chmod 600 ${file}` });
    expect(stateOf(file)).toEqual(before);
  });

  test('folders accessible to others are reported', async () => {
    const user = await signedIn();
    const folder = path.join(user.home, 'sessions');
    chmodSync(folder, 0o755);
    const says = `${folder} is accessible to others (755)`;
    expect(await look(user)).toMatchObject({ code: exit.local, faults: ['folders'] });
    expect((await look(user)).rows).toContainEqual({ check: 'folders', result: 'fault', says, mend: `chmod 700 ${folder}` });
    expect(lstatSync(folder).mode & 0o777).toBe(0o755);
  });

  test('a file in place of the sessions folder is reported', async () => {
    const user = newUser();
    writeFileSync(path.join(user.home, 'sessions'), '');
    const { code, faults, row } = await look(user);
    expect(code).toBe(exit.local);
    expect(faults).toEqual(expect.arrayContaining(['folders', 'session store']));
    expect(row('session store')?.mend).toContain('chmod u+rwx');
    expect(row('clutch /health')?.result).toBe('ok');
  });

  test('doctor creates no files except those of the sandbox', async () => {
    const user = await userOf();
    await look(user);
    expect(readdirSync(user.home)).toEqual(['config.json', 'locks']);
  });

  test('a sandbox that does not start is a local fault', async () => {
    const user = newUser(newHome('empty'));
    mkdirSync(path.join(user.home, 'sandbox.db'));
    const mend = 'Set the file aside and create a new one: tuk sandbox reset';
    expect(await rowOf(user, 'sandbox')).toMatchObject({ code: exit.local, result: 'fault', mend });
  });

  test('profile: reports its origin, protection, read-only mode, and a sandbox on loopback', async () => {
    const user = await userOf({}, { protected: 'true' });
    const { code, row, rows } = await look(user, undefined, { env: { TUK_PROFILE: 'box', TUK_READ_ONLY: '1' } });
    expect(code).toBe(exit.ok);
    expect(row('profile')).toMatchObject({ result: 'ok', says: 'box (TUK_PROFILE)' });
    expect(rows).toContainEqual({ check: 'profile', result: 'note', says: 'box is protected: every change needs its name' });
    expect(rows).toContainEqual(expect.objectContaining({ check: 'profile', result: 'note', mend: 'unset TUK_READ_ONLY' }));
    expect(row('base address')).toMatchObject({ result: 'note', says: expect.stringContaining('a sandbox') });
    writeFileSync(path.join(user.home, '.tuk.json'), '{"profile":"sandbox"}');
    expect((await look(user)).row('profile')?.says).toBe(`sandbox (${path.join(user.home, '.tuk.json')})`);
  });
});

describe('the session', () => {
  const good = saved({ accessToken: jwt({ exp: 4_000_000_000 }), refreshToken: 'refreshrefresh' });

  test.each<readonly [what: string, arrange: (file: string) => void, says: RegExp, mend: RegExp]>([
    ['not JSON', (file) => writeFileSync(file, '{'), /is not a session file of tuk/, /tuk login/],
    ['without a token', (file) => writeFileSync(file, saved({})), /is not a session file of tuk/, /tuk login/],
    ['of a newer tuk', (file) => writeFileSync(file, '{"version":9,"accessToken":"x"}'), /newer tuk/, /tuk login/],
    ['too large', (file) => writeFileSync(file, ' '.repeat(1_000_001)), /is not a session file of tuk/, /tuk login/],
    ['readable by others', (file) => chmodSync(file, 0o644), /\(644\)/, /chmod 600 \S+sandbox\.json/],
    [
      'a link',
      (file) => {
        writeFileSync(`${path.dirname(file)}/../elsewhere`, good, { mode: 0o600 });
        rmSync(file);
        symlinkSync('../elsewhere', file);
      },
      /link/,
      /^rm \S+sandbox\.json, then sign in again: tuk login$/,
    ],
    [
      'a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
      /./,
      /^mv (\S+sandbox\.json) \1\.old$/,
    ],
    ...(process.getuid?.() === 0
      ? [['of another user', (file: string) => chownSync(file, 65_534, 65_534), /another user \(65534\)/, /./] as const]
      : []),
  ])('a session file that is %s is a fault, and is not changed', async (what, arrange, says, mend) => {
    const user = newUser();
    const file = keepSession(user, good);
    arrange(file);
    const before = stateOf(file);
    const { code, row } = await look(user);
    expect(code).toBe(exit.local);
    expect(row('session file')).toMatchObject({ result: 'fault', says: expect.stringMatching(says), mend: expect.stringMatching(mend) });
    expect(row('token')?.result).toBe(what === 'readable by others' ? 'ok' : undefined);
    expect(stateOf(file)).toEqual(before);
    expect(readdirSync(path.dirname(file))).toEqual(['sandbox.json']);
    expect(row('clutch /health')?.result).toBe('ok');
  });

  test('the token: expired with and without a refresh token, not confirmed, no session', async () => {
    const user = newUser();
    expect(await rowOf(user, 'session file')).toMatchObject({ result: 'note', mend: 'tuk login' });
    const ended = jwt({ exp: 1_600_000_000 });
    keepSession(user, saved({ accessToken: ended, refreshToken: 'refreshrefresh', confirm: 'pending' }));
    const renewable = await look(user);
    expect(renewable.code).toBe(exit.ok);
    expect(renewable.row('session file')?.says).toContain('version 1, generation 3, saved 2026-01-01T00:00:00.000Z');
    expect(renewable.row('token')).toMatchObject({ result: 'note', says: expect.stringContaining('the next call renews it') });
    expect(renewable.row('confirmation')).toMatchObject({ result: 'note', mend: 'tuk whoami' });
    keepSession(user, saved({ accessToken: ended }));
    expect(await rowOf(user, 'token')).toMatchObject({ code: exit.local, result: 'fault', mend: 'tuk login' });
    expect((await rowOf(user, 'token', { now: 1_500_000_000_000 })).result).toBe('ok');
  });

  test('left-over files are named and kept', async () => {
    const user = newUser();
    const file = keepSession(user, good);
    for (const end of ['77.tmp', '78.probe', 'unreadable']) writeFileSync(`${file}.${end}`, '');
    const mend = `rm ${file}.77.tmp ${file}.78.probe ${file}.unreadable`;
    expect(await rowOf(user, 'left-over files')).toMatchObject({ code: exit.ok, result: 'note', mend });
    expect(readdirSync(path.dirname(file))).toHaveLength(4);
  });

  test('a lock of another process is a note that names it; a broken lock is a fault', async () => {
    const user = newUser();
    const file = path.join(user.home, 'locks/sandbox.db');
    const lock = await takeLock(file, 0, () => now);
    const holder = '{"pid":4321,"since":"2026-01-01T00:00:00.000Z","renewing":"2026-01-01T00:00:01.000Z"}';
    writeFileSync(`${file}.holder`, holder); // as the other process wrote it
    expect(await rowOf(user, 'lock')).toMatchObject({
      ...{ code: exit.ok, result: 'note' },
      ...{ says: expect.stringContaining('Held by process 4321'), mend: expect.stringContaining('wait') },
    });
    lock.release();
    const says = expect.stringContaining('was interrupted in a renewal');
    expect(await rowOf(user, 'lock')).toMatchObject({ result: 'note', says, mend: 'tuk auth refresh' });
    expect(readFileSync(`${file}.holder`, 'utf8')).toBe(holder);
    writeFileSync(file, 'no database at all, but long enough to be taken for one'.repeat(100));
    const mend = `rm ${file}, while no other tuk runs`;
    expect(await rowOf(user, 'lock')).toMatchObject({ code: exit.local, result: 'fault', mend });
  });
});

describe('the key ring', () => {
  function ring(set?: Keyring['set']) {
    const kept = new Map<string, string>();
    const own: Keyring = {
      get: async (account) => kept.get(account),
      set: set ?? (async (account, secret) => void kept.set(account, secret)),
      delete: async (account) => void kept.delete(account),
    };
    return { kept, keyring: async () => own };
  }

  test('a key ring with the session passes; one that lost it is a fault', async () => {
    const user = newUser();
    const file = keepSession(user, saved({ in: 'keyring' }));
    const { kept, keyring } = ring();
    const tokens = { generation: 3, savedAt: 'x', accessToken: jwt({ exp: 4_000_000_000 }), refreshToken: 'refreshrefresh' };
    kept.set(file, JSON.stringify(tokens));
    const well = await look(user, undefined, { keyring });
    expect([well.code, well.row('key ring')?.result, well.row('token')?.result]).toEqual([exit.ok, 'ok', 'ok']);
    kept.clear();
    const mend = 'Unlock it, or sign in again: tuk login';
    expect(await rowOf(user, 'key ring', { keyring })).toMatchObject({ code: exit.local, result: 'fault', mend });
  });

  test('a key ring that hangs times out after 3 s: a fault if required, a note if optional', async () => {
    const user = await userOf({}, { secureStorage: 'required' });
    const hangs = ring(() => new Promise(() => {}));
    expect(await whileTimePasses(() => rowOf(user, 'key ring', { keyring: hangs.keyring }))).toMatchObject({
      ...{ code: exit.local, result: 'fault' },
      ...{ says: expect.stringContaining('within 3 s'), mend: expect.stringContaining('--secure-storage off') },
    });
    await user.run('profile set box secureStorage auto');
    const fails = ring(() => Promise.reject(new Error('no such interface\n  at native')));
    const says = expect.stringContaining('no such interface. A file is used instead.');
    expect(await rowOf(user, 'key ring', { keyring: fails.keyring })).toMatchObject({ code: exit.ok, result: 'note', says });
    const { kept, keyring } = ring();
    expect((await rowOf(user, 'key ring', { keyring })).result).toBe('ok');
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
    const user = await userOf();
    writeFileSync(path.join(user.home, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const { code, row, rows, faults } = await look(user, undefined, { env: { [name]: value } });
    expect(row(check)).toMatchObject({ result, ...(mend ? { mend: expect.stringMatching(mend) } : {}) });
    expect(code).toBe(result === 'fault' ? exit.local : exit.ok);
    expect(faults).toEqual(result === 'fault' ? [check] : []);
    expect(JSON.stringify(rows)).not.toContain('hunter22');
    if (check === 'proxies')
      expect(row('services')?.says).toBe(result === 'fault' ? 'Not checked: fix the address of the proxy first' : undefined);
  });
});

describe('the services', () => {
  const html = respond(200, '<html><body>Welcome</body></html>', { 'content-type': 'text/html' });
  test.each([
    ['a 404 on /health', '/sale/health', respond(404, '{}'), 'note', /^It has no \/health$/, undefined],
    ['a 401', '/sale/metrics', respond(401, '{}'), 'note', /is restricted \(401\)/, undefined],
    ['a 403', '/sale/metrics', respond(403, '{}'), 'note', /is restricted \(403\)/, undefined],
    ['a 429', '/sale/health', respond(429, '{}'), 'note', /429/, /wait/],
    ['text on /health', '/sale/health', respond(200, 'OK', { 'content-type': 'text/plain' }), 'note', /not with JSON/, undefined],
    ['no metrics on /metrics', '/sale/metrics', respond(200, '{"a":1}'), 'note', /not in the Prometheus format/, undefined],
    ['a 503', '/sale/health', respond(503, '{"message":"down"}'), 'fault', /503 .*down \(127\.0\.0\.1:\d+\)/, /wait, then/],
    ['HTML', '/sale/health', html, 'fault', /127\.0\.0\.1:\d+ responds with HTML/, /tuk profile show/],
    [
      'a redirect',
      '/sale/health',
      respond(302, '', { location: 'https://a.example/' }),
      'fault',
      /to https:\/\/a\.example/,
      /profile show/,
    ],
    ['a reset', '/sale/health', reset, 'fault', /127\.0\.0\.1:\d+/, /tuk profile show/],
    ['no answer', '/sale/health', neverRespond, 'fault', /no response within 300 ms/, /--service sale --timeout 30s/],
    ['no keys', '/user/.well-known/jwks.json', respondJson({ keys: {} }), 'fault', /has no keys/, /tuk profile show/],
    ['a 404 instead of keys', '/user/.well-known/jwks.json', respond(404, '{}'), 'fault', /404/, /tuk profile show/],
    ['an empty list of keys', '/user/.well-known/jwks.json', respondJson({ keys: [] }), 'ok', /0 keys/, undefined],
  ] as const)('%s', async (_, at, script, result, says, mend) => {
    const user = await userOf({ [at]: script });
    const [, service, where] = /^\/(\w+)(.*)$/.exec(at)!;
    const { code, row, faults } = await whileTimePasses(() => look(user, `--service ${service} --timeout 300ms`));
    const check = `${service} ${where}`;
    expect(row(check)).toMatchObject({ result, says: expect.stringMatching(says), ...(mend && { mend: expect.stringMatching(mend) }) });
    expect(code).toBe(result === 'fault' ? exit.unreachable : exit.ok);
    expect(faults).toEqual(result === 'fault' ? [check] : []);
  });

  test.each([
    [3_600_000, 'fault', exit.local, /3600 s behind/],
    [-3_600_000, 'fault', exit.local, /3600 s ahead of/],
    [-120_000, 'note', exit.ok, /12\d s ahead of|119 s ahead of/],
    [0, 'ok', exit.ok, /agrees/],
  ] as const)('a clock that is off by %i ms is reported', async (off, result, ended, says) => {
    const mend = result === 'ok' ? {} : { mend: 'set the clock' };
    const clock = await rowOf(await userOf(), 'clock', { now: now - off });
    expect(clock).toMatchObject({ code: ended, result, says: expect.stringMatching(says), ...mend });
  });

  test('two wrong server clocks among many do not fault the local clock', async () => {
    const user = await userOf({
      '/sale/health': respond(200, '{}', { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
      '/sale/metrics': respond(200, '{}', { date: 'Wed, 01 Jan 2200 00:00:00 GMT' }),
    });
    expect((await look(user, '')).row('clock')?.result).toBe('ok');
  });

  test('if no server responds, one more row names the likely cause', async () => {
    const user = await userOf();
    await user.server.close();
    const { code, row } = await look(user, '--service user');
    expect(code).toBe(exit.unreachable);
    expect(row('user /health')).toMatchObject({ result: 'fault', says: expect.stringContaining('the connection was refused') });
    expect(row('services')).toMatchObject({ result: 'fault', mend: 'tuk sandbox serve' });
    expect(row('clock')).toBeUndefined();
    await user.run('profile add far --base https://service.invalid/{service}');
    const unknown = await whileTimePasses(() => look(user, '-p far --service sale --timeout 1s'));
    expect(unknown.code).toBe(exit.unreachable);
    expect(unknown.row('services')).toMatchObject({ mend: 'check the base address: tuk profile show' });
  });

  test('an untrusted certificate is reported', async () => {
    const { createServer } = await import('node:https');
    const fixture = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../fixtures', name));
    const server = createServer({ cert: fixture('tls-cert.pem'), key: fixture('tls-key.pem') }, (_, response) => response.end('{}'));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as { port: number };
    const user = newUser(newHome('empty'));
    await user.run(`profile add box --base https://127.0.0.1:${port}/{service}`);
    const { code, row } = await look(user, '-p box --service sale');
    server.close();
    expect(code).toBe(exit.unreachable);
    expect(row('sale /health')).toMatchObject({
      says: expect.stringContaining(`127.0.0.1:${port}: its certificate is self-signed`),
      mend: 'NODE_EXTRA_CA_CERTS=FILE tuk doctor --service sale',
    });
    expect(row('services')?.mend).toBe('NODE_EXTRA_CA_CERTS=FILE tuk doctor');
  });

  test('the default time-out is 5 s', async () => {
    const user = await userOf({ '/sale/health': neverRespond });
    const { row } = await whileTimePasses(() => look(user, '--service sale'));
    expect(row('sale /health')?.says).toContain('no response within 5000 ms');
  });

  test('Ctrl-C ends doctor', async () => {
    const stop = new AbortController();
    const { run } = await stubUser(() => stop.abort('SIGINT'), { signIn: false });
    expect(await run('doctor', { signal: stop.signal })).toMatchObject({ code: exit.interrupted, stdout: '' });
  });
});

test('no secret is printed at any verbosity', async () => {
  const secrets = [jwt({ exp: 1_600_000_000, sub: 'me' }), 'refresh-of-the-file', 'token-of-the-environment', 'hunter22'];
  const user = await userOf({ '/sale/health': respondJson({ message: secrets.join(' ') }, 500) });
  keepSession(user, saved({ accessToken: secrets[0], refreshToken: secrets[1] }), 'box');
  const env = { TUK_TOKEN: secrets[2]!, HTTPS_PROXY: 'http://name:hunter22@127.0.0.1:9', NODE_OPTIONS: '--title=hunter22' };
  for (const form of ['-vv', '-vv -o json', '-o csv']) {
    const { stdout, stderr } = await user.run(`doctor --service sale ${form}`, { env, terminal: form === '-vv' });
    expect(stdout).toContain('sale /health');
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
  }
});

describe('unreadable settings', () => {
  const withConfig = (text: string) => {
    const user = newUser(newHome('empty'));
    writeFileSync(path.join(user.home, 'config.json'), text);
    return user;
  };

  test.each(['{', '[]', '{"profiles":{"a":1}}'])('a broken configuration: %s', async (text) => {
    const user = withConfig(text);
    const files = [path.join(user.home, 'config.json'), keepSession(user, '{')];
    const before = files.map(stateOf);
    const { code, faults, row } = await look(user);
    expect({ code, faults }).toEqual({ code: exit.local, faults: ['configuration', 'session file'] });
    expect(row('configuration')?.mend).toBe('Mend it, or move it away and add your profiles again.');
    expect(row('settings')?.result).toBe('note');
    expect(row('services')?.says).toBe('Not checked: fix the settings first');
    expect(files.map(stateOf)).toEqual(before);
    expect(await user.run('doctor', { terminal: true })).toMatchObject({
      code: exit.local,
      stderr: expect.stringContaining('✗ configuration: '),
    });
    expect((await user.run('whoami')).code).toBe(exit.local); // no other command runs
  });

  test('the profile of the command line is checked although its settings cannot be read', async () => {
    const user = withConfig('{');
    keepSession(user, '{', 'box');
    expect((await look(user, '-p box')).row('session file')?.says).toContain('box.json is not a session file of tuk');
    expect((await look(user, '-p ../box')).row('session file')?.says).toBe('Not checked: no profile is known');
  });

  test('a folder in place of the configuration', async () => {
    const user = newUser();
    mkdirSync(path.join(user.home, 'config.json'));
    expect(await look(user)).toMatchObject({ code: exit.local, faults: ['configuration'] });
  });

  test.each(['{', '{"base":"https://evil.example"}', '{"profile":1}'])('a broken project file: %s', async (text) => {
    const user = newUser();
    writeFileSync(path.join(user.home, '.tuk.json'), text);
    const { code, faults, row } = await look(user);
    expect({ code, faults }).toEqual({ code: exit.local, faults: ['project file'] });
    expect(row('project file')?.mend).toContain('fix it or remove it');
  });

  test.each([
    ['TUK_PROFILE', 'nowhere', 'no profile'],
    ['TUK_TIMEOUT', 'soon', 'not a duration'],
  ])('a bad variable: %s=%s', async (name, value, expected) => {
    const { code, faults, row } = await look(newUser(), '', { env: { [name]: value } });
    expect({ code, faults }).toEqual({ code: exit.local, faults: ['settings'] });
    expect(row('settings')).toMatchObject({ says: expect.stringContaining(expected), mend: expect.any(String) });
  });

  test.each(['-p nowhere', '--timeout soon'])('an invalid flag is exit 2 as in every command: %s', async (flag) => {
    expect(await newUser().run(`doctor ${flag}`)).toMatchObject({ code: exit.usage, stdout: '' });
  });
});
