// The key reader: complete keys, keys in pieces and in bursts; unread input returns to the stream.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Keys } from '../../src/ui/keys.js';

/** Keys from a stream, on a fake clock. */
function typing(options: { readonly bracketedPaste?: boolean } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  let now = 0;
  let due: { at: number; act: () => void } | undefined;
  const keys = new Keys(
    input,
    (milliseconds, act) => {
      const mine = { at: now + milliseconds, act };
      due = mine;
      return () => {
        if (due === mine) due = undefined;
      };
    },
    options,
  );
  const got: string[] = [];
  keys.on('readable', () => {
    got.push(keys.read() ?? '');
    keys.taken();
  });
  keys.open();
  keys.taken();
  return {
    ...{ keys, got, input },
    waits: () => due !== undefined,
    /** Waits until all pending input has arrived. */
    async send(...chunks: (string | Buffer)[]) {
      for (const chunk of chunks) {
        input.write(chunk);
        for (let i = 0; i < 20; i++) await new Promise((on) => setImmediate(on));
      }
    },
    async pass(milliseconds: number) {
      now += milliseconds;
      if (due && due.at <= now) {
        const { act } = due;
        due = undefined;
        act();
      }
      for (let i = 0; i < 5; i++) await new Promise((on) => setImmediate(on));
    },
  };
}

test('a burst of characters that no one can type is a paste: 10,000 of them are one key', async () => {
  const one = typing({ bracketedPaste: true });
  const text = 'q123 line 1\n'.repeat(900);
  await one.send(text.slice(0, 4096), text.slice(4096, 10_700), text.slice(10_700));
  await one.pass(40);
  expect(one.got).toEqual([`\x1b[200~${text}`]);
});
test.each([
  ['a key that is held down', 'j'.repeat(2000), 2000],
  ['what is typed ahead', ':points transfer --to kenji\rkenji\ryes\r', 39],
])('%s is not a paste', async (_, text, count) => {
  const one = typing({ bracketedPaste: true });
  await one.send(text);
  for (let turn = 0; one.got.length < count && turn < count; turn++) await one.send('');
  expect(one.got).toEqual([...text]);
});

test.each<[string, readonly (string | number)[], readonly string[]]>([
  ['a lone escape is a key after 50 ms without input', ['x\x1b', 10], ['x']],
  ['what is typed later does not belong to it', ['x\x1b', 10, 40, '[', 'A'], ['x', '\x1b', '[', 'A']],
  [
    'the rest of a sequence is not typing, however late',
    ['\x1b', 50, '[A', '\x1b[1', 500, ';5D'],
    ['\x1b', '\x1b[A', '\x1b[1;5D'],
  ],
  ['a letter with alt is one key; two escapes are two', ['\x1b', 'j', '\x1b', '\x1b', 50], ['\x1bj', '\x1b', '\x1b']],
  ['each piece has its own time-out', ['\x1b[1', 300, ';', 300, '5D'], ['\x1b[1;5D']],
  ['an unfinished sequence is no key, and the next one is', ['\x1b[9', 500, 'j'], ['j']],
  ['ctrl-c is a key within any sequence', ['\x1b]0;x', '\x03', '\x1bP\x03'], ['\x03', '\x03']],
])('%s', async (_, steps, keys) => {
  const one = typing();
  for (const step of steps) await (typeof step === 'string' ? one.send(step) : one.pass(step));
  expect(one.got).toEqual(keys);
});

test('the end of input releases a pending escape, which returns with the remaining input when the terminal is restored', async () => {
  const ended = typing();
  await ended.send('\x1b');
  ended.input.end();
  await ended.send();
  await new Promise((on) => setImmediate(on));
  expect(ended.got).toEqual(['\x1b']);
  const closed = typing();
  await closed.send('\x1b');
  closed.keys.close();
  expect(closed.waits()).toBe(false);
  expect(String(closed.input.read())).toBe('\x1b');
});

test('keys before the end of input are handled before it', async () => {
  const one = typing();
  const received: string[][] = [];
  one.keys.once('over', () => received.push([...one.got]));
  one.input.write('yes\r\x1b');
  one.input.end();
  for (let i = 0; i < 40; i++) await new Promise((on) => setImmediate(on));
  expect(received).toEqual([['y', 'e', 's', '\r', '\x1b']]);
});

const reply = 'rgb:1e1e/1e1e/1e1e';
test.each([
  ['ended by a bell', [`\x1b]11;${reply}\x07`]],
  ['byte by byte', [...`\x1b]11;${reply}\x1b\\`]],
  ['among keys', [`a\x1b]11;${reply}\x1b\\b`]],
  ['cut within its end', [`a\x1b]11;${reply}\x1b`, '\\b']],
])("a terminal's response about its background is not a key: %s", async (_, chunks) => {
  const one = typing();
  let requests = 0;
  const answer = one.keys.background(() => requests++, 100);
  await one.send(...chunks);
  expect(requests).toBe(1);
  expect(await answer).toBe(reply);
  expect(one.got).toEqual(chunks.join('').startsWith('a') ? ['a', 'b'] : []);
});

test('a late response is not a key, nor is half of one, and esc stays a key', async () => {
  const one = typing();
  const answer = one.keys.background(() => {}, 100);
  await one.pass(100);
  expect(await answer).toBeUndefined();
  await one.send('\x1b');
  await one.pass(40);
  await one.send(']', 'x');
  expect(one.got).toEqual(['\x1b', ']', 'x']);
  await one.send('\x1b]11;rgb:1e');
  await one.pass(500);
  expect(one.got).toHaveLength(3);
  await one.send(`\x1b]11;${reply}\x1b\\`, 'y');
  expect(one.got.slice(3)).toEqual(['y']);
});

test('a paste without an end is taken when nothing more comes; without bracketed paste its characters are keys', async () => {
  const one = typing({ bracketedPaste: true });
  await one.send('\x1b[200~ab');
  expect(one.got).toEqual([]);
  await one.pass(500);
  await one.send('c');
  expect(one.got).toEqual(['\x1b[200~ab', 'c']);
  const plain = typing();
  await plain.send('\x1b[200~a\x1b[201~');
  expect(plain.got).toEqual(['\x1b[200~', 'a', '\x1b[201~']);
});
