// The guard of all that moves value: to whom, how much, on which network; by commands, by `tuk api`, by bodies given whole, before anything leaves.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Ledger } from '../../src/money/ledger.js';
import { confirmNames } from '../support/confirmed.js';
import { type Asked, answer, type Script, scripted } from '../support/scripted-server.js';
import { person } from '../support/tuk.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const alike = '0xf39f000000000000000000000000000000002266';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ok = (value: unknown): Script => answer(200, JSON.stringify(value));
/** What a service says, by the end of a path. */
const platform: Readonly<Record<string, unknown>> = {
  '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/currencies/USDC': { name: 'USDC', network: 'BASE', withdrawalFee: '0.5', contractAddress: usdc, tokenDecimal: 6 },
  '/v3/token': [
    { symbol: 'MVL', network: 'ETHEREUM', priceId: 'mass-vehicle-ledger', decimals: 18 },
    { symbol: 'bMVL', network: 'BSC', priceId: 'mass-vehicle-ledger', decimals: 18 },
    { symbol: 'TWO', network: 'BSC', priceId: 'two' },
    { symbol: 'TWO', network: 'BASE', priceId: 'other' },
  ],
  '/simple/price': { 'mass-vehicle-ledger': { usd: 0.004 }, two: { usd: 1 } },
  '/mvp/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/products/p': { name: 'Cape', price: '40', currencyId: 'MVP' },
  '/orders/o-1': { id: 'o-1', status: 'DRAFT', totalPrice: '80', currencyId: 'MVP' },
  '/games/g': { entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' },
  '/offering/public/1': { title: 'One', currency: 'USD' },
};
const answers = ({ path: at }: Asked): unknown => {
  const [place = ''] = at.split('?');
  return platform[Object.keys(platform).find((end) => place.endsWith(end)) ?? ''] ?? {};
};
const posted: Readonly<Record<string, unknown>> = {
  '/v1/orders': { id: 'o-1' },
  '/v1/order': { id: 'a-1' },
  '/v1/payment': { id: 'pay-1' },
};

/** What every call that moves value is answered: what is publicly known of a claim and of a withdrawal, too. */
const usual = ok({ id: 't', status: 'ok', request: { id: 'w', status: 'INCOMING' } });
/** Someone with a profile `box` of their own, and its limits. */
async function box(limits: Readonly<Record<string, string>> = {}, money: Script = usual) {
  const server = await scripted((socket, asked) => {
    const made = posted[Object.keys(posted).find((end) => asked.path.endsWith(end)) ?? ''];
    (asked.method === 'GET' ? ok(answers(asked)) : made && money === usual ? ok(made) : money)(socket, asked);
  });
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  await one.run('profile use box');
  await one.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  for (const [key, value] of Object.entries(limits))
    expect((await one.run(['profile', 'set', 'box', `limits.${key}`, value])).code).toBe(0);
  const lines = () => {
    const ledger = new Ledger(path.join(one.home, 'ledger.db'));
    try {
      return ledger.list();
    } finally {
      ledger.close();
    }
  };
  return { ...one, server, lines, sent: () => server.requests.filter(({ method }) => method !== 'GET').length };
}
const said = ({ code, stderr }: { readonly code: number; readonly stderr: string }) => `${code} ${stderr}`;
const transfer = (amount: string, to = 'u-1') => `points transfer --to ${to} --amount ${amount} --new-recipient --yes`;

describe('to whom', () => {
  test('a new recipient takes --new-recipient, which --yes is not; whoever something was done for is known from then on', async () => {
    const { run, lines, sent } = await box();
    const line = 'points transfer --to u-123456 --amount 5 --yes';
    expect(said(await run(line))).toMatch(/^7 ✗ The user u-123456 is a new recipient: [\s\S]*nothing was sent\.\n.*add --new-recipient/);
    expect([sent(), lines()]).toEqual([0, []]);
    expect((await run(`${line} --new-recipient`)).stderr).toMatch(/To +user u-123456\n +Recipient +new: nothing has gone to this user\n/);
    const again = await run(line);
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/Recipient +2nd transfer to this user\n/)]);
    expect((await run('store inventory give i --to u-123456 --yes')).code).toBe(0); // a user is one and the same for another call
    expect((await run('points transfer --to u-12345 --amount 5 --yes')).code).toBe(7);
    expect(sent()).toBe(3);
    expect(lines()[2]).toMatchObject({ amount: '5', token: 'MVP', recipient: 'u-123456' });
    const shown = JSON.parse((await run(`ops show ${lines()[2]!.id}`)).stdout);
    expect(shown).toMatchObject({ amount: '5', token: 'MVP', recipient: 'u-123456' });
  });

  test('nobody is known by what was refused, or is not known, or was done in another profile', async () => {
    for (const script of [answer(400, '{"message":"no"}'), answer(502, '')]) {
      const { run } = await box({}, script);
      await run(transfer('5'));
      expect(said(await run('points transfer --to u-1 --amount 5 --yes'))).toContain('7 ✗ The user u-1 is a new recipient');
    }
    const { run, server, home } = await box();
    await run(transfer('5'));
    await run(['profile', 'add', 'next', '--base', `${server.url}/{service}`]);
    confirmNames(home, 'next');
    await run('login --tokens-stdin -p next', { stdin: '{"accessToken":"bbbb"}' });
    expect((await run('points transfer --to u-1 --amount 5 --yes -p next')).code).toBe(7);
  });

  test.each([
    ['by its name', 'api user transfer-points -f toUserId=u-1 -f amount=5 --yes'],
    ['by its path', 'api POST user /v2/balance/mvp/transfer -f toUserId=u-1 -f amount=5 --yes'],
    ['by its path as a server may take it', 'api POST user /v2//balance/MVP/%74ransfer/ -f toUserId=u-1 -f amount=5 --yes'],
    ['with a body given whole', 'points transfer --input body.json --yes'],
    ['with fields of one’s own', 'points transfer -F toUserId="u-1" --to u-1 --amount 5 --yes'],
    ['where nobody can be asked', 'api user transfer-points -f toUserId=u-1 -f amount=5 --yes --no-input'],
  ])('a call made %s is not stopped less', async (_, line) => {
    const { run, home, sent } = await box();
    writeFileSync(path.join(home, 'body.json'), '{"toUserId":"u-1","amount":"5"}');
    expect((await run(line)).code).toBe(line.includes('-F') ? 2 : 7); // a field that is filled twice is a misuse
    expect(sent()).toBe(0);
  });

  test('who gets it under a name of somebody else’s is found where the profile says the name, and counts as new where not', async () => {
    const { run, lines } = await box();
    const line = 'api user transfer-points -f payee=u-1 -f amount=5 --yes';
    expect(said(await run(line))).toMatch(/^7 ✗ Who gets it cannot be told[\s\S]*tuk profile set box name\.user\.transfer-points\.to NAME/);
    expect((await run(`${line} --new-recipient`)).code).toBe(0);
    expect(lines()[0]?.recipient).toBeUndefined();
    await run('profile set box name.user.transfer-points.to payee');
    expect((await run(`${line} --new-recipient`)).code).toBe(0);
    expect(lines()[0]?.recipient).toBe('u-1');
    expect((await run(line)).code).toBe(0);
  });

  test('on a terminal the last six characters are typed, and nothing else does; the word that agrees is another question', async () => {
    const line = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --yes`;
    const { run, sent } = await box();
    for (const [typed, code] of [
      ['yes\n', 7],
      ['b9226\n', 7],
      ['\n', 7],
      ['', 7],
      ['B92266\n', 0],
      ['', 0], // it is known now
    ] as const)
      expect([typed, (await run(line, { terminal: true, stdin: typed })).code]).toEqual([typed, code]);
    expect(sent()).toBe(2);
    const asked = await run(line.replace(mine, other), { terminal: true, stdin: 'dc79c8\n' });
    expect(asked.stderr).toMatch(/0x 7099 7970 .* is a new recipient\. Type its last 6 characters to go on/);
    expect(await run(line.replace(mine, usdc), { terminal: true, stdin: '06eb48\n' }).then(({ code }) => code)).toBe(0);
    expect((await run(`${line.replace(mine, usdc.replace('A0b', 'a0B'))} --no-input`, { terminal: true })).code).toBe(7);
  });

  test.each([
    [`withdraw with -f`, `api user create-withdrawal -f amount=5 -f currencyId=MVL -f toAddress=${mine.replace('F', 'f')}`, 7, 'checksum'],
    [
      'the zero address by a path',
      `api POST user /balance/withdrawals -f amount=5 -f currencyId=MVL -f toAddress=0x${'0'.repeat(40)}`,
      7,
      'nobody has the key',
    ],
    ['a body given whole', 'swap bridge create --input bridge.json', 7, 'nobody has the key'],
    ['fields of one’s own', `points withdraw --amount 5 -f address=${mine.slice(0, 40)}`, 7, 'no address'],
    ['a claim', `points rank claim g -f address=0x${'0'.repeat(36)}dEaD`, 7, 'nobody has the key'],
    ['a migration', `wallet migration start ${mine.replace('F', 'f')}`, 7, 'checksum'],
  ])('an address is looked at wherever it is a recipient: %s', async (_, line, code, why) => {
    const { run, home, sent } = await box();
    writeFileSync(path.join(home, 'bridge.json'), `{"type":"TO_BEP20","amount":"1","toAddress":"0x${'0'.repeat(40)}"}`);
    expect(said(await run(`${line} --new-recipient --yes`))).toMatch(new RegExp(`^${code} ✗ [\\s\\S]*${why}`));
    expect(sent()).toBe(0);
  });

  test('an address that begins and ends like a known one is refused, with what differs, whatever is said', async () => {
    const { run, sent } = await box();
    const withdraw = (to: string) => `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes --confirm box`;
    expect((await run(withdraw(mine))).code).toBe(0);
    expect(said(await run(withdraw(alike)))).toMatch(
      /^7 ✗ 0x f39f 0000 [0 ]+ 2266 begins and ends like 0x f39F d6e5 [\s\S]*0000 for d6e5, 0000 for 1aad/,
    );
    expect((await run(withdraw(mine.toLowerCase()))).code).toBe(0);
    expect(sent()).toBe(2);
  });

  test('the contract of a token is refused where a read on the way has named it', async () => {
    const { run, sent } = await box();
    const line = `wallet withdraw create --currency USDC --amount 25 --to ${usdc} --new-recipient --yes`;
    expect(said(await run(line))).toMatch(/^7 ✗ 0x A0b8 6991 .* is the contract of a token/);
    expect(sent()).toBe(0);
  });
});

describe('limits', () => {
  test.each<[string, Record<string, string>, string, number, string]>([
    ['of its own token', { transfer: '5,50 MVP' }, transfer('50'), 0, 'Limit +50 of 50 MVP at once'],
    [
      'over that',
      { transfer: '9999,50 MVP' },
      transfer('50.00000001'),
      7,
      "50.00000001 MVP in one transfer is over .* 50 MVP .*\n.*limits.transfer '9999,50.00000001 MVP'",
    ],
    [
      'in US dollars',
      { transfer: '1' },
      `wallet withdraw create --currency MVL --amount 250 --to ${mine} --new-recipient --yes`,
      0,
      'Limit +1 of 1 USD at once',
    ],
    [
      'over that',
      { transfer: '1' },
      `wallet withdraw create --currency MVL --amount 250.001 --to ${mine} --new-recipient --yes`,
      7,
      '1.01 USD in one transfer is over',
    ],
    ['of what nobody prices', { transfer: '400' }, transfer('1'), 7, "no price of MVP is known; .*\n.*limits.transfer '400,NUMBER MVP'"],
    [
      'of what two share the name of',
      { day: '400' },
      `wallet withdraw create --currency TWO --amount 1 --to ${mine} --new-recipient --yes`,
      7,
      'no price of TWO is known',
    ],
    ['that names other tokens alone', { transfer: '5 MVL' }, transfer('1'), 7, 'says nothing of MVP, and it has none in US dollars'],
    [
      'by plumbing',
      { transfer: '50 MVP' },
      'api user transfer-points -f toUserId=u -f amount=51 --new-recipient --yes',
      7,
      '51 MVP in one transfer is over',
    ],
    [
      'by a body given whole',
      { transfer: '50 MVP' },
      'points transfer --input body.json --new-recipient --yes',
      7,
      '1,000 MVP in one transfer is over',
    ],
    [
      'in base units',
      { transfer: '20 MVL' },
      `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20000000000000000001 -f toAddress=${mine} --new-recipient --yes`,
      7,
      '20.000000000000000001 MVL in one',
    ],
    [
      'that no amount is found for',
      { transfer: '50 MVP' },
      'api user transfer-points -f toUserId=u -f sum=1 --new-recipient --yes',
      7,
      'What user transfer-points moves cannot be told.*\n.*name.user.transfer-points.amount NAME',
    ],
    [
      'that the amount is no amount for',
      { transfer: '50 MVP' },
      'api user transfer-points -f toUserId=u -f amount=1e1 --new-recipient --yes',
      2,
      'The field amount is no amount',
    ],
    [
      'that a ride asked for again has no amount for',
      { day: '50' },
      'ride retry r --yes',
      7,
      'What ride-hailing retry-request moves cannot be told',
    ],
    ['of a day', { day: '50 MVP' }, transfer('51'), 7, '51 MVP within 24 hours is over .* 50 MVP \\(limits.day\\)'],
    ['of the price of what is ordered', { transfer: '79 MVP' }, 'store buy p --quantity 2 --yes', 7, '80 MVP in one transfer is over'],
    ['of an order that is paid', { transfer: '79 MVP' }, 'store order pay o-1 --yes', 7, '80 MVP in one transfer is over'],
    ['of the entry to a game', { transfer: '6 MVP' }, 'api user pay-game g --yes', 7, '7 MVP in one transfer is over'],
    [
      'of an order in dollars',
      { transfer: '49' },
      'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes',
      7,
      '50 USD in one transfer is over',
    ],
    ['of a fee', { fee: '0.4 MVP' }, transfer('5'), 7, '0.5 MVP as a fee is over'],
    ['that a fee is within', { fee: '0.5 MVP' }, transfer('5'), 0, 'Limit +0.5 of 0.5 MVP as a fee'],
    [
      'of networks',
      { networks: 'BSC,POLYGON' },
      `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`,
      7,
      'ETHEREUM is none of the networks',
    ],
    [
      'of networks by plumbing',
      { networks: 'BSC' },
      `api bep20-swap create-bridge-swap -f toAddress=${mine} --new-recipient --yes`,
      7,
      'ETHEREUM is none',
    ],
    [
      'of networks that are not known',
      { networks: 'BSC' },
      `points withdraw --amount 5 -f address=${mine} --new-recipient --yes`,
      7,
      'The network cannot be told',
    ],
    [
      'of networks that it keeps',
      { networks: 'ETHEREUM' },
      `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`,
      0,
      '',
    ],
    ['of networks for what is on none', { networks: 'BSC' }, transfer('5'), 0, ''],
    ['of recipients', { recipients: `u-2,${mine}` }, transfer('5'), 7, 'The user u-1 is none of the recipients'],
    [
      'of recipients, who are known by it',
      { recipients: 'u-2,u-1' },
      'points transfer --to u-1 --amount 5 --yes',
      0,
      'Recipient +one that the profile names',
    ],
    [
      'of recipients that are not found',
      { recipients: 'u-1' },
      'api user transfer-points -f payee=u-1 --new-recipient --yes',
      7,
      'Who gets it cannot be told',
    ],
    [
      'of a path that nobody lists',
      { day: '400' },
      'api POST user /v9/mvp/transfer -f amount=5 --yes',
      7,
      'nobody knows whether it moves value',
    ],
    ['for what only brings value in', { transfer: '1', day: '1' }, `points earn claim e --to ${mine} --new-recipient --yes`, 0, ''],
    [
      'that is a pause',
      { pause: 'true' },
      'store order pay o-1 --yes --confirm box',
      7,
      'the profile box is paused; .*\n.*tuk profile set box limits.pause false',
    ],
  ])('%s %j: %s', async (_, limits, line, code, why) => {
    const { run, home, sent } = await box(limits);
    writeFileSync(path.join(home, 'body.json'), '{"toUserId":"u-1","amount":1000}');
    const ran = await run(line);
    expect(said(ran)).toMatch(new RegExp(`^${code} [\\s\\S]*${why}`));
    if (code !== 0) expect([sent(), ran.stdout]).toEqual([0, '']);
  });

  test('a day is the last 24 hours; what was refused is not counted, what is not known is', async () => {
    const { run, sent } = await box({ day: '100 MVP' }, (socket, asked) =>
      answer(asked.body.includes('"7"') ? 400 : asked.body.includes('"30"') ? 502 : 201, '{"id":"t"}')(socket, asked),
    );
    const now = Date.UTC(2026, 10, 20, 12);
    const hours = (n: number) => ({ now: now + n * 3_600_000 });
    expect((await run(transfer('60'), hours(0))).code).toBe(0);
    expect((await run(transfer('7'), hours(1))).code).toBe(3);
    expect((await run(transfer('30'), hours(2))).code).toBe(10);
    expect(said(await run(transfer('10.1'), hours(3)))).toMatch(/^7 ✗ 100.1 MVP within 24 hours is over/);
    expect((await run(transfer('10'), hours(4))).stderr).toMatch(/Limit +100 of 100 MVP within 24 hours\n/);
    expect((await run(transfer('1'), hours(23.9))).code).toBe(7);
    expect((await run(transfer('50'), hours(24.1))).code).toBe(0);
    expect(sent()).toBe(5);
  });

  test('dollars of a day add up over tokens by what each was worth; what has a limit of its own is apart', async () => {
    const { run, lines } = await box({ day: '2,100 MVP' });
    const withdraw = (amount: string) => `wallet withdraw create --currency MVL --amount ${amount} --to ${mine} --new-recipient --yes`;
    const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 1 --yes';
    for (const [line, code] of [
      [withdraw('200'), 0], // 0.8
      [transfer('100'), 0],
      [order, 0], // 1
      [withdraw('51'), 7],
      [withdraw('50'), 0], // 0.2
      [withdraw('1'), 7],
    ] as const)
      expect([line, (await run(line)).code]).toEqual([line, code]);
    expect(lines().map(({ usd }) => usd)).toEqual(['0.2', '1', undefined, '0.8']);
  });

  test('what left before there was a limit is counted; where its value is not known, so is no sum', async () => {
    const { run } = await box();
    await run(transfer('60'));
    await run('profile set box limits.day 100');
    await run(['profile', 'set', 'box', 'limits.day', '400,100 MVP']);
    expect((await run(transfer('41'))).code).toBe(7);
    expect((await run(transfer('40'))).code).toBe(0);
    const given = await box();
    await given.run('store inventory give i --to u-1 --new-recipient --yes');
    await given.run(['profile', 'set', 'box', 'limits.day', '400,100 MVP']);
    expect(said(await given.run(transfer('1')))).toMatch(/^7 ✗ What op-\d+-0001 moved within the last 24 hours is not known/);
  });

  test('an order and its payment count once, in the store and for assets', async () => {
    const { run, lines } = await box({ day: '100,80 MVP' });
    expect((await run('store buy p --quantity 2 --yes')).code).toBe(0);
    expect(lines().map(({ call, amount, within }) => [call, amount, within])).toEqual([
      ['payOrder', '80', lines()[1]!.id],
      ['createOrder', '80', undefined],
    ]);
    expect((await run('store order pay o-1 --yes')).code).toBe(7); // whoever pays twice, pays twice
    expect((await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 100 --yes')).code).toBe(0);
    expect((await run('assets payment create --order a-1 --method CRYPTO --yes')).code).toBe(0);
    expect((await run('assets payment to-crypto pay-1 --yes')).code).toBe(0);
    expect(said(await run('assets payment create --order a-2 --method CRYPTO --yes'))).toContain(
      '7 ✗ What musubi create-payment moves cannot',
    );
    expect(said(await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 1 --yes'))).toContain('101 USD within 24 hours');
  });

  test('the same reference gives the earlier result, though the limit is used up', async () => {
    const { run, sent } = await box({ day: '50 MVP' });
    const line = `${transfer('50')} --client-ref march`;
    const first = await run(line);
    expect(await run(line)).toMatchObject({ code: 0, stdout: first.stdout });
    expect([(await run(transfer('50'))).code, sent()]).toEqual([7, 1]);
  });

  test('a limit that cannot be read stops what moves value, and nothing else', async () => {
    const { run, home, sent } = await box({ day: '50 MVP' });
    const file = path.join(home, 'config.json');
    const { readFileSync } = await import('node:fs');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"day"', '"days"'));
    expect(said(await run(transfer('1')))).toMatch(/^2 ✗ limits\.days of the profile cannot be read/);
    expect((await run('points balance')).code).toBe(0);
    expect(sent()).toBe(0);
  });

  test('what is only shown is not stopped; it is said that it would be', async () => {
    const { run, home, sent, server } = await box({ transfer: '5 MVP', recipients: 'u-9' });
    const reads = server.requests.length;
    const shown = await run(transfer('50').replace('--yes', '--dry-run'));
    expect([shown.code, JSON.parse(shown.stdout).body]).toEqual([0, { toUserId: 'u-1', amount: '50' }]);
    expect(shown.stderr).toMatch(/▲ As it stands it would be stopped: The user u-1 is none of the recipients/);
    expect((await run('api user transfer-points -f toUserId=u-9 -f amount=6 --print-curl')).stderr).toContain(
      '6 MVP in one transfer is over',
    );
    expect([sent(), server.requests.length]).toEqual([0, reads]);
    expect((await import('node:fs')).existsSync(path.join(home, 'ledger.db'))).toBe(false);
  });
});

describe('setting limits', () => {
  test.each([
    [['limits.transfer', '400,'], 'limits.transfer takes numbers'],
    [['limits.transfer', '-5'], 'is no amount'],
    [['limits.day', '0'], 'is nothing'],
    [['limits.fee', '1 MVP,2 MVP'], 'two limits of MVP'],
    [['limits.networks', 'BSC,MARS'], '"MARS" is no network'],
    [['limits.recipients', `u-1,${mine.replace('F', 'f')}`], 'checksum'],
    [['limits.recipients', 'a b'], 'takes a list'],
    [['limits.pause', 'yes'], 'true or false'],
    [['limits.slippage', '1'], 'There is no limit "slippage"'],
    [['limits.transfers', '1'], 'Did you mean transfer'],
  ])('%j is refused in a sentence', async (words, why) => {
    const { run } = await box();
    const ran = await run(['profile', 'set', 'box', ...words]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(JSON.parse((await run('profile show')).stdout).limits).toBeUndefined();
  });

  test('they are shown, and taken off one by one', async () => {
    const { run } = await box({ transfer: '400,1000.50 MVP', networks: 'BSC,BASE', recipients: mine, pause: 'true' });
    const shown = async () => JSON.parse((await run('profile show')).stdout).limits;
    expect(await shown()).toEqual({ transfer: '400,1000.5 MVP', networks: ['BSC', 'BASE'], recipients: [mine], pause: true });
    for (const key of ['transfer', 'networks', 'recipients', 'pause']) await run(`profile set box limits.${key}`);
    expect(await shown()).toBeUndefined();
  });

  test('a protected profile takes its name before what protects it is changed', async () => {
    const { run } = await box();
    await run('profile set box protected true');
    for (const line of ['profile set box limits.day 5', 'profile set box protected false']) {
      expect(said(await run(`${line} --yes`))).toMatch(/^7 ✗ [\s\S]*--confirm box/);
      expect((await run(line, { terminal: true, stdin: 'yes\n' })).code).toBe(7);
    }
    expect((await run('profile set box limits.day 5 --confirm box')).code).toBe(0);
    expect((await run('profile set box limits.day 9', { terminal: true, stdin: 'box\n' })).code).toBe(0);
    expect(JSON.parse((await run('profile show')).stdout).limits).toEqual({ day: '9' });
  });

  test.each([
    ['is protected', ['protected', 'true']],
    ['has limits', ['limits.day', '5']],
  ])('a profile that %s takes its name before it is removed, and is not added over', async (why, setting) => {
    const { run } = await box();
    const names = async () => (await run('profile list -o name')).stdout.split('\n');
    await run(['profile', 'set', 'box', ...setting]);
    expect(said(await run('profile remove box'))).toMatch(/^7 ✗ [\s\S]*--confirm box/);
    expect(said(await run('profile remove box --yes'))).toMatch(
      new RegExp(`^7 ✗ [\\s\\S]*the profile box ${why}, so --yes is not enough[\\s\\S]*--confirm box`),
    );
    expect((await run('profile remove box --confirm next')).code).toBe(7);
    expect((await run('profile remove box --yes', { terminal: true, stdin: 'yes\n' })).code).toBe(7);
    expect(said(await run('profile add box --base https://host.example/{service} --yes'))).toMatch(/^2 ✗ There is a profile box already/);
    expect(await names()).toContain('box');
    const typed = await run('profile remove box', { terminal: true, stdin: 'box\n' });
    expect([typed.code, typed.stderr]).toEqual([0, expect.stringContaining(`The profile box ${why}. `)]);
    expect(await names()).not.toContain('box');
    await run('profile add box --base https://host.example/{service}');
    await run(['profile', 'set', 'box', ...setting]);
    expect((await run('profile remove box --confirm box')).code).toBe(0);
    expect(await names()).not.toContain('box');
  });

  test('a recipient that the limit would not take is refused without a hint to add it', async () => {
    const { run, sent } = await box({ recipients: 'u-1' });
    for (const [to, hinted] of [
      ['dara', true],
      ['ｄara', false],
      ['a,b', false],
    ] as const) {
      const { code, stderr } = await run(['points', 'transfer', '--to', to, '--amount', '5', '--new-recipient', '--yes']);
      expect([to, code, stderr.includes('Allow it first')]).toEqual([to, 7, hinted]);
      if (hinted) expect((await run(['profile', 'set', 'box', 'limits.recipients', `u-1,${to}`])).code).toBe(0);
      if (hinted) await run('profile set box limits.recipients u-1');
    }
    expect(sent()).toBe(0);
  });

  test('a folder sets none', async () => {
    const { run, home } = await box();
    writeFileSync(path.join(home, '.tuk.json'), '{"limits":{"day":"400"}}');
    expect(said(await run('profile list'))).toMatch(/^2 ✗ .*may not set "limits"/);
  });
});
