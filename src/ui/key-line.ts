// One line read key by key, echoed by us or not at all. Esc leaves it; early keys and pastes do not count as a reply.

import type { Stage } from '../text/dialogue.js';
import { width } from '../text/text.js';
import { escapeControls } from '../text/visible.js';
import { inForeground, stopped } from './foreground.js';
import { paste } from './key-parser.js';
import { Keys } from './keys.js';

interface LinePrompt {
  /** Prints the question. */
  readonly prompt: () => unknown;
  readonly echo: boolean;
  /** The time before the question, in which keys do not count, milliseconds: nobody can have read it. */
  readonly unread?: number;
  /** A paste does not count, and a line says so. */
  readonly typed?: boolean;
  /** The prompt of a conversation, which esc does not leave. */
  readonly stays?: boolean;
  /** Gets the function that returns what has been typed so far. */
  readonly typing?: (line: () => string) => void;
}
/** The line; or the person left, by ctrl-c or another way; or the input ended. */
export type LineReply =
  | { readonly line: string }
  | { readonly left: true; readonly interrupted?: true }
  | { readonly over: true };

const pasting = { on: '\x1b[?2004h', off: '\x1b[?2004l', ...paste };

/** Asks for a line. The terminal is as before on every way out. */
export async function keyLine(
  stage: Stage,
  { prompt, echo, unread = 0, typed = false, stays, typing }: LinePrompt,
): Promise<LineReply> {
  const { stdin, stdout: screen, signal } = stage;
  if (!(await inForeground(stage)) || signal?.aborted) return { left: true };
  const keys = new Keys(stdin);
  const over = new Promise<LineReply>((end) => keys.once('over', () => end({ over: true })));
  let leave = () => {};
  const stop = new Promise<LineReply>((end) => {
    leave = () => end({ left: true });
  });
  signal?.addEventListener('abort', leave, { once: true });
  const marks = typed && stage.env.TERM !== 'dumb' && stdin.setRawMode !== undefined;
  keys.open();
  try {
    if (marks) screen.write(pasting.on);
    const pastes = typed ? new Pastes() : undefined;
    const early =
      unread > 0
        ? await Promise.race([reading(keys, screen, { echo: false, until: unread, pastes }), over, stop])
        : undefined;
    if (early && !('line' in early)) return early;
    prompt();
    const onPaste = () => {
      screen.write('\nA paste does not count as an answer: type it.\n');
      prompt();
    };
    return await Promise.race([
      reading(keys, screen, { echo, pastes, onPaste, stays, typing, onStop: () => suspended(keys) }),
      over,
      stop,
    ]);
  } finally {
    signal?.removeEventListener('abort', leave);
    keys.removeAllListeners();
    keys.close();
    if (marks) screen.write(pasting.off);
  }
}

/** Tells pastes from typing, also a paste that begins before a question and ends after it. */
class Pastes {
  #isOpen = false;

  /** Whether a key is a mark of a paste, or lies between the marks. */
  has(key: string): boolean {
    const isMark = key === pasting.begins || key === pasting.ends;
    if (isMark) this.#isOpen = key === pasting.begins;
    return isMark || this.#isOpen;
  }
}
interface Reading {
  readonly echo: boolean;
  readonly until?: number;
  /** The pastes, which do not count; without them a paste is typing. */
  readonly pastes?: Pastes;
  /** Hears that a paste did not count. */
  onPaste?(): void;
  readonly stays?: boolean;
  readonly typing?: (line: () => string) => void;
  /** Stops the process until the shell continues it. */
  onStop?(): Promise<void>;
}
/** Gives the terminal back while the process is stopped. */
async function suspended(keys: Keys): Promise<void> {
  keys.close();
  await stopped('SIGTSTP');
  keys.open();
}

/** Reads keys until the line ends. With `until`, milliseconds, it ends then, and only keys that leave count. */
function reading(keys: Keys, screen: Stage['stdout'], options: Reading): Promise<LineReply> {
  const { echo, until, pastes, onPaste = () => {}, stays = false, typing, onStop } = options;
  const write = (text: string) => echo && screen.write(text);
  return new Promise((settle) => {
    let line = '';
    typing?.(() => escapeControls(line));
    /** Removes the end of the line. */
    const erase = (count: number) => {
      const wide = width(escapeControls(line.slice(line.length - count)));
      line = line.slice(0, line.length - count);
      write('\b'.repeat(wide) + ' '.repeat(wide) + '\b'.repeat(wide));
    };
    const end = (reply: LineReply) => {
      clearTimeout(timer);
      keys.removeAllListeners('readable');
      settle(reply);
    };
    const timer = until === undefined ? undefined : setTimeout(() => end({ line: '' }), until);
    keys.on('readable', () => {
      const key = keys.read() ?? '';
      const isPasted = pastes?.has(key) || key === pasting.begins || key === pasting.ends;
      if (key === '\x03') return end({ left: true, interrupted: true });
      if (!isPasted && ((key === '\x1b' && !stays) || (key === '\x04' && line === ''))) return end({ left: true });
      if (isPasted || until !== undefined) {
        if (pastes && key === pasting.ends) {
          onPaste();
          write(escapeControls(line));
        }
      } else if (/[\r\n]/.test(key)) return end({ line });
      else if (key === '\x7f' || key === '\b') {
        erase(/.$/su.exec(line)?.[0].length ?? 0);
      } else if (key === '\x15') erase(line.length);
      else if (key === '\x17') erase(/\S*\s*$/u.exec(line)?.[0].length ?? 0);
      else if (key === '\x1a' && onStop) {
        void onStop().then(() => {
          write(escapeControls(line));
          keys.taken();
        });
        return;
      } else if (!/\p{Cc}/u.test(key)) {
        line += key;
        write(escapeControls(key));
      }
      keys.taken();
    });
    keys.taken();
  });
}
