// `tuk doctor`: each fault has its own row with its remedy; nothing is changed and no secret is printed.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { endsOfNode, nodeFinding, oldestNode, spaceFinding } from '../../../src/commands/doctor/local.js';
import { serviceNames } from '../../../src/services/catalogue/index.js';
import { jwt, keepSession, look, rowOf, saved, stateOf, userOf } from '../../support/doctor.js';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { afterTurns } from '../../support/later.js';
import { neverRespond, reset, respond, respondJson } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { newHome, newUser } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

// The probes of `tuk doctor`: health, metrics, keys, latency and clock of each service.
describe('the services', () => {
  const html = respond(200, '<html><body>Welcome</body></html>', { 'content-type': 'text/html' });
  const text = respond(200, 'OK', { 'content-type': 'text/plain' });
  const redirect = respond(302, '', { location: 'https://a.example/' });
  test.each([
    ['a 404 on /health', '/sale/health', respond(404, '{}'), 'note', /^It has no \/health$/, /^/],
    ['a 401', '/sale/metrics', respond(401, '{}'), 'note', /is restricted \(401\)/, /^/],
    ['a 403', '/sale/metrics', respond(403, '{}'), 'note', /is restricted \(403\)/, /^/],
    ['a 429', '/sale/health', respond(429, '{}'), 'note', /429/, /wait/],
    ['text on /health', '/sale/health', text, 'note', /not with JSON/, /^/],
    ['no metrics on /metrics', '/sale/metrics', respond(200, '{"a":1}'), 'note', /not in the Prometheus format/, /^/],
    ['a 503', '/sale/health', respond(503, '{"message":"down"}'), 'fault', /down \(sale answered 503/, /wait, then/],
    ['HTML', '/sale/health', html, 'fault', /127\.0\.0\.1:\d+ responds with HTML/, /tuk profile show/],
    ['a redirect', '/sale/health', redirect, 'fault', /to https:\/\/a\.example/, /profile show/],
    ['a reset', '/sale/health', reset, 'fault', /127\.0\.0\.1:\d+/, /tuk profile show/],
    ['no answer', '/sale/health', neverRespond, 'fault', /no response within 300 ms/, /--service sale --timeout 30s/],
    ['no keys', '/user/.well-known/jwks.json', respondJson({ keys: {} }), 'fault', /has no keys/, /tuk profile show/],
    ['a 404 instead of keys', '/user/.well-known/jwks.json', respond(404, '{}'), 'fault', /404/, /tuk profile show/],
    ['an empty list of keys', '/user/.well-known/jwks.json', respondJson({ keys: [] }), 'ok', /0 keys/, /^/],
  ] as const)('%s', async (_, at, script, result, says, mend) => {
    const user = await userOf({ [at]: script });
    const [, service, where] = /^\/(\w+)(.*)$/.exec(at)!;
    const { code, row, faults } = await whileTimePasses(() => look(user, `--service ${service} --timeout 300ms`));
    const check = `${service} ${where}`;
    expect(row(check)).toMatchObject({ result, says: expect.stringMatching(says) });
    expect(row(check)!.mend ?? '').toMatch(mend);
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
    const at = (date: string) => respond(200, '{}', { date });
    const [past, future] = [at('Thu, 01 Jan 1970 00:00:00 GMT'), at('Wed, 01 Jan 2200 00:00:00 GMT')];
    const user = await userOf({ '/sale/health': past, '/sale/metrics': future });
    expect((await look(user, '')).row('clock')?.result).toBe('ok');
  });

  test('if no server responds, one more row names the likely cause', async () => {
    const user = await userOf();
    await user.server.close();
    const { code, row } = await look(user, '--service user');
    expect(code).toBe(exit.unreachable);
    const says = expect.stringContaining('the connection was refused');
    expect(row('user /health')).toMatchObject({ result: 'fault', says });
    expect(row('services')).toMatchObject({ result: 'fault', mend: 'tuk sandbox serve' });
    expect(row('clock')).toBeUndefined();
    await user.run('profile add far --base https://service.invalid/{service}');
    const unknown = await whileTimePasses(() => look(user, '-p far --service sale --timeout 1s'));
    expect(unknown.code).toBe(exit.unreachable);
    expect(unknown.row('services')).toMatchObject({ mend: 'check the base address: tuk profile show' });
  });

  test('an untrusted certificate is reported', async () => {
    const { createServer } = await import('node:https');
    const fixture = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../fixtures', name));
    const server = createServer({ cert: fixture('tls-cert.pem'), key: fixture('tls-key.pem') }, (_, response) =>
      response.end('{}'),
    );
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as { port: number };
    const user = newUser(newHome('empty'));
    await user.run(`profile add box --base https://127.0.0.1:${port}/{service}`);
    const { code, row } = await look(user, '-p box --service sale');
    server.close();
    expect(code).toBe(exit.unreachable);
    const says = expect.stringContaining(`127.0.0.1:${port}: its certificate is self-signed`);
    const mend = 'NODE_EXTRA_CA_CERTS=FILE tuk doctor --service sale';
    expect(row('sale /health')).toMatchObject({ says, mend });
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

describe('without a fault', () => {
  test.each(['--dry-run', '--print-curl'])('%s is refused', async (flag) => {
    const { run, server } = await userOf();
    expect(await run(`doctor ${flag}`)).toMatchObject(ends(exit.usage, /^✗ tuk doctor has no dry run\.\n$/, ''));
    expect(server.requests).toEqual([]);
  });

  test('on the embedded sandbox: exit 0, no fault, all services, each measured', async () => {
    const { code, faults, row, stderr } = await look(await signedIn(), '');
    expect({ code, faults, stderr }).toEqual({ code: exit.ok, faults: [], stderr: '' });
    for (const service of serviceNames)
      for (const at of ['/health', '/metrics'])
        expect(row(`${service} ${at}`)).toMatchObject({ result: 'ok', latency: expect.any(Number) });
    const machine = ['configuration', 'settings', 'profile', 'disk', 'session store', 'session file', 'token', 'lock'];
    for (const check of ['tuk', 'clock', 'user /.well-known/jwks.json', ...machine])
      expect(row(check), check).toMatchObject({ result: 'ok' });
    expect(row('node')?.result).not.toBe('fault'); // a note if its version has had its end
    expect(row('key ring')).toMatchObject({ result: 'note', says: expect.stringContaining('Not in use') });
  });

  test('--service checks one service only; an unknown one is exit 2', async () => {
    const user = await userOf();
    const { code, rows } = await look(user, '--service sale');
    expect(code).toBe(exit.ok);
    expect(user.server.requests.map(({ path: at }) => at).sort()).toEqual(['/sale/health', '/sale/metrics']);
    const probes = rows.filter(({ check }) => /^\S+ \//.test(check));
    expect(probes.map(({ check }) => check)).toEqual(['sale /health', 'sale /metrics']);
    expect(await user.run('doctor --service sales')).toMatchObject(ends(exit.usage, 'Did you mean sale?'));
  });

  test('the probes carry no credential, and at most eight requests run at once', async () => {
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
    const probes = user.server.requests.filter(({ path }) => /\/(health|metrics|jwks\.json)$/.test(path));
    expect(probes).toHaveLength(2 * serviceNames.length + 1); // health and metrics of each service, and the signing keys
    expect(probes.filter(({ headers }) => headers.authorization)).toEqual([]);
    expect(most).toBe(8);
  });

  test('each everyday command says how many of its columns are known, assumed and unknown; a checked service alone does not', async () => {
    const offering = { offering_id: 'o-1', title: 'A', surprise: 1 };
    const { home, json, server } = await userOf({ '/musubi/v1/offering/public': respondJson([offering]) });
    const rows = (await json('doctor')) as { check: string; says: string; result: string; mend?: string }[];
    const of = (name: string) => rows.find(({ check }) => check === name);
    expect(of('assets offerings')?.result).toBe('note');
    expect(of('assets offerings')?.says).toMatch(/^1 known, 1 assumed, \d unknown$/);
    expect(of('responses')).toMatchObject({ result: 'note', mend: 'tuk learn' });
    expect(existsSync(path.join(home, 'learned'))).toBe(false); // it changes nothing
    const before = server.requests.length;
    await json('doctor --service musubi');
    expect(server.requests.length - before).toBe(2);
  });

  test('a faulty map is a fault of its own, with its line', async () => {
    const { home, json } = await userOf();
    writeFileSync(path.join(home, 'platform.yaml'), 'thinks: {}\n');
    const rows = (await json('doctor')) as { check: string; result: string; says: string }[];
    const faults = rows.filter(({ result }) => result === 'fault');
    expect(faults).toMatchObject([{ check: 'map', says: expect.stringContaining('platform.yaml:1:1') }]);
  });

  test('on a terminal: symbols beside words, progress on stderr only, truncated texts repeated in full', async () => {
    const { run, json } = await userOf({ '/sale/health': respond(503, '{}') });
    const { code, stdout, stderr } = await run('doctor', { terminal: true });
    expect(code).toBe(exit.unreachable);
    for (const text of [/✓ ok/, /○ note/, /sale \/health +✗ fault/]) expect(stdout).toMatch(text);
    expect(stdout).not.toContain('31 of 31');
    expect(stderr).toContain('31 of 31 · 1 failed');
    expect(stderr).toContain('✗ sale /health: sale answered 503 to GET /health (127.0.0.1');
    expect(stderr).toMatch(/✗ \d+ checks\. Faults: 1, notes: \d+\.\n$/);
    expect((await run('doctor')).stderr).not.toContain('31 of 31');
    expect(await json('doctor')).toContainEqual(expect.objectContaining({ check: 'sale /health', result: 'fault' }));
    expect((await run('doctor -o json', { terminal: true })).stdout).not.toContain('✗');
  });
});

describe('this machine', () => {
  test('the required Node version is that of the package', () => {
    const { engines } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${oldestNode.join('.')}`);
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../SECURITY.md'), 'utf8');
    const stated = [...page.matchAll(/^\| (\d+) \| (\S+) \|$/gm)].map(([, major, end]) => [major, end]);
    expect(stated).toEqual(Object.entries(endsOfNode).filter(([major]) => !['21', '23'].includes(major))); // long over
    const [before, after] = [Date.parse('2026-04-30T12:00:00Z'), Date.parse('2026-05-01T12:00:00Z')];
    for (const version of ['v20.19.0', 'v22.0.0', 'v99.0.0']) expect(nodeFinding(version, before).result).toBe('ok');
    const says = expect.stringContaining('Node 20 has been out of support since 2026-04-30');
    expect(nodeFinding('v20.19.0', after)).toMatchObject({ result: 'note', says });
    expect(nodeFinding('v22.0.0', after).result).toBe('ok');
    for (const old of ['v18.20.0', 'v20.18.9'])
      expect(nodeFinding(old, after)).toMatchObject({ result: 'fault', mend: 'install Node 20.19 or newer' });
    const mend = expect.stringContaining('free some space');
    expect(spaceFinding(999_999, '/x')).toMatchObject({ result: 'fault', mend });
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
    const mend = `chmod 700 ${folder}`;
    expect((await look(user)).rows).toContainEqual({ check: 'folders', result: 'fault', says, mend });
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

  test('profile: reports its origin, protection, read-only mode, and http on loopback', async () => {
    const user = await userOf({}, { protected: 'true' });
    const { code, row, rows } = await look(user, undefined, { env: { TUK_PROFILE: 'box', TUK_READ_ONLY: '1' } });
    expect(code).toBe(exit.ok);
    expect(row('profile')).toMatchObject({ result: 'ok', says: 'box (TUK_PROFILE)' });
    const says = 'box is protected: every change needs its name';
    expect(rows).toContainEqual({ check: 'profile', result: 'note', says });
    expect(rows.map(({ mend }) => mend)).toContain('unset TUK_READ_ONLY');
    expect(row('base address')).toMatchObject({ result: 'note', says: expect.stringContaining('on this machine') });
    writeFileSync(path.join(user.home, '.tuk.json'), '{"profile":"sandbox"}');
    expect((await look(user)).row('profile')?.says).toBe(`sandbox (${path.join(user.home, '.tuk.json')})`);
  });
});

describe('the environment', () => {
  const pem = path.resolve(import.meta.dirname, '../../fixtures/tls-cert.pem');
  test.each([
    ['HTTPS_PROXY', 'nonsense', 'proxies', 'fault', /unset HTTPS_PROXY/],
    ['http_proxy', 'http://[', 'proxies', 'fault', /http:\/\/host:port/],
    ['HTTPS_PROXY', 'user:hunter22@', 'proxies', 'fault', /unset HTTPS_PROXY/],
    ['http_proxy', 'proxy.example:3128', 'proxies', 'note', undefined],
    ['HTTPS_PROXY', 'http://name:hunter22@proxy.example:3128', 'proxies', 'note', undefined],
    ['NODE_EXTRA_CA_CERTS', 'nowhere.pem', 'NODE_EXTRA_CA_CERTS', 'fault', /unset NODE_EXTRA_CA_CERTS/],
    ['NODE_EXTRA_CA_CERTS', '.', 'NODE_EXTRA_CA_CERTS', 'fault', /PEM/],
    ['SSL_CERT_FILE', 'config.json', 'SSL_CERT_FILE', 'fault', /unset SSL_CERT_FILE/],
    ['NODE_EXTRA_CA_CERTS', 'broken.pem', 'NODE_EXTRA_CA_CERTS', 'fault', /PEM/],
    ['NODE_EXTRA_CA_CERTS', pem, 'NODE_EXTRA_CA_CERTS', 'ok', undefined],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', 'NODE_TLS_REJECT_UNAUTHORIZED', 'fault', /unset NODE_TLS_REJECT/],
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
      expect(row('services')?.says?.startsWith('Not checked: fix the address')).toBe(result === 'fault' || undefined);
  });
});

test('no secret is printed at any verbosity', async () => {
  const secrets = [jwt({ exp: 1_600_000_000, sub: 'me' }), 'refresh-of-file', 'token-of-environment', 'hunter22'];
  const user = await userOf({ '/sale/health': respondJson({ message: secrets.join(' ') }, 500) });
  keepSession(user, saved({ accessToken: secrets[0], refreshToken: secrets[1] }), 'box');
  const proxy = { HTTPS_PROXY: 'http://name:hunter22@127.0.0.1:9' };
  const env = { TUK_TOKEN: secrets[2]!, ...proxy, NODE_OPTIONS: '--title=hunter22' };
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
    expect(row('configuration')?.mend).toBe('Fix it, or move it away and add your profiles again.');
    expect(row('settings')?.result).toBe('note');
    expect(row('services')?.says).toBe('Not checked: fix the settings first');
    expect(files.map(stateOf)).toEqual(before);
    expect(await user.run('doctor', { terminal: true })).toMatchObject(ends(exit.local, '✗ configuration: '));
    expect((await user.run('whoami')).code).toBe(exit.local); // no other command runs
  });

  test('the profile of the command line is checked although its settings cannot be read', async () => {
    const user = withConfig('{');
    keepSession(user, '{', 'box');
    expect((await look(user, '-p box')).row('session file')?.says).toContain('box.json is not a session file of tuk');
    expect((await look(user, '-p ../box')).row('session file')?.says).toBe('Not checked: no profile is known');
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
