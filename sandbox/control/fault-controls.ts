// The controls of planned faults: `fault/add`, `fault/list`, `fault/clear`.

import { number, optional, text } from '../../src/services/catalogue/define.js';
import { badRequest, refuse, type SessionContext } from '../core/index.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { parseFaults } from '../faults/fault-specs.js';
import { type FaultTarget, type PlannedFault, plannedFaults, savePlannedFaults } from '../faults/planned-faults.js';
import { type ControlInput, type Controls, defineControl } from './control.js';
import { userNamed } from './session-controls.js';

type CallIndex = ReadonlyMap<
  string,
  ReadonlyMap<string, { readonly method: string; readonly path: string; readonly name: string }>
>;

/** By service and name. */
async function loadCalls(_running: SandboxRuntime): Promise<CallIndex> {
  const { catalogues } = await import('../../src/services/catalogue/index.js');
  return new Map((await catalogues()).map(({ name, calls }) => [name, new Map(Object.entries(calls))]));
}

const faultFields = {
  spec: text(),
  on: optional(text()),
  times: optional(number()),
  after: optional(number()),
  chance: optional(number()),
  user: optional(text()),
};

function add({ context, values, preloaded }: ControlInput<typeof faultFields, CallIndex>) {
  const { spec, on, user, times, after = 0, chance } = values;
  const { specs } = parseFaults(spec.split(','));
  if (specs.length === 0) badRequest('spec names no fault: such as latency=2s, or status=503.');
  refuseCount('times', times, 1);
  refuseCount('after', after, 0);
  if (chance !== undefined && !(chance >= 0 && chance <= 1))
    badRequest(`chance must lie between 0 and 1, not ${chance}.`);
  const faults = plannedFaults(context.state);
  const fault: PlannedFault = {
    id: (faults.at(-1)?.id ?? 0) + 1,
    specs,
    on: on === undefined ? {} : parseTarget(on, preloaded),
    userId: user === undefined ? undefined : userNamed(context, user).id,
    times,
    after,
    chance,
    seen: 0,
    done: 0,
  };
  savePlannedFaults(context.state, [...faults, fault]);
  return show(context)(fault);
}

function refuseCount(name: string, value: number | undefined, least: number): void {
  if (value !== undefined && !(Number.isSafeInteger(value) && value >= least))
    badRequest(`${name} must be a whole number from ${least} on, not ${value}.`);
}

/**
 * Parses a target: `POST sale /v1/orders`, `sale createOrder`, `GET`, `POST sale` or `sale`. @throws {Refusal} if no
 * call matches
 */
function parseTarget(on: string, calls: CallIndex): FaultTarget {
  const words = on.trim().split(/\s+/);
  const method = /^(GET|POST|PUT|DELETE)$/.test(words[0]!) ? words.shift() : undefined;
  const [service, call, ...more] = words;
  const serviceCalls = service === undefined ? undefined : calls.get(service);
  if (more.length > 0 || (service !== undefined && !serviceCalls))
    return badRequest(
      `${JSON.stringify(on.slice(0, 200))} names no service: such as POST sale /v1/orders, or sale createOrder.`,
    );
  const match =
    call === undefined
      ? undefined
      : [...serviceCalls!.values()].find(
          (candidate) =>
            (candidate.name === call || candidate.path === call) && (method ?? candidate.method) === candidate.method,
        );
  if (call !== undefined && !match)
    badRequest(
      `${service} has no call ${JSON.stringify(call.slice(0, 200))}${method ? ` with ${method}` : ''}; tuk api list names them.`,
    );
  return { method, service, call: match?.name };
}

const show =
  (context: SessionContext) =>
  ({ specs, on: { method, service, call }, userId, ...counts }: PlannedFault) => ({
    ...counts,
    spec: specs.join(', '),
    on: [method, service, call].filter(Boolean).join(' ') || 'every call',
    user: userId && (userNamed(context, userId).body.handle ?? userId),
  });

const clearFields = { id: optional(number()) };
function clear({ context, values: { id } }: ControlInput<typeof clearFields>) {
  const faults = plannedFaults(context.state);
  if (id !== undefined && !faults.some((fault) => fault.id === id))
    refuse(404, `There is no fault ${id}.`, 'NOT_FOUND_FAULT');
  const remaining = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
  savePlannedFaults(context.state, remaining);
  return { cleared: faults.length - remaining.length };
}

export const faultControls: Controls = {
  'fault/add': defineControl({
    fields: faultFields,
    preload: loadCalls,
    handle: add,
  }),
  'fault/list': defineControl({ fields: {}, handle: ({ context }) => plannedFaults(context.state).map(show(context)) }),
  'fault/clear': defineControl({ fields: clearFields, handle: clear }),
};
