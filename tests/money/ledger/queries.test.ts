// The ledger is never read whole: every query uses an index, and what is found by keys is what a scan of all finds.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { withLedger } from '../../../src/money/ledger/open.js';
import { groupsOfObjectQuery, pageQuery, queries } from '../../../src/money/ledger/queries.js';
import { ledgerIn } from '../../support/operations.js';
import { newHome } from '../../support/tuk.js';

/** One step back from the end of the table. */
const whole = ['newestRow'];
/** A text that `find` looks for in all that was sent. */
const ofText = ['holding', 'naming'];

test('every query of the ledger uses an index that bounds it; none reads all of an account', async () => {
  const place = ledgerIn(newHome('empty'));
  await withLedger(place, 'reads', () => {});
  const db = new DatabaseSync(place.file);
  const made = {
    page: pageQuery(false, undefined),
    pageOf: pageQuery(true, ['user transferPoints', 'sale payOrder']),
    groupsOfObject: groupsOfObjectQuery(['a', 'b']),
  };
  for (const [name, sql] of Object.entries({ ...queries, ...made })) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(sql.match(/\?/g) ?? []).map(() => null)) as {
      detail: string;
    }[];
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN operation(?! USING COVERING)|^SEARCH operation USING INDEX operation_owner/.test(detail),
      );
    if (![...whole, ...ofText].includes(name)) expect([name, scans]).toEqual([name, []]);
  }
  db.close();
});

test('only commands that are asked for all operations read all', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const isWhole = (file: string) =>
    /import \{[^}]*\beverything\b[^}]*\} from '[^']*money\/ledger/.test(readFileSync(path.join('src', file), 'utf8'));
  const readers = sources.filter(isWhole);
  expect(readers.sort()).toEqual(
    ['commands/explain/machine.ts', 'commands/ops/index.ts', 'commands/ops/list.ts'].sort(),
  );
});
