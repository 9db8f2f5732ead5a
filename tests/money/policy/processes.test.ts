// The money policy across processes and in a real terminal, and the commands that take --new-recipient.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groupNames, groups } from '../../../src/groups.js';
import { transferFields } from '../../../src/money/transfer-fields.js';
import { confirmNames } from '../../support/confirmed.js';
import { homeWith, many, tukProcess } from '../../support/processes.js';
import { answer, scripted } from '../../support/scripted-server.js';
import { terminal } from '../../support/terminal.js';

const transfer = ['points', 'transfer', '--to', 'u-123456', '--amount', '40', '-p', 'box'];
async function box(limits: object) {
  const server = await scripted((socket, asked) =>
    asked.method === 'POST'
      ? setTimeout(() => answer(200, '{"id":"t"}')(socket, asked), 200)
      : answer(200, '{"amount":"9"}')(socket, asked),
  );
  const base = `${server.url}/{service}`;
  const home = await homeWith('box', base, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  writeFileSync(path.join(home, 'config.json'), JSON.stringify({ profiles: { box: { base, limits } } }));
  confirmNames(home, 'box');
  return { home, posts: () => server.requests.filter(({ method }) => method === 'POST').length };
}

test('six processes at once do not all slip under the limit of a day', async () => {
  const { home, posts } = await box({ day: '100 MVP' });
  const results = await many(6, [...transfer, '--new-recipient', '--yes'], { home });
  expect(results.map(({ code }) => code).sort()).toEqual([0, 0, 7, 7, 7, 7]);
  expect(posts()).toBe(2);
  const { stderr } = await tukProcess([...transfer, '--yes'], { home }).done;
  expect(stderr).toMatch(/120 MVP within 24 hours is over the limit/);
}, 120_000);

test('on a terminal: the last characters, then the word', async () => {
  const { home, posts } = await box({});
  const one = terminal(transfer, { home });
  await one.until(/Type its last 6 characters to go on:$/);
  one.press('123456\r');
  await one.until(/Type yes to go on:$/);
  expect(posts()).toBe(0);
  one.press('yes\r');
  expect((await one.exited).exitCode).toBe(0);
  expect(posts()).toBe(1);
}, 120_000);

test('every command whose call has a recipient takes --new-recipient, and no other', async () => {
  for (const name of groupNames.filter((one) => one !== 'api'))
    for (const { name: command, uses = {}, options = [] } of (await groups[name].load()).group.commands) {
      const sends = Object.entries(uses).some(([service, names]) =>
        names.some((one) => transferFields[`${service} ${one}`]?.to !== undefined),
      );
      expect([name, command, options.some(({ flags }) => flags === '--new-recipient')]).toEqual([name, command, sends]);
    }
});
