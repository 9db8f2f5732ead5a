// The response of a transfer is held against its request whatever its fields are called: a name has a role by its words. Honest responses are successes.
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { client, mine, other, wei } from '../support/stated-facts.js';

const confirmed = '--new-recipient --yes';
const transfer = `points transfer --to u --amount 5 ${confirmed}`;
const withdrawal = `points withdraw --amount 50 -f currencyId=MVL -f address=${mine} ${confirmed}`;
const bridge = `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20${wei} -f toAddress=${mine} -f fromAddress=${other} ${confirmed}`;
const claim = `points earn claim e --to ${mine} ${confirmed}`;
const rank = `points rank claim season -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N ${confirmed}`;
const pay = 'store order pay o-1 --yes';
const buy = 'api sale create-order -f productId=1 -F quantity=2 --yes';
const toCrypto = 'api musubi change-payment-to-crypto p-1 --yes';

describe('a response that says something else is exit 10, and the recipient stays unknown', () => {
  test.each<[line: string, answer: object]>([
    ...[
      'networkFee',
      'extraFee',
      'gasFee',
      'serviceCharge',
      'fee_charged',
      'NETWORKFEE',
      'network-fee',
      'commission',
      'feePaid',
      'gasCost',
    ].map((name): [string, object] => [transfer, { id: 't', amount: '5', [name]: '4' }]),
    [transfer, { id: 't', amount: '5', fees: { network: '4', service: '0.1' } }],
    [transfer, { id: 't', amount: '5', fee: { total: '4', currency: 'MVP' } }],
    [transfer, { id: 't', amount: '5', feeAmount: '0.5', extraFee: '0.5' }],
    [transfer, { id: 't', amount: '5', feeCurrency: 'BTC' }],
    [transfer, { id: 't', amount: '5', fee: { amount: '0.5', currency: 'BTC' } }],
    [transfer, { id: 't', amount: '5', rawFee: '400000000' }],
    ...['totalDeducted', 'debitedAmount', 'deducted', 'amountDebited', 'chargedAmount', 'totalCharged', 'spent', 'total', 'totalCost'].map(
      (name): [string, object] => [transfer, { id: 't', amount: '5', [name]: '500' }],
    ),
    ...['transferredAmount', 'sentPoints', 'movedAmount', 'amount_sent'].map((name): [string, object] => [
      transfer,
      { id: 't', [name]: '500' },
    ]),
    [transfer, { id: 't', amount: { value: '5', currency: { code: 'BTC' } } }],
    [transfer, { id: 't', rawAmount: '50000000000' }],
    ...['receivedAmount', 'creditedAmount', 'netAmount', 'arrivalAmount', 'payout', 'credited'].flatMap((name): [string, object][] => [
      [transfer, { id: 't', amount: '5', [name]: '1' }],
      [transfer, { id: 't', amount: '5', [name]: '500' }],
    ]),
    ...['beneficiary', 'sentTo', 'payoutTo', 'payee', 'recipient_user_id', 'counterparty', 'paidTo', 'transferredTo'].map(
      (name): [string, object] => [transfer, { id: 't', amount: '5', [name]: 'mallory' }],
    ),
    [transfer, { id: 't', recipient: { userId: 'mallory' } }],
    ...[
      'destinationWallet',
      'payoutTo',
      'beneficiary',
      'sentTo',
      'recipientWalletAddress',
      'receivingAddress',
      'beneficiaryWallet',
    ].flatMap((name): [string, object][] => [
      [withdrawal, { id: 'w', [name]: other }],
      [bridge, { id: 'b', data: { [name]: other } }],
    ]),
    [withdrawal, { id: 'w', recipient: { wallet: { address: other } } }],
    ...[{ chainId: 56 }, { chainId: '0x38' }, { network: 'Polygon' }, { chainName: 'BNB Smart Chain' }, { targetChain: 'bep20' }].map(
      (more): [string, object] => [withdrawal, { id: 'w', ...more }],
    ),
    [withdrawal, { id: 'w', network: { id: 56, name: 'BSC' } }],
    ...[{ toNetwork: 'POLYGON' }, { fromNetwork: 'SOLANA' }, { destinationChainId: 137 }].map((more): [string, object] => [
      bridge,
      { id: 'b', ...more },
    ]),
    ...[
      'BT\u200bC',
      'M\u200bVP',
      '\u0000',
      '',
      '  ',
      '\u200b',
      'МVР',
      'BTC (Bitcoin)',
      '$BTC',
      {},
      [],
      ['BTC'],
      true,
      { name: 'x' },
    ].flatMap((value): [string, object][] => [
      [transfer, { id: 't', amount: '5', currencyId: value }],
      [transfer, { id: 't', amount: { value: '5', currency: value } }],
    ]),
    [transfer, { id: 't', amount: '5', token: 'BT\u200bC' }],
    [claim, { status: 'INCOMING', reward: '1' }],
    [claim, { status: 'INCOMING', rewardAmount: '30' }],
    [claim, { status: 'INCOMING', claim: { reward: { amount: '30' } } }],
    [claim, { status: 'INCOMING', prize: '30' }],
    [claim, { status: 'INCOMING', receivedAmount: '30' }],
    [buy, { id: 'o', price: '250' }],
    [buy, { id: 'o', quantity: 3 }],
    [pay, { id: 'p', orderId: 'o-2' }],
    [pay, { id: 'p', order: { id: 'o-2' } }],
    [pay, { id: 'p', order: 'o-2' }],
    [pay, { id: 'o-2', totalPrice: '80', status: 'PAID' }],
    [toCrypto, { id: 'p-2', status: 'READY' }],
    [toCrypto, { payment: { id: 'p-2' } }],
  ])('%s %j', async (line, money) => {
    const { run, operations, transfers } = await client({ money });
    const result = await run(line);
    expect([result.code, result.stdout, result.stderr]).toEqual([
      exit.unknown,
      '',
      expect.stringMatching(/but it (says|takes) .*(not known|and )/),
    ]);
    expect(await operations()).toMatchObject([{ outcome: 'unknown' }]);
    if (!line.includes('--new-recipient')) return;
    expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded);
    expect(transfers()).toHaveLength(1);
  });
});

describe('a response that says that it failed is exit 10', () => {
  test.each<[object | string]>([
    [{ id: 't', resultCode: -1 }],
    [{ id: 't', code: '-3' }],
    [{ id: 't', message: 'Transfer failed' }],
    [{ id: 't', message: 'Not enough points' }],
    [{ id: 't', data: { msg: 'could not be sent' } }],
    [{ meta: { message: 'insufficient balance' }, id: 't' }],
    [{ id: 't', cancelledAt: '2026-11-23T00:00:00.000Z' }],
    [{ id: 't', rejectedAt: 1_780_000_000 }],
    [{ id: 't', failed_at: '2026-11-23T00:00:00.000Z' }],
    [{ id: 't', isReversed: 'yes' }],
    [{ id: 't', refundedBy: 'r-1' }],
    [{ id: 't', success: 'no' }],
    [{ id: 't', txState: 'FAILED' }],
    [{ id: 't', transferStatus: 'Reverted' }],
    [{ id: 't', status: 'SKIPPED' }],
    [{ id: 't', status: 'NOT_DONE' }],
    [{ id: 't', result: 'DUPLICATED' }],
    [{ id: 't', code: 'ALREADY_DONE' }],
    ['"DUPLICATED"'],
  ])('%j', async (money) => {
    const { run, operations } = await client({ money: typeof money === 'string' ? JSON.parse(money) : money });
    const result = await run(transfer);
    expect([result.code, result.stderr]).toEqual([exit.unknown, expect.stringContaining('but it says')]);
    expect(await operations()).toMatchObject([{ outcome: 'unknown' }]);
    expect((await run(transfer.replace('--new-recipient ', ''))).code).toBe(exit.guarded);
  });
});

describe('an honest response is exit 0 and done', () => {
  test.each<[line: string, answer: object]>([
    [transfer, { id: 't', amount: '5', networkFee: '0.5', totalDeducted: '5.5', debitedAmount: '5', receivedAmount: '5', sentTo: 'u' }],
    [
      transfer,
      { id: 't', amount: '5', newBalance: '995', balanceAfter: 995, minimumFee: '9', feeRate: '30', maxFee: '99', balance: '7000' },
    ],
    [
      transfer,
      { id: 't', amount: '5', senderId: 'me', fromUserId: 'me', walletId: 'w-9', receiverAccountId: 'acc-1', createdAt: '2026-11-23' },
    ],
    [transfer, { id: 't', points: '5', pointsLeft: '995', totalPoints: '995', dailyLimit: '100', usedToday: '5', usdAmount: '0.02' }],
    [transfer, { total: 1, page: 0, items: [{ id: 't', amount: '5' }] }],
    [
      transfer,
      { id: 't', amount: { value: '5', currency: { code: 'mvp', name: 'Points' } }, rawAmount: '500000000', token: 'a-session-token' },
    ],
    [
      transfer,
      {
        id: 't',
        message: 'Transferred without errors',
        reason: null,
        memo: 'it failed',
        cancelledAt: null,
        failedAt: '',
        isRefunded: 'no',
      },
    ],
    [transfer, { id: 't', message: 'It cannot be cancelled. If it fails, the points are refunded.', resultCode: 0, code: 'OK' }],
    [transfer, { id: 't', status: 'COMPLETED', state: 'DONE', previousStatus: 'FAILED', userStatus: 'BLOCKED', refundFee: '9' }],
    [transfer, { id: 't', amount: '5', currency: null, currencyId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', displayCurrency: 'USD' }],
    [transfer, { id: 't', amount: '5', reward: '1', bonusAmount: '2', chargeId: 'ch_1', charge: 'ch_3f', network: 'SERVERED' }],
    [withdrawal, { id: 'w', fromAddress: other, refundAddress: other, contractAddress: other, tokenAddress: other, depositAddress: other }],
    [withdrawal, { id: 'w', chainId: 1, network: 'Ethereum Mainnet', fromNetwork: 'SERVERED', destinationWallet: mine.toLowerCase() }],
    [withdrawal, { id: 'w', amount: '50', receiveAmount: '49', toCurrency: 'MVL', feeAmount: '1', chain: 'erc20' }],
    [
      bridge,
      { id: 'b', fromNetwork: 'ETHEREUM_SEPOLIA', toNetwork: 'BSC_TEST', fromAddress: other, depositAddress: other, toAddress: mine },
    ],
    [bridge, { id: 'b', amount: `20${wei}`, feeAmount: `1${wei}`, receiveAmount: `19${wei}`, chainId: 56, recipient: { address: mine } }],
    [claim, { status: 'INCOMING', reward: '3', rewardAmount: '2', fee: '1' }],
    [buy, { id: 'o', price: '25', unitPrice: '25.0', totalPrice: '50', quantity: 2 }],
    [pay, { id: 'p', orderId: 'o-1', amount: '80', order: { id: 'o-1' }, status: 'SUCCESS' }],
    [toCrypto, { id: 'p-1', paymentId: 'p-1', order: { id: 'o-7' }, orderId: 'o-7', crypto: { network: 'BASE', toAddress: other } }],
  ])('%s %j', async (line, money) => {
    const { run, operations } = await client({ money });
    const result = await run(line);
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.any(String)]);
    expect(await operations()).toMatchObject([{ outcome: 'done' }]);
  });
  test('what a person has written is no message of the service', async () => {
    const { run } = await client({ money: { id: 't', message: 'sorry that I failed you' } });
    expect((await run(`${transfer} -f 'message=sorry that I failed you'`)).code).toBe(exit.ok);
  });
});

test.each([
  [pay, { id: 'p', status: 'PAYMENT_PENDING' }, /has not been done/],
  [pay, { id: 'p', orderStatus: 'DRAFT' }, /has not been done/],
  ['depin subscription create -f vin=V --yes', { id: 's', status: 'OVERDUE' }, /has not been done/],
  [transfer, { id: 't', status: 'AT_THE_BANK' }, /no public list/],
  [claim, { status: 'LATER' }, /no public list/],
  [rank, { result: 'LATER' }, /no public list/],
] as const)('%s %j is accepted, and no more', async (line, money, said) => {
  const { run, operations } = await client({ money });
  const result = await run(line);
  expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringMatching(said)]);
  expect(await operations()).toMatchObject([{ outcome: 'accepted' }]);
  if (line.includes('--new-recipient')) expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded);
});

describe('a ranking that was claimed before', () => {
  test.each<[unknown]>([
    [{ result: 'DUPLICATED' }],
    [{ data: { verdict: 'duplicated' } }],
    ['DUPLICATED'],
    [{ success: false, result: 'DUPLICATED', message: 'Duplicated claim' }],
    [{ status: 'ALREADY_CLAIMED' }],
  ])('%j: nothing was moved by this call, by every door', async (money) => {
    for (const line of [
      rank,
      rank.replace('points rank claim', 'api activity claim-ranking'),
      rank.replace('points rank claim season', 'api POST activity /v1/ranking-mission/season/claim'),
    ]) {
      const { run, operations } = await client({ money });
      const result = await run(`${line} --client-ref a`);
      expect([line, result.code, result.stdout]).toEqual([line, exit.refused, '']);
      expect(result.stderr).toMatch(/done before; nothing was moved by this call\.\n.*tuk points rank status season/);
      const [{ id, outcome }] = (await operations()) as [{ id: string; outcome: string }];
      expect(outcome).toBe('refused');
      expect((await run(`ops check ${id}`)).code).toBe(exit.ok);
      expect((await run(`ops wait ${id} --max-wait 1s`)).code).toBe(exit.endedBadly);
      expect((await run(line.replace('--new-recipient ', ''))).code).toBe(exit.guarded); // the recipient is not known
    }
  });
  test('and done now at once is an unknown outcome', async () => {
    const { run } = await client({ money: { result: 'SUCCESS', detail: { result: 'DUPLICATED' } } });
    expect((await run(rank)).code).toBe(exit.unknown);
  });
});

test.each([[false], ['false'], ['no'], [0]])(
  'a claim that the service says is not possible (%j) is not sent, by every door',
  async (isClaimable) => {
    const { run, transfers } = await client({
      reads: { '/claim/information': { data: { amount: '3', fee: '1', currency: 'MVL', isClaimable } } },
    });
    for (const line of [
      claim,
      `api user request-claim e -f address=${mine} ${confirmed}`,
      `api POST user /v1/earn-event/e/claim/request -f address=${mine} ${confirmed}`,
    ])
      expect(await run(line)).toMatchObject({
        code: exit.refused,
        stdout: '',
        stderr: expect.stringContaining('nothing to claim; nothing was sent'),
      });
    expect(transfers()).toEqual([]);
  },
);
