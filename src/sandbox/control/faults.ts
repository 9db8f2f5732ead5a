// Faults planned beforehand: `fault/add`, `fault/list`, `fault/clear`.
import { number, optional, text } from '../../services/catalogue/define.js';
import type { Running } from '../core/dispatch.js';
import { refuse } from '../core/refusal.js';
import type { Reception } from '../core/world.js';
import { type Meant, type Planned, plan, planned } from '../faults/plan.js';
import { readFaults } from '../faults/read.js';
import { personOf } from './people.js';
import { type Controls, control, type Given } from './subject.js';

type Everything = ReadonlyMap<string, ReadonlyMap<string, { readonly method: string; readonly path: string; readonly name: string }>>;

/** Every call by service and name: what a fault may be meant for. */
async function everything(_running: Running): Promise<Everything> {
  const { catalogues } = await import('../../services/catalogue/index.js');
  return new Map((await catalogues()).map(({ name, calls }) => [name, new Map(Object.entries(calls))]));
}

interface Asked {
  readonly spec: string;
  readonly on?: string;
  readonly user?: string;
  readonly times?: number;
  readonly after?: number;
  readonly chance?: number;
}

function add({ reception, values, prepared }: Given<Everything>): unknown {
  const { spec, on, user, times, after = 0, chance } = values as unknown as Asked;
  const { specs } = readFaults(spec.split(','));
  if (specs.length === 0) refuse(400, 'spec names no fault: such as latency=2s, or status=503.', 'INVALID_REQUEST');
  refuseCount('times', times, 1);
  refuseCount('after', after, 0);
  if (chance !== undefined && !(chance >= 0 && chance <= 1))
    refuse(400, `chance must lie between 0 and 1, not ${chance}.`, 'INVALID_REQUEST');
  const all = planned(reception.state);
  const one: Planned = {
    id: (all.at(-1)?.id ?? 0) + 1,
    specs,
    on: on === undefined ? {} : meantBy(on, prepared),
    ...(user !== undefined && { userId: personOf(reception, user).id }),
    ...(times !== undefined && { times }),
    after,
    ...(chance !== undefined && { chance }),
    seen: 0,
    done: 0,
  };
  plan(reception.state, [...all, one]);
  return show(reception)(one);
}

function refuseCount(name: string, value: number | undefined, least: number): void {
  if (value !== undefined && !(Number.isSafeInteger(value) && value >= least))
    refuse(400, `${name} must be a whole number from ${least} on, not ${value}.`, 'INVALID_REQUEST');
}

/** Reads `POST sale /v1/orders`, `sale createOrder`, `GET`, `POST sale` or `sale`. @throws {Refusal} for what no call is. */
function meantBy(on: string, every: Everything): Meant {
  const words = on.trim().split(/\s+/);
  const method = /^(GET|POST|PUT|DELETE)$/.test(words[0]!) ? words.shift() : undefined;
  const [service, call, ...more] = words;
  const known = service === undefined ? undefined : every.get(service);
  if (more.length > 0 || (service !== undefined && !known))
    return refuse(
      400,
      `${JSON.stringify(on.slice(0, 200))} names no service: such as POST sale /v1/orders, or sale createOrder.`,
      'INVALID_REQUEST',
    );
  const found =
    call === undefined
      ? undefined
      : [...known!.values()].find((one) => (one.name === call || one.path === call) && (method ?? one.method) === one.method);
  if (call !== undefined && !found)
    refuse(
      400,
      `${service} has no call ${JSON.stringify(call.slice(0, 200))}${method ? ` with ${method}` : ''}; tuk api list names them.`,
      'INVALID_REQUEST',
    );
  return { ...(method && { method }), ...(service && { service }), ...(found && { call: found.name }) };
}

const show =
  (reception: Reception) =>
  ({ specs, on: { method, service, call }, userId, ...counts }: Planned): unknown => ({
    ...counts,
    spec: specs.join(', '),
    on: [method, service, call].filter(Boolean).join(' ') || 'every call',
    ...(userId !== undefined && { user: personOf(reception, userId).body.handle ?? userId }),
  });

function clear({ reception, values }: Given): unknown {
  const all = planned(reception.state);
  const { id } = values as { id?: number };
  if (id !== undefined && !all.some((one) => one.id === id)) refuse(404, `There is no fault ${id}.`, 'NOT_FOUND_FAULT');
  const left = id === undefined ? [] : all.filter((one) => one.id !== id);
  plan(reception.state, left);
  return { cleared: all.length - left.length };
}

export const faulty: Controls = {
  'fault/add': control({
    takes: {
      spec: text(),
      on: optional(text()),
      times: optional(number()),
      after: optional(number()),
      chance: optional(number()),
      user: optional(text()),
    },
    before: everything,
    does: add,
  }),
  'fault/list': control({ takes: {}, does: ({ reception }) => planned(reception.state).map(show(reception)) }),
  'fault/clear': control({ takes: { id: optional(number()) }, does: clear }),
};
