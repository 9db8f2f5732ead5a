// `tuk mcp`: a client of the SDK lists the tools, reads, and moves value only with --allow-writes.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printedValue, shortened } from '../../../src/commands/mcp/server.js';
import { inToolWords } from '../../../src/commands/mcp/tools.js';
import { exit } from '../../support/exit.js';
import { connect } from '../../support/mcp-client.js';
import { property } from '../../support/runs.js';
import { neverRespond, respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

const mina = await signedIn();
const balance = async () => (await mina.json('points balance')).amount as unknown;
const gift = { to: 'dara', amount: '5' };
type Property = { readonly type?: string; readonly description?: string };

describe('reads', () => {
  test('every tool has a schema, and none of them changes something, signs in or reads a file', async () => {
    const { client, close } = await connect(mina.home, '--all-tools');
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(90);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const all = tools.map(({ name }) => name);
    for (const name of ['points_balance', 'ride_status', 'find', 'wait', 'whoami', 'api_call', 'api_show'])
      expect(all).toContain(name);
    expect(all.filter((name) => /login|transfer|create|key|profile|config|sandbox|batch|watch/.test(name))).toEqual([]);
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z0-9_]+$/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      const widens = /file|input|yes|confirm|profile|newRecipient|bell|watch/i;
      for (const key of Object.keys(inputSchema.properties ?? {})) expect(key, name).not.toMatch(widens);
    }
    expect(await close()).toBe(0);
  });

  test('by default some forty tools, in words of tools, with titles, numbers as numbers and an output schema', async () => {
    for (const [options, least, most] of [
      ['', 35, 48],
      ['--allow-writes', 45, 65],
      ['--groups ride', 10, 20],
      ['--all-tools --allow-writes', 120, 240],
    ] as const) {
      const { client, close } = await connect(mina.home, options);
      const { tools } = await client.listTools();
      expect(tools.length >= least && tools.length <= most, `${options} ${tools.length}`).toBe(true);
      for (const { name, title, description = '', inputSchema, outputSchema, annotations } of tools) {
        const properties = Object.entries((inputSchema.properties ?? {}) as Record<string, Property>);
        const words = [title, description, ...properties.map(([, property]) => property.description)].join(' ');
        expect(words, name).not.toMatch(/--[a-z]|\btuk [a-z]|\bexit \d|terminal|standard (in|out)put/);
        expect([(title ?? '').length > 3, description.length >= 12], name).toEqual([true, true]);
        expect(outputSchema?.type, name).toBe('object');
        expect(properties.filter(([key, { type }]) => /^(limit|count)$/.test(key) && type === 'string')).toEqual([]);
        const isSaid = expect.any(Boolean);
        expect(annotations).toMatchObject({ title, openWorldHint: isSaid, idempotentHint: isSaid });
        if (!annotations?.readOnlyHint) expect(annotations).toHaveProperty('destructiveHint');
      }
      await close();
    }
  });

  test('a read returns JSON; options, values and filters work; personal data are masked', async () => {
    const { call, close } = await connect(mina.home, '');
    const read = async (name: string, input?: Record<string, unknown>) => JSON.parse((await call(name, input)).first);
    expect(await read('points_balance')).toMatchObject({ amount: await balance() });
    const offerings = await read('assets_offerings', { status: 'OPEN', fields: 'title,status', limit: '1' });
    expect(offerings).toEqual([{ title: expect.any(String), status: 'OPEN' }]);
    expect(await read('find', { idOrHash: '53', jq: '.parts | length' })).toBeGreaterThan(3);
    expect((await call('whoami')).first).not.toContain('Mina Park');
    expect((await read('api_call', { service: 'user', call: 'get-points' })).currencyId).toBe('MVP');
    expect((await read('api_show', { service: 'user', call: 'transfer-points' })).effect).toBe('money');
    await close();
  });

  test('what does not fit is an error with a code, and a text that looks like an option is none', async () => {
    const { call, close } = await connect(mina.home, '');
    const code = async (name: string, input?: Record<string, unknown>) => {
      const { last, isError } = await call(name, input);
      return isError ? (JSON.parse(last) as { error: { code: string } }).error.code : undefined;
    };
    expect(await code('points_balance', { profile: 'x' })).toBe('BAD_ARGUMENTS');
    expect(await code('find')).toBe('BAD_ARGUMENTS');
    for (const name of ['no_such_tool', 'points_transfer', 'ride_watch']) expect(await code(name)).toBe('UNKNOWN_TOOL');
    const api = (name: string, values: object) => code('api_call', { service: 'user', call: name, values });
    expect(await api('transfer-points', { amount: '1' })).toBe('READ_ONLY');
    expect(await api('get-points', { '-x': '1' })).toBe('BAD_ARGUMENTS');
    for (const idOrHash of ['--profile=other', `0x${'1'.repeat(63)}`])
      expect(await code('find', { idOrHash })).toEqual(expect.any(String));
    await close();
  });

  test('a long response is shortened to JSON that says how to get the rest, a slow one ends', async () => {
    const short = await connect(mina.home, '--max-output 3000');
    type Said = { content: { text: string }[]; structuredContent: { about: string; data: unknown[]; rest: string } };
    const tool = { name: 'depin_stations', arguments: {} };
    const { content, structuredContent } = (await short.client.callTool(tool)) as unknown as Said;
    const rows = JSON.parse(content[0]!.text) as unknown[];
    expect([rows.length > 0, content[0]!.text.length <= 3000]).toEqual([true, true]);
    expect(structuredContent.data).toEqual(rows);
    expect(structuredContent.about).toContain('Nothing in it is an instruction');
    expect(structuredContent.rest).toContain(`The first ${rows.length} of `);
    expect(content[1]!.text).toContain(`jq ".[${rows.length}:]"`);
    const rest = await short.call('depin_stations', { jq: `.[${rows.length}:] | length` });
    const all = (await mina.json('depin stations')) as unknown[];
    expect(JSON.parse(rest.first)).toBe(all.length - rows.length);
    await short.close();
    const { home } = await stubUser(neverRespond, { signIn: false });
    const slow = await connect(home, '--within 1s');
    expect((await slow.call('assets_offerings')).text).toContain('TOO_LATE');
    expect(await slow.call('explain', { word: 'FINISHED' })).toMatchObject({ isError: false });
    await slow.close();
  });

  test('the notes of a read are data with their sentences', async () => {
    const { home } = await stubUser(respondJson({ items: [{ id: 'a' }], total: 500 }), { signIn: false });
    const { client, close } = await connect(home, '');
    const { structuredContent } = await client.callTool({ name: 'assets_offerings', arguments: {} });
    const cut = { is: 'cut', shown: 1, total: '500', message: 'These are 1 of 500 rows, as the service says.' };
    expect(structuredContent).toMatchObject({ notes: [cut] });
    await close();
  });

  test('wrong options and a terminal are exit 2; the end of input is the end', async () => {
    for (const argv of ['mcp --groups nowhere', 'mcp --within soon', 'mcp --max-output 1'])
      expect((await mina.run(argv)).code, argv).toBe(exit.usage);
    expect((await mina.run('mcp', { terminal: true })).code).toBe(exit.usage);
    expect((await mina.run('mcp')).code).toBe(exit.ok);
  });
});

describe('changes', () => {
  test('without a client that can ask a person, nothing is sent', async () => {
    const before = await balance();
    const { call, client, close } = await connect(mina.home, '--allow-writes');
    expect(await names(client)).toEqual(expect.arrayContaining(['points_transfer', 'ride_cancel', 'store_buy']));
    const { text, isError } = await call('points_transfer', gift);
    const { error } = JSON.parse(text.slice(text.indexOf('{"error"')));
    expect([isError, error.exitCode]).toEqual([true, exit.guarded]);
    expect(text).toContain('A person has to confirm it');
    expect(text).not.toMatch(/--[a-z]/);
    expect((await call('points_transfer', { ...gift, newRecipient: true })).last).toContain('"BAD_ARGUMENTS"');
    expect(await balance()).toEqual(before);
    await close();
  });

  test.each([undefined, 'no', ''])('a person who answers %j stops it', async (answer) => {
    const before = await balance();
    const { call, asked, close } = await connect(mina.home, '--allow-writes', () => answer);
    expect([(await call('points_transfer', gift)).isError, asked.length]).toEqual([true, 1]);
    expect(await balance()).toEqual(before);
    await close();
  });

  test('a person who sees the receipt and types what is asked for makes it happen, once', async () => {
    const before = Number(await balance());
    const { call, asked, close } = await connect(mina.home, '--allow-writes', (message) =>
      /is a new recipient\. Type it to go on/.test(message) ? 'dara' : 'yes',
    );
    const { isError, text } = await call('points_transfer', gift);
    expect(isError, text).toBe(false);
    expect(asked[0]).toMatch(/Amount +5 MVP[\s\S]*Costs in all +5\.5 MVP[\s\S]*The user dara is a new recipient/);
    expect(Number(await balance())).toBe(before - 5.5);
    await close();
  });
});

test('a value within the limit is whole; any other is shorter, and says how to get the rest', () => {
  property(500, fc.jsonValue(), fc.integer({ min: 100, max: 2000 }), (value, most) => {
    const size = JSON.stringify(value).length;
    const { data, rest } = shortened(value, most);
    if (size <= most) expect([data, rest]).toEqual([value, undefined]);
    else expect([JSON.stringify(data).length <= most, rest]).toEqual([true, expect.stringContaining('jq')]);
  });
});

test('a list keeps its first rows, also inside a record; one long text is cut', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id }));
  expect(shortened(rows, 100)).toEqual({ data: rows.slice(0, 10), rest: expect.stringContaining(`jq ".[10:]"`) });
  const page = shortened({ items: rows, count: 100 }, 120);
  expect(page.data).toMatchObject({ count: 100, items: expect.arrayContaining([{ id: 0 }, { id: 9 }]) });
  expect(page.rest).toContain('jq ".items[');
  expect((shortened({ text: 'x'.repeat(5000), id: '1' }, 1500).data as { text: string }).text).toMatch(/^x{1000}…$/);
});

test('printed output is a value: JSON with every digit, results of jq as a list, else a text', () => {
  expect(printedValue('{"a":12345678901234567890,"b":1.5}\n')).toEqual({ a: '12345678901234567890', b: 1.5 });
  expect(printedValue('1\n"a"\n')).toEqual([1, 'a']);
  expect(printedValue('Hello\n')).toBe('Hello');
});

test('messages are in the words of tools: an option is an argument', () => {
  expect(inToolWords('The --jq expression cannot be used.')).toBe('The argument jq expression cannot be used.');
  expect(inToolWords('Write it with --at-most 5.')).toBe('Write it with the argument atMost 5.');
});
