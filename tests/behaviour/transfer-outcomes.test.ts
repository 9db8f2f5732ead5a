// What becomes of a transfer by its response, and what every door refuses before one: exit code, ledger, reference, recipient and limits.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { tokenOf } from '../support/jwt.js';
import { connect } from '../support/mcp-client.js';
import { mine, other, platformUser, usdc, wei, withdrawn } from '../support/platform.js';
import { respond, respondJson } from '../support/scripted-server.js';

const confirmed = '--new-recipient --yes';
const transfer = `points transfer --to u --amount 5 ${confirmed}`;
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} ${confirmed}`;
const withdrawDoors = [
  withdraw,
  `api user create-withdrawal -f amount=25 -f currencyId=MVL -f toAddress=${mine} ${confirmed}`,
  `api POST user /balance/withdrawals -f amount=25 -f currencyId=MVL -f toAddress=${mine} ${confirmed}`,
];
const points = `points withdraw --amount 50 -f currencyId=MVL -f address=${mine} ${confirmed}`;
const bridge = `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20${wei} -f toAddress=${mine} -f fromAddress=${other} ${confirmed}`;
const rank = `points rank claim season -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N ${confirmed}`;
const pay = 'store order pay o-1 --yes';
const twoHelmets = 'api sale create-order -f productId=1 -F quantity=2 --yes';
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 60 --yes';

test.each<[line: string, said: string, answer: unknown]>([
  [transfer, 'amount "600", and "5"', { id: 't', amount: '600' }],
  [transfer, 'a fee of 3 MVP, and the receipt said 0.5 MVP', { id: 't', amount: '5', feeAmount: '3' }],
  [transfer, 'success: "false"', { success: false }],
  ...withdrawDoors.map((line): [string, string, unknown] => {
    return [line, `recipient "${other}", and "${mine}"`, withdrawn({ address: other })];
  }),
  [withdraw, 'status: "CANCELED"', withdrawn({ status: 'CANCELED' })],
  [points, 'currency "BTC", and "MVP"', { request: { id: 'w', currencyId: 'BTC' } }],
  [bridge, 'network "POLYGON", and "ETHEREUM"', { id: 'b', toNetwork: 'POLYGON' }],
  [bridge, 'a fee of 2 MVL, and the receipt said 1 MVL', { id: 'b', feeAmount: `2${wei}` }],
  [twoHelmets, 'amount "500", and "50"', { id: 'o', totalPrice: '500' }],
  [pay, 'orderId "o-2", and "o-1"', { id: 'p', orderId: 'o-2' }],
  ['api musubi change-payment-to-crypto p-1 --yes', 'id "p-2", and "p-1"', { id: 'p-2', status: 'READY' }],
  ['api user pay-game g --yes', 'a price of "70", and "7"', { payment: { id: 'p', price: '70', quantity: '1' } }],
  [order, 'currency "BTC", and "USDC"', { id: 'a', amount: '60', currency: 'BTC' }],
])('a contradiction is exit 10 with both values, and nothing is repeated: %s %s', async (line, said, money) => {
  const { run, lines, transfers } = await platformUser({ money });
  expect(await run(`${line} --client-ref a`)).toMatchObject(ends(exit.unknown, said, ''));
  expect(await lines()).toMatchObject([
    { outcome: 'unknown', status: 200, answer: expect.any(String), message: expect.stringContaining('answered 200') },
  ]);
  expect((await run(`${line} --client-ref a`)).code).toBe(exit.unknown);
  if (line.includes('--new-recipient'))
    expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded);
  expect(transfers()).toHaveLength(1);
});

test('a contradiction names the command that cancels it', async () => {
  const { run } = await platformUser({ money: withdrawn({ amount: '26' }) });
  expect(await run(withdraw)).toMatchObject(ends(exit.unknown, 'tuk wallet withdraw cancel w-1'));
});

test('a higher amount counts for the day', async () => {
  const { run, lines } = await platformUser({ limits: { day: '50 MVP' }, money: { id: 't', amount: '49' } });
  expect((await run(transfer)).code).toBe(exit.unknown);
  expect(await lines()).toMatchObject([{ amount: '5', stated: '49', outcome: 'unknown' }]);
  const { stderr } = await run('points transfer --to v --amount 2 --new-recipient --yes');
  expect(stderr).toContain('52 MVP within 24 hours is over');
});

describe('a response that says no more than that the request was accepted', () => {
  test.each([
    ['', 'the response is empty'],
    ['{"data":{"amount":"5"}}', 'the response has none of the fields that are known of it'],
    ['"OK\\u009b2J"', 'the response is only "OK'],
  ])('%j: its reference returns it, its amount counts, its recipient stays new', async (answer, said) => {
    const money = respond(answer === '' ? 204 : 200, answer);
    const { run, lines, transfers } = await platformUser({ money, limits: { day: '9 MVP' } });
    const result = await run(`${transfer} --client-ref a`);
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringContaining(`no more is known: ${said}`)]);
    expect(result.stderr).not.toContain('\u009b');
    expect(await lines()).toMatchObject([{ outcome: 'accepted', amount: '5', token: 'MVP' }]);
    expect(await run(`${transfer} --client-ref a`)).toMatchObject(ends(exit.ok, 'Accepted before'));
    expect((await run('points transfer --to u --amount 1 --yes')).stderr).toContain('is a new recipient');
    expect((await run(transfer)).stderr).toContain('11 MVP within 24 hours is over');
    expect(transfers()).toHaveLength(1);
  });

  test('so is one of a public shape in an envelope, and one with a status that no list has', async () => {
    for (const [line, money] of [
      [withdraw, { data: withdrawn() }],
      [pay, { id: 'p', status: 'PAYMENT_PENDING' }],
      [rank, { result: 'LATER' }],
    ] as const) {
      const { run, lines } = await platformUser({ money });
      expect([line, (await run(line)).code, (await lines())[0]?.outcome]).toEqual([line, exit.ok, 'accepted']);
    }
  });
});

test.each([
  rank,
  rank.replace('points rank claim', 'api activity claim-ranking'),
  rank.replace('points rank claim season', 'api POST activity /v1/ranking-mission/season/claim'),
])('a ranking that was claimed before is refused, and nothing was moved: %s', async (line) => {
  const { run, lines } = await platformUser({ money: { result: 'DUPLICATED' } });
  expect(await run(line)).toMatchObject(
    ends(exit.refused, /carried out before; this call moved nothing\.\n.*tuk points rank show season/, ''),
  );
  expect(await lines()).toMatchObject([{ outcome: 'refused' }]);
  expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded); // the recipient is not known
});

const line = 'points transfer --to u-1 --amount 5 --new-recipient --yes --client-ref a';
const bySender: readonly (readonly [number, number])[] = [
  [400, exit.refused],
  [401, exit.signIn],
  [403, exit.refused],
  [404, exit.notFound],
  [409, exit.refused],
  [429, exit.rateLimited],
  [451, exit.refused],
];

test.each(bySender)('%i with an error of the API is a refusal: the reference is free', async (status, code) => {
  for (const body of [{ message: 'no' }, { message: 'no', code: 'NO_WAY', details: [1] }]) {
    const { run, transfers, lines } = await platformUser({ money: respondJson(body, status) });
    expect([(await run(line)).code, (await run(line)).code]).toEqual([code, code]);
    expect(transfers()).toHaveLength(2);
    expect(await lines()).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }]);
  }
});

/** Bodies that are no error of the API, and what the message shows of them. */
const others: readonly (readonly [string, string])[] = [
  ['', 'an empty body'],
  ['<html>blocked</html>', '<html>blocked</html>'],
  ['blocked by rule 7', 'blocked by rule 7'],
  ['null', 'null'],
  ['"blocked"', 'blocked'],
  ['[{"message":"blocked"}]', 'blocked'],
  ['{}', '{}'],
  ['{"code":"FORBIDDEN"}', 'FORBIDDEN'],
  ['{"code":"EXPIRED_SESSION"}', 'EXPIRED_SESSION'],
  ['{"message":["x"],"code":"EXPIRED_SESSION"}', 'EXPIRED_SESSION'],
  ['EXPIRED_SESSION', 'EXPIRED_SESSION'],
  ['{"error":"blocked"}', 'blocked'],
  ['{"error":{"message":"blocked"}}', 'blocked'],
  ['{"message":""}', 'message'],
  ['{"message":7}', '7'],
  ['{"message":["blocked"]}', 'blocked'],
  ['{"message":{"text":"blocked"}}', 'blocked'],
  ['{"message":"blocked"', 'blocked'],
  ['\ufeff<p>blocked', 'blocked'],
];
test.each(bySender)(
  '%i in any other form is an unknown outcome that shows the body, and nothing is sent again',
  async (status) => {
    for (const [body, shown] of others) {
      const { run, transfers, lines } = await platformUser({ money: respond(status, body) });
      expect(await run(line), body).toMatchObject(ends(exit.unknown, shown, ''));
      expect((await run(line)).code).toBe(exit.unknown);
      expect(transfers()).toHaveLength(1);
      expect(await lines()).toMatchObject([{ outcome: 'unknown', message: expect.stringContaining(shown) }]);
    }
  },
);

describe('a session that has ended', () => {
  const now = Date.UTC(2026, 10, 20);
  const renewed = tokenOf('u-0', 'renewed', now / 1000 + 900);

  /** A user whose access token has ended by its own `exp`; `refresh` is the response to a renewal. */
  async function userWith(refresh = respondJson({ accessToken: renewed, refreshToken: 'r2' })) {
    const first = tokenOf('u-0', 'first', now / 1000 - 1);
    const user = await platformUser({
      money: (...received: Parameters<typeof refresh>) =>
        (received[1].path.endsWith('/sessions/refresh') ? refresh : respondJson({ id: 't' }))(...received),
    });
    await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: first, refreshToken: 'r1' }) });
    const sentWith = () =>
      user.server.requests
        .filter(({ path: at }) => at.endsWith('/mvp/transfer'))
        .map(({ headers }) => (headers.authorization === `Bearer ${first}` ? 'first' : 'renewed'));
    return { ...user, sentWith };
  }

  test('by its own `exp` is renewed before the transfer, which is sent once', async () => {
    const { run, sentWith } = await userWith();
    expect((await run(line, { now })).code).toBe(exit.ok);
    expect(sentWith()).toEqual(['renewed']);
  });

  test('and cannot be renewed: nothing is sent, and nothing is recorded', async () => {
    const refresh = respondJson({ message: 'over', code: 'INVALID_SESSION' }, 401);
    const { run, sentWith, lines } = await userWith(refresh);
    expect((await run(line, { now })).code).toBe(exit.signIn);
    expect([sentWith(), await lines()]).toEqual([[], []]);
  });
});

/** A withdrawal, as every door takes it. */
type Withdrawal = { readonly to: string; readonly amount: string };
const tokens = [{ symbol: 'USDC', network: 'BASE', decimals: 6, contractAddress: usdc }];
const mvl = { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18, minAmount: '10' };
/** A user who has sent something to `mine`, and of whose withdrawal to `other` the outcome is not known. */
async function withHistory() {
  const user = await platformUser({
    limits: { transfer: '100 MVL' },
    reads: { '/v3/token': tokens, '/currencies/MVL': mvl },
    money: (socket: never, request: { readonly body: string }) => {
      const { toAddress, amount } = JSON.parse(request.body) as { readonly toAddress: string; readonly amount: string };
      const answer = { request: { id: 'w', status: 'INCOMING', amount, currencyId: 'MVL', address: toAddress } };
      (toAddress === other ? respond(502, '') : respond(201, JSON.stringify(answer)))(socket, request as never);
    },
  });
  const pay = (to: string) => user.run(`${command({ to, amount: '20' })} --new-recipient --yes`);
  expect([(await pay(mine)).code, (await pay(other)).code]).toEqual([exit.ok, exit.unknown]);
  return user;
}
type User = Awaited<ReturnType<typeof withHistory>>;

/** What a door says: its exit code, and the codes of its refusals. */
type Said = readonly [code: number, refusals: readonly string[]];
/** The refusals that a person at a terminal types away. */
const typedAway = ['NEW_RECIPIENT', 'OPEN_OPERATION'];
/** What a door says that asks a person, who types something else. */
const asking = ([code, refusals]: Said): Said => {
  const standing = refusals.filter((one) => !typedAway.includes(one));
  return [code, standing.length === 0 ? ['NOT_AGREED'] : standing];
};
function saidIn(text: string): Said {
  const { error } = JSON.parse(text.slice(text.lastIndexOf('{"error"'))) as {
    error: { code: string; exitCode: number; refusals?: readonly { readonly code: string }[] };
  };
  return [error.exitCode, (error.refusals ?? [error]).map(({ code }) => code).sort()];
}
const typed =
  (line: (one: Withdrawal) => string) =>
  async ({ run }: User, one: Withdrawal): Promise<Said> => {
    const { stdout, stderr, code } = await run(`${line(one)} --json --no-input`);
    if (stdout !== '') expect(JSON.parse(stdout)).toMatchObject({ method: 'POST' });
    expect(code).toBe(saidIn(stderr)[0]);
    return saidIn(stderr);
  };
const command = ({ to, amount }: Withdrawal) => `wallet withdraw create --currency MVL --amount ${amount} --to ${to}`;
const fields = ({ to, amount }: Withdrawal) => `-f currencyId=MVL -f amount=${amount} -f toAddress=${to}`;
const byName = (one: Withdrawal) => `api user create-withdrawal ${fields(one)}`;
const byPath = (one: Withdrawal) => `api POST user /balance/withdrawals ${fields(one)}`;

const doors: Readonly<Record<string, (user: User, one: Withdrawal) => Promise<Said>>> = {
  'a command': typed((one) => `${command(one)} --yes`),
  'a dry run': typed((one) => `${command(one)} --dry-run`),
  'tuk api by name': typed((one) => `${byName(one)} --yes`),
  'a dry run by name': typed((one) => `${byName(one)} --dry-run`),
  'tuk api by path': typed((one) => `${byPath(one)} --yes`),
  'a dry run by path': typed((one) => `${byPath(one)} --dry-run`),
  'a terminal': async ({ run }, one) => {
    const { stderr } = await run(`${command(one)} --yes --json`, { terminal: true, stdin: 'nothing\n' });
    return saidIn(stderr);
  },
  'a batch': async ({ run, home }, one) => {
    writeFileSync(path.join(home, 'rows.ndjson'), JSON.stringify({ command: command(one) }));
    const { stderr } = await run('batch rows.ndjson --client-ref b --yes --json');
    return saidIn(stderr);
  },
  MCP: async ({ home }, { to, amount }) => {
    const { call, close } = await connect(home, '--allow-writes', () => 'nothing');
    const { text } = await call('wallet_withdraw_create', { currency: 'MVL', amount, to });
    await close();
    return saidIn(text);
  },
};

const friend = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const refused: readonly (readonly [what: string, one: Withdrawal, said: Said])[] = [
  ['a new recipient', { to: friend, amount: '20' }, [exit.guarded, ['NEW_RECIPIENT']]],
  ['more than a limit', { to: mine, amount: '101' }, [exit.guarded, ['OVER_LIMIT_TRANSFER']]],
  ['less than the minimum', { to: mine, amount: '9' }, [exit.usage, ['BELOW_MINIMUM']]],
  ['a wrong checksum', { to: mine.replace('F', 'f'), amount: '20' }, [exit.guarded, ['BAD_CHECKSUM']]],
  ['the contract of a token', { to: usdc, amount: '20' }, [exit.guarded, ['NEW_RECIPIENT', 'TOKEN_CONTRACT']]],
  ['an outcome that is not known', { to: other, amount: '21' }, [exit.guarded, ['NEW_RECIPIENT', 'OPEN_OPERATION']]],
  ['several things at once', { to: other, amount: '101' }, [exit.guarded, [...typedAway, 'OVER_LIMIT_TRANSFER']]],
];

/** What a door says of a refused withdrawal. */
const expected = (name: string, said: Said): Said => (name === 'a terminal' || name === 'MCP' ? asking(said) : said);

describe.each(Object.entries(doors))('%s', (name, door) => {
  test('refuses what every door refuses, for the same reasons, and sends nothing', async () => {
    const user = await withHistory();
    const before = user.transfers().length;
    for (const [what, one, said] of refused)
      expect([what, ...(await door(user, one))]).toEqual([what, ...expected(name, said)]);
    expect(user.transfers()).toHaveLength(before);
  });
});
