// Checks what is answered: every read of the catalogue, made by mina through the same handlers as any, fits its shape.

import type * as zod from 'zod/mini';
import type { Call, Fields, Open } from '../../services/catalogue/define.js';
import { catalogue, serviceNames } from '../../services/catalogue/index.js';
import { worldTime } from '../core/clock.js';
import { dispatch, load, type Running } from '../core/dispatch.js';
import { allLines, lineOf } from '../core/handlers.js';
import { idsOf } from '../core/path-ids.js';
import { ownShapes } from '../core/shapes/index.js';
import type { Reception } from '../core/world.js';
import { beginSession, withTokens } from '../domains/people/session.js';
import { findUser, identifierOf } from '../domains/people/user.js';
import type { Checked, Finding } from './check.js';

interface Asking {
  readonly running: Running;
  readonly z: typeof zod;
  readonly token: string | undefined;
  readonly ids: Readonly<Record<string, string>>;
}

/** The reads whose answers do not fit. Leaves no trace: the session that it makes is taken away again. */
export async function answerFindings(running: Running): Promise<Checked> {
  const z = await import('zod/mini');
  const way = await letMinaIn(running);
  const asking: Asking = { running, z, token: way?.token, ids: way ? await idsOf(running, way.userId) : {} };
  const findings: Finding[] = [];
  let answers = 0;
  for (const name of serviceNames) {
    const lines = await allLines((await load(running, name)).lines);
    for (const call of Object.values((await catalogue(name)).calls)) {
      if (call.method !== 'GET' || call.as === 'redirect' || lines.get(call.name)?.writes) continue;
      const found = await ask(asking, call);
      if (found !== 'refused') answers++;
      if (typeof found === 'object') findings.push(found);
    }
  }
  if (way) running.state.write(() => running.state.run('DELETE FROM session WHERE id = ?', way.sessionId));
  return { findings, checked: { answers } };
}

/** A session of mina; nobody in a world that she is not in. */
async function letMinaIn(running: Running): Promise<{ token: string; userId: string; sessionId: string } | undefined> {
  const { state, seed, settings } = running;
  const made = state.write(() => {
    const wall = settings.wall();
    const reception: Reception = {
      state,
      seed,
      settings,
      wall,
      now: worldTime(state, wall),
      client: { id: undefined, version: undefined },
    };
    const mina = findUser(reception, 'mina');
    const way = mina?.body.deletedAt === null ? identifierOf(reception, mina.id) : undefined;
    if (!mina || !way) return undefined;
    const session = beginSession(reception, way);
    const later = withTokens(reception, session, session.body.hidden.generation, (pair) => pair.accessToken);
    return { later, userId: mina.id, sessionId: session.id };
  });
  return made && { token: (await made.later.make()) as string, userId: made.userId, sessionId: made.sessionId };
}

async function ask({ running, z, token, ids }: Asking, call: Call): Promise<Finding | 'fits' | 'refused'> {
  const line = await lineOf((await load(running, call.service as (typeof serviceNames)[number])).lines, call.name);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[`${call.service} ${call.name} ${name}`] ?? '1'));
  const what = `${call.service} ${call.name}`;
  const reply = await dispatch(running, {
    method: 'GET',
    path: `/${call.service}${path}`,
    query: neededQuery(line.query ?? call.query),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    bytes: Buffer.alloc(0),
    own: true,
  });
  if (reply.status >= 500) return { about: 'answer', what, why: `${reply.status} ${String(reply.body).slice(0, 300)}` };
  if (reply.status >= 400) return 'refused';
  const shape = await shapeOf(call);
  if (!shape || typeof reply.body !== 'string') return 'fits';
  const { error } = z.safeParse(shape as zod.core.$ZodType, JSON.parse(reply.body));
  const [issue] = error?.issues ?? [];
  return issue ? { about: 'answer', what, why: `${issue.path.join('.') || 'it'}: ${issue.message}` } : 'fits';
}

/** The first word, or any text, for every value of a query that is needed. */
function neededQuery(fields: Fields | Open | undefined): URLSearchParams {
  const table = fields === undefined || fields === 'open' ? {} : fields;
  const needed = Object.entries(table).filter(([, field]) => field.needed);
  return new URLSearchParams(
    needed.map(([name, { words, kind }]): [string, string] => [name, String(words?.[0] ?? (kind === 'boolean' ? 'true' : '1'))]),
  );
}

async function shapeOf({ service, name, response }: Call): Promise<unknown> {
  const own = ownShapes[service];
  const ownShape = own?.calls[name];
  if (own && ownShape) return (await own.load())[ownShape.shape];
  const shapes = (await (await catalogue(service as (typeof serviceNames)[number])).shapes?.()) as
    | Readonly<Record<string, unknown>>
    | undefined;
  return response === undefined ? undefined : shapes?.[response];
}
