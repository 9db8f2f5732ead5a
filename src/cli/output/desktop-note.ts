// Desktop notifications through the terminal (--notify), by an escape sequence. Other terminals ignore it.

import type { Context } from '../context.js';

/** Terminals that show OSC 9. Others get OSC 777, which rxvt, foot and the terminals of VTE show. */
const showsOsc9 = /^(iTerm\.app|WezTerm|ghostty|WarpTerminal)$/;

/** The sequence of a note for a terminal. Removes control characters and the semicolons that would end a part. */
export function desktopNote(title: string, text: string, env: Readonly<Record<string, string | undefined>>): string {
  const [head, body] = [title, text].map((part) =>
    part
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replaceAll(';', ',')
      .slice(0, 200),
  );
  const isKitty = env.KITTY_WINDOW_ID !== undefined || /kitty/.test(env.TERM ?? '');
  const usesOsc9 =
    showsOsc9.test(env.TERM_PROGRAM ?? '') || env.WT_SESSION !== undefined || env.ConEmuPID !== undefined;
  const sequence = isKitty ? `99;;${head}: ${body}` : usesOsc9 ? `9;${head}: ${body}` : `777;notify;${head};${body}`;
  const whole = `\u001b]${sequence}\u001b\\`;
  return env.TMUX === undefined ? whole : `\u001bPtmux;${whole.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`; // tmux passes it on if allowed
}

/** Shows a note if stderr is a terminal that knows escape sequences. */
export function showDesktopNote(context: Context, title: string, text: string): void {
  const { env, stderr } = context.world;
  if (stderr.isTTY && env.TERM !== 'dumb') context.out.writeError(desktopNote(title, text, env));
}
