// The progress of many calls on stderr: a redrawn line on a terminal, elsewhere a part of the sign of life.

import { monotonicNow } from '../../services/http/deadline.js';
import { spanOf } from '../../text/time.js';
import type { Context } from '../command/command.js';
import { isLive } from '../command/sign-of-life.js';

const redrawInterval = 200; // milliseconds

export function progressOf(context: Context, total: number) {
  const { out } = context;
  const isDrawn = isLive(context.world, context.flags);
  const began = monotonicNow();
  let [done, failed, drawn] = [0, 0, 0];
  const counts = () => {
    const left = done === 0 ? '' : ` · about ${spanOf(((monotonicNow() - began) / done) * (total - done))} left`;
    return `${done} of ${total} · ${failed} failed${left}`;
  };
  const endWait = context.deadline.waitsFor(() => (isDrawn ? undefined : counts()));
  return {
    ended(hasFailed: boolean): void {
      done += 1;
      if (hasFailed) failed += 1;
      if (!isDrawn || (monotonicNow() - drawn < redrawInterval && done < total)) return;
      drawn = monotonicNow();
      out.draw(`\r\u001b[2K  ${'█'.repeat((done / total) * 30).padEnd(30, '░')}  ${counts()}`);
    },
    close(): void {
      endWait();
      if (drawn > 0) out.draw('\r\u001b[2K');
    },
  };
}
