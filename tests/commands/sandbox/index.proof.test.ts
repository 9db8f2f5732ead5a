// The embedded sandbox with a damaged state file, the examples of its commands, and the check of a whole world.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteFile } from '../../../src/services/sqlite-file.js';
import { ends, exit } from '../../support/exit.js';
import { newHome, newUser } from '../../support/tuk.js';

function damage(file: string): void {
  const tables = 'PRAGMA journal_mode = WAL; CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT)';
  const db = openSqliteFile(file, (one) => one.exec(tables));
  const insert = db.prepare('INSERT INTO meta VALUES (?, ?)');
  for (let i = 0; i < 2000; i++) insert.run(`name ${i}`, 'x'.repeat(50));
  db.close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 5000));
}
test.each<readonly [string, (file: string) => void]>([
  ['no database', (file) => writeFileSync(file, 'not a database')],
  ['zeros', (file) => writeFileSync(file, Buffer.alloc(100_000))],
  ['a folder', (file) => mkdirSync(file)],
  ['a FIFO', (file) => execFileSync('mkfifo', [file])],
  ['damaged in the middle', damage],
])('a state file that is %s is set aside by reset and seed, and the sandbox works again', async (_, breakFile) => {
  for (const line of ['sandbox reset', 'sandbox reset --seed 3']) {
    const user = newUser(newHome('empty'));
    breakFile(path.join(user.home, 'sandbox.db'));
    const failed = await user.run('login');
    const said = /^(9 .*Set the file aside and create a new one: tuk sandbox reset|11 )/s;
    expect(`${failed.code} ${failed.stderr}`).toMatch(said);
    expect(await user.run(line)).toMatchObject(ends(exit.ok, 'was broken; it is'));
    expect(readdirSync(user.home).filter((name) => name.startsWith('sandbox.db.broken-'))).not.toEqual([]);
    for (const next of ['login', 'whoami']) expect((await user.run(next)).code).toBe(exit.ok);
  }
});
