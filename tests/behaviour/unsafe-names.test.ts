// Characters that act or hide: in the names of fields as in values, in each format for people; CSV also in a pipe. JSON keeps them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutputOptions } from '../../src/cli/output/output.js';
import { printJson } from '../../src/cli/output/print-json.js';
import { collector } from '../support/streams.js';

const acts = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2061-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const actsInData = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
const characters = [...'\u001b\u0007\u0000\r\u009b\u202e\u2066\u200b\u200d\ufeff\u2028\u{e0041}'];
const text = fc.string({ unit: fc.constantFrom(...characters, 'a', '"', ',', '\n', 'é'), minLength: 1, maxLength: 6 });

async function print(json: string, options: OutputOptions, isTTY: boolean) {
  const streams = { stdout: collector({ isTTY, columns: 120 }), stderr: collector({ isTTY }), env: { NO_COLOR: '1' } };
  await printJson(json, options, streams);
  return { out: streams.stdout.text, all: streams.stdout.text + streams.stderr.text };
}
const shapesOf = (name: string, value: string) => [
  JSON.stringify([{ [name]: value, id: 1 }]),
  JSON.stringify({ [name]: value }),
  JSON.stringify({ [name]: { [name]: [value] } }),
  JSON.stringify({ items: [{ [name]: { [name]: value } }], [name]: value }),
  JSON.stringify({ [name]: [{ [name]: value }] }),
];

test.each(['csv', 'table'] as const)('%s, in a pipe and on a terminal', async (format) => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.boolean(), async (name, value, terminal) => {
      for (const json of shapesOf(name, value))
        expect((await print(json, { format }, terminal)).all).not.toMatch(
          format === 'csv' && !terminal ? actsInData : acts,
        );
    }),
  );
});

test('yaml, on a terminal', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (name, value) => {
      for (const json of shapesOf(name, value))
        expect((await print(json, { format: 'yaml' }, true)).out).not.toMatch(acts);
    }),
  );
});

describe('csv in a pipe', () => {
  test('shows what would act, and keeps every other character, what ends a line within quotes', async () => {
    const json = JSON.stringify([
      { 'a\u202eb': 'x\u001b[2J\u200b', c: 'one\ntwo\tthree', d: 'a\r', e: '\ufeffb', f: 'c\u2028\u00ad' },
    ]);
    expect((await print(json, { format: 'csv' }, false)).out).toBe(
      'a\\u202eb,c,d,e,f\nx\\x1b[2J\u200b,"one\ntwo\tthree","a\r","\ufeffb","c\u2028\u00ad"\n',
    );
  });
  test('leaves a text that is a formula elsewhere as it is', async () => {
    expect((await print('[{"=a":"=1+1","b":"@x"}]', { format: 'csv' }, false)).out).toBe('=a,b\n=1+1,@x\n');
  });
});

test('json in a pipe keeps every character', async () => {
  for (const json of shapesOf(characters.join(''), characters.join('')))
    expect((await print(json, { format: 'json' }, false)).out).toBe(`${json}\n`);
});
