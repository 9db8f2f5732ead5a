// The response of a transfer is held against its request, whatever its fields are called: one that says something else is an unknown outcome (exit 10).
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { mine, other, platformUser, wei, withdrawn } from '../../support/platform.js';
import { respond } from '../../support/scripted-server.js';

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
const claim = `points earn claim e --to ${mine} ${confirmed}`;
const rank = `points rank claim season -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N ${confirmed}`;
const pay = 'store order pay o-1 --yes';
const buy = 'api sale create-order -f productId=1 -F quantity=2 --yes';
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 60 --yes';
const toCrypto = 'api musubi change-payment-to-crypto p-1 --yes';
const { request } = withdrawn();

/** Each kind of contradiction by its sentence, with responses that have it. */
const contradictions: readonly (readonly [line: string, said: string, ...answers: unknown[]])[] = [
  [transfer, 'amount "600", and "5"', { amount: '600' }, { Amount: 600 }, { data: { transfer: { amount: '600' } } }, { amount: ['600'] }],
  [transfer, 'amount "600", and "5"', { amount: { value: '600', unit: 'MVP' } }, [[{ amount: '600' }]], { transferredAmount: '600' }],
  [transfer, 'amount "600", and "5"', { points: '600' }, [{ value: 600 }], { data: { points: { value: '600' } } }, { MVP: '600' }],
  [transfer, 'amount "600", and "5"', { rawAmount: '60000000000' }, [{ amount: '600' }, { amount: '600' }]],
  [transfer, 'amount "-600", and "5"', { value: '-600' }],
  [transfer, 'a total of "500", and "5"', { amount: '5', totalDeducted: '500' }, { amount: '5', total: '500' }],
  [transfer, 'that "1" arrives, and the receipt said "5"', { amount: '5', receivedAmount: '1' }],
  [transfer, 'that "500" arrives, and the receipt said "5"', { amount: '5', credited: '500' }],
  [transfer, 'a payment of "600", and "5"', { payAmount: '600' }],
  [transfer, 'that "BTC" is paid, and the receipt said "MVP"', { payAmount: '5', payCurrency: 'BTC' }],
  [transfer, 'recipient "v", and "u"', { toUserId: 'v' }, { receiver: { id: 'v' } }, { recipient: { userId: 'v' } }, { sentTo: 'v' }],
  [transfer, 'currency "BTC", and "MVP"', { amount: '5', currencyId: 'BTC' }, { amount: { value: '5', unit: 'BTC' } }],
  [transfer, 'currency "BTC", and "MVP"', { amount: { value: '5', currency: { code: 'BTC' } } }, { currencyId: ['BTC'] }],
  [transfer, 'currency "BTC", and "MVP"', { feeCurrency: 'BTC' }, { fee: { amount: '0.5', currency: 'BTC' } }],
  [transfer, 'currency "BT\\u200bC", and "MVP"', { currencyId: 'BT\u200bC' }, { amount: '5', token: 'BT\u200bC' }],
  [transfer, 'currency "МVР", and "MVP"', { amount: { value: '5', currency: 'МVР' } }],
  [transfer, 'currency "BTC (Bitcoin)", and "MVP"', { currencyId: 'BTC (Bitcoin)' }],
  [transfer, 'currency "\\"\\"", and "MVP"', { currencyId: '' }],
  [transfer, 'currency "{}", and "MVP"', { currencyId: {} }, { amount: { value: '5', currency: {} } }],
  [transfer, 'currency "true", and "MVP"', { currencyId: true }],
  [transfer, 'a fee of 3 MVP, and the receipt said 0.5 MVP', { feeAmount: '3' }, { networkFee: '3' }, { fee: { total: '3' } }],
  [transfer, 'a fee of 3 MVP, and the receipt said 0.5 MVP', { fees: { network: '3', service: '0.1' } }, { rawFee: '300000000' }],
  [transfer, 'a fee of 1 MVP, and the receipt said 0.5 MVP', { feeAmount: '0.5', extraFee: '0.5' }],
  [transfer, 'a fee of "1e3", which is not an amount', { fee: '1e3' }],
  [withdraw, 'amount "2500", and "25"', withdrawn({ amount: '2500' })],
  [withdraw, `recipient "${other}", and "${mine}"`, withdrawn({ address: other })],
  [withdraw, 'currency "USDC", and "MVL"', withdrawn({ currencyId: 'USDC' })],
  [withdraw, 'a fee of 9 MVL, and the receipt said 1 MVL', withdrawn({ feeAmount: '9' }), { ...withdrawn(), feeAmount: '0', fee: '9' }],
  [withdraw, 'a fee of "NaN", which is not an amount', withdrawn({ feeAmount: 'NaN' })],
  [withdraw, 'status: "CANCELED"', withdrawn({ status: 'CANCELED' })],
  [withdraw, 'success: "false"', { ...withdrawn(), success: false }],
  [points, `recipient "${other}", and "${mine}"`, { destinationWallet: other }, { recipient: { wallet: { address: other } } }],
  [points, 'network "56", and "ETHEREUM"', { chainId: 56 }, { network: { id: 56, name: 'BSC' } }],
  [points, 'network "0x38", and "ETHEREUM"', { chainId: '0x38' }],
  [points, 'network "BNB Smart Chain", and "ETHEREUM"', { chainName: 'BNB Smart Chain' }],
  [points, 'network "bep20", and "ETHEREUM"', { targetChain: 'bep20' }],
  [bridge, `recipient "${other}", and "${mine}"`, { recipientAddress: other }, { data: { payoutTo: other } }],
  [bridge, 'a fee of 2 MVL, and the receipt said 1 MVL', { feeAmount: `2${wei}` }],
  [bridge, 'network "POLYGON", and "ETHEREUM"', { network: 'POLYGON' }, { toNetwork: 'POLYGON' }, { fromNetwork: 'POLYGON' }],
  [bridge, 'network "137", and "ETHEREUM"', { destinationChainId: 137 }],
  [claim, 'amount "30", and "3"', { status: 'OK', amount: '30' }, { status: 'OK', claim: { reward: { amount: '30' } } }],
  [claim, 'amount "30", and "3"', { status: 'OK', prize: '30' }, { status: 'OK', value: '30' }],
  [claim, 'amount "1.99", and "3"', { status: 'OK', amount: 1.99 }, { status: 'OK', reward: '1.99' }],
  [claim, 'that "30" arrives, and the receipt said "3"', { status: 'OK', receivedAmount: '30' }],
  [claim, 'that "1" arrives, and the receipt said "3"', { status: 'OK', receivedAmount: '1' }],
  [claim, 'currency "BTC", and "MVL"', { status: 'OK', amount: '3', currency: 'BTC' }],
  [claim, 'it has none of status', { data: { status: 'OK' } }, [{ status: 'OK' }], { status: ['OK'] }],
  [buy, 'a total of "500", and "50"', { totalPrice: '500' }],
  [buy, 'a price of "250", and "50"', { price: '250' }],
  [buy, 'quantity "3", and "2"', { quantity: 3 }],
  [pay, 'amount "800", and "80"', { amount: '800', currencyId: 'MVP' }],
  [pay, 'currency "BTC", and "MVP"', { amount: '80', currencyId: 'BTC' }],
  [pay, 'orderId "o-2", and "o-1"', { orderId: 'o-2' }, { order: { id: 'o-2' } }, { order: 'o-2' }, { id: 'o-2', totalPrice: '80' }],
  [toCrypto, 'paymentId "p-2", and "p-1"', { id: 'p-2', status: 'READY' }, { payment: { id: 'p-2' } }],
  ['api user pay-game g --yes', 'amount "70", and "7"', { amount: '70' }],
  [order, 'currency "BTC", and "USDC"', { amount: '60', currency: 'BTC' }],
  [order, 'offeringId "99", and "1"', { offeringId: 99 }],
  [order, 'purchaseType "OWNERSHIP", and "FRACTIONAL"', { purchase_type: 'OWNERSHIP' }],
  [order, 'a payment of "600", and "60"', { amountToPay: '600' }],
  [order, 'that "BTC" is paid, and the receipt said "USDC"', { payAmount: '60', paymentCurrency: 'BTC' }],
  [`${order} --at-most '61 USD'`, '"62 USD", and --at-most says "61 USD"', { payAmount: '62', payCurrency: 'USD' }],
];
test.each(contradictions.flatMap(([line, said, ...answers]) => answers.map((answer) => [line, answer, said] as const)))(
  'a response that contradicts its request is exit 10 with both values, and the recipient stays new: %s %j',
  async (line, money, said) => {
    const { run, lines, transfers } = await platformUser({ money });
    const result = await run(`${line} --client-ref a`);
    expect([result.code, result.stdout, result.stderr]).toEqual([exit.unknown, '', expect.stringContaining(said)]);
    expect(lines()).toMatchObject([
      { outcome: 'unknown', status: 200, answer: expect.any(String), message: expect.stringContaining('answered 200') },
    ]);
    expect((await run(`${line} --client-ref a`)).code).toBe(exit.unknown);
    if (line.includes('--new-recipient')) expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded);
    expect(transfers()).toHaveLength(1);
  },
);

/** Fields, and values by which they say that a transfer failed. */
const failures: Readonly<Record<string, readonly unknown[]>> = {
  success: [false, 'N', null, 'no'],
  SUCCESS: ['false'],
  is_success: [0],
  failed: [true],
  isError: [true],
  error: [{ message: 'no' }],
  error_code: ['X'],
  errorMsg: ['no money'],
  err: ['no'],
  status: ['error', 'CANCELED', 500, 'SKIPPED', 'NOT_DONE'],
  state: ['EXPIRED'],
  txState: ['FAILED'],
  transferStatus: ['Reverted'],
  result: ['DUPLICATED'],
  resultCode: ['FAIL', -1],
  code: ['-3', 'ALREADY_DONE'],
  message: ['Transfer failed', 'Not enough points'],
  cancelledAt: ['2026-11-23T00:00:00.000Z'],
  rejectedAt: [1_780_000_000],
  failed_at: ['2026-11-23T00:00:00.000Z'],
  isReversed: ['yes'],
  refundedBy: ['r-1'],
  data: [{ success: false }, { x: { success: false } }, { order: { status: 'PAYMENT_FAILED' } }, { msg: 'could not be sent' }],
  meta: [{ message: 'insufficient balance' }],
};
const failed: readonly unknown[] = [
  ...Object.entries(failures).flatMap(([name, values]) => values.map((value) => ({ id: 't', [name]: value }))),
  ...[
    { status: 500, message: 'x' },
    { code: 'INSUFFICIENT_BALANCE', message: 'no money', data: null },
    { code: 'NO_MONEY', msg: 'x' },
  ],
  ...[[{ success: false }], [{ status: 'FAILED' }], [false], false, 0, 'FAILED', 'error: no money', 'DUPLICATED'],
];
test.each(failed.map((answer) => JSON.stringify(answer)))('a response that says that it failed is exit 10: %s', async (answer) => {
  const { run, lines } = await platformUser({ money: respond(200, answer) });
  const result = await run(transfer);
  expect([result.code, result.stdout, result.stderr]).toEqual([exit.unknown, '', expect.stringContaining('but it says ')]);
  expect(lines()).toMatchObject([{ outcome: 'unknown' }]);
  expect((await run(transfer.replace('--new-recipient ', ''))).code).toBe(exit.guarded);
});

/** Responses that say the same as the request, by line, and other things that are not compared. */
const honest: Readonly<Record<string, readonly unknown[]>> = {
  [transfer]: [
    { amount: '-5.0', networkFee: '0.1', totalDeducted: '5.5', debitedAmount: '5', receivedAmount: '5', sentTo: 'u', to_user_id: 'u' },
    { amount: '5', newBalance: '995', balanceAfter: 995, minimumFee: '9', feeRate: '30', maxFee: '99', refundFee: '9', balance: '7000' },
    { balance: { amount: '70', points: '995' }, limits: { amount: '1000' }, senderAccount: { amount: '900', currencyId: 'MVP' } },
    { senderId: 'me', fromUserId: 'me', walletId: 'w-9', receiverAccountId: 'acc-1', receiver: 'Una Lee', to: 'una@example.org' },
    { points: '5', pointsLeft: '995', remainingPoints: '995', totalPoints: '995', pointsAfter: '995', dailyLimit: '100', usedToday: '5' },
    { value: '5.00', rawAmount: '500000000', feeValue: '0', usdValue: '0.5' },
    { amount: '5', value: '0.5' },
    { points: 'MVP' },
    { points: -5 },
    { amount: { value: '5', currency: { code: 'mvp', name: 'Points' } }, token: 'a-session-token', network: 'SERVERED' },
    { amount: '5', currency: null, currencyId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', displayCurrency: 'USD', usdAmount: '0.02' },
    { amount: '5', currency: { id: 'MVP', fee: '9', withdrawalFee: '9', network: 'BSC' } },
    { amount: '5', reward: '1', bonusAmount: '2', chargeId: 'ch_1', charge: 'ch_3f' },
    { total: 1, page: 0, items: [{ id: 't', amount: '5' }] },
    [{ amount: '700' }, { amount: '5' }],
    { error: null, errors: [], errorCode: 0, success: 'true', status: 'COMPLETED', previousStatus: 'FAILED', userStatus: 'BLOCKED' },
    { message: 'Transferred without errors', reason: null, memo: 'it failed', cancelledAt: null, failedAt: '', isRefunded: 'no' },
    { message: 'It cannot be cancelled. If it fails, the points are refunded.', resultCode: 0, code: 'OK' },
    { code: '0000', message: 'OK', data: { id: 't' } },
  ],
  [`${transfer} -f 'message=sorry that I failed you'`]: [{ message: 'sorry that I failed you' }],
  [withdraw]: [withdrawn(), withdrawn({ amount: 25, address: mine.toLowerCase(), feeAmount: '1.00', currencyId: 'mvl' })],
  [points]: [
    { fromAddress: other, refundAddress: other, contractAddress: other, tokenAddress: other, depositAddress: other },
    { chainId: 1, network: 'Ethereum Mainnet', chain: 'erc20', fromNetwork: 'SERVERED', destinationWallet: mine.toLowerCase() },
    { amount: '50', receiveAmount: '49', toCurrency: 'MVL', feeAmount: '1' },
  ],
  [bridge]: [
    { fromNetwork: 'ETHEREUM_SEPOLIA', toNetwork: 'BSC_TEST', fromAddress: other, depositAddress: other, toAddress: mine },
    { amount: `20${wei}`, feeAmount: `1${wei}`, receiveAmount: `19${wei}`, chainId: 56, recipient: { address: mine } },
  ],
  [claim]: [
    { status: 'OK', reward: '3', rewardAmount: '2', fee: '1', currency: 'MVL' },
    { status: 'INCOMING', amount: 3, receivedAmount: '2' },
  ],
  [buy]: [{ price: '25', unitPrice: '25.0', totalPrice: '50.00', quantity: 2, currencyId: 'mvp' }],
  [pay]: [{ id: 'p', orderId: 'o-1', amount: '80', order: { id: 'o-1' }, status: 'SUCCESS' }],
  [order]: [
    { status: 'READY', amount: 60, paidAmount: '0', offeringId: 'a-b' },
    { offeringId: '01', payAmount: '60.0', payCurrency: 'usdc' },
  ],
  [toCrypto]: [{ id: 'p-1', paymentId: 'p-1', order: { id: 'o-7' }, orderId: 'o-7', crypto: { network: 'BASE', toAddress: other } }],
};
test.each(Object.entries(honest).flatMap(([line, answers]) => answers.map((answer) => [line, answer] as const)))(
  'a response that says the same is exit 0 and done: %s %j',
  async (line, money) => {
    const { run, lines } = await platformUser({ money });
    const result = await run(line);
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.any(String)]);
    expect(lines()).toMatchObject([{ outcome: 'done' }]);
  },
);

describe('the public shape of a withdrawal', () => {
  const all = 'request.amount, request.currencyId, request.address, request.id';
  const flat = { 'request.id': 'w-1', 'request.amount': '25', 'request.currencyId': 'MVL', 'request.address': mine };
  test.each<[missing: string, ...answers: unknown[]]>([
    [all, {}, null, [], { request: {} }, request, [{ request }], { request: [request] }, flat],
    [all, { data: { request } }, { result: { data: { request } } }],
    ['request.amount, request.currencyId, request.address', { request: { id: 'w-1' } }],
    ['request.amount', withdrawn({ amount: null }), withdrawn({ amount: { value: '25' } })],
    ['request.address', withdrawn({ Address: mine, address: undefined })],
    ['request.id', withdrawn({ id: ['w-1'] })],
  ])('without its %s it is exit 10', async (missing, ...answers) => {
    for (const answer of answers) {
      const { run, lines } = await platformUser({ money: respond(200, JSON.stringify(answer)) });
      const { code, stderr } = await run(withdraw);
      const said = `it has no ${missing}, which the response to this call is known to have`;
      expect([answer, code, stderr]).toEqual([answer, exit.unknown, expect.stringContaining(said)]);
      expect(lines()).toMatchObject([{ outcome: 'unknown' }]);
    }
  });
  test('holds for every door, and the command that cancels it is named', async () => {
    for (const line of withdrawDoors) {
      const right = await platformUser({ money: withdrawn() });
      expect([line, (await right.run(line)).code]).toEqual([line, exit.ok]);
      const { run } = await platformUser({ money: { data: { request } } });
      expect([line, await run(line)]).toMatchObject([
        line,
        { code: exit.unknown, stderr: expect.stringContaining('tuk wallet withdraw cancel w-1') },
      ]);
    }
  });
  test.each([
    ['25.000000000000000002', exit.unknown],
    ['25.000000000000000001', exit.ok],
  ])('%s in the response to 25.000000000000000001: no amount is rounded to a double', async (amount, code) => {
    const { run } = await platformUser({ money: withdrawn({ amount }) });
    expect((await run(withdraw.replace('25', '25.000000000000000001'))).code).toBe(code);
  });
});

describe('limits hold for what a response says', () => {
  const line = `wallet withdraw create --currency MVL --amount 5000 --to ${mine} ${confirmed}`;
  const fees = (feeAmount: string) => withdrawn({ amount: '5000', feeAmount });
  const noFee = { '/currencies/MVL': { network: 'ETHEREUM', tokenDecimal: 18 } };
  test.each<[limits: Record<string, string>, money: unknown, reads: object, said: string | undefined]>([
    [{ fee: '2 MVL' }, fees('3'), {}, 'limits.fee is 2 MVL'],
    [{ fee: '0.01' }, fees('1.0'), {}, undefined], // 0.004 dollars
    [{ fee: '0.01' }, { ...withdrawn({ amount: '5000' }), fee: '4' }, {}, 'limits.fee is 0.01 USD'],
    [{ day: '1000' }, fees('1000'), noFee, undefined],
  ])('%j: a fee in tokens or dollars, %j', async (limits, money, reads, said) => {
    const { run } = await platformUser({ limits, reads: { ...reads }, money });
    const { code, stderr } = await run(line);
    expect([code, said === undefined || stderr.includes(said)]).toEqual([said === undefined ? exit.ok : exit.unknown, true]);
  });

  test('a higher amount counts for the day', async () => {
    const { run, lines } = await platformUser({ limits: { day: '50 MVP' }, money: { id: 't', amount: '49' } });
    expect((await run(transfer)).code).toBe(exit.unknown);
    expect(lines()).toMatchObject([{ amount: '5', stated: '49', outcome: 'unknown' }]);
    expect((await run(transfer.replace('5', '2'))).stderr).toContain('52 MVP within 24 hours is over');
  });
});

describe('a response that says no more than that the request was accepted', () => {
  test.each([
    ['', 'the response is empty'],
    ['{}', 'the response is empty ({})'],
    ['[]', 'the response is empty ([])'],
    ['null', 'the response is empty (null)'],
    ['["x"]', 'the response is only ["x"]'],
    ['"OK\\u009b2J"', 'the response is only "OK'],
    ['42', 'the response is only 42'],
  ])('%j: its reference returns it, its amount counts, its recipient stays new', async (answer, said) => {
    const { run, lines, transfers } = await platformUser({ money: respond(answer === '' ? 204 : 200, answer), limits: { day: '9 MVP' } });
    const result = await run(`${transfer} --client-ref a`);
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringContaining(`no more is known: ${said}`)]);
    expect(result.stderr).not.toContain('\u009b');
    expect(lines()).toMatchObject([{ outcome: 'accepted', amount: '5', token: 'MVP' }]);
    expect(await run(`${transfer} --client-ref a`)).toMatchObject({ code: exit.ok, stderr: expect.stringContaining('Accepted before') });
    expect((await run('points transfer --to u --amount 1 --yes')).stderr).toContain('is a new recipient');
    expect((await run(transfer)).stderr).toContain('11 MVP within 24 hours is over');
    expect(transfers()).toHaveLength(1);
  });

  test.each([
    [pay, { id: 'p', status: 'PAYMENT_PENDING' }, /has not been done/],
    [pay, { id: 'p', orderStatus: 'DRAFT' }, /has not been done/],
    ['depin subscription create -f vin=V --yes', { id: 's', status: 'OVERDUE' }, /has not been done/],
    [transfer, { id: 't', status: 'AT_THE_BANK' }, /no public list/],
    [claim, { status: 'LATER' }, /no public list/],
    [rank, { result: 'LATER' }, /no public list/],
  ] as const)('%s %j', async (line, money, said) => {
    const { run, lines } = await platformUser({ money });
    expect(await run(line)).toMatchObject({ code: exit.ok, stderr: expect.stringMatching(said) });
    expect(lines()).toMatchObject([{ outcome: 'accepted' }]);
    if (line.includes('--new-recipient')) expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded);
  });
});

describe('a ranking that was claimed before', () => {
  const doors = [
    rank,
    rank.replace('points rank claim', 'api activity claim-ranking'),
    rank.replace('points rank claim season', 'api POST activity /v1/ranking-mission/season/claim'),
  ];
  test.each<[unknown, ...lines: string[]]>([
    [{ result: 'DUPLICATED' }, ...doors],
    [{ data: { verdict: 'duplicated' } }, rank],
    ['DUPLICATED', rank],
    [{ success: false, result: 'DUPLICATED', message: 'Duplicated claim' }, rank],
    [{ status: 'ALREADY_CLAIMED' }, rank],
  ])('%j: nothing was moved by this call', async (money, ...of) => {
    for (const line of of) {
      const { run, lines } = await platformUser({ money });
      expect(await run(line)).toMatchObject({
        code: exit.refused,
        stdout: '',
        stderr: expect.stringMatching(/done before; nothing was moved by this call\.\n.*tuk points rank status season/),
      });
      expect(lines()).toMatchObject([{ outcome: 'refused' }]);
      const { id } = lines()[0]!;
      expect((await run(`ops check ${id}`)).code).toBe(exit.ok);
      expect((await run(`ops wait ${id} --max-wait 1s`)).code).toBe(exit.endedBadly);
      expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded); // the recipient is not known
    }
  });
  test('and done now at once is an unknown outcome', async () => {
    const { run } = await platformUser({ money: { result: 'SUCCESS', detail: { result: 'DUPLICATED' } } });
    expect((await run(rank)).code).toBe(exit.unknown);
  });
});
