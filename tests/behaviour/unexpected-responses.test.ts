// Responses that are not as expected: exit 2 only where nothing was sent, and sentences that say no more than the response does.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { respond, respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

describe('a response without the field', () => {
  test.each([
    ['-o name', 'notify list -o name'],
    ['--sort-by', 'notify list --sort-by createdAt'],
  ])('%s: exit 11', async (_, line) => {
    const { run, server } = await stubUser(respondJson([{ x: 1 }]));
    expect(await run(line)).toMatchObject(ends(exit.server, /^✗ The response has no/m, ''));
    expect(server.requests).toHaveLength(1);
    const told = await run(`${line} --json`);
    expect(JSON.parse(told.stderr).error).toMatchObject({
      code: 'UNKNOWN_FIELD',
      category: 'server',
      exitCode: exit.server,
    });
  });

  test('of what is read on this machine alone: exit 2', async () => {
    const { run, server } = await stubUser(respond(200, '[]'));
    expect(await run('profile list --sort-by nope')).toMatchObject(ends(exit.usage, 'no field "nope"'));
    expect(server.requests).toEqual([]);
  });

  test('products without codes are no unknown product', async () => {
    const { selectProduct } = await import('../../src/commands/ride/prices.js');
    const search = (products: unknown) => ({ response: { data: { searchId: 's', products } } }) as never;
    expect(() => selectProduct(search([{ name: 'Tuktuk' }]), 'TUK')).toThrow(
      expect.objectContaining({ kind: 'server' }),
    );
    expect(() => selectProduct(search([{ productCode: 'CAR' }]), 'TUK')).toThrow(
      expect.objectContaining({ kind: 'usage' }),
    );
  });
});

describe('the message of an error', () => {
  test.each([
    [['a must be a number', 'b is needed'], 'a must be a number; b is needed'],
    [['one', ['two', null, ''], { field: 'c' }], 'one; two; {"field":"c"}'],
    [{ a: ['x'] }, '{"a":["x"]}'],
    [42, '42'],
    ['', ''],
    [[], ''],
    [null, ''],
  ])('%j reads as text', async (message, said) => {
    const { run } = await stubUser(respondJson({ message }, 400));
    const { code, stderr } = await run('api user get-current');
    expect(code).toBe(exit.refused);
    const [first] = stderr.split('\n');
    if (said === '') expect(first).toMatch(/\/users\/current\.$/);
    else expect(first).toBe(`✗ ${said} (user answered 400 to GET /users/current).`);
  });

  test('that is long is cut, as text and as JSON', async () => {
    for (const message of ['x'.repeat(100_000), Array(20_000).fill('field is needed')]) {
      const { run } = await stubUser(respondJson({ message }, 400));
      const { stderr } = await run('api user get-current');
      expect(stderr.length).toBeLessThan(700);
      expect(stderr).toContain('…');
      expect(JSON.parse((await run('api user get-current --json')).stderr).error.message.length).toBeLessThan(700);
    }
  });
});

describe('a redirect names only what the response names', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'a redirect without an address'],
    ['', 'a redirect without an address'],
    ['/elsewhere?token=t', 'a redirect to another path of the same host'],
    ['//evil.example/x', 'a redirect to the host evil.example'],
    ['https://evil.example/x?token=t', 'a redirect to https://evil.example'],
    ['javascript:alert(1)', 'a redirect to an address of the scheme javascript'],
    ['http://[', 'a redirect to an address that is not valid'],
  ])('%s', async (location, words) => {
    const { run, server } = await stubUser(respond(302, '', location === undefined ? {} : { location }));
    const { code, stderr } = await run('api user get-current');
    expect(code).toBe(exit.server);
    expect(stderr).toContain(`${words}; it was not followed.`);
    expect(stderr).not.toContain(new URL(server.url).host);
    expect(stderr).not.toContain('token');
  });
});
