// What is wrong with the request of a transfer in itself, whatever the services say.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRequestFields } from '../../../src/money/facts/request-fields.js';
import { requestProblems } from '../../../src/money/facts/request-problems.js';
import type { MoneyEndpoint } from '../../../src/services/catalogue/endpoint-types.js';
import { foldName } from '../../../src/services/fold-text.js';
import { transferFields } from '../../../src/things/operations.js';
import { moneyCall } from '../../support/catalogue.js';
import { ends, exit } from '../../support/exit.js';
import { mine, platformUser, wei } from '../../support/platform.js';
import { property } from '../../support/runs.js';
import { reset, respond } from '../../support/scripted-server.js';

async function problemsOf(name: MoneyEndpoint, body: unknown, query = '') {
  const call = await moneyCall(name);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { url: `https://box.example/${call.service}${call.path}${query}`, body: text };
  return requestProblems(call, transferFields[name] ?? {}, request, await parseRequestFields(call, request, {}));
}
const transfer = { toUserId: 'u', amount: '5' };
const withdrawal = { currencyId: 'MVL', amount: '25', toAddress: mine };
const bridge = { type: 'TO_BEP20', amount: `20${wei}`, toAddress: mine };
const purchase = { productId: '1', quantity: 2 };
const wrongCase = mine.replace('F', 'f');

test.each<[name: MoneyEndpoint, body: unknown, codes: string[]]>([
  ['user transferPoints', transfer, []],
  ['user transferPoints', { toUserId: 'u', amount: 5, note: '1e3', total: '5000', payTo: 'v' }, []], // nobody declared the rest
  ['user transferPoints', { ...transfer, amount: '1e3' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '0' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '-5' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '0x10' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '' }, ['BAD_VALUE', 'BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '1,000' }, ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: '5 ' }, ['BAD_VALUE', 'BAD_AMOUNT']],
  ['user transferPoints', '{"toUserId":"u","amount":1e1}', ['BAD_AMOUNT']],
  ['user transferPoints', { ...transfer, amount: true }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, amount: ['5'] }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, Amount: '5' }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, pay: [{ amount: '6' }] }, ['AMBIGUOUS_BODY']],
  ['user transferPoints', { ...transfer, toUserId: 'u\u200b' }, ['BAD_VALUE']],
  ['user transferPoints', { toUserId: `0x${'1'.repeat(64)}`, amount: '5' }, ['MAY_BE_KEY']],
  ['user transferPoints', [], ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', withdrawal, []],
  ['user createWithdrawal', { ...withdrawal, toAddress: 'nowhere' }, ['BAD_ADDRESS']],
  ['user createWithdrawal', { ...withdrawal, toAddress: ['0x1'] }, ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', { ...withdrawal, toAddress: true }, ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', { ...withdrawal, toAddress: {} }, ['AMBIGUOUS_BODY']],
  ['user createWithdrawal', { ...withdrawal, toAddress: wrongCase, amount: '1,000' }, ['BAD_AMOUNT', 'BAD_CHECKSUM']],
  ['user createWithdrawal', { ...withdrawal, toAddress: `0x${'0'.repeat(40)}` }, ['BURN_ADDRESS']],
  ['bep20-swap createBridgeSwap', bridge, []],
  ['bep20-swap createBridgeSwap', { ...bridge, type: 'TO_SOLANA' }, ['UNKNOWN_WORD']],
  ['bep20-swap createBridgeSwap', { ...bridge, amount: '1.5' }, ['BAD_AMOUNT']], // base units
  ['sale createOrder', purchase, []],
  ['sale createOrder', { ...purchase, quantity: 1.5 }, ['BAD_VALUE']],
  ['sale createOrder', { ...purchase, quantity: '1e1' }, ['BAD_VALUE']],
  ['sale createOrder', { ...purchase, quantity: 0 }, ['BAD_VALUE']],
])('%s %j: %j', async (name, body, codes) => {
  expect((await problemsOf(name, body)).map(({ code }) => code)).toEqual(codes);
});

test('a query is one', async () => {
  expect(await problemsOf('user transferPoints', transfer, '?amount=9')).toMatchObject([{ code: 'MONEY_QUERY' }]);
});

test('no problem repeats a text that may be a key', async () => {
  const key = '1'.repeat(64);
  const [problem] = await problemsOf('user createWithdrawal', { ...withdrawal, toAddress: key });
  expect([problem!.code, JSON.stringify(problem)]).toEqual(['MAY_BE_KEY', expect.not.stringContaining(key)]);
});

// Canonical requests: a body or a path that can be parsed in two ways is refused, and a call that is not in the catalogue is recorded.

const doors = ['points transfer', 'api user transfer-points', 'api POST user /v2/balance/mvp/transfer'].map(
  (door) => `${door} --input body.json --new-recipient --yes`,
);

/** A body without its end. */
const sent = '{"toUserId":"u-1","amount":"1"';
describe('a body that servers may parse differently', () => {
  test.each([
    ...['Amount', 'amount\\u0000', 'ａｍｏｕｎｔ', 'amount[]', 'amount[0]', 'amount.value', ' amount '].map((name) => [
      `a field "${name}", which a service may read as amount`,
      `{"toUserId":"u-1","amount":"1","${name}":"1000"}`,
    ]),
    ['a field "AMOUNT", which a service may read as amount', '{"toUserId":"u-1","AMOUNT":"1000"}'],
    ['a field "to_user_id", which a service may read as toUserId', `${sent},"to_user_id":"u-2"}`],
    ['the fields "note" and "Note", which a service may read as one', `${sent},"note":"a","Note":"b"}`],
    ['the fields "a" and "A", which a service may read as one', `${sent},"memo":{"a":1,"A":2}}`],
    ['a field "__proto__", which changes an object', `${sent},"__proto__":{"amount":"1000"}}`],
    ['the field amount twice, at its place and at "x.amount"', `${sent},"x":{"amount":"1000"}}`],
    ['the field amount twice, at its place and at "x.[].y.amount"', `${sent},"x":[{"y":{"amount":"1000"}}]}`],
    ['the field toUserId twice, at its place and at ".toUserId"', `${sent},"":{"toUserId":"u-2"}}`],
    ['a list in the field "amount"', '{"toUserId":"u-1","amount":["1"]}'],
    ['null in the field "amount"', '{"toUserId":"u-1","amount":null}'],
    ['an object in the field "toUserId"', '{"toUserId":{"id":"u-1"},"amount":"1"}'],
    ['gives "amount" twice in one object', '{"toUserId":"u-1","amount":"9999","am\\u006funt":"1"}'],
    ['is null, and a transfer takes an object', 'null'],
    ['is a list, and a transfer takes an object', '[]'],
    ['is a text, and a transfer takes an object', '"x"'],
    ['is a number, and a transfer takes an object', '7'],
  ])('is refused by every command, with nothing sent: it has %s', async (why, text) => {
    const { run, transfers, lines, file } = await platformUser({ limits: { transfer: '10 MVP' } });
    file(text);
    for (const line of doors) expect([line, await run(line)]).toMatchObject([line, ends(exit.guarded, why, '')]);
    expect([transfers(), await lines()]).toEqual([[], []]);
  });

  test('unambiguous extra fields are sent, also by -f', async () => {
    const { run, transfers, file } = await platformUser({ limits: { transfer: '10 MVP' } });
    file('{"toUserId":"u-1","amount":"1","note":"a","備考":"b","meta":{"note":"c","tags":["x"]}}');
    for (const line of doors) expect([line, (await run(line)).code]).toEqual([line, exit.ok]);
    const own = 'points transfer --to u-1 --amount 1 --yes';
    expect((await run(`${own} -f note=a`)).code).toBe(exit.ok);
    expect((await run(`${own} -f Amount=1000`)).code).toBe(exit.guarded);
    expect(transfers()).toHaveLength(4);
  });

  test('names are folded whatever is inserted between their letters', () => {
    const noise = fc.constantFrom(...'\u0000 \u200b \u00ad \u0301 \u2060 \ufeff \u3164 _ - [] .'.split(' '), ' ');
    const names = fc.constantFrom('amount', 'toAddress', 'currencyId');
    property(100, names, fc.array(noise, { maxLength: 8 }), fc.boolean(), (name, parts, upper) => {
      const spread = [...name].map((letter, at) => letter + (parts[at] ?? '')).join('');
      expect(foldName(upper ? spread.toUpperCase() : spread)).toBe(foldName(name));
    });
  });

  test('too many levels are refused', async () => {
    const { run, transfers, file } = await platformUser();
    file(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    for (const line of doors) expect(await run(line)).toMatchObject(ends(exit.usage, 'nested deeper than 512 levels'));
    expect(transfers()).toEqual([]);
  });
});

describe('a text that is not what was typed', () => {
  test('a file that is not UTF-8 is refused, and is not sent with other characters', async () => {
    const { run, transfers, home } = await platformUser();
    writeFileSync(path.join(home, 'body.json'), `${sent},"note":"caf\u00e9"}`, 'latin1');
    for (const line of [doors[0]!, 'api user set-email --input body.json --yes'])
      expect(await run(line)).toMatchObject(ends(exit.usage, 'not valid UTF-8'));
    expect(transfers()).toEqual([]);
  });

  const halves = ['dara\\ud800', '\\udfffdara', 'da\\ud83dra'];
  test.each(halves)('half of a character in a recipient is refused: %s', async (to) => {
    const { run, transfers, file, lines } = await platformUser();
    file(`{"toUserId":"${to}","amount":"1"}`);
    const typed = ['points', 'transfer', '--to', JSON.parse(`"${to}"`), '--amount', '1', '--new-recipient', '--yes'];
    for (const line of [...doors, typed]) expect([exit.usage, exit.guarded]).toContain((await run(line)).code);
    expect([transfers(), await lines()]).toEqual([[], []]);
  });

  const twice = ['{"a":1,"a":2}', '[{"a":1,"\\u0061":2}]', '{"x":{"amount":"1","amount":"1000"}}'];
  test.each(twice)('a name twice in -F is refused: %s', async (json) => {
    const { run, transfers } = await platformUser();
    const move = 'points transfer --to u-1 --amount 1 --new-recipient';
    for (const call of ['api POST user /v9/x', 'api user set-email', move]) {
      const ended = await run([...call.split(' '), '-F', `meta=${json}`, '--yes']);
      expect([call, ended]).toMatchObject([call, ends(exit.guarded, 'twice in one object')]);
    }
    expect(transfers()).toEqual([]);
  });
});

describe('a path that servers may parse differently', () => {
  test.each([
    ['/balance/withdrawals;a=b', 'holds ;'],
    ['/v1/orders/o-1/%70ayments', 'needs no encoding'],
    ['/balance/withdrawals/x%2f..%2f', 'holds /'],
    ['/balance/withdrawals%252F', 'holds %'],
    ['/balance/withdrawals%5c', 'holds \\'],
    ['/balance/withdrawals%00', 'cannot be seen'],
    ['/balance/withdrawals%20', 'holds a space'],
    ['/balance%E2%80%83x/withdrawals', 'holds a space'],
    ['/v9/send%E2%A0%80it', 'holds a space'],
    ['/balance/withdrawals.', 'ends in a dot'],
    ['/balance/withdrawals.XML', 'ends in an extension'],
    ['/balance/withdrawals.json//', 'ends in an extension'],
    ['/Balance.json/withdrawals', 'ends in an extension'],
    ['/v2.1.json/balance/mvp/transfer', 'ends in an extension'],
    ['/v1//orders/o-1/payments', 'A server may read'],
    ['/Balance/withdrawals', 'A server may read'],
    ['/balance/withdrawals%CC%81', 'A server may read'],
    ['/balance/%EF%BD%97ithdrawals', 'A server may read'],
  ])('is refused unless it is a GET: %s %s', async (at, why) => {
    const { run, transfers, lines } = await platformUser();
    for (const method of why.startsWith('A server') ? ['POST'] : ['POST', 'PUT', 'DELETE']) {
      const service = at.includes('order') ? 'sale' : 'user';
      const ended = await run(`api ${method} ${service} ${at} -f amount=1 --new-recipient --yes`);
      expect([method, ended]).toMatchObject([method, ends(exit.guarded, why, '')]);
    }
    expect([transfers(), await lines()]).toEqual([[], []]);
  });

  test('an invalid encoding is bad input', async () => {
    const { run, transfers } = await platformUser();
    const ended = await run('api POST sale /v1/orders/%ZZ/payments -f method=X --yes');
    expect(ended).toMatchObject(ends(exit.usage, 'percent-encoded'));
    expect(transfers()).toEqual([]);
  });

  test('a read is sent as typed; a change at the exact path accepts values with any letters, and dots before the last segment', async () => {
    const { run, server } = await platformUser();
    for (const line of [
      'GET user /balance/withdrawals/1.json',
      'DELETE user /balance/withdrawals/w-1 --yes',
      'PUT user /users/caf%C3%A9/name -f a=b --yes',
      'PUT user /users/mina@example.com/name -f a=b --yes',
    ])
      expect([line, (await run(`api ${line}`)).code]).toEqual([line, exit.ok]);
    expect(server.requests.map(({ path: at }) => at)).toContain('/user/users/caf%C3%A9/name');
  });
});

test.each<[string, unknown, number, string]>([
  ['is answered', { ok: true }, exit.ok, 'accepted'],
  ['is answered with 502', respond(502, 'gone'), exit.unknown, 'unknown'],
  ['is reset', reset, exit.unknown, 'unknown'],
  ['is answered with a page', respond(200, '<html>'), exit.unknown, 'unknown'],
  ['is refused', respond(404, '{"message":"no"}'), exit.notFound, 'refused'],
  ['is answered with a failure', { success: false }, exit.unknown, 'unknown'],
])('a call that is not in the catalogue has a ledger entry: one that %s', async (_, money, code, outcome) => {
  const { run, lines } = await platformUser({ money });
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const line = `api ${method} user /v9/send/${method.toLowerCase()} -f amount=1`;
    expect((await run(line)).code).toBe(exit.guarded);
    expect((await run(`${line} --yes`)).code).toBe(code);
    expect((await run(`${line} --yes`)).code).toBe(code === exit.unknown ? exit.guarded : code); // OPEN_OPERATION
  }
  const entries = new Set((await lines()).map((line) => `${line.method} ${line.outcome}`));
  expect([...entries].sort()).toEqual(['DELETE', 'POST', 'PUT'].map((method) => `${method} ${outcome}`));
  expect((await lines())[0]!.url).toContain('/user/v9/send');
});
