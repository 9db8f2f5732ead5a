// A node that holds the keys is the signer of real sends: anvil signs, and ethers reads what it signed.
import { getAddress, Transaction } from 'ethers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, type AnvilProfile, anvilProblem, anvilProfile, startAnvil } from '../support/anvil.js';
import { ends, exit } from '../support/exit.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const payee = getAddress('0x4f3edf983ac636a65a842ce7c78d9aa706d3b113');
const stranger = getAddress('0x8ba1f109551bd432803012645ac136ddd64dba72');

if (anvilProblem !== undefined) console.warn(`  Skipped: ${anvilProblem}`);

describe.skipIf(anvilProblem !== undefined)('anvil as the signer', () => {
  let chain: Anvil;
  let bench: AnvilProfile;
  const send = (more: string) =>
    `wallet send --network BSC --token BNB --to ${payee} --amount 1.5 --new-recipient --yes --interval 10ms ${more}`;
  beforeAll(async () => {
    chain = await startAnvil();
    bench = await anvilProfile(chain, {}, { set: [`signer.BSC ${chain.url}`] });
  }, 60_000);

  test('a send is signed by the node, sent once, and moves exactly the amount', async () => {
    const { code, stdout, stderr } = await bench.run(send(`--wallet ${account}`));
    expect([code, stderr]).toEqual([exit.ok, expect.stringContaining('1.5 BNB')]);
    expect(await chain.provider.getBalance(payee)).toBe(15n * 10n ** 17n);
    const [raw, ...others] = bench.sent();
    const { from, to, value, hash } = Transaction.from(raw!);
    expect([from, to, value, others]).toEqual([account, payee, 15n * 10n ** 17n, []]);
    expect(JSON.parse(stdout)).toMatchObject({ hash, from: account });
    expect(bench.node.requests.some(({ method }) => method === 'eth_signTransaction')).toBe(false); // the node of the chain signs nothing
  });

  test('a pending transaction is sped up and cancelled by the same signer', async () => {
    await chain.provider.send('evm_setAutomine', [false]);
    const sent = await bench.run(`${send(`--wallet ${account}`)} --confirmations 0`);
    const { operation } = JSON.parse(sent.stdout);
    const faster = await bench.run(`wallet tx speed-up ${operation} --yes --confirmations 0`);
    expect([faster.code, faster.stderr]).toEqual([exit.ok, expect.stringContaining('is asked')]);
    const nonces = bench
      .sent()
      .slice(-2)
      .map((raw) => Transaction.from(raw).nonce);
    expect(nonces[0]).toBe(nonces[1]);
    await chain.provider.send('evm_setAutomine', [true]);
    await chain.provider.send('evm_mine', []);
  });

  test('of ten accounts one must be chosen, and one that the node does not have signs nothing', async () => {
    const count = bench.sent().length;
    expect((await bench.run(send(''))).code).toBe(exit.usage);
    await chain.wallet(1).sendTransaction({ to: stranger, value: 10n ** 19n });
    expect(await bench.run(send(`--wallet ${stranger}`))).toMatchObject(
      ends(exit.guarded, /nothing was (signed|broadcast|sent)/i),
    );
    expect(bench.sent().length).toBe(count);
  });
});
