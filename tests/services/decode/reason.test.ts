// The reason in the body of an error is found in every usual form; pages and bytes have none.
import { expect, test } from 'vitest';
import { reasonIn } from '../../../src/services/decode/reason.js';
import { exit } from '../../support/exit.js';
import { respond } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

test.each<[unknown, string | undefined]>([
  [{ message: 'A' }, 'A'],
  [{ Message: 'A' }, 'A'],
  [{ title: 'Not enough', detail: 'You have 3', status: 422 }, 'Not enough: You have 3'],
  [{ title: 'Only' }, 'Only'],
  [{ err_no: 2003, err_msg: 'used up', data: null }, 'used up'],
  [{ fault: { faultstring: 'Invalid key', detail: { errorcode: 'k' } } }, 'Invalid key'],
  [{ name: 'ZodError', issues: [{ path: ['limit'], message: 'Expected a number' }] }, 'limit: Expected a number'],
  [
    {
      issues: [
        { path: ['rows', 0, 'to'], message: 'odd' },
        { path: [], message: 'whole' },
      ],
    },
    'rows[0].to: odd; whole',
  ],
  [
    {
      errors: [
        { instancePath: '/a/b', message: 'odd' },
        { field: 'c', message: 'c is odd' },
      ],
    },
    'a.b: odd; c is odd',
  ],
  [{ errors: [{ source: { pointer: '/data/x' }, detail: 'odd' }] }, 'data.x: odd'],
  [{ message: 'gone', path: '/v1/x' }, 'gone'],
  [{ title: 'Bad', 'invalid-params': [{ name: 'limit', reason: 'too large' }] }, 'Bad: too large'],
  [{ error: 'bad' }, 'bad'],
  [{ error: { message: 'inner', code: 'E' } }, 'inner'],
  [{ jsonrpc: '2.0', error: { code: -32000, message: 'rpc' }, id: 1 }, 'rpc'],
  [{ error: 'invalid_grant', error_description: 'The code expired.' }, 'invalid_grant: The code expired.'],
  [{ errors: ['one', 'two'] }, 'one; two'],
  [{ errors: [{ message: 'm' }, { detail: 'd' }] }, 'm; d'],
  [
    { message: 'Bad data.', errors: { email: ['short', 'odd'], name: 'missing' } },
    'Bad data: email: short; odd; name: missing',
  ],
  [{ message: 'same', errors: [{ message: 'same' }] }, 'same'],
  [{ statusCode: 422, error: 'Unprocessable Entity', message: 'why' }, 'why'],
  [{ detail: [{ loc: ['body', 'x'], msg: 'needed' }] }, 'body.x: needed'],
  [
    {
      detail: [
        { loc: ['query', 'limit'], msg: 'odd' },
        { loc: ['body'], msg: 'needed' },
      ],
    },
    'query.limit: odd; body: needed',
  ],
  [{ message: null, error: 'e' }, 'e'],
  [{ data: { message: 'deep' } }, 'deep'],
  [['a', 'b'], 'a; b'],
  ['text', 'text'],
  [{ errors: Array.from({ length: 30 }, () => 'x') }, `${'x; '.repeat(20)}…`],
  [{ a: 1 }, undefined],
  [42, undefined],
])('%j', (body, reason) => {
  expect(reasonIn(Buffer.from(JSON.stringify(body)))).toBe(reason);
  expect(reasonIn(Buffer.from(`\uFEFF ${JSON.stringify(body)}\n`))).toBe(reason);
});

test.each([
  ['Plain text\n', 'Plain text'],
  ['<html><body>No</body></html>', undefined],
  [' \n<!doctype html>', undefined],
  ['{"message":', undefined],
  ['a\0b', undefined],
  [Buffer.from([255, 254]), undefined],
  ['', undefined],
])('%j is no JSON', (body, reason) => expect(reasonIn(Buffer.from(body as string))).toBe(reason));

test('deep and long bodies are bounded', () => {
  expect(reasonIn(Buffer.from(`${'{"error":'.repeat(5000)}1${'}'.repeat(5000)}`))).toBeUndefined();
  expect(reasonIn(Buffer.from(JSON.stringify({ error: 'x'.repeat(100_000) })))).toHaveLength(8000);
});

test('the reason is shown and stands in the JSON, escaped and short', async () => {
  const reason = `no\x1b[31m\n::error::x ${'y'.repeat(2000)}`;
  const { run } = await stubUser(
    respond(422, JSON.stringify({ detail: reason }), { 'content-type': 'application/problem+json' }),
  );
  const text = await run('api user get-current');
  expect([text.code, text.stderr.split('\n').length]).toEqual([exit.refused, 2]);
  expect(text.stderr).toMatch(/^✗ user answered 422 to GET \/users\/current: no\\x1b\[31m\\x0a::error::x y+…\n$/);
  const { error } = JSON.parse((await run('api user get-current --json')).stderr);
  expect([error.reason.startsWith('no\x1b[31m\n'), error.reason.length]).toEqual([true, 601]);
});
