// The file of the ledger: private from its first byte under any umask, checked before it is used, and without companions at the end.
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '../../../src/money/ledger/open.js';
import { look } from '../../support/doctor.js';
import { ends, exit } from '../../support/exit.js';
import { ledgerIn } from '../../support/operations.js';
import { now } from '../../support/time.js';
import { signedIn } from '../../support/users.js';

const pay = 'points transfer --to dara --amount 1 --new-recipient --yes';
const posix = process.platform !== 'win32';
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

/** The bytes of the write-ahead log: what is not yet in the file of the ledger itself. */
const logSize = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

async function payer() {
  const user = await signedIn();
  return { ...user, file: path.join(user.home, 'ledger.db') };
}

const umasks = [0o000, 0o022, 0o077, 0o777];
test.runIf(posix).each(umasks)('is 0600 under the umask %o, with its companions', async (umask) => {
  const { file } = await payer();
  const before = process.umask(umask);
  try {
    const ledger = await openLedger(ledgerIn(path.dirname(file)), 'reads');
    const intent = { profile: 'p', service: 'user', call: 'c', method: 'POST', url: 'u' };
    await ledger.begin(intent, now);
    const files = readdirSync(path.dirname(file)).filter((name) => name.startsWith('ledger.db'));
    expect(files.length).toBeGreaterThan(1);
    for (const name of files) expect([name, mode(path.join(path.dirname(file), name))]).toEqual([name, '600']);
    await ledger.close();
  } finally {
    process.umask(before);
  }
  expect(logSize(file)).toBe(0);
});

test.runIf(posix)('a mode that is too open is repaired', async () => {
  const { run, file } = await payer();
  await run(pay);
  chmodSync(file, 0o666);
  expect((await run('ops list')).code).toBe(exit.ok);
  expect(mode(file)).toBe('600');
});

test.runIf(posix).each([
  ['a symbolic link', (file: string) => symlinkSync(`${file}.real`, file)],
  ['a dangling link', (file: string) => symlinkSync('/nowhere/at/all', file)],
  ['a folder', (file: string) => mkdirSync(file)],
  ['a link as its write-ahead log', (file: string) => symlinkSync('/nowhere/at/all', `${file}-wal`)],
])('%s is refused with exit 9, and nothing is sent', async (_, make) => {
  const { run, file } = await payer();
  if (_ === 'a symbolic link') writeFileSync(`${file}.real`, '');
  make(file);
  const balance = (await run('points balance')).stdout;
  expect(await run(pay)).toMatchObject(
    ends(exit.local, /ledger .* cannot be used: .* (is a symbolic link|is not a regular file)/),
  );
  expect((await run('points balance')).stdout).toBe(balance);
  const doctor = await run('doctor -o ndjson');
  expect(doctor.stdout).toMatch(/"check":"ledger","result":"fault"/);
  expect((await run('--help')).code).toBe(exit.ok);
});

test.runIf(posix)('doctor reports open key files, an open ledger and NODE_DEBUG, and changes nothing', async () => {
  const user = await payer();
  const { run, file, home } = user;
  await run(pay);
  chmodSync(file, 0o644);
  mkdirSync(path.join(home, 'keys'), { mode: 0o700 });
  writeFileSync(path.join(home, 'keys/wallet.json'), '{}', { mode: 0o644 });
  const { faults } = await look(user, '--service clutch', { env: { NODE_DEBUG: 'http,fs' } });
  expect(faults).toEqual(expect.arrayContaining(['ledger', 'key files', 'NODE_DEBUG']));
  expect([mode(file), mode(path.join(home, 'keys/wallet.json'))]).toEqual(['644', '644']);
});
