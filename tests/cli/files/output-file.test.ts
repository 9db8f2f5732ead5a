// Writing a file that a command line names: over an existing one only if the line says so, and without remains.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeOutputFile } from '../../../src/cli/files/output-file.js';
import { BadInput } from '../../../src/services/http/errors.js';
import { newHome } from '../../support/tuk.js';

test('a file that appears after it was looked for is not overwritten', () => {
  const home = newHome();
  const file = path.join(home, 'a.png');
  const options = { name: 'a.png', mode: 0o600, exists: () => new BadInput('FILE_EXISTS', 'a.png exists.') };
  writeFileSync(file, 'mine');
  expect(() => writeOutputFile(file, Buffer.from('theirs'), options)).toThrow('exists');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const under = () => writeOutputFile(path.join(file, 'b'), Buffer.from('x'), { ...options, replaces: true });
  expect(under).toThrow('Cannot write a.png');
  expect(readdirSync(home).filter((name) => name.startsWith('a.png'))).toEqual(['a.png']);
});
