// A real chain for tests: anvil on a free port of the loopback interface, contracts that solc compiles, and cast. Where anvil cannot be had, `anvilProblem` says why.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Contract, ContractFactory, HDNodeWallet, JsonRpcProvider, Wallet } from 'ethers';
import { afterFile } from './cleanup.js';
import { exit } from './exit.js';
import { inTime } from './limit.js';
import { rpcProxy } from './rpc-proxy.js';
import { respondJson, scripted } from './scripted-server.js';
import { newUser } from './tuk.js';

const bin = (name: string): string =>
  path.resolve('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);

/** Why anvil cannot be had on this machine, in a sentence; nothing where it can. */
export const anvilProblem: string | undefined = (() => {
  try {
    for (const name of ['anvil', 'cast']) execFileSync(bin(name), ['--version'], { stdio: 'ignore', timeout: 10_000 });
    return undefined;
  } catch (error) {
    return `anvil cannot be had here: ${(error as Error).message.slice(0, 200)}`;
  }
})();

/** The phrase of anvil's accounts, which have 10000 coins each. */
export const anvilPhrase = 'test test test test test test test test test test test junk';

/** Runs cast, which decodes and signs with code that the program does not use. */
export const cast = async (...words: string[]): Promise<string> =>
  (await promisify(execFile)(bin('cast'), words)).stdout.trim();

/** A running chain. */
export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  readonly provider: JsonRpcProvider;
  /** The wallet of an account of the phrase. */
  wallet(index: number): Wallet;
}

/** Starts a chain that mines each transaction at once; it ends after the tests of the file. */
export async function startAnvil(): Promise<Anvil> {
  const words = ['--port', '0', '--chain-id', String(chainId), '--mnemonic', anvilPhrase];
  const child = spawn(bin('anvil'), words, { stdio: ['ignore', 'pipe', 'ignore'], detached: true }); // a launcher: its group has the chain itself
  afterFile(() => end(child));
  const url = `http://${await listening(child)}`;
  const provider = new JsonRpcProvider(url, chainId, { staticNetwork: true, cacheTimeout: -1 });
  afterFile(() => provider.destroy());
  const wallet = (index: number) =>
    new Wallet(HDNodeWallet.fromPhrase(anvilPhrase, undefined, `m/44'/60'/0'/0/${index}`).privateKey, provider);
  return { url, chainId, provider, wallet };
}
const chainId = 31_337;

/** The address that a chain prints when it listens. */
function listening(child: ChildProcess): Promise<string> {
  let output = '';
  const printed = new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (data) => {
      if (output.includes('Listening on ')) return; // what it logs of each request
      output += data;
      const [, address] = /Listening on (\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`anvil has ended: ${output}`)));
  });
  return inTime(printed, () => `anvil listens: ${output}`);
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((ended) => {
    child.once('exit', () => ended());
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid!, 'SIGKILL');
  });
}

interface Artefact {
  readonly abi: unknown[];
  readonly evm: { readonly bytecode: { readonly object: string } };
}
let compiled: Readonly<Record<string, Artefact>> | undefined;
/** The contracts of `contracts.sol`, compiled once in a process. */
function artefacts(): Readonly<Record<string, Artefact>> {
  if (compiled) return compiled;
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const content = readFileSync(new URL('./contracts.sol', import.meta.url), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { 'contracts.sol': { content } },
    settings: { evmVersion: 'paris', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts?: { 'contracts.sol': Record<string, Artefact> };
    errors?: { severity: string; formattedMessage: string }[];
  };
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || !output.contracts)
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  compiled = output.contracts['contracts.sol'];
  return compiled;
}

/** Deploys a contract of `contracts.sol`. */
export async function deploy(
  wallet: Wallet,
  name: string,
  args: readonly unknown[] = [],
  value = 0n,
): Promise<Contract & { readonly address: string }> {
  const { abi, evm } = artefacts()[name]!;
  const contract = await new ContractFactory(abi as never, evm.bytecode.object, wallet).deploy(...args, { value });
  await contract.waitForDeployment();
  return Object.assign(contract as Contract, { address: await contract.getAddress() });
}
/** The interface of a deployed contract at another address, such as that of a proxy. */
export const at = (contract: Contract, address: string): Contract => contract.attach(address) as Contract;

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
export type AnvilProfile = Awaited<ReturnType<typeof anvilProfile>>;
/** A user whose profile `box` has a chain as BSC, through a node that keeps its requests; the platform lists these tokens, and quotes and builds the swaps of a router. */
export async function anvilProfile(
  chain: Anvil,
  tokens: Readonly<Record<string, readonly [address: string, decimals: number]>>,
  { router, wrapped }: { router?: Contract; wrapped?: string } = {},
) {
  const list = Object.entries(tokens).map(([symbol, [contractAddress, decimals]]) => {
    return { symbol, name: symbol, contractAddress, decimals };
  });
  const infoOf = (address = '') => {
    const its = list.find(({ contractAddress }) => contractAddress.toLowerCase() === address.toLowerCase());
    return { address, decimals: its?.decimals ?? 18, symbol: its?.symbol ?? 'BNB' };
  };
  const spender = await router?.getAddress();
  const answer = async (requested: string): Promise<unknown> => {
    const { pathname, searchParams } = new URL(requested, 'http://x');
    if (/\/token(\/BSC)?$/.test(pathname)) return [{ symbol: 'BNB', contractAddress: null, decimals: 18 }, ...list];
    if (pathname.endsWith('/tokens')) {
      const addresses = [coin, ...list.map(({ contractAddress }) => contractAddress)];
      return { tokens: Object.fromEntries(addresses.map((address) => [address, infoOf(address)])) };
    }
    if (pathname.endsWith('/spender')) return { address: spender };
    const { fromTokenAddress: from, toTokenAddress: to, ...query } = Object.fromEntries(searchParams);
    const { amount, slippage = '0.5', fromAddress, destReceiver = fromAddress } = query;
    if (amount === undefined) return { success: true };
    const way = [from, to].map((address) => (address === coin ? wrapped : address));
    const [, out] = (await router!.getAmountsOut!(BigInt(amount), way)) as [bigint, bigint];
    const quote = {
      ...{ fromToken: infoOf(from), toToken: infoOf(to), fromTokenAmount: amount, toTokenAmount: out.toString() },
      ...{ priceImpact: '0.1', protocols: [], estimatedGas: 150_000 },
    };
    if (pathname.endsWith('/quote')) return quote;
    const until = (await chain.provider.getBlock('latest'))!.timestamp + 1200;
    const last = [(out * (10_000n - BigInt(Math.round(Number(slippage) * 100)))) / 10_000n, way, destReceiver, until];
    const call =
      from === coin ? 'swapExactETHForTokens' : to === coin ? 'swapExactTokensForETH' : 'swapExactTokensForTokens';
    const data = router!.interface.encodeFunctionData(call, from === coin ? last : [amount, ...last]);
    const value = from === coin ? amount : '0';
    return { ...quote, tx: { from: fromAddress, to: spender, data, value, gasPrice: '5000000000' } };
  };
  const node = await rpcProxy(chain.url);
  const platform = await scripted((...on) => void answer(on[1].path).then((body) => respondJson(body)(...on)));
  const user = newUser();
  writeFileSync(path.join(user.home, 'phrase.txt'), anvilPhrase, { mode: 0o600 });
  const ok = async (line: string) => {
    const { code, stderr } = await user.run(line);
    if (code !== exit.ok) throw new Error(stderr);
  };
  const set = (line: string) => ok(`profile set box ${line}`);
  await ok(`profile add box --base ${platform.url}/{service}`);
  await ok('profile use box');
  const routers = spender === undefined ? [] : [`router.BSC ${spender}`];
  for (const line of [`chain.BSC ${chain.chainId}`, `rpc.BSC ${node.url}`, ...routers]) await set(line);
  const sent = () =>
    node.requests.filter(({ method }) => method === 'eth_sendRawTransaction').map(({ params: [raw] }) => raw as string);
  return { ...user, node, set, sent };
}
