// The protocols for pictures: which terminal gets which, every byte arrives, and no terminal that does not ask for one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlinePicture } from '../../src/text/inline-picture.js';
import { property } from '../support/runs.js';

const most = { columns: 78, rows: 20 };
const draw = (env: Record<string, string>, bytes = Buffer.from('png'), size = { width: 400, height: 200 }) =>
  inlinePicture(bytes, size, env, most);

test.each([
  [{ TERM: 'xterm-kitty' }, /^\x1b_Ga=T,f=100,c=50,q=2,m=0;cG5n\x1b\\\n$/],
  [{ TERM: 'xterm-ghostty' }, /^\x1b_G/],
  [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, /^\x1b_G/],
  [{ TERM_PROGRAM: 'iTerm.app' }, /^\x1b\]1337;File=inline=1;size=3;width=50;preserveAspectRatio=1:cG5n\x07\n$/],
  [{ TERM_PROGRAM: 'WezTerm' }, /^\x1b\]1337/],
  [{ LC_TERMINAL: 'iTerm2' }, /^\x1b\]1337/],
] as const)('%j has a protocol', (env, text) => {
  expect(draw(env)).toMatch(text);
});

test.each([
  {},
  { TERM: 'xterm-256color' },
  { TERM: 'xterm-kitty', TMUX: '/tmp/x' },
  { TERM: 'screen', TERM_PROGRAM: 'iTerm.app' },
  { TERM: 'xterm-kitty', STY: '1' },
])('%j has none', (env) => {
  expect(draw(env as Record<string, string>)).toBeUndefined();
});

test('every byte arrives, in commands of at most 4096 characters, and the picture has its room', () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 5000 }), height: fc.integer({ min: 1, max: 5000 }) });
  property(100, fc.uint8Array({ minLength: 1, maxLength: 20_000 }), sizes, (bytes, size) => {
    const text = draw({ TERM: 'xterm-kitty' }, Buffer.from(bytes), size)!;
    const commands = [...text.matchAll(/\x1b_G([^;]*);([^\x1b]*)\x1b\\/g)];
    expect(commands.every(([, , data]) => data!.length <= 4096)).toBe(true);
    expect(commands.map(([, control]) => /m=(\d)/.exec(control!)![1]).join('')).toMatch(/^1*0$/);
    expect(Buffer.from(commands.map(([, , data]) => data).join(''), 'base64').equals(Buffer.from(bytes))).toBe(true);
    const columns = Number(/c=(\d+)/.exec(text)![1]);
    expect(columns).toBeGreaterThanOrEqual(1);
    expect(columns).toBeLessThanOrEqual(most.columns);
    if (columns > 1) expect((columns * size.height) / (2 * size.width)).toBeLessThanOrEqual(most.rows);
  });
});
