// The swap group: tokens, quotes checked against their request, the bridge, legacy swaps, swap status.
import { describe, expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { respond, respondJson, type Script } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

describe('the user mina on the sandbox', async () => {
  const mina = await signedIn();
  const { json } = mina;

  test('tokens, and a quote of them in whole tokens with a custom minimum', async () => {
    const { tokens } = await json('swap tokens BSC');
    expect(Object.keys(tokens)).toHaveLength(4);
    const quote = await json('swap quote --network BSC --from BNB --to USDC --amount 0.25 --slippage 1');
    expect(quote).toMatchObject({ fromTokenAmount: '250000000000000000', wholeFromTokenAmount: '0.25', slippage: '1' });
    expect(BigInt(quote.leastTokenAmount)).toBe((BigInt(quote.toTokenAmount) * 99n) / 100n);
    expect(Number(quote.rate)).toBeCloseTo(Number(quote.wholeToTokenAmount) * 4, 6);
    const [amountIn, amountOut] = [BigInt(quote.fromTokenAmount), BigInt(quote.toTokenAmount)]; // both of 18 decimals
    const inverse = BigInt(quote.inverseRate.replace('.', '').padEnd(quote.inverseRate.indexOf('.') + 18, '0'));
    expect(inverse).toBe((amountIn * 10n ** 18n) / amountOut);
    const { address } = quote.toToken;
    const usual = await json(`swap quote --network BSC --from BNB --to ${address.toLowerCase()} --amount 0.25`);
    expect(BigInt(usual.leastTokenAmount)).toBe((BigInt(usual.toTokenAmount) * 995n) / 1000n);
    const output = (await mina.table('swap quote --network BSC --from bMVL --to BNB --amount 1000')).stdout;
    expect(output).toMatch(/^ +Gives +1,000 bMVL\n +Brings +[\d.]+ BNB\n +At least +[\d.]+ BNB\n +Slippage +0.5 %/);
    expect((await mina.table('swap tokens BSC')).stdout).toMatch(/^SYMBOL +NAME +DECIMALS/);
    const dry = await json('swap quote --network BSC --from BNB --to USDC --amount 1 --dry-run');
    expect(dry.call).toBe('listSwapTokens');
  });

  test('MVL is bridged, from its receipt to its end', async () => {
    expect((await json('swap bridge fee -f type=TO_ERC20')).feeAmount).toBe(`5${'0'.repeat(18)}`);
    const before = await json('wallet balance --network BSC');
    const line = `swap bridge create --type TO_BEP20 --amount 20.5 -f toAddress=${mine} --client-ref march --new-recipient --yes`;
    const created = await mina.run(line);
    const to = 'Moves +MVL on Ethereum, to bMVL on BSC\\n *Network +ETHEREUM, BSC\\n *To +Wallet 1: 0x f39F d6e5[^]*';
    const amounts =
      'In base units +20500000000000000000\\n *Arrives +15.5 [^]*Final fee +not promised.*\\n *You send +20.5 MVL';
    expect(created).toMatchObject(ends(exit.ok, new RegExp(to + amounts)));
    expect((await mina.run(line)).stdout).toBe(created.stdout);
    expect(await json('swap bridge list')).toHaveLength(1);
    const operation = /In the ledger as (op-[\d-]+)/.exec(created.stderr)![1]!;
    await mina.run('sandbox advance 2m');
    expect(await json('swap bridge list')).toMatchObject([{ status: 'SUCCESS', amount: '20500000000000000000' }]);
    const { depositHash: hash } = JSON.parse(created.stdout);
    expect(await json(`swap status ${operation}`)).toMatchObject({ hash, status: 'SUCCESS' });
    expect((await json(`swap status ${hash}`)).network).toBe('ETHEREUM_SEPOLIA');
    const held = (rows: { asset: { ticker: string }; wholeAmount: string }[]) =>
      Number(rows.find(({ asset }) => asset.ticker === 'bMVL')!.wholeAmount);
    expect(held(await json('wallet balance --network BSC')) - held(before)).toBe(15.5);
  });

  test.each([
    ['swap quote --from BNB', exit.usage, '--network, --to and --amount are needed'],
    ['swap quote --network BSC --from BNB --to DOGE --amount 1', exit.usage, 'There are: BNB, bMVL, USDC, BTCB'],
    ['swap quote --network BSC --from BNB --to bnb --amount 1', exit.usage, 'the same token'],
    ['swap quote --network BSC --from BNB --to USDC --amount 1.0000000000000000001', exit.usage, 'more than 18 places'],
    ['swap quote --network BSC --from BNB --to USDC --amount 1 --slippage 51', exit.usage, 'at most 50'],
    ['swap quote --network BSC --from BNB --to USDC --amount 1 --slippage -1', exit.usage, '--slippage'],
    ['swap tokens XTZ', exit.refused, 'Only BNB Smart Chain'],
    ['swap status 0x1', exit.usage, '--network is needed'],
    ['swap status op-2611-0999', exit.notFound, 'There is no operation'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, code, output) => {
    const operations = await json('ops list');
    expect(await mina.run(line)).toMatchObject(ends(code, output, ''));
    expect(await json('ops list')).toEqual(operations);
  });

  test('an operation without a transaction is reported', async () => {
    const line = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`;
    const [, operation] = /In the ledger as (op-[\d-]+)/.exec((await mina.run(line)).stderr)!;
    expect(await mina.run(`swap status ${operation}`)).toMatchObject(ends(exit.usage, 'has no transaction hash', ''));
  });
});

describe('with a scripted server', () => {
  const bnb = { symbol: 'BNB', name: 'BNB', address: `0x${'e'.repeat(40)}`, decimals: 18 };
  const usdc = { symbol: 'USDC', name: 'USD Coin', address: `0x${'a'.repeat(40)}`, decimals: 6 };
  const quoted = { fromTokenAmount: `1${'0'.repeat(18)}`, toTokenAmount: '600000000' };
  const swaps =
    (quote: unknown, tokens: readonly object[] = [bnb, usdc]): Script =>
    (socket, request) => {
      const list = { tokens: Object.fromEntries(tokens.map((token, at) => [`0x${at}`, token])) };
      respondJson(request.path.includes('/tokens') ? list : quote)(socket, request);
    };
  const line = 'swap quote --network BSC --from BNB --to USDC --amount 1';

  test('a quote without tokens is printed with those of the list, with every digit', async () => {
    const { json } = await stubUser(swaps({ ...quoted, toTokenAmount: '9'.repeat(40) }));
    const quote = await json(line);
    const wholeToTokenAmount = `${'9'.repeat(34)}.${'9'.repeat(6)}`;
    expect(quote).toMatchObject({ toToken: usdc, toTokenAmount: '9'.repeat(40), wholeToTokenAmount });
    expect(quote.leastTokenAmount).toBe(((BigInt('9'.repeat(40)) * 995n) / 1000n).toString());
  });

  test.each([
    ['another amount', { ...quoted, fromTokenAmount: '1' }, 'The quote is for 1 base units'],
    ['another token', { ...quoted, toToken: { ...usdc, address: `0x${'b'.repeat(40)}` } }, 'another toToken'],
    ['other decimals', { ...quoted, toToken: { ...usdc, decimals: 18 } }, 'USDC has 6 decimals, and 18 by the quote'],
    ['no amount', { ...quoted, toTokenAmount: 'lots' }, 'has no received amount'],
  ])('a quote of %s is refused', async (_, quote, output) => {
    const { run } = await stubUser(swaps(quote));
    expect(await run(line)).toMatchObject(ends(exit.guarded, output, ''));
  });

  const without = (row: object, field: string) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== field));
  test.each<[string, unknown, readonly object[], string]>([
    ['the quote has no fromTokenAmount', without(quoted, 'fromTokenAmount'), [bnb, usdc], 'no field fromTokenAmount'],
    ['the quote has no toTokenAmount', without(quoted, 'toTokenAmount'), [bnb, usdc], 'no field toTokenAmount'],
    ['the quote is a list', [quoted], [bnb, usdc], 'not an object'],
    ['no token has a symbol', quoted, [without(bnb, 'symbol'), without(usdc, 'symbol')], 'has the field symbol'],
    ['no token has an address', quoted, [without(bnb, 'address'), without(usdc, 'address')], 'no address for BNB'],
  ])('where %s, the response is not as expected: exit 11', async (_, quote, tokens, said) => {
    const { run } = await stubUser(swaps(quote, tokens));
    expect(await run(line)).toMatchObject(ends(exit.server, said, ''));
  });

  test.each([
    ['a symbol of two tokens', [bnb, usdc, { ...usdc, address: mine }], exit.usage, 'Give the address'],
    ['a token without decimals', [{ ...bnb, decimals: undefined }, usdc], exit.guarded, 'has no decimals'],
  ])('%s is not quoted', async (_, tokens, code, output) => {
    const { run, server } = await stubUser(swaps(quoted, tokens));
    expect(await run(line)).toMatchObject(ends(code, output, ''));
    expect(server.requests).toHaveLength(1);
  });

  const lists: Script = (socket, request) => {
    const [symbol, decimals] = request.path.includes('BSC') ? ['bMVL', 8] : ['MVL', 18];
    respondJson([{ symbol, decimals }])(socket, request);
  };
  const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient --yes`;

  test.each([
    ['are others than ours', lists, exit.guarded, 'the token lists say 18 and 8'],
    ['cannot be read', respond(500, ''), exit.guarded, 'the token lists say nothing'],
  ])('nothing is sent if the decimals %s', async (_, script, code, output) => {
    const { run, server } = await stubUser(script);
    expect(await run(`${bridge} --retry 0`)).toMatchObject(ends(code, output, ''));
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('on a terminal a swap proposes tokens of its networks alone, first those that the service lists as swappable', async () => {
  const user = await signedIn();
  const { opening, type } = conversation(['swap', 'run'], { home: user.home });
  const text = await opening;
  expect(text).toMatch(
    /Not Support network: ETHEREUM[\s\S]*1 {2}BNB:[^\n]*BSC[\s\S]*BTCB:[^\n]*BSC[^\n]*\n[^\n]*ETHEREUM/,
  );
  expect(text).not.toMatch(/XTZ|BITCOIN/);
  await type('.');
});
