// The probes of `tuk doctor`: health, metrics, keys, latency and clock of each service.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { look, rowOf, userOf } from '../../support/doctor.js';
import { exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { neverRespond, reset, respond, respondJson } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { newHome, newUser } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

describe('the services', () => {
  const html = respond(200, '<html><body>Welcome</body></html>', { 'content-type': 'text/html' });
  test.each([
    ['a 404 on /health', '/sale/health', respond(404, '{}'), 'note', /^It has no \/health$/, undefined],
    ['a 401', '/sale/metrics', respond(401, '{}'), 'note', /is restricted \(401\)/, undefined],
    ['a 403', '/sale/metrics', respond(403, '{}'), 'note', /is restricted \(403\)/, undefined],
    ['a 429', '/sale/health', respond(429, '{}'), 'note', /429/, /wait/],
    [
      'text on /health',
      '/sale/health',
      respond(200, 'OK', { 'content-type': 'text/plain' }),
      'note',
      /not with JSON/,
      undefined,
    ],
    [
      'no metrics on /metrics',
      '/sale/metrics',
      respond(200, '{"a":1}'),
      'note',
      /not in the Prometheus format/,
      undefined,
    ],
    [
      'a 503',
      '/sale/health',
      respond(503, '{"message":"down"}'),
      'fault',
      /503 .*down \(127\.0\.0\.1:\d+\)/,
      /wait, then/,
    ],
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
    expect(row(check)).toMatchObject({
      result,
      says: expect.stringMatching(says),
      ...(mend && { mend: expect.stringMatching(mend) }),
    });
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
    expect(row('user /health')).toMatchObject({
      result: 'fault',
      says: expect.stringContaining('the connection was refused'),
    });
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
