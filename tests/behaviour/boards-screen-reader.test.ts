// Every board of the application for screen readers: opened, its first row, its actions, and back. New boards are included automatically.
import { expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import type { GroupSpec, ScreenSpec } from '../../src/ui/state/core/screens.js';
import { conversation } from '../support/conversation.js';
import { exit } from '../support/exit.js';
import { signedIn } from '../support/users.js';

type Talk = ReturnType<typeof conversation>;
const prompt = /Choice or command: $/;
/** Texts that no screen may print: raw values and errors. */
const wrong =
  /undefined|\[object|NaN|, ,|answered \d{3}|No response|is not a choice|There is no tuk|has no linear form|nothing to do that with/;

/** A whole id, hash or address outside of a URL; an amount in base units. */
const notUnasked = /(?<![/\w-])([\da-f]{8}(-[\da-f]{4}){3}-|0x[\da-f]{40})|base units/i;

/** Types a line and returns the output, which must be valid and end with the next prompt. */
async function said(conversation: Talk, line: string, question = prompt): Promise<string> {
  const text = await conversation.type(line);
  expect(text, `after ${JSON.stringify(line)}`).toMatch(question);
  expect(text).not.toMatch(wrong);
  if (!/^[jc]\b/.test(line)) {
    expect(text.match(/\S+/g)!.length, `words after ${JSON.stringify(line)}: ${text}`).toBeLessThanOrEqual(200);
    expect(text, 'ids and base units are said only if they are asked for').not.toMatch(notUnasked);
  }
  return text;
}
/** A list of actions ends with this prompt, which a period leaves. */
async function leavesActions(conversation: Talk, line: string): Promise<void> {
  const text = await conversation.type(line);
  if (/There are no actions here\./.test(text)) return;
  expect(text).toMatch(/^Actions\n[\s\S]+none of these\nNumber, 1 to \d+, or "\." to cancel: $/m);
  await said(conversation, '.');
}

async function walkBoard(conversation: Talk, group: GroupSpec, spec: ScreenSpec, at: number): Promise<void> {
  if (spec.kind === 'form') return walkForm(conversation, group, spec, at);
  const open = await said(conversation, String(at + 1));
  expect(open).toContain(`${group.name}, ${spec.name}.`);
  expect(await said(conversation, 'c')).toMatch(new RegExp(`^tuk ${spec.command}`, 'm'));
  await walkRead(conversation, spec, spec.kind === 'find' ? await said(conversation, 'market') : open);
  expect(await said(conversation, 'b')).toContain(`Back at ${group.name}.`);
}

/** A form is its command, which asks for what it needs; a period leaves its question. */
async function walkForm(conversation: Talk, group: GroupSpec, spec: ScreenSpec, at: number): Promise<void> {
  const begun = await conversation.type(String(at + 1));
  expect(begun, `${spec.command} asks`).not.toMatch(prompt);
  expect(await said(conversation, '.')).toContain(`Back at ${group.name}.`);
}

async function walkRead(conversation: Talk, spec: ScreenSpec, text: string): Promise<void> {
  const { actions = [], openedActions = [], name } = spec;
  expect(text, 'something is said of it').toMatch(/\n {2}|\n[A-Z][^\n]*: |0 rows\.\n\w/);
  expect(await said(conversation, 'j')).toContain('JSON. ');
  await said(conversation, 'b');
  if (!/^ +1\. /m.test(text) || !text.includes('A number opens a row')) return;
  expect(text).toMatch(/ [\d,]+ rows?(, more follow|, there may be more)?\./);
  if (actions.length > 0) await leavesActions(conversation, 'x 1');
  const detail = await said(conversation, '1');
  expect(detail, `a row of ${name}`).toMatch(/\n[A-Z][^\n]*: |Columns: |\d rows\./);
  const always = openedActions.filter(
    ([, , { during, unlessFalse } = {}]) => during === undefined && unlessFalse === undefined,
  );
  if (always.length > 0)
    expect(await conversation.type('x'), name).toMatch(new RegExp(`^ +\\d+ {2}${always[0]![0]}`, 'm'));
  if (always.length > 0) await said(conversation, '.');
  else if (/ {3}x actions/.test(detail)) await leavesActions(conversation, 'x');
  expect(await said(conversation, 'b')).toContain(`${name}. An empty line says all of it again.`);
}

test('all boards of all groups are read', { timeout: 120_000 }, async () => {
  const { home } = await signedIn();
  const session = conversation(['-p', 'sandbox'], { home, rows: 80 });
  expect(await session.opening).toMatch(prompt);
  const walked: string[] = [];
  for (const group of groupScreens.filter(({ screens }) => screens.length > 0)) {
    const text = await said(session, group.digit);
    if (group.name === 'Home') expect(text).toContain('The present state:');
    for (const [at, spec] of group.screens.entries()) {
      expect(text).toMatch(new RegExp(`^ +${at + 1}\\. ${spec.name}`, 'm'));
      await walkBoard(session, group, spec, at);
      walked.push(spec.command);
    }
    expect(await said(session, 'b')).toContain('Back at the groups.');
  }
  expect(walked).toEqual(groupScreens.flatMap(({ screens }) => screens.map(({ command: line }) => line)));
  expect(session.listenerCount(), 'each question has let go of the terminal').toBeLessThanOrEqual(1);
  await session.type('q');
  expect(await session.exitCode).toBe(exit.ok);
});

test('a period leaves a prompt of a command and returns to the same place', async () => {
  const { home } = await signedIn();
  const session = conversation(['-p', 'sandbox'], { home, rows: 80 });
  await session.opening;
  await said(session, 'store featured');
  await said(session, 'x 1', /Number, 1 to 2, or "\." to cancel: $/);
  expect(await session.type('1')).toMatch(/^How many \("\." cancels\): $/m);
  expect(await session.type('')).toMatch(/How many is needed\.\nHow many \("\." cancels\): $/);
  expect(await said(session, '.')).toContain('was cancelled. Nothing was sent.\n\nBack at Store, Featured.');
  expect(await said(session, 'tuk sandbox clock frozen')).toMatch(/Done\.\n\nBack at Store, Featured\./);
  await session.type('q');
});
