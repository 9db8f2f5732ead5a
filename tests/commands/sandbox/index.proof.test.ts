// The embedded sandbox with a damaged state file, the examples of its commands, and the check of a whole world.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqliteFile } from '../../../src/services/sqlite-file.js';
import { ends, exit } from '../../support/exit.js';
import { newHome, newUser } from '../../support/tuk.js';

describe('a state file that SQLite cannot use', () => {
  const broken: readonly [string, (file: string) => void][] = [
    ['no database', (file) => writeFileSync(file, 'not a database')],
    ['zeros', (file) => writeFileSync(file, Buffer.alloc(100_000))],
    ['a folder', (file) => mkdirSync(file)],
    ['a FIFO', (file) => execFileSync('mkfifo', [file])],
    [
      'damaged in the middle',
      (file) => {
        const db = openSqliteFile(file, (one) =>
          one.exec('PRAGMA journal_mode = WAL; CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT)'),
        );
        const insert = db.prepare('INSERT INTO meta VALUES (?, ?)');
        for (let i = 0; i < 2000; i++) insert.run(`name ${i}`, 'x'.repeat(50));
        db.close();
        const bytes = readFileSync(file);
        bytes.fill(0x5a, 5000);
        writeFileSync(file, bytes);
      },
    ],
  ];
  test.each(broken)('%s: reset and seed set it aside, and the sandbox works again', async (_, breakFile) => {
    for (const line of ['sandbox reset', 'sandbox reset --seed 3']) {
      const user = newUser(newHome('empty'));
      const file = path.join(user.home, 'sandbox.db');
      breakFile(file);
      const failed = await user.run('login');
      const said = /^(9 .*Set the file aside and create a new one: tuk sandbox reset|11 )/s;
      expect(`${failed.code} ${failed.stderr}`).toMatch(said);
      expect(await user.run(line)).toMatchObject(ends(exit.ok, 'was broken; it is'));
      expect(readdirSync(user.home).filter((name) => name.startsWith('sandbox.db.broken-'))).not.toEqual([]);
      expect((await user.run('login')).code).toBe(exit.ok);
      expect((await user.run('whoami')).code).toBe(exit.ok);
    }
  });
});
