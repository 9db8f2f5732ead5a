// Protects --edit: what the editor saves is checked and sent as the body; anything else sends nothing, and leaves no file behind.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editingWorld, withoutComments } from '../../../src/cli/run/edit.js';
import type { World } from '../../../src/cli/settings/world.js';
import { afterFile } from '../../support/cleanup.js';
import { ends, exit } from '../../support/exit.js';
import { until } from '../../support/limit.js';
import { connect } from '../../support/mcp-client.js';
import { property } from '../../support/runs.js';
import { respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const { PATH = '/usr/bin:/bin' } = process.env;
/** The environment of a run whose editor is this command. */
const editor = (command: string) => ({ env: { PATH, EDITOR: command } });
const box = () => stubUser(respondJson({ ok: true }));
/** An editor that notes the files that it is given, then runs a command on them; `left` are those that are still there. */
function noting(command: string) {
  const [script, list] = ['editor.sh', 'files'].map((name) => path.join(folder(), name)) as [string, string];
  writeFileSync(script, `#!/bin/sh\necho "$1" >> '${list}'\n${command} "$1"\n`);
  const files = () => readFileSync(list, 'utf8').trim().split('\n');
  return { ...editor(`sh '${script}'`), left: () => files().filter((file) => existsSync(path.dirname(file))) };
}
/** A folder for files of a test. */
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'tuk test '));
  afterFile(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
/** An editor that keeps what it is given in a file, then runs a command. */
function keeping(file: string) {
  const script = path.join(path.dirname(file), 'editor.sh');
  writeFileSync(
    script,
    `#!/bin/sh\ncat "$1" > '${file}'\nls -ld "$1" > '${file}.modes'\nls -ld "$(dirname "$1")" >> '${file}.modes'\n`,
  );
  return `sh '${script}'`;
}

test('the body is filled by the options, edited, and sent', async () => {
  const { run, server } = await box();
  const edit = noting("sed -i 's/old@/new@/'");
  const { code } = await run('api user set-email -f email=old@x.y --edit --yes', edit);
  expect([code, server.requests.at(-1)?.body]).toEqual([exit.ok, '{"email":"new@x.y"}']);
  expect(edit.left()).toEqual([]);
});

test('a path that is no call of the catalogue is edited without fields', async () => {
  const { run, server } = await box();
  const edit = noting(`printf '{"a":1}' > "$1" #`);
  const { code } = await run('api POST user /v1/odd --edit --yes', edit);
  expect([code, server.requests.at(-1)?.body]).toEqual([exit.ok, '{"a":1}']);
});

test('an everyday command takes it too, and VISUAL comes before EDITOR', async () => {
  const { run, server } = await box();
  const { code } = await run(['account', 'email', 'set', '--edit', '--yes'], {
    env: { PATH, EDITOR: 'false', VISUAL: `sed -i 's/^{}$/{"email": "a@b.c", "note": "see http:\\/\\/x"}/'` },
  });
  expect([code, server.requests.at(-1)?.body]).toEqual([exit.ok, '{"email":"a@b.c","note":"see http://x"}']);
});

test('the editor sees the fields of the call as comments, in a private file', async () => {
  const { run } = await box();
  const seen = path.join(folder(), 'seen');
  const line = 'api user create-withdrawal --amount 1.5 --edit --yes';
  expect((await run(line, editor(keeping(seen)))).code).toBe(exit.usage);
  const text = readFileSync(seen, 'utf8');
  expect(text).toMatch(/^\/\/ {3}amount +text, required$/m);
  expect(JSON.parse(withoutComments(text))).toEqual({ amount: '1.5' });
  expect(readFileSync(`${seen}.modes`, 'utf8')).toMatch(/^-rw-------.*\ndrwx------/);
});

test('closed lists are named; a call with fields that nobody knows says so', async () => {
  const { run } = await box();
  const seen = path.join(folder(), 'seen');
  await run('api wallet log-link-transfer --edit --yes', editor(keeping(seen)));
  expect(readFileSync(seen, 'utf8')).toMatch(/^\/\/ {3}network +text, required: [\s\S]*BSC/m);
  await run('api user set-email --edit --yes', editor(keeping(seen)));
  expect(readFileSync(seen, 'utf8')).toContain('fields are not known');
});

test.each([
  ['an unchanged body', 'true'],
  ['an empty file', 'truncate -s 0'],
  ['a file of comments', "sed -i '/^[^\\/]/d'"],
  ['a removed file', 'rm'],
  ['an editor that fails', 'false'],
  ['an editor that is not there', 'no-such-editor --wait'],
])('%s sends nothing', async (_, command) => {
  const { run, changes } = await box();
  const edit = noting(command);
  const { code, stdout } = await run('api user set-email -f email=a@b.c --edit --yes', edit);
  expect([code, stdout, changes(), edit.left()]).toEqual([exit.usage, '', [], []]);
});

test('without an editor and a terminal it names the remedy', async () => {
  const { run, changes } = await box();
  const { code, stderr } = await run('api user set-email --edit --yes');
  expect([code, changes()]).toEqual([exit.usage, []]);
  expect(stderr).toContain('EDITOR=');
});

test('invalid JSON names its line and keeps the text, which can be edited again', async () => {
  const { run, home, changes, server } = await box();
  const line = 'api user set-email -f email=a@b.c -f note=x --edit --yes';
  const broken = await run(line, editor(`sed -i 's/"x"/"x/'`));
  const kept = path.join(home, 'edited.jsonc');
  const at =
    readFileSync(kept, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"x')) + 1;
  expect([broken.code, changes()]).toEqual([exit.usage, []]);
  expect(broken.stderr).toContain(`line ${at}.`);
  expect(broken.stderr).toContain(kept);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const input = ['api', 'user', 'set-email', '--input', kept, '--edit', '--yes'];
  const again = await run(input, editor(`sed -i 's/"x/"y"/'`));
  expect([again.code, server.requests.at(-1)?.body]).toEqual([exit.ok, '{"email":"a@b.c","note":"y"}']);
});

test('a field is checked as one that is typed: missing, of another type, given twice', async () => {
  const { run, changes } = await box();
  const edits = [`'s/^{}$/{"amount": "1"}/'`, `'s/^{}$/{"amount": "1", "amount": "2"}/'`, `'s/^{}$/[1]/'`];
  for (const edit of edits) {
    const { code } = await run('api user create-withdrawal --edit --yes', editor(`sed -i ${edit}`));
    expect([exit.usage, exit.guarded]).toContain(code);
  }
  expect(changes()).toEqual([]);
});

test('a private key in the edited body is refused', async () => {
  const { run, changes } = await box();
  const key = `0x${'4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'}`;
  const { code } = await run('api user set-email --edit --yes', editor(`sed -i 's/^{}$/{"email": "${key}"}/'`));
  expect([code, changes()]).toEqual([exit.guarded, []]);
});

test('a transfer shows the receipt of the edited body, and is confirmed', async () => {
  const { run, json } = await signedIn();
  const line = 'store buy 1 --quantity 1 --currency MVP --edit';
  const edit = editor(`sed -i 's/"quantity": 1/"quantity": 2/'`);
  const asked = await run(line, edit);
  expect(asked.code).toBe(exit.guarded);
  expect(asked.stderr).toMatch(/Quantity +2/);
  expect(await json('ops list')).toEqual([]);
  const dry = await run(`${line} --dry-run`, edit);
  expect([dry.code, JSON.parse(dry.stdout.split('\n{')[0]!).body.quantity]).toEqual([exit.ok, 2]);
  expect(await run(line, editor(`sed -i 's/"productId": "1"/"productId": "2"/'`))).toMatchObject(
    ends(exit.usage, 'another productId'),
  );
});

test('the answers of a form can be edited', async () => {
  const { run } = await signedIn();
  const line = 'store forms submit 1 --edit --yes';
  expect((await run(line, editor(`sed -i 's/^{}$/{"other": "x"}/'`))).stderr).toContain('leave out message');
  expect((await run(line, editor(`sed -i 's/^{}$/{"message": "hello"}/'`))).code).toBe(exit.ok);
});

test('it does not open in a row of a batch, for several profiles, or where there is no body; an MCP tool has no such option', async () => {
  const { run, home } = await signedIn();
  const never = editor('touch never;');
  expect(await run('batch - --yes', { stdin: '{"command":"api user set-email --edit"}\n', ...never })).toMatchObject(
    ends(exit.usage, '--edit'),
  );
  for (const line of ['api user get-current --edit', 'whoami --edit', 'ride search --edit -p sandbox,sandbox2'])
    expect((await run(line, never)).code, line).toBe(exit.usage);
  const { client } = await connect(home, '--allow-writes');
  const { tools } = await client.listTools();
  const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  expect(names.filter((name) => name === 'edit' || name === 'web')).toEqual([]);
});

test('the application and an MCP server open no editor', () => {
  const world = { env: {}, version: '', home: '/', cwd: '/', clock: Date } as unknown as World;
  for (const member of [{ inDialog: true }, { ask: async () => undefined }])
    expect(() => editingWorld({ ...world, ...member })).toThrow('cannot open an editor here');
});

test('a signal ends the editor, removes the file and sends nothing', async () => {
  const { run, changes } = await box();
  const controller = new AbortController();
  const ready = path.join(folder(), 'ready');
  const edit = noting(`touch '${ready}'; exec sleep 60; :`);
  const ended = run('api user set-email -f email=a@b.c --edit --yes', { ...edit, signal: controller.signal });
  await until(() => existsSync(ready));
  controller.abort('SIGTERM');
  expect([(await ended).code, changes(), edit.left()]).toEqual([143, [], []]);
});

test('comment lines anywhere leave the value of any JSON text as it is', () => {
  property(400, fc.jsonValue(), fc.array(fc.string()), (value, comments) => {
    const lines = JSON.stringify(value, undefined, 2).split('\n');
    const noted = comments.map((text) => `  // ${text.replace(/[\r\n\u2028\u2029]/g, ' ')}`);
    const text = lines.flatMap((line, at) => [...noted.slice(at, at + 1), line]).join('\n');
    expect(JSON.parse(withoutComments(text))).toEqual(JSON.parse(JSON.stringify(value)));
  });
});
