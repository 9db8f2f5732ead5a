// The control `log`: lists or counts the requests that a served sandbox has logged.
import { number, optional, text, word } from '../../services/catalogue/define.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { iso } from '../core/clock.js';
import type { SessionContext } from '../core/context.js';
import { hasLog } from '../core/request-log.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { findUser } from '../domains/people/user.js';
import { type ControlInput, type Controls, defineControl } from './control.js';

interface StoredEntry {
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
interface LogQuery {
  readonly count?: string;
  readonly service?: string;
  readonly status?: number;
  readonly after?: number;
}

/** Writes the entries that are still buffered, so that the log is complete. */
async function flushLog(runtime: SandboxRuntime): Promise<void> {
  runtime.log?.flush();
}

function showLog({ context, values }: ControlInput): unknown {
  const { count, service, status, after = 0 } = values as LogQuery;
  const tests = ['seq > ?', ...(service === undefined ? [] : ["call LIKE ? || ' %'"]), ...(status === undefined ? [] : ['status = ?'])];
  const params = [after, ...(service === undefined ? [] : [service]), ...(status === undefined ? [] : [status])];
  const { state } = context;
  const lines = hasLog(state) ? state.all<StoredEntry>(`SELECT * FROM log WHERE ${tests.join(' AND ')} ORDER BY seq`, ...params) : [];
  if (count === undefined) return lines.map(toResponse(context));
  const matching = lines.filter(({ method, call }) => `${method} ${call ?? ''}`.toLowerCase().includes(count.toLowerCase()));
  return { match: count, count: matching.length };
}

/** Formats an entry, with the user's handle. */
const toResponse =
  (context: SessionContext) =>
  ({ at, who, ms, ...line }: StoredEntry): unknown => ({
    ...line,
    time: iso(at),
    ms: Math.round(ms * 10) / 10,
    who: who === null ? null : (findUser(context, who)?.body.handle ?? who),
  });

export const logControls: Controls = {
  log: defineControl({
    fields: { count: optional(text()), service: optional(word(serviceNames)), status: optional(number()), after: optional(number()) },
    preload: flushLog,
    readOnly: true,
    handle: showLog,
  }),
};
