// The limit policy: amount, day, fee, price, network and recipients are evaluated on the final request, before anything is sent.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { codeAndStderr, mine, platformUser } from '../../support/platform.js';
import { respond, type Script } from '../../support/scripted-server.js';

const confirmed = '--new-recipient --yes';
const transfer = (amount: string, to = 'u-1') => `points transfer --to ${to} --amount ${amount} ${confirmed}`;
const withdraw = (amount: string) =>
  `wallet withdraw create --currency MVL --amount ${amount} --to ${mine} ${confirmed}`;
const bridge = `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f toAddress=${mine} ${confirmed}`;
const order = (amount: number) => `assets order --offering 1 --purchase-type FRACTIONAL --amount ${amount} --yes`;
/** A user of a platform without a fee for transfers, where an order costs dollars; `sent` counts the changes. */
async function limitedUser(limits: Readonly<Record<string, string>> = {}, money?: Script) {
  const reads = {
    '/mvp/transfer/fee': { feeAmount: '0', currencyId: 'MVP' },
    '/offering/public/1': { title: 'One', currency: 'USD' },
  };
  const cape = { '/products/p': { name: 'Cape', price: '40', currencyId: 'MVP' } };
  const user = await platformUser({ limits, reads: { ...reads, ...cape }, ...(money === undefined ? {} : { money }) });
  return { ...user, sent: () => user.transfers().length };
}

type Row = readonly [what: string, limits: Record<string, string>, line: string, said: string];
const plumbing = `api user transfer-points ${confirmed}`;
const claim = `points earn claim e --to ${mine} ${confirmed}`;
const fromPoints = `points withdraw --amount 5 -f address=${mine} ${confirmed}`;
const passed: readonly Row[] = [
  ['of its own token', { transfer: '5,50 MVP' }, transfer('50'), 'Limit +50 of 50 MVP in one transfer'],
  ['in US dollars', { transfer: '1' }, withdraw('250'), 'Limit +1 of 1 USD in one transfer'],
  ['that a fee is within', { fee: '1 MVL' }, withdraw('5'), 'Limit +1 of 1 MVL as a fee'],
  ['of networks that it keeps', { networks: 'ETHEREUM' }, withdraw('25'), ''],
  ['of networks for what is on none', { networks: 'BSC' }, transfer('5'), ''],
  ['of recipients', { recipients: 'u-2,u-1' }, 'points transfer --to u-1 --amount 5 --yes', 'in the list of the'],
  ['for what only brings value in', { transfer: '1', day: '1' }, claim, ''],
];
const refused: readonly Row[] = [
  [
    'of its own token',
    { transfer: '9999,50 MVP' },
    transfer('50.00000001'),
    "50.00000001 MVP in one transfer is over .* 50 MVP .*\n.*limits.transfer '9999,50.00000001 MVP'",
  ],
  ['in US dollars', { transfer: '1' }, withdraw('250.001'), '1.01 USD in one transfer is over'],
  ['of what nobody prices', { transfer: '4' }, transfer('1'), "no price of MVP .*\n.*limits.transfer '4,NUMBER MVP'"],
  ['of what two share the name of', { day: '400' }, withdraw('1').replace('MVL', 'TWO'), 'no price of TWO is known'],
  ['of other tokens', { transfer: '5 MVL' }, transfer('1'), 'has no limit for MVP, and it has none in US dollars'],
  ['by plumbing', { transfer: '50 MVP' }, `${plumbing} -f toUserId=u -f amount=51`, '51 MVP in one'],
  ['by a body', { transfer: '50 MVP' }, `points transfer --input body.json ${confirmed}`, '1,000 MVP in one transfer'],
  ['in base units', { transfer: '20 MVL' }, `${bridge} -f amount=20000000000000000001`, '20.000000000000000001 MVL in'],
  [
    'without an amount',
    { transfer: '50 MVP' },
    `${plumbing} -f toUserId=u -f sum=1`,
    'The amount of user transfer-points is not known.*\n.*name.user.transfer-points.amount NAME',
  ],
  ['of a ride', { day: '50' }, 'ride retry r --yes', 'The amount of ride-hailing retry-request is not known'],
  ['of a day', { day: '50 MVP' }, transfer('51'), '51 MVP within 24 hours is over .* 50 MVP \\(limits.day\\)'],
  ['of a price', { transfer: '49 MVP' }, 'store buy 1 --quantity 2 --yes', '50 MVP in one transfer is over'],
  ['of an order', { transfer: '79 MVP' }, 'store order pay o-1 --yes', '80 MVP in one transfer is over'],
  ['of a game', { transfer: '6 MVP' }, 'api user pay-game g --yes', '7 MVP in one transfer is over'],
  ['of an order in dollars', { transfer: '49' }, order(50), '50 USD in one transfer is over'],
  ['of a fee', { fee: '0.9 MVL' }, withdraw('5'), '1 MVL as a fee is over'],
  ['of networks', { networks: 'BSC,POLYGON' }, withdraw('25'), 'limits.networks of .* does not allow ETHEREUM'],
  ['of networks by plumbing', { networks: 'BSC' }, bridge, 'does not allow ETHEREUM'],
  ['of networks that are not known', { networks: 'BSC' }, fromPoints, 'The network of .* is not known'],
  ['of recipients', { recipients: `u-2,${mine}` }, transfer('5'), 'The user u-1 is not among the recipients'],
  ['without a recipient', { recipients: 'u-1' }, `${plumbing} -f payee=u-1`, 'The recipient of .* is not known'],
  [
    'of a path that nobody lists',
    { day: '400' },
    'api POST user /v9/mvp/transfer -f amount=5 --yes',
    'may be a transfer',
  ],
  [
    'that is a pause',
    { pause: 'true' },
    'store order pay o-1 --yes --confirm box',
    'the profile box is paused\\. .*\n.*tuk profile set box limits.pause false',
  ],
];
test.each<readonly [...Row, code: number]>([
  ...passed.map((row) => [...row, exit.ok] as const),
  ...refused.map((row) => [...row, exit.guarded] as const),
])('a limit %s %j: %s', async (_, limits, line, said, code) => {
  const { run, file, sent } = await limitedUser(limits);
  file('{"toUserId":"u-1","amount":1000}');
  const result = await run(line);
  expect(codeAndStderr(result)).toMatch(new RegExp(`^${code} [\\s\\S]*${said}`));
  if (code !== exit.ok) expect([sent(), result.stdout]).toEqual([0, '']);
});

test('a day is the last 24 hours; refusals are not counted, unknown outcomes are', async () => {
  const { run, sent } = await limitedUser({ day: '100 MVP' }, (socket, request) =>
    respond(
      request.body.includes('"7"') ? 400 : request.body.includes('"30"') ? 502 : 201,
      '{"id":"t","message":"no"}',
    )(socket, request),
  );
  const now = Date.UTC(2026, 10, 20, 12);
  const hours = (n: number) => ({ now: now + n * 3_600_000 });
  expect((await run(transfer('60'), hours(0))).code).toBe(exit.ok);
  expect((await run(transfer('7'), hours(1))).code).toBe(exit.refused);
  expect((await run(transfer('30', 'u-2'), hours(2))).code).toBe(exit.unknown);
  expect(codeAndStderr(await run(transfer('10.1'), hours(3)))).toMatch(/^7 ✗ 100.1 MVP within 24 hours is over/);
  expect((await run(transfer('10'), hours(4))).stderr).toMatch(/Limit +100 of 100 MVP within 24 hours\n/);
  expect((await run(transfer('1'), hours(23.9))).code).toBe(exit.guarded);
  expect((await run(transfer('50'), hours(24.1))).code).toBe(exit.ok);
  expect(sent()).toBe(5);
});

test('what has only brought value in counts for no day', async () => {
  const { run } = await limitedUser({ day: '50 MVP' });
  expect((await run(claim)).code).toBe(exit.ok);
  expect((await run(transfer('50'))).code).toBe(exit.ok);
});

test('the US dollars of a day are summed over tokens at their prices; a token with its own limit is separate', async () => {
  const { run, lines } = await limitedUser({ day: '2,100 MVP' });
  for (const [line, code] of [
    [withdraw('200'), exit.ok], // 0.8
    [transfer('100'), exit.ok],
    [order(1), exit.ok], // 1
    [withdraw('51'), exit.guarded],
    [withdraw('50'), exit.ok], // 0.2
    [withdraw('2'), exit.guarded],
  ] as const)
    expect([line, (await run(line)).code]).toEqual([line, code]);
  expect((await lines()).map(({ usd }) => usd)).toEqual(['0.2', '1', undefined, '0.8']);
});

test('transfers before the limit was set are counted; an unknown value makes the sum unknown', async () => {
  const { run } = await limitedUser();
  await run(transfer('60'));
  await run('profile set box limits.day 100');
  await run(['profile', 'set', 'box', 'limits.day', '400,100 MVP']);
  expect((await run(transfer('41'))).code).toBe(exit.guarded);
  expect((await run(transfer('40'))).code).toBe(exit.ok);
  const profile = await limitedUser();
  await profile.run('store inventory give i --to u-1 --new-recipient --yes');
  await profile.run(['profile', 'set', 'box', 'limits.day', '400,100 MVP']);
  expect(codeAndStderr(await profile.run(transfer('1')))).toMatch(
    /^7 ✗ The value of op-\d+-0001, sent within the last 24 hours, is not known/,
  );
});

test('an order and its payment count once, in the store and for assets', async () => {
  const { run, lines } = await limitedUser({ day: '100,80 MVP' });
  expect((await run('store buy p --quantity 2 --yes')).code).toBe(exit.ok);
  expect((await lines()).map(({ call, amount, within }) => [call, amount, within])).toEqual([
    ['payOrder', '80', (await lines())[1]!.id],
    ['createOrder', '80', undefined],
  ]);
  expect((await run('store order pay o-1 --yes')).code).toBe(exit.guarded); // a second payment counts again
  expect((await run(order(100))).code).toBe(exit.ok);
  expect((await run('assets payment create a-1 --method CRYPTO --yes')).code).toBe(exit.ok);
  expect((await run('assets payment to-crypto pay-1 --yes')).code).toBe(exit.ok);
  expect(codeAndStderr(await run('assets payment create a-2 --method CRYPTO --yes'))).toContain(
    '7 ✗ The amount of musubi create-payment is not known',
  );
  expect(codeAndStderr(await run(order(1)))).toContain('101 USD within 24 hours');
});

test('an unreadable limit stops transfers only', async () => {
  const { run, home, sent } = await limitedUser({ day: '50 MVP' });
  const file = path.join(home, 'config.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"day"', '"days"'));
  expect(codeAndStderr(await run(transfer('1')))).toMatch(/^7 ✗ limits\.days of the profile cannot be read/);
  expect((await run('points balance')).code).toBe(exit.ok);
  expect(sent()).toBe(0);
});

test('an amount that is not known passes a limit only within limits.unknown, and counts as that', async () => {
  const line = 'ride retry r --yes';
  const { run, sent, lines } = await limitedUser({ transfer: '50', day: '100' });
  for (const more of ['', " --at-most '5 USDC'"]) expect((await run(`${line}${more}`)).code).toBe(exit.guarded);
  await run(['profile', 'set', 'box', 'limits.unknown', '40 USDC']);
  expect((await run(`${line} --at-most '41 USDC'`)).code).toBe(exit.guarded);
  expect((await run(`${line} --at-most '30 USDC'`)).code).toBe(exit.ok);
  expect((await run(line)).code).toBe(exit.ok);
  expect(codeAndStderr(await run(line))).toContain('110 USD within 24 hours is over'); // 30, 40 and 40
  expect([sent(), (await lines()).map(({ atMost }) => atMost)]).toEqual([2, ['40', '30']]);
});
