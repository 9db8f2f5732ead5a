// The receipt and the request describe the same transfer: no field twice, exact amounts in every notation, orders at their confirmed price.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exit } from '../support/exit.js';
import { type ReceivedRequest, respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';
import { withdrawalResponse } from '../support/withdrawal.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
type Answers = Readonly<Record<string, unknown>>;
const platform: Answers = {
  '/currencies/MVP': { tokenDecimal: 8, network: 'SERVERED' },
  '/currencies/MVL': { name: 'MVL', tokenDecimal: 18, network: 'ETHEREUM', withdrawalFee: '1' },
  '/currencies/USDC': { name: 'USDC', tokenDecimal: 6, network: 'BASE', withdrawalFee: '0.5' },
  '/currencies/TADAP': { tokenDecimal: 2 },
  '/users/abstract/u-1': { name: 'Una' },
  '/mvp/current': { amount: '100' },
  '/mvp/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/mvp/quote': { feeAmount: '0.1', receiveAmount: '4.9' },
  '/products/p': { name: 'Cape', price: '40', currencyId: 'MVP' },
  '/offering/public/1': { title: 'One', currency: 'USDC' },
  '/inventory/items/i': { name: 'Hat', status: 'READY' },
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18 }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18 }],
  '/bridge-swap/fee': { feeAmount: '1000000000000000000' },
  '/v1/orders': { id: 'o-1' },
  '/orders/o-1': { id: 'o-1', status: 'PAYMENT_DONE' },
};

/** A user with a profile for a stub back end; `transfers` are the requests that it received, without reads. */
async function limitedProfile(own: Answers = {}, { confirmed = true } = {}) {
  const all: Answers = { ...platform, ...own };
  const responseFor = ({ path: at }: ReceivedRequest) => all[Object.keys(all).find((end) => at.split('?')[0]!.endsWith(end)) ?? ''] ?? {};
  const server = await scripted((socket, request) =>
    respond(200, JSON.stringify(request.path.endsWith('/balance/withdrawals') ? withdrawalResponse(request) : responseFor(request)))(
      socket,
      request,
    ),
  );
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  if (confirmed) confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  const reads = /precheck|earn-event|_sandbox|balance\/current/;
  const transfers = () => server.requests.filter((request) => request.method !== 'GET' && !reads.test(request.path));
  const file = (text: string) => writeFileSync(path.join(user.home, 'body.json'), text);
  return { ...user, server, transfers, file };
}
/** The lines of a receipt between its heading and the following output. */
const receiptOf = (stderr: string) => stderr.split('\n').filter((line) => /^ {2}\S.* {2,}/.test(line));

describe('a field that is already set', () => {
  test.each([
    ['points transfer --to u-1 --amount 5 -f amount=50', '--amount already fills amount'],
    ['points transfer --to u-1 --amount 5 -F amount=50', '--amount already fills amount'],
    ['points transfer --to u-1 --amount 5 -f toUserId=u-2', '--to already fills toUserId'],
    ['points transfer --to u-1 --amount 5 -f toUserId.a=u-2', '--to already fills toUserId.a'],
    ['points transfer --to u-1 --amount 5 -f toUserId[]=u-2', '--to already fills toUserId'],
    ['points transfer --to u-1 --raw-amount 5 -f amount=50', '--raw-amount already fills amount'],
    ['points withdraw --amount 5 -f amount=50', '--amount already fills amount'],
    ['points deposit --amount 5 -f amount=50', '--amount already fills amount'],
    ['store buy p --quantity 1 -F quantity=3', '--quantity already fills quantity'],
    ['store buy p --quantity 1 -f productId=q', '<product-id> already fills productId'],
    ['store inventory give i --to u-1 -f toUserId=u-2', '--to already fills toUserId'],
    ['store inventory give i --to u-1 -f itemId=j', '<id> already fills itemId'],
    ['store order pay o-1 -f method=CARD', 'the command already fills method'],
    [`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} -f amount=40`, '--amount already fills amount'],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 50 -f amount=60', '--amount already fills amount'],
  ])('is not set twice: %s', async (line, why) => {
    const { run, transfers } = await limitedProfile();
    const result = await run(/store buy|pay|deposit|assets/.test(line) ? `${line} --yes` : `${line} --new-recipient --yes`);
    expect([result.code, result.stdout, result.stderr]).toEqual([exit.usage, '', expect.stringContaining(`${why}; give one of them`)]);
    expect(transfers()).toEqual([]);
  });

  test('a ride: neither under its own field name nor under that of the profile', async () => {
    const { run } = newUser();
    const line =
      'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --rider-name A --rider-phone +6590000001';
    expect((await run(`${line} -f productCode=PREMIUM --dry-run`)).stderr).toContain(
      '--product already fills productCode; give one of them',
    );
    expect((await run(`${line} -f rider.name=B --dry-run`)).stderr).toContain('--rider-name and --rider-phone already fills rider.name');
    const other = await limitedProfile();
    await other.run('profile set box name.user.transfer-points.amount sum');
    for (const own of ['sum', 'amount'])
      expect((await other.run(`points transfer --to u-1 --amount 5 -f ${own}=50 --new-recipient --yes`)).code).toBe(exit.usage);
    expect((await other.run('points transfer --to u-1 --amount 5 --new-recipient --yes')).code).toBe(exit.ok);
    expect(JSON.parse(other.transfers()[0]!.body)).toEqual({ toUserId: 'u-1', sum: '5' });
  });

  test('a value that is also in the body must be equal, otherwise nothing is sent', async () => {
    const { run, file, transfers } = await limitedProfile();
    file('{"itemId":"j","toUserId":"u-1"}');
    expect((await run('store inventory give i --input body.json --new-recipient --yes')).stderr).toContain(
      '<id> is i, and body.json gives another itemId',
    );
    file('{"productId":"q","quantity":1}');
    expect((await run('store buy p --input body.json --yes')).code).toBe(exit.usage);
    expect((await run('ride request --product X --input body.json --yes')).stderr).toContain('--product goes without it');
    expect(transfers()).toEqual([]);
    file('{"itemId":"i","toUserId":"u-1"}');
    expect((await run('store inventory give i --input body.json --new-recipient --yes')).code).toBe(exit.ok);
  });
});

describe('an amount', () => {
  test('the receipt is the same in every notation of a transfer', async () => {
    const { run, file, transfers } = await limitedProfile();
    file('{"toUserId":"u-1","amount":"5"}');
    const lines = [];
    for (const line of ['--to u-1 --amount 5', '--input body.json', '--to u-1 --raw-amount 500000000']) {
      const result = await run(`points transfer ${line} --new-recipient --yes --client-ref ${line.length}`);
      expect(result.code).toBe(exit.ok);
      lines.push(receiptOf(result.stderr).filter((one) => !/Recipient|In base units/.test(one)));
    }
    expect(lines[0]!.join('\n')).toMatch(/Who gets them +Una\n[\s\S]*Fee +0\.5 MVP\n[\s\S]*Amount +5 MVP\n[\s\S]*Costs in all +5\.5 MVP/);
    expect([lines[1], lines[2]]).toEqual([lines[0], lines[0]]);
    expect(transfers().map(({ body }) => JSON.parse(body))).toEqual(Array(3).fill({ toUserId: 'u-1', amount: '5' }));
  });

  test('in base units of a swap: typed, in a whole body, raw', async () => {
    const { run, file, transfers } = await limitedProfile();
    const amount = '20000000000000000000';
    file(`{"type":"TO_BEP20","amount":"${amount}","toAddress":"${mine}"}`);
    const own = `--type TO_BEP20 -f toAddress=${mine}`;
    for (const line of [`${own} --amount 20`, '--input body.json', `${own} --raw-amount ${amount}`]) {
      const { code, stderr } = await run(`swap bridge create ${line} --new-recipient --yes`);
      expect([code, stderr]).toEqual([
        exit.ok,
        expect.stringMatching(
          /Fee +1 MVL\n[\s\S]*Amount +20 MVL\n[\s\S]*Arrives +19 bMVL less the network fee\n +In base units +20000000000000000000/,
        ),
      ]);
    }
    expect(transfers().map(({ body }) => JSON.parse(body).amount)).toEqual([amount, amount, amount]);
  });

  test.each(['1e1', '0x10', '-1', '1,000', '"1e2"', '"0x10"', '"-1"', '"1,000"', '0', '""', 'true', '["5"]', '"5 "'])(
    'an ambiguous amount is never sent: %s',
    async (amount) => {
      const { run, file, transfers } = await limitedProfile();
      file(`{"toUserId":"u-1","amount":${amount}}`);
      const field = ['-F', `amount=${amount}`];
      const rest = ['--new-recipient', '--yes'];
      for (const line of [
        ['points', 'transfer', '--input', 'body.json'],
        ['api', 'user', 'transfer-points', '--input', 'body.json'],
        ['api', 'POST', 'user', '/v2/balance/mvp/transfer', '--input', 'body.json'],
        ['api', 'user', 'transfer-points', '-f', 'toUserId=u-1', ...field],
      ])
        expect([line[0], (await run([...line, ...rest])).code]).toEqual([line[0], /^[[t]/.test(amount) ? exit.guarded : exit.usage]); // a value that is not a scalar is not an amount
      expect(transfers()).toEqual([]);
    },
  );

  test('an invalid quantity is never sent', async () => {
    const { run, file, transfers } = await limitedProfile();
    file('{"productId":"p","quantity":1e1}');
    for (const line of ['store buy p --input body.json --yes', 'api sale create-order --input body.json --yes'])
      expect((await run(line)).stderr).toContain('✗ The field quantity takes a whole number from 1');
    expect(transfers()).toEqual([]);
  });

  test.each([
    ['points transfer --to u-1 --amount 1.123456789 --new-recipient', 8],
    ['points withdraw --amount 1.123456789 -f currencyId=MVL -f address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient', 8],
    ['points deposit --amount 1.123456789', 8],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 1.1234567', 6],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 1.1234567 --currency USDC', 6],
    ['points apps transfer -f appId=1 -f identifier=u -f currency=TADAP -F amount=1.123 --new-recipient', 2],
    [`wallet withdraw create --currency USDC --amount 1.1234567 --to ${mine} --new-recipient`, 6],
    ['points transfer --input body.json --new-recipient', 8],
  ])('that is more precise than its token is refused, with the number of decimals: %s', async (line, places) => {
    const { run, file, transfers } = await limitedProfile();
    file('{"toUserId":"u-1","amount":"1.123456789"}');
    const result = await run(`${line} --yes`);
    expect([result.code, result.stderr]).toEqual([exit.usage, expect.stringContaining(`has more than ${places} places`)]);
    expect(transfers()).toEqual([]);
    if (line.includes('--input')) return;
    expect((await run(`${line.replace(/(1\.\d+)\d( |$)/, '$1$2')} --yes`)).code).toBe(exit.ok);
  });

  test('missing figures are omitted; a withdrawal reads its currency once', async () => {
    const { run, server, transfers } = await limitedProfile({ '/currencies/MVP': {} });
    expect((await run('points transfer --to u-1 --amount 1.123456789 --new-recipient --yes')).code).toBe(exit.ok);
    expect((await run('points transfer --to u-1 --raw-amount 5 --yes')).stderr).toContain('does not return the decimals');
    expect((await run(`wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`)).code).toBe(exit.ok);
    expect(server.requests.filter(({ path: at }) => at.endsWith('/currencies/MVL'))).toHaveLength(1);
    expect(transfers()).toHaveLength(2);
  });

  test('in base units: the receipt has both units, the command accepts one', async () => {
    const { run, transfers } = await limitedProfile();
    const { code, stderr } = await run('points transfer --to u-1 --raw-amount 112345678 --new-recipient --yes');
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(/Amount +1\.12345678 MVP\n[\s\S]*In base units +112345678\n/)]);
    expect(JSON.parse(transfers()[0]!.body)).toEqual({ toUserId: 'u-1', amount: '1.12345678' });
    for (const [own, why] of [
      ['--raw-amount 5 --amount 5', '--raw-amount and --amount both say the amount'],
      ['--raw-amount 5 --input body.json', '--raw-amount and --input both'],
      ['--raw-amount 1.5', '--raw-amount is no amount'],
      ['--raw-amount 0', 'is nothing'],
      ['', '--amount is needed'],
      ['--raw-amount 5 --dry-run', 'a dry run makes no reads'],
    ])
      expect((await run(`points transfer --to u-1 ${own} --yes`)).stderr).toContain(why);
    expect(transfers()).toHaveLength(1);
  });
});

describe('a fee', () => {
  test.each([
    ['01.5', { '/mvp/transfer/fee': { feeAmount: '01.5' } }, 'points transfer --to u-1 --amount 5 --new-recipient'],
    ['1e3', { '/mvp/transfer/fee': { feeAmount: '1e3' } }, 'points transfer --to u-1 --amount 5 --new-recipient'],
    ['-5', { '/mvp/transfer/fee': { feeAmount: '-5' } }, 'points transfer --to u-1 --amount 5 --new-recipient'],
    ['true', { '/mvp/transfer/fee': { feeAmount: true } }, 'points transfer --to u-1 --amount 5 --new-recipient'],
    ['{\\"of\\":1}', { '/mvp/transfer/fee': { feeAmount: { of: 1 } } }, 'points transfer --to u-1 --amount 5 --new-recipient'],
    ['-5', { '/mvp/transfer/fee': { feeAmount: -5 } }, 'points transfer --to u-1 --amount 5 --new-recipient'],
    ['free', { '/mvp/quote': { feeAmount: 'free' } }, `points withdraw --amount 5 -f address=${mine} --new-recipient`],
    ['-1', { '/currencies/MVL': { withdrawalFee: '-1' } }, `wallet withdraw create --currency MVL --amount 5 --to ${mine} --new-recipient`],
    [
      '1e3',
      { '/bridge-swap/fee': { feeAmount: '1e3' } },
      `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient`,
    ],
  ])('a fee given as %s makes the response unusable: %j', async (fee, own, line) => {
    const { run, transfers } = await limitedProfile(own);
    const result = await run(`${line} --yes`);
    expect([result.code, result.stderr]).toEqual([
      exit.server,
      expect.stringContaining(`The fee is "${fee}", which is not an amount; nothing was sent.`),
    ]);
    await run(['profile', 'set', 'box', 'limits.fee', '400,400 MVP,400 MVL']);
    expect(await run(`${line} --yes`)).toMatchObject({
      code: exit.server,
      stderr: expect.stringContaining('which is not an amount; nothing'),
    });
    expect(transfers()).toEqual([]);
  });

  test('a missing fee is printed as unknown on the receipt', async () => {
    const { run } = await limitedProfile({ '/mvp/transfer/fee': { feeAmount: '' }, '/bridge-swap/fee': {} });
    expect((await run('points transfer --to u-1 --amount 5 --new-recipient --yes')).stderr).toMatch(
      /Costs in all +not known: the service names no fee/,
    );
    expect((await run(`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient --yes`)).stderr).toMatch(
      /Arrives +not known: the service names no fee/,
    );
  });

  test.each([
    ['points transfer --to u-1 --amount 5 --new-recipient', 'Costs in all'],
    [`wallet withdraw create --currency MVL --amount 5 --to ${mine} --new-recipient`, 'Arrives'],
    [`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient`, 'Arrives'],
  ])('a fee that the service does not say is said to be unknown: %s', async (line, sum) => {
    const { run } = await limitedProfile({
      '/mvp/transfer/fee': { feeAmount: '', currencyId: 'MVP' },
      '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '' },
      '/bridge-swap/fee': { feeAmount: '' },
    });
    const { code, stderr } = await run(`${line} --yes`);
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(new RegExp(`${sum} +not known: the service names no fee`))]);
    expect(stderr).toMatch(/^ +Fee +The fee is not known before it is sent\.$/m);
    expect(stderr).not.toMatch(/^ +(Fee|Withdrawal fee|Fee amount) +(\d|$)/im);
  });
});

describe('an order of the store', () => {
  const line = 'store buy p --quantity 2 --yes';
  test.each([
    ['costs more', { '/v1/orders': { id: 'o-1', totalPrice: '90', currencyId: 'MVP' } }, 'a total of "90", and "80"'],
    ['costs less', { '/v1/orders': { id: 'o-1', totalPrice: '79.99', currencyId: 'MVP' } }, 'a total of "79.99", and "80"'],
    ['is in another currency', { '/v1/orders': { id: 'o-1', totalPrice: '80', currencyId: 'MVL' } }, 'currency "MVL", and "MVP"'],
    ['costs what cannot be read', { '/v1/orders': { id: 'o-1', totalPrice: '8e1', currencyId: 'MVP' } }, 'a total of "8e1", and "80"'],
  ])('that %s than was confirmed is an unknown outcome, not paid, and can be cancelled', async (_, own, why) => {
    const { run, transfers } = await limitedProfile(own);
    for (const typed of [line, 'api sale create-order -f productId=p -F quantity=2 --yes']) {
      const result = await run(typed);
      expect([result.code, result.stdout, result.stderr]).toEqual([exit.unknown, '', expect.stringContaining(why)]);
      expect(result.stderr).toContain('tuk store order cancel o-1');
    }
    expect(transfers().map(({ path: at }) => at)).toEqual(['/sale/v1/orders', '/sale/v1/orders']);
  });

  test('that says another cost only when it is read is not paid', async () => {
    const { run, transfers } = await limitedProfile({ '/orders/o-1': { id: 'o-1', totalPrice: '90', currencyId: 'MVP' } });
    const result = await run(line);
    expect([result.code, result.stdout]).toEqual([exit.guarded, '']);
    expect(result.stderr).toContain('The order o-1 was placed and costs 90 MVP, and 80 MVP was confirmed; it is open and not paid.');
    expect(result.stderr).toContain('tuk store order pay o-1');
    expect(transfers().map(({ path: at }) => at)).toEqual(['/sale/v1/orders']);
  });

  test.each([
    ['the same, spelt in another way', { '/v1/orders': { id: 'o-1', totalPrice: '80.00', currencyId: 'mvp' } }, line],
    ['nothing', {}, line],
    ['its total alone', { '/v1/orders': { id: 'o-1', totalPrice: '80' } }, line],
  ])('an order with %s is paid', async (_, own, typed) => {
    const { run, transfers } = await limitedProfile(own);
    expect((await run(typed)).code).toBe(exit.ok);
    expect(transfers()).toHaveLength(2);
  });

  test('an order whose payment the policy refuses is reported as placed', async () => {
    const { run, transfers } = await limitedProfile({
      '/v1/orders': { id: 'o-1', totalPrice: '80', currencyId: 'MVP' },
      '/orders/o-1': { id: 'o-1', totalPrice: '90', currencyId: 'MVP' },
    });
    await run(['profile', 'set', 'box', 'limits.transfer', '85 MVP']);
    const result = await run(line);
    expect(result.code).toBe(exit.guarded);
    expect(result.stderr).toMatch(/^✗ The order o-1 was placed and is not paid: 90 MVP in one transfer is over .*\(limits\.transfer\)\.$/m);
    expect(result.stderr).not.toContain('nothing was sent');
    expect(transfers()).toHaveLength(1);
  });

  test('an order whose response contradicted it is not ordered or paid again under its reference', async () => {
    const { run, transfers } = await limitedProfile({ '/v1/orders': { id: 'o-1', totalPrice: '90', currencyId: 'MVP' } });
    for (const _ of [1, 2]) expect((await run(`${line} --client-ref a`)).code).toBe(exit.unknown);
    expect(transfers()).toHaveLength(1);
  });

  test('an order as a whole body has its price on the receipt, too', async () => {
    const { run, file } = await limitedProfile();
    file('{"productId":"p","quantity":2,"note":"x"}');
    expect((await run('store buy p --input body.json --yes')).stderr).toMatch(/Quantity +2\n +Costs +80 MVP\n +note +x\n/);
    file('{"productId":"p","lots":2}');
    expect((await run('store buy p --input body.json --yes')).stderr).toMatch(/Costs +not known: the order has no quantity\n +lots +2\n/);
  });
});

describe('assumed field names', () => {
  const line = 'points transfer --to u-1 --amount 5 --new-recipient --yes';
  test('a loopback server is not a sandbox by its address; it is asked once, and only for transfers', async () => {
    const { run, server, transfers, home } = await limitedProfile({}, { confirmed: false });
    const requests = () => server.requests.filter(({ path: at }) => at.includes('/_sandbox')).length;
    await run('points balance');
    await run('points apps balance --currency TADAP');
    expect(requests()).toBe(0);
    for (const typed of [
      line,
      'store buy p --quantity 2 --yes',
      `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient --yes`,
    ])
      expect((await run(typed)).stderr).toMatch(/^✗ The field names of .* are assumed.*\n.*confirmed, or give the body with --input/);
    expect([requests(), transfers()]).toEqual([3, []]);
    expect((await run(line.replace('--yes', '--dry-run'))).code).toBe(exit.ok);
    expect(requests()).toBe(3);
    confirmFieldNames(home, 'box');
    expect((await run(line)).code).toBe(exit.ok);
    expect([requests(), transfers().length]).toEqual([3, 1]);
  });

  test('a served sandbox identifies itself; a server that responds to everything does not, nor for a service at another host', async () => {
    const { startSandbox } = await import('../../src/sandbox/core/server.js');
    const sandbox = await startSandbox({ state: ':memory:' });
    onTestFinished(() => sandbox.close());
    const anything = await limitedProfile({ '/_sandbox/status': { now: 'x', rotation: 'y', counts: 1 } }, { confirmed: false });
    expect((await anything.run(line)).code).toBe(exit.guarded);
    const user = newUser();
    const elsewhere = ['--service', `sale=${anything.server.url}/sale`];
    await user.run(['profile', 'add', 'box', '--base', `${sandbox.url}/{service}`, ...elsewhere]);
    await user.run('profile use box');
    await user.run('login --as mina');
    expect((await user.run('points transfer --to dara --amount 5 --new-recipient --yes')).code).toBe(exit.ok);
    expect((await user.run('store buy p --quantity 2 --yes')).code).toBe(exit.guarded);
    expect(anything.transfers()).toEqual([]);
  });

  test('are marked as assumed by a dry run and by api show until the profile confirms them', async () => {
    const { run } = await limitedProfile({}, { confirmed: false });
    const runOnTerminal = async () => (await run('points transfer --to u-1 --amount 5 --new-recipient --dry-run')).stderr;
    const sheet = async () => JSON.parse((await run('api show user transfer-points')).stdout).assumed;
    expect(await runOnTerminal()).toMatch(
      / {2}toUserId is an assumed field name: no public source has it\. .*box name\.user\.transfer-points\.to NAME\n {2}amount is an assumed field name/,
    );
    expect(await sheet()).toEqual([
      { name: 'toUserId', for: 'to', known: 'assumed: not public' },
      { name: 'amount', for: 'amount', known: 'assumed: not public' },
    ]);
    await run('profile set box name.user.transfer-points.to payee');
    expect(await runOnTerminal()).toMatch(/^(?!.*payee is an assumed)[\s\S]*amount is an assumed field name/);
    expect(await sheet()).toMatchObject([{ name: 'payee', known: 'given by the profile' }, { known: 'assumed: not public' }]);
    await run('profile set box name.user.transfer-points confirmed');
    expect(await runOnTerminal()).not.toContain('assumed');
    expect(await sheet()).toMatchObject([{ name: 'payee' }, { known: 'confirmed by the profile' }]);
    expect(JSON.parse((await run('api show user get-current')).stdout).assumed).toBeUndefined();
  });
});
