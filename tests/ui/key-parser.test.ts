// The machine of key sequences: every split of the input gives the same keys, and no piece of a sequence is a key.
import { StringDecoder } from 'node:string_decoder';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isString, KeyParser } from '../../src/ui/key-parser.js';
import { property } from '../support/runs.js';

const printable = fc.string({ unit: fc.constantFrom(...'abc0;?<[]OPX_^~"\\'), maxLength: 12 });
const text = fc.string({ unit: fc.constantFrom(...'aé한🙂0[]OP;~:\r\n'), minLength: 1, maxLength: 30 });
const end = fc.constantFrom('\x07', '\x1b\\');
/** Input of a terminal, and the keys that it is. */
const part: fc.Arbitrary<{ readonly sent: string; readonly keys: readonly string[] }> = fc.oneof(
  fc.constantFrom(...'jkqy:/?é한🙂\r\x03\t').map((sent) => ({ sent, keys: [sent] })),
  fc
    .tuple(
      fc.constantFrom('', '?', '<', '>'),
      fc.constantFrom('', '1', '1;5', '0;12;7'),
      fc.constantFrom(...'ABCDHFRcuyn~m'),
    )
    .map(([kind, numbers, final]) => `\x1b[${kind}${numbers}${final}`)
    .map((sent) => ({ sent, keys: [sent] })),
  fc.constantFrom(...'ABPS').map((final) => ({ sent: `\x1bO${final}`, keys: [`\x1bO${final}`] })),
  fc.constant({ sent: '\x1b[[A', keys: ['\x1b[[A'] }),
  fc.constant({ sent: '\x1b[M !!', keys: [] }),
  fc.constantFrom(...'jbé').map((key) => ({ sent: `\x1b${key}`, keys: [`\x1b${key}`] })),
  fc
    .tuple(fc.constantFrom(']11;', ']52;c;', 'P>|', '_G', '^', 'X'), printable, end)
    .map(([begins, inside, ends]) => ({ sent: `\x1b${begins}${inside.replace(/\\/g, '')}${ends}`, keys: [] })),
  fc.tuple(text).map(([pasted]) => ({ sent: `\x1b[200~${pasted}\x1b[201~`, keys: [`\x1b[200~${pasted}`] })),
);

test('however the bytes are cut, the keys are the same, and strings of the terminal are none', () => {
  property(2000, fc.array(part, { maxLength: 8 }), fc.array(fc.nat({ max: 60 }), { maxLength: 30 }), (parts, cuts) => {
    const bytes = Buffer.from(parts.map(({ sent }) => sent).join(''));
    const [parser, decoder, got] = [new KeyParser(true), new StringDecoder('utf8'), [] as string[]];
    const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
    let from = 0;
    for (const to of ends) {
      got.push(...parser.push(decoder.write(bytes.subarray(from, to))));
      from = to;
    }
    expect(parser.isIdle).toBe(true);
    expect(got.filter((key) => !isString(key))).toEqual(parts.flatMap(({ keys }) => keys));
  });
});

test('any bytes at all leave the keyboard working after a silence', () => {
  property(2000, fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 8 }), (chunks) => {
    const parser = new KeyParser(true);
    for (const chunk of chunks) parser.push(chunk);
    parser.rest();
    parser.push('x');
    parser.rest();
    expect(parser.push('j')).toEqual(['j']);
  });
});
