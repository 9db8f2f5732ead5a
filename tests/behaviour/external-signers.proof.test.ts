// A node that holds the keys is the signer of real sends: anvil signs, and ethers reads what it signed.
import { getAddress, Transaction } from 'ethers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, anvilProblem, startAnvil } from '../support/anvil.js';
import { ends, exit } from '../support/exit.js';
import { rpcProxy } from '../support/rpc-proxy.js';
import { respondJson, scripted } from '../support/scripted-server.js';
import { newUser, type User } from '../support/tuk.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const payee = getAddress('0x4f3edf983ac636a65a842ce7c78d9aa706d3b113');
const stranger = getAddress('0x8ba1f109551bd432803012645ac136ddd64dba72');

if (anvilProblem !== undefined) console.warn(`  Skipped: ${anvilProblem}`);

describe.skipIf(anvilProblem !== undefined)('anvil as the signer', () => {
  let chain: Anvil;
  let node: Awaited<ReturnType<typeof rpcProxy>>;
  let user: User;
  const send = (more: string) =>
    `wallet send --network BSC --token BNB --to ${payee} --amount 1.5 --new-recipient --yes --interval 10ms ${more}`;
  const sentBytes = () =>
    node.requests.filter(({ method }) => method === 'eth_sendRawTransaction').map(({ params: [raw] }) => raw as string);

  beforeAll(async () => {
    chain = await startAnvil();
    node = await rpcProxy(chain.url);
    const platform = await scripted((socket, request) =>
      respondJson(/\/token/.test(request.path) ? [{ symbol: 'BNB', contractAddress: null, decimals: 18 }] : {})(
        socket,
        request,
      ),
    );
    user = newUser();
    await user.run(['profile', 'add', 'box', '--base', `${platform.url}/{service}`]);
    await user.run('profile use box');
    for (const line of ['chain.BSC 31337', `rpc.BSC ${node.url}`, `signer.BSC ${chain.url}`])
      expect(await user.run(`profile set box ${line}`)).toMatchObject({ code: exit.ok });
  }, 60_000);

  test('a send is signed by the node, sent once, and moves exactly the amount', async () => {
    const { code, stdout, stderr } = await user.run(send(`--wallet ${account}`));
    expect([code, stderr]).toEqual([exit.ok, expect.stringContaining('1.5 BNB')]);
    expect(await chain.provider.getBalance(payee)).toBe(15n * 10n ** 17n);
    const [raw, ...others] = sentBytes();
    const { from, to, value, hash } = Transaction.from(raw!);
    expect([from, to, value, others]).toEqual([account, payee, 15n * 10n ** 17n, []]);
    expect(JSON.parse(stdout)).toMatchObject({ hash, from: account });
    expect(node.requests.some(({ method }) => method === 'eth_signTransaction')).toBe(false); // the node of the chain signs nothing
  });

  test('a pending transaction is sped up and cancelled by the same signer', async () => {
    await chain.provider.send('evm_setAutomine', [false]);
    const sent = await user.run(`${send(`--wallet ${account}`)} --confirmations 0`);
    const { operation } = JSON.parse(sent.stdout);
    const faster = await user.run(`wallet tx speed-up ${operation} --yes --confirmations 0`);
    expect([faster.code, faster.stderr]).toEqual([exit.ok, expect.stringContaining('is asked')]);
    const nonces = sentBytes()
      .slice(-2)
      .map((raw) => Transaction.from(raw).nonce);
    expect(nonces[0]).toBe(nonces[1]);
    await chain.provider.send('evm_setAutomine', [true]);
    await chain.provider.send('evm_mine', []);
  });

  test('of ten accounts one must be chosen, and one that the node does not have signs nothing', async () => {
    const count = sentBytes().length;
    expect((await user.run(send(''))).code).toBe(exit.usage);
    await chain.wallet(1).sendTransaction({ to: stranger, value: 10n ** 19n });
    expect(await user.run(send(`--wallet ${stranger}`))).toMatchObject(
      ends(exit.guarded, /nothing was (signed|broadcast|sent)/i),
    );
    expect(sentBytes().length).toBe(count);
  });
});
