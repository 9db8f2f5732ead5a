// A file that is replaced keeps its permissions, as it keeps its link; a private file never becomes wider.
import { chmodSync, lstatSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from '../../src/services/whole-file.js';

test.each([
  [0o600, 0o666, 0o600],
  [0o640, 0o644, 0o640],
  [0o664, 0o666, 0o664],
  [0o755, 0o644, 0o755],
  [0o644, 0o600, 0o600],
])('a file of mode %i, written with %i, has %i', (before, mode, after) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-whole-file-'));
  const [file, link] = [path.join(folder, 'a'), path.join(folder, 'b')];
  writeFileSync(file, 'old');
  chmodSync(file, before);
  symlinkSync('a', link);
  replaceFile(link, Buffer.from('new'), mode, { preserve: true });
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([after, 'new']);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});
