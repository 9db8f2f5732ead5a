// Bridge swaps of users, and their effects on both networks.
import { Contract, JsonRpcProvider } from 'ethers';
import { describe, expect, it } from 'vitest';
import { userOfEachTest } from '../../support.js';
import { walletAt } from '../../wallet-key.js';

const signer = walletAt(0);
const addressOfMina = signer.address;
const addressOfDara = walletAt(1).address;
const wei = (amount: number) => `${amount}${'0'.repeat(18)}`;
const user = userOfEachTest('bep20-swap');
const { sandbox, get, post } = user;
const balanceOf = (network: string, symbol: string, address = addressOfMina) => user.onChain(network, address, symbol);
const historyOf = async (network: string, hash: string) => {
  const where = `wallet/v2/wallets/transaction/history?network=${network}&filter=ALL&address=${addressOfMina}`;
  const all = (await sandbox.get(where, user)).body;
  return all.find((row: { hash: string }) => row.hash === hash);
};

describe('a bridge swap', () => {
  it('locks on one network and mints on the other, less the fee', async () => {
    const fee = await get('/v1/bridge-swap/fee?type=TO_BEP20');
    expect(fee).toEqual({ type: 'TO_BEP20', feeAmount: wei(5), minAmount: wei(10), maxAmount: wei(100_000) });
    const { status, body } = await post('/v1/bridge-swap', {
      ...{ type: 'TO_BEP20', amount: wei(1000), toAddress: addressOfMina },
    });
    expect([status, body.status, body.payoutHash]).toEqual([201, 'PENDING', null]);
    expect(await balanceOf('ETHEREUM_SEPOLIA', 'MVL')).toBe(wei(99_000));
    await sandbox.advance('1m');
    const [done] = await get('/v1/bridge-swap');
    expect(done).toMatchObject({
      ...{ id: body.id, status: 'SUCCESS', fromNetwork: 'ETHEREUM_SEPOLIA', toNetwork: 'BSC_TEST' },
    });
    expect(await balanceOf('BSC_TEST', 'bMVL')).toBe(wei(250_995));
    expect(await historyOf('ETHEREUM', done.depositHash)).toMatchObject({
      ...{ type: 'SEND_ERC20', value: wei(1000), from: addressOfMina },
    });
    expect(await historyOf('BSC', done.payoutHash)).toMatchObject({
      ...{ type: 'SEND_BEP20', value: wei(995), to: addressOfMina },
    });
    await post('/v1/bridge-swap', { type: 'TO_ERC20', amount: wei(995), toAddress: addressOfMina });
    await sandbox.advance('1m');
    expect(await balanceOf('BSC_TEST', 'bMVL')).toBe(wei(250_000));
    expect(await balanceOf('ETHEREUM_SEPOLIA', 'MVL')).toBe(wei(99_990));
  });
  it('refunds everything if it fails', async () => {
    await post('/v1/bridge-swap', { type: 'TO_ERC20', amount: wei(100), toAddress: addressOfMina }, 'bridge: fails');
    expect(await balanceOf('BSC_TEST', 'bMVL')).toBe(wei(249_900));
    await sandbox.advance('1m');
    expect((await get('/v1/bridge-swap'))[0].status).toBe('FAIL');
    expect(await balanceOf('BSC_TEST', 'bMVL')).toBe(wei(250_000));
  });
  it('waits for a real transfer if somebody else pays', async () => {
    for (const scenario of ['bridge: you pay', 'outside: you pay']) {
      const asked = { type: 'TO_BEP20', amount: wei(20), toAddress: addressOfDara };
      const { body } = await post('/v1/bridge-swap', asked, scenario);
      await sandbox.advance('10m');
      expect((await get('/v1/bridge-swap'))[0]).toMatchObject({ status: 'PENDING', depositHash: null });
      const url = `${sandbox.sandbox.url}/rpc/ETHEREUM_SEPOLIA`;
      const chain = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, polling: true });
      chain.pollingInterval = 20;
      const [token, abi] = [
        '0xd9C4BD40764ba9B0AAf5185e972A57614324AED7',
        ['function transfer(address,uint256)'],
      ] as const;
      const mvl = new Contract(token, abi, signer.connect(chain));
      const sent = await mvl.getFunction('transfer')(body.depositAddress, BigInt(wei(20)));
      await sent.wait();
      chain.destroy();
      await sandbox.advance('45s');
      expect((await get('/v1/bridge-swap'))[0]).toMatchObject({ status: 'SUCCESS', depositHash: sent.hash });
    }
    expect(await balanceOf('BSC_TEST', 'bMVL', addressOfDara)).toBe(wei(12_030));
    await post('/v1/bridge-swap', { type: 'TO_BEP20', amount: wei(20), toAddress: addressOfDara }, 'bridge: you pay');
    await sandbox.advance('1h');
    expect((await get('/v1/bridge-swap'))[0].status).toBe('FAIL');
  });
});
