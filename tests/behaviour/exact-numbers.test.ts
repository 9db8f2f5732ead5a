// Tables show every digit of a number whatever its field is called, and mask by the role of a field, not by part of its name.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shape } from '../../src/cli/output/formats/shape.js';
import { asTable } from '../../src/cli/output/formats/table.js';
import { plainNumber } from '../../src/money/values/decimal.js';
import { cellOf } from '../../src/text/column.js';
import { grid, gridLines } from '../../src/text/grid.js';
import { lineText } from '../../src/text/line.js';
import { masked } from '../../src/text/mask.js';
import { pageLines } from '../../src/text/spoken-record.js';
import { viewOf } from '../support/queries.js';
import { property } from '../support/runs.js';
import { respond } from '../support/scripted-server.js';
import { signedIn, stubUser } from '../support/users.js';

const units = 'Ms Milliseconds Seconds S s At Time Date Amount Price Percent Rate count Km Bytes'.split(' ');
const stems = ['', ...'page duration interval eta ttl age wait created fee phone email total acc id exp'.split(' ')];
/** The name of any field but that of a phone number, whose digits are personal. */
const usualName = fc.tuple(fc.constantFrom(...stems), fc.constantFrom(...units, ...stems));
const oddName = fc.string({ unit: fc.constantFrom(...'abcdefghisSmMtTAP_'), minLength: 1, maxLength: 12 });
const anyName = fc
  .oneof(
    usualName.map((parts) => parts.join('') || 'x'),
    oddName,
  )
  .filter((name) => !/phone/i.test(name));
const anyInteger = fc.oneof(
  fc.integer(),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  fc.constantFrom(0, 3, 999, 1000, 2017, 86_400, 1_763_800_000, 1_763_800_000_000, 20_261_120),
);
const drawing = { colour: false, colourNote: false, empty: '', now: Date.UTC(2026, 10, 20), id: 'id' } as const;
const digitsOf = (text: string) => text.replaceAll(',', '').match(/-?\d+/g) ?? [];

describe('the digits of a number are those that came', () => {
  type Options = { readonly mask: boolean; readonly width?: number };
  const drawn = (json: string, { mask, ...how }: Options) => {
    const { text, notes = [] } = asTable(shape(json, mask ? { mask: { persons: false } } : {}), { ...drawing, ...how });
    return `${text}\n${notes.join('\n')}`;
  };
  const mask = fc.boolean();
  const wide = fc.record({ mask, width: fc.constantFrom(80, 120) });
  const tableOptions: fc.Arbitrary<Options> = fc.oneof(wide, fc.record({ mask }));

  test('in a list, in a detail, beside a list, with a fraction or an exponent and as text, whatever its field is called', () => {
    const name = fc.oneof(anyName, fc.string({ minLength: 1, maxLength: 10 }));
    const decimal = fc.oneof(
      anyInteger.map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.tuple(anyInteger, fc.stringMatching(/^\d{1,20}$/)).map(([whole, fraction]) => `${whole}.${fraction}`),
      fc.constantFrom('1e400', '-1.50E-7', '0.10', '-0', '-0.0'),
    );
    property(400, name, decimal, tableOptions, (path, number, how) => {
      const field = `${JSON.stringify(path)}:${number}`;
      const more = [`{"parts":[{${field}}],"id":"a"}`, `{"items":[{"b":"c"}],${field}}`];
      for (const json of [`[{${field}}]`, `{${field}}`, `{"inner":{${field}}}`, ...more]) {
        const lines = drawn(json, how).replaceAll(',', '').split('\n');
        const spelled = /e/i.test(number) ? [number, plainNumber(number)] : [number]; // a figure of money is drawn without an exponent
        expect(lines.some((line) => spelled.some((one) => line === one || line.endsWith(` ${one}`)))).toBe(true);
      }
    });
    property(400, anyName, anyInteger, tableOptions, (path, value, { mask: _, ...how }) => {
      const json = `[{"first":"some words that take room","second":"more words that take room",${JSON.stringify(path)}:"${value}"}]`;
      const { text } = asTable(shape(json, {}), { ...drawing, ...how, columns: ['first', 'second', path] });
      expect(digitsOf(text)).toEqual([String(value)]);
    });
  });

  test('in a terminal that is too narrow for it: whole or not at all', () => {
    property(400, anyInteger, fc.integer({ min: 1, max: 60 }), fc.boolean(), (value, width, asText) => {
      const json = `[{"first":"some words","second":"more words","n":${asText ? `"${value}"` : value}}]`;
      for (const columns of [['first', 'second', 'n'], ['n', 'first'], undefined]) {
        const how = { ...drawing, width, ...(columns ? { columns } : {}) };
        const { text } = asTable(shape(json, { mask: { persons: false } }), how);
        const found = digitsOf(text);
        if (found.length > 0) expect(found).toEqual([String(value)]);
      }
    });
  });

  test('on a screen, and for screen readers', () => {
    property(400, anyName, anyInteger, fc.boolean(), (name, value, asText) => {
      const row = { a: 'some words that take room', [name]: asText ? String(value) : value };
      const [column] = viewOf({ value: [row], columns: [{ path: name }] }, 0).columns;
      const cell = cellOf(row, column!, 0);
      expect(digitsOf(cell.text)).toEqual([String(value)]);
      expect(digitsOf(pageLines({ [name]: value }, [], 0).join('\n'))).toEqual([String(value)]);
    });
    const columns = [
      { heading: 'WORDS', cell: () => ({ text: 'a long text that may well give way to what stands beside it' }) },
      { heading: 'WEI', whole: true as const, rank: -1, cell: () => ({ text: '123456789012345678901234567890' }) },
    ];
    const lines = gridLines(grid([{}], columns), { marked: 0, top: 0 }, 5, 50).map(lineText);
    expect(lines.join('\n')).toContain('123456789012345678901234567890');
  });

  test('in the whole program: 2,017 milliseconds are no half hour, three pages no three seconds, an epoch no date', async () => {
    const body =
      '{"milliseconds":2017,"pages":3,"durationS":3600,"gameDurationMs":"604800000","createdAt":1763800000,"account":"1234567"}';
    const { table } = await stubUser(respond(200, body));
    const chosen = 'whoami --columns milliseconds,pages,durationS,gameDurationMs,createdAt,account';
    for (const line of ['api user get-current', chosen]) {
      const { stdout } = await table(line, { columns: 120 });
      expect(digitsOf(stdout)).toEqual(['2017', '3', '3600', '604800000', '1763800000', '1234567']);
      expect(stdout).not.toMatch(/\d (s|min|h|d|ago)\b/);
    }
  });

  test('a column that states a length of time shows one', async () => {
    const { run } = await signedIn();
    expect((await run('points games -o table')).stdout).toMatch(/Game duration +7 d\n/);
    const long = '123456789012345678901234567890';
    expect(cellOf({ a: long }, { path: 'a', as: { lasts: 'seconds' } }, 0).text).toBe(long);
  });
});

describe('masking', () => {
  const time = '2026-11-20T10:00:00.000Z';
  const harmless = { emailStatus: 'CONFIRMED', eMailCount: '3', phoneCountry: 'SG', microphone: '12345', ip: 'none' };
  const others = { email: time, phone: time, ipAddressSeenAt: time, ship: '10.0.0.1' };
  test.each(Object.entries({ ...harmless, ...others }))('%s: %j names nobody', (name, value) => {
    expect(masked({ [name]: value })).toEqual({ [name]: value });
  });

  test.each<[name: string, value: string, shown: string]>([
    ['email', 'mina@sandbox.invalid', 'mi••@sa••'],
    ['email', 'mina@localhost', 'mi••@lo••'],
    ['user_email', 'mina@localhost', 'mi••@lo••'],
    ['identifier', 'mina@sandbox.invalid', 'mi••@sa••'],
    ['phone', '+6590000001', '+65••••01'],
    ['phoneNumber', '12345', '••••'],
    ['email', 'mina\x1b[0m', 'm••'],
    ['phone', 'mina', 'm••'],
    ['homeAddress', 'Phnompenh', 'P••'],
    ['dateOfBirth', 'tomorrow', '••••'],
    ['licensePlate', 'ABCD', 'A••'],
    ['ip', '10.0.0.1\x1b', '10.••'],
    ['mobile_number', '+6590000001', '+65••••01'],
    ['lastIPAddress', '2001:db8::1', '2001.••'],
    ['ip', '10.0.0.1', '10.••'],
  ])('%s: %j is masked', (name, value, shown) => {
    expect(masked({ [name]: value })).toEqual({ [name]: shown });
    expect(masked([{ inner: { [name]: value } }])).toEqual([{ inner: { [name]: shown } }]);
    expect(masked({ [name]: [value] })).toEqual({ [name]: [shown] });
  });
});
