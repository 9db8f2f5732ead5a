// The simulated chains over JSON-RPC, through another client library: blocks, transactions, and refusals.
import {
  Contract,
  Interface,
  JsonRpcProvider,
  MaxUint256,
  parseEther,
  parseUnits,
  type Wallet,
  ZeroAddress,
} from 'ethers';
import { afterEach, describe, expect, it } from 'vitest';
import { sandboxOfEachTest, startTestSandbox } from '../support.js';
import { walletAt } from '../wallet-key.js';

const signer = walletAt;
const bMVL = '0xF88c92E4922D51F1Ba67c00eCf8289B8a330874d';
const usdc = '0xf0Efe4e844D23aAe88A42c88889e4eA3fe974b65';
const wbnb = '0x0E5b43Be59CCb85E25501A65eb5EEE042B8a08DC';
const router = '0x3445cafe1899b6027483226f578724824B8186f4';
const erc20 = new Interface([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
  'function transfer(address,uint256) returns (bool)',
  'function approve(address,uint256) returns (bool)',
  'function transferFrom(address,address,uint256) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);
const v2 = new Interface([
  'function WETH() view returns (address)',
  'function getAmountsOut(uint256,address[]) view returns (uint256[])',
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256) returns (uint256[])',
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256) returns (uint256[])',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
]);

const sandbox = sandboxOfEachTest();
const providers: JsonRpcProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) provider.destroy();
});

function provider(network = 'BSC_TEST'): JsonRpcProvider {
  const url = `${sandbox.sandbox.url}/rpc/${network}`;
  const created = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, polling: true });
  created.pollingInterval = 20;
  providers.push(created);
  return created;
}
const mina = (network?: string) => signer(0).connect(provider(network));
const far = Math.floor(Date.parse('2027-01-01') / 1000);
// biome-ignore lint/suspicious/noExplicitAny: a contract of ethers has its methods by name
const contract = (address: string, abi: Interface, runner: unknown): any =>
  new Contract(address, abi, runner as Wallet);
const rpc = async (method: string, params: unknown[] = [], network = 'BSC_TEST') =>
  (await sandbox.post(`rpc/${network}`, { jsonrpc: '2.0', id: 1, method, params })).body;

describe('the chains', () => {
  it.each([
    ['ETHEREUM_SEPOLIA', 11155111n, 12],
    ['BSC_TEST', 97n, 3],
    ['BASE_SEPOLIA', 84532n, 2],
    ['OP_SEPOLIA', 11155420n, 2],
  ])('%s has blocks that follow the clock', async (network, chainId, seconds) => {
    const chain = provider(network);
    expect((await chain.getNetwork()).chainId).toBe(chainId);
    const height = await chain.getBlockNumber();
    const [block, parent] = [await chain.getBlock(height), await chain.getBlock(height - 1)];
    expect(block!.parentHash).toBe(parent!.hash);
    expect(block!.timestamp - parent!.timestamp).toBe(seconds);
    expect(block!.timestamp).toBeLessThanOrEqual(Date.parse('2026-06-01T00:00:00Z') / 1000);
    expect((await chain.getBlock(block!.hash!))!.number).toBe(height);
    await sandbox.advance('60s');
    expect(await chain.getBlockNumber()).toBe(height + 60 / seconds);
    expect(await chain.getBlock(height + 1000)).toBeNull();
  });
  it('returns standard errors for invalid requests', async () => {
    const post = async (body: unknown) => (await sandbox.post('rpc/BSC_TEST', body)).body;
    expect((await post('{')).error.code).toBe(-32700);
    expect((await post('[]')).error.code).toBe(-32600);
    expect((await post({ id: 1, method: 'eth_chainId' })).error.code).toBe(-32600);
    expect((await rpc('eth_mine')).error.code).toBe(-32601);
    expect((await rpc('constructor')).error.code).toBe(-32601);
    expect((await rpc('eth_getBalance', ['0x12'])).error.code).toBe(-32602);
    const batch = await post([
      { jsonrpc: '2.0', id: 'a', method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 2, method: 'nothing', params: [] },
      7,
    ]);
    expect(batch).toMatchObject([
      { id: 'a', result: '0x61' },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
    const silent = await sandbox.post('rpc/BSC_TEST', { jsonrpc: '2.0', method: 'eth_chainId', params: [] });
    expect([silent.status, silent.text]).toEqual([204, '']);
  });
  it('begin anew with another first block after a reset, and in another sandbox of the same seed', async () => {
    const first = async (post: (body: unknown) => Promise<{ body: { result: { hash: string } } }>) =>
      (await post({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['0x0', false] })).body.result.hash;
    const here = () => first((body) => sandbox.post('rpc/BSC_TEST', body));
    const before = await here();
    await sandbox.advance('1d');
    expect(await here()).toBe(before);
    await mina().sendTransaction({ to: signer(1).address, value: 1n });
    await sandbox.control('reset');
    const after = await here();
    expect(after).not.toBe(before);
    expect(await provider().getTransactionCount(signer(0).address)).toBe(0);
    const other = await startTestSandbox();
    expect([before, after]).not.toContain(await first((body) => other.post('rpc/BSC_TEST', body)));
    await other.close();
  });
});

describe('a transfer', () => {
  it.each([0, 2])('of coins, type %i, is executed in a block of its own', async (type) => {
    const from = mina();
    const before = await from.provider!.getBlockNumber();
    const sent = await from.sendTransaction({ to: signer(1).address, value: parseEther('1.25'), type });
    const receipt = (await sent.wait())!;
    expect([receipt.status, receipt.blockNumber, receipt.gasUsed, receipt.type]).toEqual([1, before + 1, 21000n, type]);
    expect(await from.provider!.getBlockNumber()).toBe(before + 1);
    expect(await from.provider!.getBalance(from.address)).toBe(parseEther('28.75') - receipt.fee);
    expect(await from.provider!.getBalance(signer(1).address)).toBe(parseEther('3.25'));
    const found = (await from.provider!.getTransaction(sent.hash))!;
    expect([found.from, found.nonce, found.signature.serialized]).toEqual([from.address, 0, sent.signature.serialized]);
    const block = (await from.provider!.getBlock(receipt.blockNumber, true))!;
    expect([block.transactions, block.gasUsed]).toEqual([[sent.hash], 21000n]);
    expect(block.prefetchedTransactions[0]!.hash).toBe(sent.hash);
    expect(await from.getNonce()).toBe(1);
  });
  it('of a token writes a log that a filter finds', async () => {
    const from = mina();
    const token = contract(bMVL, erc20, from);
    const receipt = await (await token.transfer(signer(1).address, 77n)).wait();
    expect(receipt.status).toBe(1);
    const { blockNumber: at } = receipt;
    const [event] = await token.queryFilter(token.filters.Transfer(null, signer(1).address), at, at);
    expect([event.args.from, event.args.to, event.args.value]).toEqual([from.address, signer(1).address, 77n]);
    expect(await token.queryFilter(token.filters.Transfer(signer(1).address), 0, 'latest')).toEqual([]);
    expect(await token.balanceOf(signer(1).address)).toBe(parseEther('12000') + 77n);
  });
  it('on behalf of somebody else uses up an allowance', async () => {
    const [owner, spender] = [mina(), signer(1).connect(provider())];
    const token = contract(bMVL, erc20, owner);
    const spent = contract(bMVL, erc20, spender);
    await expect(spent.transferFrom(owner.address, spender.address, 5n)).rejects.toThrow(/insufficient allowance/);
    await (await token.approve(spender.address, 7n)).wait();
    await (await spent.transferFrom(owner.address, spender.address, 5n)).wait();
    expect(await token.allowance(owner.address, spender.address)).toBe(2n);
    await (await token.approve(spender.address, MaxUint256)).wait();
    await (await spent.transferFrom(owner.address, spender.address, 5n)).wait();
    expect(await token.allowance(owner.address, spender.address)).toBe(MaxUint256);
  });
  it('that is impossible fails, and its gas is spent', async () => {
    const from = mina();
    const token = contract(bMVL, erc20, from);
    const sent = await token.transfer(signer(1).address, parseEther('250001'), { gasLimit: 90_000 });
    await expect(sent.wait()).rejects.toThrow(/reverted/);
    const receipt = (await from.provider!.getTransactionReceipt(sent.hash))!;
    expect([receipt.status, receipt.logs.length]).toEqual([0, 0]);
    expect(await from.provider!.getBalance(from.address)).toBe(parseEther('30') - receipt.fee);
    expect(receipt.fee).toBeGreaterThan(0n);
    for (const data of ['0x12345678', '0xa9059cbb00']) {
      const unusual = await from.sendTransaction({ to: bMVL, data, gasLimit: 90_000 });
      await expect(unusual.wait()).rejects.toThrow(/reverted/);
    }
    const created = await from.sendTransaction({ to: null, data: '0x6001', gasLimit: 90_000 });
    await expect(created.wait()).rejects.toThrow(/reverted/);
    const short = await token.transfer(signer(1).address, 1n, { gasLimit: 30_000 });
    await expect(short.wait()).rejects.toThrow(/reverted/);
    expect((await from.provider!.getTransactionReceipt(short.hash))!.gasUsed).toBe(30_000n);
  });
});

describe('a transaction', () => {
  const plain = {
    ...{ type: 2, chainId: 97, nonce: 0, to: ZeroAddress, value: 1n, gasLimit: 21000 },
    maxFeePerGas: parseUnits('5', 'gwei'),
  };
  const raw = (change: object, who = signer(0)) =>
    who.signTransaction({ ...plain, maxPriorityFeePerGas: 100_000_000n, ...change });
  const refused = async (change: object, who = signer(0)) =>
    (await rpc('eth_sendRawTransaction', [await raw(change, who)])).error as { code: number; message: string };
  it('is refused for another chain, a wrong nonce, too little gas, fee or coins', async () => {
    const legacy = { gasPrice: 5_000_000_000n, maxFeePerGas: null, maxPriorityFeePerGas: null };
    for (const [change, message] of [
      [{ chainId: 56 }, /invalid chain id: have 56 want 97/],
      [{ type: 0, chainId: 0, ...legacy }, /EIP-155/],
      [{ type: 1, ...legacy }, /type not supported/],
      [{ gasLimit: 20_999 }, /intrinsic gas too low/],
      [{ gasLimit: 40_000_000 }, /exceeds block gas limit/],
      [{ maxFeePerGas: 100_000_000n }, /less than block base fee/],
      [{ nonce: 65 }, /nonce too high/],
      [{ value: parseEther('30') }, /insufficient funds/],
    ] as const)
      expect(await refused(change)).toMatchObject({ code: -32000, message: expect.stringMatching(message) });
    expect((await refused({}, signer(9))).message).toMatch(/insufficient funds/);
    const good = await raw({});
    expect((await rpc('eth_sendRawTransaction', [good])).result).toMatch(/^0x/);
    expect((await rpc('eth_sendRawTransaction', [good])).error.message).toBe('already known');
    expect((await refused({ value: 2n })).message).toMatch(/nonce too low/);
    expect((await rpc('eth_sendRawTransaction', ['0x02c0'])).error.code).toBe(-32000);
    expect((await rpc('eth_sendRawTransaction', ['hello'])).error.code).toBe(-32602);
  });
  it('with another signature belongs to somebody else', async () => {
    const good = await raw({});
    const bad = `${good.slice(0, -1)}${good.endsWith('1') ? '2' : '1'}`;
    const response = await rpc('eth_sendRawTransaction', [bad]);
    expect(response.error.code).toBe(-32000);
    expect(await provider().getTransactionCount(signer(0).address)).toBe(0);
  });
  it('with a future nonce waits for those before it', async () => {
    const second = (await rpc('eth_sendRawTransaction', [await raw({ nonce: 1 })])).result;
    expect((await rpc('eth_getTransactionReceipt', [second])).result).toBeNull();
    expect((await rpc('eth_getTransactionByHash', [second])).result.blockNumber).toBeNull();
    await rpc('eth_sendRawTransaction', [await raw({})]);
    expect((await rpc('eth_getTransactionReceipt', [second])).result.status).toBe('0x1');
    expect((await rpc('eth_getTransactionCount', [signer(0).address, 'latest'])).result).toBe('0x2');
  });
  it('may be replaced for a tenth more', async () => {
    const first = (await rpc('eth_sendRawTransaction', [await raw({ nonce: 1 })])).result;
    expect((await refused({ nonce: 1, value: 5n })).message).toBe('replacement transaction underpriced');
    const better = { nonce: 1, value: 5n, maxFeePerGas: parseUnits('5.5', 'gwei'), maxPriorityFeePerGas: 110_000_000n };
    const second = (await rpc('eth_sendRawTransaction', [await raw(better)])).result;
    expect((await rpc('eth_getTransactionByHash', [first])).result).toBeNull();
    await rpc('eth_sendRawTransaction', [await raw({})]);
    expect((await rpc('eth_getTransactionReceipt', [second])).result.status).toBe('0x1');
  });
  it('waits for the next block while the clock runs, and for ever when it is stuck', async () => {
    await sandbox.control('clock', { rate: '1x' });
    const hash = (await rpc('eth_sendRawTransaction', [await raw({})])).result;
    const other = (await rpc('eth_sendRawTransaction', [await raw({ nonce: 1 })])).result;
    expect((await rpc('eth_getTransactionReceipt', [hash])).result).toBeNull();
    expect((await rpc('eth_getTransactionCount', [signer(0).address, 'pending'])).result).toBe('0x2');
    const height = Number((await rpc('eth_blockNumber')).result);
    sandbox.clock.wall += 3000;
    const receiptOf = async (of: string) => (await rpc('eth_getTransactionReceipt', [of])).result;
    const [one, two] = [await receiptOf(hash), await receiptOf(other)];
    const places = [one.blockNumber, two.blockNumber, two.transactionIndex].map(Number);
    expect(places).toEqual([height + 1, height + 1, 1]);
    expect(Number(two.cumulativeGasUsed)).toBe(42000);
    const stuck = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [await raw({ nonce: 2 })] };
    const third = (await sandbox.post('rpc/BSC_TEST', stuck, { headers: { 'x-sandbox-scenario': 'tx: stuck' } })).body
      .result;
    sandbox.clock.wall += 3_600_000;
    expect((await rpc('eth_getTransactionReceipt', [third])).result).toBeNull();
  });
});

describe('the router', () => {
  it('swaps coins and tokens, with an allowance, above the minimum and before the deadline', async () => {
    const from = mina();
    const [swap, token, other] = [contract(router, v2, from), contract(bMVL, erc20, from), contract(usdc, erc20, from)];
    const one = parseEther('1');
    expect(await swap.getAmountsOut(one, [wbnb, bMVL])).toEqual([one, 199003187643838186655808n]);
    const floor = 199003187643838186655808n;
    await (await swap.swapExactETHForTokens(floor, [wbnb, bMVL], from.address, far, { value: one })).wait();
    expect(await token.balanceOf(from.address)).toBe(parseEther('250000') + floor);
    const again = swap.swapExactETHForTokens(floor, [wbnb, bMVL], from.address, far, { value: one });
    await expect(again).rejects.toThrow(/INSUFFICIENT_OUTPUT_AMOUNT/);
    await expect(swap.swapExactETHForTokens(0n, [wbnb, bMVL], from.address, 1, { value: one })).rejects.toThrow(
      /EXPIRED/,
    );
    const amount = parseEther('1000');
    const path = [bMVL, wbnb, usdc];
    await expect(swap.swapExactTokensForTokens(amount, 0n, path, from.address, far)).rejects.toThrow(
      /insufficient allowance/,
    );
    await (await token.approve(router, amount)).wait();
    const [, , out] = await swap.getAmountsOut(amount, path);
    const receipt = await (await swap.swapExactTokensForTokens(amount, out, path, from.address, far)).wait();
    expect(await other.balanceOf(from.address)).toBe(parseEther('1000') + out);
    expect(await token.allowance(from.address, router)).toBe(0n);
    const names = receipt.logs.map(
      (log: { topics: string[]; data: string }) => (v2.parseLog(log) ?? erc20.parseLog(log))?.name,
    );
    expect(names).toEqual(['Transfer', 'Transfer', 'Swap', 'Transfer', 'Swap']);
    await (await token.approve(router, amount)).wait();
    const before = await from.provider!.getBalance(from.address);
    const [, coins] = await swap.getAmountsOut(amount, [bMVL, wbnb]);
    const last = await (await swap.swapExactTokensForETH(amount, coins, [bMVL, wbnb], from.address, far)).wait();
    expect(await from.provider!.getBalance(from.address)).toBe(before + coins - last.fee);
  });
});
