// Themes: the depth of colours, and no colour that may be invisible on an unknown background.
import { expect, test } from 'vitest';
import { themeOf } from '../../../src/ui/components/theme.js';
import { palettesOf } from '../../../src/ui/state/core/themes.js';

test('the colour depth; no colour that may be invisible on an unknown background', () => {
  for (const [env, theme] of [
    [{ TERM: 'xterm-256color' }, { depth: 1, wait: { color: 'cyan' }, need: { bold: true }, ascii: false }],
    [
      { COLORTERM: 'truecolor', COLORFGBG: '15;0' },
      { depth: 3, wait: { color: '#4A9FF5' } },
    ],
    [
      { COLORTERM: '24bit', COLORFGBG: '0;default;15' },
      { depth: 3, wait: { color: '#0B4A7A' } },
    ],
    [
      { TERM: 'xterm-256color', COLORFGBG: '15;0' },
      { depth: 2, good: { color: 'ansi256(43)' } },
    ],
  ])
    expect(themeOf(env as Record<string, string>), JSON.stringify(env)).toMatchObject(theme!);
  for (const env of [{ NO_COLOR: '1', COLORTERM: 'truecolor' }, { TERM: 'dumb' }])
    expect(JSON.stringify(themeOf(env))).not.toMatch(/"(c|backgroundC)olor"/);
  expect(themeOf({ LC_ALL: 'C' }).ascii).toBe(true);
  const themeFor = (text: string, env: object = {}) => themeOf({ COLORTERM: 'truecolor', ...env }, text);
  expect(themeFor('rgb:1e1e/1e1e/1e1e')).toMatchObject({ depth: 3, wait: { color: '#4A9FF5' } });
  expect(themeFor('rgb:fd/f6/e3', { COLORFGBG: '15;0' })).toMatchObject({ depth: 3, wait: { color: '#0B4A7A' } }); // the terminal's response takes precedence
  expect(themeFor('nonsense', { COLORFGBG: '15;0' })).toMatchObject({ wait: { color: '#4A9FF5' } });
  expect(themeFor('nonsense')).toMatchObject({ depth: 1 });
});

test('a chosen theme comes before the background; one for both follows it; few or no colours stay as they are', () => {
  const chosen = (name: string, env: object, reported?: string) =>
    themeOf({ COLORTERM: 'truecolor', ...env }, reported, palettesOf(name, []));
  expect(chosen('okabe-light', { COLORFGBG: '15;0' })).toMatchObject({ depth: 3, wait: { color: '#106CC2' } });
  const of256 = chosen('okabe-dark', { COLORTERM: '', TERM: 'xterm-256color' });
  expect(of256).toMatchObject({ depth: 2, wait: { color: 'ansi256(123)' } });
  expect(chosen('contrast', {}, 'rgb:0/0/0').need).toEqual({ color: '#FDFF5A' });
  expect(chosen('contrast', {}, 'rgb:ff/ff/ff').need).toEqual({ color: '#341B00' });
  expect(chosen('contrast', {})).toMatchObject({ depth: 1, need: { bold: true } });
  expect(chosen('okabe-dark', { COLORTERM: '', TERM: 'xterm' })).toMatchObject({ depth: 1, wait: { color: 'cyan' } });
  expect(JSON.stringify(chosen('okabe-dark', { NO_COLOR: '1' }))).not.toMatch(/"(c|backgroundC)olor"/);
});

test('strong contrast with 16 colours has no dim text, whatever the background', () => {
  for (const env of [{ TERM: 'screen' }, { TERM: 'xterm', COLORFGBG: '15;0' }, { TERM: 'xterm-256color' }]) {
    const strong = themeOf(env, undefined, palettesOf('contrast', []));
    expect(strong.depth).toBeLessThan(3);
    expect(JSON.stringify(strong)).not.toContain('dimColor');
    expect(JSON.stringify(themeOf({ TERM: 'screen' }))).toContain('dimColor');
  }
});

test('a terminal that is known by its name has all colours, also where ssh passes nothing else', () => {
  for (const TERM of ['xterm-kitty', 'alacritty', 'foot', 'xterm-ghostty', 'wezterm', 'xterm-direct', 'foot-extra'])
    expect(themeOf({ TERM }, 'rgb:0/0/0').depth, TERM).toBe(3);
  for (const TERM of ['xterm', 'screen', 'linux', 'vt100']) expect(themeOf({ TERM }, 'rgb:0/0/0').depth, TERM).toBe(1);
  expect(themeOf({ TERM: 'xterm-kitty', NO_COLOR: '1' }).depth).toBe(0);
});

test('the selected row is shown by more than its background: in bold, reverse, or both', () => {
  for (const name of ['dark', 'light', 'contrast', 'okabe-dark', 'okabe-light'])
    for (const env of [{ COLORTERM: 'truecolor' }, { TERM: 'xterm-256color' }, { TERM: 'xterm' }, { NO_COLOR: '1' }])
      for (const ground of ['rgb:0/0/0', 'rgb:ff/ff/ff', undefined]) {
        const { select } = themeOf(env, ground, palettesOf(name, []));
        expect(select.bold || select.inverse, name).toBe(true);
      }
});
