// Protects `tuk help scripting` and the other pages of the documentation: each is there, without marks of Markdown, and no line is wide.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { asText, docPage, docs } from '../../../src/cli/help/help-docs.js';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../../docs', file), 'utf8');

test.each(Object.keys(docs) as (keyof typeof docs)[])('%s', (topic) => {
  const page = docPage(topic, read);
  const prose = page.split('\n').filter((line) => !line.startsWith('    '));
  expect(page.length).toBeGreaterThan(500);
  expect(prose.filter((line) => /\]\(|^#|^```|^\||\*\*/.test(line))).toEqual([]);
  expect(prose.filter((line) => line.length > 130)).toEqual([]);
});

test('code stays as it is, a table has columns, an item has a hanging indent', () => {
  const page = asText(
    '# A\n\nSee [b](c.md) and `d`.\n\n```sh\n$ x  | y\n```\n\n| a | b |\n|---|---|\n| `long one` | 2 |\n\n- an item\n  that goes on\n',
  );
  expect(page).toBe('A\n\nSee b and d.\n\n    $ x  | y\n\n  a         b\n  long one  2\n\n- an item that goes on');
});

test('a package without the page says so', () => expect(() => docPage('money', undefined)).toThrow('docs/money.md'));
