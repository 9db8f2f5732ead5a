// Notes of the desktop and the title of the window: escape sequences of the terminal, with texts that cannot leave
// them.

type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals that show OSC 9. Others get OSC 777, which rxvt, foot and the terminals of VTE show. */
const showsOsc9 = /^(iTerm\.app|WezTerm|ghostty|WarpTerminal)$/;
const longest = 200;

/**
 * A text for an operating system command (OSC), in one line: without control and format characters, of at most 200
 * UTF-16 units.
 */
const oscText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, longest);

/** The sequence of a note for a terminal. A semicolon would end a part of it, so it becomes a comma. */
export function desktopNote(title: string, text: string, env: Environment): string {
  const [head, body] = [title, text].map((part) => oscText(part).replaceAll(';', ','));
  const isKitty = env.KITTY_WINDOW_ID !== undefined || /kitty/.test(env.TERM ?? '');
  const usesOsc9 =
    showsOsc9.test(env.TERM_PROGRAM ?? '') || env.WT_SESSION !== undefined || env.ConEmuPID !== undefined;
  const sequence = isKitty ? `99;;${head}: ${body}` : usesOsc9 ? `9;${head}: ${body}` : `777;notify;${head};${body}`;
  const whole = `\u001b]${sequence}\u001b\\`;
  return env.TMUX === undefined ? whole : `\u001bPtmux;${whole.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`; // tmux passes it on if allowed
}

/** Whether a terminal reads or ignores the sequences of a title: consoles and old terminals would print them. */
export const hasTitle = ({ TERM = '' }: Environment): boolean => !/^(|dumb|linux|cons\d+.*|vt\d+.*|ansi.*)$/.test(TERM);

/** The sequence that sets the title of the window (OSC 2). */
export const titleSequence = (title: string): string => `\u001b]2;${oscText(title)}\u001b\\`;
/** Keeps the title of the window on the terminal's stack, and takes it back (XTWINOPS 22 and 23). */
export const titleStack = { keep: '\u001b[22;2t', restore: '\u001b[23;2t' } as const;
