// Every board of the application for screen readers: opened, its first row, its actions, and back. New boards are included by themselves.
import { expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import type { GroupSpec, ScreenSpec } from '../../src/ui/models/screens.js';
import { conversation } from '../support/conversation.js';
import { person } from '../support/tuk.js';

type Talk = ReturnType<typeof conversation>;
const asks = /Choice or command: $/;
/** What no screen may say: words of the machine, or that something went wrong. */
const wrong =
  /undefined|\[object|NaN|, ,|answered \d{3}|No response|is no choice|There is no tuk|has no linear form|nothing to do that with/;

/** Types a line and gives what is said, which must be right and end with the next question. */
async function said(talk: Talk, line: string, question = asks): Promise<string> {
  const text = await talk.type(line);
  expect(text, `after ${JSON.stringify(line)}`).toMatch(question);
  expect(text).not.toMatch(wrong);
  return text;
}
/** A list of actions ends with none of these; the question is left by a point. */
async function leavesActions(talk: Talk, line: string): Promise<void> {
  const text = await talk.type(line);
  if (/There are no actions here\./.test(text)) return;
  expect(text).toMatch(/^Actions\n[\s\S]+none of these\nNumber, 1 to \d+, or \. to leave: $/m);
  await said(talk, '.');
}

async function walkBoard(talk: Talk, group: GroupSpec, spec: ScreenSpec, at: number): Promise<void> {
  const open = await said(talk, String(at + 1));
  expect(open).toContain(`${group.name}, ${spec.name}.`);
  expect(await said(talk, 'c')).toMatch(new RegExp(`^tuk ${spec.command}`, 'm'));
  if (spec.kind === 'form') expect(open).toMatch(/A form for tuk .+, \d+ fields?:\n {2,3}1\. /);
  else await walkRead(talk, spec, spec.kind === 'find' ? await said(talk, 'market') : open);
  expect(await said(talk, 'b')).toContain(`Back at ${group.name}.`);
}

async function walkRead(talk: Talk, { actions = [], name }: ScreenSpec, text: string): Promise<void> {
  expect(text, 'something is said of it').toMatch(/\n {2}|\n[A-Z][^\n]*: |0 rows\.\n\w/);
  expect(await said(talk, 'j')).toContain('JSON. ');
  await said(talk, 'b');
  if (!/^ +1\. /m.test(text) || !text.includes('A number opens a row')) return;
  expect(text).toMatch(/ [\d,]+ rows?\./);
  if (actions.length > 0) await leavesActions(talk, 'x 1');
  const detail = await said(talk, '1');
  expect(detail, `a row of ${name}`).toMatch(/\n[A-Z][^\n]*: |Columns: |\d rows\./);
  if (/ {3}x actions/.test(detail)) await leavesActions(talk, 'x');
  expect(await said(talk, 'b')).toContain(`${name}. An empty line says all of it again.`);
}

test('all boards of all groups', { timeout: 120_000 }, async () => {
  const { home, run } = person();
  expect((await run('login --as mina -p sandbox')).code).toBe(0);
  const talk = conversation(['-p', 'sandbox'], { home });
  expect(await talk.opening).toMatch(asks);
  expect(await said(talk, '0')).toContain('What goes on now:');
  const walked: string[] = [];
  for (const group of groupScreens.filter(({ screens }) => screens.length > 0)) {
    const text = await said(talk, group.digit);
    for (const [at, spec] of group.screens.entries()) {
      expect(text).toMatch(new RegExp(`^ +${at + 1}\\. ${spec.name}`, 'm'));
      await walkBoard(talk, group, spec, at);
      walked.push(spec.command);
    }
    expect(await said(talk, 'b')).toContain('Back at the groups.');
  }
  expect(walked).toEqual(groupScreens.flatMap(({ screens }) => screens.map(({ command: line }) => line)));
  expect(talk.listening(), 'each question has let go of the terminal').toBeLessThanOrEqual(1);
  await talk.type('q');
  expect(await talk.ended).toBe(0);
});

test('a period leaves a prompt and returns to the same place; a command can be typed, too', async () => {
  const { home, run } = person();
  expect((await run('login --as mina -p sandbox')).code).toBe(0);
  const talk = conversation(['-p', 'sandbox'], { home });
  await talk.opening;
  await said(talk, 'store');
  await said(talk, '1');
  await said(talk, 'x 1', /Number, 1 to 2, or \. to leave: $/);
  expect(await talk.type('1')).toMatch(/^How many \(\. leaves\): $/m);
  expect(await talk.type('')).toMatch(/How many is needed\.\nHow many \(\. leaves\): $/);
  expect(await said(talk, '.')).toMatch(/Nothing was sent: the prompt was cancelled\.\n\nBack at Store, Featured\./);
  expect(await said(talk, 'tuk ops list')).toMatch(/Done\.\n\nBack at Store, Featured\./);
  expect(await said(talk, 'wallet chains')).toContain('Wallet, Chains. 33 rows.');
  expect(await said(talk, 'm')).toMatch(/ 33\. .*\n\n?/);
  expect(await said(talk, 'assets offerings')).toContain('Assets, Offerings. 12 rows.');
  expect(await said(talk, 'x 1', /Number, 1 to 2/)).toContain('Buy a share…: tuk assets order --offering');
  await said(talk, '2');
  await said(talk, '1');
  expect(await said(talk, 'b')).not.toContain('m more');
  await said(talk, 'b');
  expect(await talk.type('tuk nonsense')).toContain('tuk nonsense is no choice here, and no command.');
  await talk.type('q');
  expect(await talk.ended).toBe(0);
});
