// Any mutation of an honest response of a transfer, by another name of the same role, letter case, nesting or envelope, stays a success; one that changes a fact never is.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { mine, other, platformUser, wei } from '../support/platform.js';
import { runs as numberOfRuns } from '../support/runs.js';
import { respond } from '../support/scripted-server.js';

type Json = unknown;
/** A fact under several names: the values that agree with the request, and some that do not; `object`: the name within an object that stands for the value. */
interface Fact {
  readonly names: readonly string[];
  readonly right: readonly Json[];
  readonly wrong: readonly Json[];
  readonly object: readonly string[];
}
const words = (text: string): readonly string[] => text.split(' ');
const asAmount = ['value', 'amount'];
const asUnit = ['code', 'symbol', 'id'];
const fact = (names: string, object: readonly string[], right: readonly Json[], wrong: readonly Json[]): Fact => ({
  names: words(names),
  right,
  wrong,
  object,
});
const fee = (right: readonly Json[], wrong: readonly Json[]): Fact =>
  fact('fee feeAmount networkFee serviceFee gasFee extraFee serviceCharge totalFee feeCharged commission', asAmount, right, wrong);
const unit = (right: readonly Json[], wrong: readonly Json[]): Fact =>
  fact('currency currencyId currencyCode currencySymbol amountCurrency', asUnit, right, [
    ...wrong,
    '',
    ' ',
    'BT\u200bC',
    'M\u0000VP',
    '(none)',
  ]);
const address: Fact = fact(
  'toAddress recipient beneficiary destinationWallet payoutTo sentTo receiverAddress payeeWallet destination_address',
  ['address', 'walletAddress'],
  [mine, mine.toLowerCase()],
  [other, other.toLowerCase(), `${mine.slice(0, -1)}7`],
);
const calls: readonly { readonly line: string; readonly asides: readonly object[]; readonly facts: readonly Fact[] }[] = [
  {
    line: 'points transfer --to u --amount 5',
    asides: [
      { newBalance: '995' },
      { balanceAfter: 995, feeRate: '30' },
      { minimumFee: '9', walletId: 'w' },
      { fromUserId: 'me' },
      { message: 'Sent' },
    ],
    facts: [
      fact(
        'amount transferAmount sentAmount requestedAmount movedAmount transferredAmount amountSent',
        asAmount,
        ['5', '5.0', 5, '-5'],
        ['6', '500', 4.99, '5e1'],
      ),
      fact(
        'totalDeducted debitedAmount amountDebited totalCost chargedAmount totalAmount amountCharged',
        asAmount,
        ['5', '5.5', -5.5],
        ['6', '55', 50],
      ),
      fact('receivedAmount creditedAmount netAmount arrivalAmount payoutAmount', asAmount, ['5', 5], ['4', '6', '0']),
      fee(['0.5', '0.50', 0.1, '0', '-0.5'], ['0.51', 4, '400', '-9']),
      unit(['MVP', 'mvp'], ['BTC', 'MVL', 'USDC']),
      fact(
        'toUserId recipientId recipient beneficiary payee sentTo receiverUserId targetUserId paidTo',
        ['id', 'userId'],
        ['u'],
        ['mallory', 'v', 'u2'],
      ),
    ],
  },
  {
    line: `points withdraw --amount 50 -f currencyId=MVL -f address=${mine}`,
    asides: [{ fromAddress: other }, { refundAddress: other, walletId: other }, { tokenAddress: other }, { fromNetwork: 'SERVERED' }],
    facts: [
      address,
      fee(['1', 1, '0.2'], ['1.01', '5', 50]),
      unit(['MVP', 'MVL'], ['BTC', 'USDC']),
      fact(
        'network chain chainId networkName blockchain targetNetwork destinationChainId toChain',
        ['id', 'name'],
        ['ETHEREUM', 'ethereum', 1, '0x1', 'erc20', 'Ethereum Mainnet'],
        ['BSC', 56, '0x38', 'polygon', 'BNB Smart Chain', 'ETHEREUM_SEPOLIA'],
      ),
    ],
  },
  {
    line: `api bep20-swap create-bridge-swap -f type=TO_BEP20 -f amount=20${wei} -f toAddress=${mine} -f fromAddress=${other}`,
    asides: [{ depositAddress: other }, { fromAddress: other, fromNetwork: 'ETHEREUM_SEPOLIA' }, { balance: '7' }],
    facts: [
      address,
      fee([`1${wei}`, `1${wei.slice(1)}`], [`2${wei}`, `11${wei}`]),
      unit(['MVL', 'bMVL'], ['BTC', 'USDC']),
      fact('amount sentAmount transferredAmount sendAmount', asAmount, [`20${wei}`, '20'], [`200${wei}`, '21', `2${wei}`]),
    ],
  },
];

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
const styles: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => wordsOf(name).join('_'),
  (name) => wordsOf(name).join('-'),
  (name) => wordsOf(name).join(''),
  (name) => wordsOf(name).join('_').toUpperCase(),
  (name) => wordsOf(name).join('').toUpperCase(),
  (name) => wordsOf(name).map(capital).join(''),
  (name) => wordsOf(name).join(' '),
  (name) => [...wordsOf(name).join('')].map((letter, at) => (at % 2 === 0 ? letter : letter.toUpperCase())).join(''),
];
const layers: readonly ((value: Json) => Json)[] = [
  (value) => value,
  (value) => ({ data: value }),
  (value) => ({ success: true, result: { transaction: value } }),
  (value) => [value],
  (value) => ({ code: 0, payload: [value] }),
  (value) => ({ id: 't', detail: value }),
];
const pick = <Value>(values: readonly Value[], share: number): Value => values[Math.floor(share * values.length)]!;
/** From 0 to less than 1, every value as often as any other: a double would mostly be near an end. */
const share = fc.constantFrom(...Array.from({ length: 997 }, (_, at) => at / 997));
const mutation = fc.record({
  call: share,
  facts: fc.array(fc.record({ fact: share, name: share, value: share, style: share, isObject: fc.boolean(), isNested: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  wrong: fc.option(share, { freq: 2 }),
  aside: share,
  layer: share,
});

test('a response that differs in a fact is never exit 0, and one that differs in none always is', async () => {
  let answer: Json = {};
  const start = () => platformUser({ money: (socket: never, request: never) => respond(201, JSON.stringify(answer))(socket, request) });
  let user = await start();
  let runs = 0;
  const seen = { right: 0, wrong: 0 };
  await fc.assert(
    fc.asyncProperty(mutation, async ({ call: whichCall, facts, wrong, aside, layer }) => {
      const call = pick(calls, whichCall);
      const differing = wrong === null ? -1 : Math.floor(wrong * facts.length);
      const used = new Set<Fact>();
      let isWrong = false;
      const row: Record<string, Json> = { id: 't', ...pick(call.asides, aside) };
      facts.forEach((one, at) => {
        const fact = pick(call.facts, one.fact);
        if (used.has(fact)) return;
        used.add(fact);
        isWrong ||= at === differing;
        const value = pick(at === differing ? fact.wrong : fact.right, one.value);
        const field = {
          [pick(styles, one.style)(pick(fact.names, one.name))]: one.isObject ? { [pick(fact.object, one.name)]: value } : value,
        };
        Object.assign(row, one.isNested ? { [`detail${at}`]: field } : field);
      });
      answer = pick(layers, layer)(row);
      runs += 1;
      if (runs % 40 === 0) user = await start(); // a short ledger is fast
      const { run, lines } = user;
      const { code, stderr } = await run(`${call.line} --new-recipient --yes`);
      const outcome = lines()[0]?.outcome;
      seen[isWrong ? 'wrong' : 'right'] += 1;
      expect([JSON.stringify(answer), stderr.replace(/[\s\S]*✗/, ''), code, outcome]).toEqual([
        JSON.stringify(answer),
        expect.any(String),
        isWrong ? exit.unknown : exit.ok,
        isWrong ? 'unknown' : 'done',
      ]);
    }),
    { numRuns: numberOfRuns(250), endOnFailure: true },
  );
  expect([seen.right > 50, seen.wrong > 50]).toEqual([true, true]);
});
