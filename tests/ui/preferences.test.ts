// The file of the preferences: it survives a restart, another application, a broken file, a folder that cannot be written, and other versions.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPreferences } from '../../src/ui/preferences.js';
import { newHome } from '../support/tuk.js';

/** A folder of its own, with a file of this content. */
function folder(content?: string | object) {
  const home = newHome('empty');
  const file = path.join(home, 'preferences.json');
  if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return { home, file, read: () => JSON.parse(readFileSync(file, 'utf8')) };
}
const stations = { hidden: ['id'], order: ['name', 'status', 'id'], sort: { path: 'name', down: true } };
const all = {
  ...{ boards: { 'depin stations': stations }, group: 'Depin', screen: 'Energy' },
  ...{ ranges: { 'assets incomes': 'MONTH' }, recent: ['ride history'], mouse: false, theme: 'light' },
} as const;

describe('a restart', () => {
  test('finds what was kept, in a file for its owner alone', () => {
    const { home, file, read } = folder();
    const first = openPreferences(path.join(home, 'tuk'));
    expect([first.preferences, first.trouble, first.save(all)]).toEqual([{}, undefined, undefined]);
    expect(openPreferences(path.join(home, 'tuk'))).toMatchObject({ preferences: all });
    expect(statSync(first.file).mode & 0o777).toBe(0o600);
    expect(openPreferences(home).save(all)).toBeUndefined();
    expect(read()).toEqual({ version: 1, ...all });
    expect(readdirSync(home).sort()).toEqual([path.basename(file), 'tuk']);
  });
  test('writes nothing where nothing has changed', () => {
    const { home, file } = folder();
    expect(openPreferences(home).save({})).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });
  test('what is taken back is gone', () => {
    const { home, read } = folder({ version: 1, ...all });
    const kept = openPreferences(home);
    const { theme: _, ...others } = kept.preferences;
    kept.save({ ...others, boards: {} });
    expect(read()).toEqual({ version: 1, ...others, boards: {} });
  });
});

test('of two applications each keeps its own changes, and the last one wins where both change the same', () => {
  const { home, read } = folder({ version: 1, ...all });
  const [one, other] = [openPreferences(home), openPreferences(home)];
  one.save({
    ...one.preferences,
    boards: { ...one.preferences.boards, 'assets offerings': { hidden: ['rate'] } },
    theme: 'dark',
  });
  const boards = { ...other.preferences.boards, 'wallet list': { hidden: [] } };
  other.save({ ...other.preferences, group: 'Ride', mouse: true, boards });
  one.save({
    ...one.preferences,
    boards: { ...one.preferences.boards, 'assets offerings': { hidden: [] } },
    theme: 'dark',
    group: 'Swap',
  });
  expect(read()).toEqual({
    ...{ version: 1, ...all, theme: 'dark', group: 'Swap', mouse: true },
    boards: { 'depin stations': stations, 'assets offerings': { hidden: [] }, 'wallet list': { hidden: [] } },
  });
});

describe('a broken file', () => {
  const broken = ['no JSON', '{"version":1,"mouse":fa', '[]', '1', 'null', '{"group":1,"mouse":false}'];
  test.each([...broken, '{"recent":"ride"}'])(
    '%s: begins anew, says so once, and is replaced at the next change',
    (content) => {
      const { home, read } = folder(content);
      const kept = openPreferences(home);
      expect(kept.preferences).toEqual({});
      expect(kept.trouble).toMatch(/^The preferences cannot be read, and begin anew: .*preferences\.json is broken\.$/);
      expect(kept.save({ mouse: false })).toBeUndefined();
      expect(read()).toEqual({ version: 1, mouse: false });
      expect(openPreferences(home).preferences).toEqual({ mouse: false });
    },
  );
  test.each(['', ' \n', '{}', '{ }'])('an empty one (%j) is not a trouble', (content) => {
    const { home } = folder(content);
    expect(openPreferences(home)).toMatchObject({ preferences: {} });
    expect(openPreferences(home).trouble).toBeUndefined();
  });
  test('a board that does not fit goes alone', () => {
    const { home } = folder({ ...all, boards: { ...all.boards, 'wallet list': { hidden: 'id' }, 'ride history': 1 } });
    expect(openPreferences(home)).toMatchObject({ preferences: all });
    expect(Object.keys(openPreferences(home).preferences.boards!)).toEqual(['depin stations']);
  });
});

describe('a place that cannot be written or read', () => {
  test.each(['a file', 'below a file'])('%s: the preferences last until one leaves, and that is said once', (what) => {
    const { home } = folder();
    const place = path.join(home, 'place');
    writeFileSync(place, '');
    const kept = openPreferences(what === 'a file' ? place : path.join(place, 'tuk'));
    expect([kept.preferences, kept.trouble]).toEqual([{}, undefined]);
    expect(kept.save(all)).toMatch(/^The preferences last until you leave; they cannot be kept: .+\.$/);
    expect(kept.save({ ...all, mouse: true })).toBeUndefined();
    expect(readFileSync(place, 'utf8')).toBe('');
  });
  test('a folder in the place of the file is left as it is', () => {
    const { home, file } = folder();
    mkdirSync(file);
    const kept = openPreferences(home);
    expect([kept.preferences, kept.trouble]).toEqual([{}, expect.stringContaining('is not a file')]);
    expect(kept.save(all)).toBeUndefined();
    expect(statSync(file).isDirectory()).toBe(true);
  });
  test('a file that can only be read is read, and nothing is written for that', () => {
    const { home, file } = folder(all);
    const before = readFileSync(file, 'utf8');
    expect(openPreferences(home).preferences).toEqual(all);
    expect([readFileSync(file, 'utf8'), readdirSync(home)]).toEqual([before, ['preferences.json']]);
  });
});

describe('another version', () => {
  test('an older one knew fewer preferences, and no number of the form', () => {
    const { home, read } = folder({ group: 'Ride', boards: { 'wallet list': { hidden: [] } } });
    const kept = openPreferences(home);
    expect(kept.preferences).toEqual({ group: 'Ride', boards: { 'wallet list': { hidden: [] } } });
    kept.save({ ...kept.preferences, theme: 'dark' });
    expect(read()).toEqual({ version: 1, group: 'Ride', boards: { 'wallet list': { hidden: [] } }, theme: 'dark' });
  });
  test('what a newer one has added stays, also a word that this one does not know', () => {
    const boards = { 'wallet list': { hidden: [], pinned: ['id'] } };
    const newer = { version: 1, theme: 'sepia', density: 'compact', boards };
    const { home, read } = folder(newer);
    const kept = openPreferences(home);
    expect(kept.preferences.theme).toBe('sepia'); // it may be a theme of one's own: the application says so if there is none
    kept.save({ ...kept.preferences, mouse: false });
    expect(read()).toEqual({ ...newer, mouse: false });
  });
  test('a file of a newer form is left to the newer version', () => {
    const newer = { version: 2, boards: ['depin stations'], mouse: { wheel: true } };
    const { home, read } = folder(newer);
    const kept = openPreferences(home);
    expect([kept.preferences, kept.trouble]).toEqual([{}, expect.stringContaining('a newer version of tuk wrote')]);
    expect(kept.save(all)).toBeUndefined();
    expect(read()).toEqual(newer);
  });
});
