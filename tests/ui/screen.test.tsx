// Mounting the full-screen application on terminal-like streams: its conditions, and that the terminal is restored on every exit.
import { PassThrough } from 'node:stream';
import { Text } from 'ink';
import { expect, test } from 'vitest';
import { mountScreen, type Screen } from '../../src/ui/screen.js';
import type { Board } from '../../src/ui/state/board.js';
import { until } from '../support/processes.js';
import { collector } from '../support/streams.js';

/** An in-memory terminal: its output, whether it is in raw mode, and its input stream. */
function stage({ signal }: { signal?: AbortSignal } = {}) {
  const raw: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  const stdout = Object.assign(collector({ isTTY: true, columns: 20 }), { rows: 3 });
  return { stdin, stdout, aside: collector(), env: { LANG: 'C.UTF-8' }, raw, ...(signal ? { signal } : {}) };
}
type Stage = ReturnType<typeof stage>;
type Counted = { readonly count: number };
type Event = { readonly what: 'more' };
/** Counts keys; `q` leaves, `y` copies, `b` rings, `x` draws more than fits. */
const counting: Board<Counted, Event, never> = {
  initial: { count: 0 },
  update: ({ count }, event) => {
    if (event.what === 'more') return [{ count: count + 100 }];
    if (event.key === 'q') return [{ count }, { do: 'leave', how: 'left' }];
    if (event.key === 'y') return [{ count }, { do: 'copy', text: '한' }];
    if (event.key === 'b') return [{ count }, { do: 'ring' }];
    if (event.key === 'l') return [{ count }, { do: 'redraw' }];
    if (event.key === 'e') throw new Error('no such key');
    return [{ count: event.key === 'x' ? -1 : count + 1 }];
  },
};
const screen = (more: Partial<Screen<Counted, Event, never>> = {}): Screen<Counted, Event, never> => ({
  board: counting,
  draw: ({ count }, { columns }) => {
    if (count < 0) throw new Error('cannot draw');
    return <Text>{`first\nkeys: ${count}\nwide: ${columns}`}</Text>;
  },
  perform: () => {},
  ...more,
});
const mountPrompt = (on: Stage, text: string) => until(() => on.stdout.text.includes(text), 5000);
async function expectGivenBack({ stdin, stdout, aside, raw }: Stage) {
  await until(() => stdout.text.endsWith('\x1b[?1049l'), 5000);
  expect(raw).toEqual([true, false]);
  expect(stdin.listenerCount('data')).toBe(0);
  for (const event of ['resize', 'close']) expect(stdout.listenerCount(event)).toBe(0);
  expect(stdout.text).toMatch(
    /^\x1b\[\?1049h\x1b\[\?25l\x1b\[\?2004h\x1b\[\?1004h[\s\S]*\x1b\[0m\x1b\[\?1004l\x1b\[\?2004l\x1b\[\?25h\x1b\[\?1049l$/,
  );
  expect(Object.hasOwn(aside, 'write')).toBe(false);
}

test('refused without a terminal, and after an abort', async () => {
  for (const end of ['stdin', 'stdout'] as const) {
    const on = stage();
    on[end].isTTY = false;
    await expect(mountScreen(on, screen())).rejects.toThrow('no terminal');
    expect([on.stdout.text, on.raw]).toEqual(['', []]);
  }
  const on = stage({ signal: AbortSignal.abort() });
  expect(await mountScreen(on, screen())).toBe('stopped');
  expect(on.stdout.text).toBe('');
});

test('keys arrive one at a time, only changed rows are written, copying and the bell work; keys after the end stay in the stream', async () => {
  const on = stage();
  const exit = mountScreen(on, screen({ begin: async (dispatch) => dispatch({ what: 'more' }) }));
  await mountPrompt(on, 'keys: 100'); // data that is available at once is in the first frame
  expect(on.stdout.text).not.toContain('keys: 0');
  on.stdin.write('jj\x1b[A');
  await mountPrompt(on, 'keys: 103');
  expect(on.stdout.text.match(/first/g)).toHaveLength(1);
  on.stdin.write('ybl');
  await until(() => on.stdout.text.match(/first/g)?.length === 2, 5000); // drawn again
  expect(on.stdout.text).toContain(`\x1b]52;c;${Buffer.from('한').toString('base64')}\x07`);
  on.aside.write('a warning\n');
  expect(on.aside.text).toBe('');
  on.stdin.write('qnext');
  expect(await exit).toBe('left');
  await expectGivenBack(on);
  expect(String(on.stdin.read())).toBe('next');
  await until(() => on.aside.text === 'a warning\n', 5000);
});

test('keys that come faster than the screen is drawn are taken together, not one for each frame', async () => {
  const on = stage();
  let frames = 0;
  const busy = (milliseconds: number) => {
    for (const end = performance.now() + milliseconds; performance.now() < end; ); // as a large screen on a slow machine is
  };
  const slow: Partial<Screen<Counted, Event, never>> = {
    board: {
      ...counting,
      update: (...of) => {
        busy(2);
        return counting.update(...of);
      },
    },
    draw: ({ count }) => {
      frames++;
      busy(80);
      return <Text>{`keys: ${count}`}</Text>;
    },
  };
  const exit = mountScreen(on, screen(slow));
  await mountPrompt(on, 'keys: 0');
  frames = 0;
  on.stdin.write('j'.repeat(60));
  await mountPrompt(on, 'keys: 60');
  expect(frames).toBeLessThan(20);
  on.stdin.write('q');
  expect(await exit).toBe('left');
});

test('after a resize the screen is drawn once the size is stable', async () => {
  const on = stage();
  const exit = mountScreen(on, screen());
  await mountPrompt(on, 'wide: 20');
  for (const columns of [30, 31, 32, 33]) {
    on.stdout.columns = columns;
    on.stdout.emit('resize');
  }
  await mountPrompt(on, 'wide: 33');
  expect(on.stdout.text).not.toMatch(/wide: 3[012]/);
  on.stdin.write('q');
  await exit;
  await expectGivenBack(on);
});

test('after shrinking, no previous frame is written, and every row is drawn again although it is the same', async () => {
  const on = stage();
  const exit = mountScreen(on, screen());
  await mountPrompt(on, 'wide: 20');
  const before = on.stdout.text.length;
  Object.assign(on.stdout, { columns: 10, rows: 3 });
  on.stdout.emit('resize');
  await mountPrompt(on, 'wide: 10');
  expect(on.stdout.text.slice(before)).toMatch(/^\x1b\[0m\x1b\[2J[\s\S]*first[\s\S]*keys: 0[\s\S]*wide: 10/);
  expect(on.stdout.text.slice(before)).not.toContain('wide: 20');
  const again = on.stdout.text.length;
  on.stdout.emit('resize'); // the same size and the same content
  await until(() => /first[\s\S]*keys: 0[\s\S]*wide: 10/.test(on.stdout.text.slice(again)), 5000);
  on.stdin.write('q');
  await exit;
  await expectGivenBack(on);
});

test.each<[string, (on: Stage, stop: AbortController) => void, string | RegExp]>([
  ['the signal', (_, stop) => stop.abort('SIGTERM'), 'stopped'],
  ['the end of input', ({ stdin }) => stdin.end(), 'stopped'],
  ['the terminal closed', ({ stdout }) => stdout.emit('close'), 'stopped'],
  ['the terminal broken', ({ stdout }) => stdout.emit('error', new Error('EIO')), /EIO/],
  ['a key that fails', ({ stdin }) => stdin.write('e'), /no such key/],
  ['a frame that fails', ({ stdin }) => stdin.write('x'), /cannot draw/],
])('%s restores the terminal', async (_, happens, outcome) => {
  const stop = new AbortController();
  const on = stage({ signal: stop.signal });
  const exit = mountScreen(on, screen());
  exit.catch(() => {});
  await mountPrompt(on, 'keys: 0');
  happens(on, stop);
  if (typeof outcome === 'string') expect(await exit).toBe(outcome);
  else await expect(exit).rejects.toThrow(outcome);
  await expectGivenBack(on);
});

test('a failure in the background ends the screen with its error, even before the first frame', async () => {
  const on = stage();
  const begin = async () => {
    throw new Error('gone');
  };
  await expect(mountScreen(on, screen({ begin }))).rejects.toThrow('gone');
  await expectGivenBack(on);
});

test('the background is queried if colours depend on it, and keys typed in between are kept', async () => {
  const on = { ...stage(), env: { LANG: 'C.UTF-8', COLORTERM: 'truecolor' } };
  const exit = mountScreen(on, screen());
  await until(() => on.stdout.text.includes('\x1b]11;?\x1b\\'), 5000);
  on.stdin.write('ac\x1b]11;rgb:0000/0000/0000\x07d');
  await mountPrompt(on, 'keys: 3');
  on.stdin.write('q');
  expect(await exit).toBe('left');
  const plain = stage();
  const other = mountScreen(plain, screen());
  await mountPrompt(plain, 'keys: 0');
  plain.stdin.write('q');
  await other;
  expect(plain.stdout.text).not.toContain('\x1b]11');
});
