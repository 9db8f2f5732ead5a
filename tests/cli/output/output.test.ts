// Output formats: each on a terminal and in a pipe, by example and by property.
import { Writable } from 'node:stream';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { checkJq, outputOptionsProblem } from '../../../src/cli/output/check-options.js';
import { JqFailed, UnknownField } from '../../../src/cli/output/formats/problems.js';
import { type OutputOptions, type Presentation, writeAll } from '../../../src/cli/output/output.js';
import { printJson } from '../../../src/cli/output/print-json.js';
import { printBytes, printText } from '../../../src/cli/output/render.js';
import { Deadline } from '../../../src/services/http/deadline.js';
import { relayout } from '../../../src/services/json-text.js';
import { parseLossless } from '../../../src/services/lossless-number.js';
import { columnsNamed } from '../../../src/text/columns-named.js';
import { inFakeTime } from '../../support/fake-time.js';
import { asyncProperty } from '../../support/runs.js';
import { collector, failingStream } from '../../support/streams.js';

async function print(
  json: string,
  options: OutputOptions = {},
  like: { isTTY?: boolean; columns?: number; hints?: Presentation; env?: Record<string, string> } = {},
) {
  const { hints, env = {}, ...terminal } = like;
  const streams = { stdout: collector(terminal), stderr: collector(), env };
  await printJson(json, options, streams, hints);
  return { out: streams.stdout.text, err: streams.stderr.text };
}
const out = async (json: string, options: OutputOptions = {}, like = {}) => (await print(json, options, like)).out;
const table = (json: string, options: OutputOptions = {}, hints?: Presentation) =>
  out(json, { format: 'table', ...options }, { hints });
const csv = (json: string, options: OutputOptions = {}) => out(json, { format: 'csv', ...options });
const terminal = { isTTY: true, columns: 80, env: { NO_COLOR: '1' } };
const huge = '9'.repeat(78);
const list = `{"count":2,"data":[{"id":"b2","name":"Bike","price":${huge},"user":{"name":"Ann"}},{"id":"a1","name":"Car\\u202e","price":1.10,"user":{"name":"Bob"}}]}`;

describe('JSON', () => {
  test('in a pipe: the response text unchanged, even if it is not JSON, and one line feed', async () => {
    for (const text of ['{ "a" : 1.10,"a":1e400 }', 'not json', '"\u202e"'])
      for (const options of [{}, { format: 'json' }] as const) expect(await out(text, options)).toBe(`${text}\n`);
    expect(await out('{"a":1}\n')).toBe('{"a":1}\n');
  });
  test('on a terminal: indented, tokens unchanged, control characters escaped', async () => {
    expect(await out('{"a":1.10,"a":"\\u00e9\u202e\x9b"}', { format: 'json' }, terminal)).toBe(
      '{\n  "a": 1.10,\n  "a": "\\u00e9\\u202e\\u009b"\n}\n',
    );
  });
  test('ndjson: one line for each element', async () => {
    expect(await out('[{"a":1.10},5,"x"]', { format: 'ndjson' })).toBe('{"a":1.10}\n5\n"x"\n');
    expect(await out('{\n"a": 1e400}', { format: 'ndjson' })).toBe('{"a":1e400}\n');
    expect(await out('[]', { format: 'ndjson' })).toBe('');
    expect(await out('["\u009b"]', { format: 'ndjson' }, terminal)).toBe('"\\u009b"\n');
  });
  test('-q prints nothing', async () => expect(await print(list, { quiet: true })).toEqual({ out: '', err: '' }));
});

describe('yaml', () => {
  const names = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'ab1.e-:#\'" \n\t,[]{}&*!|>%@é日'),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    ),
    maxLength: 12,
  });
  const texts = fc.oneof(
    names,
    fc.constantFrom(...'1 1.10 -0 1e5 true null ~ yes 0x1F 1_000 2026-11-20 12:30:45 << = .inf 0o7'.split(' ')),
    fc.constantFrom('', ' ', '- a', '? b', 'a\n', '\n a', '\r\n'),
  );
  const digits = fc.oneof(fc.integer().map(String), fc.constantFrom(huge, '1e400', '1.10', '-0', '0.10', '1E+3'));
  const values = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      texts.map((text) => JSON.stringify(text)),
      digits,
      fc.constantFrom('true', 'false', 'null'),
      fc.array(tie('value'), { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(texts, tie('value')), { maxLength: 3, selector: ([key]) => key })
        .map((all) => `{${all.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
    ),
  })).value;

  test('parses back to the input, with all digits as text', async () => {
    const asText = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(asText);
      const object = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
      if (object) return new Map(Object.entries(value as object).map(([key, part]) => [key, asText(part)]));
      return typeof value === 'string' ? `text ${value}` : String(value);
    };
    // a parser that keeps the source of each plain scalar and marks strings
    const read = (yaml: string, strings: boolean): unknown =>
      parseYaml(yaml, { mapAsMap: true, schema: strings ? 'failsafe' : 'core', maxAliasCount: 0 });
    const flat = (value: unknown): unknown[] =>
      Array.isArray(value)
        ? value.flatMap(flat)
        : value instanceof Map
          ? [...value].flatMap(([key, part]) => [key, ...flat(part)])
          : [value];
    await asyncProperty(100, values, fc.boolean(), async (json, isTTY) => {
      const yaml = await out(json, { format: 'yaml', reveal: true }, { isTTY });
      const wanted = flat(asText(parseLossless(json)));
      const sources = flat(read(yaml, true));
      const kinds = flat(read(yaml, false));
      expect(sources.map(String)).toEqual(wanted.map((value) => String(value).replace(/^text /, '')));
      // every parser must read a string as a string and a number as a number
      wanted.forEach((value, at) => {
        if (String(value).startsWith('text ')) expect(kinds[at]).toBe(sources[at]);
        else if (/^-?\d/.test(String(value)) && typeof kinds[at] !== 'string') expect(typeof kinds[at]).toBe('number');
      });
      if (isTTY) expect(yaml).not.toMatch(/(?![\n\t\u00ad\u061c\u200b-\u200f\u2060])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    });
  });
  test('by example', async () => {
    expect(
      await out(`{"a":${huge},"b":1e400,"c":"1.10","d":1.10,"e":"yes","f":["x"],"g":"two\\nlines"}`, {
        format: 'yaml',
      }),
    ).toBe(`a: ${huge}\nb: 1e400\nc: "1.10"\nd: 1.10\ne: "yes"\nf:\n  - x\ng: |-\n  two\n  lines\n`);
  });
  test.each(['\u202a', '\u202d', '\u202e', '\u2066', '\u2069'])('%j in a pipe reorders no text', async (character) => {
    const value = { [`k${character}`]: character, b: [`x${character}y`, 'one\u200dtext'] };
    const text = await out(JSON.stringify(value), { format: 'yaml' });
    expect(text).not.toContain(character);
    expect(text).toContain('one\u200dtext');
    expect(parseYaml(text)).toEqual(value);
  });
  test('what YAML 1.1 takes for something else is quoted', async () => {
    expect(await out('{"a":"=","b":"\\t","c":"a\\tb","d":"<<","e":"on","f":"0o17"}', { format: 'yaml' })).toBe(
      'a: "="\nb: "\\t"\nc: "a\\tb"\nd: "<<"\ne: "on"\nf: "0o17"\n',
    );
  });
});

describe('csv', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab,"\n\r =+-@;\t é日'), maxLength: 8 });
  const cells = fc.oneof(
    text.map((value) => [JSON.stringify(value), value] as const),
    fc.constantFrom(huge, '1e400', '1.10', '-0').map((digits) => [digits, digits] as const),
    fc.constant(['[{"a":1.10}]', '[{"a":1.10}]'] as const),
    fc.constant(['null', ''] as const),
  );

  test('parses back to the input, with all digits as text', async () => {
    await asyncProperty(100, fc.array(fc.tuple(cells, cells), { minLength: 1, maxLength: 4 }), async (rows) => {
      const json = `[${rows.map(([a, b]) => `{"a":${a[0]},"b, \\"":${b[0]}}`).join(',')}]`;
      expect(parseCsv(await csv(json), { record_delimiter: '\n' })).toEqual([
        ['a', 'b, "'],
        ...rows.map(([a, b]) => [a[1], b[1]]),
      ]);
    });
  });
  test('has a column for each field of an object, once; what is an object only at times is JSON', async () => {
    expect(await csv('[{"a":{"b":1.10,"c":{"d":null}},"e":[{"f":1}]},{"a":null,"e":2}]')).toBe(
      'a.b,a.c.d,e\n1.10,,"[{""f"":1}]"\n,,2\n',
    );
    expect(await csv('[{"a":{"b":1}},{"a":"x"}]')).toBe('a\n"{""b"":1}"\nx\n');
    expect(await csv('[{"a":{}},{"a":{}}]')).toBe('a\n{}\n{}\n');
    expect(await csv('[{"a.b":1}]')).toBe('a.b\n1\n');
    expect(await csv('[{"a":{"b":{"c":{"d":{"e":1}}}}}]')).toBe('a.b.c.d\n"{""e"":1}"\n');
  });
  test('an empty list has the heading of its rows before a filter, else of its columns', async () => {
    const like = { hints: { columns: columnsNamed('id user.name id') } };
    expect(await out('[]', { format: 'csv' }, like)).toBe('id,user.name\n');
    expect(await out('[]', { format: 'csv', noHeader: true }, like)).toBe('');
    expect(await out('[{"id":1,"z":2}]', { format: 'csv', match: 'nothing' }, like)).toBe('id,z\n');
  });
  test('has all keys, missing cells, selected columns, one object, scalars, and an empty list', async () => {
    expect(await csv('[{"a":1,"b":""},{"c":[1.10],"a":null}]')).toBe('a,b,c\n1,"",\n,,[1.10]\n');
    expect(await csv(list, { columns: ['user.name', 'price'] })).toBe(`user.name,price\nAnn,${huge}\nBob,1.10\n`);
    expect(await csv(list, { fields: ['id', 'user.name'] })).toBe('id,user.name\nb2,Ann\na1,Bob\n');
    expect(await csv('{"a":"=1+1"}')).toBe('a\n=1+1\n');
    expect(await csv('["",null,7]')).toBe('value\n""\n""\n7\n');
    expect(await csv('[]')).toBe('');
    expect(await csv('[]', { columns: ['a'] })).toBe('a\n');
    await expect(csv(list, { columns: ['nope'] })).rejects.toThrow(UnknownField);
  });
});

describe('name', () => {
  test('prints the naming field of each element, one per line', async () => {
    expect(await out(list, { format: 'name' })).toBe('b2\na1\n');
    expect(await out(list, { format: 'name' }, { hints: { idPath: 'user.name' } })).toBe('Ann\nBob\n');
    expect(await out('[{"symbol":"MVL"},{"symbol":"evil\\nid"}]', { format: 'name' })).toBe('MVL\nevil\\x0aid\n');
    expect(await out('["a",1.10]', { format: 'name' })).toBe('a\n1.10\n');
    await expect(out('[{"x":1}]', { format: 'name' })).rejects.toThrow(/no identifying field/);
    expect(await out('[]', { format: 'name' })).toBe('');
  });
});

describe('table', () => {
  test('a list is a table on stdout; the fields around it go to stderr', async () => {
    const json = '{"count":2,"data":[{"id":"b2","name":"Bike","price":5},{"id":"a1","name":"日本","price":1.10}]}';
    const table = 'NAME  PRICE  ID\nBike      5  b2\n日本   1.10  a1\n';
    expect(await print(json, {}, terminal)).toEqual({ out: table, err: 'count 2\n' });
  });
  test('one object is printed as details', async () => {
    expect(await out(`{"name":"x","n":${huge},"place":{"name":"\\u001b[2J"}}`, {}, terminal)).toBe(
      `x\n\n  N\n${huge}\n\nPLACE\n  Name          \\x1b[2J\n`,
    );
  });
  test('in a pipe nothing is truncated or coloured, and control characters are escaped', async () => {
    const long = 'word '.repeat(60).trim();
    expect(await out(`[{"name":"${long}","id":"\u202e"}]`, { format: 'table' })).toBe(
      `NAME${' '.repeat(297)}ID\n${long}  \\u202e\n`,
    );
  });
  test.each<[isTTY: boolean, env: Record<string, string>, bold: boolean]>([
    [true, {}, true],
    [false, {}, false],
    [true, { TERM: 'dumb' }, false],
    [true, { NO_COLOR: '1' }, false],
    [false, { FORCE_COLOR: '3', NO_COLOR: '1', TERM: 'dumb' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: 'false' }, false],
    [true, { FORCE_COLOR: '' }, true],
  ])('headings on a terminal (%s) with %j are bold: %s', async (isTTY, env, bold) => {
    expect(await out('[{"a":1}]', { format: 'table' }, { isTTY, env })).toBe(bold ? '\x1b[1mA\x1b[22m\n1\n' : 'A\n1\n');
  });
  test('columns: selected, hinted, --fields', async () => {
    expect(await out(list, { columns: ['user.name', 'id'] })).toBe('USER.NAME  ID\nAnn        b2\nBob        a1\n');
    expect(await table(list, {}, { columns: columnsNamed('name gone') })).toBe('NAME\nBike\nCar\\u202e\n');
    const ofUsers = await table(list, { fields: ['user', 'id'] });
    expect(ofUsers).toBe('USER            ID\n{"name":"Ann"}  b2\n{"name":"Bob"}  a1\n');
    await expect(table(list, { columns: ['nope'] })).rejects.toThrow('"nope"; there are: id, name, price, user');
  });
  test('an empty list is reported on stderr', async () => {
    for (const json of ['{"count":0,"data":[]}', '{}', 'null'])
      expect(await print(json, {}, terminal)).toEqual({ out: '', err: 'Nothing here.\n' });
    const { err } = await print('[]', {}, { ...terminal, hints: { empty: { says: 'No rides yet.', of: {} } } });
    expect(err).toBe('No rides yet.\n');
  });
  test('a terminal of one column prints rows of all kinds', async () => {
    expect(await out('[{"a":"日本"},5,null,[1]]', {}, { isTTY: true, columns: 1 })).toContain('…');
  });
});

describe('--fields and --sort-by', () => {
  test('selects by dotted path and keeps all digits', async () => {
    expect(await out(list, { fields: ['price', 'user.name'] })).toBe(
      `[{"price":${huge},"user":{"name":"Ann"}},{"price":1.10,"user":{"name":"Bob"}}]\n`,
    );
    expect(await out('{"id":1,"a":{"b":1e400,"c":2}}', { fields: ['a.b'] })).toBe('{"a":{"b":1e400}}\n');
    expect(await out('{"a.b":1,"a":{"b":2}}', { fields: ['a.b'] })).toBe('{"a.b":1}\n');
    expect(await out('{"id":1,"rows":[{"x":1,"y":2},{"x":3}]}', { fields: ['rows.x'] })).toBe(
      '{"rows":[{"x":1},{"x":3}]}\n',
    );
    expect(await out('[{"__proto__":{"x":1}}]', { fields: ['__proto__.x'] })).toBe('[{"__proto__":{"x":1}}]\n');
  });
  test('selects fields of the response around the list', async () => {
    expect(await out(list, { fields: ['count', 'data.id'] })).toBe('{"count":2,"data":[{"id":"b2"},{"id":"a1"}]}\n');
  });
  test('refuses an unknown field and lists the known ones', async () => {
    await expect(out(list, { fields: ['nope', 'id'] })).rejects.toThrow(
      /no field "nope"; there are: id, name, price, user, user\.name, count, data\./,
    );
    await expect(out('[{"a":1}]', { fields: ['toString'] })).rejects.toThrow(UnknownField);
    expect(await out('[]', { fields: ['any'] })).toBe('[]\n');
  });
  test('--fields help lists the known fields', async () => {
    expect(await out(list, { fields: ['help'] })).toBe('id\nname\nprice\nuser\nuser.name\ncount\ndata\n');
  });
  test('sorts numbers by exact value, texts by code point, missing values last', async () => {
    const sorted = async (values: string) =>
      out(`[{"v":${values.replaceAll(' ', '},{"v":')}}]`, { sortBy: 'v', format: 'csv' });
    expect(await sorted('"10" 9 1e400 -1e400 9007199254740993 9007199254740992 -0.5')).toBe(
      'v\n-1e400\n-0.5\n9\n10\n9007199254740992\n9007199254740993\n1e400\n',
    );
    expect(await sorted('"b" null "a" "B" 2 "\uffff" "😀"')).toBe('v\n2\nB\na\nb\n\uffff\n😀\n""\n');
    await expect(out('[{"a":1}]', { sortBy: 'b' })).rejects.toThrow(UnknownField);
  });
  test('sorting keeps the response around the list', async () => {
    expect(await out('{"count":2,"data":[{"a":2},{"a":1.0}]}', { sortBy: 'a' })).toBe(
      '{"count":2,"data":[{"a":1.0},{"a":2}]}\n',
    );
    expect(await out('{"tokens":{"X1":{"a":2},"X2":{"a":1}}}', { sortBy: 'a' })).toBe(
      '{"tokens":{"X2":{"a":1},"X1":{"a":2}}}\n',
    );
  });
});

describe('--jq', () => {
  test('prints texts raw and other values compact, with all digits', async () => {
    const json = `{"a":"x\\ny","b":[${huge},1e400,1.10,-0],"c":{"d":"q"}}`;
    const all = `x\ny\n[${huge},1e400,1.10,-0]\n{"d":"q"}\n`;
    expect(await print(json, { jq: '.a,.b,.c' })).toEqual({ out: all, err: '' });
    expect(await out(json, { jq: '.a', format: 'json', explicitJson: true })).toBe('"x\\ny"\n');
    expect(await out(json, { jq: '.' })).toBe(`${relayout(json, 0)}\n`);
    expect(await out('5', { jq: 'empty' })).toBe('');
    expect(await out('["a\\u2028b",["\\u2028"]]', { jq: '.[]' })).toBe('a\u2028b\n["\u2028"]\n');
    expect(await out('[1]', { jq: '-1' })).toBe('-1\n');
  });
  test('warns about arithmetic with a long number', async () => {
    const { out: text, err } = await print(`{"a":${huge}}`, { jq: '.a + 1' });
    expect(text).toMatch(/^\d+(e\+78)?\n$/);
    expect(err).toMatch(/^jq computes with doubles: .*\n$/);
    expect((await print('{"a":5}', { jq: '.a + 1' })).err).toBe('');
    expect((await print(`{"a":${huge},"b":5}`, { jq: '.b, .a' })).err).toBe('');
  });
  test('an error is one sentence, and nothing is printed', async () => {
    await expect(out('{"a":[1,2]}', { jq: '.a[],(.a|.b)' })).rejects.toThrow(
      'The jq expression failed: Cannot index array with string "b".',
    );
    await expect(out('1', { jq: 'error' })).rejects.toThrow(JqFailed);
    await expect(out('"\\u001b[2J"', { jq: 'error' })).rejects.toThrow('failed: \\x1b[2J.');
  });
  test('is checked before anything is sent, without running the expression', async () => {
    expect(await checkJq('.a | map(.b)')).toBeUndefined();
    expect(await checkJq('repeat(1) | input')).toBeUndefined();
    expect(await checkJq('.a b')).toBe(
      'The --jq expression cannot be used: syntax error, unexpected IDENT, expecting end of file.',
    );
    expect(await checkJq('1) | (2')).toMatch(/syntax error/);
    expect(await checkJq('nope(1)')).toMatch(/nope\/1 is not defined/);
  });
  test('escapes control characters on a terminal and does not change the exit code', async () => {
    expect(await out('"\\u001b[2J\\n\\u202e"', { jq: '.' }, terminal)).toBe('\\x1b[2J\n\\u202e\n');
    expect(await out('["\\u001b\u202e"]', { jq: '.' }, terminal)).toBe('["\\u001b\\u202e"]\n');
    expect(process.exitCode).toBeUndefined();
  });
});

test.each<[OutputOptions, RegExp | undefined]>([
  [{ jq: '.', fields: ['a'] }, /--jq and --fields/],
  [{ jq: '.', sortBy: 'a' }, /--jq and --sort-by/],
  [{ jq: '.', format: 'csv', explicitJson: true }, /-o csv/],
  [{ jq: '.', format: 'ndjson', explicitJson: true }, undefined],
  [{ fields: ['a'], columns: ['b'] }, /use one of them/],
  [{ columns: ['a'], format: 'yaml', explicitJson: true }, /use --fields/],
  [{ fields: ['a', ''] }, /empty name/],
  [{ format: 'name', fields: ['a'], explicitJson: true }, /-o name/],
  [{ fields: ['a'], sortBy: 'b', format: 'csv', explicitJson: true }, undefined],
])('wishProblem(%j)', (options, problem) => {
  if (problem === undefined) expect(outputOptionsProblem(options)).toBeUndefined();
  else expect(outputOptionsProblem(options)).toMatch(problem);
});

describe('text and bytes', () => {
  const to = (like: object) => ({ stdout: collector(like), stderr: collector(), env: {} });
  test.each<[where: string, like: object, options: OutputOptions, printed: string]>([
    ['unchanged in a pipe', {}, {}, 'up 1\x1b\n\tx'],
    ['escaped on a terminal', { isTTY: true }, {}, 'up 1\\x1b\n\tx\n'],
    ['a JSON text on request', {}, { format: 'json', explicitJson: true }, '"up 1\\u001b\\n\\tx"\n'],
  ])('text is %s', async (_, like, options, printed) => {
    const streams = to(like);
    await printText('up 1\x1b\n\tx', options, streams);
    expect(streams.stdout.text).toBe(printed);
  });
  test('bytes go to a pipe unchanged, and never to a terminal', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    const pipe = to({});
    await printBytes(bytes, {}, pipe);
    expect(pipe.stdout.bytes.equals(bytes)).toBe(true);
    await expect(printBytes(bytes, {}, to({ isTTY: true }))).rejects.toThrow(/> FILE/);
  });
  test.each(['EPIPE', 'ENOSPC'])('%s fails the print', async (code) => {
    const streams = { stdout: failingStream(code), stderr: collector(), env: {} };
    await expect(printJson('{}', {}, streams)).rejects.toMatchObject({ code });
    await new Promise((resolve) => setImmediate(resolve));
  });
  test('a write to a stream that takes nothing ends with the stop signal', async () => {
    const stop = new AbortController();
    const stuck = new Writable({ write() {} });
    await inFakeTime(async ({ pass }) => {
      const written = writeAll(stuck, 'x', new Deadline({ signal: stop.signal }));
      await pass(60);
      stop.abort();
      await expect(written).rejects.toMatchObject({ code: 'INTERRUPTED' });
    });
  });
  test('writeAll waits for the stream', async () => {
    const stream = collector();
    await writeAll(stream, 'x'.repeat(1_000_000));
    expect(stream.text.length).toBe(1_000_000);
    expect(stream.listenerCount('error')).toBe(0);
  });
});
