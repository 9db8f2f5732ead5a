// The progress of many calls on stderr: a redrawn line on a terminal, elsewhere a line every ten seconds.

import { spanOf } from '../../text/time.js';
import type { Context } from '../command/command.js';

const [redrawInterval, lineInterval] = [200, 10_000]; // milliseconds

export function progressOf(context: Context, total: number) {
  const { world, flags, out } = context;
  const isQuiet = flags.quiet || out.jsonErrors || world.inDialog;
  const isLive = world.stderr.isTTY === true && !world.env.CI && world.env.TERM !== 'dumb' && !isQuiet;
  const began = performance.now();
  let [done, failed, drawn] = [0, 0, isLive ? 0 : began];
  return {
    ended(hasFailed: boolean): void {
      done += 1;
      if (hasFailed) failed += 1;
      const now = performance.now();
      if (now - drawn < (isLive ? redrawInterval : lineInterval) && !(isLive && done === total)) return;
      drawn = now;
      const counts = `${done} of ${total} · ${failed} failed · about ${spanOf(((now - began) / done) * (total - done))} left`;
      if (isLive) out.draw(`\r\u001b[2K  ${'█'.repeat((done / total) * 30).padEnd(30, '░')}  ${counts}`);
      else context.log(`  ${counts}`);
    },
    close(): void {
      if (isLive && drawn > 0) out.draw('\r\u001b[2K');
    },
  };
}
