// The one table of networks: which are live, and nothing else in the source guesses it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressProblem } from '../../../src/money/values/address.js';
import { compareNetworks } from '../../../src/money/values/network-names.js';
import {
  familyOf,
  isTestName,
  networkFacts,
  networkOf,
  networksWith,
  withoutPrefix,
} from '../../../src/money/values/networks.js';
import { Network } from '../../../src/services/catalogue/words.js';
import { filesBelow, withoutComments } from '../../support/code-size.js';

test('each test network belongs to a live one, and no two are one chain', () => {
  for (const name of Network) {
    const facts = networkFacts(name)!;
    const live = networkFacts(facts.of);
    if (live) expect([name, live.net, live.family]).toEqual([name, 'live', facts.family]);
    if (facts.net === 'live') expect(facts.of).toBe(name);
    if (facts.chainId !== undefined) expect(networkOf(facts.chainId)).toBe(name);
  }
  expect(networksWith(({ net, family }) => net === 'live' && family !== undefined)).toContain('POLYGON_ZKEVM');
  expect([familyOf('SERVERED'), familyOf('NOWHERE')]).toEqual([undefined, undefined]);
});

test.each(networksWith(({ net }) => net !== 'live').map((name) => [name, networkFacts(name)!.of] as const))(
  '%s does not count as %s',
  (name, live) => {
    expect([compareNetworks(name, live), compareNetworks(live, name)]).toEqual(['different', 'different']);
    expect(compareNetworks(name, name)).toBe('equal');
  },
);

test('the prefix of an address names its network (EIP-3770)', () => {
  const bare = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  expect(withoutPrefix(`bnb:${bare}`, 'BSC')).toBe(bare);
  expect(withoutPrefix(`BNB:${bare}`, 'BSC')).toBe(bare);
  for (const other of [bare, `eth:${bare}`, 'bob', 'bnb:bob']) expect(withoutPrefix(other, 'BSC')).toBe(other);
  expect(addressProblem(`eth:${bare}`, '--to', 'BSC')?.message).toContain('the prefix eth: is that of ETHEREUM');
  const prefixes = networksWith(({ prefix }) => prefix !== undefined).map((name) => networkFacts(name)!.prefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});

test('texts of services name test networks by a word', () => {
  for (const text of ['Solana devnet', 'BSC Testnet', 'ethereum-sepolia', 'Localnet', 'bnbtestnet'])
    expect(isTestName(text)).toBe(true);
  for (const text of ['Solana', 'BNB Smart Chain', 'contest', 'latest Ethereum', 'Developer chain'])
    expect(isTestName(text)).toBe(false);
});

test('no other source has a list or a guess of test networks', () => {
  const guesses = /\/[^/\n']*(_TEST|SEPOLIA|testnet|devnet)[^/\n']*\/[a-z]*[.,;)]|includes\('_'\)/i;
  const files = filesBelow('src').filter(
    (file) => /\.tsx?$/.test(file) && !/^src\/(sandbox|services\/catalogue)\/|money\/values\/networks\.ts$/.test(file),
  );
  const found = files.flatMap((file) =>
    withoutComments(readFileSync(file, 'utf8'))
      .split('\n')
      .filter((line) => guesses.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
