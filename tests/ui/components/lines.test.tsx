// Lines of the screen: a URL is a link where the terminal opens it, and a row is drawn anew if what it shows has changed.
import { describe, expect, test } from 'vitest';
import { heatBoard } from '../../../src/text/heat-map.js';
import { lineText } from '../../../src/text/line.js';
import { heatStyle, Lines } from '../../../src/ui/components/lines.js';
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

test('a terminal whose locale has no more gets ASCII', () => {
  const signs = frame(<Lines lines={[[{ text: '─ ◐ 3f1c9a…8e04d2 ' }, { text: '───' }]]} columns={30} />, {
    env: { LC_ALL: 'C' },
  });
  expect(signs.text()).toBe('- ~ 3f1c9a..8e04d2 --');
});

test('a text that is no plain URL is never put into an escape sequence', () => {
  for (const text of ['https://a.invalid/\x1b]0;x\x07', 'javascript:alert(1)', 'https://a b', 'file:///etc/passwd'])
    expect(drawn({ TERM: 'xterm-kitty' }, text)).not.toContain(']8;;');
});

describe('a heat map', () => {
  const rows = [
    { latitude: 10, longitude: 100, count: 1 },
    { latitude: 10.01, longitude: 100.02, count: 100 },
    { latitude: 10.005, longitude: 100.01, count: 30 },
  ];
  const lines = heatBoard(rows, undefined, { rows: 24, columns: 100 });
  const drawn = (env: Readonly<Record<string, string>>) => {
    return frame(<Lines lines={lines} />, { columns: 100, env }).text();
  };
  test('with 256 colours or more the map has no shades and no holes; else its shades stay', () => {
    const [black, white] = [
      { COLORTERM: 'truecolor', COLORFGBG: '15;0' },
      { TERM: 'xterm-256color', COLORFGBG: '0;15' },
    ];
    for (const env of [black, white] as Record<string, string>[]) {
      expect(drawn(env)).not.toMatch(/[·░▒▓█]/);
      expect(drawn(env)).toMatch(/ 30 [\s\S]*C .* 1\n/);
    }
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'xterm' }, { COLORTERM: 'truecolor' }] as Record<string, string>[])
      expect(drawn(env)).toMatch(/[▒█]/);
    expect([heatStyle(0, 0), heatStyle(0, 1), heatStyle(9, 3)]).toEqual([undefined, undefined, undefined]);
  });
  test('every cell is as wide with a ramp as without, and a click selects it', () => {
    for (const line of lines) for (const { text, heat } of line) if (heat) expect(heat.text.length).toBe(text.length);
    const cells = lines.flatMap((line) =>
      line.flatMap(({ target, heat }) => (target && 'cell' in target && heat ? [target.cell] : [])),
    );
    expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(3);
    expect(lines.map(lineText).join('\n')).toContain('the busiest');
  });
});
