// The whole program in-process as a conversation: types a line at each prompt and gives the output up to the next one.
import { PassThrough, Writable } from 'node:stream';
import { run } from '../../src/main.js';

interface Given {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}
/** A program that asks and is answered. */
interface Conversation {
  /** What it said up to its first question. */
  readonly opening: Promise<string>;
  /** Types a line, and gives what is said up to the next question or the end. */
  type(line: string): Promise<string>;
  /** How many listen to what is typed. */
  listening(): number;
  /** The exit code. */
  readonly ended: Promise<number>;
}

/** Every question ends so, and nothing else that is written does. */
const question = /: $/;

/** Runs `tuk` on streams that claim to be a terminal. */
export function conversation(argv: readonly string[], { home, env = {} }: Given): Conversation {
  let said = '';
  let heard: ((text: string) => void) | undefined;
  let over = false;
  const tell = () => {
    if (!heard || (!over && !question.test(said))) return;
    const hear = heard;
    heard = undefined;
    const text = said;
    said = '';
    hear(text);
  };
  const screen = () =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          said += String(chunk);
          done();
          tell();
        },
      }),
      { isTTY: true, columns: 80, rows: 24 },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const next = () =>
    new Promise<string>((hear) => {
      heard = hear;
      tell();
    });
  const opening = next();
  const world = {
    stdin,
    stdout: screen(),
    stderr: screen(),
    env: { TUK_HOME: home, TERM: 'dumb', ...env },
    clock: { now: () => Date.now() },
    home,
    cwd: home,
    version: '0.0.0-test',
  };
  const ended = run(argv, world).finally(() => {
    over = true;
    tell();
  });
  return {
    opening,
    type(line) {
      const answer = next();
      stdin.write(`${line}\n`);
      return answer;
    },
    listening: () => stdin.listenerCount('data'),
    ended,
  };
}
