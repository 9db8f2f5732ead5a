// Each command that shows figures of a sandbox says on a terminal that nothing is real, once; any other command does not.
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/command/command.js';
import { groups } from '../../src/groups.js';
import { respond } from '../support/scripted-server.js';
import { argvOf } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

const banner = /^◇ sandbox: nothing here is real$/gm;
const said = (stderr: string) => stderr.match(banner)?.length ?? 0;
const terminal = { terminal: true, env: { NO_COLOR: '1' } } as const;

/** What runs until it is ended, and what reads its stdin. */
const endless = /^(sandbox serve|mcp|watch|.* watch)$/;
/** Those without `uses`, a read or a wait that show what the sandbox says: they reach it in their own way. */
const ownWay = new Set(['api', 'batch', 'smoke', 'learn', 'view show']);

const commands = (
  await Promise.all(
    Object.entries(groups).map(async ([name, entry]) =>
      (await entry.load()).group.commands.map((command) => [`${name} ${command.name}`.trim(), command] as const),
    ),
  )
).flat();

/** A dry run of an example: the request is what the command would send. */
const lineOf = ({ examples }: Command) =>
  examples
    .map((line) => line.split(' | ').find((part) => part.startsWith('tuk ')) ?? '')
    .find((line) => line !== '' && !/[<>]/.test(line));

const tested = commands.filter(([name, command]) => !endless.test(name) && lineOf(command) !== undefined);
const user = await signedIn();
let counted = 0;
const isOfFigures = ({ uses, read, wait, fromLedger }: Command) => Boolean(uses ?? read ?? wait ?? fromLedger);

test.each(tested)('%s', async (name, command) => {
  const argv = [...argvOf(lineOf(command)!), '--no-input', '--dry-run'];
  const { stderr, code } = await user.run(argv, terminal);
  const refused = code === 2; // a line that is wrong, or a command without a dry run
  if (isOfFigures(command) && !refused) {
    counted += 1;
    expect([name, said(stderr)]).toEqual([name, 1]);
  } else if (!ownWay.has(name) && !name.startsWith('sandbox ') && !refused)
    expect([name, said(stderr)]).toEqual([name, 0]);
  else expect(said(stderr)).toBeLessThan(2);
});

test('most commands have a dry run of an example', () => {
  expect(counted).toBeGreaterThan(tested.length / 2);
});

test('commands that reach the sandbox in their own way, in each format', async () => {
  const { run } = await signedIn();
  for (const line of [
    ...['api user get-current', 'smoke --service sale --auth public', 'batch rows.csv --template wallet'],
    ...['sandbox status', 'wallet balance -o json', 'depin dash', 'find op-2026-1', 'ops list', 'wallet tx list'],
    ...['ride status --known', 'whoami', 'doctor', 'wallet balance -p sandbox', 'ride status r-none'],
  ])
    expect([line, said((await run(line, terminal)).stderr)]).toEqual([line, line.startsWith('batch') ? 0 : 1]);
});

test('not in a pipe, with --quiet, or with TUK_NO_BANNER', async () => {
  const { run } = await signedIn();
  for (const [line, options] of [
    ['wallet balance', {}],
    ['wallet balance --quiet', terminal],
    ['wallet balance', { terminal: true, env: { TUK_NO_BANNER: '1' } }],
  ] as const)
    expect(said((await run(line, options)).stderr)).toBe(0);
});

test('a server that marks its responses as those of a sandbox, and no other one', async () => {
  for (const [headers, count] of [
    [{ 'x-sandbox': 'true' }, 1],
    [{}, 0],
  ] as const) {
    const { run } = await stubUser(respond(200, '[]', headers));
    expect(said((await run('depin stations', terminal)).stderr)).toBe(count);
  }
});
