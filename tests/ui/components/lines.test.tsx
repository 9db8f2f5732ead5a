// Lines of the screen: a URL is a link where the terminal opens it, and a row is drawn anew if what it shows has changed.
import { expect, test } from 'vitest';
import { Lines } from '../../../src/ui/components/lines.js';
import { themeOf } from '../../../src/ui/components/theme.js';
import { frame } from '../../support/frames.js';

const url = 'https://rides.invalid/1';
const line = (text: string) => [{ text: '  ' }, { text: 'ride share', field: { path: 'rideShareUrl', text } }];
const drawn = (env: Readonly<Record<string, string>>, text = url) =>
  frame(<Lines lines={[line(text)]} columns={30} />, { env, isColoured: true }).text();

test('a terminal that opens links has the URL behind the text, in as many columns', () => {
  expect(drawn({ TERM: 'xterm-kitty' })).toContain(`\x1b]8;;${url}`);
  expect(drawn({ TERM: 'xterm-kitty' }).replace(/\x1b\]8;;[^\x07\x1b]*(\x07|\x1b\\)/g, '')).toBe('  ride share');
});

test.each([
  [{ TERM: 'xterm' }, false],
  [{ TERM: 'xterm-kitty', TMUX: '/tmp/x' }, false],
  [{ TERM: 'dumb', TERM_PROGRAM: 'vscode' }, false],
  [{ VTE_VERSION: '6003' }, true],
  [{ VTE_VERSION: '4900' }, false],
  [{ WT_SESSION: 'x' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
])('%j opens links: %s', (env, links) => {
  expect(themeOf(env).links).toBe(links);
});

test('a text that is no plain URL is never put into an escape sequence', () => {
  for (const text of ['https://a.invalid/\x1b]0;x\x07', 'javascript:alert(1)', 'https://a b', 'file:///etc/passwd'])
    expect(drawn({ TERM: 'xterm-kitty' }, text)).not.toContain(']8;;');
});
