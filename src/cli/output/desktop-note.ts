// Desktop notifications through the terminal (--notify), by an escape sequence. Other terminals ignore it.

import { desktopNote } from '../../text/desktop-note.js';
import type { Context } from '../context.js';

/** Shows a note if stderr is a terminal that knows escape sequences. */
export function showDesktopNote(context: Context, title: string, text: string): void {
  const { env, stderr } = context.world;
  if (stderr.isTTY && env.TERM !== 'dumb') context.out.draw(desktopNote(title, text, env));
}
