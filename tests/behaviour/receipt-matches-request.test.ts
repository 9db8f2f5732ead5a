// The receipt and the request describe the same transfer: no field twice, exact amounts in every notation, orders at their confirmed price.
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/server.js';
import { ends, exit } from '../support/exit.js';
import { type Answers, mine, platformUser, wei, withdrawn } from '../support/platform.js';
import { respondByPath, respondJson } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames, signedIn, stubUser } from '../support/users.js';

const confirmed = '--new-recipient --yes';
const transfer = 'points transfer --to u-1 --amount 5';
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine}`;
const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine}`;
const points = `points withdraw --amount 50 -f currencyId=MVL -f address=${mine}`;
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50';
/** The lines of a receipt between its heading and the following output. */
const receiptOf = (stderr: string) => stderr.split('\n').filter((line) => /^ {2}\S.* {2,}/.test(line));

describe('a field that is already set', () => {
  test.each([
    [`${transfer} -f amount=50`, '--amount already fills amount'],
    [`${transfer} -F amount=50`, '--amount already fills amount'],
    [`${transfer} -f toUserId=u-2`, '--to already fills toUserId'],
    [`${transfer} -f toUserId.a=u-2`, '--to already fills toUserId.a'],
    [`${transfer} -f toUserId[]=u-2`, '--to already fills toUserId'],
    ['points transfer --to u-1 --raw-amount 5 -f amount=50', '--raw-amount already fills amount'],
    ['store buy 1 --quantity 1 -F quantity=3', '--quantity already fills quantity'],
    ['store buy 1 --quantity 1 -f productId=2', '<product-id> already fills productId'],
    ['store order pay o-1 -f method=CARD', 'the command already fills method'],
    [`${bridge} -f amount=40`, '--amount already fills amount'],
  ])('is not set twice: %s', async (line, why) => {
    const { run, transfers } = await platformUser();
    expect(await run(`${line} ${line.startsWith('store') ? '--yes' : confirmed}`)).toMatchObject(
      ends(exit.usage, `${why}; give one of them`, ''),
    );
    expect(transfers()).toEqual([]);
  });

  test('a ride: neither under its own field name nor under that of the profile', async () => {
    const { run } = await signedIn();
    const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT';
    const line = `${ride} --rider-name A --rider-phone +6590000001 --dry-run -f`;
    expect((await run(`${line} productCode=PREMIUM`)).stderr).toContain('--product already fills productCode; give');
    expect((await run(`${line} rider.name=B`)).stderr).toContain('--rider-name and --rider-phone already fills rider');
    const other = await platformUser();
    await other.run('profile set box name.user.transfer-points.amount sum');
    for (const own of ['sum', 'amount'])
      expect((await other.run(`${transfer} -f ${own}=50 ${confirmed}`)).code).toBe(exit.usage);
    expect((await other.run(`${transfer} ${confirmed}`)).code).toBe(exit.ok);
    expect(JSON.parse(other.transfers()[0]!.body)).toEqual({ toUserId: 'u-1', sum: '5' });
  });

  test('a value that is also in the body must be equal, otherwise nothing is sent', async () => {
    const { run, file, transfers } = await platformUser();
    const give = `store inventory give i --input body.json ${confirmed}`;
    file({ itemId: 'j', toUserId: 'u-1' });
    expect((await run(give)).stderr).toContain('<id> is i, and body.json gives another itemId');
    file({ productId: 'q', quantity: 1 });
    expect((await run('store buy 1 --input body.json --yes')).code).toBe(exit.usage);
    const { stderr } = await run('ride request --product X --input body.json --yes');
    expect([stderr, transfers()]).toEqual([expect.stringContaining('--product goes without it'), []]);
    file({ itemId: 'i', toUserId: 'u-1' });
    expect((await run(give)).code).toBe(exit.ok);
  });
});

describe('an amount', () => {
  test('the receipt is the same in every notation of a transfer', async () => {
    const { run, file, transfers } = await platformUser({ reads: { '/users/abstract/u-1': { name: 'Una' } } });
    file({ toUserId: 'u-1', amount: '5' });
    const receipts = [];
    for (const line of ['--to u-1 --amount 5', '--input body.json', '--to u-1 --raw-amount 500000000']) {
      const result = await run(`points transfer ${line} ${confirmed} --client-ref ${line.length}`);
      expect(result.code).toBe(exit.ok);
      receipts.push(receiptOf(result.stderr).filter((one) => !/Recipient|In base units/.test(one)));
    }
    const expected = /Who gets them +Una\n[\s\S]*Amount +5 MVP\n[\s\S]*Fee +0\.5 MVP\n[\s\S]*Costs in all +5\.5 MVP/;
    expect(receipts[0]!.join('\n')).toMatch(expected);
    expect([receipts[1], receipts[2]]).toEqual([receipts[0], receipts[0]]);
    expect(transfers().map(({ body }) => JSON.parse(body))).toEqual(Array(3).fill({ toUserId: 'u-1', amount: '5' }));
  });

  test('in base units of a swap: typed, in a whole body, raw', async () => {
    const { run, file, transfers } = await platformUser();
    const amount = `20${wei}`;
    file({ type: 'TO_BEP20', amount, toAddress: mine });
    const own = `--type TO_BEP20 -f toAddress=${mine}`;
    const said =
      /Amount +20 MVL\n +In base units +20{19}\n +Arrives +19 bMVL; less if the fee is higher\n +Fee +1 MVL\n/;
    for (const line of [`${own} --amount 20`, '--input body.json', `${own} --raw-amount ${amount}`])
      expect(await run(`swap bridge create ${line} ${confirmed}`)).toMatchObject(ends(exit.ok, said));
    expect(transfers().map(({ body }) => JSON.parse(body).amount)).toEqual([amount, amount, amount]);
  });

  test.each([
    ['points transfer --to u-1 --amount 1.123456789', 8],
    ['points transfer --input body.json', 8],
    ['points apps transfer -f appId=1 -f identifier=u -f currency=TADAP -F amount=1.123', 2],
    [`wallet withdraw create --currency USDC --amount 1.1234567 --to ${mine}`, 6],
    ['api musubi create-order -f offeringId=1 -f amount=50.1234567', 6],
  ])('that is more precise than its token is refused, with the number of decimals: %s', async (line, places) => {
    const { run, file, transfers } = await platformUser({ reads: { '/currencies/TADAP': { tokenDecimal: 2 } } });
    file({ toUserId: 'u-1', amount: '1.123456789' });
    expect(await run(`${line} ${confirmed}`)).toMatchObject(ends(exit.usage, `has more than ${places} places`));
    expect(transfers()).toEqual([]);
    if (line.includes('--input')) return;
    expect((await run(`${line.replace(/(\.\d+)\d( |$)/, '$1$2')} ${confirmed}`)).code).toBe(exit.ok);
  });

  test('missing figures are omitted; a withdrawal reads its currency once', async () => {
    const { run, server, transfers } = await platformUser({ reads: { '/currencies/MVP': {} } });
    expect((await run(`points transfer --to u-1 --amount 1.123456789 ${confirmed}`)).code).toBe(exit.ok);
    const { stderr } = await run('points transfer --to u-1 --raw-amount 5 --yes');
    expect(stderr).toContain('does not return the decimals');
    expect((await run(`${withdraw} ${confirmed}`)).code).toBe(exit.ok);
    expect(server.requests.filter(({ path: at }) => at.endsWith('/currencies/MVL'))).toHaveLength(1);
    expect(transfers()).toHaveLength(2);
  });

  test('in base units: the receipt has both units, the command accepts one', async () => {
    const { run, transfers } = await platformUser();
    expect(await run(`points transfer --to u-1 --raw-amount 112345678 ${confirmed}`)).toMatchObject(
      ends(exit.ok, /Amount +1\.12345678 MVP\n[\s\S]*In base units +112345678\n/),
    );
    expect(JSON.parse(transfers()[0]!.body)).toEqual({ toUserId: 'u-1', amount: '1.12345678' });
    for (const [own, why] of [
      ['--raw-amount 5 --amount 5', '--raw-amount and --amount both say the amount'],
      ['--raw-amount 5 --input body.json', '--raw-amount and --input both'],
      ['--raw-amount 1.5', '--raw-amount is not a valid amount'],
      ['--raw-amount 0', 'must be above zero'],
      ['', '--amount or --raw-amount is needed'],
    ])
      expect((await run(`points transfer --to u-1 ${own} --yes`)).stderr).toContain(why);
    expect(transfers()).toHaveLength(1);
  });

  const six = { symbol: 'USDC', decimals: 6 };
  test.each<[string, Answers, number]>([
    ['agree', {}, exit.ok],
    ['disagree', { '/v3/token/BASE': [{ symbol: 'USDC', decimals: 18 }] }, exit.guarded],
    ['are two tokens of one name', { '/v3/token/BASE': [six, { symbol: 'USDC', decimals: 18 }] }, exit.guarded],
    ['are unreadable in one', { '/v3/token/BASE': [{ symbol: 'USDC', decimals: 'six' }] }, exit.guarded],
    ['are missing in the list', { '/v3/token/BASE': [] }, exit.usage],
    ['cannot be read in one', { '/v3/token/BASE': respondJson({}, 500) }, exit.usage],
    ['are missing in the currency', { '/currencies/USDC': { name: 'USDC', network: 'BASE' } }, exit.usage],
  ])('in base units is converted only if the two sources of its decimals agree: they %s', async (_, reads, code) => {
    const { run, transfers } = await platformUser({ reads });
    const result = await run(`wallet withdraw create --currency USDC --raw-amount 25000000 --to ${mine} ${confirmed}`);
    const sent = transfers().map(({ body }) => JSON.parse(body));
    if (code === exit.ok) expect([result.code, sent]).toMatchObject([code, [{ amount: '25', currencyId: 'USDC' }]]);
    else expect([result, sent]).toMatchObject([ends(code, 'decimals', ''), []]);
  });
});

describe('a receipt', () => {
  const unknownFee = /^ +Fee +The fee is not known before it is sent\.$/m;
  const unknownAmount = /You send +not known before it is sent/;
  test.each<[line: string, ...said: RegExp[]]>([
    [`${withdraw} ${confirmed}`, /You send +25 MVL\n/, /Fee +1 MVL\n/, /Final fee +not promised/, /To +0x f39F/],
    [`${withdraw} ${confirmed}`, /Arrives +24 MVL; less if the fee is higher/],
    [`${transfer} ${confirmed}`, /Costs in all +5\.5 MVP/, /Arrives +5 MVP/, /Final fee +not promised/],
    [`${points} ${confirmed}`, /You send +50 MVP\n/, /Arrives +49 MVL; less if/],
    ['points deposit --amount 50 -f currencyId=MVL --yes', /You send +50 MVL/, /Arrives +not known/, unknownFee],
    [`${bridge} ${confirmed}`, /You send +20 MVL/, /Arrives +19/, /Final fee/],
    [`${order} --yes`, /You send +50 USDC/, /Arrives +One/, unknownFee],
    ['store order pay o-1 --yes', /You send +80 MVP/, unknownFee],
    [`store inventory give i --to u ${confirmed}`, /You send +Hat/, /To +user u/],
    [`points earn claim e --to ${mine} ${confirmed}`, /You send +nothing/, /Arrives +3 MVL; it is not known whether/],
    ['ride retry r --yes', unknownAmount, unknownFee],
    ['depin subscription create -f vin=V --yes', unknownAmount, /Arrives +not known/, unknownFee],
  ])('says what leaves, what arrives, and the fee, or that it is not known: %s', async (line, ...said) => {
    const { run } = await platformUser({ money: line.startsWith(withdraw) ? withdrawn() : { status: 'ok' } });
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
    for (const one of said) expect(stderr).toMatch(one);
    expect(stderr).not.toMatch(/at least/i);
  });

  test.each([
    [transfer, 'Costs in all'],
    [withdraw, 'Arrives'],
    [bridge, 'Arrives'],
  ])('a fee that the service does not say is said to be unknown: %s', async (line, sum) => {
    const reads = {
      '/mvp/transfer/fee': { feeAmount: '', currencyId: 'MVP' },
      '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '' },
      '/bridge-swap/fee': { feeAmount: '' },
    };
    const result = await (await platformUser({ reads })).run(`${line} ${confirmed}`);
    expect(result).toMatchObject(ends(exit.ok, new RegExp(`${sum} +not known: the service states no fee`)));
    expect(result.stderr).toMatch(unknownFee);
    expect(result.stderr).not.toMatch(/^ +(Fee|Withdrawal fee|Fee amount) +(\d|$)/im);
  });

  const fee = (feeAmount: unknown, currencyId?: string): Answers => ({
    '/mvp/transfer/fee': { feeAmount, currencyId },
  });
  const exactFee = { '/currencies/MVL': { network: 'ETHEREUM', withdrawalFee: 1e-7, tokenDecimal: 18 } };
  const unitless = { '/mvp/quote': { feeAmount: '1', receiveAmount: '49' } };
  test.each<[line: string, reads: Answers, said: RegExp]>([
    [transfer, fee('100', 'BTC'), /Costs in all +5 MVP, and the fee of 100 BTC\n/],
    [transfer, fee('1'), /Costs in all +5 MVP, and the fee of 1 \(its unit is not known\)\n/],
    [transfer, fee('0.5', 'mvp'), /Costs in all +5\.5 MVP\n/],
    [transfer, fee('0.0', 'BTC'), /Costs in all +5(\.0)? MVP\n/],
    [transfer, fee(1e-7, 'MVP'), /Fee +0\.0000001 MVP/],
    [points, unitless, /Arrives +49 \(its unit is not known\); less if the fee is higher/],
    [points, { '/mvp/quote': { feeAmount: '1' } }, /Arrives +not known/],
    [bridge.replace('amount 20', 'amount 2000'), { '/bridge-swap/fee': { feeAmount: 1e21 } }, /Fee +1,000 MVL/],
    [withdraw, exactFee, /Arrives +24\.9999999 MVL; less if the fee is higher\n *Fee +0\.0000001 MVL/],
  ])('adds no amounts of two units, and writes every digit: %s %j', async (line, reads, said) => {
    const result = await (await platformUser({ reads })).run(`${line} ${confirmed}`);
    expect(result).toMatchObject(ends(exit.ok, said));
    expect(result.stderr).not.toMatch(/\d[eE][+-]\d/);
  });
});

describe('an order of the store', () => {
  const line = 'store buy 1 --quantity 2 --yes';
  const paths = ({ transfers }: Awaited<ReturnType<typeof platformUser>>) => transfers().map(({ path: at }) => at);
  /** A platform that answers to the order with `placed`, and shows it as `shown`. */
  const shop = (placed: object, shown: object = { status: 'PAYMENT_DONE' }, limits = {}) =>
    platformUser({
      reads: { '/orders/o-1': { id: 'o-1', ...shown } },
      money: respondByPath({ '/v1/orders': { id: 'o-1', ...placed } }, respondJson({ id: 'p' })),
      limits,
    });
  test.each([
    ['costs less', { totalPrice: '49.99', currencyId: 'MVP' }, '"49.99", and "50" was asked for'],
    ['costs what cannot be read', { totalPrice: '5e1', currencyId: 'MVP' }, '"5e1", which is not an amount'],
  ])('that %s than was confirmed is an unknown outcome, not paid, and can be cancelled', async (_, placed, why) => {
    for (const door of [line, 'api sale create-order -f productId=1 -F quantity=2 --yes']) {
      const [user, typed] = [await shop(placed), `${door} --client-ref a`];
      const result = await user.run(typed);
      expect(result).toMatchObject(ends(exit.unknown, why, ''));
      expect(result.stderr).toContain('tuk store order cancel o-1');
      expect((await user.run(typed)).code).toBe(exit.unknown); // not ordered again under its reference
      expect((await user.run(line)).code).toBe(exit.guarded); // nor without it, until its outcome is known
      expect(paths(user)).toEqual(['/sale/v1/orders']);
    }
  });

  test('whose payment the policy refuses is reported as placed', async () => {
    const dear = () => shop({ totalPrice: '50' }, { totalPrice: '90', currencyId: 'MVP' }, { transfer: '85 MVP' });
    const user = await dear();
    const said =
      /^✗ The order o-1 was placed and is not paid: 90 MVP in one transfer is over .*\(limits\.transfer\)\.$/m;
    const result = await user.run(line);
    expect(result).toMatchObject(ends(exit.partial, said));
    expect(result.stderr).not.toContain('Nothing was sent');
    expect(paths(user)).toHaveLength(1);
    const { stderr } = await (await dear()).run(`${line} --client-ref a --json`);
    expect(JSON.parse(stderr.slice(stderr.indexOf('{"error"'))).error).toMatchObject({
      ...{ exitCode: exit.partial, clientRef: 'a', look: 'tuk store order show o-1' },
      operation: expect.stringMatching(/^op-\d{4}-0001$/),
    });
  });

  test('as a whole body has its price on the receipt, too', async () => {
    const { run, file } = await shop({});
    for (const [body, said] of [
      [{ productId: '1', quantity: 2, note: 'x' }, /Quantity +2\n +note +x\n[\s\S]*Costs +50 MVP\n/],
      [{ productId: '1', lots: 2 }, /lots +2\n[\s\S]*Costs +not known: the order has no quantity\n/],
    ] as const) {
      file(body);
      expect((await run('store buy 1 --input body.json --yes')).stderr).toMatch(said);
    }
  });
});

describe('assumed field names', () => {
  const line = `${transfer} ${confirmed}`;
  /** A user whose profile does not confirm the field names. */
  async function unconfirmed(reads: Answers = {}) {
    const known = { '/mvp/transfer/fee': { feeAmount: '0.5' }, '/currencies/MVP': {}, '/users/abstract/u-1': {} };
    const script = respondByPath({ ...known, ...reads }, respondJson({ id: 't' }));
    const user = await stubUser(script, { confirmed: false });
    const probes = () => user.server.requests.filter(({ path: at }) => at.includes('/_sandbox'));
    const transfers = () => user.changes().filter(({ path: at }) => !/_sandbox|balance\/current/.test(at));
    return { ...user, probes, transfers };
  }

  test('a loopback server is not a sandbox by its address; it is asked once, and only for transfers', async () => {
    const { run, probes, transfers, home } = await unconfirmed();
    await run('points balance');
    await run('points apps balance --currency TADAP');
    expect(probes()).toHaveLength(0);
    const said =
      /^✗ .* is a transfer, and its field names are only assumed.*\n.*confirmed, or give the body with --input/;
    for (const typed of [line, 'store buy 1 --quantity 2 --yes', `${bridge} ${confirmed}`])
      expect((await run(typed)).stderr).toMatch(said);
    expect([probes().length, transfers()]).toEqual([3, []]);
    expect((await run(line.replace('--yes', '--dry-run'))).code).toBe(exit.guarded);
    const before = probes().length;
    confirmFieldNames(home, 'box');
    for (const typed of [line.replace('--yes', '--dry-run'), line]) expect((await run(typed)).code).toBe(exit.ok);
    expect([probes().length, transfers().length]).toEqual([before, 1]);
  });

  test('a field that a form has offered needs them confirmed, as an option does; a typed one is the choice of the person', async () => {
    const { run, transfers, home } = await unconfirmed();
    const subscribe = 'depin subscription create -f vin=1 -f period=DAY --dry-run';
    expect((await run(subscribe)).code).toBe(exit.ok);
    expect(await run(subscribe, { hasScreen: true })).toMatchObject(
      ends(exit.guarded, 'vehicle-oracle subscribe is a transfer, and its field names are only assumed'),
    );
    confirmFieldNames(home, 'box');
    expect((await run(subscribe, { hasScreen: true })).code).toBe(exit.ok);
    expect(transfers()).toEqual([]);
  });

  test('a served sandbox identifies itself; a server that responds to everything does not, nor for a service at another host', async () => {
    const sandbox = await startSandbox({ state: ':memory:' });
    onTestFinished(() => sandbox.close());
    const anything = await unconfirmed({ '/_sandbox/status': { now: 'x', rotation: 'y', counts: 1 } });
    expect((await anything.run(line)).code).toBe(exit.guarded);
    const user = newUser();
    const elsewhere = ['--service', `sale=${anything.server.url}/sale`];
    await user.run(['profile', 'add', 'box', '--base', `${sandbox.url}/{service}`, ...elsewhere]);
    await user.run('profile use box');
    await user.run('login --as mina');
    expect((await user.run(`points transfer --to dara --amount 5 ${confirmed}`)).code).toBe(exit.ok);
    expect((await user.run('store buy 1 --quantity 2 --yes')).code).toBe(exit.guarded);
    expect(anything.transfers()).toEqual([]);
  });

  test('are marked as assumed by a dry run and by api show until the profile confirms them', async () => {
    const { run, json } = await unconfirmed();
    const dryRun = async () => (await run(`${transfer} --new-recipient --dry-run`)).stderr;
    const sheet = async () => (await json('api show user transfer-points')).assumed;
    expect(await dryRun()).toMatch(
      / {2}toUserId is an assumed field name: no public source has it\. .*box name\.user\.transfer-points\.to NAME\n {2}amount is an assumed field name/,
    );
    expect(await sheet()).toEqual([
      { name: 'toUserId', for: 'to', known: 'assumed: not public' },
      { name: 'amount', for: 'amount', known: 'assumed: not public' },
    ]);
    await run('profile set box name.user.transfer-points.to payee');
    expect(await dryRun()).toMatch(/^(?!.*payee is an assumed)[\s\S]*amount is an assumed field name/);
    const expected = [{ name: 'payee', known: 'given by the profile' }, { known: 'assumed: not public' }];
    expect(await sheet()).toMatchObject(expected);
    // base units need the decimals of the call, which is then prepared twice
    const exact = await unconfirmed({ '/currencies/MVP': { name: 'MVP', network: 'SERVERED', tokenDecimal: 8 } });
    const { stderr } = await exact.run('points transfer --to u-1 --raw-amount 500000000 --new-recipient --dry-run');
    for (const said of [
      /amount is an assumed field name/g,
      /transfer-points is a transfer, and its field names are only/g,
    ])
      expect(stderr.match(said)).toHaveLength(1);
    await run('profile set box name.user.transfer-points confirmed');
    expect(await dryRun()).not.toContain('assumed');
    expect(await sheet()).toMatchObject([{ name: 'payee' }, { known: 'confirmed by the profile' }]);
    expect((await json('api show user get-current')).assumed).toBeUndefined();
  });
});

test('a balance that is less than the costs is noted on the receipt, and an equal or an unknown one is not', async () => {
  const noted = async (amount: string, balance: unknown) => {
    const { run } = await platformUser({ reads: { '/balance/mvp/current': balance } });
    return (await run(`points transfer --to una --amount ${amount} --new-recipient --yes`)).stderr.includes('▲ Note');
  };
  expect(await noted('5', { amount: '5.49', currencyId: 'MVP' })).toBe(true);
  expect(await noted('5', { amount: '5.50', currencyId: 'MVP' })).toBe(false);
  expect(await noted('5', { amount: '5', currencyId: 'MVL' })).toBe(false);
  expect(await noted('5', { currencyId: 'MVP' })).toBe(false);
});
