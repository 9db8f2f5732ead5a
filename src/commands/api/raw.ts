// `tuk api <METHOD> <service> <path>`: a path as a person typed it.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import { type Call, kebab, type Method, open, type Service } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { queryString } from '../../services/http/params.js';
import { checkPath, router } from '../../services/http/path.js';
import { type Response, rawRequest } from '../../services/http/send.js';
import { asked, written } from './asked.js';

/** Calls a path. One that the catalogue knows has that call's effect and security; no closed words are checked. */
export async function byPath(
  method: Method,
  serviceName: string,
  [path, ...more]: readonly string[],
  options: Arguments['options'],
  context: Context,
): Promise<Response | undefined> {
  const name = serviceNamed(serviceName);
  if (path === undefined) throw new BadInput('NO_PATH', `${method} ${name} needs a path.`, `Like tuk api ${method} ${name} /health`);
  if (more.length > 0) throw new BadInput('EXCESS_ARGUMENTS', `There is one word too many: ${JSON.stringify(more[0])}.`);
  const service = await catalogue(name);
  checkPath(path);
  const found = await callAt(service, method, path, context);
  const { query, body } = await written({ path: {}, ...(await asked(found, options, context)) });
  const extra = queryString(query);
  const whole = path.includes('?') ? path + extra.replace('?', '&') : path + extra;
  return context.perform(found, (reach) => rawRequest(found, whole, body, reach));
}

/**
 * The call of the catalogue that a path names; for a read also one that a server may take it for.
 * @throws {Guarded} for a change at a path that servers may read in different ways
 */
async function callAt(service: Service, method: Method, path: string, context: Context): Promise<Call> {
  const [bare = ''] = path.split('?', 1);
  const routes = router(service.calls);
  const exact = routes.match(method, bare)?.call;
  if (method !== 'GET') (await import('../../services/http/change-path.js')).checkChangePath(bare, exact?.path.split('/').slice(1));
  const call = exact ?? routes.alike(method, bare);
  if (call === undefined) return unlisted(service, method, path, context);
  if (call === exact) return call;
  if (method !== 'GET')
    throw new Guarded(
      'AMBIGUOUS_PATH',
      `A server may read ${JSON.stringify(bare)} as ${call.path}, and the catalogue spells that otherwise; nothing was sent.`,
      `Spell it so: tuk api ${method} ${service.name} ${call.path}`,
    );
  context.log(`  The catalogue spells it ${call.path}; it is sent as typed, and taken for ${call.service} ${kebab(call.name)}.`);
  return call;
}

/** A call that the catalogue does not list: signed in if someone is, and taken to move value unless it is a GET. */
async function unlisted(service: Service, method: Method, path: string, context: Context): Promise<Call> {
  if (method !== 'GET' && context.settings.of.limits && !context.onlyShows)
    (await import('../../money/policy/evaluate.js')).checkUnlisted(context);
  const signedIn = (await context.session.token()).accessToken !== undefined;
  context.log(`  The catalogue lists no ${method} ${path} of ${service.name}.`);
  return {
    service: service.name,
    name: 'unlisted',
    method,
    path,
    summary: `Call ${method} ${path}`,
    auth: signedIn ? 'signed-in' : 'public',
    effect: method === 'GET' ? 'none' : 'money',
    as: 'json',
    query: open,
    body: open,
    ...(method === 'GET' ? {} : { warn: 'The catalogue does not list it, so it may move value' }),
    words: {},
  };
}
