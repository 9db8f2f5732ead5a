// The trash of the key folder: nothing is lost before its time, no key takes the place of another, and what is over is deleted.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lockedKeyFile } from '../../../src/money/keys/key-file.js';
import {
  isStored,
  listStoredKeys,
  renameStoredKey,
  saveStoredKey,
  storedKeyPath,
} from '../../../src/money/keys/key-store.js';
import { randomKey } from '../../../src/money/keys/keys.js';
import {
  listRemovedKeys,
  purgeRemovedKeys,
  removeStoredKey,
  restoreKey,
} from '../../../src/money/keys/removed-keys.js';
import { Failure } from '../../../src/services/http/errors.js';
import { asyncProperty } from '../../support/runs.js';
import { newHome } from '../../support/tuk.js';

const day = 24 * 3_600_000;
const warn = () => {};
const setup = () => path.join(newHome(), 'keys');
const store = async (folder: string, name: string): Promise<string> => {
  const key = randomKey();
  saveStoredKey(folder, name, await lockedKeyFile(key, 'p', { n: 2 }), warn);
  return key.address;
};
/** The code of the failure of some work; `ok` without one. */
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'ok';
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
};

test('a removed key is beside the folder for thirty days, to the millisecond', async () => {
  const folder = setup();
  const address = await store(folder, 'work');
  const removed = removeStoredKey(folder, 'work', 5 * day, warn);
  const times = { removed: '1970-01-06T00:00:00.000Z', until: '1970-02-05T00:00:00.000Z' };
  expect(removed).toMatchObject({ name: 'work', address, ...times });
  expect([listStoredKeys(folder, warn), listRemovedKeys(folder, warn)]).toEqual([[], [removed]]);
  expect((statSync(path.dirname(removed.path)).mode & 0o777).toString(8)).toBe('700');
  purgeRemovedKeys(folder, 35 * day - 1, warn);
  expect(existsSync(removed.path)).toBe(true);
  purgeRemovedKeys(folder, 35 * day, warn);
  expect([existsSync(removed.path), listRemovedKeys(folder, warn)]).toEqual([false, []]);
});

test('of two keys of one name the one that was removed last is restored, whatever the clock says', async () => {
  const folder = setup();
  const one = await store(folder, 'work');
  removeStoredKey(folder, 'work', 9 * day, warn);
  const two = await store(folder, 'work');
  removeStoredKey(folder, 'work', 9 * day, warn);
  const three = await store(folder, 'work');
  removeStoredKey(folder, 'work', 2 * day, warn); // the clock was set back
  const restored = () => {
    restoreKey(folder, 'work', warn);
    const { address } = listStoredKeys(folder, warn).find((one) => one.name === 'work')!;
    renameStoredKey(folder, 'work', `was-${address!.slice(2, 8)}`, warn);
    return address;
  };
  expect([restored(), restored(), restored()]).toEqual([three, two, one]);
  expect(codeOf(() => restoreKey(folder, 'work', warn))).toBe('UNKNOWN_KEY');
});

test('a link is removed, and not what it points to; a damaged file is kept as it is', async () => {
  const folder = setup();
  await store(folder, 'work');
  writeFileSync(path.join(folder, 'target'), 'mine');
  symlinkSync(path.join(folder, 'target'), storedKeyPath(folder, 'link'));
  writeFileSync(storedKeyPath(folder, 'torn'), '{', { mode: 0o600 });
  for (const name of ['link', 'torn'])
    expect(removeStoredKey(folder, name, day, warn)).toMatchObject({ name, problem: expect.any(String) });
  expect(readFileSync(path.join(folder, 'target'), 'utf8')).toBe('mine');
  purgeRemovedKeys(folder, 40 * day, warn);
  expect([readdirSync(folder).sort(), listRemovedKeys(folder, warn)]).toEqual([['target', 'work.json'], []]);
});

test('a trash that is a link is refused, and nothing leaves the folder of keys', async () => {
  const folder = setup();
  await store(folder, 'work');
  mkdirSync(`${folder}-elsewhere`);
  symlinkSync(`${folder}-elsewhere`, `${folder}-removed`);
  for (const use of [
    () => removeStoredKey(folder, 'work', day, warn),
    () => listRemovedKeys(folder, warn),
    () => purgeRemovedKeys(folder, day, warn),
  ])
    expect(codeOf(use)).toBe('KEY_FOLDER_UNUSABLE');
  expect([isStored(folder, 'work'), readdirSync(`${folder}-elsewhere`)]).toEqual([true, []]);
});

test('files of other names in the trash are neither listed nor deleted', async () => {
  const folder = setup();
  await store(folder, 'work');
  removeStoredKey(folder, 'work', day, warn);
  const names = ['notes.txt', 'work.json', `${'ab'.repeat(32)}.5.json`, '..5.json'];
  for (const name of names) writeFileSync(path.join(`${folder}-removed`, name), '');
  purgeRemovedKeys(folder, 100 * day, warn);
  expect([listRemovedKeys(folder, warn), readdirSync(`${folder}-removed`).sort()]).toEqual([[], names.sort()]);
});

test('however keys are stored, renamed, removed and restored, none is lost before its time, and none takes the place of another', async () => {
  const name = fc.constantFrom('a', 'b', 'a.5');
  const step = fc.oneof(
    fc.record({ do: fc.constant('store' as const), name }),
    fc.record({ do: fc.constant('rename' as const), name, next: name }),
    fc.record({ do: fc.constant('remove' as const), name }),
    fc.record({ do: fc.constant('restore' as const), name }),
    fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 20 }) }),
  );
  const file = await lockedKeyFile(randomKey(), 'p', { n: 2 });
  await asyncProperty(150, fc.array(step, { maxLength: 30 }), async (steps) => {
    const folder = setup();
    const stored = new Map<string, string>();
    const trash: { readonly name: string; readonly text: string; readonly at: number }[] = [];
    let now = 0;
    for (const [number, one] of steps.entries()) {
      purgeRemovedKeys(folder, now, warn);
      trash.splice(0, trash.length, ...trash.filter(({ at }) => at + 30 * day > now));
      if (one.do === 'wait') now += one.days * day;
      else if (one.do === 'store') {
        const text = `${file}${' '.repeat(number)}`;
        const wanted = stored.has(one.name) ? 'KEY_EXISTS' : 'ok';
        expect(codeOf(() => saveStoredKey(folder, one.name, text, warn))).toBe(wanted);
        if (!stored.has(one.name)) stored.set(one.name, text);
      } else if (one.do === 'rename') {
        const text = stored.get(one.name);
        const wanted = text === undefined ? 'UNKNOWN_KEY' : stored.has(one.next) ? 'KEY_EXISTS' : 'ok';
        expect(codeOf(() => renameStoredKey(folder, one.name, one.next, warn))).toBe(wanted);
        if (wanted !== 'ok') continue;
        stored.delete(one.name);
        stored.set(one.next, text!);
      } else if (one.do === 'remove') {
        const text = stored.get(one.name);
        const wanted = text === undefined ? 'UNKNOWN_KEY' : 'ok';
        expect(codeOf(() => removeStoredKey(folder, one.name, now, warn))).toBe(wanted);
        if (text === undefined) continue;
        stored.delete(one.name);
        const newest = Math.max(-1, ...trash.filter((other) => other.name === one.name).map(({ at }) => at));
        trash.push({ name: one.name, text, at: Math.max(now, newest + 1) });
      } else {
        const last = trash.findLast((other) => other.name === one.name);
        const wanted = last === undefined ? 'UNKNOWN_KEY' : stored.has(one.name) ? 'KEY_EXISTS' : 'ok';
        expect(codeOf(() => restoreKey(folder, one.name, warn))).toBe(wanted);
        if (wanted !== 'ok') continue;
        trash.splice(trash.indexOf(last!), 1);
        stored.set(one.name, last!.text);
      }
      const texts = (files: readonly { readonly path: string }[]) =>
        files.map((key) => readFileSync(key.path, 'utf8')).sort();
      expect(texts(listStoredKeys(folder, warn))).toEqual([...stored.values()].sort());
      expect(texts(listRemovedKeys(folder, warn))).toEqual(trash.map(({ text }) => text).sort());
    }
  });
});
