// The sign of life of a wait whose stderr is no terminal: a CI system ends a job that says nothing for minutes.
import type { Context } from '../../cli/command/command.js';
import { exactSpan } from '../../text/time.js';

const every = 60_000; // milliseconds

/**
 * Logs a line each minute until the returned function is called, unless stderr is a terminal.
 * @param says what is waited for, as the rest of a sentence
 */
export function giveSignsOfLife(context: Context, says: () => string): () => void {
  if (context.world.stderr.isTTY) return () => {};
  const began = context.world.clock.now();
  let timer: NodeJS.Timeout;
  const beat = () => {
    timer = setTimeout(() => {
      context.log(`  Still waiting after ${exactSpan(context.world.clock.now() - began)}: ${says()}.`);
      beat();
    }, every);
    timer.unref();
  };
  beat();
  return () => clearTimeout(timer);
}
