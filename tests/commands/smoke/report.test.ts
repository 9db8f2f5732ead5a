// The verdict of `tuk smoke` against servers with planted faults: causes, rules, known failures, learned shapes, reports of several runs.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Report } from '../../../src/commands/smoke/report.js';
import { exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { runK6 } from '../../support/k6.js';
import { takes } from '../../support/later.js';
import { reset, respond, respondJson, type Script } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

/** A user whose services are one scripted server, with a session. */
async function against(script: Script) {
  const user = await stubUser(script);
  const stdin = '{"accessToken":"access-canary-4711","refreshToken":"refresh-canary-4712"}';
  await user.run('login --tokens-stdin', { stdin });
  const file = (name: string) => readFileSync(path.join(user.home, name), 'utf8');
  const run = async (argv: string | readonly string[], options: { env?: Record<string, string> } = {}) => {
    const words = typeof argv === 'string' ? argv.split(' ').filter(Boolean) : argv;
    const { code, stdout, stderr } = await user.run(['smoke', ...words, '--report', 'json:smoke.json'], options);
    return { code, stdout, stderr, report: (): Report => JSON.parse(file('smoke.json')) };
  };
  const failed = async (argv: string | readonly string[]) => {
    const { report } = await run(argv);
    return report().results.flatMap((row) => (row.outcome === 'failed' ? [`${row.service} ${row.call}`] : []));
  };
  return { server: user.server, user, run, failed, file };
}
/** Empty lists, but for the calls of some paths. */
const but =
  (faults: Readonly<Record<string, Script>>): Script =>
  (socket, request) =>
    (faults[request.path.split('?')[0]!] ?? respond(200, '[]'))(socket, request);
const sale = '--service sale --auth public --calls !metrics --calls !health --calls !get-product';

describe('causes', () => {
  test('exactly the planted faults are red, each with its cause, twice alike', async () => {
    const { run, file } = await against(
      but({
        '/sale/v1/products/featured': respond(500, '{"message":"broken"}'),
        '/sale/v1/products/public/featured': respond(200, '<html></html>', { 'content-type': 'text/html' }),
        '/sale/v1/sale-currencies': reset,
        '/musubi/v1/offering/public': respond(200, '{"success":false,"message":"not now"}'),
        '/musubi/v1/nft/collections': respond(200, '[]', { 'content-type': 'text/plain' }),
        '/wallet/v3/token': respond(429, '{"message":"slow down"}'),
        '/ride-hailing/v1/currency': respond(404, 'gone'),
        '/user/v2/public/third-party/apps': respond(200, '{"error":{"code":7},"items":[]}'),
      }),
    );
    const argv =
      '--calls products/ --calls sale-currencies --calls list-offerings --calls nft/collections --calls wallet*list-tokens --calls ride-hailing*list-currencies --calls list-public-apps --calls !get- --calls !tokens- --calls !/v1/token';
    const first = await run(`${argv} --retry 0 --report junit:smoke.xml`);
    const junit = file('smoke.xml');
    const { results } = first.report();
    const red = results.filter(({ outcome }) => outcome === 'failed');
    expect(first.code).toBe(exit.failed);
    expect(Object.fromEntries(red.map((row) => [`${row.service} ${row.path}`, row.cause]))).toEqual({
      ...{ 'sale /v1/products/featured': 'server', 'sale /v1/products/public/featured': 'answer' },
      ...{ 'sale /v1/sale-currencies': 'unreachable', 'musubi /v1/offering/public': 'answer' },
      ...{ 'musubi /v1/nft/collections': 'answer', 'wallet /v3/token': 'rate-limited' },
      ...{ 'ride-hailing /v1/currency': 'status', 'user /v2/public/third-party/apps': 'answer' },
    });
    expect(results.slice(0, 8)).toEqual(red); // the worst first
    const types = [...junit.matchAll(/<failure [^>]*type="([\w-]+)"/g)].map(([, type]) => type);
    expect(types.sort()).toEqual(red.map(({ cause }) => cause).sort());
    expect(junit).toMatch(/GET http[^<]*\/products\/featured&#10;&#10;\{&quot;message&quot;:&quot;broken&quot;\}/); // with its response
    const whys = red.map(({ why }) => why).join('\n');
    for (const text of ['reports a failure: "not now"', 'is text/plain', 'not an error in the form of the platform'])
      expect(whys).toContain(text);
    const verdict = ({ exitCode, results }: Report) =>
      [exitCode, ...results.map(({ call, outcome, cause }) => `${call} ${outcome} ${cause}`)].join();
    const before = verdict(first.report());
    expect(verdict((await run(`${argv} --retry 0`)).report())).toEqual(before);
  });

  test('a host that is down is one sentence and exit 6; all 429 is exit 12; equal causes are one line', async () => {
    const user = newUser();
    await user.run('profile add down --base http://127.0.0.1:9/{service}');
    const down = await user.run('smoke -p down --auth public');
    expect([down.code, down.stderr.match(/127\.0\.0\.1:9/g)?.length]).toEqual([exit.unreachable, 2]); // under the causes, and as the error
    expect(down.stderr).toMatch(/✗ \d+ of \d+ calls reached no service: Cannot reach 127\.0\.0\.1:9: .*refused\.\n/);
    const { run } = await against(respond(429, '{"message":"slow down"}', { 'retry-after': '0' }));
    const limited = await run(sale);
    expect([limited.code, limited.report().causes.length]).toEqual([exit.rateLimited, 1]);
    const broken = await against(respond(500, '{"message":"broken"}'));
    const { stderr, code, report } = await broken.run('--service sale,musubi --auth public');
    expect([code, report().causes.map(({ why }) => why)]).toEqual([exit.failed, ['broken (answered 500).']]);
    expect(stderr).toMatch(/✗ \d+ calls: broken \(answered 500\)\.\n/);
  });

  test('--budget failed<N stops the run, and the rest is not sent', async () => {
    const { run, server } = await against(respond(500, '{"message":"broken"}'));
    const { code, report, stderr } = await run('--auth public --parallel 1 --budget failed<3');
    expect([code, report().failed]).toEqual([exit.failed, 3]);
    expect(server.requests.length).toBeLessThan(12); // those that only others need are made, too
    expect(stderr).toContain('The run stopped after 3 failures (--budget).');
    expect(report().results.filter(({ why }) => why === 'stopped after 3 failures').length).toBeGreaterThan(30);
  });

  test('--rate spaces the requests; a 429 pauses them all', async () => {
    const times: number[] = [];
    const answers: Script[] = [];
    const { run } = await against((socket, request) => {
      times.push(vi.getMockedSystemTime()!.getTime());
      (answers.shift() ?? respond(200, '[]'))(socket, request);
    });
    await whileTimePasses(() => run(`${sale} --rate 1/s`));
    expect(times.length).toBeGreaterThan(1);
    expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual((times.length - 1) * 1000 - 100); // an arrival takes steps of time
    times.length = 0;
    answers.push(respond(429, '{"message":"wait"}', { 'retry-after': '1' }));
    await whileTimePasses(() => run(`${sale} --parallel 1`));
    expect(times[1]! - times[0]!).toBeGreaterThan(900);
  });
});

describe('rules', () => {
  test('--budget checked: a number or a share of calls whose responses were checked', async () => {
    const { run } = await against(respond(200, '[]'));
    const some = `${sale} --calls public/featured --calls get-item`.replace('--auth public ', '');
    expect((await run(some)).code).toBe(exit.ok); // the item has no id, so it is skipped
    const ended = { '100%': exit.failed, 2: exit.failed, '50%': exit.ok, 1: exit.ok, '101%': exit.usage };
    for (const [least, code] of Object.entries(ended))
      expect([least, (await run(`${some} --budget checked>=${least}`)).code]).toEqual([least, code]);
  });

  test('--expect: other statuses are what the run wants', async () => {
    const answer = respond(404, '{"message":"no"}');
    const { run, failed } = await against(but({ '/sale/v1/products/public/featured': answer }));
    expect(await failed(sale)).toEqual(['sale list-public-featured']);
    const wanted = [...sale.split(' '), '--expect', 'sale GET /v1/products/public/featured=404,422'];
    expect((await run(wanted)).code).toBe(exit.ok);
    const { code, report } = await run(`${sale} --expect public/featured=404 --expect sale-currencies=401`);
    const red = report().results.find(({ outcome }) => outcome === 'failed');
    expect([code, red?.why]).toEqual([exit.failed, 'The status is 200; expected: 401.']);
    for (const bad of ['x', 'sale=', 'sale=99', '=404', 'no-such-call-at-all=404'])
      expect((await run(['--expect', bad])).code, bad).toBe(exit.usage);
  });

  test('--budget: over all calls, and of some', async () => {
    const { run } = await against((socket, request) =>
      takes(request.path.includes('currencies') ? 120 : 0, respond(200, '[]'))(socket, request),
    );
    expect((await run(`${sale} --budget p50<100s`)).code).toBe(exit.ok);
    const budgets = ['--budget', 'max<100ms,sale-currencies<=100ms', '--budget', 'user GET /health<1s'];
    const { code, report } = await run([...sale.split(' '), ...budgets]);
    expect(code).toBe(exit.failed);
    expect(report().problems).toEqual([
      expect.stringMatching(/^The budget max<100ms is exceeded: max is \d+/),
      expect.stringMatching(/^The budget sale-currencies<=100ms is exceeded: sale GET \/v1\/sale-currencies took/),
      'The budget user GET /health<1s was not measured: no case with a response matches.',
    ]);
    const bad = 'p95< p95=1s p95>=1s p95<fast <1s p99<1s nothing<1s failed<5% checked<2'.split(' ');
    for (const one of bad) expect((await run(['--budget', one])).code, one).toBe(exit.usage);
  });

  test('--baseline: a known failure until its date, red after it, and named when it passes', async () => {
    const { run, user } = await against(but({ '/sale/v1/products/public/featured': respondJson({ wrong: 1 }) }));
    const write = (until: string, call = 'sale GET /v1/products/public/featured') =>
      writeFileSync(path.join(user.home, 'known.json'), JSON.stringify({ known: [{ call, until, why: 'ticket 12' }] }));
    write('2999-01-01');
    const known = await run(`${sale} --baseline known.json`);
    expect([known.code, known.report().known, known.report().failed]).toEqual([exit.ok, 1, 0]);
    write('2020-01-01');
    const expired = await run(`${sale} --baseline known.json`);
    expect([expired.code, expired.report().failed]).toEqual([exit.failed, 1]);
    const red = expired.report().results.find(({ outcome }) => outcome === 'failed');
    expect(red?.why).toContain('It was a known failure until 2020-01-01.');
    write('2999-01-01', 'sale list-currencies');
    expect((await run(`${sale} --baseline known.json`)).stderr).toContain('known failure passes: sale list-currencies');
    const isUsage = async (what: string) =>
      expect((await run(`${sale} --baseline known.json`)).code, what).toBe(exit.usage);
    for (const call of ['sale GET /v1/nothing', 'sale', '']) {
      write('2999-01-01', call);
      await isUsage(call);
    }
    write('2026-02-30');
    await isUsage('a day that is none');
    writeFileSync(path.join(user.home, 'known.json'), '[]');
    await isUsage('[]');
  });

  test('--strict refuses words that are on no list', async () => {
    const wallets = (await (await signedIn()).run('api user list-wallets-v2')).stdout;
    expect(wallets).toContain('"network":"BSC"');
    const runs = async (body: string) => {
      const { run } = await against(respond(200, body));
      return [await run('--calls user*list-wallets-v2'), await run('--calls user*list-wallets-v2 --strict')];
    };
    expect(await runs(wallets)).toMatchObject([{ code: exit.ok }, { code: exit.ok }]);
    const stdout = expect.stringContaining('\\"MOON\\" is on no list of words');
    const red = { code: exit.failed, stdout };
    expect(await runs(wallets.replace('"network":"BSC"', '"network":"MOON"'))).toMatchObject([{ code: exit.ok }, red]);
  });
});

describe('learned shapes', () => {
  test('a field that vanishes or changes its type is red, one that was not always there is not', async () => {
    let body = '[{"id":"1","name":"a","price":5,"note":"x"},{"id":"2","name":"b","price":6}]';
    const { run, file } = await against((socket, request) =>
      respond(200, request.path.includes('featured') ? body : '[]')(socket, request),
    );
    const passes = async (next: string, more = '') => {
      body = next;
      expect([next, (await run(`${sale} ${more}`)).code]).toEqual([next, exit.ok]);
    };
    const [whole, part] = ['[{"id":"1","name":"a","price":5}]', '[{"id":"1","price":5}]'];
    await passes(body, '--learn');
    expect(file('learned/box.json')).not.toMatch(/"[ab]"/); // names and types, no values
    await passes(whole);
    await passes(part); // one response does not show that a field is always there
    for (let more = 0; more < 3; more++) await passes(whole, '--learn');
    await passes(part); // nor do copies of it
    await passes('[{"id":"3","name":"c","price":7}]', '--learn');
    body = '[{"id":"1","price":"5"}]';
    const { code, report } = await run(sale);
    const why = report().results.find(({ cause }) => cause === 'drift')?.why;
    expect(code).toBe(exit.failed);
    expect(why).toMatch(/without \[\]\.name; changed: \[\]\.price is text, was number\.$/);
    await passes(body, '--learn');
    await passes(body);
    await passes('[]');
    for (const [other, said] of [
      ['[5]', '[] is number, was object'],
      ['{"items":[]}', 'the response is an object, was a list'],
    ] as const) {
      body = other;
      const { report: differs } = await run(sale);
      expect(differs().results.find(({ cause }) => cause === 'drift')?.why).toContain(said);
    }
  });

  test('--learn takes another shape than the published one; later runs are red for what differs from it', async () => {
    let [status, body] = [200, '{"id":7,"who":"mina"}'];
    const { run } = await against((socket, request) =>
      (request.path.includes('current') ? respond(status, body) : respond(200, '[]'))(socket, request),
    );
    const current = '--calls user*get-current';
    const cause = async () => {
      const { code, report } = await run(current);
      return [code, report().results.find(({ outcome }) => outcome === 'failed')?.cause];
    };
    expect((await run(current)).code).toBe(exit.failed);
    for (let at = 0; at < 3; at++) {
      body = `{"id":${at},"who":"mina"}`;
      expect((await run(`${current} --learn`)).code).toBe(exit.ok);
    }
    expect((await run(current)).code).toBe(exit.ok);
    body = '{"id":9}';
    expect(await cause()).toEqual([exit.failed, 'drift']);
    [status, body] = [502, '{"id":1,"who":"mina"}'];
    expect(await cause()).toEqual([exit.failed, 'server']);
  });
});

describe('reports', () => {
  test('no secret and no control character of a response is in a report, whether tuk knows it or not; a line of curl has a variable for its token', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ';
    const { run, file } = await against((socket, request) => {
      const message = `\u0000\u001b[2J<b> &"' ${request.headers.authorization} refresh-canary-4712 ${token} ]]> \ud800`;
      const data = { jwt: 'canary-1', private_key: 'canary-2', Mnemonic: 'canary-3 canary-4' };
      respondJson({ message, data }, 500)(socket, request);
    });
    const reports = '--report markdown:a.md --report junit:a.xml --report github';
    const { code, stdout, stderr } = await run(`--service sale ${reports}`);
    expect(code).toBe(exit.failed);
    for (const text of [stdout, stderr, file('a.md'), file('a.xml'), file('smoke.json')]) {
      expect(text).not.toMatch(/canary|eyJhbGci|[\u0000\u001b]/);
      expect(text).toMatch(/\\?\[redacted\\?\]/);
    }
    expect(file('smoke.json')).toContain('Authorization: Bearer $TUK_TOKEN');
    expect(stderr).toMatch(/^::error title=\d+ calls::/m);
  });

  test('annotations of GitHub and the summary of its job, read back as its runner decodes them, name the causes and their calls', async () => {
    const forged = respond(500, '{"message":"100%, a:b\\n::error::forged"}');
    const { run, user, file } = await against(but({ '/sale/v1/products/public/featured': forged }));
    const env = (home: string) => ({ env: { GITHUB_STEP_SUMMARY: path.join(home, 'summary.md') } });
    const { stderr, report } = await run(`${sale} --report github`, env(user.home));
    expect(file('summary.md')).toMatch(/^## ✗ tuk smoke: FAILED\n/);
    const green = await against(respond(200, '[]'));
    await green.run(`${sale} --report github`, env(green.user.home));
    expect(green.file('summary.md')).toMatch(/^## ✓ tuk smoke: PASSED\n/);
    const matches = [...stderr.matchAll(/^::(\w+) title=([^:,]*)::(.*)$/gm)];
    const commands = matches.map((match) => match.slice(1).map((text) => decodeURIComponent(text!)));
    expect(commands.map(([kind]) => kind)).toEqual(['error', 'notice']); // a line break in a message forges no command
    expect(commands[0]![1]).toBe('sale GET /v1/products/public/featured');
    for (const text of ['100%, a:b', report().causes[0]!.calls[0]!]) expect(commands[0]![2]).toContain(text);
  });

  test('--rerun-failed runs what failed, and a report without failures leaves nothing', async () => {
    let isBroken = true;
    const { run, user, server } = await against((socket, request) => {
      const status = isBroken && request.path.includes('/products/') ? 500 : 200;
      respond(status, isBroken ? '{"message":"broken"}' : '[]')(socket, request);
    });
    await run('--service sale --auth public --calls products/ --calls sale-currencies --calls !get-');
    const before = server.requests.length;
    isBroken = false;
    const again = await user.run('smoke --rerun-failed smoke.json --report json:again.json');
    expect([again.code, JSON.parse(again.stdout).length]).toEqual([exit.ok, 2]);
    expect(server.requests.length - before).toBeLessThan(3); // with what it takes its values from
    expect((await user.run('smoke --rerun-failed again.json')).code).toBe(exit.usage);
  });

  test('the shards of a run, divided by the durations of a report, have each call once', async () => {
    const { user, run } = await against(respond(200, '[]'));
    await run('--service sale,musubi,wallet');
    const { results }: Report = JSON.parse(readFileSync(path.join(user.home, 'smoke.json'), 'utf8'));
    const parts: string[] = [];
    for (const nth of [1, 2, 3]) {
      const { stdout } = await user.run(`smoke --service sale,musubi,wallet --shard ${nth}/3:smoke.json --dry-run`);
      parts.push(...(JSON.parse(stdout) as Report['results']).map(({ service, call }) => `${service} ${call}`));
    }
    expect(parts.sort()).toEqual(results.map(({ service, call }) => `${service} ${call}`).sort());
  });

  describe('--export k6', () => {
    const runScript = (script: string, env: Readonly<Record<string, string>>, answer: (url: string) => unknown) =>
      runK6(script, env, ({ url }) => ({ status: 200, body: JSON.stringify(answer(url)) }));
    const list = (url: string) => /featured|currencies|items/.test(url);

    test('prints a script that requests what was selected, without a token in it, and checks shapes', async () => {
      const { user, server } = await against(respond(200, '[]'));
      const { code, stdout } = await user.run(`smoke --service sale --export k6`);
      expect([code, server.requests.length]).toEqual([exit.ok, 0]);
      expect(stdout).not.toMatch(/canary/);
      const { sent, failed } = await runScript(stdout, { TUK_TOKEN: 'token' }, (url) => (list(url) ? [] : { a: 1 }));
      expect(sent.map(({ url }) => url)).toContain(`${server.url}/sale/v1/products/featured`);
      expect(sent.some(({ headers }) => headers.Authorization === 'Bearer token')).toBe(true);
      expect(failed).toEqual([]);
      const swapped = await runScript(stdout, { TUK_TOKEN: 'token' }, (url) => (list(url) ? { a: 1 } : []));
      for (const call of ['get-health', 'list-featured'])
        expect(swapped.failed).toContain(`sale ${call}: response has its shape`);
      expect((await newUser().run('smoke --export k6 -p sandbox --auth available')).code).toBe(exit.usage);
    });

    test('a header of -H that may be a secret is read from the environment, and the run says so', async () => {
      const { user } = await against(respond(200, '[]'));
      const headers = ['-H', 'X-Canary: 1', '-H', 'CF-Access-Client-Secret: canary-9'];
      const line = 'smoke --service sale --calls get-health --export k6 --auth public'.split(' ');
      const { code, stdout, stderr } = await user.run([...line, ...headers]);
      expect([code, `${stdout}${stderr}`.includes('canary-9')]).toEqual([exit.ok, false]);
      const variable = 'HEADER_CF_ACCESS_CLIENT_SECRET';
      expect(stderr).toContain(`k6 run -e ${variable}=...`);
      await expect(runScript(stdout, {}, () => ({}))).rejects.toThrow(variable);
      const { sent } = await runScript(stdout, { [variable]: 's3' }, () => ({ status: 'UP' }));
      expect(sent[0]?.headers).toMatchObject({ 'CF-Access-Client-Secret': 's3', 'X-Canary': '1' });
    });

    test('fails without the token that its calls need; a public shape is checked', async () => {
      const { user } = await against(respond(200, '[]'));
      const { stdout } = await user.run('smoke --calls list-missions --export k6');
      await expect(runScript(stdout, {}, () => [])).rejects.toThrow('need a token');
      const right = await (await signedIn('mina')).json('api activity list-missions');
      expect((await runScript(stdout, { TUK_TOKEN: 't' }, () => right)).failed).toEqual([]);
      expect((await runScript(stdout, { TUK_TOKEN: 't' }, () => [{ id: 7 }])).failed).not.toEqual([]);
    });

    test('with a map its names, places and condition count in place of the public shape', async () => {
      const { user } = await against(respond(200, '[]'));
      const map = 'calls:\n  activity listMissions: { ok: code = 0, rows: data.list, fields: { id: base_url } }\n';
      writeFileSync(path.join(user.home, 'platform.yaml'), map);
      expect((await user.run('profile set box map platform.yaml')).code).toBe(exit.ok);
      const { stdout } = await user.run(['smoke', '--calls', 'activity list-missions', '--export', 'k6']);
      const own = (code: number, ...list: readonly object[]) => ({ code, data: { list } });
      const failures = async (response: unknown) => {
        const { failed } = await runScript(stdout, { TUK_TOKEN: 't' }, () => response);
        return failed.filter((name) => name.startsWith('activity list-missions:')).length;
      };
      const right = [own(0), own(0, { base_url: 'a' }), { data: { list: [] } }];
      const wrong = [own(1, { base_url: 'a' }), own(0, { base_url: 'a' }, { id: 'b' }), { code: 0, data: [] }, []];
      expect(await Promise.all([...right, ...wrong].map(failures))).toEqual([0, 0, 0, 1, 1, 1, 1]);
    });
  });
});
