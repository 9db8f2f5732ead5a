// `tuk explain ANYTHING`: each kind of text is recognised, its parts are right, and what may be a secret is not repeated.
import { Transaction } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { router, tokenAt } from '../../../sandbox/chain/contracts.js';
import { encodeCall } from '../../../src/money/evm/contracts.js';
import { ends, exit } from '../../support/exit.js';
import { now } from '../../support/time.js';
import { newHome, newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

type Row = Readonly<Record<'word' | 'is' | 'of' | 'means' | 'source' | 'next', string>> & {
  readonly details?: Readonly<Record<string, string>>;
};
const user = newUser(newHome('empty'));
const explained = async (...words: readonly string[]): Promise<Row> => (await user.json(['explain', ...words]))[0];

const privateKey = '0x4c0883a69102937d6231471b5dbb6204fe512961708279f1d7b1b8e7e8b1b1e1';
const sender = '0x5bFb64f69E0950f676C4b935Fe1D9603eC1d35E9';
const june = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const usdc = '0xf0Efe4e844D23aAe88A42c88889e4eA3fe974b65';

describe('call data', () => {
  test('a transfer has its recipient and its amount in base units', async () => {
    const row = await explained(encodeCall('erc20', 'transfer', { to: june, amount: 1_000_000n }));
    const of = expect.stringContaining('transfer(address to');
    expect(row).toMatchObject({ is: 'call data of an EVM chain', of, next: `tuk explain ${june}` });
    expect(row.details).toMatchObject({ to: june, amount: expect.stringContaining('1000000 base units'), words: '2' });
  });
  test('an unlimited allowance is said to be one', async () => {
    const row = await explained(encodeCall('erc20', 'approve', { spender: router, amount: 2n ** 256n - 1n }));
    for (const said of ['unlimited', 'the trusted router of BSC']) expect(row.means).toContain(said);
  });
  test('a swap has its path, its floor and its end as a time', async () => {
    const args = { amountIn: 7n, amountOutMin: 5n, path: [usdc, june], to: june, deadline: 1_800_000_000n };
    const row = await explained(encodeCall('router', 'swapExactTokensForTokens', args));
    expect(row.means).toMatch(/sells 7 base units.* at least 5 base units.*until 2027-01-15/);
    const listed = 'the contract of the token USDC on BSC; the contract of the token USDC on BSC_TEST';
    expect(row.details?.path).toBe(`${usdc} (${listed}) > ${june}`);
  });
  test.each([
    ['0xdeadbeef', 0],
    [`0xdeadbeef${'0'.repeat(64 * 3)}`, 3],
  ])('the selector of %s is unknown, and its words are counted', async (data, words) => {
    const row = await explained(data);
    expect(row.means).toContain('is unknown');
    expect(row.details?.words).toBe(String(words));
  });
  test('bytes behind the arguments are said, and not shown', async () => {
    const row = await explained(`${encodeCall('erc20', 'transfer', { to: june, amount: 1n })}${'ab'.repeat(32)}`);
    expect(row.means).toContain('not the arguments of that function');
    expect(JSON.stringify(row)).not.toContain('abab');
  });
  test('the parts of a signature in a permit are not shown', async () => {
    const word = (hex: string) => hex.replace('0x', '').padStart(64, '0');
    const data = `0xd505accf${[june, router, '0x5', '0x7000000', '0x1b', `0x${'cd'.repeat(32)}`, `0x${'ef'.repeat(32)}`].map(word).join('')}`;
    const row = await explained(data.toLowerCase());
    expect(row.means).toContain('by a signature');
    expect(JSON.stringify(row)).not.toMatch(/cdcd|efef/);
  });
});

describe('a transaction', () => {
  const fields = { chainId: 56n, nonce: 3n, to: june, value: 10n ** 18n, data: '0x', gasLimit: 21_000n };
  const prices = {
    legacy: { gasPrice: 5_000_000_000n },
    eip2930: { gasPrice: 5_000_000_000n, accessList: [] },
    eip1559: { maxFeePerGas: 5_000_000_000n, maxPriorityFeePerGas: 1n, accessList: [] },
  };
  const signed = (type: keyof typeof prices, change: object = {}): string =>
    new Transaction(type, { ...fields, ...prices[type], ...change } as never, { strict: false })
      .signBy(privateKey, true)
      .toHex();

  const types = ['legacy', 'eip2930', 'eip1559'] as const;
  test.each(types)('%s: chain, nonce, recipient, value, fee and sender', async (type) => {
    const raw = signed(type);
    const row = await explained(raw);
    const of = expect.stringContaining('BSC, chain 56');
    expect(row).toMatchObject({ is: 'signed transaction of an EVM chain', of });
    const value = '1 BNB (1000000000000000000 wei)';
    expect(row.details).toMatchObject({ from: sender, nonce: '3', to: june, network: 'BSC', value });
    expect(row.details?.fee).toContain('0.000105 BNB');
    expect(row.next).toBe(`tuk wallet tx show ${row.details?.hash} --network BSC`);
    expect(JSON.stringify(row)).not.toContain(raw.slice(-64)); // its signature
  });
  test('its call is decoded in turn, in whole tokens if the sandbox lists the contract', async () => {
    expect(tokenAt('BSC_TEST', usdc)?.decimals).toBe(18);
    const data = encodeCall('erc20', 'transfer', { to: june, amount: 15n * 10n ** 17n });
    const row = await explained(signed('eip1559', { to: usdc, value: 0n, data }));
    expect(row.means).toContain('1.5 USDC (1500000000000000000 base units)');
    expect(row.details).toMatchObject({ 'call.to': june });
  });
  test('without a signature it is said to be unsigned, and a chain that no table has is named by its id', async () => {
    const unlisted = { ...fields, ...prices.eip1559, chainId: 987_654n } as never;
    const unsigned = new Transaction('eip1559', unlisted, { strict: false });
    const row = await explained(unsigned.toHex({ includeSignature: false }));
    expect(`${row.is} ${row.of}`).toMatch(/unsigned.*chain 987654/);
  });
});

describe('a token', () => {
  const part = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const signature = 'QQQQsecretsignatureQQQQsecretsignatureQQQQ';
  const token = (claims: object) => `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${signature}`;
  const seconds = Math.floor(now / 1000);

  test.each([
    ['has expired', { exp: seconds - 60, iat: seconds - 3600 }, /It has expired: .*1 min ago.*issued/],
    ['has not expired', { exp: seconds + 7200 }, /has not expired: its end is .*in (1 h 59 min|2 h)/],
    ['has no end', { sub: 'x' }, /names no end/],
    ['begins later', { exp: seconds + 90, nbf: seconds + 60 }, /not valid yet/],
  ])('one that %s', async (_, claims, means) => expect((await explained(token(claims))).means).toMatch(means));
  test('its signature, its text and its secret claims are not shown; it was not verified', async () => {
    const text = token({ sub: 'mina', password: 'hunter2', nested: { apiKey: 'k-123' } });
    for (const words of [[text], ['Bearer', text], [text, '-o', 'table']]) {
      const { stdout, stderr, code } = await user.run(['explain', ...words]);
      expect(code).toBe(exit.ok);
      expect(stdout.replace(/\s+/g, ' ')).toContain('signature was not verified');
      expect(stdout).toContain('mina');
      for (const secret of [signature, 'hunter2', 'k-123', text.slice(0, 40), text.split('.')[1]!])
        expect(stdout + stderr).not.toContain(secret);
    }
  });
  test('claims that cannot be read are said to be so', async () => {
    expect((await explained(`${part({ alg: 'none' })}.${part('[1]')}.`)).is).toContain('without readable claims');
  });
});

describe('an address', () => {
  test.each([
    [june, 'address of EVM chains', 'right (EIP-55)'],
    [june.toLowerCase(), 'address of EVM chains', 'none'],
    [june.replace('f39F', 'F39F'), 'mistyped address', 'wrong'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address of Bitcoin', 'right'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'mistyped address', 'wrong'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address of Bitcoin', 'right'],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'address of Solana', 'none'],
    [june.slice(0, -1), 'not an address', 'not checked'],
  ])('%s is %s, checksum %s', async (text, is, checksum) => {
    expect(await explained(text)).toMatchObject({ is, details: { checksum: expect.stringContaining(checksum) } });
  });
  test('a router, a listed token and an address of nobody are named', async () => {
    expect((await explained(router)).means).toContain('the trusted router of BSC');
    expect((await explained(usdc)).means).toContain('the contract of the token USDC on BSC');
    expect((await explained(`0x${'0'.repeat(40)}`)).means).toContain('▲');
  });
});

describe('the ledger', () => {
  test('an operation is explained by its id, its reference and the id of its response; nothing is requested', async () => {
    const mina = await signedIn();
    await mina.run('points transfer --to dara --amount 1 --client-ref feb-pay --yes --new-recipient');
    const [{ id }] = await mina.json('ops list');
    const means = expect.stringMatching(/points transfer of 1 MVP to dara.*done/);
    for (const text of [id, 'feb-pay', (await mina.json(`ops show ${id}`)).answer.id])
      expect((await mina.json(['explain', text]))[0]).toMatchObject({ means, next: `tuk ops show ${id}` });
    expect((await mina.run(`explain ${id} -v`)).stderr).toBe('');
    await mina.run(`wallet contacts add june ${june} --network BSC --yes`);
    expect((await mina.json(`explain ${june}`))[0].means).toContain('the contact june (BSC)');
  });
  test('an id that the ledger does not have is exit 5, and no ledger is created', async () => {
    const other = newUser(newHome('empty'));
    expect(await other.run('explain op-2611-0001')).toMatchObject(ends(exit.notFound, 'does not have it'));
    expect(await other.run('ops list')).toMatchObject({ code: exit.ok });
  });
});

describe('32 bytes, which may be a key', () => {
  test('with 0x they are a hash, and an unknown one is not repeated', async () => {
    for (const format of ['json', 'table', 'yaml', 'csv', 'md']) {
      const { stdout, code } = await user.run(['explain', privateKey, '-o', format]);
      expect([code, stdout]).toEqual([exit.ok, expect.not.stringContaining(privateKey.slice(2, 20))]);
    }
  });
  test.each([
    ['bare digits', [privateKey.slice(2)], ''],
    ['bare digits from standard input', ['-'], privateKey.slice(2)],
    ['a digit too few', [privateKey.slice(0, -1)], ''],
    ['a digit too many', [`${privateKey}0`], ''],
    ['64 bytes', [`0x${privateKey.slice(2).repeat(2)}`], ''],
    ['a recovery phrase', ['test test test test test test test test test test test junk'], ''],
    ['its words', 'test test test test test test test test test test test junk'.split(' '), ''],
    ['a phrase from standard input', ['-'], 'test test test test test test test test test test test junk\n'],
    ['WIF', ['L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ'], ''],
  ])('%s: refused, and not repeated', async (_, words, stdin) => {
    const { code, stdout, stderr } = await user.run(['explain', ...words], { stdin });
    expect([code, stdout]).toEqual([exit.guarded, '']);
    for (const secret of [privateKey.slice(2, 20), 'junk', 'L1aW4']) expect(stderr).not.toContain(secret);
  });
});

describe('an error', () => {
  test('as this program prints it, from standard input, with the lines before it', async () => {
    const { stderr } = await newUser(newHome('empty')).run('points history --json');
    const [row]: Row[] = await user.json('explain -', { stdin: `some line\n${stderr}` });
    const [is, of] = ['error of tuk', 'sign-in, exit code 4'];
    expect(row).toMatchObject({ word: 'NOT_SIGNED_IN', is, of, next: 'tuk login' });
  });
  test.each([
    ['{"statusCode":422,"message":["it must be positive"],"error":"Unprocessable"}', 'HTTP 422', 'must be positive'],
    ['{"code":"EXPIRED_SESSION","message":"jwt expired"}', 'EXPIRED_SESSION', 'renewed once'],
    ['{"errors":[{"message":"no such ride"}],"data":null}', 'error', 'no such ride'],
  ])('a body of the API: %s', async (body, word, means) => {
    const row = { word, is: 'error body of an API', means: expect.stringContaining(means) };
    expect(await explained(body)).toMatchObject(row);
  });
  test('a key in an error is not repeated', async () => {
    const { stdout } = await user.run(['explain', JSON.stringify({ message: `bad key ${privateKey}` })]);
    expect(stdout).not.toContain(privateKey.slice(2, 20));
  });
});

test.each([
  ['137', 'signal 9'],
  ['404', 'not-found, exit code 5'],
  ['BSC', 'evm'],
  ['timeout', 'profile'],
  ['read-only', 'profile'],
  ['limits.day', 'limits of a profile'],
  ['chain.BSC', 'profile'],
  ['TUK_TOKEN', 'this program'],
  ['--max-wait', 'every command'],
  ['wallet send', 'the group wallet'],
  ['tuk ride', 'Everyday'],
  ['exit-codes', 'this program'],
  ['price impact', 'tuk'],
  ['74c06736-df17-4d73-9501-7dbe34354076', 'version 4'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'made 2016-07-30T23:54:10.259Z'],
  ['1700000000', 'epoch seconds'],
  ['0x38', '2 digits'],
  ['sandbox', 'this machine'],
  ['how to swap', 'tuk swap run'],
])('%s is explained: %s', async (text, of) => {
  const rows: Row[] = await user.json(['explain', '--', ...text.split(' ')]);
  expect(rows.map((row) => row.of)).toContain(of);
  for (const { next, source, is, means } of rows) {
    expect(next).toMatch(/^tuk /);
    for (const said of [source, is, means]) expect(said).toMatch(/./);
  }
});

test('an unknown text that may be a token is repeated only in its beginning', async () => {
  const { code, stderr } = await user.run('explain ghp_abcdefghijklmnop1234567890abcdef');
  expect([code, stderr]).toEqual([exit.notFound, expect.not.stringContaining('ghp_abcdefgh')]);
});
