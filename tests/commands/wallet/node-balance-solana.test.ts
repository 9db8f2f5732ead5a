// Protects `tuk wallet balance --from node` on Solana: every unit that the owner has, exactly, and no name but of the token list.

import { beforeEach, describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { solanaKey, solanaProfile } from '../../support/solana.js';
import { signedIn } from '../../support/users.js';

let bench: Awaited<ReturnType<typeof solanaProfile>>;
let owner: string;
type Balance = Record<string, string | null> & { readonly asset: Record<string, string> };
const read = (more = '') => bench.run(`wallet balance ${owner} --network SOLANA --from node ${more}`.trim());
async function amounts() {
  const { code, stdout, stderr } = await read();
  expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
  const rows = JSON.parse(stdout) as Balance[];
  return rows.map(({ asset, contract, amount, wholeAmount }) => [asset.ticker, contract, amount, wholeAmount]);
}

beforeEach(async () => {
  bench = await solanaProfile();
  owner = bench.key.address;
});

describe('the balances of an owner', () => {
  test('are SOL and the tokens of both programs, with decimals by the chain', async () => {
    const [listed, other, none] = [
      await bench.node.createMint({ decimals: 6 }),
      await bench.node.createMint({ decimals: 2, program: 'token-2022' }),
      await bench.node.createMint({ decimals: 9 }),
    ];
    bench.tokens.push({ symbol: 'USDX', contractAddress: listed, decimals: 6 });
    bench.tokens.push({ symbol: 'NONE', contractAddress: none, decimals: 9 });
    await bench.node.mint(listed, owner, 18_446_744_073_709_551_615n);
    await bench.node.mint(other, owner, 1n);
    await bench.node.mint(none, solanaKey().address, 5n);
    bench.node.advance(2);
    expect(await amounts()).toEqual([
      ['SOL', null, '10000000000', '10'],
      ['USDX', listed, '18446744073709551615', '18446744073709.551615'],
      ['NONE', none, '0', '0'],
      [other, other, '1', '0.01'],
    ]);
  });

  test('add up all accounts of a mint, and say what is frozen', async () => {
    const mint = await bench.node.createMint({ decimals: 6 });
    const first = await bench.node.mint(mint, owner, 7n);
    const second = await bench.node.mint(mint, solanaKey().address, 5_000_000n);
    const ownerBytes = bench.node.chain.accountAt(first)!.data.slice(32, 64);
    bench.node.edit(second, (data) => Uint8Array.from([...data.slice(0, 32), ...ownerBytes, ...data.slice(64)]));
    await bench.node.freeze(second);
    bench.node.advance(2);
    expect((await amounts())[1]).toEqual([mint, mint, '5000007', '5.000007']);
    expect((await read()).stderr).toContain('5 cannot be sent, since the account is frozen');
  });

  test('stay in base units if mint and token list name other decimals', async () => {
    const mint = await bench.node.createMint({ decimals: 6 });
    bench.tokens.push({ symbol: 'USDX', contractAddress: mint, decimals: 9 });
    await bench.node.mint(mint, owner, 1_500_000n);
    bench.node.advance(2);
    expect((await amounts())[1]).toEqual(['USDX', mint, '1500000', undefined]);
    expect((await read()).stderr).toContain('6 decimals by its mint, and 9 by the token list');
  });

  test('are zero SOL for an address that the chain does not know, and a listed token without a mint is left out', async () => {
    bench.tokens.push({ symbol: 'GONE', contractAddress: solanaKey().address, decimals: 6 });
    owner = solanaKey().address;
    expect(await amounts()).toEqual([['SOL', null, '0', '0']]);
    expect((await read()).stderr).toContain('Left out: GONE has no mint');
  });

  test('of a token account name its owner', async () => {
    const mint = await bench.node.createMint();
    const account = await bench.node.mint(mint, owner, 7n);
    bench.node.advance(2);
    const { stderr } = await bench.run(`wallet balance ${account} --network SOLANA --from node`);
    expect(stderr).toContain(`is a token account of ${owner}`);
  });
});

test.each<[string, number, (rules: typeof bench.node.rules) => void]>([
  [
    'does not respond',
    exit.unreachable,
    (rules) => Object.assign(rules, { getMultipleAccounts: (_: unknown, { drop }: { drop(): never }) => drop() }),
  ],
  [
    'responds with something else',
    exit.server,
    (rules) => Object.assign(rules, { getTokenAccountsByOwner: () => ({ context: { slot: 1 }, value: [{}] }) }),
  ],
  [
    'refuses',
    exit.refused,
    (rules) =>
      Object.assign(rules, {
        getTokenAccountsByOwner: (_: unknown, { refuse }: { refuse(why: string, code: number): never }) =>
          refuse('excluded from account secondary indexes', -32_010),
      }),
  ],
])('a node that %s is a failure, and no row', async (_, code, change) => {
  change(bench.node.rules);
  expect(await read('--retry 0')).toMatchObject({ code, stdout: '' });
});

test('accounts of another owner are a failure: a node is not believed', async () => {
  const mint = await bench.node.createMint();
  const pubkey = await bench.node.mint(mint, solanaKey().address, 7n);
  const { data, programAddress } = bench.node.chain.accountAt(pubkey)!;
  const bytes = [Buffer.from(data).toString('base64'), 'base64'];
  const strangers = { pubkey, account: { lamports: 1, owner: programAddress, executable: false, data: bytes } };
  bench.node.advance(2);
  bench.node.rules.getTokenAccountsByOwner = ({ params }) => ({
    context: { slot: 1 },
    value: params[1].programId.startsWith('Tokenkeg') ? [strangers] : [],
  });
  expect(await read()).toMatchObject({ code: exit.server, stdout: '' });
});

test('a dry run shows the request, and sends none', async () => {
  const before = bench.node.requests.length;
  const { code, stdout } = await read('--dry-run');
  expect([code, JSON.parse(stdout)]).toMatchObject([
    exit.ok,
    { dryRun: true, effect: 'none', body: { method: 'getMultipleAccounts', params: [[owner], {}] } },
  ]);
  expect(bench.node.requests.length).toBe(before);
});

test('in the sandbox, node and service agree, by a wallet of the user', async () => {
  const { json } = await signedIn('mina');
  const facts = ({ asset, amount, wholeAmount, decimals, network, address }: Balance) => [
    ...[asset, amount, wholeAmount, decimals, network, address],
  ];
  const node: Balance[] = await json('wallet balance --network SOLANA --from node');
  const service: Balance[] = await json('wallet balance --network SOLANA');
  expect(node.map(({ source }) => source)).toEqual(['node', 'node']);
  expect(node.map(facts)).toEqual(service.map(facts));
});
