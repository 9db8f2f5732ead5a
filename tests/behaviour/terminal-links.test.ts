// Protects links (OSC 8): a URL of a record is one on a terminal that is not dumb, and nowhere else; no text of others
// can open or end one.
import { expect, test } from 'vitest';
import { styledLine, withoutLinks } from '../../src/text/ink.js';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const url = 'https://share.example/r/1';
const link = `\u001b]8;;${url}\u001b\\${url}\u001b]8;;\u001b\\`;
const ride = (rideShareUrl: string) => stubUser(respondJson({ id: 'r1', status: 'DRIVING', rideShareUrl }));

test('a URL is a link on a terminal that is not dumb, with or without colours', async () => {
  const { run } = await ride(url);
  const shown = async (env: Record<string, string>, terminal = true) =>
    (await run('ride status r1 -o table', { terminal, env })).stdout;
  expect(await shown({ TERM: 'xterm-256color' })).toContain(link);
  expect(await shown({ TERM: 'xterm', NO_COLOR: '1' })).toContain(link);
  for (const plain of [shown({ TERM: 'dumb' }), shown({}), shown({ TERM: 'xterm' }, false)])
    expect(await plain).not.toContain('\u001b]');
  expect(await shown({ TERM: 'xterm', ACCESSIBLE: '1' })).not.toContain('\u001b]');
});

test.each([`${url}\u001b\\evil`, `${url}\u0007`, `${url} x`, 'javascript:alert(1)', `${url}\u202e`])(
  '%j is no link',
  async (address) => {
    const { run } = await ride(address);
    expect((await run('ride status r1', { terminal: true, env: { TERM: 'xterm' } })).stdout).not.toContain('\u001b]');
  },
);

test('a shortened URL opens the whole one, and a pager gets no link', () => {
  const short = [{ text: 'https://share…', field: { path: 'a', text: url } }];
  const line = styledLine(short, false, true);
  expect(line).toBe(`\u001b]8;;${url}\u001b\\https://share…\u001b]8;;\u001b\\`);
  expect([withoutLinks(line), styledLine(short, false)]).toEqual(['https://share…', 'https://share…']);
});
