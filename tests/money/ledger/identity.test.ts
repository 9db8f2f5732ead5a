// The ledger of this machine: another one, an older copy, an empty one and none stop what moves value (exit 9), until a person accepts what is there.

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLedger } from '../../../src/money/ledger/open.js';
import { everything } from '../../../src/money/ledger/records.js';
import { ends, exit } from '../../support/exit.js';
import { ledgerIn } from '../../support/operations.js';
import { other } from '../../support/platform.js';
import { now } from '../../support/time.js';
import { newHome, newUser, type User } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const pay = 'points transfer --to dara --amount 1 --new-recipient --yes';

/** A user with two transfers: the file of the ledger, a copy of it after the first one, and the file that knows it. */
async function payer() {
  const user = await signedIn();
  const file = path.join(user.home, 'ledger.db');
  await user.run(`${pay} --client-ref first`);
  copyFileSync(file, path.join(user.home, 'older.db'));
  await user.run(pay);
  const remove = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  };
  return { ...user, file, remove, identity: path.join(user.home, 'ledger.json') };
}
type Payer = Awaited<ReturnType<typeof payer>>;
const balance = async ({ run }: Pick<User, 'run'>) => (await run('points balance')).stdout;

/** Puts another file in the place of the ledger. */
const replacedBy =
  (file: 'older' | 'newer') =>
  ({ remove, home, ...user }: Payer) => {
    remove();
    copyFileSync(path.join(home, `${file}.db`), user.file);
  };
const replacements: readonly (readonly [string, (user: Payer) => unknown, string])[] = [
  ['gone', ({ remove }) => remove(), 'is gone'],
  ['of 0 bytes', ({ remove, file }) => [remove(), writeFileSync(file, '', { mode: 0o600 })], 'an empty one'],
  ['an older copy', replacedBy('older'), 'it lacks the entry op-'],
  ['another one', async ({ remove, file }) => [remove(), copyFileSync((await payer()).file, file)], 'another one'],
  [
    'a copy with as many entries that went another way',
    async (user) => {
      copyFileSync(user.file, path.join(user.home, 'newer.db'));
      replacedBy('older')(user);
      expect((await user.run('ops adopt --yes')).code).toBe(exit.ok);
      expect((await user.run(pay)).code).toBe(exit.ok);
      replacedBy('newer')(user);
    },
    'it lacks the entry op-',
  ],
  ['known by a damaged file', ({ identity }) => truncateSync(identity, 20), 'damaged'],
];

test('a file that knows the ledger and cannot be read stops what moves value: it does not count as missing', async () => {
  const user = await payer();
  rmSync(user.identity);
  mkdirSync(user.identity);
  const before = await balance(user);
  expect(await user.run(pay)).toMatchObject(ends(exit.local, /knows the ledger of this machine, cannot be read/));
  expect(await balance(user)).toBe(before);
});

describe.each(replacements)('a ledger that is %s', (_, replace, why) => {
  test('stops what moves value with exit 9, by every door; reads go on, and doctor says it', async () => {
    const user = await payer();
    await replace(user);
    const before = await balance(user);
    const send = `wallet send --network BSC_TEST --token BNB --to ${other} --amount 0.001 --key-file key --yes --new-recipient`;
    writeFileSync(path.join(user.home, 'key'), `${'1'.repeat(64)}\n`, { mode: 0o600 });
    expect((await user.run('doctor -o ndjson')).stdout).toMatch(
      new RegExp(`"check":"ledger","result":"fault","says":"[^"]*${why}`),
    );
    const plumbing = 'api user transfer-points -f toUserId=dara -f amount=1 --yes';
    for (const line of [pay, `${pay} --client-ref first`, `${pay} --dry-run`, plumbing, send]) {
      const refused = ends(exit.local, new RegExp(`${why}.*\\n.*tuk ops adopt`));
      expect([line, await user.run(line)]).toMatchObject([line, refused]);
    }
    expect(await balance(user)).toBe(before);
    expect((await user.run('ops list')).code).toBe(exit.ok);
    expect((await user.run('ops adopt')).code).toBe(exit.guarded); // nobody has confirmed it
    expect((await user.run(pay)).code).toBe(exit.local);
    expect((await user.run('ops adopt --yes')).code).toBe(exit.ok);
    expect((await user.run(pay)).code).toBe(exit.ok);
    expect((await user.run('doctor -o ndjson')).stdout).toMatch(/"check":"ledger","result":"ok"/);
  });
});

test('the first ledger is created without a word, and a dry run creates neither file', async () => {
  const user = await signedIn();
  await user.run(`${pay} --dry-run`);
  expect(['ledger.db', 'ledger.json'].filter((name) => existsSync(path.join(user.home, name)))).toEqual([]);
  expect(await user.run(pay)).toMatchObject({
    code: exit.ok,
    stderr: expect.not.stringContaining('ledger of this machine'),
  });
});

test('a ledger from before there was such a file goes on, and is known from then on', async () => {
  const user = await payer();
  rmSync(user.identity);
  expect((await user.run(pay)).code).toBe(exit.ok);
  expect(JSON.parse(readFileSync(user.identity, 'utf8')).last).toMatch(/-0003 /);
});

test('newer entries than the known one do no harm, nor does an empty file', async () => {
  const user = await payer();
  const known = readFileSync(user.identity);
  await user.run(pay);
  for (const text of [known, '']) {
    writeFileSync(user.identity, text);
    expect((await user.run(pay)).code).toBe(exit.ok);
  }
});

test('a file that was emptied still says that there was a ledger', async () => {
  const user = await payer();
  user.remove();
  writeFileSync(user.identity, '');
  expect(await user.run(pay)).toMatchObject(ends(exit.local, 'is gone'));
});

test('a home that is copied or moved as a whole goes on', async () => {
  const user = await payer();
  const home = newHome('empty');
  cpSync(user.home, home, { recursive: true });
  for (const one of [newUser(home), user]) expect((await one.run(pay)).code).toBe(exit.ok);
});

test('another XDG_STATE_HOME is no way to another ledger', async () => {
  const user = await signedIn();
  const env = { TUK_HOME: undefined, HOME: user.home, XDG_STATE_HOME: path.join(user.home, 'one') };
  const at = (state: string) => ({ env: { ...env, XDG_STATE_HOME: path.join(user.home, state) } });
  for (const state of ['one', 'two']) {
    mkdirSync(path.join(user.home, state, 'tuk'), { recursive: true });
    copyFileSync(path.join(user.home, 'sandbox.db'), path.join(user.home, state, 'tuk/sandbox.db'));
    await user.run('login --as mina', at(state));
  }
  expect((await user.run(pay, at('one'))).code).toBe(exit.ok);
  expect((await user.run(pay, at('two'))).code).toBe(exit.local);
  expect((await user.run(pay, at('one'))).code).toBe(exit.ok);
});

test('an operation whose ledger cannot be recorded as that of the machine is not sent', async () => {
  const home = newHome('empty');
  const identity = path.join(home, 'ledger.json');
  const ledger = await openLedger(ledgerIn(home), 'moves');
  mkdirSync(`${identity}.${process.pid}.tmp`); // the file cannot be written
  const intent = { profile: 'p', service: 'user', call: 'c', method: 'POST', url: 'u' };
  await expect(ledger.begin(intent, now)).rejects.toThrow(expect.objectContaining({ code: 'LEDGER_UNUSABLE' }));
  expect(await everything(ledger)).toMatchObject([{ outcome: 'not-sent' }]);
  await ledger.close();
});
