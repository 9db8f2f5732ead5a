// The file that knows the ledger of this machine, and processes: a kill between the two writes, and many at once, lock nobody out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { everything } from '../../../src/money/ledger/records.js';
import { exit } from '../../support/exit.js';
import { crashAt } from '../../support/file-faults.js';
import { withLedger } from '../../support/operations.js';
import { tukProcess, tukProcesses } from '../../support/processes.js';
import { newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const pay = 'points transfer --to dara --amount 1 --new-recipient --yes'.split(' ');

const unknown = async (home: string) =>
  (await withLedger(home, everything)).filter(({ outcome }) => outcome === 'unknown');
/** The options that admit a transfer beside those whose outcome is not known. */
const despite = async (home: string) => (await unknown(home)).flatMap(({ id }) => ['--despite', id]);

test.each(['before', 'after'] as const)(
  'a process that is killed %s its rename leaves a ledger that agrees',
  async (when) => {
    const env = crashAt(when, 'renameSync', 'ledger.json');
    const { home } = await signedIn();
    for (const killed of [1, 2]) {
      await tukProcess([...pay, ...(await despite(home))], { home, env }).done;
      expect(await unknown(home)).toHaveLength(killed);
      expect((await tukProcess([...pay, ...(await despite(home))], { home }).done).code).toBe(exit.ok);
    }
    const outcomes = (await withLedger(home, everything)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['done', 'unknown', 'done', 'unknown']);
  },
);

test('processes that begin at once all find the ledger of the machine, the first ones too', async () => {
  const { home } = await signedIn();
  const codes = (await tukProcesses(8, pay, { home })).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([exit.ok]));
  const { last } = JSON.parse(readFileSync(path.join(home, 'ledger.json'), 'utf8'));
  expect(await withLedger(home, everything)).toHaveLength(8);
  expect(last).toMatch(/-0008 /);
  expect((await newUser(home).run(pay)).code).toBe(exit.ok);
});
