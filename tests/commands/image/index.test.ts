// `tuk image create`: a picture is written completely or not at all, and never overwrites another file.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { raw, reset, respond, type Script } from '../../support/scripted-server.js';
import { newHome, newUser } from '../../support/tuk.js';
import { stubUser } from '../../support/users.js';

const create = 'image create --text Hello --font Poppins --out hello.png';

describe('on the sandbox', () => {
  test('a picture is written and reported, and never overwrites a file', async () => {
    const { run, json, home } = newUser();
    const file = path.join(home, 'hello.png');
    const created = await json(create);
    expect(created).toEqual({ path: file, type: 'image/png', size: statSync(file).size });
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
    writeFileSync(file, 'mine');
    const stderr = expect.stringMatching(/hello\.png exists[\s\S]*--replace/);
    expect(await run(create)).toEqual({ code: exit.usage, stdout: '', stderr });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await run(`${create} --replace --weight Bold --align center -F width=300 --jq .size`)).code).toBe(exit.ok);
    expect(readFileSync(file).readUInt32BE(16)).toBe(300);
    expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('on a terminal the picture is drawn below the response unless -o is used', async () => {
    const { run } = newUser();
    const drawn = async (more = '', options = {}) =>
      (await run(`${create} --replace ${more}`, { terminal: true, ...options })).stdout;
    expect(await drawn()).toMatch(/hello\.png[\s\S]*\n\n[\s\S]*[▀▄█]{2}/);
    const kitty = await drawn('', { env: { TERM: 'xterm-kitty' } });
    expect(kitty).toMatch(/hello\.png[\s\S]*\x1b_Ga=T,f=100,[^\x1b]*\x1b\\/);
    for (const more of ['-o json', '--jq .size', '--fields size', '-q']) expect(await drawn(more)).not.toMatch(/[▀▄█]/);
    expect(await drawn('', { env: { ACCESSIBLE: '1' } })).not.toMatch(/[▀▄█]/);
    expect(await drawn('', { terminal: false })).not.toMatch(/[▀▄█]/);
  });

  test.each([
    ['Hello, 世界 🚕 é', 'Poppins', /▲ The font may not have 世 界 🚕: look for boxes in the image\.\n/],
    ['안녕 é', 'Poppins', /▲ The font may not have 안 녕:/],
    ['안녕 é 7 ©', 'NanumGothic', undefined],
    ['नमस्ते', 'Poppins', undefined],
  ])('letters that a font is not known to have are named: %s in %s', async (text, font, told) => {
    const { run } = newUser();
    const { code, stderr } = await run(['image', 'create', '--text', text, '--font', font, '--out', 'a.png']);
    expect(code).toBe(exit.ok);
    if (told) expect(stderr).toMatch(told);
    else expect(stderr).not.toContain('▲');
  });

  test('the text is read from a pipe; on a terminal the result is the same, as a page', async () => {
    const { run, table, home } = newUser();
    const piped = await run('image create --text-file - --font MaruBuri --out a.png', { stdin: 'two\nlines\n' });
    expect(piped.code).toBe(exit.ok);
    await run(['image', 'create', '--text', 'two\nlines', '--font', 'MaruBuri', '--out', 'b.png']);
    expect(readFileSync(path.join(home, 'a.png')).equals(readFileSync(path.join(home, 'b.png')))).toBe(true);
    const result = await table('image create --text Hello --font Poppins --out c.png');
    expect(result.stdout).toMatch(/Path +\/[\s\S]*Type +image\/png\n +Size +\d+/);
  });

  test.each([
    ['image create --font Poppins --out a.png --yes', '--text or --text-file is needed'],
    ['image create --text a --font Comic --out a.png', 'not a value of --font'],
    ['image create --text a --text-file - --font Poppins --out a.png', 'not both'],
    ['image create --text-file - --font Poppins --out a.png', 'is empty'],
    ['image create --text a --font Poppins --out none/a.png', 'The folder none does not exist'],
    ['image create --text a --font Poppins --out folder --replace', 'is a folder'],
  ])('%s is refused in one sentence, and nothing is written', async (line, output) => {
    const { run, home } = newUser(newHome('empty'));
    mkdirSync(path.join(home, 'folder'));
    expect(await run(line)).toEqual({ code: exit.usage, stdout: '', stderr: expect.stringContaining(output) });
    expect(readdirSync(home)).toEqual(['folder']);
  });

  test('a dry run shows the request and writes nothing', async () => {
    const { run, home } = newUser(newHome('empty'));
    expect(JSON.parse((await run(`${create} --dry-run`)).stdout).body).toEqual({ text: 'Hello', font: 'Poppins' });
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('with a scripted server', () => {
  const head = 'HTTP/1.1 200 X\r\ncontent-type: image/png\r\n';
  test.each<[string, Script, number]>([
    ['a page', respond(200, '<html>', { 'content-type': 'image/png' }), exit.server],
    ['nothing', respond(200, ''), exit.server],
    ['half of a picture', raw(`${head}content-length: 999\r\n\r\n\x89PNG\r\n\x1a\n`), exit.server],
    ['500', respond(500, ''), exit.server],
    ['a refusal', respond(400, '{"message":"\\u001b[2J no"}'), exit.refused],
    ['a reset', reset, exit.unreachable],
  ])('%s leaves no file and no partial file', async (_, script, code) => {
    const { run, home } = await stubUser(script, { signIn: false });
    expect(await run(create)).toEqual({ code, stdout: '', stderr: expect.not.stringContaining('\u001b') });
    expect(readdirSync(home).filter((name) => /png/.test(name))).toEqual([]);
  });

  test('a JPEG is recognised with any content type', async () => {
    const jpeg = respond(200, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), { 'content-type': 'image/png' });
    const { json } = await stubUser(jpeg, { signIn: false });
    expect(await json(create)).toMatchObject({ type: 'image/jpeg', size: 4 });
  });
});
