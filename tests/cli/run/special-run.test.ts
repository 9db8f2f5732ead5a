// Protects --web: the page of what a command shows is printed in a pipe and opened on a terminal; nothing else is opened.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openerOf } from '../../../src/cli/files/open-address.js';
import { chainProfile } from '../../support/chain.js';
import { afterFile } from '../../support/cleanup.js';
import { exit } from '../../support/exit.js';
import { prepared, transferCommands } from '../../support/money-commands.js';
import { respondByPath, respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const hash = `0x${'ab'.repeat(32)}`;
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const explorers = { 'explorer.bsc': 'https://scan.example/bsc/', 'explorer.BASE': 'http://base.example' };
const { PATH = '/usr/bin:/bin' } = process.env;

/** A browser that writes its arguments, one a line, into a file. */
function browser() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-browser-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const [script, file] = [path.join(folder, 'open'), path.join(folder, 'opened')];
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$@" > '${file}'\n`);
  chmodSync(script, 0o755);
  return { script, opened: () => readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

test('a transaction and an address have their page in the explorer of their network', async () => {
  const { run } = await stubUser(respondJson({ hash, status: 'SUCCESS' }), { settings: explorers });
  const pages = [
    [`wallet tx show ${hash} --network BSC`, `https://scan.example/bsc/tx/${hash}`],
    [`wallet tx refresh ${hash} --network bsc`, `https://scan.example/bsc/tx/${hash}`],
    [`swap status ${hash} --network BASE`, `http://base.example/tx/${hash}`],
    [`wallet history ${address} --network BSC`, `https://scan.example/bsc/address/${address}`],
    [`wallet balance ${address} --network BASE`, `http://base.example/address/${address}`],
  ];
  for (const [line, page] of pages)
    expect(await run(`${line} --web`), line).toMatchObject({ code: exit.ok, stdout: `${page}\n`, stderr: '' });
});

test('a typed hash or address with its network needs no request', async () => {
  const { run, server } = await stubUser(respondJson({}), { settings: explorers, signIn: false });
  await run(`wallet tx show ${hash} --network BSC --web`);
  await run(`wallet history --address ${address} --network BSC --web`);
  expect(server.requests).toEqual([]);
});

test('a ride has its tracking link, and only http and https links are opened', async () => {
  const rideWith = async (rideShareUrl: unknown) =>
    (await stubUser(respondJson({ id: 'r1', status: 'ASSIGNED', rideShareUrl }))).run('ride status r1 --web');
  expect(await rideWith('https://rides.example/r1?a=1')).toMatchObject({ stdout: 'https://rides.example/r1?a=1\n' });
  for (const link of ['file:///etc/passwd', 'javascript:alert(1)', 'https://u:p@rides.example', '--new', '', null, 7])
    expect(await rideWith(link), String(link)).toMatchObject({ code: exit.usage, stdout: '' });
});

test('a withdrawal has that of its transaction, else the link of the service', async () => {
  const log = { transactionHash: hash, network: 'BSC', blockExplorerUrl: 'https://other.example/tx/1' };
  const body = { request: { id: '1', tokenTransactionLogs: [log] } };
  const { run } = await stubUser(respondJson(body));
  expect((await run('wallet withdraw show 1 --web')).stdout).toBe('https://other.example/tx/1\n');
  await run('profile set box explorer.BSC https://scan.example');
  expect((await run('wallet withdraw show 1 --web')).stdout).toBe(`https://scan.example/tx/${hash}\n`);
});

test('an operation has that of its transaction', async () => {
  const user = await chainProfile({ settings: { 'explorer.BSC': 'https://scan.example' } });
  const { move, run, json } = await prepared(transferCommands['wallet send']![0]!, user);
  const sent = await move('--yes');
  expect(sent.stderr).toContain('op-');
  const [{ id }] = await json('ops list');
  const { hash: mined } = (await json('wallet tx list'))[0];
  expect(await run(`ops show ${id} --web`)).toMatchObject({
    code: exit.ok,
    stdout: `https://scan.example/tx/${mined}\n`,
  });
});

test('BROWSER opens it on a terminal, as one argument that no shell reads', async () => {
  const rideShareUrl = "https://rides.example/r1?x=$(touch pwned)&y=';z";
  const { table } = await stubUser(respondJson({ id: 'r1', status: 'ASSIGNED', rideShareUrl }));
  const { script, opened } = browser();
  const href = new URL(rideShareUrl).href;
  for (const [command, words] of [
    [script, [href]],
    [`${script} --new 'a b'`, ['--new', 'a b', href]],
    [`${script} --url=%s -x`, [`--url=${href}`, '-x']],
  ] as const) {
    expect((await table('ride status r1 --web', { env: { PATH, BROWSER: command } })).code).toBe(exit.ok);
    expect(opened()).toEqual(words);
  }
});

test('the address is printed if nothing can open it', async () => {
  const { table } = await stubUser(respondJson({ id: 'r1', status: 'ASSIGNED', rideShareUrl: 'https://r.example/1' }));
  for (const BROWSER of ['no-such-browser', 'false'])
    expect((await table('ride status r1 --web', { env: { PATH, BROWSER } })).stdout).toBe('https://r.example/1\n');
});

test('the opener of a system gets the address last, and never through a shell', () => {
  expect(openerOf('https://a.b', undefined, 'linux')).toEqual(['xdg-open', 'https://a.b']);
  expect(openerOf('https://a.b', ' ', 'darwin')).toEqual(['open', 'https://a.b']);
  expect(openerOf('https://a.b', '', 'win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler', 'https://a.b']);
  expect(openerOf('https://a.b/$&', 'x %s', 'linux')).toEqual(['x', 'https://a.b/$&']);
});

test('without an explorer, a network or a hash it is exit 2 with the remedy', async () => {
  const { run } = await stubUser(
    respondByPath({ '/transactions': { hash }, '/histories/1': { hash }, '/main': { address } }),
    { settings: { 'explorer.BASE': 'https://base.example' } },
  );
  const none = await run(`wallet tx show ${hash} --network BSC --web`);
  expect([none.code, none.stdout]).toEqual([exit.usage, '']);
  expect(none.stderr).toContain('tuk profile set box explorer.BSC URL');
  const empty = await stubUser(respondJson({ status: 'PENDING' }), { settings: explorers });
  expect(await empty.run('wallet tx show 2 --network BSC --web')).toMatchObject({ code: exit.usage, stdout: '' });
  const embedded = await (await signedIn()).run('wallet main --web');
  expect([embedded.code, embedded.stderr]).toEqual([exit.usage, expect.stringContaining('explorer.NETWORK URL')]);
});

test('the network of a transaction is never guessed, and of several things none is opened', async () => {
  const { run } = await stubUser(respondJson([{ hash }, { hash: `0x${'cd'.repeat(32)}` }]), {
    settings: { 'explorer.BSC': 'https://scan.example' },
  });
  const wallets = await stubUser(
    respondJson([
      { address, network: 'BSC' },
      { address, network: 'XTZ' },
    ]),
    {
      settings: { 'explorer.BSC': 'https://scan.example' },
    },
  );
  expect((await wallets.run('wallet list --web')).stderr).toContain('name one');
  await wallets.run('profile set box explorer.XTZ https://other.example');
  expect(await wallets.run('wallet list --web')).toMatchObject({ code: exit.usage, stdout: '' });
  expect((await run('wallet tx show 2 --web')).code).not.toBe(exit.ok);
});

test.each(['-o json', '--jq .', '--limit 1', '-i', '-w', '--dry-run', '-p a,b'])(
  '%s is refused beside it',
  async (option) => {
    const { run, server } = await stubUser(respondJson({ hash }), { settings: explorers });
    const before = server.requests.length;
    const { code, stdout } = await run(`wallet tx show ${hash} --network BSC --web ${option}`);
    expect([code, stdout, server.requests.length]).toEqual([exit.usage, '', before]);
  },
);

test('an explorer is an http or https address with a path alone; a profile lists it', async () => {
  const { run, json } = await stubUser(respondJson({}), { settings: explorers });
  for (const url of ['ftp://x', 'x', 'https://u:p@x', 'https://x/?a=1', 'https://x/#a', 'https://x/{}', 'javascript:1'])
    expect(await run(['profile', 'set', 'box', 'explorer.BSC', url]), url).toMatchObject({ code: exit.usage });
  expect((await run('profile set box explorer.NOPE https://x')).code).toBe(exit.usage);
  expect((await json('profile show box')).explorers).toEqual({
    BSC: 'https://scan.example/bsc/',
    BASE: 'http://base.example',
  });
  expect((await run('profile set box explorer.BSC')).code).toBe(exit.ok);
  expect((await json('profile show box')).explorers).toEqual({ BASE: 'http://base.example' });
});
