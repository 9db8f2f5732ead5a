// Protects shortened responses of tools: always JSON, never longer than the limit, whole if they fit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printedValue, shortened } from '../../../src/commands/mcp/shortened.js';
import { runs } from '../../support/runs.js';

test('a value within the limit is whole; any other is shorter, and says how to get the rest', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 100, max: 2000 }), (value, most) => {
      const size = JSON.stringify(value).length;
      const { data, rest } = shortened(value, most);
      if (size <= most) expect([data, rest]).toEqual([value, undefined]);
      else expect([JSON.stringify(data).length <= most, rest]).toEqual([true, expect.stringContaining('jq')]);
    }),
    { numRuns: runs(500) },
  );
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
  expect(printedValue('{"a":12345678901234567890,"b":1.5,"c":"x"}\n')).toEqual({
    a: '12345678901234567890',
    b: 1.5,
    c: 'x',
  });
  expect(printedValue('1\n"a"\n')).toEqual([1, 'a']);
  expect(printedValue('Hello\n')).toBe('Hello');
});
