// The log of requests, as a served sandbox keeps it.
import { number, optional, text, word } from '../../services/catalogue/define.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { iso } from '../core/clock.js';
import type { Running } from '../core/dispatch.js';
import { hasLog } from '../core/log.js';
import type { Reception } from '../core/world.js';
import { findUser } from '../domains/people/user.js';
import { type Controls, control, type Given } from './subject.js';

interface Line {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
  readonly call: string | null;
  readonly status: number;
  readonly ms: number;
  readonly who: string | null;
  readonly fault: string | null;
  readonly scenario: string | null;
}
interface Asked {
  readonly count?: string;
  readonly service?: string;
  readonly status?: number;
  readonly after?: number;
}

/** Requests under way are written first, so that whoever asks sees all that were answered before. */
async function written(running: Running): Promise<void> {
  running.log?.flush();
}

function show({ reception, values }: Given): unknown {
  const { count, service, status, after = 0 } = values as Asked;
  const tests = ['seq > ?', ...(service === undefined ? [] : ["call LIKE ? || ' %'"]), ...(status === undefined ? [] : ['status = ?'])];
  const given = [after, ...(service === undefined ? [] : [service]), ...(status === undefined ? [] : [status])];
  const { state } = reception;
  const lines = hasLog(state) ? state.all<Line>(`SELECT * FROM log WHERE ${tests.join(' AND ')} ORDER BY seq`, ...given) : [];
  if (count === undefined) return lines.map(shown(reception));
  const matching = lines.filter(({ method, call }) => `${method} ${call ?? ''}`.toLowerCase().includes(count.toLowerCase()));
  return { match: count, count: matching.length };
}

/** Who asked, by the handle that people know them by. */
const shown =
  (reception: Reception) =>
  ({ at, who, ms, ...line }: Line): unknown => ({
    ...line,
    time: iso(at),
    ms: Math.round(ms * 10) / 10,
    who: who === null ? null : (findUser(reception, who)?.body.handle ?? who),
  });

export const logged: Controls = {
  log: control({
    takes: { count: optional(text()), service: optional(word(serviceNames)), status: optional(number()), after: optional(number()) },
    before: written,
    reads: true,
    does: show,
  }),
};
