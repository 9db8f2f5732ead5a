// `tuk api <METHOD> <service> <path>`: a path as a person typed it.
import { type Call, kebab, type Method, type Service } from '../../services/define.js';
import { queryString } from '../../services/http/ask.js';
import { BadInput } from '../../services/http/failure.js';
import { checkPath, type Router, router } from '../../services/http/path.js';
import { type Reply, rawRequest } from '../../services/http/send.js';
import { catalogue } from '../../services/index.js';
import type { Typed } from '../command.js';
import type { Context } from '../context.js';
import { serviceNamed } from '../named.js';
import { asked, written } from './asked.js';

/** Calls a path. One that the catalogue knows has that call's effect and security; no closed words are checked. */
export async function byPath(
  method: Method,
  serviceName: string,
  [path, ...more]: readonly string[],
  options: Typed['options'],
  context: Context,
): Promise<Reply | undefined> {
  const name = serviceNamed(serviceName);
  if (path === undefined) throw new BadInput('NO_PATH', `${method} ${name} needs a path.`, `Like tuk api ${method} ${name} /health`);
  if (more.length > 0) throw new BadInput('EXCESS_ARGUMENTS', `There is one word too many: ${JSON.stringify(more[0])}.`);
  const service = await catalogue(name);
  const [bare = ''] = checkPath(path).split('?', 1);
  const routes = router(service.calls);
  const found =
    routes.match(method, bare)?.call ?? alike(routes, method, bare, context) ?? (await unlisted(service, method, path, context));
  const { query, body } = await written({ path: {}, ...(await asked(found, options, context)) });
  const extra = queryString(query);
  const whole = path.includes('?') ? path + extra.replace('?', '&') : path + extra;
  return context.perform(found, (reach) => rawRequest(found, whole, body, reach));
}

/** The call that a server may take the path for, though it is not spelt so: it has that call's effect and security. */
function alike(routes: Router, method: Method, path: string, context: Context): Call | undefined {
  const call = routes.alike(method, path);
  if (call) context.say(`  The catalogue spells it ${call.path}; it is sent as typed, and taken for ${call.service} ${kebab(call.name)}.`);
  return call;
}

/** A call that the catalogue does not list: signed in if someone is, and taken to change something unless it is a GET. */
async function unlisted(service: Service, method: Method, path: string, context: Context): Promise<Call> {
  if (method !== 'GET' && context.settings.of.limits && !context.onlyShows) (await import('../guard/judge.js')).checkUnlisted(context);
  const signedIn = (await context.session.token()).accessToken !== undefined;
  context.say(`  The catalogue lists no ${method} ${path} of ${service.name}.`);
  return {
    service: service.name,
    name: 'unlisted',
    method,
    path,
    is: `Call ${method} ${path}`,
    auth: signedIn ? 'signed-in' : 'public',
    effect: method === 'GET' ? 'none' : 'service',
    as: 'json',
    words: {},
  };
}
