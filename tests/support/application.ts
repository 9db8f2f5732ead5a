// The application in-process, on a terminal in memory and a clock that the test moves: its requests and its screen.
import { PassThrough, Writable } from 'node:stream';
import xterm from '@xterm/headless';
import { onTestFinished, vi } from 'vitest';
import { groupScreens, homePanes } from '../../src/commands/app/boards.js';
import { type ApplicationGiven, openApplication } from '../../src/ui/application.js';

/** The application, shown. */
export interface Shown {
  /** Types characters; a key is what a terminal sends for it. */
  press(typed: string): Promise<void>;
  /** Lets so many milliseconds of the clock pass. */
  pass(milliseconds: number): Promise<void>;
  /** The screen as a person sees it. */
  text(): string;
  /** Whether the terminal is in raw mode. */
  raw(): boolean;
  /** How the application was left. */
  readonly left: Promise<string>;
  /** Every frame that was drawn since this was last called, one below the other, as text. */
  frames(): string;
}

/** Moves the clock only by `pass`; what is no timer happens in real turns of the event loop. */
export function stopClock(now = Date.parse('2026-11-20T06:00:00Z')): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now });
}

const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise((on) => setImmediate(on));
};

/** Opens the application over these reads; `stopClock` is called before. */
export async function shown(reads: Partial<ApplicationGiven>, signal?: AbortSignal): Promise<Shown> {
  const screen = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  const text = () => {
    const { active } = screen.buffer;
    return Array.from({ length: 24 }, (_, at) => active.getLine(at)?.translateToString(true).trimEnd() ?? '').join('\n');
  };
  let raw = false;
  let frames: string[] = [];
  const stdout = Object.assign(
    new Writable({
      write(chunk, _, done) {
        screen.write(String(chunk), () => {
          frames.push(text());
          done();
        });
      },
    }),
    { isTTY: true, columns: 80, rows: 24 },
  );
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => {
      raw = on;
    },
  });
  const nothing = () => Promise.reject(new Error('not part of this test'));
  const stage = { stdin, stdout, env: { LANG: 'C.UTF-8', COLORFGBG: '15;0' }, ...(signal ? { signal } : {}) };
  const given: ApplicationGiven = {
    head: { profile: 'one' },
    signedIn: true,
    groups: groupScreens,
    panes: homePanes,
    suffix: '',
    load: nothing,
    fields: nothing,
    who: async () => undefined,
    commands: async () => [],
    lookAround: nothing,
    watch: nothing,
    follow: nothing,
    run: nothing,
    checkOwner: async () => false,
    onOwner: () => {},
    onSession: () => {},
    ...reads,
  };
  const left = openApplication(stage as unknown as Parameters<typeof openApplication>[0], given);
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    await turns();
  };
  await turns();
  await pass(200); // the terminal is asked for its background, and drawn on
  return {
    pass,
    text,
    left,
    raw: () => raw,
    async press(typed) {
      stdin.write(typed);
      await turns();
      await pass(100);
    },
    frames() {
      const all = frames.join('\n\f\n');
      frames = [];
      return all;
    },
  };
}
