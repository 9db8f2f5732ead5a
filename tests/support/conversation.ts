// Runs the whole program in-process: types a line at each prompt and returns the output up to the next one.
import { PassThrough, Writable } from 'node:stream';
import { run } from '../../src/main.js';
import { stubTransport } from './stub-transport.js';
import { now } from './time.js';

interface ConversationOptions {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}
/** A running program that prompts for input. */
interface Conversation {
  /** The output up to the first prompt. */
  readonly opening: Promise<string>;
  /** Types a line and returns the output up to the next prompt or the end. */
  type(line: string): Promise<string>;
  /** Types a line, if there is one, and returns the output once it has this and ends with a prompt, or at the end: what comes by itself prompts again. */
  until(wanted: RegExp, line?: string): Promise<string>;
  /** The number of `data` listeners on stdin. */
  listenerCount(): number;
  /** The exit code. */
  readonly exitCode: Promise<number>;
}

/** Every prompt ends like this, and no other output does. */
const promptEnd = /: $/;

/** Runs `tuk` on streams that claim to be a terminal. */
export function conversation(
  argv: readonly string[],
  { home, env = {}, columns = 80, rows = 24 }: ConversationOptions,
): Conversation {
  const began = performance.now();
  let output = '';
  let onPrompt: ((text: string) => void) | undefined;
  let awaited = /^/;
  let finished = false;
  const deliver = () => {
    if (!onPrompt || (!finished && !(promptEnd.test(output) && awaited.test(output)))) return;
    const resolve = onPrompt;
    onPrompt = undefined;
    const text = output;
    output = '';
    resolve(text);
  };
  const terminalStream = () =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          output += String(chunk);
          done();
          deliver();
        },
      }),
      { isTTY: true, columns, rows },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const nextPrompt = (wanted = /^/) =>
    new Promise<string>((resolve) => {
      onPrompt = resolve;
      awaited = wanted;
      deliver();
    });
  const opening = nextPrompt();
  const world = {
    ...{ stdin, stdout: terminalStream(), stderr: terminalStream(), env: { TUK_HOME: home, TERM: 'dumb', ...env } },
    clock: { now: () => now + Math.floor(performance.now() - began) }, // waits of the program end by it
    home,
    ...{ cwd: home, version: '0.0.0-test', leastInterval: 0, transport: stubTransport },
  };
  const exitCode = run(argv, world).finally(() => {
    finished = true;
    deliver();
  });
  return {
    opening,
    type(line) {
      const nextOutput = nextPrompt();
      stdin.write(`${line}\n`);
      return nextOutput;
    },
    until(wanted, line) {
      const nextOutput = nextPrompt(wanted);
      if (line !== undefined) stdin.write(`${line}\n`);
      return nextOutput;
    },
    listenerCount: () => stdin.listenerCount('data'),
    exitCode,
  };
}
