// SQLite files that several processes create at once: the later ones retry.
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteFile } from '../../src/services/sqlite-file.js';
import { newHome } from '../support/tuk.js';

const file = () => path.join(newHome(), 'new.db');

test('a file that another process is creating is opened by a retry', () => {
  let tries = 0;
  const db = openSqliteFile(file(), (opened) => {
    if (++tries < 3) throw new Error('database is locked'); // what SQLite throws when two connections change to WAL at once
    opened.exec('CREATE TABLE made (a)');
  });
  expect(db.prepare('SELECT count(*) AS count FROM made').get()).toEqual({ count: 0 });
  expect(tries).toBe(3);
  db.close();
});

test('another error is thrown at once', () => {
  let tries = 0;
  const prepare = () => {
    tries++;
    throw new Error('no such table: t');
  };
  expect(() => openSqliteFile(file(), prepare)).toThrow('no such table');
  expect(tries).toBe(1);
});
