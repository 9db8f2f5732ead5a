// Desktop notifications through the terminal: one sequence, for the terminal at hand, that no text can leave.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desktopNote } from '../../../src/cli/output/desktop-note.js';
import { exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

test.each([
  [{ TERM: 'xterm-256color' }, '\u001b]777;notify;ride;FINISHED\u001b\\'],
  [{ TERM: 'xterm-kitty' }, '\u001b]99;;ride: FINISHED\u001b\\'],
  [{ TERM_PROGRAM: 'iTerm.app' }, '\u001b]9;ride: FINISHED\u001b\\'],
  [{ WT_SESSION: '1' }, '\u001b]9;ride: FINISHED\u001b\\'],
  [{ TMUX: '/tmp/x' }, '\u001bPtmux;\u001b\u001b]777;notify;ride;FINISHED\u001b\u001b\\\u001b\\'],
] as const)('%j', (env, sequence) => {
  expect(desktopNote('ride', 'FINISHED', env)).toBe(sequence);
});

test('no text of a service ends the sequence, or adds a part to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, text) => {
      const note = desktopNote(title, text, {});
      expect(note.startsWith('\u001b]777;notify;')).toBe(true);
      expect(note.slice(2, -2)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      expect(note.match(/;/g)).toHaveLength(3);
    }),
  );
});

test('--notify shows each change on a terminal, and nothing in a pipe', async () => {
  const { run } = await stubUser(respondJson({ id: '7', status: 'SUCCESS' }));
  const line = 'wait order:7 --notify --interval 5ms';
  const shown = await run(line, { terminal: true, env: { TERM: 'xterm' } });
  expect([shown.code, shown.stderr]).toEqual([
    exit.ok,
    expect.stringContaining('\u001b]777;notify;tuk: order:7;SUCCESS\u001b\\'),
  ]);
  expect((await run(line)).stderr).not.toContain('\u001b');
  expect((await run(line, { terminal: true, env: { TERM: 'dumb' } })).stderr).not.toContain('\u001b');
});
