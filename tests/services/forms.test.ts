// The forms of ids, hashes and addresses: one table, and no other source has such an expression.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { forms, isBytes32, isEvmAddress, isId, isPrefixedHash, isUuid, isVin } from '../../src/services/forms.js';
import { filesBelow, withoutComments } from '../support/code-size.js';

const uuid = '74c06736-df17-4d73-9501-7dbe34354076';
const digits = '9f'.repeat(20);

test.each<[string, (text: string) => boolean, readonly string[], readonly string[]]>([
  ['a UUID', isUuid, [uuid, uuid.toUpperCase()], [`${uuid}0`, uuid.replaceAll('-', ''), ` ${uuid}`]],
  [
    'an EVM address',
    isEvmAddress,
    [`0x${digits}`, `0x${digits.toUpperCase()}`],
    [digits, `0X${digits}`, `0x${digits}0`],
  ],
  ['a hash', isPrefixedHash, [`0x${'a'.repeat(64)}`, `0X${'A'.repeat(64)}`], ['a'.repeat(64), `0x${digits}`]],
  ['32 bytes', isBytes32, ['a'.repeat(64)], [`0x${'a'.repeat(64)}`, 'g'.repeat(64)]],
  ['a VIN', isVin, ['SBXT1E048SS000002'], ['SBXT1E048SS00000', 'IBXT1E048SS000002', '12345678901234567']],
  [
    'an id',
    isId,
    [uuid, `0x${digits}`, '0x12345678', 'abc-1234567890-abcdefg'],
    ['12345678901234567890', 'short1', 'a name with blanks 1234'],
  ],
])('%s by its form', (_, test, have, haveNot) => {
  expect([have.filter((text) => !test(text)), haveNot.filter((text) => test(text))]).toEqual([[], []]);
});

test('no other source has an expression of them', () => {
  const expressions = /\[(?:0-9a-f|0-9a-fA-F|\\+da-f)\]\{(?:40|64)\}|HJ-NP-Za|\{4\}-?\)\{3\}|\}-\[0-9a-f\]/i;
  expect(Object.values(forms).filter((form) => !expressions.test(form))).toEqual([]);
  const files = filesBelow('src').filter(
    (file) => /\.tsx?$/.test(file) && !/^src\/sandbox\/|services\/forms\.ts$/.test(file),
  );
  const found = files.flatMap((file) =>
    withoutComments(readFileSync(file, 'utf8'))
      .split('\n')
      .filter((line) => expressions.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
