// `tuk explain` and `tuk help statuses`: every status, error code, exit code, mark and value has an explanation with its source.
import { expect, test } from 'vitest';
import { errorCodes } from '../../../src/cli/error-codes.js';
import { exitCodes } from '../../../src/cli/exit-codes.js';
import { explain } from '../../../src/cli/explanations.js';
import { type StatusList, statusLists, wordsOf } from '../../../src/services/catalogue/statuses.js';
import * as words from '../../../src/services/catalogue/words.js';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

test('an error code is explained by the place that throws it: by its class, by its kind, or by a function of its file', () => {
  expect(errorCodes).toMatchObject({
    UNKNOWN_OPTION: ['usage'],
    OVER_LIMIT: ['guarded'],
    NO_EXPLANATION: ['not-found'],
    OTHER_RECIPIENT: ['guarded'],
  });
  expect(Object.keys(errorCodes).length).toBeGreaterThan(350);
  expect(explain('floor_too_low')).toContainEqual(expect.objectContaining({ of: 'guarded, exit code 7' }));
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
    const all: { is: string; of: string; means: string; source: string }[] = await json(`explain ${word}`);
    return all
      .filter(({ is }) => is === 'status')
      .map(({ of, means: text, source }) => [of, text, source.includes('this program')]);
  };
  expect(await means('COMMING_SOON')).toEqual([
    ['OfferingStatus', 'it is announced; nothing can be bought yet (off)', true],
  ]);
  expect(await means('OVERDUE')).toEqual([
    ['SubscriptionStatus', 'a payment of it is late: it waits for yours (waits for you)', true],
  ]);
  expect(await means('FAIL')).toContainEqual([
    'WalletTransactionStatus',
    expect.stringContaining('swaps over the bridge'),
    true,
  ]);
  expect((await means('INCOMING')).map(([of]) => of)).toEqual(['BalanceRequestStatus', 'EarnEventClaimStatus']);
});
