// A profile at a sandbox server whose chain is reached through a proxy that may misbehave; for tests of transactions that are signed here.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Interface } from 'ethers';
import { router } from '../../sandbox/chain/contracts.js';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { afterFile } from './cleanup.js';
import { exit } from './exit.js';
import { rpcProxy } from './rpc-proxy.js';
import { respondJson, type Script, scripted } from './scripted-server.js';
import { newUser } from './tuk.js';

/** The published test phrase: its first account has tokens in every sandbox. */
const phrase = 'test test test test test test test test test test test junk';
export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export { router };
/** Contracts of BSC in every sandbox. */
export const bMVL = '0xF88c92E4922D51F1Ba67c00eCf8289B8a330874d';
export const wbnb = '0x0E5b43Be59CCb85E25501A65eb5EEE042B8a08DC';
export const usdc = '0xf0Efe4e844D23aAe88A42c88889e4eA3fe974b65';
/** The functions of the router. */
export const routerAbi = new Interface([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function WETH() view returns (address)',
]);

/** A user with the profile `box`: services of a sandbox, or what `script` answers instead, and BSC pinned to its test chain behind a proxy. */
export async function chainProfile({
  script,
  settings = {},
  trust = true,
}: {
  script?: (sandbox: Sandbox) => Script;
  settings?: Readonly<Record<string, string>>;
  trust?: boolean;
} = {}) {
  const sandbox = await startSandbox({ state: ':memory:', clock: 'frozen' });
  afterFile(() => sandbox.close());
  const node = await rpcProxy(sandbox.rpc.BSC_TEST!);
  const base = script ? (await scripted(script(sandbox))).url : sandbox.url;
  const user = newUser();
  const keyFile = path.join(user.home, 'phrase.txt');
  writeFileSync(keyFile, phrase, { mode: 0o600 });
  await user.run(['profile', 'add', 'box', '--base', `${base}/{service}`]);
  await user.run('profile use box');
  const wanted = { 'chain.BSC': '97', 'rpc.BSC': node.url, ...(trust ? { 'router.BSC': router } : {}), ...settings };
  for (const [key, value] of Object.entries(wanted)) {
    const { code, stderr } = await user.run(['profile', 'set', 'box', key, value]);
    if (code !== exit.ok) throw new Error(`${key}: ${stderr}`);
  }
  node.requests.length = 0;
  /** The transactions that the node was sent. */
  const broadcasts = () =>
    node.requests.filter(({ method }) => method === 'eth_sendRawTransaction').map(({ params }) => params[0] as string);
  /** A value of the chain itself, past the proxy. */
  const ask = async (method: string, ...params: unknown[]) => {
    const response = await fetch(sandbox.rpc.BSC_TEST!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: results of any method
    return ((await response.json()) as { result: any }).result;
  };
  return { ...user, type: user.run, node, sandbox, keyFile, broadcasts, ask };
}

/** A script that forwards to a sandbox, in a scenario if there is one, and changes the JSON of some responses. */
export const forwarding =
  (sandbox: Sandbox, change: (path: string, body: unknown) => unknown, scenario?: string): Script =>
  async (socket, request) => {
    const { method, headers, body } = request;
    const { authorization } = headers;
    const response = await fetch(sandbox.url + request.path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...(scenario && { 'x-sandbox-scenario': scenario }),
      },
      ...(method === 'GET' ? {} : { body }),
    });
    const text = await response.text();
    const changed = change(request.path, text === '' ? undefined : JSON.parse(text));
    respondJson(changed, response.status)(socket, request);
  };
