// `tuk learn`: proposes a map from responses without their values, writes it, and compares it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
/** A row of a recording. */
const entry = (url: string, body: unknown, post?: unknown) => ({
  request: {
    ...{ method: post ? 'POST' : 'GET', url, headers: [{ name: 'Authorization', value: 'Bearer header-canary' }] },
    ...(post ? { postData: { text: JSON.stringify(post) } } : {}),
  },
  response: { status: 200, content: { mimeType: 'application/json', text: textOf(body) } },
});
const api = 'https://api.example.com';
async function profile() {
  const user = newUser();
  await user.run('profile add there --base https://api.example.com/{service}');
  const file = (name: string, text: unknown) => {
    mkdirSync(path.dirname(path.join(user.home, name)), { recursive: true });
    writeFileSync(path.join(user.home, name), textOf(text));
  };
  const write = (entries: readonly unknown[]) => file('a.har', { log: { entries } });
  const map = () => readFileSync(path.join(user.home, 'platform.yaml'), 'utf8');
  return { ...user, file, write, map, learn: (more = '') => user.run(`learn a.har -p there ${more}`) };
}
/** A path of an OpenAPI document whose response has this schema. */
const get = (schema: object) => ({ get: { responses: { 200: { content: { 'application/json': { schema } } } } } });
type Row = { part: string; of: string; key: string; value: string | null; sure: boolean };

/** Products as another platform spells them. */
const product = (n: number, more: object = {}) => ({
  ...{ product_code: `P-${n}`, display_name: `Name-canary ${n}`, unit_price: { val: '12.50', ccy: 'USDC' }, stock: n },
  ...more,
});
const products = (list: readonly unknown[], code: unknown = 0) => ({ code, msg: 'fine', payload: { list } });
const sale = (rows = [product(1), product(2)]) => [
  entry(`${api}/sale/v1/products/featured`, products(rows)),
  entry(`${api}/sale/v1/products/P-1`, { code: 0, msg: 'fine', payload: product(1) }),
  entry(`${api}/sale/v1/products/P-2`, { code: 0, msg: 'fine', payload: product(2) }),
  entry(`${api}/sale/v1/products/P-9`, { code: 40401, msg: 'No such product' }),
];

test('a body that the recorder marks as base64 is read, whether it is base64 or, from Firefox, plain text', async () => {
  const { write, learn } = await profile();
  const body = JSON.stringify([{ id: 1 }]);
  const marked = (text: string) => {
    const row = entry(`${api}/musubi/v1/offering/public`, text);
    return { ...row, response: { ...row.response, content: { ...row.response.content, encoding: 'base64' } } };
  };
  for (const text of [Buffer.from(body).toString('base64'), body]) {
    write([marked(text)]);
    expect((await learn()).stderr).toContain('1 of 1 response read.');
  }
});

test('the names of fields are stored for the profile, and no value', async () => {
  const { home, run, json, write, learn } = await profile();
  const rows = [{ id: 'value-canary', slot: 1, power: { watt: 5 } }, { id: 'b' }];
  write([
    entry(`${api}/vehicle-oracle/v1/depin/battery/chargers?x=1`, rows),
    entry(`${api}/musubi/customer-service/contact`, { ok: true }, { topic: 'value-canary', text: 'b' }),
    entry(`${api}/musubi/no/such/path`, {}),
    entry('https://elsewhere.example.com/musubi/v1/offering/public', [{ id: 1 }]),
    entry(`${api}/musubi/v1/offering/public`, '<html>'),
  ]);
  const others = '1 to other addresses, 1 that are not calls of the catalogue, 1 without a usable body.';
  expect(await learn()).toMatchObject(ends(exit.ok, `2 of 5 responses read; ${others}`));
  expect(readFileSync(path.join(home, 'learned/there.json'), 'utf8')).not.toMatch(/canary/);
  expect((await json('api show vehicle-oracle list-chargers -p there')).observed).toMatchObject({
    responses: 1,
    from: ['har'],
    fields: expect.arrayContaining([{ name: '[].power', kind: 'object', always: false }]),
  });
  expect((await json('api show musubi contact -p there')).observed.requestFields).toEqual(['text', 'topic']);
  const completed = async (words: readonly string[]) =>
    (await run(['completion', 'zsh', '--', ...words, ':api', ':musubi', ':contact', ':-f', ':'])).stdout;
  expect(await completed([':-p', ':there'])).toMatch(/topic=/);
  expect(await completed([])).not.toMatch(/topic=/);
  expect((await run('learn --forget -p there')).code).toBe(exit.ok);
  expect(await completed([':-p', ':there'])).not.toMatch(/topic=/);
});

test('what is sure is proposed as such, without a value of a response; nothing is written without --yes', async () => {
  const { home, write, learn } = await profile();
  write(sale());
  const { code, stdout, stderr } = await learn();
  expect([code, stdout]).toEqual([exit.ok, expect.not.stringMatching(/canary|12\.50/)]);
  const rows = JSON.parse(stdout) as Row[];
  const sure = Object.fromEntries(rows.filter((row) => row.sure).map(({ of, key, value }) => [`${of} ${key}`, value]));
  expect(sure).toEqual({
    ...{ 'sale ok': 'code = 0', 'sale money': 'amount: val, currency: ccy', 'store product id': 'product_code' },
    ...{ 'store product name': 'display_name', 'store product price': 'unit_price' },
    'store product stockLeft': 'stock',
  });
  expect(stderr).toContain('Nothing was written.');
  expect(existsSync(path.join(home, 'platform.yaml'))).toBe(false);
});

test('--yes writes what is sure, keeps comments and lines of the file, and writes nothing twice', async () => {
  const { file, write, learn, map } = await profile();
  write(sale([product(1, { phase: 'whatever' }), product(2, { phase: 'more' })]));
  file('platform.yaml', '# ours\nthings:\n  product:\n    name: my_title # by hand\n');
  const { code } = await learn('--yes');
  const first = map();
  expect(code).toBe(exit.ok);
  expect(first).toMatch(/^# ours\nthings:\n {2}product:\n {4}name: my_title # by hand\n/);
  expect(first).toMatch(/ {4}id: product_code\n {4}price: unit_price\n/);
  expect(first).toMatch(/ {2}sale:\n {4}ok: code = 0\n/);
  expect(first).not.toMatch(/canary|display_name: |name: display_name/);
  const again = (await learn('--yes')).stderr;
  expect(again).toContain('has every line already');
  expect(again).not.toContain('Nothing was written');
  expect(map()).toBe(first);
  const leftOut = first.replace('    price: unit_price', '    # price: unit_price');
  file('platform.yaml', leftOut);
  await learn('--yes');
  expect(map()).toBe(leftOut);
});

test('a guess is a comment: two fields of one meaning, a word of a status, the only list of several', async () => {
  const { write, learn, map } = await profile();
  const list = [1, 2].map((n) => ({ code: `P-${n}`, title: 'a', label: 'b' }));
  const ride = (n: number) => ({ ride_id: `r${n}`, ride_status: n > 1 ? 'done' : 'zonk', title: 'a', label: 'b' });
  write([
    entry(`${api}/ride-hailing/v1/rides/request/active`, { rides: [ride(1), ride(2)], others: [{ a: 1 }] }),
    entry(`${api}/sale/v1/products/featured`, list),
  ]);
  await learn('--yes');
  expect(map()).toMatch(/# {1,}name: (title|label) {2}# .*, or (title|label)/);
  expect(map()).not.toMatch(/^ +name: (title|label)/m);
});

test.each<[string, readonly string[], RegExp | undefined]>([
  [
    'takes over what is sure, and chooses a field',
    ['1', '2'],
    /ok: code = 0\n(.*\n)+ {4}name: label\n {4}price: unit_/,
  ],
  ['types another field, once in a wrong form', ['1', '3', 'no path', 'my.title'], /^ {4}name: my\.title$/m],
  ['types none: the guess is a comment', ['1', '3', ''], /^ {4}# name: title {2}# .*, or label$/m],
  ['leaves out a guess, not even as a comment', ['1', '5'], /^(?!(.*\n)+.*name: (title|label))/],
  ['leaves out what is sure, and the rest as comments', ['3', '6'], /^(?!(.*\n)* *ok:)(.*\n)+# .*name: title/m],
  ['is asked for each', ['2', '4', '3', '4', '4', '1', '4', '4'], /^ {4}name: title$/m],
  ['cancels: nothing is written', ['1', '.'], undefined],
])('at a terminal a person %s', async (_, answers, expected) => {
  const { home, write, map } = await profile();
  write(sale([1, 2].map((n) => product(n, { title: 'a', display_name: undefined, label: 'b', shelf: 'c' }))));
  const talk = conversation(['learn', 'a.har', '-p', 'there'], { home });
  await talk.opening;
  for (const answer of answers) await talk.type(answer);
  await talk.exitCode;
  if (expected) expect(map()).toMatch(expected);
  else expect(existsSync(path.join(home, 'platform.yaml'))).toBe(false);
});

test('lists of a service that name their next page alike teach one line of the service', async () => {
  const { home, write, learn, map } = await profile();
  const body = (page: number) => ({
    items: Array.from({ length: 3 }, (_, n) => ({ id: `${page}-${n}`, name: 'a' })),
    meta: { pg: page, last_page: 4 },
  });
  const lists = ['v1/products/featured', 'v1/sale-currencies'];
  write(lists.map((path_) => entry(`${api}/sale/${path_}`, body(1))));
  await learn('--yes');
  expect(map()).toMatch(/# {1,}next: \{ page: meta.pg, pages: meta.last_page, from: 1, as: page \}/);
  expect(map().match(/next:/g)).toHaveLength(1);
  write(lists.flatMap((path_) => [1, 2].map((page) => entry(`${api}/sale/${path_}?page=${page}`, body(page)))));
  await learn('--yes --out sure.yaml');
  expect(readFileSync(path.join(home, 'sure.yaml'), 'utf8')).toMatch(/^ {2}sale:\n(?:.*\n)*? {4}next: /m);
});

test('after the map is taken over and trusted, the columns are known, and check says that it fits', async () => {
  const { home, file, write, learn, run, json } = await profile();
  write(sale());
  await learn('--yes');
  await run('profile trust .');
  rmSync(path.join(home, 'learned'), { recursive: true });
  const rows = (await json('learn check a.har -p there')) as { key: string; verdict: string }[];
  expect(rows.filter(({ verdict }) => verdict === 'misfit')).toEqual([]);
  expect(existsSync(path.join(home, 'learned'))).toBe(false); // a comparison stores nothing
  write([...sale().slice(0, 1), entry(`${api}/sale/v1/products/P-1`, { code: 'OK', payload: { pcode: 'P-1' } })]);
  const changed = (await json('learn check a.har -p there')) as { key: string; not: string[] }[];
  const misfits = changed.filter(({ not }) => not.length > 0);
  expect(misfits.map(({ key, not }) => [key, not])).toEqual([['ok', ['sale getProduct']]]);
  write([entry(`${api}/sale/v1/products/P-1`, { code: 'OK', payload: product(1) })]);
  expect((await run('learn check a.har -p there')).code).toBe(exit.failed); // every call has another word of a success
  write(sale());
  const shown: Record<string, string>[] = await json('learn show sale list-featured --from a.har -p there');
  expect(shown.find(({ field }) => field === 'price')).toMatchObject({ path: 'unit_price', rule: 'map' });
  expect((await run('learn a.har -p there')).stdout.trim()).toMatch(/^\[(?!.*"sure":true)/);
  write(sale([{ ...product(1), unit_price: undefined, cost: 1 } as never]).slice(0, 1));
  expect(await run('learn check a.har -p there')).toMatchObject(ends(exit.failed, 'fits no response of today'));
  file('platform.yaml', 'things: { nothing: {} }\n');
  expect(await run('learn a.har -p there --yes')).toMatchObject(ends(exit.local, 'platform.yaml:1:11'));
});

test('check names lines on money, times, words and pages that no response has', async () => {
  const { file, write, run, json } = await profile();
  const map = `services:
  user: { money: { amount: val, currency: ccy }, times: seconds, next: { cursor: after, as: cursor } }
things:
  ride: { words: { done: FINISHED } }
`;
  file('platform.yaml', map);
  await run('profile trust .');
  const verdicts = async (fee: object, createdAt: number, more: object, status: string) => {
    const history = { items: [{ id: 'e1', fee, createdAt }], ...more };
    const ride = entry(`${api}/ride-hailing/v1/rides/request/active`, { id: 'r1', status });
    write([entry(`${api}/user/v2/balance/mvp/history`, history), ride]);
    return ((await json('learn check a.har -p there')) as { verdict: string }[]).map(({ verdict }) => verdict);
  };
  const fits = await verdicts({ val: '1', ccy: 'USD' }, 1764412345, { after: 'c1' }, 'done');
  expect(fits).toEqual(['fits', 'fits', 'fits', 'fits']);
  const others = await verdicts({ worth: '1', coin: 'USD' }, 1764412345000, { hasMore: true }, 'FINISHED');
  expect(others).toEqual(['misfit', 'misfit', 'misfit', 'misfit']);
  expect(await verdicts({ note: 'x' }, 7, {}, 'PENDING')).toEqual(['unseen', 'unseen', 'unseen', 'unseen']);
});

test('a folder of responses, and an OpenAPI document, are sources too', async () => {
  const { file, run } = await profile();
  file('seen/sale/list-featured.json', { code: 0, payload: { list: [product(1), product(2)] } });
  file('seen/sale getProduct 2.json', { code: 0, payload: product(2) });
  file('seen/notes.json', {});
  const folder = await run('learn seen -p there');
  expect(folder.stderr).toContain('2 of 3 responses read; 1 that are not calls of the catalogue');
  const id = { of: 'store product', key: 'id', value: 'product_code', sure: true };
  expect(JSON.parse(folder.stdout)).toContainEqual(expect.objectContaining(id));
  const schema = { type: 'array', items: { $ref: '#/components/schemas/Product' } };
  const [text, number] = [{ type: 'string' }, { type: 'number' }];
  const properties = { product_code: text, display_name: text, unit_price: number };
  const components = { schemas: { Product: { type: 'object', properties } } };
  const paths = { '/v1/products/featured': get(schema) };
  file('openapi.json', { openapi: '3.0.0', servers: [{ url: `${api}/sale` }], paths, components });
  const described = JSON.parse((await run('learn openapi.json -p there --json')).stdout) as Row[];
  const name = { of: 'store product', key: 'name', value: 'display_name', sure: true };
  expect(described).toContainEqual(expect.objectContaining(name));
});

test('a file that is no recording, one without a call of the profile, and the embedded sandbox', async () => {
  const { file, write, learn, run } = await profile();
  file('a.har', '{"log":{}}');
  expect((await learn()).code).toBe(exit.usage);
  write([entry('https://elsewhere.example.com/x', {})]);
  expect(await learn()).toMatchObject(ends(exit.notFound, 'No response in a.har is one of a call of this profile'));
  for (const line of ['a.har -p sandbox', '-p sandbox', 'check -p there', 'a.har --forget -p there'])
    expect([line, (await run(`learn ${line}`)).code]).toEqual([line, exit.usage]);
  await run('profile add gone --base http://127.0.0.1:1/{service}');
  expect((await run('learn -p gone --rate 999/s')).code).toBe(exit.unreachable);
});

test('the schema has each service, thing, field and word of a map, and nothing else', async () => {
  const { json } = newUser();
  const schema = await json('learn schema -o json');
  expect(Object.keys(schema.properties)).toEqual(['services', 'calls', 'things']);
  expect(schema.properties.services.properties.sale.properties.ok.pattern).toBeDefined();
  expect(schema.properties.things.properties.ride.properties.words.additionalProperties.enum).toContain('FINISHED');
  expect(schema.properties.things.properties.product.properties.price).toBeDefined();
  expect(schema.properties.things.additionalProperties).toBe(false);
});

/** What is proposed as sure for responses of the featured products, one recording for each. */
async function sureOf(bodies: readonly unknown[], path_ = 'sale/v1/products/featured') {
  const { write, learn } = await profile();
  write(bodies.map((body) => entry(`${api}/${path_}`, body)));
  const rows = JSON.parse((await learn()).stdout) as Row[];
  return Object.fromEntries(rows.filter(({ sure }) => sure).map(({ key, value }) => [key, value]));
}

test('what may mean something else is never sure', async () => {
  const list = (row: object) => [1, 2, 3].map((n) => ({ ...row, pieces: n }));
  // whole digits without decimals may be in a smaller unit; a number beside a word is no money
  expect(await sureOf([list({ price: { cents: 1250, ccy: 'CNY' } })])).not.toHaveProperty('money');
  expect(await sureOf([list({ battery: { pct: 41, state: 'CHARGING' } })])).not.toHaveProperty('money');
  // nothing sure rests on that guess
  expect(await sureOf([list({ unit_price: { cents: 1250, ccy: 'CNY' } })])).not.toHaveProperty('price');
  // an owner's id, and the cost that is no price
  const ids = (n: number) => ({ store_id: `s${n}`, store_name: `S${n}`, goods_sn: `g${n}` });
  const owned = [1, 2].map((n) => ({ ...ids(n), cost: '3.00', retail_price: '9.00' }));
  expect(await sureOf([owned])).toEqual({});
  // a ride has a status of its own
  const places = { status: 'OK', results: [{ place_id: 'p' }] };
  const { write, learn } = await profile();
  write(['nearby', 'search'].map((name, at) => entry(`${api}/ride-hailing/v1/places/${name}`, { ...places, at })));
  const ofOk = (JSON.parse((await learn()).stdout || '[]') as Row[]).filter(({ key, sure }) => key === 'ok' && sure);
  expect(ofOk).toEqual([]);
  // a code or a status of a thing is no success
  for (const more of [{ region_code: 'PNH-12' }, { country_code: 'KH' }, { status: 'ACTIVE' }])
    expect(await sureOf([1, 2, 3].map((n) => ({ ...more, result: [{ a: n }] })))).not.toHaveProperty('ok');
});

test('no word of a person enters the map, and a recursive description ends', async () => {
  const { file, write, learn, map, run } = await profile();
  const stations = ['Sok Dara', 'Ana Tran'].map((who, n) => ({ id: `s${n}`, status_changed_by: who }));
  write([entry(`${api}/vehicle-oracle/v1/depin/battery/stations`, stations)]);
  await learn('--yes');
  expect(existsSync(path.join((await profile()).home, 'platform.yaml')) ? '' : map()).not.toMatch(/Sok|Ana/);
  const self = { $ref: '#/components/schemas/Node' };
  const parts = { id: { type: 'string' }, a: self, b: self, c: { type: 'array', items: self }, d: self };
  const Node = { type: 'object', properties: parts };
  const paths = JSON.stringify({ '/sale/v1/products/featured': get(self) });
  const components = JSON.stringify({ schemas: { Node } });
  file('deep.yaml', `openapi: 3.0.0\npaths: ${paths}\ncomponents: ${components}\n`);
  expect((await run('learn deep.yaml -p there')).code).toBe(exit.ok);
  file('none.json', { openapi: '3.0.0', components: {} });
  expect((await run('learn none.json -p there')).code).toBe(exit.usage);
});
