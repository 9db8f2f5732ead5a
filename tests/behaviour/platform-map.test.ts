// The map of a platform: what it says is the first rule of every reader, and counts for money once a person trusts it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { respondByPath, respondJson, type Script } from '../support/scripted-server.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const product = { sku: 'P-1', label: 'Cape', cost: { worth: '1250', unit: 'USDC', digits: 2 }, pieces: 3 };
const text = `
services:
  sale: { ok: rc = 0, error: say, money: { amount: worth, currency: unit, scale: digits } }
calls:
  sale listFeatured: { rows: block.found }
  user transferPoints: { data: move, id: no, fields: { amount: qty, currencyId: coin } }
things:
  store product: { id: sku, name: label, price: cost, stockLeft: pieces }
`;
const answers = {
  '/products/featured': { rc: 0, block: { found: [product], also: [{ a: 1 }] } },
  '/products/P-1': { rc: 7, say: 'out of order' },
  '/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/mvp/transfer': { move: { no: 't-1', qty: '5', coin: 'MVP' } },
};
const user = async (map?: string) => {
  const one = await stubUser(respondByPath(answers, respondJson({})));
  const file = path.join(one.home, 'platform.yaml');
  if (map !== undefined) writeFileSync(file, map);
  return { ...one, file };
};

test('a table has the columns of the thing; json stays as the service sent it', async () => {
  const { table, run } = await user(text);
  const { stdout } = await table(['store', 'featured']);
  expect(stdout).toMatch(/Cape +12\.5 USDC +3 +P-1/);
  expect((await run('store featured -o name')).stdout).toBe('P-1\n');
  expect(JSON.parse((await run('store featured -o json')).stdout)).toEqual(answers['/products/featured']);
});

test('a failure that the map declares is one', async () => {
  expect(await (await user(text)).run('store product P-1')).toMatchObject(ends(exit.server, 'out of order'));
});

test('a transfer is done by a map that is trusted; a map of a folder does not count before', async () => {
  const { run } = await user(text);
  const send = (amount: number) => run(`points transfer --to kim --amount ${amount} --yes --new-recipient`);
  expect((await send(5)).stderr).toContain('Accepted');
  expect((await run('profile trust .')).code).toBe(0);
  expect(await send(5)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Accepted') });
  expect((await send(6)).code).toBe(exit.unknown); // the response states 5
});

test('an amount without decimals and a unit of its own is what the map says, for a limit too', async () => {
  const own = {
    '/transfer/fee': { feeAmount: 0.5, currencyId: 'MVP' },
    '/mvp/transfer': { no: 't-1', qty: 5000000 },
    '/mvp/history': [{ no: 'e1', delta: 1500000, at: 1764412345 }],
  };
  const { run, home, table } = await stubUser(respondByPath(own));
  const map = `services: { user: { times: seconds } }
calls:
  user transferPoints: { id: no, fields: { amount: { amount: qty, unit: MVP, scale: 6 } } }
  user listPointsHistory: { id: no, fields: { amount: { amount: delta, unit: MVP, scale: 6 }, createdAt: at } }
`;
  writeFileSync(path.join(home, 'platform.yaml'), map);
  const send = () => run('points transfer --to kim --amount 5 --yes --new-recipient');
  expect((await send()).stderr).toContain('Accepted'); // the map of a folder does not count for money
  expect((await run('profile trust .')).code).toBe(exit.ok);
  expect(await send()).toMatchObject({ code: exit.ok, stderr: expect.not.stringContaining('Accepted') });
  expect((await table('points history')).stdout).toMatch(/1\.5 MVP.* e1/);
});

const pages = `calls:
  user listPointsHistory: { rows: block.found, next: { cursor: block.after, as: cursor }, id: no, fields: { amount: qty } }
`;
test.each([
  ['json', /^\{"block":\{"found":\[\{"no":"e0".*"e3"/],
  ['ndjson', /^\{"no":"e0".*\n.*\n.*\n\{"no":"e3"/],
  ['csv', /^no,qty,side\ne0,1,x\n(?:.*\n){2}e3,1,x$/],
  ['name', /^e0\ne1\ne2\ne3$/],
  ['table', /AMOUNT.*ID.*\n +1 .*e0(?:.*\n)+ +1 .*e3/],
])(
  '--all follows the pages that the map names, where only the map says which list is meant: %s',
  async (form, found) => {
    const { run, home } = await stubUser((socket, request) => {
      const at = Number(new URL(request.path, 'http://h').searchParams.get('cursor') ?? 0);
      const rows = [at, at + 1].map((no) => ({ no: `e${no}`, qty: '1', side: 'x' }));
      respondJson({ block: { found: rows, also: [{ a: 1 }], after: at < 2 ? String(at + 2) : null } })(socket, request);
    });
    writeFileSync(path.join(home, 'platform.yaml'), pages);
    const { code, stdout } = await run(`points history --all -o ${form}`);
    expect([code, stdout.trimEnd()]).toEqual([0, expect.stringMatching(found)]);
  },
);

test('a map that changes between two rows of a batch ends the batch', async () => {
  let sends = 0;
  const answer: Script = (socket, request) => {
    const isSend = request.path.endsWith('/mvp/transfer');
    if (isSend) writeFileSync(file, `${text}# another text`);
    sends += Number(isSend);
    respondByPath(answers)(socket, request);
  };
  const user = await stubUser(answer, { history: 'none' });
  const file = path.join(user.home, 'platform.yaml');
  writeFileSync(file, text);
  writeFileSync(path.join(user.home, 'pay.csv'), 'amount\n5\n6\n');
  const line =
    "batch pay.csv --client-ref p --template 'points transfer --to u-1 --amount {amount}' --new-recipient --yes";
  const { code, stdout, stderr } = await user.run(argvOf(line));
  expect([exit.guarded, exit.partial]).toContain(code);
  expect([sends, stdout + stderr]).toEqual([1, expect.stringContaining('MAP_CHANGED')]);
});

test('that a change has succeeded is said by a trusted map only', async () => {
  const { run, home } = await stubUser(respondJson({ success: false, rc: 0 }));
  writeFileSync(path.join(home, 'platform.yaml'), 'services: { notification: { ok: rc = 0 } }');
  expect((await run('notify dismiss n-1 --yes')).code).toBe(exit.refused);
  expect((await run('profile trust .')).code).toBe(0);
  expect((await run('notify dismiss n-1 --yes')).code).toBe(0);
});

test.each([
  ['services: { sales: { ok: code = 0 } }', 1, 'no service "sales"'],
  ['things:\n  ride:\n    colour: x', 3, 'no field "colour"'],
  ['things:\n  ride:\n    words: { on: DRIVING }', 3, '"DRIVING" is no status'],
  ['calls:\n  sale listFeatured: { next: { cursor: a } }', 2, 'no `as`'],
  ['services: [', 1, 'not YAML'],
  ['services:\n  user: { words: { on: DRIVING } }', 2, '"DRIVING" is no status'],
  ['things:\n  ride: { fare: { amount: cost, scale: 6 } }', 2, 'needs amount and currency or unit'],
  [
    'calls:\n  sale listFeatured: { fields: { price: { amount: p, unit: MVP, places: 2 } } }',
    2,
    'has the key "places"',
  ],
])('a mistake has its line, and nothing is sent: %j', async (map, line, why) => {
  const { run, sent } = await user(map);
  const { code, stderr } = await run('store featured');
  expect([code, sent()]).toEqual([exit.local, []]);
  expect(stderr).toMatch(new RegExp(`platform\\.yaml:${line}:\\d+: .*${why.replace(/[`"]/g, '.')}`));
});
