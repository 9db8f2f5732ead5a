// The sandbox's own calls under `/_sandbox`: which there are, what each takes, and its answer; what they do stands in `control/`, a file a subject.

import { atPresent } from '../core/catch-up.js';
import { iso, worldTime } from '../core/clock.js';
import type { Running } from '../core/dispatch.js';
import { refuse } from '../core/refusal.js';
import { Later } from '../core/reply.js';
import { takeFields } from '../core/validate-input.js';
import { type Ask, json, type Reply } from '../core/wire.js';
import { checking } from './check.js';
import { faulty } from './faults.js';
import { catalogued } from './ids.js';
import { logged } from './log.js';
import { people } from './people.js';
import { staged } from './scenarios.js';
import type { Controls } from './subject.js';
import { timed } from './until.js';
import { worldly } from './world.js';

const controls: Controls = { ...worldly, ...timed, ...people, ...staged, ...faulty, ...logged, ...checking, ...catalogued };

/** Answers a control call. @throws {Refusal} */
export async function control(running: Running, ask: Ask): Promise<Reply> {
  if (ask.method !== 'GET' && ask.method !== 'POST') refuse(405, 'Control calls are GET or POST.', 'METHOD_NOT_ALLOWED');
  const name = ask.path.slice('/_sandbox/'.length).replace(/\/$/, '');
  const [found, rest] = controlNamed(name);
  const where = ask.bytes && ask.bytes.length > 0 ? 'body' : 'query';
  const { values } = takeFields(found.takes, { ...Object.fromEntries(ask.query), ...bodyOf(ask) }, where);
  const { state, settings } = running;
  const prepared = await found.before?.(running, rest);
  const answer = await atPresent(running, found.reads !== true, (now, wall) => {
    const reception = { state, seed: running.seed, now, wall, settings, client: { id: undefined, version: undefined } };
    return found.does({ running, reception, values, rest, prepared });
  });
  return json(200, answer instanceof Later ? await answer.make() : await answer, {
    'x-sandbox-now': iso(worldTime(state, settings.wall())),
  });
}

/** The control of a name, and what stands behind the name of one that takes a path. */
function controlNamed(name: string): [Controls[string], string] {
  if (Object.hasOwn(controls, name)) return [controls[name]!, ''];
  const [first = '', ...rest] = name.split('/');
  const found = Object.hasOwn(controls, `${first}/`) ? controls[`${first}/`] : undefined;
  if (found) return [found, rest.join('/')];
  const names = Object.keys(controls).map((one) => one.replace(/\/$/, '/...'));
  return refuse(404, `There is no control ${JSON.stringify(name.slice(0, 50))}: there are ${names.join(', ')}.`, 'NOT_FOUND_ROUTE');
}

function bodyOf(ask: Ask): Readonly<Record<string, unknown>> {
  if (!ask.bytes || ask.bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(ask.bytes).toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  return refuse(400, 'The body must be a JSON object.', 'INVALID_JSON');
}
