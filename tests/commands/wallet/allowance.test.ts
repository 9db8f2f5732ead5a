// `tuk wallet allowance`: revoked with unknown decimals; set only if the present one differs.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Transaction } from 'ethers';
import { beforeEach, describe, expect, test } from 'vitest';
import { account, bMVL, chainProfile, forwarding, friend, router } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';
import { phrase } from '../../support/key-files.js';
import { signedIn } from '../../support/users.js';

const line = (what: string, more = '', token = bMVL) =>
  `wallet allowance ${what} --network BSC --token ${token} --spender ${router} --key-file phrase.txt --yes --interval 10ms ${more}`;
let bench: Awaited<ReturnType<typeof chainProfile>>;
/** The allowance by the chain itself. */
const standing = async () => {
  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
  return BigInt(await bench.ask('eth_call', { to: bMVL, data: `0xdd62ed3e${word(account)}${word(router)}` }, 'latest'));
};
const five = 5n * 10n ** 18n;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

describe('list', () => {
  /** mina, who has a stored key of another address, and has allowed 500 USDC of her own wallet. */
  async function mina() {
    const user = await signedIn('mina');
    await user.run('sandbox clock frozen');
    writeFileSync(path.join(user.home, 'pw'), 'a long enough password\n', { mode: 0o600 });
    writeFileSync(path.join(user.home, 'phrase.txt'), phrase, { mode: 0o600 });
    const { address } = await user.json('wallet key new k1 --password-file pw');
    const allow = `wallet allowance set --network BSC --token USDC --spender ${router} --amount 500 --key-file phrase.txt --yes`;
    return { ...user, key: String(address), allow: () => user.run(allow) };
  }

  test('reads all wallets of the person and the stored keys, and each row says whose it is', async () => {
    const { allow, json, key } = await mina();
    expect((await allow()).code).toBe(exit.ok);
    const rows = await json('wallet allowance list --network BSC');
    expect(rows).toContainEqual(expect.objectContaining({ token: 'USDC', allowance: '500', owner: account }));
    expect(await json(`wallet allowance list --network BSC --wallet ${key}`)).toEqual([]);
  });

  test('an empty answer names the accounts and the network that were read', async () => {
    const { table, key } = await mina();
    const { stderr } = await table('wallet allowance list --network BSC');
    expect(stderr).toContain('No allowance of ');
    for (const read of [account, key, 'on BSC (from the node']) expect(stderr).toContain(read);
    const ofKey = (await table(`wallet allowance list --network BSC --token USDC --wallet ${key}`)).stderr;
    expect(ofKey).toContain(`No allowance for USDC of ${key} on BSC (from the node`);
    expect(ofKey).not.toContain(account);
  });

  test('wallets that cannot be read are named as such, and the stored keys are read', async () => {
    const { run, table, key } = await mina();
    expect((await run(['sandbox', 'fault', 'add', 'status=500', '--on', 'GET user'])).code).toBe(exit.ok);
    const { stderr } = await table('wallet allowance list --network BSC --retry 0');
    expect(stderr).toMatch(/Your wallets cannot be read, so only the stored keys are: /);
    expect(stderr).toContain(`No allowance of ${key} on BSC`);
    expect(stderr).not.toContain(account);
  });
});

describe('revoke', () => {
  test.each<[string, () => unknown]>([
    ['names no decimals', () => '0x'],
    ['names 255 decimals', () => word(255)],
    ['names other decimals than the token list', () => word(6)],
  ])('takes back the allowance of a token that %s, and the receipt says so', async (_, decimals) => {
    bench = await chainProfile();
    expect(await bench.run(line('set', '--amount 5'))).toMatchObject({ code: exit.ok });
    expect(await standing()).toBe(five);
    bench.node.rules.eth_call = ({ params: [call] }, { forward }) =>
      call.data === '0x313ce567' ? decimals() : forward();
    const { code, stdout, stderr } = await bench.run(line('revoke'));
    const row = { what: 'revoke', rawAmount: '0', token: 'bMVL', contract: bMVL, status: 'SUCCESS' };
    expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, row]);
    expect(stderr).toMatch(new RegExp(`Token contract +${bMVL}[\\s\\S]*Decimals +not known`));
    expect(await standing()).toBe(0n);
    expect((await bench.run(line('set', '--amount 5'))).code).not.toBe(exit.ok);
    expect(await standing()).toBe(0n);
  });

  test('takes back the allowance of a token that no list has, without --decimals', async () => {
    const unlisted = (path: string, body: unknown) => (path.includes('/token/') ? [] : body);
    bench = await chainProfile({ script: (sandbox) => forwarding(sandbox, unlisted) });
    expect(await bench.run(line('set', '--amount 5'))).toMatchObject(ends(exit.guarded, '--decimals 18'));
    expect(await bench.run(line('set', '--amount 5 --decimals 18'))).toMatchObject({ code: exit.ok });
    expect(await bench.run(line('revoke'))).toMatchObject(ends(exit.ok, /Decimals +not known/));
    expect(await standing()).toBe(0n);
  });

  test('is refused for an address without a contract, and says nothing of decimals that are known', async () => {
    bench = await chainProfile();
    expect(await bench.run(line('revoke', '', friend))).toMatchObject(ends(exit.usage, 'no contract', ''));
    expect(bench.broadcasts()).toEqual([]);
    const { code, stderr } = await bench.run(line('revoke', '', 'bMVL'));
    expect([code, stderr.includes('Decimals')]).toEqual([exit.ok, false]);
  });
});

describe('set', () => {
  beforeEach(async () => {
    bench = await chainProfile();
    expect(await bench.run(line('set', '--amount 5 --client-ref a'))).toMatchObject({ code: exit.ok });
  });

  const same = ['--amount 5', '--amount 5 --client-ref b', `--raw-amount ${five}`, '--amount 5 --dry-run'];
  test.each(same)('%s signs nothing if that stands already', async (amount) => {
    const { code, stdout, stderr } = await bench.run(line('set', amount));
    const stands = { unchanged: true, allowance: '5', rawAllowance: String(five), spender: router, owner: account };
    expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, stands]);
    expect(stderr).toContain('is set already: 5 bMVL');
    expect([bench.broadcasts().length, (await bench.json('ops list')).length]).toEqual([1, 1]);
  });

  test('another amount, and an amount beside a pending transaction of the account, are signed', async () => {
    expect(await bench.run(line('set', '--amount 6'))).toMatchObject({ code: exit.ok });
    expect(bench.broadcasts().length).toBe(2);
    bench.node.rules.eth_getTransactionCount = async ({ params: [, at] }, { forward }) =>
      at === 'latest' ? `0x${(Number(await forward()) - 1).toString(16)}` : forward();
    const beside = await bench.run(line('set', '--amount 6 --confirmations 0'));
    expect(JSON.parse(beside.stdout)).not.toHaveProperty('unchanged');
    expect(bench.broadcasts().map((raw) => Transaction.from(raw).nonce)).toEqual([0, 1, 2]);
  });

  test('a reference returns the earlier result', async () => {
    const { code, stdout, stderr } = await bench.run(line('set', '--amount 5 --client-ref a'));
    expect([code, JSON.parse(stdout).status]).toEqual([exit.ok, 'SUCCESS']);
    expect(stderr).toContain('Sent before');
  });

  test.each(['--amount 0', '--amount 0.00', '--raw-amount 0'])('%s names revoke', async (amount) => {
    const revoke = `tuk wallet allowance revoke --network BSC --token ${bMVL} --spender ${router}`;
    expect(await bench.run(line('set', amount))).toMatchObject(ends(exit.usage, revoke, ''));
    expect(bench.broadcasts().length).toBe(1);
  });
});
