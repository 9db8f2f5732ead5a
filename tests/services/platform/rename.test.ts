// A rename on Windows is tried again while another process has the file open.
import { expect, test } from 'vitest';
import { renameFile } from '../../../src/services/platform/rename.js';

const refusing = (code: string, times: number) => {
  let calls = 0;
  return {
    calls: () => calls,
    rename: () => {
      if (++calls <= times) throw Object.assign(new Error(code), { code });
    },
  };
};

test.each(['EPERM', 'EBUSY', 'EACCES'])('on Windows %s is tried again', (code) => {
  const { rename, calls } = refusing(code, 3);
  renameFile('a', 'b', { platform: 'win32', rename });
  expect(calls()).toBe(4);
});

test('other errors, other systems and an end', () => {
  const full = refusing('ENOSPC', 1);
  expect(() => renameFile('a', 'b', { platform: 'win32', rename: full.rename })).toThrow('ENOSPC');
  expect(full.calls()).toBe(1);
  const linux = refusing('EPERM', 1);
  expect(() => renameFile('a', 'b', { platform: 'linux', rename: linux.rename })).toThrow('EPERM');
  expect(linux.calls()).toBe(1);
  const forever = refusing('EBUSY', Number.POSITIVE_INFINITY);
  expect(() => renameFile('a', 'b', { platform: 'win32', rename: forever.rename })).toThrow('EBUSY');
});
