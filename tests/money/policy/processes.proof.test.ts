// The transfer policy across processes and in a pseudo-terminal, and the commands that accept --new-recipient.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groupNames, groups } from '../../../src/groups.js';
import { transferFields } from '../../../src/money/transfer-fields.js';
import { confirmFieldNames } from '../../support/confirmed.js';
import { exit } from '../../support/exit.js';
import { signedInHome, tukProcess, tukProcesses } from '../../support/processes.js';
import { respond, scripted } from '../../support/scripted-server.js';
import { terminal } from '../../support/terminal.js';

const transfer = ['points', 'transfer', '--to', 'u-123456', '--amount', '40', '-p', 'box'];
async function limitedProfile(limits: object) {
  const server = await scripted((socket, request) =>
    request.method === 'POST'
      ? setTimeout(() => respond(200, '{"id":"t"}')(socket, request), 200)
      : respond(200, '{"amount":"9"}')(socket, request),
  );
  const base = `${server.url}/{service}`;
  const home = await signedInHome('box', base, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  writeFileSync(path.join(home, 'config.json'), JSON.stringify({ profiles: { box: { base, limits } } }));
  confirmFieldNames(home, 'box');
  return { home, posts: () => server.requests.filter(({ method }) => method === 'POST').length };
}

test('six simultaneous processes do not exceed the limit of a day together', async () => {
  const { home, posts } = await limitedProfile({ day: '100 MVP' });
  const results = await tukProcesses(6, [...transfer, '--new-recipient', '--yes'], { home });
  expect(results.map(({ code }) => code).sort()).toEqual([0, 0, 7, 7, 7, 7]);
  expect(posts()).toBe(2);
  const { stderr } = await tukProcess([...transfer, '--yes'], { home }).done;
  expect(stderr).toMatch(/120 MVP within 24 hours is over the limit/);
}, 120_000);

test('a terminal prompts for the last characters, then for the word', async () => {
  const { home, posts } = await limitedProfile({});
  const term = terminal(transfer, { home });
  await term.until(/Type its last 6 characters to go on:$/);
  term.press('123456\r');
  await term.until(/Type yes to go on:$/);
  expect(posts()).toBe(0);
  term.press('yes\r');
  expect((await term.exited).exitCode).toBe(exit.ok);
  expect(posts()).toBe(1);
}, 120_000);

test('every command whose call has a recipient, and no other, accepts --new-recipient', async () => {
  for (const name of groupNames.filter((one) => !['api', 'batch'].includes(one)))
    for (const { name: command, uses = {}, options = [] } of (await groups[name].load()).group.commands) {
      const signs = ['wallet send', 'swap run'].includes(`${name} ${command}`); // a transaction of a chain has a recipient in its bytes
      const sends =
        signs ||
        Object.entries(uses).some(([service, names]) => names.some((one) => transferFields[`${service} ${one}`]?.to !== undefined));
      expect([name, command, options.some(({ flags }) => flags === '--new-recipient')]).toEqual([name, command, sends]);
    }
});
