// What becomes of a transfer by its response: exit code, ledger, reference, recipient and limits, at every door.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { mine, other, platformUser, wei, withdrawn } from '../support/platform.js';
import { respond } from '../support/scripted-server.js';

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
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 60 --yes';

test.each<[line: string, said: string, answer: unknown]>([
  [transfer, 'amount "600", and "5"', { id: 't', amount: '600' }],
  [transfer, 'a fee of 3 MVP, and the receipt said 0.5 MVP', { id: 't', amount: '5', feeAmount: '3' }],
  [transfer, 'success: "false"', { success: false }],
  ...withdrawDoors.map((line): [string, string, unknown] => [
    line,
    `recipient "${other}", and "${mine}"`,
    withdrawn({ address: other }),
  ]),
  [withdraw, 'status: "CANCELED"', withdrawn({ status: 'CANCELED' })],
  [points, 'currency "BTC", and "MVP"', { request: { id: 'w', currencyId: 'BTC' } }],
  [bridge, 'network "POLYGON", and "ETHEREUM"', { id: 'b', toNetwork: 'POLYGON' }],
  [bridge, 'a fee of 2 MVL, and the receipt said 1 MVL', { id: 'b', feeAmount: `2${wei}` }],
  [
    'api sale create-order -f productId=1 -F quantity=2 --yes',
    'amount "500", and "50"',
    { id: 'o', totalPrice: '500' },
  ],
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
