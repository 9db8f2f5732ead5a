// One line read key by key on a line of its own: echoed by us or not at all, left with esc, and never answered by what nobody could have meant.

import type { Stage } from './format/dialogue.js';
import { width } from './format/text.js';
import { escapeControls } from './format/visible.js';
import { Keys } from './keys.js';

interface LinePrompt {
  /** Says what is asked. */
  readonly prompt: () => unknown;
  readonly echo: boolean;
  /** How long what is typed does not count, milliseconds: it was no answer to a question that nobody has read. The prompt comes after it. */
  readonly unread?: number;
  /** What is pasted does not count. */
  readonly typed?: boolean;
}
/** The line; or that the person left, or the input ended. */
export type Answered = { readonly line: string } | { readonly left: true } | { readonly over: true };

const pasting = { on: '\x1b[?2004h', off: '\x1b[?2004l', begins: '\x1b[200~', ends: '\x1b[201~' };

/** Asks. The terminal is as it was before on every way out. */
export async function keyLine(stage: Stage, { prompt, echo, unread = 0, typed = false }: LinePrompt): Promise<Answered> {
  const { stdin, stdout: screen, signal } = stage;
  if (signal?.aborted) return { left: true };
  const keys = new Keys(stdin);
  const over = new Promise<Answered>((end) => keys.once('over', () => end({ over: true })));
  let leave = () => {};
  const stop = new Promise<Answered>((end) => {
    leave = () => end({ left: true });
  });
  signal?.addEventListener('abort', leave, { once: true });
  const marks = typed && stage.env.TERM !== 'dumb' && stdin.setRawMode !== undefined;
  keys.open();
  try {
    if (marks) screen.write(pasting.on);
    const early = unread > 0 ? await Promise.race([reading(keys, screen, { echo: false, until: unread }), over, stop]) : undefined;
    if (early && !('line' in early)) return early;
    prompt();
    return await Promise.race([reading(keys, screen, { echo }), over, stop]);
  } finally {
    signal?.removeEventListener('abort', leave);
    keys.removeAllListeners();
    keys.close();
    if (marks) screen.write(pasting.off);
  }
}

/** Reads keys until the line ends; or for so long, whatever they are: then only what leaves is heard. */
function reading(
  keys: Keys,
  screen: Stage['stdout'],
  { echo, until }: { readonly echo: boolean; readonly until?: number },
): Promise<Answered> {
  const write = (text: string) => echo && screen.write(text);
  return new Promise((settle) => {
    let line = '';
    let pasted = false;
    const end = (answer: Answered) => {
      clearTimeout(timer);
      keys.removeAllListeners('readable');
      settle(answer);
    };
    const timer = until === undefined ? undefined : setTimeout(() => end({ line: '' }), until);
    keys.on('readable', () => {
      const key = keys.read() ?? '';
      if (key === pasting.begins || key === pasting.ends) pasted = key === pasting.begins;
      else if (key === '\x03' || (!pasted && (key === '\x1b' || (key === '\x04' && line === '')))) return end({ left: true });
      else if (pasted || until !== undefined) {
        // it does not count
      } else if (/[\r\n]/.test(key)) return end({ line });
      else if (key === '\x7f' || key === '\b') {
        const last = /.$/su.exec(line)?.[0] ?? '';
        line = line.slice(0, line.length - last.length);
        const wide = width(escapeControls(last));
        write('\b'.repeat(wide) + ' '.repeat(wide) + '\b'.repeat(wide));
      } else if (!/\p{Cc}/u.test(key)) {
        line += key;
        write(escapeControls(key));
      }
      keys.taken();
    });
    keys.taken();
  });
}
