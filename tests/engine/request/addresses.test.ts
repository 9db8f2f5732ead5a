// Address options of reads and lists: checked for their network before anything is sent; own wallets are found by id,
// name or number.
import { describe, expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { type ReceivedRequest, respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const daras = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const wallets = [
  { id: '9001', name: 'Wallet 1', network: 'ETHEREUM', index: 0, address: mine },
  { id: '9002', name: 'Wallet 1', network: 'BSC', index: 0, address: mine },
  { id: '9003', name: 'Cold', network: 'BITCOIN', index: 0, address: bitcoin },
  { id: '9004', name: 'Savings', network: 'BASE', index: 1, address: daras },
  { id: '9005', name: 'Twin', network: 'BASE', index: 2, address: mine },
  { id: '9006', name: 'Twin', network: 'BASE', index: 2, address: daras },
];
const responseFor = ({ path: at }: ReceivedRequest): unknown => {
  const { pathname, searchParams } = new URL(at, 'http://x');
  if (pathname.endsWith('/v2/wallets'))
    return wallets.filter(({ network }) => [null, network].includes(searchParams.get('network')));
  return pathname.endsWith('/balance') ? [{ asset: { ticker: 'X' }, amount: '1' }] : [];
};

async function setup(signIn = true) {
  const user = await stubUser((socket, request) => respondJson(responseFor(request))(socket, request), { signIn });
  const { server } = user;
  const requests = () => server.requests.map(({ path: at }) => at.replace(/^\/\w+/, ''));
  /** The addresses of the requested balances. */
  const balances = () =>
    requests()
      .filter((at) => at.includes('/balance?'))
      .map((at) => [...new URL(at, 'http://x').searchParams.values()].join(' '))
      .sort();
  return { ...user, requests, balances };
}
const invalid = daras.replace('dc79', 'Dc79');

describe('an invalid address of a network is exit 2 before any request', () => {
  const bad: readonly [line: string, said: string][] = [
    [
      'wallet balance 0x7099 --network BSC',
      'is not an address of BSC: after 0x it has 40 hexadecimal digits, and this has 4',
    ],
    ['wallet balance 0x7099', 'is not an address'],
    [`wallet balance ${invalid}`, 'mistyped'],
    [`wallet balance ${bitcoin} --network BITCOIN_TEST`, 'another Bitcoin network'],
    [`wallet balance ${bitcoin.slice(0, -1)}5 --network BITCOIN`, 'its checksum is not right'],
    [`wallet balance 0X${mine.slice(2)} --network BSC`, 'capital X'],
    [`wallet balance ${mine.slice(2)} --network BSC`, 'need 0x before them'],
    [`wallet history --network BSC --address ${invalid}`, '--address is mistyped'],
    [`wallet history --network BSC --address ${bitcoin}`, '--address is not an address of BSC'],
    [
      `wallet add --network BITCOIN --address ${daras} --index 1 --name Savings --yes`,
      '--address is not an address of BITCOIN',
    ],
    ['wallet add --network BASE --address foo --index 1 --name Savings --yes', '--address is not an address of BASE'],
    [`wallet add --network BASE --address ${invalid} --index 1 --name Savings --yes`, '--address is mistyped'],
    [`wallet link ${invalid} --key-file none.txt --yes`, 'The address is mistyped'],
    ['wallet migration show 1', 'The address is not an address'],
    [`swap quote --network BSC --from ${invalid} --to BNB --amount 1`, '--from is mistyped'],
    ['swap quote --network BSC --from BNB --to 0x7099 --amount 1', '--to is not an address of BSC'],
    [`store forms inventory 3 --wallet ${invalid}`, '--wallet is mistyped'],
    [`store waiting-list ${invalid} --yes`, 'The wallet is mistyped'],
  ];
  test.each(bad)('%s', async (line, output) => {
    const { run, requests } = await setup();
    const result = await run(line);
    expect([result.code, result.stdout, requests()]).toEqual([exit.usage, '', []]);
    expect(result.stderr).toContain(output);
    expect(result.stderr.split('\n')[0]).toMatch(/^✗ .*\.$/);
  });

  test('an address in lower case, in upper case, or valid for the network is accepted', async () => {
    const { run, balances } = await setup();
    for (const line of [
      `${mine.toLowerCase()} --network BSC`,
      `0x${mine.slice(2).toUpperCase()} --network BSC`,
      `${bitcoin} --network BITCOIN`,
      `0x${'0'.repeat(40)} --network BSC`,
    ])
      expect([line, (await run(`wallet balance ${line}`)).code]).toEqual([line, exit.ok]);
    expect(balances()).toHaveLength(4);
  });
});

describe('a call by any other door has the same check', () => {
  test.each([
    `api user get-balance-v2 --address ${invalid} --network BSC`,
    'api user get-balance-v2 --address Savings --network BSC',
    `api GET user /v2/wallets/balance?network=BITCOIN&address=${mine}`,
    `api GET wallet /asset-migration/${invalid}`,
    `api user create-wallet-v2 -F network="BSC" -f address=${bitcoin} -F index=1 -f name=Savings --yes`,
  ])('%s', async (line) => {
    const { run, requests } = await setup();
    for (const more of ['', ' --dry-run']) {
      expect(await run(line + more)).toMatchObject(ends(exit.usage, /is not an address|is mistyped/, ''));
    }
    expect(requests()).toEqual([]);
  });

  test.each([
    `api user get-balance-v2 --address ${mine} --network BSC`,
    `api GET user /v2/wallets/balance?network=MOON&address=${bitcoin}`,
    'api PUT user /users/current -f address=Street --yes',
    'api GET ride-hailing /v1/places/search?address=Museum',
  ])('%s passes', async (line) => {
    const { run, requests } = await setup();
    await run(line);
    expect(requests()).toHaveLength(1);
  });
});

describe('an own wallet', () => {
  test.each([
    ['Savings', [`BASE ${daras}`]],
    ['savings', [`BASE ${daras}`]],
    ['9003', [`BITCOIN ${bitcoin}`]],
    ['1', [`BASE ${daras}`]], // its nr on the list
    ['3', [`BITCOIN ${bitcoin}`]], // no wallet has that nr: the third row
    ['Wallet_1', undefined],
  ])('is found by %s', async (typed, found) => {
    const { run, requests, balances } = await setup();
    const result = await run(['wallet', 'balance', typed]);
    expect([result.code, balances()]).toEqual(found ? [0, found] : [2, []]);
    expect(requests().filter((at) => at === '/v2/wallets')).toHaveLength(1);
    if (found) expect(result.stderr).toContain(found[0]!.split(' ')[1]);
    else expect(result.stderr).toMatch(/not one of your wallets[\s\S]*Did you mean Wallet 1\?/);
  });

  test('of several networks is requested on each, or on the selected one', async () => {
    const { run, balances } = await setup();
    expect((await run(['wallet', 'balance', 'Wallet 1'])).code).toBe(exit.ok);
    expect(balances()).toEqual([`BSC ${mine}`, `ETHEREUM ${mine}`]);
    expect((await run(['wallet', 'balance', 'Wallet 1', '--network', 'BSC'])).code).toBe(exit.ok);
    expect(balances()).toEqual([`BSC ${mine}`, `BSC ${mine}`, `ETHEREUM ${mine}`]);
    const result = await run(['wallet', 'balance', 'Savings', '--network', 'BSC']);
    expect(result).toMatchObject(ends(exit.usage, 'not one of your wallets on BSC', ''));
  });

  test('has its history by its name; a name with two addresses is ambiguous', async () => {
    const { run, requests } = await setup();
    expect((await run('wallet history --network BASE --address Savings')).code).toBe(exit.ok);
    expect(requests().filter((at) => at.includes(`address=${daras}`))).toHaveLength(1);
    for (const line of ['history --network BASE --address Twin', 'balance Twin', 'balance twin --network BASE'].map(
      (rest) => `wallet ${rest}`,
    ))
      expect(await run(line)).toMatchObject(ends(exit.usage, /names several of your wallets[\s\S]*0xf39F.*0x7099/, ''));
    expect(await run('wallet history --network BSC --address foo')).toMatchObject(
      ends(exit.usage, '"foo" is not an address and not one of your wallets on BSC', ''),
    );
    expect(requests().filter((at) => at.includes('/history'))).toHaveLength(1);
  });

  test('own wallets are looked up only with a session, and not by a dry run', async () => {
    const out = await setup(false);
    const result = await out.run('wallet balance Savings --network BASE');
    expect([result.code, result.stderr, out.requests()]).toEqual([
      exit.usage,
      expect.stringMatching(/wallet names need a session\.\n.*tuk login/),
      [],
    ]);
    const { run, requests } = await setup();
    const output = await run('wallet balance Savings --dry-run');
    expect([output.code, JSON.parse(output.stdout).call]).toEqual([exit.ok, 'listWalletsV2']);
    expect((await run('wallet history --network BASE --address Savings --dry-run')).code).toBe(exit.usage);
    expect(requests()).toEqual([]);
  });
});

test('on a terminal the prompt repeats until the address is valid on the network', async () => {
  const { home, requests } = await setup();
  const session = conversation(['wallet', 'add', '--network', 'BASE', '--index', '1', '--name', 'Savings'], { home });
  expect(await session.opening).toMatch(/^Address /);
  expect(await session.type('0x7099')).toMatch(/✗ This is not an address of BASE[^\n]*\.\nAddress /);
  expect(await session.type(invalid)).toMatch(/✗ This is mistyped/);
  expect(await session.type('ab'.repeat(32))).toMatch(/✗ This may hold a private key/);
  expect(await session.type(daras)).not.toContain('✗');
  await session.type('no');
  expect([await session.exitCode, requests()]).toEqual([exit.guarded, []]);
});
