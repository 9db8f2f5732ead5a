// `tuk learn`: shapes from a browser recording have no values, and are shown as observed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const entry = (
  method: string,
  url: string,
  body: unknown,
  { status = 200, post }: { status?: number; post?: unknown } = {},
) => ({
  request: {
    method,
    url,
    headers: [{ name: 'Authorization', value: 'Bearer header-canary' }],
    ...(post ? { postData: { text: JSON.stringify(post) } } : {}),
  },
  response: {
    status,
    content: { mimeType: 'application/json', text: typeof body === 'string' ? body : JSON.stringify(body) },
  },
});
async function profile() {
  const user = newUser();
  await user.run('profile add there --base https://api.example.com/{service}');
  const write = (entries: readonly unknown[]) =>
    writeFileSync(path.join(user.home, 'a.har'), JSON.stringify({ log: { entries } }));
  return { ...user, write, learn: (more = '') => user.run(`learn a.har -p there ${more}`) };
}

test('a body that the recorder marks as base64 is learned, whether it is base64 or, from Firefox, plain text', async () => {
  const { write, learn } = await profile();
  const body = JSON.stringify([{ id: 1 }]);
  const marked = (text: string) => {
    const row = entry('GET', 'https://api.example.com/musubi/v1/offering/public', text);
    return { ...row, response: { ...row.response, content: { ...row.response.content, encoding: 'base64' } } };
  };
  for (const text of [Buffer.from(body).toString('base64'), body]) {
    write([marked(text)]);
    expect((await learn()).stderr).toContain('1 of 1 request learned');
  }
});

test('calls of the profile are learned, nothing else, and no value is stored', async () => {
  const { home, run, json, write, learn } = await profile();
  write([
    entry('GET', 'https://api.example.com/vehicle-oracle/v1/depin/battery/chargers?x=1', [
      { id: 'value-canary', slot: 1, power: { watt: 5 } },
      { id: 'b', slot: 2 },
    ]),
    entry(
      'POST',
      'https://api.example.com/musubi/customer-service/contact',
      { ok: true },
      { post: { topic: 'value-canary', text: 'b' } },
    ),
    entry('GET', 'https://api.example.com/musubi/no/such/path', {}),
    entry('GET', 'https://elsewhere.example.com/musubi/v1/offering/public', [{ id: 1 }]),
    entry('GET', 'https://api.example.com/musubi/v1/offering/public', '<html>'),
    entry('GET', 'https://api.example.com/musubi/v1/offering/public', [{ id: 1 }], { status: 500 }),
  ]);
  const { code, stdout, stderr } = await learn();
  expect([code, stderr]).toEqual([
    exit.ok,
    '  2 of 6 requests learned; 1 to other addresses, 1 that are not calls of the catalogue, 2 without a usable body.\n',
  ]);
  expect(JSON.parse(stdout)).toEqual([
    {
      service: 'vehicle-oracle',
      call: 'list-chargers',
      newFields: 4,
      fields: ['[].id', '[].power', '[].power.watt', '[].slot'],
    },
    { service: 'musubi', call: 'contact', newFields: 1, fields: ['ok'] },
  ]);
  expect(readFileSync(path.join(home, 'learned/there.json'), 'utf8')).not.toContain('canary');
  expect((await json('api show vehicle-oracle list-chargers -p there')).observed).toMatchObject({
    responses: 1,
    from: ['har'],
    fields: expect.arrayContaining([{ name: '[].power', kind: 'object', always: false }]),
  });
  expect((await json('api show musubi contact -p there')).observed.requestFields).toEqual(['text', 'topic']);
  const completed = async (words: readonly string[]) =>
    (await run(['completion', 'zsh', '--', ...words, ':api', ':musubi', ':contact', ':-f', ':'])).stdout;
  expect(await completed([':-p', ':there'])).toMatch(/topic=/);
  expect(await completed([])).not.toMatch(/topic=/);
  expect(await json('learn -p there')).toHaveLength(2);
  expect((await run('learn --forget -p there')).code).toBe(exit.ok);
  expect(await json('learn -p there')).toEqual([]);
});

test('names that are data are left out: keys of a map, and what is not a name', async () => {
  const { write, learn } = await profile();
  const map = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`k${at}`, 1]));
  write([
    entry('GET', 'https://api.example.com/vehicle-oracle/v1/depin/battery/chargers', {
      map,
      hostile: { '\u001b[2J': 1, 'a b': 2 },
      good: 1,
    }),
  ]);
  expect(JSON.parse((await learn()).stdout)[0].fields).toEqual(['good', 'hostile', 'map']);
});

test('a file that is not a recording, and one without a call of the profile', async () => {
  const { home, write, learn, run } = await profile();
  writeFileSync(path.join(home, 'a.har'), '{"log":{}}');
  expect((await learn()).code).toBe(exit.usage);
  write([entry('GET', 'https://elsewhere.example.com/x', {})]);
  expect(await learn()).toMatchObject({
    code: exit.notFound,
    stderr: expect.stringContaining('No request of a.har is a call of this profile'),
  });
  expect((await run('learn a.har -p sandbox')).code).toBe(exit.usage);
  expect((await run('learn a.har --forget -p there')).code).toBe(exit.usage);
});
