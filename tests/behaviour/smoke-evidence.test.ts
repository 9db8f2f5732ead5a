// `tuk smoke` is green only with evidence: kinds of responses, nulls, learned shapes, time-outs, assertions, headers, calls without a token.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/commands/smoke/report.js';
import { ends, exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { neverRespond, reset, respond, respondByPath, respondJson, type Script } from '../support/scripted-server.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

/** Runs `tuk smoke` on calls of the sale service, whose lists are empty and whose products have a price. */
async function saleUser(products: unknown, lists: Script = respondJson([])) {
  const headers = { 'Cache-Control': 'private, no-store', 'Access-Control-Allow-Origin': '*' };
  const user = await stubUser((socket, request) =>
    /\/products\/\w+$/.test(request.path) && !/featured/.test(request.path)
      ? respond(200, JSON.stringify(typeof products === 'function' ? products() : products), headers)(socket, request)
      : lists(socket, request),
  );
  const smoke = async (...more: string[]) => {
    const retry = more.includes('--retry') ? [] : ['--retry', '0'];
    const line = [...argvOf('smoke --service sale --calls get-product --calls list-featured'), ...retry];
    const values = JSON.stringify({ sale: { id: 'p1' } });
    const { code, stderr } = await user.run([...line, '--values', '-', '--report', 'json:r.json', ...more], {
      stdin: values,
    });
    const report: Report | undefined =
      /✗ [^F]/.test(stderr) && code === exit.usage
        ? undefined
        : JSON.parse(readFileSync(path.join(user.home, 'r.json'), 'utf8'));
    const row = (call: string) => report?.results.find((one) => one.call === call);
    return { code, stderr, report, product: row('get-product'), list: row('list-featured') };
  };
  return { user, smoke };
}
const product = { id: 'p1', name: 'Helmet', price: '25', stock: 3 };
const drift = (why: string) => ({ cause: 'drift', why: expect.stringContaining(why) });

test.each<[string, unknown, isOr: string]>([
  ['a list', [product], 'The response is a list, and the call returns one thing.'],
  ['an empty list', [], 'The response is a list'],
  ['nulls', [null, null], 'The response is a list'],
  ['null alone', null, 'The response is null'],
  ['a text alone', 'ok', 'The response is a bare text'],
  ['a status that is an error', { status: 'error', msg: 'maintenance' }, 'it reports a failure: "maintenance"'],
  ['a failed result', { result: 'FAILED' }, 'The response says result: FAILED'],
  ['no data', { data: null }, 'The response has no data: data is null'],
  ['no data, and a message', { success: true, message: 'ok', payload: null }, 'has no data: payload is null: ok'],
  ['a page without items', { items: null, total: 3, page: 1 }, 'The response has no data: items is null'],
  ['an empty envelope', { result: {} }, 'The response has no data: result is empty'],
  ['an empty list in an envelope', { data: [] }, 'The response has no data: data is empty'],
  ['an error in an envelope', { response: { error: { code: 'X' } } }, 'The response says error: {"code":"X"}.'],
  ['a failure two envelopes down', { data: { result: { success: false } } }, 'The response says success: false'],
  ['an envelope that says an error, with data', { status: 'error', data: product }, 'The response says status: error'],
  ['a status of HTTP in the body', { status: 503, message: 'Unavailable' }, 'it reports a failure: "Unavailable"'],
  ['a code that is an error', { code: 'INTERNAL_ERROR' }, 'The response says code: INTERNAL_ERROR'],
  ['a service that is down', { status: 'DOWN' }, 'The response says status: DOWN'],
  ['a thing whose status is an error', { id: 'p1', status: 'ERROR', name: 'Helmet' }, 'passed'],
  ['a thing with a field data that is null', { id: 'p1', name: 'Helmet', data: null }, 'passed'],
  ['a thing with some nulls', { id: 'p1', name: null }, 'passed'],
  ['a thing with an empty error', { id: 'p1', name: 'Helmet', error: '' }, 'passed'],
  ['a thing in an envelope that says success', { status: 'success', data: { id: 'p1' } }, 'passed'],
  ['a thing with a code of its own', { code: 'MINA_2026' }, 'passed'],
  ['an empty page', { items: [], total: 0 }, 'passed'],
  ['a thing that failed', { id: 'p1', status: 'failed', data: { a: 1 } }, 'passed'],
  ['a word that it worked', { ok: true }, 'skipped'],
  [
    'a status and a message alone',
    { status: 'success', message: 'done', data: null },
    'The response has no data: data is null',
  ],
  ['a status alone', { status: 'ok', code: 200, message: 'done' }, 'skipped'],
  ['the status of a thing', { status: 'SUCCESS' }, 'passed'],
  ['a word that it worked, beside data', { ok: true, id: 'p1' }, 'passed'],
])('a call of one thing that returns %s: %j is %s', async (_, response, isOr) => {
  const { smoke } = await saleUser(() => response);
  const { code, product: row } = await smoke();
  if (isOr === 'passed') expect([code, row?.outcome]).toEqual([exit.ok, 'passed']);
  else if (isOr !== 'skipped')
    expect([code, row]).toMatchObject([exit.failed, { outcome: 'failed', why: expect.stringContaining(isOr) }]);
  else {
    expect(row?.why).toBe('unchecked: the response says that it worked, and has no data');
    expect((await smoke('--strict')).product).toMatchObject({ outcome: 'failed', cause: 'answer' });
  }
});

test.each<[string, unknown, why?: string]>([
  ['are all null', [null, null], 'Every row of the list is null.'],
  ['are all null, in an envelope', { data: { items: [null] } }, 'Every row of the list is null.'],
  ['are all empty', [{}, []], 'Every row of the list is empty.'],
  ['are errors', [{ error: 'boom' }], 'Every row of the list is an error: boom.'],
  ['are things, and one is null', [product, null], 'Row 2 of the list is null, and others are objects.'],
  ['are none', []],
  ['are none, in an envelope', { data: [], total: 0 }],
  ['are texts', ['KHR', 'USD']],
  ['are things with an error of their own', [{ id: 'p1', error: 'sold out' }]],
])('a list whose rows %s is red, or has no reason', async (_, rows, why) => {
  const { smoke } = await saleUser(product, respondJson(rows));
  expect((await smoke()).list).toMatchObject(why ? { outcome: 'failed', why } : { outcome: 'passed' });
});

test('a response whose values are all null is not checked; it is red with --strict, and if its fields were learned', async () => {
  let response: unknown = { id: null, name: null, tags: [], more: { a: null } };
  const { smoke } = await saleUser(() => response);
  const { report, product: row } = await smoke();
  const why = 'unchecked: every value of the response is null';
  expect([row, report]).toMatchObject([{ outcome: 'skipped', why, checked: null }, { checked: 1 }]);
  expect((await smoke('--strict')).product).toMatchObject({ outcome: 'failed', cause: 'answer' });
  expect((await smoke('--budget', 'checked>=2')).code).toBe(exit.failed);
  await smoke('--learn');
  expect((await smoke()).product?.outcome).toBe('skipped'); // it was all null before, too
  response = product;
  await smoke('--learn');
  response = { ...product, name: null };
  expect((await smoke()).product?.outcome).toBe('passed'); // the name was null once
  response = { ...product, price: null };
  expect((await smoke()).product).toMatchObject(drift('price is null, was text'));
});

test('the health of a service is what it says: {"ok":true} is green', async () => {
  const user = await stubUser(respondJson({ ok: true }));
  expect(await user.run('smoke --service sale --calls get-health --auth public')).toMatchObject({ code: exit.ok });
});

test('a call that is not answered in time is a time-out, and 6 only if its service has answered nothing', async () => {
  const one = await saleUser(product, neverRespond);
  const { code, list, product: row, stderr } = await whileTimePasses(() => one.smoke('--timeout', '1s'));
  expect([code, list?.cause, row?.outcome]).toEqual([exit.failed, 'timeout', 'passed']);
  expect(stderr).not.toContain('reached no service');
  const none = await stubUser(neverRespond);
  const line = 'smoke --service sale --calls list-featured --timeout 1s --retry 0 --auth signed-in';
  expect((await whileTimePasses(() => none.run(line))).code).toBe(exit.unreachable);
});

test('headers without a body are a time-out of a service that is reached: exit 1', async () => {
  const begun: Script = (socket) =>
    void socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n');
  const { smoke } = await saleUser(product, begun);
  const listed = (...more: string[]) =>
    whileTimePasses(() => smoke('--calls', '!get-product', '--timeout', '1s', ...more));
  const { code, list, report } = await listed();
  const why = expect.stringMatching(/began \(200\), but did not end: no more of it within 1000 ms/);
  expect([code, list]).toMatchObject([exit.failed, { cause: 'timeout', status: 200, outcome: 'failed', why }]);
  expect(report?.latency).toBeNull(); // nobody knows how long it takes
  expect((await listed('--expect', 'list-featured=200')).list?.outcome).toBe('failed'); // no complete response has it
});

test.each([429, 503])(
  'a service that answered %i, and then nothing, has answered: its answer is the failure',
  async (status) => {
    let asked = 0;
    const { smoke } = await saleUser(product, (socket, request) =>
      (asked++ === 0 ? respond(status, '{"message":"busy"}') : neverRespond)(socket, request),
    );
    const { code, list } = await whileTimePasses(() =>
      smoke('--calls', '!get-product', '--retry', '1', '--timeout', '1s', '--max-wait', '10s'),
    );
    expect([code, list?.status, list?.tries]).toEqual([status === 429 ? exit.rateLimited : exit.failed, status, 2]);
  },
);

test.each([
  ['get-product: .stock > 2', 'passed', undefined],
  ['sale get-product: .stock > 2', 'passed', undefined],
  ['get-product: .stock > 3', 'failed', 'is not true: .stock is 3'],
  ['get-product: .name', 'passed', undefined],
  ['get-product: .nothing', 'failed', 'is not true: .nothing is null'],
  ['get-product: empty', 'failed', 'it has no result'],
  ['get-product: .name.x', 'failed', 'failed: '],
  ['get-product: .price > 10', 'passed', undefined],
  ['get-product: .price > 1000', 'failed', 'compares a text with a number'],
  ['get-product: (.price | tonumber) > 10', 'passed', undefined],
  ['get-product: .id == "p1" and .price > "10"', 'passed', undefined],
  ['get-product: .id == "p1" and .price > 1000', 'failed', 'compares a text with a number'],
  ['get-product: .price | length < 5', 'passed', undefined],
  ['get-product: .stock > 0 and (.price | startswith("2"))', 'passed', undefined],
  ['get-product: {a: .stock} | .a > 2', 'passed', undefined],
  ['get-product: header("Cache-Control") | contains("no-store")', 'passed', undefined],
  ['get-product: header("cache-control") == "no-cache"', 'failed', 'cache-control: private'],
  ['get-product: header("strict-transport-security")', 'failed', 'There is no header strict-transport-security.'],
  ['get-product: header("access-control-allow-origin") != "*"', 'failed', 'access-control-allow-origin: *.'],
  ['get-product: $status == 200', 'passed', undefined],
  ['get-product: $status == 201', 'failed', 'is not true'],
  ['get-product: $status == 200 and .stock > 5', 'failed', 'is not true'],
])('--assert %s: %s', async (assertion, outcome, why) => {
  const { smoke } = await saleUser(product);
  const { product: row } = await smoke('--assert', assertion);
  expect([row?.outcome, row?.why ?? undefined]).toEqual([outcome, why && expect.stringContaining(why)]);
});

test('an assertion counts beside --expect, and one that no selected call has is refused', async () => {
  const { smoke } = await saleUser(product);
  const expected = await smoke('--expect', 'get-product=200', '--assert', 'get-product: .stock > 9');
  expect(expected.product).toMatchObject({ outcome: 'failed', cause: 'assertion' });
  const gone = await saleUser(product, respond(404, '{"message":"gone"}'));
  const { list } = await gone.smoke('--expect', 'list-featured=200,404', '--assert', 'list-featured: length > 0');
  const why = expect.stringContaining('not compared with a response of status 404');
  expect(list).toMatchObject({ outcome: 'failed', why });
  const other = await smoke('--assert', 'user get-current: .id');
  expect(other).toMatchObject(ends(exit.usage, 'No selected call matches the assertion'));
});

test('an assertion whose calls were skipped breaks the run', async () => {
  const user = await stubUser(respondByPath({}, respondJson([])));
  expect(await user.run(['smoke', '--service', 'sale', '--assert', 'get-item: .id'])).toMatchObject(
    ends(exit.failed, 'The assertion get-item: .id was not checked: no value'),
  );
});

test.each([
  [['--assert', 'get-product .x'], 'is not an assertion'],
  [['--assert', ': .x'], 'is not an assertion'],
  [['--assert', 'nothing-like-it: .x'], 'No call matches'],
  [['--assert', 'get-product: .x | ('], 'cannot be used'],
  [['-H', 'X'], 'takes a name and a value'],
  [['-H', 'X: a\nAuthorization: b'], 'takes a name and a value'],
  [['-H', 'authorization: b'], 'cannot set it'],
  [['-H', 'X-Auth-Client-Id: b'], 'cannot set it'],
  [['-H', 'X-HTTP-Method-Override: DELETE'], 'cannot set it'],
  [['-H', 'Private-Token: b'], 'cannot set it'],
  [['-H', 'Cookie: b'], 'cannot set it'],
  [['-H', 'X-A: b', '-H', 'x-a: c'], 'given twice'],
])('%j is exit 2, and nothing is sent', async (words, why) => {
  const { user } = await saleUser(product);
  expect(await user.run(['smoke', '--service', 'sale', ...words])).toMatchObject(ends(exit.usage, why));
  expect(user.server.requests).toEqual([]);
});

test('-H adds a header to every request; a secret in it is in no report', async () => {
  const { user, smoke } = await saleUser([]);
  const { product: row, stderr } = await smoke('-H', 'X-Canary: 1', '-H', 'CF-Access-Client-Secret: canary-9');
  expect(user.server.requests.map(({ headers }) => headers['x-canary'])).toEqual(['1', '1']);
  expect(row?.curl).toContain('CF-Access-Client-Secret');
  expect(`${row?.curl}${stderr}`).not.toContain('canary-9');
});

test('--negative: a signed-in call without a token has to be 401, and is a case of its own', async () => {
  let isOpen = false;
  const { user, smoke } = await saleUser(product, (socket, request) =>
    isOpen || request.headers.authorization
      ? respondJson([])(socket, request)
      : respond(401, '{"message":"no"}')(socket, request),
  );
  const names = ({ report }: { readonly report: Report | undefined }) =>
    report?.results.map((row) => `${row.call} ${row.withoutToken ?? false} ${row.outcome} ${row.status}`).join();
  const closed = await smoke('--negative');
  expect(closed.code).toBe(exit.ok);
  expect(names(closed)).toMatch(/list-featured false passed 200.*list-featured true passed 401/);
  isOpen = true;
  expect(await smoke('--negative', '--report', 'junit:r.xml')).toMatchObject(
    ends(exit.failed, /featured without a token[\s\S]*The status is 200; expected: 401/),
  );
  const known = JSON.stringify({ known: [{ call: 'sale list-featured', until: '2999-01-01', why: 'x' }] });
  writeFileSync(path.join(user.home, 'known.json'), known);
  expect(names(await smoke('--negative', '--baseline', 'known.json'))).toContain('list-featured true failed');
  const again = await smoke('--rerun-failed', 'r.json');
  expect(again.code).toBe(exit.failed);
  expect(names(again)).toMatch(/list-featured false passed.*list-featured true failed/);
});

test('a baseline knows a failure by its cause, its status and its parts; an entry without them only another shape', async () => {
  let list: Script = respondJson({ wrong: 1 });
  const { user, smoke } = await saleUser(product, (socket, request) => list(socket, request));
  const write = (known: unknown) => writeFileSync(path.join(user.home, 'k.json'), JSON.stringify({ known: [known] }));
  const bare = { call: 'sale list-featured', until: '2999-01-01', why: 'ticket 12' };
  const outcome = async () => {
    const { code, list: row } = await smoke('--baseline', 'k.json');
    return [code, row?.outcome];
  };
  write(bare);
  expect(await outcome()).toEqual([exit.ok, 'known']);
  for (const other of [respond(502, '<html>'), respond(404, '{"message":"gone"}'), reset]) {
    list = other;
    expect((await outcome())[1]).toBe('failed');
  }
  list = respond(502, '<html>');
  expect((await smoke('--baseline', 'k.json')).list?.why).toContain('no cause and no status');
  await smoke('--baseline', 'k.json', '--write-baseline', 'k.json');
  const { known } = JSON.parse(readFileSync(path.join(user.home, 'k.json'), 'utf8'));
  expect(known).toEqual([expect.objectContaining({ cause: 'server', status: 502, fingerprint: [expect.any(String)] })]);
  expect(await outcome()).toEqual([exit.ok, 'known']);
  list = respond(503, '<html>');
  expect(await outcome()).toEqual([exit.failed, 'failed']);
  list = respondJson({ wrong: 1 });
  expect((await smoke('--baseline', 'k.json')).list?.why).toContain('knows another failure of it: server, 502');
  list = respondJson({ success: false, message: 'x' });
  await smoke('--write-baseline', 'k.json');
  list = respondJson({ wrong: 1 });
  expect(await outcome()).toEqual([exit.failed, 'failed']);
});

test('the case of --negative of a known call is matched by its own failure', async () => {
  const { smoke } = await saleUser(product);
  const open = await smoke('--negative', '--write-baseline', 'k.json');
  expect(open.code).toBe(exit.failed); // each answers without a token
  const known = await smoke('--negative', '--baseline', 'k.json');
  expect([known.code, known.report?.known]).toEqual([exit.ok, open.report?.failed]);
});

test('rows are counted in the reports, and a list that has none now is named', async () => {
  let rows: unknown = { data: { list: [product, product] } };
  const { user, smoke } = await saleUser(product, (socket, request) => respondJson(rows)(socket, request));
  const before = await smoke('--write-baseline', 'k.json', '--report', 'junit:r.xml', '--report', 'markdown:r.md');
  expect([before.list?.rows, before.product?.rows]).toEqual([2, null]);
  const file = (name: string) => readFileSync(path.join(user.home, name), 'utf8');
  expect(file('r.xml')).toContain('<system-out>rows: 2</system-out>');
  expect(file('r.md')).toMatch(/### Rows[\s\S]*list-featured\) \| 2 \|/);
  writeFileSync(path.join(user.home, 'before.json'), file('r.json'));
  rows = [];
  const after = await smoke('--baseline', 'k.json');
  expect(after).toMatchObject(ends(exit.ok, 'has no rows; it had 2.'));
  expect(after.report?.emptied).toEqual([expect.stringMatching(/featured has no rows; it had 2\.$/)]);
  const { stdout } = await user.run('diff before.json r.json -o json');
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ path: 'hasRows', before: true, after: false }));
});

test.each(['true', '1 == 1', 'length >= 0', '. == .', '$status < 1000 or true', 'header("x") == header("x")'])(
  'the assertion %s, which nothing could break, is exit 2',
  async (expression) => {
    const { user } = await saleUser(product);
    const line = ['smoke', '--service', 'sale', '--assert', `get-product: ${expression}`];
    expect(await user.run(line)).toMatchObject(ends(exit.usage, 'it would never fail'));
  },
);

test('an id is found in any response with the thing; a call that refuses such an id is skipped', async () => {
  let refuses = false;
  const responses: readonly (readonly [RegExp, unknown])[] = [
    [/places\/(search|recommend|nearby)/, { results: [{ place_id: 'pl-7', name: 'Market' }] }],
    [/\/places\/pl-7$/, { name: 'Market' }],
    [/\/users\/current$/, { data: { user: { user_id: 'u-7' } } }],
    [/\/users\/abstract\/u-7$/, { name: 'Dara' }],
    [/\/rwa\/public\/vehicles$/, { data: [{ vehicle_no: 'v-7' }] }],
  ];
  const user = await stubUser((socket, request) => {
    const path = request.path.split('?')[0]!;
    const [, body] = responses.find(([pattern]) => pattern.test(path)) ?? [];
    const found = path.endsWith('/depin/vehicles/v-7') && !refuses ? { num: 'v-7' } : body;
    (found ? respondJson(found) : respond(404, '{"message":"no"}'))(socket, request);
  });
  const rows = async () => {
    await user.run('smoke --service user,ride-hailing,musubi,vehicle-oracle --report json:r.json');
    const { results } = JSON.parse(readFileSync(path.join(user.home, 'r.json'), 'utf8')) as Report;
    return (call: string, service: string) => results.find((row) => row.call === call && row.service === service);
  };
  const found = await rows();
  expect([found('get-place', 'ride-hailing')?.outcome, found('get-user', 'user')?.status]).toEqual(['passed', 200]);
  expect(found('get-vehicle', 'vehicle-oracle')).toMatchObject({ status: 200, request: null });
  refuses = true;
  const why = expect.stringContaining('the service refused it');
  expect((await rows())('get-vehicle', 'vehicle-oracle')).toMatchObject({ outcome: 'skipped', why });
});
