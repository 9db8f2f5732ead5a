// The swap group: tokens, quotes that are checked against their request, the bridge, legacy swaps, swap status.
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmNames } from '../support/confirmed.js';
import { answer, hang, reset, type Script, scripted } from '../support/scripted-server.js';
import { secondBackend } from '../support/second-backend.js';
import { person } from '../support/tuk.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
async function box(script: Script, tokens = '{"accessToken":"aaaa","refreshToken":"rrrr"}') {
  const server = await scripted(script);
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  await one.run('profile use box');
  if (tokens !== '') await one.run('login --tokens-stdin', { stdin: tokens });
  return { ...one, server, json: async (line: string) => JSON.parse((await one.run(line)).stdout) };
}
const ok = (value: unknown): Script => answer(200, JSON.stringify(value));

describe('mina on the sandbox', () => {
  const mina = person();
  const json = async (line: string) => JSON.parse((await mina.run(line)).stdout);
  const terminal = { terminal: true, columns: 80, env: { NO_COLOR: '1' } };
  beforeAll(async () => {
    await mina.run('login');
  });

  test('tokens, and a quote of them in whole tokens with a floor of our own', async () => {
    const { tokens } = await json('swap tokens BSC');
    expect(Object.keys(tokens)).toHaveLength(4);
    const quote = await json('swap quote --network BSC --from BNB --to USDC --amount 0.25 --slippage 1');
    expect(quote).toMatchObject({ fromTokenAmount: '250000000000000000', wholeFromTokenAmount: '0.25', slippage: '1' });
    expect(BigInt(quote.leastTokenAmount)).toBe((BigInt(quote.toTokenAmount) * 99n) / 100n);
    expect(Number(quote.rate)).toBeCloseTo(Number(quote.wholeToTokenAmount) * 4, 6);
    const [gives, brings] = [BigInt(quote.fromTokenAmount), BigInt(quote.toTokenAmount)]; // both of 18 decimals
    const inverse = BigInt(quote.inverseRate.replace('.', '').padEnd(quote.inverseRate.indexOf('.') + 18, '0'));
    expect(inverse).toBe((gives * 10n ** 18n) / brings);
    const usual = await json(
      `swap quote --network BSC --from BNB --to ${quote.toToken.address.toLowerCase()} --amount 0.25 --api-version v1.1`,
    );
    expect(BigInt(usual.leastTokenAmount)).toBe((BigInt(usual.toTokenAmount) * 995n) / 1000n);
    const shown = (await mina.run('swap quote --network BSC --from bMVL --to BNB --amount 1000', terminal)).stdout;
    expect(shown).toMatch(/^ {2}Gives +1,000 bMVL\n {2}Brings +[\d.]+ BNB\n {2}At least +[\d.]+ BNB\n {2}Slippage +0.5 %/);
    expect((await mina.run('swap tokens BSC', terminal)).stdout).toMatch(/^SYMBOL +NAME +DECIMALS/);
    expect(await json('swap quote --network BSC --from BNB --to USDC --amount 1 --dry-run')).toMatchObject({ call: 'listSwapTokens' });
  });

  test('MVL over the bridge, from its receipt to its end', async () => {
    expect(await json('swap bridge fee -f type=TO_ERC20')).toMatchObject({ type: 'TO_ERC20', feeAmount: `5${'0'.repeat(18)}` });
    const before = await json('wallet balance --network BSC');
    const line = `swap bridge create --type TO_BEP20 --amount 20.5 -f toAddress=${mine} --client-ref march --new-recipient --yes`;
    const made = await mina.run(line);
    expect(made.code).toBe(0);
    expect(made.stderr).toMatch(
      /Moves +MVL on Ethereum, to bMVL on BSC\n[\s\S]*Arrives +15.5 [\s\S]*In base units +20500000000000000000\n *To +0x f39F d6e5/,
    );
    expect((await mina.run(line)).stdout).toBe(made.stdout);
    expect(await json('swap bridge list')).toHaveLength(1);
    const operation = /In the ledger as (op-[\d-]+)/.exec(made.stderr)![1]!;
    await mina.run('sandbox advance 2m');
    expect(await json('swap bridge list')).toEqual([expect.objectContaining({ status: 'SUCCESS', amount: '20500000000000000000' })]);
    expect(await json(`swap status ${operation}`)).toMatchObject({ hash: JSON.parse(made.stdout).depositHash, status: 'SUCCESS' });
    const held = (rows: { asset: { ticker: string }; wholeAmount: string }[]) =>
      Number(rows.find(({ asset }) => asset.ticker === 'bMVL')!.wholeAmount);
    expect(held(await json('wallet balance --network BSC')) - held(before)).toBe(15.5);
  });

  test('a legacy swap, in either version', async () => {
    expect(await json('swap legacy fee')).toMatchObject({ type: 'TO_BEP20' });
    const line = `swap legacy create --amount 15 -f type=TO_BEP20 -f fromAddress=${mine} -f toAddress=${mine} --new-recipient --yes`;
    const made = await mina.run(line);
    expect(made.code).toBe(0);
    expect((await json(/Next: tuk (.*)/.exec(made.stderr)![1]!)).status).toBe('PENDING');
    expect((await mina.run(`${line} --api-version v1`)).code).toBe(0);
    expect((await json('swap legacy list')).filter(({ fromAddress }: { fromAddress: string }) => fromAddress === mine)).toHaveLength(2);
    expect((await json('swap legacy status')).open).toBe(true);
    expect((await json('ops list')).map(({ call }: { call: string }) => call).slice(0, 2)).toEqual(['createSwapV1', 'createSwap']);
    expect((await mina.run('swap legacy list', terminal)).stdout).toMatch(/^STATUS +TYPE +AMOUNT +FEE +ASKED +ID\n/);
  });

  test.each([
    ['swap quote --from BNB', 2, '--network, --to and --amount are needed'],
    ['swap quote --network BSC --from BNB --to DOGE --amount 1', 2, 'There are: BNB, bMVL, USDC, BTCB'],
    ['swap quote --network BSC --from BNB --to bnb --amount 1', 2, 'the same token'],
    ['swap quote --network BSC --from BNB --to USDC --amount 1e18', 2, '--amount is no amount'],
    ['swap quote --network BSC --from BNB --to USDC --amount 1.0000000000000000001', 2, 'more than 18 places'],
    ['swap quote --network BSC --from BNB --to USDC --amount 1 --slippage 51', 2, 'at most 50'],
    ['swap quote --network BSC --from BNB --to USDC --amount 1 --slippage -1', 2, '--slippage'],
    ['swap tokens XTZ', 3, 'Only BNB Smart Chain'],
    ['swap tokens BSCC', 2, 'is not a value of network'],
    ['swap status 0x1', 2, '--network is needed'],
    ['swap status op-2611-0999', 5, 'There is no operation'],
    ['swap bridge create --yes', 2, '--type and --amount are needed'],
    ['swap bridge create --type TO_MARS --amount 20 --new-recipient --yes', 2, 'not a value of --type'],
    [`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient`, 7, 'Add --yes to confirm'],
    ['swap legacy create --amount 0 --new-recipient --yes', 2, 'is nothing'],
    ['swap run', 2, 'has no command'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, code, said) => {
    const operations = await json('ops list');
    const ran = await mina.run(line);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(said);
    expect(await json('ops list')).toEqual(operations);
  });

  test('an operation without a transaction is reported', async () => {
    const made = await mina.run(`wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`);
    const ran = await mina.run(`swap status ${/In the ledger as (op-[\d-]+)/.exec(made.stderr)![1]!}`);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('has no transaction hash');
  });
});

describe('against scripted answers', () => {
  const bnb = { symbol: 'BNB', name: 'BNB', address: `0x${'e'.repeat(40)}`, decimals: 18 };
  const usdc = { symbol: 'USDC', name: 'USD Coin', address: `0x${'a'.repeat(40)}`, decimals: 6 };
  const quoted = { fromTokenAmount: `1${'0'.repeat(18)}`, toTokenAmount: '600000000' };
  const swaps =
    (quote: unknown, tokens: readonly object[] = [bnb, usdc]): Script =>
    (socket, asked) =>
      ok(asked.path.includes('/tokens') ? { tokens: Object.fromEntries(tokens.map((token, at) => [`0x${at}`, token])) } : quote)(
        socket,
        asked,
      );
  const line = 'swap quote --network BSC --from BNB --to USDC --amount 1';

  test('a quote without tokens is printed with those of the list, every digit kept', async () => {
    const { json } = await box(swaps({ ...quoted, toTokenAmount: '9'.repeat(40) }));
    const quote = await json(line);
    expect(quote).toMatchObject({ toToken: usdc, toTokenAmount: '9'.repeat(40), wholeToTokenAmount: `${'9'.repeat(34)}.${'9'.repeat(6)}` });
    expect(quote.leastTokenAmount).toBe(((BigInt('9'.repeat(40)) * 995n) / 1000n).toString());
  });

  test.each([
    ['another amount', { ...quoted, fromTokenAmount: '1' }, 7, 'The quote is for 1 base units'],
    ['another token', { ...quoted, toToken: { ...usdc, address: `0x${'b'.repeat(40)}` } }, 7, 'another toToken'],
    ['other decimals', { ...quoted, toToken: { ...usdc, decimals: 18 } }, 7, 'another toToken'],
    ['no amount', { ...quoted, toTokenAmount: 'lots' }, 7, 'has no received amount'],
  ])('a quote of %s is refused', async (_, quote, code, said) => {
    const { run } = await box(swaps(quote));
    const ran = await run(line);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(said);
  });

  const without = (row: object, field: string) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== field));
  test.each<[string, unknown, readonly object[], string]>([
    ['the quote has no fromTokenAmount', without(quoted, 'fromTokenAmount'), [bnb, usdc], 'no field fromTokenAmount'],
    ['the quote has no toTokenAmount', without(quoted, 'toTokenAmount'), [bnb, usdc], 'no field toTokenAmount'],
    ['the quote is a list', [quoted], [bnb, usdc], 'not an object'],
    ['no token has a symbol', quoted, [without(bnb, 'symbol'), without(usdc, 'symbol')], 'has the field symbol'],
    ['no token has an address', quoted, [without(bnb, 'address'), without(usdc, 'address')], 'no address for BNB'],
  ])('where %s, the response is not as expected: exit 11', async (_, quote, tokens, said) => {
    const { run } = await box(swaps(quote, tokens));
    const ran = await run(line);
    expect([ran.code, ran.stdout]).toEqual([11, '']);
    expect(ran.stderr).toContain(said);
  });

  test.each([
    ['a symbol that two tokens share', [bnb, usdc, { ...usdc, address: `0x${'c'.repeat(40)}` }], 2, 'Give the address'],
    ['a token without decimals', [{ ...bnb, decimals: undefined }, usdc], 7, 'has no decimals'],
  ])('%s is not quoted', async (_, tokens, code, said) => {
    const { run, server } = await box(swaps(quoted, tokens));
    const ran = await run(line);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(said);
    expect(server.requests).toHaveLength(1);
  });

  test('without a session the public versions are asked', async () => {
    const { run, server } = await box(swaps(quoted), '');
    expect((await run(line)).code).toBe(0);
    expect(server.requests.map(({ path }) => path.replace(/\?.*/, ''))).toEqual([
      '/wallet/v1.1/native-swap/BSC/tokens',
      '/wallet/v1/native-swap/BSC/quote',
    ]);
  });

  test('nothing there; a word that is not known, and text that would steer a terminal', async () => {
    const empty = await box(ok([]));
    expect((await empty.run('swap bridge list', { terminal: true })).stderr).toContain('No swaps over the bridge.');
    const evil = '\u001b]0;x\u0007';
    const { run } = await box(ok([{ id: evil, status: 'MELTED', type: evil, amount: evil, feeAmount: evil, createdAt: evil }]));
    for (const list of ['bridge list', 'legacy list', 'legacy status', 'bridge fee']) {
      const { stdout } = await run(`swap ${list}`, { terminal: true, columns: 200, env: { NO_COLOR: '1' } });
      expect(stdout).not.toMatch(/[\u0007\u001b]/);
      expect(stdout).toContain('\\x1b');
    }
    expect((await run('swap bridge list', { terminal: true, columns: 200 })).stdout).toContain('MELTED');
  });

  const lists =
    (mvl: number, bmvl: number): Script =>
    (socket, asked) =>
      ok([asked.path.includes('BSC') ? { symbol: 'bMVL', decimals: bmvl } : { symbol: 'MVL', decimals: mvl }])(socket, asked);
  const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} --new-recipient --yes --timeout 300ms`;

  test.each([
    [bridge, 'createBridgeSwap', 'tuk swap bridge list'],
    ['swap legacy create --amount 20 -f type=TO_BEP20 --new-recipient --yes --timeout 300ms', 'createSwap', 'tuk swap legacy list'],
  ])('%s: reset, no response or 500: sent once, and the outcome is unknown', async (create, call, look) => {
    for (const script of [reset, hang, answer(500, '{"message":"x"}'), answer(200, '<html>', { 'content-type': 'text/html' })]) {
      const { run, server, json } = await box((socket, asked) => {
        const of = asked.method === 'POST' ? script : asked.path.includes('/token/') ? lists(18, 18) : ok({ feeAmount: '1' });
        of(socket, asked);
      });
      const ran = await run(create);
      expect(ran).toMatchObject({ code: 10, stdout: '' });
      expect(ran.stderr).toContain(look);
      expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
      expect(await json('ops list')).toEqual([expect.objectContaining({ call, outcome: 'unknown' })]);
    }
  });

  test.each([
    ['are others than ours', lists(18, 8), 7, 'the token lists say 18 and 8'],
    ['cannot be read', answer(500, ''), 7, 'the token lists say nothing'],
  ])('nothing is sent where the decimals %s', async (_, script, code, said) => {
    const { run, server } = await box(script);
    const ran = await run(`${bridge} --retry 0`);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(said);
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('elsewhere than in a sandbox nothing leaves under assumed names', async () => {
    const one = person();
    await one.run(['profile', 'add', 'far', '--base', 'https://{service}.far.invalid']);
    const shown = await one.run(`${bridge} -p far --dry-run`);
    expect(JSON.parse(shown.stdout)).toMatchObject({ call: 'createBridgeSwap' });
    expect(shown.stdout).toContain('20000000000000000000');
    const ran = await one.run(`${bridge} -p far`);
    expect([ran.code, ran.stdout]).toEqual([7, '']);
    expect(ran.stderr).toContain('name.bep20-swap.create-bridge-swap confirmed');
  });
});

test('a session that has ended is renewed before a read; a service without the route is exit 5', async () => {
  const back = await secondBackend();
  try {
    const one = person();
    await one.run(['profile', 'add', 'box', '--base', `${back.url}/{service}`]);
    confirmNames(one.home, 'box');
    await one.run('login --tokens-stdin -p box', { stdin: JSON.stringify(back.signIn()) });
    back.expire();
    expect((await one.run('swap bridge list -p box')).code).toBe(0);
    expect(back.count('refresh')).toBe(1);
    expect((await one.run('swap legacy list -p box')).code).toBe(5);
  } finally {
    await back.close();
  }
});
