// The controls of the whole state, of its log and of the catalogue: status, reset, seed, clock, log, shapes.

import { number, optional, text, word } from '../../src/services/catalogue/define.js';
import { serviceNames } from '../../src/services/catalogue/index.js';
import { rowCounts } from '../core/health.js';
import {
  AfterCommit,
  advance,
  armedScenarios,
  badRequest,
  clockRate,
  countDueSteps,
  iso,
  openedAt,
  parseDuration,
  parseRate,
  type SessionContext,
  setClock,
  sizeOf,
  sizes,
  worldTime,
} from '../core/index.js';
import { hasLog } from '../core/request-log.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { makeKeys } from '../domains/people/auth-tokens.js';
import { findUser } from '../domains/people/user.js';
import { plannedFaults } from '../faults/planned-faults.js';
import { openapi } from '../service/openapi.js';
import { pathParameterValues } from '../service/path-parameter-values.js';
import { type ControlInput, type Controls, defineControl } from './control.js';
import { userNamed } from './session-controls.js';

function status({ runtime, context }: Pick<ControlInput, 'runtime' | 'context'>) {
  const { state, now, seed } = context;
  return {
    now: iso(now),
    rate: clockRate(state),
    seed,
    size: sizeOf(state),
    rotation: runtime.settings.rotation,
    due: countDueSteps(state),
    scenarios: armedScenarios(context).length,
    faults: plannedFaults(state).length,
    counts: rowCounts(context),
  };
}

/** These define the file and survive a reset. */
const preservedMeta = ['version', 'seed', 'size', 'seededAt'];

/** Resets to the seed, also tokens, armed scenarios and planned faults. */
function reset({ runtime, context }: Pick<ControlInput, 'runtime' | 'context'>) {
  const { state, wall } = context;
  const kinds = state.all<{ value: string }>("SELECT value FROM meta WHERE name LIKE 'kind:%' AND value <> ''");
  for (const { value: table } of kinds) state.run(`DELETE FROM ${table}`);
  for (const table of ['due', 'posting', 'holding']) state.run(`DELETE FROM ${table}`);
  state.run(`DELETE FROM meta WHERE name NOT IN (${preservedMeta.map(() => '?').join(', ')})`, ...preservedMeta);
  runtime.log?.clear();
  if (hasLog(state)) state.run('DELETE FROM log');
  setClock(state, openedAt({ state }), wall, clockRate(state));
  makeKeys(state);
  return status({ runtime, context: { ...context, seed: runtime.seed, now: worldTime(state, wall) } });
}

/** Reseeds, with another seed or size if given. */
const seedFields = { n: optional(number()), size: optional(word(sizes)) };
function reseed({ runtime, context, values: { n, size } }: ControlInput<typeof seedFields>) {
  if (n !== undefined && !Number.isSafeInteger(n)) badRequest(`n must be a whole number, not ${n}.`);
  if (n !== undefined) context.state.setMeta('seed', String(n));
  if (size !== undefined) context.state.setMeta('size', size);
  return reset({ runtime, context });
}

export const stateControls: Controls = {
  status: defineControl({ fields: {}, readOnly: true, handle: status }),
  reset: defineControl({ fields: {}, handle: reset }),
  seed: defineControl({ fields: seedFields, handle: reseed }),
  advance: defineControl({
    fields: { by: text() },
    handle: ({ context: { state, wall }, values }) => {
      advance(state, parseDuration(values.by));
      return { now: iso(worldTime(state, wall)) };
    },
  }),
  clock: defineControl({
    fields: { rate: text() },
    handle: ({ context: { state, now, wall }, values }) => {
      setClock(state, now, wall, parseRate(values.rate));
      return { now: iso(now), rate: clockRate(state) };
    },
  }),
};

const afterCommit = (make: () => Promise<unknown>) => new AfterCommit(make);

const openapiControl = defineControl({ fields: {}, readOnly: true, handle: () => afterCommit(openapi) });

export const catalogueControls: Controls = {
  ids: defineControl({
    fields: { user: optional(text()) },
    handle: ({ runtime, context, values }) => {
      const { id } = userNamed(context, values.user ?? 'mina');
      return afterCommit(async () => pathParameterValues(runtime, id));
    },
  }),
  shapes: defineControl({
    fields: {},
    readOnly: true,
    handle: () => afterCommit(async () => (await import('../core/shapes/describe.js')).allShapes()),
  }),
  openapi: openapiControl,
  'openapi.json': openapiControl,
  'shapes/': defineControl({
    fields: {},
    readOnly: true,
    handle: ({ subpath }) => {
      const [service = '', call = ''] = subpath.split('/');
      return afterCommit(async () => (await import('../core/shapes/describe.js')).describeShape(service, call));
    },
  }),
};

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
const logFields = {
  count: optional(text()),
  service: optional(word(serviceNames)),
  status: optional(number()),
  after: optional(number()),
};

/** Completes the log with the buffered entries. */
async function flushLog(runtime: SandboxRuntime): Promise<void> {
  runtime.log?.flush();
}

function showLog({ context, values }: ControlInput<typeof logFields>) {
  const { count, service, status, after = 0 } = values;
  const tests = [
    'seq > ?',
    service === undefined ? [] : "call LIKE ? || ' %'",
    status === undefined ? [] : 'status = ?',
  ].flat();
  const params = [after, service ?? [], status ?? []].flat();
  const { state } = context;
  const lines = hasLog(state)
    ? state.all<StoredEntry>(`SELECT * FROM log WHERE ${tests.join(' AND ')} ORDER BY seq`, ...params)
    : [];
  if (count === undefined) return lines.map(toResponse(context));
  const matching = lines.filter(({ method, call }) =>
    `${method} ${call ?? ''}`.toLowerCase().includes(count.toLowerCase()),
  );
  return { match: count, count: matching.length };
}

const toResponse =
  (context: SessionContext) =>
  ({ at, who, ms, ...line }: StoredEntry) => ({
    ...line,
    time: iso(at),
    ms: Math.round(ms * 10) / 10,
    who: who === null ? null : (findUser(context, who)?.body.handle ?? who),
  });

export const logControls: Controls = {
  log: defineControl({
    fields: logFields,
    preload: flushLog,
    readOnly: true,
    handle: showLog,
  }),
};
