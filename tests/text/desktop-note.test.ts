// Desktop notifications and titles through the terminal: one sequence, for the terminal at hand, that no text can leave.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desktopNote, hasTitle, titleSequence } from '../../src/text/desktop-note.js';
import { property } from '../support/runs.js';

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
  property(100, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, text) => {
    const note = desktopNote(title, text, {});
    expect(note.startsWith('\u001b]777;notify;')).toBe(true);
    expect(note.slice(2, -2)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(note.match(/;/g)).toHaveLength(3);
  });
});

test('a title is one sequence, whatever is in it', () => {
  property(100, fc.string({ unit: 'binary' }), (title) => {
    const sequence = titleSequence(title);
    expect(sequence.startsWith('\u001b]2;')).toBe(true);
    expect(sequence.slice(2, -2)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });
});

test.each([
  ['xterm-256color', true],
  ['tmux-256color', true],
  ['dumb', false],
  ['linux', false],
  ['vt100', false],
  ['', false],
] as const)('TERM=%s has a title: %s', (TERM, has) => {
  expect(hasTitle({ TERM })).toBe(has);
});
