// `tuk wallet send` to an ENS name: the address is what counts, the name is shown with it, and a name that cannot be trusted is refused.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AbiCoder, id, namehash } from 'ethers';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { resolveName } from '../../src/money/evm/ens.js';
import { Rpc } from '../../src/money/evm/rpc.js';
import { chainProfile, friend } from '../support/chain.js';
import { ends, exit } from '../support/exit.js';
import { type RpcRequest, rpcProxy } from '../support/rpc-proxy.js';

const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
const resolver = '0x231b0ee14048e9dccd1d247744d114a4eb5e8e63';
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const abi = AbiCoder.defaultAbiCoder();
const selector = (signature: string) => id(signature).slice(0, 10);
const reverseName = (address: string) => `${address.slice(2).toLowerCase()}.addr.reverse`;

/** What the ENS of the test knows: addresses by name, names by address, and contracts. */
const ens = {
  names: { 'friend.eth': friend } as Record<string, string>,
  reverse: { [friend]: 'friend.eth' } as Record<string, string>,
  offchain: false,
  code: '0x',
};
const initial = structuredClone(ens);

type Refuse = (message: string, code?: number, data?: unknown) => never;
function answer({ params: [{ to, data }] }: RpcRequest, refuse: Refuse) {
  const node = data.slice(10);
  const isNode = (name: string) => namehash(name).slice(2) === node;
  const known = [...Object.keys(ens.names), ...Object.keys(ens.reverse).map(reverseName)];
  if (to.toLowerCase() === registry)
    return abi.encode(['address'], [known.some(isNode) ? resolver : `0x${'0'.repeat(40)}`]);
  if (ens.offchain) return refuse('execution reverted', 3, `0x556f1830${'0'.repeat(64)}`);
  if (data.startsWith(selector('addr(bytes32)')))
    return abi.encode(['address'], [Object.entries(ens.names).find(([name]) => isNode(name))![1]]);
  const [, name = ''] = Object.entries(ens.reverse).find(([address]) => isNode(reverseName(address))) ?? [];
  return abi.encode(['string'], [name]);
}

let bench: Awaited<ReturnType<typeof chainProfile>>;
let ethereum: Awaited<ReturnType<typeof rpcProxy>>;
const send = (name: string, more = '--new-recipient') =>
  bench.run(
    `wallet send --network BSC --token BNB --to ${name} --amount 0.01 --key-file phrase.txt --yes --interval 10ms ${more}`,
  );
beforeAll(async () => {
  bench = await chainProfile();
  ethereum = await rpcProxy(bench.sandbox.rpc.BSC_TEST!);
  Object.assign(ethereum.rules, {
    eth_call: (request: RpcRequest, { refuse }: { refuse: never }) => answer(request, refuse),
    eth_getCode: () => ens.code,
  });
});
afterEach(() => {
  Object.assign(ens, structuredClone(initial));
});
const pinEthereum = async () => {
  for (const line of ['chain.ETHEREUM 97', `rpc.ETHEREUM ${ethereum.url}`])
    expect(await bench.run(`profile set box ${line}`)).toMatchObject({ code: exit.ok });
};

test('without a node of Ethereum a name is one clear sentence', async () => {
  await bench.run('profile set box chain.ETHEREUM 97');
  const why = /A name is resolved by a node of Ethereum[\s\S]*rpc\.ETHEREUM/;
  expect(await send('friend.eth')).toMatchObject(ends(exit.usage, why, ''));
});

test('a name that leads to the address and back is shown with it, and is never a known recipient by itself', async () => {
  await pinEthereum();
  expect(await send('friend.eth', '')).toMatchObject(ends(exit.guarded, '--new-recipient'));
  const { code, stdout, stderr } = await send('Friend.ETH', '--new-recipient --client-ref name-1');
  expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, { to: friend }]);
  expect(stderr).toMatch(/Name +friend\.eth, which the address has set as its own/);
  expect(stderr.replaceAll(' ', '')).toContain(friend);
  ens.names['friend.eth'] = other;
  ens.reverse = {};
  const again = await send('friend.eth', '--new-recipient --client-ref name-1');
  expect([again.code, again.stdout]).toEqual([exit.usage, '']); // the reference stands for the address
  expect((await send('friend.eth', '')).stderr).toContain('--new-recipient');
});

test('a name that the address does not claim is told', async () => {
  ens.reverse = { [friend]: 'somebody.eth' };
  expect(await send('friend.eth', '--dry-run')).toMatchObject(ends(exit.ok, /has not set that name as its own/));
});

const leadsTo = (address: string) => () => (ens.names['friend.eth'] = address);
const burn = '0x000000000000000000000000000000000000dEaD';
test.each<[string, string, () => void, number, RegExp]>([
  ['unknown', 'nobody.eth', () => {}, exit.usage, /has no address on Ethereum/],
  ['without an address', 'friend.eth', leadsTo(`0x${'0'.repeat(40)}`), exit.usage, /has no address/],
  ['resolved off the chain', 'friend.eth', () => (ens.offchain = true), exit.guarded, /outside the chain/],
  ['of a contract of Ethereum', 'friend.eth', () => (ens.code = '0x6000'), exit.guarded, /contract of Ethereum/],
  ['of a burn address', 'friend.eth', leadsTo(burn), exit.guarded, /an address without a key/],
  ['with a letter of another script', 'frіend.eth', () => {}, exit.guarded, /beside plain ASCII/],
  ['with the Kelvin sign', '\u212aate.eth', () => {}, exit.guarded, /beside plain ASCII/],
  ['in Punycode', 'xn--frend-7ve.eth', () => {}, exit.usage, /not an ENS name/],
  ['with an empty label', 'a..eth', () => {}, exit.usage, /not an ENS name/],
])('a name %s is refused, and nothing is sent', async (_, name, change, code, says) => {
  change();
  const count = bench.broadcasts().length;
  expect(await send(name)).toMatchObject(ends(code, says, ''));
  expect(bench.broadcasts().length).toBe(count);
});

test.each(['after the receipt', 'after a batch was confirmed'])('a name that changes %s pays nobody', async (when) => {
  const rows = path.join(bench.home, 'rows.csv');
  const row = (amount: string) => `BSC,BNB,friend.eth,${amount},phrase.txt\n`;
  writeFileSync(rows, `network,token,to,amount,key-file\n${row('0.01')}${row('0.02')}`);
  const count = bench.broadcasts().length;
  let asked = 0;
  ethereum.rules.eth_call = (request, { refuse }) => {
    if (request.params[0].data.startsWith(selector('addr(bytes32)')) && ++asked > 1) ens.names['friend.eth'] = other;
    return answer(request, refuse as never);
  };
  const batch = ['batch', rows, '--client-ref', 'names', '--new-recipient', '--yes', '--interval', '10ms'];
  const { code, stdout, stderr } = await (when.includes('batch') ? bench.run(batch) : send('friend.eth'));
  ethereum.rules.eth_call = (request, { refuse }) => answer(request, refuse as never);
  const said = expect.stringMatching(/leads to another address now|NAME_CHANGED/);
  expect([code, stdout + stderr, bench.broadcasts().length]).toEqual([exit.guarded, said, count]);
});

test('a node that answers with something else than an address is not believed', async () => {
  for (const value of ['0x', '0x12', abi.encode(['uint256'], [2n ** 255n]), 7, null]) {
    const post = async (_: unknown, body: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(body) as { readonly id: number }).id, result: value });
    const rpc = new Rpc({ post });
    await expect(resolveName('friend.eth', rpc)).rejects.toMatchObject({ code: 'BAD_RPC_ANSWER' });
  }
});
