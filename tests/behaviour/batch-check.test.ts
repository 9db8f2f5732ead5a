// The check of a batch: a bad row, or a sum that is too high, stops the whole file before anything is sent.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account, chainProfile, friend } from '../support/chain.js';
import { ends, exit } from '../support/exit.js';
import { argvOf } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

const contact = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Begins and ends like the contact. */
const lookalike = contact.toLowerCase().replace('6053f3e9', '605303e8');
const withdraw = (to: string) => `wallet withdraw create --currency MVL --amount 5 --to ${to}`;
const send = (network: string, token: string, amount = '0.001') =>
  `wallet send --network ${network} --token ${token} --to ${friend} --amount ${amount} --key-file phrase.txt`;
const give = (amount: string, to = 'dara') => `points transfer --to ${to} --amount ${amount}`;

let user: Awaited<ReturnType<typeof chainProfile>>;
beforeAll(async () => {
  user = await chainProfile();
  await user.run('login --as mina');
  expect((await user.run(`wallet contacts add Friend ${contact} --network ETHEREUM --yes`)).code).toBe(exit.ok);
});
const limit = async (key: string, value: string) => {
  const { code, stderr } = await user.run(['profile', 'set', 'box', `limits.${key}`, value]);
  if (code !== exit.ok) throw new Error(stderr);
};
beforeEach(async () => {
  await limit('transfer', '1000000,1000000 MVP,1000000 MVL,1000000 BNB');
  await limit('day', '1000000,1000000 MVP,1000000 MVL,1000000 BNB');
});

/** Runs the lines as a batch, which must not send anything, and says its code and the code and sentence of each refusal. */
async function refused(lines: readonly string[], options = '--new-recipient --yes') {
  writeFileSync(path.join(user.home, 'rows.ndjson'), lines.map((command) => JSON.stringify({ command })).join('\n'));
  const state = async () => [await user.json('ops list'), await user.json('points balance'), user.broadcasts()];
  const before = await state();
  const { code, stdout, stderr } = await user.run(`batch rows.ndjson --client-ref b --json ${options}`);
  expect(await state()).toEqual(before);
  const { error } = JSON.parse(stderr.slice(stderr.lastIndexOf('{"error"'))) as {
    error: { code: string; refusals: readonly { readonly code: string; readonly message: string }[] };
  };
  return { code, stdout, refusals: error.refusals.map(({ code: word, message }) => `${word} ${message}`) };
}
const balance = async (): Promise<number> => Number((await user.json('points balance')).amount);

const bad: readonly (readonly [line: string, said: RegExp, isMisuse: boolean])[] = [
  [withdraw(contact.replace('A', 'a')), /checksum/, false],
  [withdraw(`0x${'0'.repeat(40)}`), /without a key/, false],
  [withdraw(lookalike), /begins and ends like|differs in/, false],
  [send('BSC', 'NOPE'), /NOPE/, true],
  [give(`1.${'1'.repeat(34)}`), /places/, true],
  [give('1', 'nobody-at-all'), /nobody-at-all/, false],
  [send('POLYGON', 'POL'), /POLYGON/, false],
];

describe('a bad row', () => {
  test('is named, and every other one too, whatever is wrong with it; the good ones are not sent', async () => {
    const { code, stdout, refusals } = await refused([give('1'), ...bad.map(([line]) => line), give('2')]);
    expect([code, stdout]).toEqual([exit.guarded, '']);
    expect(refusals).toHaveLength(bad.length);
    for (const [at, [, said]] of bad.entries())
      expect(refusals[at]).toMatch(new RegExp(`line ${at + 2}: .*${said.source}`));
  });

  test.each(bad)('alone: %s', async (line, said, isMisuse) => {
    for (const options of ['--new-recipient --yes', '--new-recipient --dry-run']) {
      const { code, refusals } = await refused([give('1'), line], options);
      expect([code, refusals]).toEqual([isMisuse ? exit.usage : exit.guarded, [expect.stringMatching(said)]]);
    }
  });

  test('is misuse only if all of them are', async () => {
    const misuse = [give(`1.${'1'.repeat(34)}`), send('BSC', 'NOPE')];
    expect((await refused(misuse)).code).toBe(exit.usage);
    expect((await refused([...misuse, withdraw(`0x${'0'.repeat(40)}`)])).code).toBe(exit.guarded);
  });

  test('is one with a new recipient, without --new-recipient', async () => {
    const { code, refusals } = await refused([give('1'), withdraw(contact), give('1', 'lan')], '--yes');
    const expected = ['NEW_RECIPIENT line 1: ', 'NEW_RECIPIENT line 3: '];
    expect([code, refusals.map((one) => one.slice(0, 22))]).toEqual([exit.guarded, expected]);
  });
});

const guarded = (said: RegExp) => ({ code: exit.guarded, refusals: [expect.stringMatching(said)] });
describe('the sum of the rows', () => {
  test('is at most what the account has, fees included; purchases take from the same account', async () => {
    const has = await balance();
    const half = String(Math.floor(has / 2));
    const both = /line 1: the rows take [\d,.]+ MVP in all, known fees included, and the account has [\d,.]+ MVP/;
    expect(await refused([give(half), give(half, 'lan')])).toMatchObject(guarded(both));
    const { price } = await user.json('api sale get-product 1');
    const most = String(Math.floor(has - Number(price)));
    expect(await refused([give(most), 'store buy 1 --quantity 1'])).toMatchObject(guarded(/the rows take/));
  });

  test('is at most what the key has', async () => {
    const said = /line 1: the rows take 40[\d.]* BNB in all, known fees included, and the account has 30 BNB/;
    expect(await refused(Array(2).fill(send('BSC', 'BNB', '20')))).toMatchObject(guarded(said));
  });

  test('is within limits.day, the row that goes over it is named', async () => {
    await limit('day', '100 MVP');
    const gifts = await refused([give('60'), give('39', 'lan'), give('0.5', 'lan')]);
    expect(gifts).toMatchObject(guarded(/^OVER_LIMIT_DAY line 3: 101 MVP/)); // fees of 0.5 each
    const { price } = await user.json('api sale get-product 1');
    await limit('day', `${Number(price) * 2} MVP`);
    const purchases = await refused(Array(3).fill('store buy 1 --quantity 1'));
    expect(purchases).toMatchObject(guarded(/^OVER_LIMIT_DAY line 3: /));
  });

  test('of honest rows is what the receipt says, and what leaves', async () => {
    const before = await balance();
    const rows = [give('1'), give('2.5', 'lan'), withdraw(account), send('BSC', 'BNB')];
    const text = rows.map((command) => JSON.stringify({ command })).join('\n');
    writeFileSync(path.join(user.home, 'good.ndjson'), text);
    expect(await user.run('batch good.ndjson --client-ref good --new-recipient --yes --interval 10ms')).toMatchObject(
      ends(exit.ok, /You send +4\.5 MVP in all, fees included/),
    );
    expect(await balance()).toBe(before - 4.5);
  });
});

test('a row without a dry run does nothing before the batch runs: an unknown outcome stays unknown', async () => {
  const { run, json, home } = await signedIn();
  await run(argvOf("sandbox fault add lost-answer --on 'user transferPoints' --times 1"));
  expect((await run(`${give('7')} --client-ref r --new-recipient --yes`)).code).toBe(exit.unknown);
  writeFileSync(path.join(home, 'rows.ndjson'), JSON.stringify({ command: 'ops check' }));
  const outcome = async () => (await json('ops list'))[0].outcome;
  expect((await run('batch rows.ndjson --dry-run')).code).toBe(exit.ok);
  expect(await outcome()).toBe('unknown');
  expect((await run('batch rows.ndjson --yes')).code).toBe(exit.ok);
  expect(await outcome()).toBe('done');
});
