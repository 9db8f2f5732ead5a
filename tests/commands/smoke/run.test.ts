// `tuk smoke`: every read passes on the sandbox; a fault fails exactly its cases; a run has no effect and reports no secret.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { escapeXml } from '../../../src/text/xml.js';
import { allCalls } from '../../support/catalogue.js';
import { ends, exit } from '../../support/exit.js';
import { neverRespond, respond, type Script } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

interface Row {
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly outcome: 'passed' | 'failed' | 'flaky' | 'skipped';
  readonly status: number | null;
  readonly milliseconds: number | null;
  readonly checked: string | null;
  readonly tries: number;
  readonly why: string | null;
}
const names = (rows: readonly Pick<Row, 'service' | 'method' | 'path'>[]) =>
  rows.map(({ service, method, path }) => `${service} ${method} ${path}`).sort();
/** The calls of a run without a selection: every GET of the catalogue. */
const reads = async () => names((await allCalls()).filter(({ method }) => method === 'GET'));
const of = (rows: readonly Row[], outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome);

const mina = await signedIn();
/** Runs `tuk smoke` and parses its rows. */
async function smoke(argv: string, user = mina) {
  const { code, stdout, stderr } = await user.run(`smoke ${argv}`);
  return { code, stderr, rows: JSON.parse(stdout || '[]') as Row[] };
}
/** A user whose services are one scripted server; signed in, unless `signIn` is false. */
async function against(script: Script, signIn = true) {
  const user = await stubUser(script, { signIn: false });
  const tokens = { accessToken: 'access-canary-4711', refreshToken: 'refresh-canary-4712' };
  if (signIn) await user.run('login --tokens-stdin', { stdin: JSON.stringify(tokens) });
  return { server: user.server, user };
}

describe('on the sandbox', () => {
  test('every read passes or is skipped with a reason, and is in the reports', async () => {
    const { code, rows, stderr } = await smoke('--report junit:out/smoke.xml --report json:out/smoke.json');
    expect(code, stderr).toBe(exit.ok);
    const expected = await reads();
    expect(names(rows)).toEqual(expected);
    expect(of(rows, 'failed')).toEqual([]);
    expect(of(rows, 'passed').length).toBeGreaterThan(0.85 * expected.length);
    for (const row of of(rows, 'skipped')) expect(row.why, row.path).toMatch(/\w{3}/);
    for (const row of of(rows, 'passed'))
      expect([row.checked === 'nothing' ? 200 : row.status, row.tries, row.why]).toEqual([200, 1, null]);
    const totals = `✓ PASSED {3}${of(rows, 'passed').length} of ${expected.length} .* p50 [\\d.]+ m?s {3}p95 `;
    expect(stderr).toMatch(new RegExp(totals));

    const suites = elements(readFileSync(path.join(mina.home, 'out/smoke.xml'), 'utf8'));
    const cases = suites.filter(({ name }) => name === 'testcase');
    expect(cases).toHaveLength(rows.length);
    expect(new Set(cases.map(({ attributes: { classname, name } }) => `${classname} ${name}`)).size).toBe(rows.length);
    expect(suites.filter(({ name }) => name === 'skipped')).toHaveLength(of(rows, 'skipped').length);
    expect(suites[0]!.attributes).toMatchObject({ tests: String(rows.length), failures: '0', errors: '0' });
    const report = JSON.parse(readFileSync(path.join(mina.home, 'out/smoke.json'), 'utf8'));
    expect(report).toMatchObject({ profile: 'sandbox', cases: rows.length, failed: 0, interrupted: false });
    expect(report.results).toHaveLength(rows.length);
  });

  test('a case that passes on a retry is flaky, not failed', async () => {
    const user = await signedIn();
    await user.run(['sandbox', 'fault', 'add', 'status=503', '--on', 'sale listFeatured', '--times', '1']);
    const { code, rows } = await smoke('--service sale --retry 2 --report junit:smoke.xml', user);
    expect(code).toBe(exit.ok);
    expect(of(rows, 'flaky')).toMatchObject([{ call: 'list-featured', tries: 2, status: 200 }]);
    const flaky = /<flakyFailure message="[^"]*503[^"]*" type="flaky">passed on try 2<\/flakyFailure>/;
    expect(readFileSync(path.join(user.home, 'smoke.xml'), 'utf8')).toMatch(flaky);
  });
});

describe('selection of calls', () => {
  test('by service, mode and pattern', async () => {
    const listed = async (argv: string) => names((await smoke(`${argv} --dry-run`)).rows);
    expect(await listed('--service sale,notification')).toContain('sale GET /v1/products/featured');
    const ofTwo = (await listed('--service sale --service notification')).map((name) => name.split(' ')[0]);
    expect(new Set(ofTwo)).toEqual(new Set(['sale', 'notification']));
    const ofUser = await listed('--service user');
    expect(await listed('--calls user*/games/')).toEqual(ofUser.filter((name) => name.includes('/games/')));
    expect(await listed('--calls sale*get-order')).toEqual(['sale GET /v1/orders/{id}']);
    const healths = (await reads()).filter((name) => /\/health/.test(name) && !/^(user|sale) /.test(name));
    expect(await listed('--calls /health --calls !user --calls !SALE')).toEqual(healths);
    const { rows } = await smoke('--auth public --dry-run');
    expect(new Set(rows.map((row) => (row as Row & { auth: string }).auth))).toEqual(new Set(['public']));
  });

  test('without a session, calls that need one are skipped with the reason', async () => {
    const signedOut = newUser();
    const { code, rows } = await smoke('--service sale --auth available', signedOut);
    expect(code).toBe(exit.ok);
    expect(of(rows, 'skipped').filter(({ why }) => why === 'nobody is signed in').length).toBeGreaterThan(3);
    // the public list has the ids of its own list
    expect(rows.find(({ service, call }) => service === 'sale' && call === 'get-product')?.outcome).toBe('passed');
    expect((await smoke('--auth public', signedOut)).code).toBe(exit.ok);
  });

  test('if all calls need a session and there is none: exit 4 before anything is sent, and no report', async () => {
    const { server, user } = await against(respond(200, '{}'), false);
    for (const argv of ['', '--service sale', '--shard 2/3', '--auth signed-in', '--auth basic']) {
      expect(await user.run(`smoke ${argv} --report junit:smoke.xml`)).toMatchObject({ code: exit.signIn, stdout: '' });
      expect(existsSync(path.join(user.home, 'smoke.xml')), argv).toBe(false);
    }
    const said = `^✗ Not signed in, and \\d+ of ${(await reads()).length} calls need a session. Nothing was sent\\.\\n.*`;
    expect((await user.run('smoke')).stderr).toMatch(new RegExp(`${said}--auth available`));
    expect(server.requests).toEqual([]);
    expect((await user.run('smoke --dry-run')).code).toBe(exit.ok);
    await user.run('smoke --calls get-health --auth public'); // none of these needs a session
    expect(server.requests.length).toBeGreaterThan(10);
  });

  test('a dry run sends nothing and prints the sources of values', async () => {
    const { server, user } = await against(respond(200, '{}'));
    const { code, rows } = await smoke('--dry-run', user);
    expect([code, server.requests.length, rows.length]).toEqual([exit.ok, 0, (await reads()).length]);
    expect(rows.find(({ call }) => call === 'get-order')).toMatchObject({ values: { id: 'sale listItems orderId' } });
  });

  test('--write adds changes, but no transfers, no final calls and no calls that end the session', async () => {
    const { server, user } = await against(respond(200, '{"id":"x","address":"x","alias":"x","typeId":"x"}'));
    expect((await user.run('smoke --write safe')).code).toBe(exit.guarded);
    expect(server.requests).toEqual([]);
    const values = '{"id":"x","uid":"x","typeId":"x","slug":"x","user":{"setEmail":{"email":"a@b.c"}}}';
    writeFileSync(path.join(user.home, 'values.json'), values);
    await user.run(['smoke', '--write', '*', '--yes', '--values', 'values.json']);
    const never = (await allCalls()).filter(({ name, effect, final, session }) => {
      return effect === 'money' || final || session || (effect !== 'none' && /claim/i.test(name));
    });
    const requests = server.requests.map((one) => `${one.method} ${one.path.split('?')[0]}`);
    const patterns = never.map(({ service, method, path }) => {
      return new RegExp(`^${method} /${service}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    });
    expect(requests.filter((one) => patterns.some((pattern) => pattern.test(one)))).toEqual([]);
    expect(requests.filter((one) => !one.startsWith('GET')).length).toBeGreaterThan(10);
    const email = server.requests.find((one) => one.path === '/user/users/email/me' && one.method === 'POST');
    expect(email?.body).toBe('{"email":"a@b.c"}');
  });

  test('--write safe makes only the changes of its list, and the sandbox is green under it', async () => {
    const user = await signedIn();
    const { code, rows, stderr } = await smoke('--write safe --yes', user);
    expect([code, of(rows, 'failed')], stderr).toEqual([exit.ok, []]);
    const changes = rows
      .filter(({ method, outcome }) => method !== 'GET' && outcome === 'passed')
      .map(({ service, call }) => `${service} ${call}`);
    expect(changes).toEqual(expect.arrayContaining(['user create-deferred-code', 'user register-mobile']));
    expect(changes.filter((name) => /claim|delete|cancel|submit/.test(name))).toEqual([]);
  });

  test('fields without a public name take that of the profile, of the file, or the assumed one, and a failure names it', async () => {
    const { server, user } = await against(respond(400, '{"message":"what?"}'));
    await user.run('profile set box name.ride-hailing.search-places.text term');
    const values = { 'ride-hailing': { checkPhone: { msisdn: '+855' }, q: 'market', latitude: 1, longitude: 2 } };
    writeFileSync(path.join(user.home, 'values.json'), JSON.stringify(values));
    const calls = '--calls /v1/places/search --calls check-phone --calls reverse-geo';
    const { rows } = await smoke(`${calls} --values values.json`, user);
    const asked = server.requests.map((one) => one.path.replace('/ride-hailing/v1/', ''));
    const place = 'places/reverse-geo?latitude=1&longitude=2';
    const expected = ['places/search?term=market', 'phone-verification/check?msisdn=%2B855', place];
    expect(asked).toEqual(expect.arrayContaining(expected));
    const why = (call: string) => rows.find((row) => row.call === call)?.why;
    expect(why('find-place')).toContain('assumed field names: latitude, longitude');
    expect(why('search-places')).not.toContain('assumed');
    expect(why('check-phone')).not.toContain('assumed');
  });

  test('wrong usage is exit 2, and nothing is sent', async () => {
    const { server, user } = await against(respond(200, '{}'));
    writeFileSync(path.join(user.home, 'list.json'), '[1]');
    writeFileSync(path.join(user.home, 'other.json'), '{"nowhere":{"id":"x"}}');
    writeFileSync(path.join(user.home, 'typo.json'), '{"sale":{"ordreId":"1"}}');
    const values = ['none', 'list', 'other', 'typo'].map((name) => `--values ${name}.json`);
    const selections = ['--service nowhere', '--auth bearer', '--calls no-such-call', '--shard 0/2', '--shard 300/300'];
    for (const argv of [...values, ...selections, '--parallel 0', '--retry x', '--print-curl', 'stray'])
      expect((await user.run(`smoke ${argv}`)).code, argv).toBe(exit.usage);
    expect(server.requests).toEqual([]);
  });
});

const reports = '--report json:smoke.json --report junit:smoke.xml';
/** What the reports of a run say, with the counts of the JUnit report. */
const exits = (home: string) => {
  const report = JSON.parse(readFileSync(path.join(home, 'smoke.json'), 'utf8'));
  const [suites] = elements(readFileSync(path.join(home, 'smoke.xml'), 'utf8'));
  const { failures, errors, tests } = suites!.attributes;
  return { ...report, bad: Number(failures) + Number(errors), tests: Number(tests) };
};

describe('failures', () => {
  test.each([
    ['SIGINT', exit.interrupted],
    ['SIGTERM', exit.terminated],
  ])('%s ends at once with %i, and the reports are partial, and fail', async (signal, expectedCode) => {
    const stop = new AbortController();
    let requests = 0;
    const { user } = await against((socket, request) => {
      if (++requests === 40) stop.abort(signal);
      (request.path.endsWith('/metrics') ? respond(200, 'up 1') : neverRespond)(socket, request);
    });
    const { code, stdout } = await user.run(`smoke --auth public --parallel 40 ${reports}`, { signal: stop.signal });
    expect(code).toBe(expectedCode);
    const rows = JSON.parse(stdout) as Row[];
    expect(of(rows, 'skipped').filter(({ why }) => why === 'interrupted').length).toBeGreaterThan(50);
    expect(elements(readFileSync(path.join(user.home, 'smoke.xml'), 'utf8')).length).toBeGreaterThan(rows.length);
    expect(exits(user.home)).toMatchObject({ exitCode: code, interrupted: true });
    expect(exits(user.home).bad).toBeGreaterThan(0);
  });

  test('a report that cannot be written is exit 9', async () => {
    writeFileSync(path.join(mina.home, 'file'), '');
    expect((await mina.run('smoke --service notification --report junit:file/x.xml')).code).toBe(exit.local);
  });
});

describe('a run that checked nothing or less than planned never passes', () => {
  test.each([
    ['that has ended', '{"message":"over","code":"EXPIRED_SESSION"}'],
    ['that is refused with any error code', '{"message":"who are you?"}'],
  ])('a session %s is exit 4, and the reports fail', async (_, body) => {
    const { user } = await against((socket, request) =>
      respond(request.headers.authorization === undefined ? 404 : 401, body)(socket, request),
    );
    const hasEnded = /✗ SESSION ENDED[\s\S]*✗ The session ended during the run/;
    expect(await user.run(`smoke --service user ${reports}`)).toMatchObject(ends(exit.signIn, hasEnded));
    expect(exits(user.home)).toMatchObject({ exitCode: exit.signIn, sessionEnded: true });
    expect(exits(user.home).bad).toBeGreaterThan(0);
    expect((await user.run('smoke --service user')).code).toBe(exit.signIn);
    expect((await user.run('smoke --service sale --auth public')).stderr).not.toContain('SESSION ENDED');
  });

  test('a session that ends in the middle is exit 4, too, and no call with it is sent after that; a single 401 is exit 1', async () => {
    let requests = 0;
    const { server, user } = await against((socket, request) => {
      const { path: at, headers } = request;
      const isOver = at.includes('/session') || (headers.authorization !== undefined && ++requests > 20);
      respond(isOver ? 401 : 200, isOver ? '{"code":"EXPIRED_SESSION","message":"over"}' : '[]')(socket, request);
    });
    const { code, rows } = await smoke(`--service user,sale --parallel 1 ${reports}`, user);
    expect([code, exits(user.home).sessionEnded]).toEqual([exit.signIn, true]);
    expect(server.requests.filter(({ headers }) => headers.authorization !== undefined).length).toBeLessThan(24);
    expect(rows.filter(({ why }) => why === 'the session has ended').length).toBeGreaterThan(20);
    const { user: other } = await against((socket, request) => {
      const isOne = request.path.includes('/v1/rwa/incomes');
      respond(isOne ? 401 : 200, isOne ? '{"code":"NOT_YOURS"}' : '[]')(socket, request);
    });
    const single = await other.run('smoke --service musubi --auth signed-in --calls /v1/');
    expect(single).toMatchObject(ends(exit.failed, '✗ FAILED'));
    const quiet = await other.run('smoke --service musubi --auth signed-in --calls /v1/ -q');
    expect(quiet.stderr).toMatch(/^✗ FAILED.*\n {2}✗ [\s\S]*incomes/);
  });

  test.each<[string, string, boolean?]>([
    ['calls that lack a value', '--calls user*get-game-result --calls !abstract'],
    ['calls that are left out', '--service user --calls sign-in-with-google'],
    ['what needs a session, though it may be skipped', '--calls sale*get-order --auth available', false],
  ])('only %s: exit 1, one sentence, and failed reports', async (_, argv, signIn = true) => {
    const { user } = await against(respond(200, '[]'), signIn);
    const { code, stdout, stderr } = await user.run(`smoke ${argv} ${reports}`);
    const rows = JSON.parse(stdout) as Row[];
    expect([code, of(rows, 'skipped').length]).toEqual([exit.failed, rows.length]);
    expect(stderr).toMatch(/✗ NOTHING CHECKED[\s\S]*✗ Nothing was checked: /);
    expect(exits(user.home)).toMatchObject({ exitCode: 1, passed: 0, failed: 0, bad: 1, tests: rows.length + 1 });
    const xml = elements(readFileSync(path.join(user.home, 'smoke.xml'), 'utf8'));
    const errors = xml.filter(({ name }) => name === 'error').map(({ attributes }) => attributes.message);
    expect(errors).toEqual(['Nothing was checked; exit 1']);
    expect((await user.run(`smoke ${argv} --json`)).stderr).toContain('"code":"NOTHING_CHECKED"');
  });

  test('a list call returns a list, also an empty one; an empty response and a page without metrics fail', async () => {
    const failureReasons = async (body: string) => {
      const { user } = await against(respond(200, body));
      const { rows } = await smoke('', user);
      return new Map(rows.map(({ service, call, outcome, why }) => [`${service} ${call}`, `${outcome} ${why}`]));
    };
    const object = await failureReasons('{}');
    for (const call of ['musubi list-offerings', 'wallet list-tokens', 'ride-hailing list-currencies'])
      expect(object.get(call), call).toMatch(/^failed .*(holds no list|does not fit its shape)/);
    const passes = [...object].filter(([call, output]) => / (list|search)-/.test(call) && output.startsWith('passed'));
    expect(passes).toEqual([]);
    expect(object.get('sale get-metrics')).toBe('failed The response has no metric.');
    const list = await failureReasons('[]');
    expect([list.get('musubi list-offerings'), list.get('sale list-featured')]).toEqual(['passed null', 'passed null']);
    const nothing = await against((socket) => socket.end('HTTP/1.1 204 X\r\nconnection: close\r\n\r\n'));
    const { code, rows } = await smoke('', nothing.user);
    const passed = of(rows, 'passed').map(({ checked }) => checked);
    expect([code, new Set(passed)]).toEqual([exit.failed, new Set(['list', 'nothing'])]);
    expect(rows.find(({ call }) => call === 'get-active-request')).toMatchObject({ checked: 'nothing', status: 204 });
    expect(rows.find(({ call }) => call === 'get-current')?.outcome).toBe('failed');
  });
});

test('a terminal has a progress line, a table of the slowest calls and the totals; with -o all rows', async () => {
  const shown = await mina.run('smoke --service sale,musubi', { terminal: true, columns: 120 });
  expect(shown).toMatchObject(ends(exit.ok, /█.*of 2\d[\s\S]*✓ PASSED/));
  expect(shown.stdout.trimEnd().split('\n').length).toBeLessThan(14);
  const all = await mina.run('smoke --service sale,musubi -o table', { terminal: true });
  expect(all.stdout.split('\n').length).toBeGreaterThan(20);
});

test('any text is escaped for XML', () => {
  const codes = Array.from({ length: 0x250 }, (_, code) => code);
  const text = escapeXml(String.fromCharCode(...codes, 0xd800, 0x20, 0xdc00, 0xfffe, 0xffff));
  expect(text).not.toMatch(/[<>"'\u0000-\u001f\u007f-\u009f\ufffe\uffff]/);
  expect(text.isWellFormed()).toBe(true);
  expect(escapeXml('a\tb\n<c & "d">\u0000😀')).toBe('a&#9;b&#10;&lt;c &amp; &quot;d&quot;&gt;\\u0000😀');
});

/** The elements of an XML text in order. Throws for badly nested tags and for characters that XML forbids. */
function elements(xml: string): { name: string; attributes: Record<string, string> }[] {
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')).toBe(true);
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/);
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const above: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>\n/, '')
    .replace(/<(\/?)([\w-]+)((?: \w+="[^"<>]*")*)(\/?)>/g, (_, end, name, attributes, empty) => {
      if (end) expect(above.pop()).toBe(name);
      else {
        const pairs = [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
        found.push({ name, attributes: Object.fromEntries(pairs) });
        if (!empty) above.push(name);
      }
      return '';
    });
  expect(above).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos|#\d+);)/);
  return found;
}
