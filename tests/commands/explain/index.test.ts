// `tuk explain` and `tuk help statuses`: every status, error code, exit code, mark and value has an explanation with its source.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explain } from '../../../src/cli/help/explanations.js';
import { exitCodes } from '../../../src/cli/settings/exit-codes.js';
import { type StatusList, statusLists, wordsOf } from '../../../src/services/catalogue/statuses.js';
import * as words from '../../../src/services/catalogue/words.js';
import { errorCodes } from '../../../src/services/http/error-codes.js';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

test('every error code has a sentence of its own, its exit codes, and a next command that exists', async () => {
  const meanings = Object.values(errorCodes).map(([, means]) => means);
  expect(new Set(meanings).size).toBe(meanings.length);
  const ofExits = new Set(exitCodes.map(([, , means]) => means));
  for (const [code, [, means, next]] of Object.entries<readonly [unknown, string, string?]>(errorCodes)) {
    expect([code, means]).toEqual([code, expect.stringMatching(/^(--)?[A-Za-z].{15,170}[.-]$/)]);
    expect(ofExits.has(means)).toBe(false);
    const [explanation] = explain(code.toLowerCase()).filter(({ is }) => is === 'error code');
    expect(explanation).toMatchObject({ word: code, means, of: expect.stringMatching(/exit code \d+/) });
    if (next === undefined || next.startsWith('tuk explain ') || next.endsWith(' -')) continue;
    const line = next.replace(/^tuk /, '').replace(/ --?(reset|help|known|every)$| \.$/, '');
    const { code: ended } = await newUser().run(line.startsWith('help ') ? line : `${line} --help`);
    expect([next, ended]).toEqual([next, exit.ok]);
  }
  expect(explain('floor_too_low')).toContainEqual(expect.objectContaining({ of: 'guarded, exit code 7' }));
});

test('the source throws every code of the list', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('error-codes.ts'))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n');
  expect(Object.keys(errorCodes).filter((code) => !files.includes(`'${code}'`))).toEqual([]);
});

test.each([
  ['ride status', 'NO_RIDE', 'No ride is in progress for the account.'],
  ['wallet lst', 'UNKNOWN_COMMAND', 'tuk has no command of this name.'],
  ['points transfer --to dara --amount 5 --yes', 'NEW_RECIPIENT', 'Nothing was sent to this recipient before.'],
  ['points balance --jq .[', 'BAD_OUTPUT_FLAGS', 'one of them cannot be used'],
  ['ops show op-9', 'NO_OPERATION', 'The ledger of this machine has no such operation.'],
  ['ride cancel nope --yes', 'NOT_FOUND_RIDE_REQUEST', 'A service gave this code'],
  ['config show --fields x -o table -p zzz', 'UNKNOWN_PROFILE', 'No profile has this name.'],
])('the printed error of tuk %s is explained, whole and as its first line', async (line, code, means) => {
  const user = await signedIn('mina');
  const { stderr } = await user.run(line, { statesCodes: true });
  const [first = ''] = stderr.split('\n').filter((text) => text.startsWith('✗'));
  for (const [words, stdin] of [
    [['explain', '-'], stderr],
    [['explain', '-'], first],
    [['explain', first], ''],
  ] as const) {
    const { code: ended, stdout } = await user.run([...words, '-o', 'json'], { stdin });
    expect([first, ended]).toEqual([expect.stringContaining(`(${code})`), exit.ok]);
    const row = { word: code, is: 'error code', means: expect.stringContaining(means) };
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining(row));
  }
});

test('every status, exit code and value of a closed list is explained', () => {
  for (const list of Object.keys(statusLists) as StatusList[])
    for (const word of wordsOf(list))
      expect(explain(word.toLowerCase())).toContainEqual(expect.objectContaining({ word, is: 'status', of: list }));
  for (const [code, , means] of exitCodes)
    expect(explain(String(code))).toContainEqual(expect.objectContaining({ is: 'exit code', means }));
  for (const [name, list] of Object.entries(words))
    if (Array.isArray(list) && !(name in statusLists))
      for (const word of list as readonly unknown[])
        expect(explain(String(word))).toContainEqual(expect.objectContaining({ of: name }));
  for (const mark of ['▲', '◐', '✓', '~']) expect(explain(mark)[0]?.means).not.toBe('');
});

test.each([
  ['explain OVER_LIMIT', exit.ok, 'guarded, exit code 7'],
  ['explain expired_session', exit.ok, 'renewed once'],
  ['explain PAIDD', exit.notFound, 'Did you mean PAID?'],
  ['help statuses', exit.ok, 'waits for you WAITPAY'],
])('%s', async (line, code, text) => {
  const { stdout, stderr, code: ended } = await newUser().run(line);
  expect([ended, stdout + stderr]).toEqual([code, expect.stringContaining(text)]);
});

test('every status of every list has a plain meaning, marked as that of this program; a status with two lists has one of each', async () => {
  const { json } = newUser();
  const means = async (word: string) => {
    const all: Record<'is' | 'of' | 'means' | 'source', string>[] = await json(`explain ${word}`);
    const statuses = all.filter(({ is }) => is === 'status');
    return statuses.map(({ of, means: text, source }) => [of, text, source.includes('this program')]);
  };
  const soon = ['OfferingStatus', 'it is announced; nothing can be bought yet (off)', true];
  expect(await means('COMMING_SOON')).toEqual([soon]);
  const late = ['SubscriptionStatus', 'a payment of it is late: it waits for yours (waits for you)', true];
  expect(await means('OVERDUE')).toEqual([late]);
  const failed = ['WalletTransactionStatus', expect.stringContaining('swaps over the bridge'), true];
  expect(await means('FAIL')).toContainEqual(failed);
  expect((await means('INCOMING')).map(([of]) => of)).toEqual(['BalanceRequestStatus', 'EarnEventClaimStatus']);
});
