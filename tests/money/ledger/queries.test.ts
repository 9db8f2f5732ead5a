// The ledger is never read whole: every query uses an index, and what is found by keys is what a scan of all finds.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../../src/money/ledger/ledger.js';
import { bindingTo } from '../../../src/money/ledger/owner.js';
import { queries } from '../../../src/money/ledger/queries.js';
import { isSame } from '../../../src/money/values/recipients.js';
import { historyIn } from '../../../src/money/verdict/history.js';
import { runs } from '../../support/runs.js';
import { newHome } from '../../support/tuk.js';

const open = () => {
  const file = path.join(newHome('empty'), 'ledger.db');
  return { file, ledger: new Ledger(file) };
};

/** One step back from the end of the table. */
const whole = ['newestRow'];

test('every query of the ledger uses an index', () => {
  const { file, ledger } = open();
  ledger.close();
  const db = new DatabaseSync(file);
  for (const [name, sql] of Object.entries(queries)) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(sql.match(/\?/g) ?? []).map(() => null)) as {
      detail: string;
    }[];
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN operation(?! USING COVERING)/.test(detail));
    if (!whole.includes(name)) expect([name, scans]).toEqual([name, []]);
  }
  db.close();
});

test('only commands that are asked for all operations read all', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const isWhole = (file: string) => /ledger\s*\.everything\(\)/.test(readFileSync(path.join('src', file), 'utf8'));
  const readers = sources.filter(isWhole);
  expect(readers.sort()).toEqual(
    ['commands/explain/machine.ts', 'commands/find/local.ts', 'commands/ops/index.ts', 'commands/ops/list.ts'].sort(),
  );
});

const address = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01';
const recipients = ['kenji', 'dara', address, address.toLowerCase(), '0x1111111111111111111111111111111111111111'];
const line = fc.record({
  recipient: fc.option(fc.constantFrom(...recipients), { nil: undefined }),
  object: fc.option(fc.constantFrom('kenji', 'o-1'), { nil: undefined }),
  account: fc.constantFrom('sub:mina', 'sub:dara'),
  outcome: fc.constantFrom('done', 'unknown', 'refused', 'accepted'),
} as const);

test('known recipients and open operations by keys are those of a scan of all', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom(...recipients), (lines, id) => {
      const { ledger } = open();
      const owner = { profile: 'box', origin: 'https://box.example', account: 'sub:mina' };
      const base = { ...owner, service: 'user', call: 'transferPoints', method: 'POST', url: 'https://box.example/' };
      for (const [at, { outcome, ...rest }] of lines.entries()) {
        const { id: begun } = ledger.begin({ ...base, ...rest }, Date.UTC(2026, 0, 1) + at);
        ledger.settle(begun, { outcome }, Date.UTC(2026, 0, 2));
      }
      const own = ledger.everything().filter((one) => bindingTo(owner, one) === 'same');
      const isTo = (one: { readonly recipient?: string; readonly object?: string }) =>
        one.recipient !== undefined && (isSame(one.recipient, id) || one.object === id);
      const kind = id.startsWith('0x') ? ('address' as const) : ('user' as const);
      const facts = { call: { service: 'user', name: 'transferPoints' }, recipient: { kind, id } } as never;
      const history = historyIn(ledger, owner);
      const counted = history
        .recipients(facts)
        .filter(isTo)
        .reduce((sum, { times = 1 }) => sum + times, 0);
      expect(counted).toBe(own.filter(isTo).length);
      const idsOf = (all: readonly { readonly id: string }[]) => all.map((one) => one.id).sort();
      const wanted = own.filter((one) => isTo(one) && (one.outcome === 'unknown' || one.outcome === 'accepted'));
      const found = history.onSubject(facts).filter((one) => one.isSure && wanted.some((other) => other.id === one.id));
      expect(idsOf(found)).toEqual(idsOf(wanted));
      expect(ledger.count()).toBe(lines.length);
      expect([...ledger.newest({ page: 2 })].map((one) => one.id)).toEqual(ledger.everything().map((one) => one.id));
      ledger.close();
    }),
    { numRuns: runs(60) },
  );
});
