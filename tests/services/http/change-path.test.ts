// Paths of changes: a segment that servers may read in different ways is refused before anything is sent.
import { expect, test } from 'vitest';
import { checkChangePath } from '../../../src/services/http/change-path.js';

const check = (path: string) => () => checkChangePath(path, [], ['/balance/withdrawals']);

test.each(['%61', '%41', '%30', '%2d', '%2E', '%5f', '%7e', '%7A'])(
  'an encoded character that needs no encoding is refused: %s',
  (encoded) => {
    expect(check(`/balance/withdrawals/x${encoded}y`)).toThrow('encodes a character that needs no encoding');
  },
);

test.each(['/balance/withdrawals/1', '/balance/withdrawals/%E2%82%AC', '/balance/withdrawals/a-b_c~d'])(
  '%s is read alike by all servers',
  (path) => {
    expect(check(path)).not.toThrow();
  },
);

test.each([
  ['/balance/withdrawals/%2F', 'holds /'],
  ['/balance/withdrawals/a%20b', 'holds a space'],
  ['/balance/withdrawals/%E2%80%8B', 'cannot be seen'],
  ['/balance/withdrawals.json/1', 'ends in an extension'],
  ['/balance/withdrawals/%zz', 'is not percent-encoded'],
])('%s is refused: it %s', (path, why) => {
  expect(check(path)).toThrow(why);
});
