// `tuk api import`: the curl line of a request becomes the line that makes this request, for every call and any value.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSecretField } from '../../src/engine/request/secret-names.js';
import { type Call, type Fields, kebab, open, pathNames } from '../../src/services/catalogue/define.js';
import { splitWords } from '../../src/services/command-line.js';
import { knownFields } from '../../src/services/http/params.js';
import { allCalls } from '../support/catalogue.js';
import { exit } from '../support/exit.js';
import { runs } from '../support/runs.js';
import { newHome, newUser, type User } from '../support/tuk.js';

const base = 'https://api.example.test';
async function userOfServices(): Promise<User> {
  const user = newUser(newHome('empty'));
  await user.run(['profile', 'add', 'box', '--base', `${base}/{service}`]);
  await user.run('profile use box');
  return user;
}

const queryOf = ({ searchParams }: URL) => [...searchParams].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
/** The request of a curl line of `--print-curl`: the order of query and fields does not count. */
function requestOf(line: string) {
  const words = splitWords(line);
  const after = (option: string) => words.flatMap((word, at) => (word === option ? [words[at + 1]!] : []));
  const url = new URL(words.at(-1)!);
  const [body] = after('--data-raw');
  return {
    method: after('-X')[0],
    address: url.origin + url.pathname,
    query: queryOf(url),
    body: body === undefined ? undefined : JSON.parse(body),
    language: after('-H').find((header) => header.startsWith('Accept-Language')),
    time: after('--max-time'),
  };
}
async function printed(user: User, argv: readonly string[], stdin?: string) {
  const { code, stdout, stderr } = await user.run([...argv, '--print-curl', '--no-input'], { stdin });
  return { code, line: stdout.trim(), stderr };
}
/** The words of the line that curl's line becomes. */
async function imported(user: User, line: string) {
  const { code, stdout, stderr } = await user.run(['api', 'import'], { stdin: line });
  expect(code, `${line}\n${stderr}`).toBe(exit.ok);
  expect(stdout.split('\n'), stdout).toHaveLength(2); // one line
  const [program, ...words] = splitWords(stdout.trim());
  expect(program).toBe('tuk');
  return words;
}

const sampleOf = ([, field]: [string, Fields[string]]): unknown =>
  field.words
    ? field.words[0]
    : { text: "it's a b", number: 12.5, boolean: true, json: { a: [1, { b: null }] }, word: 'x' }[field.kind];
const valuesOf = (fields: Call['query']): Record<string, unknown> => {
  if (fields === open) return { first: 'a b&c=d', second: '-1' };
  const given = Object.entries(knownFields(fields)).filter(([, field]) => !field.secret);
  return Object.fromEntries(given.map((entry) => [entry[0], entry[1].many ? [sampleOf(entry)] : sampleOf(entry)]));
};
const needsSecret = ({ query, body }: Call) =>
  Object.values({ ...knownFields(query), ...knownFields(body) }).some((field) => field.secret && field.required);

test('every call of the catalogue: the curl line that tuk prints becomes a line with the same request', async () => {
  const user = await userOfServices();
  const calls = (await allCalls()).filter((call) => !needsSecret(call));
  expect(calls.length).toBeGreaterThan(200);
  for (const call of calls) {
    const path = pathNames(call.path).map((name) =>
      /address/i.test(name) ? '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' : String(call.words[name]?.[0] ?? '7-a'),
    );
    const query = Object.entries(valuesOf(call.query)).flatMap(([name, value]) =>
      [value].flat().map((one) => `--query=${name}=${typeof one === 'object' ? JSON.stringify(one) : String(one)}`),
    );
    const fields = Object.entries(call.method === 'GET' ? {} : valuesOf(call.body)).map(
      ([name, value]) => `-F${name}=${JSON.stringify(value)}`,
    );
    const first = await printed(user, ['api', call.service, kebab(call.name), ...path, ...query, ...fields]);
    const what = `${call.service} ${call.name}: ${first.stderr}`;
    expect(first.code, what).toBe(exit.ok);
    const words = await imported(user, first.line);
    expect(words.slice(0, 3), what).toEqual(['api', call.service, kebab(call.name)]);
    const second = await printed(user, words);
    expect(second.code, `${words.join(' ')}\n${second.stderr}`).toBe(exit.ok);
    expect(requestOf(second.line), words.join(' ')).toEqual(requestOf(first.line));
  }
}, 120_000);

const quotedForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const name = fc.oneof(
  fc.constantFrom('amount', 'currencyId', 'a.b', 'k[]', 'limit', 'output', 'x y', 'é', 'field', 'type', 'id', '-p'),
  fc.stringMatching(/^[a-z]{1,8}$/),
);
const odd = `|-1|--yes|$HOME|it's|a\nb|\u001b[2J|5|1.50|true|null|{"a":1}|"|\\|=|&`.split('|');
const value = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...odd));
const readable = (text: string) => text.isWellFormed();

test('any query and any path value: the line makes the request of the address', async () => {
  const user = await userOfServices();
  const calls = (await allCalls()).filter(
    ({ method, as, path }) => method === 'GET' && as === 'json' && !path.includes('{address}'),
  );
  const pairs = fc.array(fc.tuple(name, value.filter(readable)), { maxLength: 4 });
  const property = fc.asyncProperty(
    fc.constantFrom(...calls),
    pairs,
    fc.array(value.filter(readable), { minLength: 4, maxLength: 4 }),
    async (call, query, values) => {
      const places = values.map((text) =>
        encodeURIComponent(text.replace(/[/\\\p{Cc}]/gu, '') || '7').replace(/^\.+$/, '7'),
      );
      let at = 0;
      const path = call.path.replace(/\{\w+\}/g, () => places[at++]!);
      const search = query.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');
      const url = `${base}/${call.service}${path}${search === '' ? '' : `?${search}`}`;
      const words = await imported(user, `curl -s ${quotedForShell(url)}`);
      const { code, line, stderr } = await printed(user, words);
      expect(code, `${words.join(' ')}\n${stderr}`).toBe(exit.ok);
      const kept = new URL(url);
      const request = { method: 'GET', address: kept.origin + kept.pathname, query: queryOf(kept) };
      expect(requestOf(line)).toMatchObject(request);
    },
  );
  await fc.assert(property, { numRuns: runs(300) });
}, 120_000);

test('any body of fields: the line sends it, with every digit', async () => {
  const user = await userOfServices();
  const calls = (await allCalls()).filter((call) => call.method !== 'GET' && !needsSecret(call) && !call.secret);
  const plainName = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/).filter((text) => !isSecretField(text, undefined));
  const json = fc
    .jsonValue({ maxDepth: 2 })
    .filter((one) => !/token|secret|pass|pin|key|auth|seed|share|"[^"]*":/i.test(JSON.stringify(one)));
  const body = fc.dictionary(plainName, fc.oneof(value.filter(readable), json), { maxKeys: 4, minKeys: 1 });
  const property = fc.asyncProperty(fc.constantFrom(...calls), body, async (call, fields) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => String(call.words[key]?.[0] ?? '7'));
    const text = JSON.stringify(fields);
    const typed = `curl -X ${call.method} ${base}/${call.service}${path} -H 'Content-Type: application/json' -d ${quotedForShell(text)}`;
    const words = await imported(user, typed);
    const { code, line, stderr } = await printed(user, words);
    expect(code, `${words.join(' ')}\n${stderr}`).toBe(exit.ok);
    expect(requestOf(line)).toMatchObject({ method: call.method, body: JSON.parse(text) });
  });
  await fc.assert(property, { numRuns: runs(300) });
}, 120_000);

test('a number keeps its digits', async () => {
  const user = await userOfServices();
  const digits = '{"amount":100000000000000000000000000001.50,"a":[1e400]}';
  const words = await imported(user, `curl ${base}/user/users/email/me --json '${digits}'`);
  expect((await printed(user, words)).line).toContain(`--data-raw '${digits}'`);
});
