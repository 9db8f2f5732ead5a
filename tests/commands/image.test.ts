// The image group: a picture is written whole or not at all, and never over another file.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeAtomically } from '../../src/commands/image/write-file.js';
import { answer, hang, raw, reset, type Script, scripted } from '../support/scripted-server.js';
import { person } from '../support/tuk.js';

const create = 'image create --text Hello --font Poppins --out hello.png';

describe('on the sandbox', () => {
  test('a picture is written and reported, and never over another file', async () => {
    const { run, home } = person();
    const made = await run(create);
    const file = path.join(home, 'hello.png');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toEqual({ path: file, type: 'image/png', size: statSync(file).size });
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
    writeFileSync(file, 'mine');
    const again = await run(create);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/hello\.png exists[\s\S]*--force/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await run(`${create} --force --weight Bold --align center -F width=300 --jq .size`)).code).toBe(0);
    expect(readFileSync(file).readUInt32BE(16)).toBe(300);
    expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('on a terminal the picture is drawn below the response unless -o is used', async () => {
    const { run } = person();
    const drawn = await run(`${create} --force`, { terminal: true });
    expect(drawn.stdout).toMatch(/hello\.png[\s\S]*\n\n[\s\S]*[▀▄█]{2}/);
    for (const more of ['-o json', '--jq .size', '--fields size', '-q'])
      expect((await run(`${create} --force ${more}`, { terminal: true })).stdout).not.toMatch(/[▀▄█]/);
    expect((await run(`${create} --force`, { terminal: true, env: { ACCESSIBLE: '1' } })).stdout).not.toMatch(/[▀▄█]/);
    expect((await run(`${create} --force`)).stdout).not.toMatch(/[▀▄█]/);
  });

  test('the text from a pipe; on a terminal the same, as a page', async () => {
    const { run, home } = person();
    const piped = await run('image create --text-stdin --font MaruBuri --out a.png', { stdin: 'two\nlines\n' });
    expect(piped.code).toBe(0);
    await run(['image', 'create', '--text', 'two\nlines', '--font', 'MaruBuri', '--out', 'b.png']);
    expect(readFileSync(path.join(home, 'a.png')).equals(readFileSync(path.join(home, 'b.png')))).toBe(true);
    const seen = await run('image create --text Hello --font Poppins --out c.png', { terminal: true, env: { NO_COLOR: '1' } });
    expect(seen.stdout).toMatch(/Path +\/[\s\S]*Type +image\/png\n +Size +\d+/);
  });

  test.each([
    ['image create --font Poppins --out a.png --yes', '--text is needed'],
    ['image create --text a --out a.png --yes', '--font is needed'],
    ['image create --text a --font Poppins --yes', '--out is needed'],
    ['image create --text a --font Comic --out a.png', 'not a value of --font'],
    ['image create --text a --font Poppins --weight Heavy --out a.png', 'not a value of --weight'],
    ['image create --text a --text-stdin --font Poppins --out a.png', 'not both'],
    ['image create --text-stdin --font Poppins --out a.png', 'is empty'],
    ['image create --text a --font Poppins --out none/a.png', 'The folder none does not exist'],
    ['image create --text a --font Poppins --out folder --force', 'is a folder'],
  ])('%s is refused in one sentence, and nothing is written', async (line, said) => {
    const { run, home } = person();
    mkdirSync(path.join(home, 'folder'));
    const ran = await run(line);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(said);
    expect(readdirSync(home)).toEqual(['folder']);
  });

  test('a dry run shows the request and writes nothing', async () => {
    const { run, home } = person();
    expect(JSON.parse((await run(`${create} --dry-run`)).stdout).body).toEqual({ text: 'Hello', font: 'Poppins' });
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('against scripted answers', () => {
  test.each<[string, Script, number]>([
    ['a page', answer(200, '<html>', { 'content-type': 'image/png' }), 11],
    ['nothing', answer(200, ''), 11],
    ['half of a picture', raw('HTTP/1.1 200 X\r\ncontent-type: image/png\r\ncontent-length: 999\r\n\r\n\x89PNG\r\n\x1a\n'), 11],
    ['500', answer(500, ''), 11],
    ['a refusal', answer(400, '{"message":"\\u001b[2J no"}'), 3],
    ['a reset', reset, 6],
    ['no answer', hang, 6],
  ])('%s leaves no file and no part of one', async (_, script, code) => {
    const server = await scripted(script);
    const { run, home } = person();
    await run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    const ran = await run(`${create} -p box --timeout 300ms`);
    expect([ran.stdout, ran.stderr.includes('\u001b')]).toEqual(['', false]);
    expect(ran.code).toBe(code);
    expect(readdirSync(home).filter((name) => /png/.test(name))).toEqual([]);
  });

  test('a JPEG is recognised whatever its content type is', async () => {
    const server = await scripted(answer(200, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), { 'content-type': 'image/png' }));
    const { run } = person();
    await run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    expect(JSON.parse((await run(`${create} -p box`)).stdout)).toMatchObject({ type: 'image/jpeg', size: 4 });
  });
});

test('a file that appeared meanwhile is not overwritten', () => {
  const file = path.join(person().home, 'a.png');
  writeFileSync(file, 'mine');
  expect(() => writeAtomically(file, Buffer.from('theirs'), false)).toThrow('exists');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(() => writeAtomically(path.join(file, 'under'), Buffer.from('x'), true)).toThrow('Cannot write');
  expect(existsSync(path.join(path.dirname(file), `.a.png.${process.pid}.tmp`))).toBe(false);
});
