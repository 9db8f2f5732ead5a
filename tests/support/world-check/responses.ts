// Checks that the response of every read in the catalogue, made as mina through the ordinary handlers, fits its shape.
import type * as zod from 'zod/mini';
import { type SessionContext, worldTime } from '../../../sandbox/core/context.js';
import { loadAllHandlers, loadHandler } from '../../../sandbox/core/handlers.js';
import type { SandboxRuntime } from '../../../sandbox/core/runtime.js';
import { ownShapes } from '../../../sandbox/core/shapes/index.js';
import { beginSession, withTokens } from '../../../sandbox/domains/people/session.js';
import { findUser, identifierOf } from '../../../sandbox/domains/people/user.js';
import { dispatch, loadService } from '../../../sandbox/service/dispatch.js';
import { pathParameterValues } from '../../../sandbox/service/path-parameter-values.js';
import type { Call, Fields, Open } from '../../../src/services/catalogue/define.js';
import { catalogue, serviceNames } from '../../../src/services/catalogue/index.js';
import type { CheckResult, Finding } from './check-world.js';

interface CheckRun {
  readonly runtime: SandboxRuntime;
  readonly z: typeof zod;
  readonly token: string | undefined;
  readonly ids: Readonly<Record<string, string>>;
}

/** Finds reads with responses outside their shape. Deletes its session again. */
export async function responseFindings(runtime: SandboxRuntime): Promise<CheckResult> {
  const z = await import('zod/mini');
  const signedIn = await signInMina(runtime);
  const run: CheckRun = {
    ...{ runtime: runtime, z, token: signedIn?.token },
    ids: signedIn ? await pathParameterValues(runtime, signedIn.userId) : {},
  };
  const findings: Finding[] = [];
  let responses = 0;
  for (const name of serviceNames) {
    const lines = await loadAllHandlers((await loadService(runtime, name)).handlers);
    for (const call of Object.values((await catalogue(name)).calls)) {
      if (call.method !== 'GET' || call.as === 'redirect' || lines.get(call.name)?.writes) continue;
      const found = await checkCall(run, call);
      if (found !== 'refused') responses++;
      if (typeof found === 'object') findings.push(found);
    }
  }
  if (signedIn) runtime.state.write(() => runtime.state.run('DELETE FROM session WHERE id = ?', signedIn.sessionId));
  return { findings, checked: { responses } };
}

/** Begins a session of mina; undefined in a world without her. */
async function signInMina(
  runtime: SandboxRuntime,
): Promise<{ token: string; userId: string; sessionId: string } | undefined> {
  const { state, seed, settings } = runtime;
  const started = state.write(() => {
    const wall = settings.wall();
    const context: SessionContext = {
      ...{ state, seed, settings, wall, now: worldTime(state, wall) },
      client: { id: undefined, version: undefined },
    };
    const mina = findUser(context, 'mina');
    const signedIn = mina?.body.deletedAt === null ? identifierOf(context, mina.id) : undefined;
    if (!mina || !signedIn) return undefined;
    const session = beginSession(context, signedIn);
    const later = withTokens(context, session, (pair) => pair.accessToken);
    return { later, userId: mina.id, sessionId: session.id };
  });
  return (
    started && { token: (await started.later.run()) as string, userId: started.userId, sessionId: started.sessionId }
  );
}

async function checkCall({ runtime, z, token, ids }: CheckRun, call: Call): Promise<Finding | 'fits' | 'refused'> {
  const { handlers } = await loadService(runtime, call.service as (typeof serviceNames)[number]);
  const line = await loadHandler(handlers, call.name);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ids[`${call.service} ${call.name} ${name}`] ?? '1'),
  );
  const what = `${call.service} ${call.name}`;
  const response = await dispatch(runtime, {
    ...{ method: 'GET', path: `/${call.service}${path}`, query: requiredQuery(line.query ?? call.query) },
    ...{ headers: token === undefined ? {} : { authorization: `Bearer ${token}` }, bytes: Buffer.alloc(0) },
    internal: true,
  });
  if (response.status >= 500)
    return { about: 'response', what, why: `${response.status} ${String(response.body).slice(0, 300)}` };
  if (response.status >= 400) return 'refused';
  const shape = await shapeOf(call);
  if (!shape || typeof response.body !== 'string') return 'fits';
  const { error } = z.safeParse(shape as zod.core.$ZodType, JSON.parse(response.body));
  const [issue] = error?.issues ?? [];
  return issue ? { about: 'response', what, why: `${issue.path.join('.') || 'it'}: ${issue.message}` } : 'fits';
}

/** Fills every required query value with the first of its words, or with any text. */
function requiredQuery(fields: Fields | Open | undefined): URLSearchParams {
  const table = fields === undefined || fields === 'open' ? {} : fields;
  const needed = Object.entries(table).filter(([, field]) => field.required);
  return new URLSearchParams(
    needed.map(([name, { words, kind }]): [string, string] => [
      name,
      String(words?.[0] ?? (kind === 'boolean' ? 'true' : '1')),
    ]),
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
