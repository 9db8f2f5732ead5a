// How a failure is printed: its sentence, its next step, and all refusals of a verdict, as text and as JSON.
import { expect, test } from 'vitest';
import { explainEnd } from '../../../src/cli/print/errors.js';
import { BadInput, type Failure, Guarded } from '../../../src/services/http/errors.js';
import { redaction } from '../../../src/session/redact.js';
import { exit } from '../../support/exit.js';

/** The exit code and the printed text of a failure. */
async function printed(failure: Failure, json: boolean) {
  let text = '';
  const redact = redaction();
  redact.add('canary-secret');
  const out = { redact, jsonErrors: json, writeLine: (line: string) => (text += `${line}\n`) };
  const code = await explainEnd(failure, { world: { env: {} }, flags: {}, out } as never);
  return { code, text };
}

const first = new Guarded(
  'OVER_LIMIT',
  '7 MVP are more than limits.transfer.',
  'Lift it: tuk profile set p limits.transfer',
);
const key = `0x${'ab'.repeat(32)}`;
const second = new BadInput('BAD_AMOUNT', `${key} is no amount of canary-secret.`, `Not ${key}.`);
const verdict = new Guarded(first, first.message, first.hint, [first, second]);

test('all refusals of a verdict stand in the JSON error, with code, message and hint; none shows a secret', async () => {
  const { code, text } = await printed(verdict, true);
  expect(code).toBe(exit.guarded);
  const { error } = JSON.parse(text);
  expect(error).toMatchObject({ code: 'OVER_LIMIT', message: first.message, hint: first.hint });
  expect(error.refusals).toEqual([
    { code: 'OVER_LIMIT', message: first.message, hint: first.hint },
    { code: 'BAD_AMOUNT', message: expect.stringContaining('is no amount'), hint: expect.any(String) },
  ]);
  expect(text).not.toContain(key);
  expect(text).not.toContain('canary-secret');
  expect(JSON.parse((await printed(first, true)).text).error).not.toHaveProperty('refusals');
});

test('as text each further refusal has a line of its own', async () => {
  const { text } = await printed(verdict, false);
  const [one, two, three, ...more] = text.trimEnd().split('\n');
  expect([one, two, more]).toEqual([`✗ ${first.message} Nothing was sent.`, `  ${first.hint}`, []]);
  expect(three).toMatch(/^ {2}\[not repeated\] is no amount of .* Not \[not repeated\]\.$/);
  expect(text).not.toContain(key);
});
