// `tuk wallet balance` from the node of a network: the coin and the listed tokens, in rows like the rows of the service.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encryptKeystoreJsonSync, Wallet } from 'ethers';
import { beforeEach, describe, expect, test } from 'vitest';
import { account, bMVL, chainProfile, friend } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';
import { solanaKey, solanaProfile } from '../../support/solana.js';
import { signedIn } from '../../support/users.js';

let bench: Awaited<ReturnType<typeof chainProfile>>;
type Balance = Record<string, string> & { readonly asset: Record<string, string> };
const balances = async (line: string): Promise<Balance[]> => bench.json(`wallet balance ${line}`);

beforeEach(async () => {
  bench = await chainProfile();
});

/** Pins ETHEREUM_LOCAL, of which the service has no wallet and lists no token, to the node. */
async function pinLocal(): Promise<void> {
  for (const setting of ['chain.ETHEREUM_LOCAL 97', `rpc.ETHEREUM_LOCAL ${bench.node.url}`])
    expect(await bench.type(`profile set box ${setting}`)).toMatchObject({ code: exit.ok });
}

/** Stores a key, without a command, as light as a test needs it. */
function storeKey(name: string, privateKey: string): string {
  const wallet = new Wallet(privateKey);
  const folder = path.join(bench.home, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = encryptKeystoreJsonSync(wallet, 'a long password', { scrypt: { N: 2, r: 1, p: 1 } });
  writeFileSync(path.join(folder, `${name}.json`), text, { mode: 0o600 });
  return wallet.address;
}

describe('--from node', () => {
  test('shows what the chain has, in the fields of the service and in its order', async () => {
    const node = await balances(`${account} --network BSC --from node`);
    const service = await balances(`${account} --network BSC`);
    expect(new Set(node.map(({ source }) => source))).toEqual(new Set(['node']));
    expect(new Set(service.map(({ source }) => source))).toEqual(new Set(['service']));
    const facts = ({ asset, amount, wholeAmount, decimals, network, address, valuatedCurrency }: Balance) => [
      ...[asset, amount, wholeAmount, decimals, network, address, valuatedCurrency],
    ];
    expect(node.map(facts)).toEqual(service.map(facts));
    const isAddress = expect.stringMatching(/^0x/);
    expect(node.map(({ contract }) => contract)).toEqual([null, bMVL, isAddress, isAddress]);
    expect(BigInt(node[0]!.amount!)).toBe(BigInt(await bench.ask('eth_getBalance', account, 'latest')));
  });

  test('shows listed tokens of nothing, too, and no token that has no contract on the chain', async () => {
    bench.node.rules.eth_getCode = ({ params: [contract] }, { forward }) => (contract === bMVL ? '0x' : forward());
    const line = `wallet balance 0x00000000000000000000000000000000000000F1 --network BSC --from node`;
    const { code, stdout, stderr } = await bench.run(line);
    const rows = (JSON.parse(stdout) as Balance[]).map(({ asset, amount }) => `${asset.ticker} ${amount}`);
    expect([code, rows]).toEqual([exit.ok, ['BNB 0', 'USDC 0', 'BTCB 0']]);
    expect(stderr).toContain(`Left out: bMVL has no contract at ${bMVL}`);
  });

  test('an amount stays in base units if contract and token list name other decimals', async () => {
    bench.node.rules.eth_call = ({ params: [call] }, { forward }) =>
      call.to === bMVL && call.data === '0x313ce567' ? `0x${'6'.padStart(64, '0')}` : forward();
    const [, row] = await balances(`${account} --network BSC --from node`);
    expect(row).toMatchObject({ asset: { ticker: 'bMVL' }, amount: `250000${'0'.repeat(18)}`, valuatedAmount: null });
    expect(row).not.toHaveProperty('wholeAmount');
  });

  test('a token that does not say its balance is a failure, and the others are shown', async () => {
    bench.node.rules.eth_call = ({ params: [call] }, { forward, refuse }) =>
      call.to === bMVL && call.data.startsWith('0x70a08231') ? refuse('execution reverted', 3) : forward();
    const { code, stdout, stderr } = await bench.run(`wallet balance ${account} --network BSC --from node`);
    expect([code, JSON.parse(stdout).length, stderr]).toEqual([exit.refused, 3, expect.stringContaining('reverted')]);
  });

  test.each<[string, number, typeof bench.node.rules]>([
    ['does not respond', exit.unreachable, { eth_getBalance: (_, { drop }) => drop() }],
    ['is of another chain', exit.guarded, { eth_chainId: () => '0x38' }],
    ['responds with something else', exit.server, { eth_getBalance: () => 'much' }],
  ])('a node that %s is a failure, and no row', async (_, code, rules) => {
    Object.assign(bench.node.rules, rules);
    const result = await bench.run(`wallet balance ${account} --network BSC --from node --retry 0`);
    expect(result).toMatchObject({ code, stdout: '' });
  });

  test.each([
    ['--from node', '--network'],
    [`${account} --from node --network OP_SEPOLIA`, 'no JSON-RPC for OP_SEPOLIA'],
    ['--from node --network XTZ', 'EVM chains and Solana'],
    ['--from node --network BSC', 'an address is needed'],
    ['--from chain --network BSC', 'not a value of --from'],
  ])('%s is a usage error', async (line, why) => {
    expect(await bench.run(`wallet balance ${line}`)).toMatchObject(ends(exit.usage, why, ''));
    expect(bench.node.requests.filter(({ method }) => method !== 'eth_getBlockByNumber')).toEqual([]);
  });

  test('a dry run shows the request, and sends none', async () => {
    const { code, stdout } = await bench.run(`wallet balance ${account} --network BSC --from node --dry-run`);
    const body = { method: 'eth_getBalance', params: [account, 'latest'] };
    expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, { dryRun: true, effect: 'none', body }]);
    expect(bench.node.requests).toEqual([]);
  });
});

describe('a network that the service shows nothing of', () => {
  test('is read at its node, for a typed address', async () => {
    await pinLocal();
    expect(await balances(`${account} --network ETHEREUM_LOCAL`)).toMatchObject([
      {
        ...{ asset: { ticker: 'ETH' }, amount: `30${'0'.repeat(18)}`, wholeAmount: '30', source: 'node' },
        ...{ network: 'ETHEREUM_LOCAL', address: account, valuatedAmount: null },
      },
    ]);
  });

  test('is read for the stored keys without an address, and without a session', async () => {
    await pinLocal();
    expect(await bench.run('wallet balance --network ETHEREUM_LOCAL')).toMatchObject({ code: exit.signIn, stdout: '' });
    const [one, two] = [storeKey('one', `0x${'11'.repeat(32)}`), storeKey('two', `0x${'22'.repeat(32)}`)];
    storeKey('zwei', `0x${'22'.repeat(32)}`);
    const rows = await balances('--network ETHEREUM_LOCAL');
    expect(rows.map(({ address, amount }) => `${address} ${amount}`)).toEqual([`${one} 0`, `${two} 0`]);
  });

  test('stays empty if the profile pins no node of it', async () => {
    expect(await balances(`${friend} --network ETHEREUM_LOCAL`)).toEqual([]);
  });

  test('is a failure if its node cannot be read, and no empty list', async () => {
    await pinLocal();
    bench.node.rules.eth_getBalance = (_, { drop }) => drop();
    const result = await bench.run(`wallet balance ${account} --network ETHEREUM_LOCAL --retry 0`);
    expect(result).toMatchObject({ code: exit.unreachable, stdout: '' });
  });
});

test('a wallet is found by its name on a network where it is not listed', async () => {
  const { json, run } = await signedIn('mina');
  const found = await json('wallet balance 1 --network OP_SEPOLIA');
  expect(found).toMatchObject([{ address: account, network: 'OP_SEPOLIA', source: 'node' }]);
  expect((await run('wallet balance --network OP_SEPOLIA')).code).toBe(exit.notFound);
});

// Protects `tuk wallet balance --from node` on Solana: every unit that the owner has, exactly, and no name but of the token list.
describe('node balance solana', () => {
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
      const { mint: listed } = await bench.addToken({}, 18_446_744_073_709_551_615n);
      const none = await bench.node.createMint({ decimals: 9 });
      const other = await bench.node.createMint({ decimals: 2, program: 'token-2022' });
      bench.tokens.push({ symbol: 'NONE', contractAddress: none, decimals: 9 });
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

  const odd = { context: { slot: 1 }, value: [{}] };
  test.each<[string, number, typeof bench.node.rules]>([
    ['does not respond', exit.unreachable, { getMultipleAccounts: (_, { drop }) => drop() }],
    ['responds with something else', exit.server, { getTokenAccountsByOwner: () => odd }],
    ['refuses', exit.refused, { getTokenAccountsByOwner: (_, { refuse }) => refuse('excluded from indexes', -32_010) }],
  ])('a node that %s is a failure, and no row', async (_, code, rules) => {
    Object.assign(bench.node.rules, rules);
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
    const body = { method: 'getMultipleAccounts', params: [[owner], {}] };
    expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, { dryRun: true, effect: 'none', body }]);
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
});
