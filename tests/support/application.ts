// Runs the application in-process on an in-memory terminal with a fake clock, and gives its requests and its screen.
import { PassThrough, Writable } from 'node:stream';
import xterm from '@xterm/headless';
import { onTestFinished, vi } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import { type ApplicationDependencies, openApplication } from '../../src/ui/application.js';

/** A running application. */
export interface RenderedApplication {
  /** Types characters; a special key is its terminal sequence. */
  press(typed: string): Promise<void>;
  /** Advances the clock by these milliseconds. */
  advance(milliseconds: number): Promise<void>;
  /** The text on the screen. */
  text(): string;
  /** Whether the terminal is in raw mode. */
  raw(): boolean;
  /** How the application ended. */
  readonly exited: Promise<string>;
  /** The text of every frame drawn since the last call. */
  frames(): string;
}

/** Installs a fake clock that only `advance` moves. Everything but timers runs in real turns of the event loop. */
export function fakeClock(now = Date.parse('2026-11-20T06:00:00Z')): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now });
}

const eventLoopTurns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Opens the application with these stubs. Call `fakeClock` first. */
export async function renderApplication(
  reads: Partial<ApplicationDependencies>,
  signal?: AbortSignal,
  { columns, rows }: { readonly columns: number; readonly rows: number } = { columns: 80, rows: 24 },
): Promise<RenderedApplication> {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const text = () => {
    const { active } = screen.buffer;
    return Array.from({ length: rows }, (_, at) => active.getLine(at)?.translateToString(true).trimEnd() ?? '').join('\n');
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
    { isTTY: true, columns, rows },
  );
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (resolve: boolean) => {
      raw = resolve;
    },
  });
  const unexpected = () => Promise.reject(new Error('not part of this test'));
  const terminal = { stdin, stdout, env: { LANG: 'C.UTF-8', COLORFGBG: '15;0' }, ...(signal ? { signal } : {}) };
  const options: ApplicationDependencies = {
    head: { profile: 'one' },
    signedIn: true,
    groups: groupScreens,
    panes: homePanes,
    suffix: '',
    load: unexpected,
    fields: unexpected,
    who: async () => undefined,
    commands: async () => [],
    beside: unexpected,
    enterSandbox: unexpected,
    watch: unexpected,
    run: unexpected,
    checkOwner: async () => false,
    onOwner: () => {},
    onSession: () => {},
    ...reads,
  };
  const exited = openApplication(terminal as unknown as Parameters<typeof openApplication>[0], options);
  const advance = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    await eventLoopTurns();
  };
  await eventLoopTurns();
  await advance(200); // for the query of the background colour and the first frame
  return {
    advance,
    text,
    exited,
    raw: () => raw,
    async press(typed) {
      stdin.write(typed);
      await eventLoopTurns();
      await advance(100);
    },
    frames() {
      const all = frames.join('\n\f\n');
      frames = [];
      return all;
    },
  };
}
