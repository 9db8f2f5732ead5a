// A private key in place of a hash is searched by its address, if that is known, and goes nowhere else.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Wallet } from 'ethers';
import { expect, test } from 'vitest';
import { platformUser } from '../../support/platform.js';
import { respondJson } from '../../support/scripted-server.js';

const key = `0x${'1f'.repeat(32)}`;
const { address } = new Wallet(key);
const other = `0x${'2e'.repeat(32)}`;

/** The text of every file below a folder. */
const textBelow = (folder: string): string =>
  readdirSync(folder)
    .map((name) => path.join(folder, name))
    .map((file) => (statSync(file).isDirectory() ? textBelow(file) : readFileSync(file, 'latin1')))
    .join('\n');

test.each([
  [
    'a contact',
    async (user: Awaited<ReturnType<typeof platformUser>>) =>
      void (await user.run(`wallet contacts add me ${address} --network ETHEREUM --yes`)),
  ],
  [
    'a recipient of the ledger',
    async (user: Awaited<ReturnType<typeof platformUser>>) =>
      void (await user.run(`wallet withdraw create --currency MVL --amount 25 --to ${address} --new-recipient --yes`)),
  ],
  ['a wallet of the user', async () => {}],
])('of %s', async (what, know) => {
  const wallets = what.startsWith('a wallet') ? [{ address, network: 'ETHEREUM' }] : [];
  const user = await platformUser({ reads: { '/v2/wallets': respondJson(wallets) } });
  await know(user);
  for (const typed of [key, key.slice(2), `key ${key.toUpperCase().replace('0X', '0x')}`, `${key.slice(2)} --hash`]) {
    const before = user.server.requests.length;
    const { stdout, stderr } = await user.run(['find', ...typed.split(' '), '-vv']);
    expect(stderr).toContain(`The text is the private key of ${address}`);
    const sent = user.server.requests
      .slice(before)
      .map(({ path: at, body }) => `${at} ${body}`)
      .join('\n');
    for (const text of [stdout, stderr, sent, textBelow(user.home)]) expect(text.toLowerCase()).not.toContain('1f1f1f');
    expect(sent.toLowerCase()).toContain(address.toLowerCase());
  }
  expect((await user.run(`find ${other}`)).stderr).not.toContain('is the private key'); // nobody can tell it from a hash
});
