// Mounting the full-screen application on terminal-like streams: its conditions, and that the terminal is restored on every exit.
import { Text } from 'ink';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mountScreen, type Screen } from '../../src/ui/screen.js';
import type { Board } from '../../src/ui/state/core/state.js';
import { stage } from '../support/stage.js';

const terminal = (more: Parameters<typeof stage>[0] = {}) => stage({ columns: 20, rows: 3, ...more });
type Stage = ReturnType<typeof terminal>;
type Counted = { readonly count: number };
type Event = { readonly what: 'more' };
/** A row with a wide character is written whole, so that its text can be waited for. Counts keys; `q` leaves, `y` copies, `b` rings, `n` tells something, `x` draws more than fits. */
const counting: Board<Counted, Event, never> = {
  initial: { count: 0 },
  update: ({ count }, event) => {
    if (event.what === 'more') return [{ count: count + 100 }];
    if (event.key === 'q') return [{ count }, { do: 'leave', how: 'left' }];
    if (event.key === 'y') return [{ count }, { do: 'copy', text: '한' }];
    if (event.key === 'b') return [{ count }, { do: 'ring' }];
    if (event.key === 'n') return [{ count }, { do: 'tell', title: 'tuk', text: 'ride\x1b]52;c;eA==\x07 ended' }];
    if (event.key === 'l') return [{ count }, { do: 'redraw' }];
    if (event.key === 'e') throw new Error('no such key');
    return [{ count: event.key === 'x' ? -1 : count + 1 }];
  },
};
const screen = (more: Partial<Screen<Counted, Event, never>> = {}): Screen<Counted, Event, never> => ({
  board: counting,
  draw: ({ count }, { columns }) => {
    if (count < 0) throw new Error('cannot draw');
    return <Text>{`first\nkeys: ${count} 회\nwide: ${columns}`}</Text>;
  },
  perform: () => {},
  ...more,
});
const ofProcess = () => ['SIGCONT', 'exit'].map((event) => process.listenerCount(event));
const before = ofProcess();
async function expectGivenBack({ stdin, stdout, aside, raw, until }: Stage) {
  await until(() => stdout.text.endsWith('\x1b[?1049l'));
  expect(raw).toEqual([true, false]);
  expect(stdin.listenerCount('data')).toBe(0);
  for (const event of ['resize', 'close']) expect(stdout.listenerCount(event)).toBe(0);
  expect(ofProcess()).toEqual(before);
  expect(stdout.text).toMatch(
    /^\x1b\[\?1049h\x1b\[\?25l\x1b\[\?2004h\x1b\[\?1004h[\s\S]*\x1b\[0m\x1b\[\?1004l\x1b\[\?2004l\x1b\[\?25h\x1b\[\?1049l$/,
  );
  expect(Object.hasOwn(aside, 'write')).toBe(false);
}

test('refused without a terminal, and after an abort', async () => {
  for (const end of ['stdin', 'stdout'] as const) {
    const on = terminal();
    on[end].isTTY = false;
    await expect(mountScreen(on, screen())).rejects.toThrow('no terminal');
    expect([on.stdout.text, on.raw]).toEqual(['', []]);
  }
  const on = terminal({ signal: AbortSignal.abort() });
  expect(await mountScreen(on, screen())).toBe('stopped');
  expect(on.stdout.text).toBe('');
});

test('keys arrive one at a time, only changed rows are written, copying and the bell work; keys after the end stay in the stream', async () => {
  const on = terminal();
  const exit = mountScreen(on, screen({ begin: async (dispatch) => dispatch({ what: 'more' }) }));
  await on.shows('keys: 100'); // data that is available at once is in the first frame
  expect(on.stdout.text).not.toContain('\x1b]11'); // no colour depends on the background
  expect(on.stdout.text).not.toContain('keys: 0');
  on.stdin.write('jj\x1b[A');
  await on.shows('keys: 103');
  expect(on.stdout.text.match(/first/g)).toHaveLength(1);
  on.stdin.write('ybl');
  await on.until(() => on.stdout.text.match(/first/g)?.length === 2); // drawn again
  expect(on.stdout.text).toContain(`\x1b]52;c;${Buffer.from('한').toString('base64')}\x07`);
  on.aside.write('a warning\n');
  expect(on.aside.text).toBe('');
  on.stdin.write('qnext');
  expect(await exit).toBe('left');
  await expectGivenBack(on);
  expect(String(on.stdin.read())).toBe('next');
  await on.until(() => on.aside.text === 'a warning\n');
});

test('keys that come faster than the screen is drawn are taken together, not one for each frame', async () => {
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let [now, passed] = [1, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const busy = (milliseconds: number) => {
    now += milliseconds; // as a large screen on a slow machine is
    passed += milliseconds;
  };
  const on = terminal();
  let frames = 0;
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
      return <Text>{`keys: ${count} 회`}</Text>;
    },
  };
  const shows = async (text: string) => {
    for (let turn = 0; turn < 2000 && !on.stdout.text.includes(text); turn++) {
      await new Promise((next) => setImmediate(next));
      vi.advanceTimersByTime(passed || 1);
      if (passed === 0) now += 1;
      passed = 0;
    }
    expect(on.stdout.text).toContain(text);
  };
  const exit = mountScreen(on, screen(slow));
  await shows('keys: 0');
  frames = 0;
  on.stdin.write('j'.repeat(60));
  await shows('keys: 60');
  expect(frames).toBeLessThan(20);
  on.stdin.write('q');
  expect(await exit).toBe('left');
});

test('after shrinking, no previous frame is written, and every row is drawn again although it is the same', async () => {
  const on = terminal();
  const exit = mountScreen(on, screen());
  await on.shows('wide: 20');
  const before = on.stdout.text.length;
  for (const columns of [30, 31, 10]) {
    on.stdout.columns = columns;
    on.stdout.emit('resize');
  }
  await on.shows('wide: 10');
  expect(on.stdout.text).not.toMatch(/wide: 3[01]/); // it is drawn once the size is stable
  expect(on.stdout.text.slice(before)).toMatch(/^\x1b\[0m\x1b\[2J[\s\S]*first[\s\S]*keys: 0[\s\S]*wide: 10/);
  expect(on.stdout.text.slice(before)).not.toContain('wide: 20');
  const again = on.stdout.text.length;
  on.stdout.emit('resize'); // the same size and the same content
  await on.until(() => /first[\s\S]*keys: 0[\s\S]*wide: 10/.test(on.stdout.text.slice(again)));
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
  const on = terminal({ signal: stop.signal });
  const exit = mountScreen(on, screen());
  exit.catch(() => {});
  await on.shows('keys: 0');
  happens(on, stop);
  if (typeof outcome === 'string') expect(await exit).toBe(outcome);
  else await expect(exit).rejects.toThrow(outcome);
  await expectGivenBack(on);
});

test('a failure in the background ends the screen with its error, even before the first frame', async () => {
  const on = terminal();
  const begin = async () => {
    throw new Error('gone');
  };
  await expect(mountScreen(on, screen({ begin }))).rejects.toThrow('gone');
  await expectGivenBack(on);
});

test('the background is queried if colours depend on it, and keys typed in between are kept', async () => {
  const on = terminal({ env: { COLORTERM: 'truecolor' } });
  const exit = mountScreen(on, screen());
  await on.until(() => on.stdout.text.includes('\x1b]11;?\x1b\\'));
  on.stdin.write('ac\x1b]11;rgb:0000/0000/0000\x07d');
  await on.shows('keys: 3');
  on.stdin.write('q');
  expect(await exit).toBe('left');
});

test('a note is shown only while the terminal has no focus, and no text leaves its sequence', async () => {
  const on = terminal({ env: { TERM: 'xterm' } });
  const exit = mountScreen(on, screen());
  await on.shows('keys: 0');
  on.stdin.write('na');
  await on.shows('keys: 1');
  on.stdin.write('\x1b[Ona');
  await on.shows('keys: 2');
  on.stdin.write('\x1b[Ina');
  await on.shows('keys: 3');
  expect(on.stdout.text.match(/\x1b\]777[^\x1b]*\x1b\\/g)).toEqual([
    '\x1b]777;notify;tuk;ride ]52,c,eA==  ended\x1b\\',
  ]);
  on.stdin.write('q');
  await exit;
});

test('the title of the window follows the state, and the window has its own title again at the end', async () => {
  const title = ({ count }: Counted) => (count === 0 || count === 3 ? undefined : `tuk ◐ ${count}`);
  const on = terminal({ env: { TERM: 'xterm', LC_ALL: 'C' } });
  const exit = mountScreen(on, screen({ title }));
  await on.shows('keys: 0');
  expect(on.stdout.text).not.toMatch(/\x1b\]2;|\x1b\[22;2t/);
  for (const count of [1, 2, 3, 4]) {
    on.stdin.write('a');
    await on.shows(`keys: ${count}`);
  }
  on.stdin.write('q');
  await exit;
  await on.until(() => on.stdout.text.endsWith('\x1b[?1049l'));
  expect(on.stdout.text.match(/\x1b\]2;[^\x1b]*\x1b\\|\x1b\[2[23];2t/g)).toEqual([
    ...['\x1b[22;2t', '\x1b]2;tuk ~ 1\x1b\\', '\x1b]2;tuk ~ 2\x1b\\', '\x1b]2;\x1b\\', '\x1b[23;2t'],
    ...['\x1b[22;2t', '\x1b]2;tuk ~ 4\x1b\\', '\x1b]2;\x1b\\', '\x1b[23;2t'],
  ]);
});
