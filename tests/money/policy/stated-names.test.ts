// The names of fields: which fact one of them states in a response (`statedRole`) and in a request (`requestedRole`), by its words.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestedRole, thingsOf } from '../../../src/money/policy/requested-roles.js';
import { factNamed, isLooseAmount, requestedFact, statedRole, unitStated } from '../../../src/money/policy/stated-names.js';
import { transferFields } from '../../../src/money/transfer-fields.js';

test.each<[fact: string, names: string]>([
  ['fee', 'networkFee gasFee serviceCharge fee_charged NETWORKFEE network-fee commission feePaid gasCost'],
  ['fee extra', 'extraFee'],
  ['debit', 'totalDeducted debitedAmount deducted amountDebited chargedAmount totalCharged spent'],
  ['total', 'total totalCost'],
  ['amount', 'transferredAmount sentPoints movedAmount amount_sent'],
  ['arrival', 'receivedAmount creditedAmount netAmount arrivalAmount payout credited'],
  ['reward', 'reward rewardAmount prize'],
  [
    'address',
    'beneficiary sentTo payoutTo payee counterparty paidTo transferredTo destinationWallet recipientWalletAddress receivingAddress',
  ],
  ['user', 'recipient_user_id toUserId targetUserId'],
  ['network', 'chainId network chainName targetChain toNetwork destinationChainId'],
])('in a response %s: %s', (fact, names) => {
  const roleOf = (name: string) => [statedRole(name)?.fact, ...(statedRole(name)?.isExtra ? ['extra'] : [])].join(' ');
  expect(names.split(' ').map((name) => [name, roleOf(name)])).toEqual(names.split(' ').map((name) => [name, fact]));
});

test('balances, bounds, rates, times and places of others state nothing in a response', () => {
  const asides = `newBalance balanceAfter feeRate refundFee balance remainingPoints totalPoints usedToday dailyLimit usdAmount senderId fromUserId walletId
    fromAddress refundAddress contractAddress tokenAddress depositAddress createdAt displayCurrency rewardCurrency`;
  expect(asides.split(/\s+/).filter((name) => statedRole(name) !== undefined || isLooseAmount(name))).toEqual([]);
  expect('points value pointValue transferredPoints sum MVP'.split(' ').map(isLooseAmount)).toEqual(Array(6).fill(true));
});

/** Names with what a field of a request under each of them states, and a value of that form. */
test.each<[role: string, value: string, names: string]>([
  [
    'fact unit',
    'BTC',
    'payCurrency paymentCurrency payment.settlementCurrency PayToken pay.currency.code currency2 currencies currencyName',
  ],
  [
    'fact unit',
    'BTC',
    'currencySymbol withdrawCurrency fromToken priceCurrency paidCurrency settleIn settle_in payWith paidIn chargedIn ccy',
  ],
  ['fact unit', 'EUR', 'payCcy fiat fiatCurrency pay.in payment.with'],
  ['fact unit', 'btc', 'settle_in payWith'],
  ['fact unit of fee', 'BTC', 'feeCurrency'],
  ['fact unit of arrival', 'BTC', 'payoutCurrency payoutIn'],
  ['fact total', '5000', 'total totalAmount totalCost amountToPay'],
  ['fact price', '5000', 'price unitPrice price_1 productPrice payPrice'],
  ['fact amount', '5000', 'orderAmount newAmount amounts sendAmount value'],
  ['fact amount in base units', '5000', 'rawAmount amountInWei'],
  ['fact amount of arrival', '50', 'receiveAmount'],
  ['fact fee', '0', 'networkFee feeAmount data.fee'],
  ['fact network', '56', 'chainId targetNetwork withdrawalNetwork'],
  ['fact address', 'x', 'recipient destinationAddress payoutWallet beneficiary.address sendTo payTo'],
  ['fact user', 'x', 'recipientId targetUserId payeeId sendToUserId'],
  ['charge', '5000', 'debit charge debitValue toDebit'],
  ['times pieces', '3', 'quantity qty units count pieces'],
  ['times a count of something', '3', 'number orderQuantity'],
  ['times factor', '3', 'times multiplier orderMultiplier factor decimals scale exponent order.decimalPlaces'],
  ['kind', 'OWNERSHIP', 'purchase.type kind orderType mode'],
  ['kind', 'TO_ERC20', 'direction swap.kind'],
  ['kind', 'true', 'isOwnership fractional'],
  ['thing', '2', 'offering offering.id offeringNo offer_id'],
])('in a request %s, by a value such as %j: %s', (expected, value, names) => {
  const things = thingsOf(transferFields['musubi createOrder']!);
  const roleOf = (name: string) => {
    const role = requestedRole(name, value, things);
    if (role?.role !== 'fact') return role?.role === 'times' ? `times ${role.form}` : role?.role;
    const { fact, of, isBase } = role.requested;
    return `fact ${fact}${of ? ` of ${of}` : ''}${isBase ? ' in base units' : ''}`;
  };
  expect(names.split(' ').map((name) => [name, roleOf(name)])).toEqual(names.split(' ').map((name) => [name, expected]));
});

test('any spelling of a name of a fact is read as that fact', () => {
  const name = fc.constantFrom('currencyId', 'feeAmount', 'unitPrice', 'network', 'minAmount', 'totalPrice');
  fc.assert(
    fc.property(name, fc.constantFrom('', '_', '-', ' ', '\u200b'), fc.boolean(), (text, mark, upper) => {
      const spelt = text.replace(/[A-Z]/g, (letter) => `${mark}${letter}`);
      expect(factNamed(upper ? spelt.toUpperCase() : spelt)).toBe(factNamed(text));
      expect(factNamed(text)).toBeDefined();
    }),
  );
});

test('any word before the name of a unit, a price, a network or a fee is read as that fact', () => {
  const word = fc.constantFrom('order', 'pay', 'my', 'Real', 'asset_', 'share-', 'wallet');
  const role = fc.constantFrom(
    ...Object.entries({ Currency: 'unit', CurrencyId: 'unit', Price: 'price', ChainId: 'network', Network: 'network', Fee: 'fee' }),
  );
  fc.assert(fc.property(word, role, (first, [last, fact]) => requestedFact(`${first}${last}`)?.fact === fact));
});

test('a role does not depend on how the words of a name are joined, or on what stands before them', () => {
  const joined = fc.constantFrom('', '_', '-', '.');
  const before = fc.constantFrom('', 'order', 'my', 'Real', 'the');
  const role = fc.constantFrom(
    [['settle', 'in'], 'BTC', 'fact'],
    [['pay', 'with'], 'BTC', 'fact'],
    [['charged', 'in'], 'BTC', 'fact'],
    [['ccy'], 'BTC', 'fact'],
    [['multiplier'], '9', 'times'],
    [['purchase', 'kind'], 'OWNERSHIP', 'kind'],
    [['swap', 'direction'], 'to_erc20', 'kind'],
  ) as fc.Arbitrary<readonly [readonly string[], string, string]>;
  fc.assert(
    fc.property(before, joined, role, fc.boolean(), (first, join, [words, value, expected], camel) => {
      const all = [first, ...words].filter((word) => word !== '');
      const name =
        camel && join === '' ? all.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('') : all.join(join);
      expect([name, requestedRole(name, value, new Map())?.role]).toEqual([name, expected]);
    }),
  );
});

test('every thing that a read of a call is about is compared under its own name', () => {
  const things = {
    'musubi createOrder': ['offering', 'offeringid', 'offerid'],
    'sale createOrder': ['product', 'productid', 'sku'],
    'sale payOrder': ['order', 'orderid', 'ordernumber'],
    'user payGame': ['game', 'gameid'],
    'user requestClaim': ['event', 'earneventid'],
    'sale giveItem': ['item', 'itemid'],
    'musubi changePaymentToCrypto': ['payment', 'paymentid'],
  };
  const namesOf = (call: string) => [...thingsOf(transferFields[call]!).values()].flatMap((all) => [...all]);
  for (const [call, names] of Object.entries(things)) expect(namesOf(call)).toEqual(expect.arrayContaining(names));
  expect(namesOf('user createWithdrawal')).toEqual([]);
});

test('a name that may be a credential states a unit only in capitals', () => {
  expect(['BTC', 'bMVL', 'btc', 'x1y2z3'].map((value) => unitStated('payToken', value))).toEqual(['BTC', 'bMVL', undefined, undefined]);
});
