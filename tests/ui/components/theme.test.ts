// Themes: the depth of colours, and no colour that may be invisible on an unknown background.
import { expect, test } from 'vitest';
import { themeOf } from '../../../src/ui/components/theme.js';
import { palettesOf } from '../../../src/ui/state/themes.js';

test('the colour depth; no colour that may be invisible on an unknown background', () => {
  expect(themeOf({ TERM: 'xterm-256color' })).toMatchObject({
    depth: 1,
    wait: { color: 'cyan' },
    need: { bold: true },
    ascii: false,
  });
  expect(themeOf({ COLORTERM: 'truecolor', COLORFGBG: '15;0' })).toMatchObject({
    depth: 3,
    wait: { color: '#4A9FF5' },
  });
  expect(themeOf({ COLORTERM: '24bit', COLORFGBG: '0;default;15' })).toMatchObject({
    depth: 3,
    wait: { color: '#0B4A7A' },
  });
  expect(themeOf({ TERM: 'xterm-256color', COLORFGBG: '15;0' })).toMatchObject({
    depth: 2,
    good: { color: 'ansi256(43)' },
  });
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
  expect(chosen('okabe-dark', { COLORTERM: '', TERM: 'xterm-256color' })).toMatchObject({
    depth: 2,
    wait: { color: 'ansi256(123)' },
  });
  expect(chosen('contrast', {}, 'rgb:0/0/0').need).toEqual({ color: '#FDFF5A' });
  expect(chosen('contrast', {}, 'rgb:ff/ff/ff').need).toEqual({ color: '#341B00' });
  expect(chosen('contrast', {})).toMatchObject({ depth: 1, need: { bold: true } });
  expect(chosen('okabe-dark', { COLORTERM: '', TERM: 'xterm' })).toMatchObject({ depth: 1, wait: { color: 'cyan' } });
  expect(JSON.stringify(chosen('okabe-dark', { NO_COLOR: '1' }))).not.toMatch(/"(c|backgroundC)olor"/);
});
