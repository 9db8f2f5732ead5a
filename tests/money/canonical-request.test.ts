// Canonical requests: a body, path, price, reference, response or option that can be parsed in two ways is refused or recorded as an unknown outcome.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOfNumber, decimalText } from '../../src/money/decimal.js';
import { Ledger } from '../../src/money/ledger.js';
import { foldName } from '../../src/services/fold-name.js';
import { exit } from '../support/exit.js';
import { type ReceivedRequest, reset, respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
type Answers = Readonly<Record<string, unknown>>;
const platform: Answers = {
  '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/currencies/USDC': { name: 'USDC', network: 'BASE', withdrawalFee: '0.5', tokenDecimal: 6 },
  '/v3/token': [{ symbol: 'USDC', network: 'BASE', priceId: 'usd-coin', decimals: 6 }],
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18 }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18 }],
  '/simple/price': { 'usd-coin': { usd: 1 } },
  '/mvp/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/products/1': { name: 'Cape', price: '25', currencyId: 'MVP' },
  '/offering/public/1': { title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '10' },
  '/bridge-swap/fee': { feeAmount: '1000000000000000000', minAmount: '10000000000000000000' },
};
const withdrawn = (over: object = {}) => ({
  cancellable: true,
  finalized: false,
  title: 'Withdrawal',
  request: { id: 'w-1', status: 'INCOMING', amount: '25', feeAmount: '1', currencyId: 'MVL', address: mine, ...over },
});

/** A user with the profile `box` for a stub back end; `transfers` are the requests that it received, without reads. */
async function limitedProfile({
  limits = {},
  reads = {},
  money,
}: {
  limits?: Readonly<Record<string, string>>;
  reads?: Answers;
  money?: unknown;
} = {}) {
  const all: Answers = { ...platform, ...reads };
  const ends = Object.keys(all).sort((one, two) => two.length - one.length);
  const read = ({ path: at }: ReceivedRequest) => all[ends.find((end) => at.split('?')[0]!.endsWith(end)) ?? ''] ?? {};
  const posts: Script = typeof money === 'function' ? (money as Script) : respond(200, JSON.stringify(money ?? { id: 't' }));
  const server = await scripted((socket, request) =>
    (request.method === 'GET' ? respond(200, JSON.stringify(read(request))) : posts)(socket, request),
  );
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  for (const [key, value] of Object.entries(limits)) await user.run(['profile', 'set', 'box', `limits.${key}`, value]);
  const lines = () => {
    const ledger = new Ledger(path.join(user.home, 'ledger.db'));
    try {
      return ledger.list();
    } finally {
      ledger.close();
    }
  };
  const transfers = () => server.requests.filter(({ method }) => method !== 'GET');
  const file = (text: string) => writeFileSync(path.join(user.home, 'body.json'), text);
  return { ...user, server, lines, transfers, file };
}
const commandLines = (command: string, call: string, place: string) => [
  `${command} --input body.json --new-recipient --yes`,
  `api user ${call} --input body.json --new-recipient --yes`,
  `api POST user ${place} --input body.json --new-recipient --yes`,
];
const transferCommands = commandLines('points transfer', 'transfer-points', '/v2/balance/mvp/transfer');
const [, ...withdrawalCommands] = commandLines('', 'create-withdrawal', '/balance/withdrawals');

describe('a body that servers may parse differently', () => {
  test.each([
    ['another case', '{"toUserId":"u-1","amount":"1","Amount":"1000"}'],
    ['another case alone', '{"toUserId":"u-1","AMOUNT":"1000"}'],
    ['a null character', '{"toUserId":"u-1","amount":"1","amount\\u0000":"1000"}'],
    ['a zero-width space', '{"toUserId":"u-1","amount":"1","am\\u200bount":"1000"}'],
    ['full-width letters', '{"toUserId":"u-1","amount":"1","ａｍｏｕｎｔ":"1000"}'],
    ['a combining mark', '{"toUserId":"u-1","amount":"1","amo\\u0301unt":"1000"}'],
    ['a soft hyphen', '{"toUserId":"u-1","amount":"1","amo\\u00adunt":"1000"}'],
    ['a list', '{"toUserId":"u-1","amount":"1","amount[]":"1000"}'],
    ['an index', '{"toUserId":"u-1","amount":"1","amount[0]":"1000"}'],
    ['a path', '{"toUserId":"u-1","amount":"1","amount.value":"1000"}'],
    ['a space', '{"toUserId":"u-1","amount":"1"," amount ":"1000"}'],
    ['snake case of the recipient', '{"toUserId":"u-1","amount":"1","to_user_id":"u-2"}'],
    ['two spellings of a name that nobody knows', '{"toUserId":"u-1","amount":"1","note":"a","Note":"b"}'],
    ['two spellings within', '{"toUserId":"u-1","amount":"1","memo":{"a":1,"A":2}}'],
    ['a name of a prototype', '{"toUserId":"u-1","amount":"1","__proto__":{"amount":"1000"}}'],
    ['a Hangul filler', '{"toUserId":"u-1","amount":"1","amount\\u3164":"1000"}'],
    ['the amount again within', '{"toUserId":"u-1","amount":"1","x":{"amount":"1000"}}'],
    ['the amount again in a list', '{"toUserId":"u-1","amount":"1","x":[{"y":{"amount":"1000"}}]}'],
    ['the recipient again under no name', '{"toUserId":"u-1","amount":"1","":{"toUserId":"u-2"}}'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a list for the amount', '{"toUserId":"u-1","amount":["1"]}'],
    ['null for the amount', '{"toUserId":"u-1","amount":null}'],
    ['an object for the recipient', '{"toUserId":{"id":"u-1"},"amount":"1"}'],
  ])('is refused by every command, with nothing sent: %s', async (_, text) => {
    const { run, transfers, lines, file } = await limitedProfile({ limits: { transfer: '10 MVP' } });
    file(text);
    for (const line of transferCommands) {
      const result = await run(line);
      expect([line, result.code, result.stdout]).toEqual([line, exit.guarded, '']);
    }
    expect([transfers(), lines()]).toEqual([[], []]);
  });

  test.each(['["0x1"]', 'true', 'null', '{}'])('a recipient that is %s is refused', async (to) => {
    const { run, transfers, file } = await limitedProfile();
    file(`{"currencyId":"MVL","amount":"25","toAddress":${to}}`);
    for (const line of withdrawalCommands) expect([line, (await run(line)).code]).toEqual([line, exit.guarded]);
    file(`{"type":"TO_BEP20","amount":"20000000000000000000","toAddress":${to}}`);
    expect((await run('swap bridge create --input body.json --new-recipient --yes')).code).toBe(exit.guarded);
    expect(transfers()).toEqual([]);
  });

  test('unambiguous extra fields are sent, also by -f', async () => {
    const { run, transfers, file } = await limitedProfile({ limits: { transfer: '10 MVP' } });
    file('{"toUserId":"u-1","amount":"1","note":"a","備考":"b","meta":{"note":"c","tags":["x"]}}');
    for (const line of transferCommands) expect([line, (await run(line)).code]).toEqual([line, exit.ok]);
    const own = await run(['points', 'transfer', '--to', 'u-1', '--amount', '1', '-f', 'note=a', '--yes']);
    const unusual = await run(['points', 'transfer', '--to', 'u-1', '--amount', '1', '-f', 'Amount=1000', '--yes']);
    expect([own.code, unusual.code, transfers().length]).toEqual([exit.ok, exit.guarded, 4]);
  });

  test('names are folded whatever is inserted between their letters', () => {
    const noise = fc.constantFrom('\u0000', '\u200b', '\u00ad', '\u0301', '\u2060', '\ufeff', '_', '-', ' ', '[]', '.');
    fc.assert(
      fc.property(
        fc.constantFrom('amount', 'toAddress', 'currencyId'),
        fc.array(noise, { maxLength: 8 }),
        fc.boolean(),
        (name, parts, upper) => {
          const spread = [...name].map((letter, at) => letter + (parts[at] ?? '')).join('');
          expect(foldName(upper ? spread.toUpperCase() : spread)).toBe(foldName(name));
        },
      ),
    );
  });
});

describe('a text that is not what was typed', () => {
  test('a file that is not UTF-8 is refused, and is not sent with other characters', async () => {
    const { run, transfers, home } = await limitedProfile();
    const bytes = Buffer.concat([Buffer.from('{"toUserId":"u-1","amount":"1","note":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
    writeFileSync(path.join(home, 'body.json'), bytes);
    for (const line of [...transferCommands, 'api user set-email --input body.json --yes']) {
      const result = await run(line);
      expect([line, result.code, result.stderr]).toEqual([line, exit.usage, expect.stringContaining('not valid UTF-8')]);
    }
    expect(transfers()).toEqual([]);
  });

  test('half of a character in a recipient or an amount is refused', async () => {
    const { run, transfers, file, lines } = await limitedProfile();
    for (const text of [
      '{"toUserId":"dara\\ud800","amount":"1"}',
      '{"toUserId":"\\udfffdara","amount":"1"}',
      '{"toUserId":"da\\ud83dra","amount":"1"}',
    ]) {
      file(text);
      for (const line of transferCommands)
        expect([line, text, [exit.usage, exit.guarded].includes((await run(line)).code)]).toEqual([line, text, true]);
      const to = String(JSON.parse(text).toUserId);
      expect([exit.usage, exit.guarded]).toContain(
        (await run(['points', 'transfer', '--to', to, '--amount', '1', '--new-recipient', '--yes'])).code,
      );
    }
    expect([transfers(), lines()]).toEqual([[], []]);
  });

  test.each(['{"a":1,"a":2}', '[{"a":1,"\\u0061":2}]', '{"x":{"amount":"1","amount":"1000"}}'])(
    'a name twice in -F is refused: %s',
    async (json) => {
      const { run, transfers } = await limitedProfile();
      for (const call of ['api POST user /v9/x', 'api user set-email', 'points transfer --to u-1 --amount 1 --new-recipient']) {
        const { code, stderr } = await run([...call.split(' '), '-F', `meta=${json}`, '--yes']);
        expect([call, code, stderr]).toEqual([call, exit.guarded, expect.stringContaining('twice in one object')]);
      }
      expect(transfers()).toEqual([]);
    },
  );
});

describe('a path that servers may parse differently', () => {
  const spellings = [';a=b', '.json', '.', '%20', '%00', '%5c', '/x%2f..%2f', '%252F', ';', '%3Ba', '%0a', '%e2%80%8b', '%2e', '.XML', '/'];
  test.each(spellings)('is refused unless it is a GET: /balance/withdrawals%s', async (end) => {
    const { run, transfers, lines } = await limitedProfile();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const result = await run(`api ${method} user /balance/withdrawals${end} -f amount=1 --new-recipient --yes`);
      const slash = end === '/' && method !== 'POST'; // the catalogue has no other method at this path, so it is an unlisted path
      if (!slash) expect([method, result.code, result.stdout]).toEqual([method, exit.guarded, '']);
    }
    expect(transfers().length).toBe(end === '/' ? 2 : 0);
    expect(lines().length).toBe(transfers().length);
  });

  test.each([
    '/balance/withdrawals.json/',
    '/balance/withdrawals.json//',
    '/balance.json/withdrawals',
    '/Balance.json/withdrawals',
    '/v2.1.json/balance/mvp/transfer',
    '/balance/mvp.x.y/transfer',
    '/balance/withdrawals.jsonjsonjson',
    '/balance/withdrawals.7z',
    '/balance/withdrawals.123',
    '/balance/withdrawals.%C3%A9',
    '/balance/with%20drawals',
    '/balance/withdrawals%C2%A0x',
    '/balance/withdrawals%E3%80%80x',
    '/balance%E2%80%83x/withdrawals',
    '/balance/withdrawals/w%201',
    '/v9/send%20it',
    '/v9/send%E2%A0%80it',
  ])('an extension or a space in any segment is refused: %s', async (at) => {
    const { run, transfers } = await limitedProfile();
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([method, (await run(`api ${method} user ${at} -f amount=1 --new-recipient --yes`)).code]).toEqual([method, exit.guarded]);
    expect(transfers()).toEqual([]);
  });

  test('a dot in a value before the last segment, which no segment of the catalogue precedes, is sent', async () => {
    const { run } = await limitedProfile();
    expect((await run('api PUT user /users/mina@example.com/name -f a=b --yes')).code).toBe(exit.ok);
  });

  test('letter case, accents and full-width letters do not hide a call', async () => {
    const { run, transfers } = await limitedProfile();
    for (const at of [
      '/Balance/withdrawals',
      '//balance/withdrawals',
      '/balance//withdrawals',
      '/balance/withdrawals%CC%81',
      '/balance/%EF%BD%97ithdrawals',
    ])
      expect([at, [exit.usage, exit.guarded].includes((await run(`api POST user ${at} -f amount=1 --new-recipient --yes`)).code)]).toEqual([
        at,
        true,
      ]);
    expect(transfers()).toEqual([]);
  });

  test('a read is sent as typed; a change at the exact path accepts values with any letters', async () => {
    const { run, server } = await limitedProfile();
    expect((await run('api GET user /balance/withdrawals/1.json')).code).toBe(exit.ok);
    expect((await run('api DELETE user /balance/withdrawals/w-1 --yes')).code).toBe(exit.ok);
    expect((await run('api PUT user /users/caf%C3%A9/name -f a=b --yes')).code).toBe(exit.ok);
    expect(server.requests.map(({ path: at }) => at)).toContain('/user/users/caf%C3%A9/name');
  });

  test.each(['a;b', 'a%2fb', 'a%252fb', 'a.', ' a', 'a b', 'a\u00a0b', 'a\u3000b', 'a\u200b'])(
    'a path value of a change that is ambiguous is refused: %j',
    async (value) => {
      const { run, transfers } = await limitedProfile();
      expect([exit.usage, exit.guarded]).toContain((await run(['api', 'user', 'cancel-withdrawal', value, '--yes'])).code);
      expect(transfers()).toEqual([]);
    },
  );

  test.each<[string, unknown, number, string]>([
    ['is answered', { ok: true }, exit.ok, 'done'],
    ['is answered with 502', respond(502, 'gone'), exit.unknown, 'unknown'],
    ['is reset', reset, exit.unknown, 'unknown'],
    ['is answered with a page', respond(200, '<html>'), exit.unknown, 'unknown'],
    ['is refused', respond(404, '{"message":"no"}'), exit.notFound, 'refused'],
    ['is answered with a failure', { success: false }, exit.unknown, 'unknown'],
  ])('a call that is not in the catalogue has a ledger entry: one that %s', async (_, money, code, outcome) => {
    const { run, lines } = await limitedProfile({ money });
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await run(`api ${method} user /v9/send -f amount=1`)).code).toBe(exit.guarded);
      expect((await run(`api ${method} user /v9/send -f amount=1 --yes`)).code).toBe(code);
    }
    expect(
      lines()
        .map((line) => [line.method, line.outcome])
        .sort(),
    ).toEqual(['DELETE', 'POST', 'PUT'].map((method) => [method, outcome]));
    expect(lines()[0]!.url).toContain('/user/v9/send');
  });
});

describe('an invalid price', () => {
  test.each(['0', '0.0', '-1', '"x"', 'null', '{}', '[]', 'true', '"0"', '0e5'])(
    '%s is not accepted as a price: the limit refuses',
    async (usd) => {
      const { run, transfers } = await limitedProfile({
        limits: { transfer: '10' },
        reads: { '/simple/price': { 'usd-coin': { usd: 'USD' } } },
      });
      const unusual = await limitedProfile({ limits: { transfer: '10', day: '10' } });
      const script: Answers = JSON.parse(`{"usd-coin":{"usd":${usd}}}`);
      const priced = await limitedProfile({ limits: { transfer: '10', day: '10' }, reads: { '/simple/price': script } });
      const line = `wallet withdraw create --currency USDC --amount 1000000 --to ${mine} --new-recipient --yes`;
      for (const one of [priced]) expect(await one.run(line)).toMatchObject({ code: exit.guarded, stdout: '' });
      expect((await run(line)).code).toBe(exit.guarded);
      expect((await unusual.run(line)).code).toBe(exit.guarded); // 1,000,000 USD is over it
      expect([...transfers(), ...priced.transfers(), ...unusual.transfers()]).toEqual([]);
    },
  );

  test('a tiny price is accepted with every digit', () => {
    expect(['1e-7', '2.5E-3', '1e2', '0e5', '7'].map((text) => decimalText(decimalOfNumber(text)!))).toEqual([
      '0.0000001',
      '0.0025',
      '100',
      '0',
      '7',
    ]);
    expect(['', '-1', '1e', 'e5', '1e999', 'NaN', 'Infinity'].map(decimalOfNumber)).toEqual(Array(7).fill(undefined));
  });
});

describe('a reference', () => {
  const jwt = (sub: string, kid?: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return [part({ alg: 'ES256', ...(kid ? { kid } : {}) }), part({ sub, ...(kid ? { iss: 'tuk-sandbox' } : {}) }), 'sig'].join('.');
  };
  const login = (one: Awaited<ReturnType<typeof limitedProfile>>, accessToken: string) =>
    one.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken, refreshToken: 'rrrr' }) });
  const transfer = 'points transfer --to u-1 --amount 1 --new-recipient --yes --client-ref march';

  test('is refused for another request if any field differs', async () => {
    const one = await limitedProfile();
    const line = (token: string) => [
      'points',
      'transfer',
      '--to',
      'u-1',
      '--amount',
      '1',
      '-f',
      `currency=${token}`,
      '--new-recipient',
      '--yes',
      '--client-ref',
      'a',
    ];
    expect((await one.run(line('MVP'))).code).toBe(exit.ok);
    expect(await one.run(line('mvp'))).toMatchObject({
      code: exit.usage,
      stdout: '',
      stderr: expect.stringContaining('used for something else'),
    });
    expect((await one.run(line('MVP'))).code).toBe(exit.ok);
    expect(one.transfers()).toHaveLength(1);
    expect(one.lines()[0]!.body).toContain('MVP');
  });

  test('is refused for another secret, though the ledger contains neither of them', async () => {
    const one = await limitedProfile();
    const pay = (pin: string) => {
      one.file(JSON.stringify({ toUserId: 'u-1', amount: '1', password: pin }));
      return one.run('points transfer --input body.json --new-recipient --yes --client-ref a');
    };
    expect((await pay('first-pin')).code).toBe(exit.ok);
    expect((await pay('other-pin')).code).toBe(exit.usage);
    expect((await pay('first-pin')).code).toBe(exit.ok);
    expect(one.transfers()).toHaveLength(1);
    expect(one.lines()[0]!.body).not.toContain('first-pin');
  });

  test('returns the stored response unchanged', async () => {
    const text = '{"id":"t","token":"USDC","share":"0.10","signature":"s","n":12345678901234567890.50}';
    const one = await limitedProfile({ money: respond(200, text) });
    const [first, second] = [await one.run(transfer), await one.run(transfer)];
    expect([first.stdout, second.stdout]).toEqual([`${text}\n`, `${text}\n`]);
    expect(one.transfers()).toHaveLength(1);
  });

  test('of another account is a different one; a renewed token, or one that claims to be of a sandbox, is not', async () => {
    const one = await limitedProfile();
    await login(one, jwt('mina'));
    await one.run(transfer);
    await login(one, jwt('dara'));
    expect((await one.run(transfer)).stderr).not.toContain('Done before');
    await login(one, `${jwt('mina')}2`);
    expect((await one.run(transfer)).stderr).toContain('Done before');
    expect(one.transfers()).toHaveLength(2);
    for (const kid of ['world-1', 'world-2', 'world-1']) {
      await login(one, jwt('mina', kid));
      expect((await one.run(transfer)).stderr).toContain('Done before');
    }
    expect(one.transfers().filter(({ path: at }) => !at.startsWith('/_sandbox/'))).toHaveLength(2);
  });

  test('of a session with an unknown account is neither answered nor sent for another session', async () => {
    const one = await limitedProfile();
    await one.run(transfer);
    await login(one, 'bbbb');
    expect(await one.run(transfer)).toMatchObject({
      code: exit.guarded,
      stdout: '',
      stderr: expect.stringContaining('in another session'),
    });
    expect(one.transfers()).toHaveLength(1);
    const known = await limitedProfile({ reads: { '/users/current': { id: 'user-1' } } });
    await known.run(transfer);
    await login(known, 'bbbb');
    expect((await known.run(transfer)).stderr).toContain('Done before');
    expect(known.transfers()).toHaveLength(1);
  });

  test('of a reset world is sent again; the same world returns the stored response to any signed-in user', async () => {
    const user = newUser();
    const line = 'points transfer --to dara --amount 5 --new-recipient --yes --client-ref a';
    await user.run('login --as mina');
    expect((await user.run(line)).code).toBe(exit.ok);
    await user.run('login --as kenji');
    expect((await user.run(line)).stderr).not.toContain('Done before');
    await user.run('login --as mina');
    expect((await user.run(line)).stderr).toContain('Done before');
    await user.run('sandbox reset --yes');
    await user.run('login --as mina');
    const anew = await user.run(line);
    expect([anew.code, anew.stderr.includes('Done before')]).toEqual([exit.ok, false]);
  });
});

describe('a response that contradicts its request', () => {
  const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`;
  const transfer = 'points transfer --to u-1 --amount 5 --new-recipient --yes';
  test.each<[string, string, unknown, string]>([
    ['a failure', transfer, { success: false }, 'success: "false"'],
    ['a failure within', transfer, { data: { success: false } }, 'success: "false"'],
    ['an error', transfer, { id: 't', error: { message: 'no' } }, 'error: '],
    ['an error status', transfer, { status: 'error' }, 'status: "error"'],
    ['a failure, of a withdrawal', withdraw, { ...withdrawn(), success: false }, 'success'],
    ['another amount', transfer, { id: 't', amount: '5000' }, 'amount "5000", and "5"'],
    ['another amount within', transfer, { data: { amount: 50 } }, 'amount "50", and "5"'],
    ['another recipient', transfer, { id: 't', toUserId: 'u-2' }, 'recipient "u-2", and "u-1"'],
    ['another amount of a withdrawal', withdraw, withdrawn({ amount: '2500' }), 'amount "2500", and "25"'],
    ['another address', withdraw, withdrawn({ address: other }), other],
    ['another currency', withdraw, withdrawn({ currencyId: 'USDC' }), 'currency "USDC", and "MVL"'],
    ['nothing that is known', withdraw, {}, 'no request.amount'],
    ['null', withdraw, respond(200, 'null'), 'no request.amount'],
    ['a list', withdraw, [], 'no request.amount'],
    ['an empty request', withdraw, { request: {} }, 'no request.amount'],
    ['a higher fee behind a lower one', withdraw, { ...withdrawn(), feeAmount: '0', fee: '7' }, 'a fee of 7 MVL'],
    ...(
      [
        ...[
          { Success: false },
          { SUCCESS: 'false' },
          { success: 'N' },
          { success: null },
          { is_success: 0 },
          { failed: true },
          { isError: true },
        ],
        ...[
          { Error: { code: 'X' } },
          { error_code: 'X' },
          { errorMsg: 'no money' },
          { err: 'no' },
          { Status: 'FAILED' },
          { resultCode: 'FAIL' },
        ],
        ...[
          { status: 500, message: 'x' },
          { code: 'INSUFFICIENT_BALANCE', message: 'no money', data: null },
          { code: 'NO_MONEY', msg: 'x' },
        ],
        ...[
          { status: 'CANCELED' },
          { state: 'EXPIRED' },
          { data: { order: { status: 'PAYMENT_FAILED' } } },
          { id: 't', data: { x: { success: false } } },
        ],
        ...[false, 0, 'FAILED', 'error: no money', [false], [{ success: false }]],
      ] as const
    ).map((answer): [string, string, unknown, string] => [
      `the failure ${JSON.stringify(answer)}`,
      transfer,
      respond(200, JSON.stringify(answer)),
      'it says ',
    ]),
    ...(
      [
        ...[
          [{ amount: '600' }, { amount: '600' }],
          [[{ amount: '600' }]],
          { id: 't', amount: { value: '600', currency: 'MVP' } },
          { amount: ['600'] },
        ],
        ...[
          { id: 't', data: { transfer: { amount: '600' } } },
          { Amount: '600' },
          { amount: '5', currency: 'BTC' },
          { amount: { value: '5', unit: 'BTC' } },
        ],
        ...[{ recipient: 'mallory' }, { to: 'mallory' }, { receiver: { id: 'mallory' } }, { to_user_id: 'mallory' }],
        ...[{ payAmount: '600' }, { payAmount: '5', payCurrency: 'BTC' }],
      ] as const
    ).map((answer): [string, string, unknown, string] => [`the contradiction ${JSON.stringify(answer)}`, transfer, answer, 'it says ']),
    ['only an id', withdraw, { request: { id: 'w-1' } }, 'no request.amount, request.currencyId, request.address'],
    ['no amount', withdraw, withdrawn({ amount: null }), 'no request.amount'],
    ['an address under another spelling', withdraw, withdrawn({ Address: other, address: undefined }), 'no request.address'],
    ['a fee that is no number', withdraw, withdrawn({ feeAmount: 'NaN' }), 'which is not an amount'],
    ['a bad end', withdraw, withdrawn({ status: 'CANCELED' }), 'status: "CANCELED"'],
    ['a higher fee', withdraw, withdrawn({ feeAmount: '10' }), 'a fee of 10 MVL, and the receipt said 1 MVL'],
  ])('%s is exit 10 with both values and a ledger entry, and the recipient stays new', async (_, line, money, why) => {
    const { run, lines, transfers } = await limitedProfile({ money });
    const result = await run(line);
    expect([result.code, result.stdout]).toEqual([exit.unknown, '']);
    expect(result.stderr).toContain(why);
    expect(lines()).toMatchObject([
      { outcome: 'unknown', status: 200, answer: expect.any(String), message: expect.stringContaining('answered 200') },
    ]);
    expect(await run(line.replace(' --new-recipient', ''))).toMatchObject({
      code: exit.guarded,
      stderr: expect.stringContaining('new recipient'),
    });
    expect(transfers()).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ id: 'o', offeringId: 99 }, 'offeringId "99", and "1"'],
    [{ id: 'o', purchase_type: 'OWNERSHIP' }, '"OWNERSHIP"'],
    [{ id: 'o', amountToPay: '600' }, 'a payment of "600", and "60"'],
    [{ id: 'o', payAmount: '60', paymentCurrency: 'BTC' }, 'that "BTC" is paid, and the receipt said "USDC"'],
    [{ id: 'o', payAmount: '62', payCurrency: 'USD' }, '"62 USD", and --at-most says "61 USD"'],
  ])('%j contradicts an order', async (answer, why) => {
    const { run } = await limitedProfile({ money: answer });
    const stated = JSON.stringify(answer).includes('"USD"') ? ['--at-most', '61 USD'] : [];
    const result = await run(['assets', 'order', '--offering', '1', '--purchase-type', 'FRACTIONAL', '--amount', '60', '--yes', ...stated]);
    expect([result.code, result.stderr]).toEqual([exit.unknown, expect.stringContaining(why)]);
  });
  test.each([
    { id: 'o', status: 'READY', amount: 60, paidAmount: '0' },
    { id: 'o', offeringId: 'a-b' },
    { id: 'o', offeringId: '01', payAmount: '60.0', payCurrency: 'usdc' },
  ])('%j does not', async (answer) => {
    const { run } = await limitedProfile({ money: answer });
    expect((await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 60 --yes')).code).toBe(exit.ok);
  });

  test('a payment of another order contradicts it', async () => {
    const order = { id: 'so-1', status: 'DRAFT', totalPrice: '25', currencyId: 'MVP' };
    const { run } = await limitedProfile({ money: { id: 'p', orderId: 'so-2' }, reads: { '/orders/so-1': order } });
    const result = await run('api sale pay-order so-1 --yes');
    expect([result.code, result.stderr]).toEqual([exit.unknown, expect.stringContaining('orderId "so-2", and "so-1"')]);
  });

  test('names the command that cancels a withdrawal; the same reference is exit 10 again', async () => {
    const { run, transfers } = await limitedProfile({ money: withdrawn({ feeAmount: '10' }) });
    const line = `${withdraw} --client-ref a`;
    expect((await run(line)).stderr).toContain('tuk wallet withdraw cancel w-1');
    expect((await run(line)).code).toBe(exit.unknown);
    expect(transfers()).toHaveLength(1);
  });

  test('a fee above limits.fee is reported, by `tuk api` too', async () => {
    const { run } = await limitedProfile({ money: withdrawn({ feeAmount: '3' }), limits: { fee: '2 MVL' } });
    const result = await run(`api user create-withdrawal -f amount=25 -f currencyId=MVL -f toAddress=${mine} --new-recipient --yes`);
    expect([result.code, result.stderr]).toEqual([exit.unknown, expect.stringContaining('limits.fee is 2 MVL')]);
  });

  test.each<[string, string, unknown]>([
    ['says the same', withdraw, withdrawn()],
    [
      'says the same in another form',
      withdraw,
      withdrawn({ amount: 25, address: mine.toLowerCase(), feeAmount: '1.00', currencyId: 'mvl' }),
    ],
    ['tells the amount as what left', transfer, { id: 't', amount: '-5.0' }],
    [
      'is one of several',
      transfer,
      [
        { id: 'a', amount: '700' },
        { id: 'b', amount: '5' },
      ],
    ],
    ['has another name of the recipient', transfer, { id: 't', receiver: 'Una Lee', to: 'una@example.org' }],
    ['has other things', transfer, { id: 't', currency: { id: 'MVP', fee: '9' }, balance: { amount: '70' }, limits: { amount: '1000' } }],
    ['has a code of success', transfer, { code: '0000', message: 'OK', data: { id: 't' } }],
    ['has no error', transfer, { id: 't', error: null, errors: [], success: true }],
  ])('one that %s is a success', async (_, line, money) => {
    const { run, lines } = await limitedProfile({ money });
    expect((await run(line)).code).toBe(exit.ok);
    expect(lines()).toMatchObject([{ outcome: 'done' }]);
  });

  test.each<[string, unknown]>([
    ['no body', respond(204, '')],
    ['an empty object', {}],
    ['an empty list', []],
    ['null', respond(200, 'null')],
  ])(
    '%s, where no public source has the shape, is accepted and no more; its reference returns it, and its recipient stays new',
    async (_, money) => {
      const { run, lines, transfers } = await limitedProfile({ money, limits: { day: '9 MVP' } });
      const result = await run(`${transfer} --client-ref a`);
      expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringContaining('no more is known: the response is empty')]);
      expect(lines()).toMatchObject([{ outcome: 'accepted', amount: '5', token: 'MVP' }]);
      expect(await run(`${transfer} --client-ref a`)).toMatchObject({ code: exit.ok, stderr: expect.stringContaining('Accepted before') });
      expect((await run(transfer.replace(' --new-recipient', '').replace('5', '1'))).stderr).toContain('is a new recipient');
      expect((await run(transfer)).stderr).toContain('11 MVP within 24 hours is over');
      expect(transfers()).toHaveLength(1);
    },
  );
});

describe('an option that contradicts the service', () => {
  test.each<[string, string]>([
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 3000 --currency MVL --yes', 'says "MVL", and the service says "USDC"'],
    ['assets order --offering 1 --purchase-type OWNERSHIP --amount 3000 --yes', 'says "OWNERSHIP", and the service says "FRACTIONAL"'],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 9 --yes', 'takes 10 or more'],
    ['api musubi create-order -f offeringId=1 -f amount=3000 -f currency=MVL --yes', 'says "MVL"'],
    ['api POST musubi /v1/order -f offeringId=1 -f amount=3000 -f currency=MVL --yes', 'says "MVL"'],
    ['store buy 1 --quantity 1 --currency BTC --yes', 'says "BTC", and the service says "MVP"'],
    ['api sale create-order -f productId=1 -F quantity=1 -f currencyId=BTC --yes', 'says "BTC"'],
    [`swap bridge create --type TO_BEP20 --amount 9 -f toAddress=${mine} --new-recipient --yes`, 'takes 10 or more'],
  ])('is exit 2, and nothing is sent: %s', async (line, why) => {
    for (const limits of [{} as Record<string, string>, { transfer: '9999,99999 MVP,9999 MVL' }]) {
      const { run, transfers } = await limitedProfile({ limits });
      const result = await run(line);
      expect([line, result.code, result.stdout, result.stderr]).toEqual([line, exit.usage, '', expect.stringContaining(why)]);
      expect(transfers()).toEqual([]);
    }
  });

  test('is evaluated in the unit of the service if the option agrees or is missing', async () => {
    const { run, transfers } = await limitedProfile({ limits: { transfer: '9999' } });
    for (const own of ['', '--currency USDC'])
      expect((await run(`assets order --offering 1 --purchase-type FRACTIONAL --amount 3000 ${own} --yes`)).code).toBe(exit.ok);
    expect((await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 10000 --yes')).code).toBe(exit.guarded);
    expect(transfers()).toHaveLength(2);
  });

  test('a bridge whose fee takes the whole amount is refused', async () => {
    const { run, transfers } = await limitedProfile({ reads: { '/bridge-swap/fee': { feeAmount: '20000000000000000000' } } });
    const result = await run(`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient --yes`);
    expect([result.code, result.stderr]).toEqual([exit.usage, expect.stringContaining('leaves nothing of 20')]);
    expect(transfers()).toEqual([]);
  });

  test('no receipt says "at least" without a guaranteed amount', async () => {
    const { run } = await limitedProfile({ money: withdrawn() });
    const { stderr } = await run(`wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`);
    expect(stderr).toMatch(/Arrives +24 MVL if the fee stays 1 MVL; the service guarantees neither/);
    expect(stderr).not.toContain('at least');
  });
});
