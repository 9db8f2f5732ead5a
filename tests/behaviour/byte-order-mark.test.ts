// Inputs with a byte order mark, as editors of Windows write it, are read as without: files, standard input, own files.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readInput } from '../../src/cli/files/input-file.js';
import { readPlainFile } from '../../src/session/plain-file.js';
import { exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const mark = '\uFEFF';

test('one reader each for inputs and for own files leaves the mark out, and only at the beginning', async () => {
  const { home } = newUser();
  mkdirSync(home, { recursive: true });
  const file = path.join(home, 'input');
  writeFileSync(file, `${mark}a${mark}b\n`);
  expect(await readInput({ stdin: process.stdin, cwd: home }, 'input')).toBe(`a${mark}b\n`);
  expect(readPlainFile(file, { links: false })).toBe(`a${mark}b\n`);
});

test('UTF-16 with a mark, as PowerShell 5 writes it, is read; half a letter is refused', async () => {
  const { run, home } = newUser();
  mkdirSync(home, { recursive: true });
  const rows = Buffer.from(`${mark}name,to\r\nភ,dara\r\n`, 'utf16le');
  const line = ['batch', 'rows.csv', '--template', 'explain {name}'];
  for (const bytes of [rows, Buffer.from(rows).swap16()]) {
    writeFileSync(path.join(home, 'rows.csv'), bytes);
    expect(await readInput({ stdin: process.stdin, cwd: home }, 'rows.csv')).toBe('name,to\r\nភ,dara\r\n');
  }
  writeFileSync(path.join(home, 'rows.csv'), rows.subarray(0, -1));
  expect(await run(line)).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('not valid UTF-16LE') });
});

test('--input, a baseline, a report and tokens with a mark are JSON', async () => {
  const { run, home, server } = await stubUser(respondJson({ id: '1' }));
  const written = (name: string, text: string) => {
    writeFileSync(path.join(home, name), mark + text);
    return path.join(home, name);
  };
  const body = written('body', '{"text":"x"}');
  expect((await run(`api musubi contact --input ${body} --yes`)).code).toBe(exit.ok);
  expect(server.requests.at(-1)?.body).toBe('{"text":"x"}');
  const compared = await run(`diff ${written('a.json', '{}')} ${written('b.json', '{}')}`);
  expect(compared).toMatchObject({ code: exit.ok, stdout: '[]\n' });
  const tokens = `${mark}{"accessToken":"abc","refreshToken":"def"}`;
  expect(await run('login --tokens-stdin', { stdin: tokens })).toMatchObject({ code: exit.ok });
});
