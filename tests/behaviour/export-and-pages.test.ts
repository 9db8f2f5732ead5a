// The application on the sandbox: a list reads on at its last row, and what is on a screen goes to a new file.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { program } from '../support/screen.js';
import { signedIn } from '../support/users.js';

test('a part of a list says that more follows, reads on at its last row, and keeps its rows meanwhile', async () => {
  const { home } = await signedIn('whale');
  const app = await program([], { home, size: { rows: 40, columns: 140 } });
  await app.until(/NEEDS YOU/);
  await app.press(':wallet history --network ETHEREUM\r');
  await app.until(/20 rows, there may be more/);
  await app.press('G');
  await app.until(/100 rows, there may be more/);
  expect(app.text()).toContain('wallet history --network ETHEREUM --all --limit 100');
  await app.press('G');
  await app.until(/500 rows, there may be more/);
  await app.press('q');
});

test('E writes what is on the screen to a new file in the form of its name, and never over a file', async () => {
  const { home } = await signedIn();
  const cwd = mkdtempSync(path.join(tmpdir(), 'tuk-export-'));
  afterFile(() => rmSync(cwd, { recursive: true, force: true }));
  const app = await program([], { home });
  await app.until(/NEEDS YOU/);
  await app.press('1');
  await app.until(/Phnom Penh Tuk-tuks I/);
  await app.press('/Hanoi\r');
  await app.press('E');
  await app.until(/: export assets-offerings\.csv/);
  await app.press(`\x15export ${path.join(cwd, 'assets-offerings.csv')}\r`);
  await app.until(/✓ Written: /);
  const file = path.join(cwd, 'assets-offerings.csv');
  const written = readFileSync(file, 'utf8');
  expect(written.trimEnd().split('\n')).toHaveLength(2); // the filter counts
  expect(written).toMatch(/^id,title,[\s\S]*Hanoi Bikes/);
  await app.press('E');
  await app.press(`\x15export ${file}\r`);
  await app.until(/exists, and is left as it is/);
  expect(readFileSync(file, 'utf8')).toBe(written);
  await app.press('E');
  await app.press(`\x15export ${cwd}/all.txt\r`);
  await app.until(/must end in \.csv, \.json or \.md/);
  expect(existsSync(path.join(cwd, 'all.txt'))).toBe(false);
  await app.press(`\x15export ${cwd}/a.json\r`);
  await app.until(/✓ Written: .*a\.json/);
  expect(JSON.parse(readFileSync(path.join(cwd, 'a.json'), 'utf8'))).toMatchObject([{ title: 'Hanoi Bikes' }]);
  await app.press('q');
});
