// `tuk api <METHOD> <service> <path>`: calls a raw path.
import type { Arguments, Context } from '../../cli/command/command.js';

import { serviceNamed } from '../../cli/lines/find-command.js';
import { performCall } from '../../engine/change/prepared-request.js';
import { refuseSecretQuery } from '../../engine/request/secret-names.js';
import { type Call, kebab, type Method, open, routesOf, type Service } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { checkChangePath } from '../../services/http/change-path.js';
import { BadInput, cited, Guarded } from '../../services/http/errors.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { knownFields, queryString } from '../../services/http/params.js';
import { checkPath, router } from '../../services/http/path.js';
import { type RequestContext, type Response, rawRequest } from '../../services/http/send.js';
import { requestParams, transferOptionsOf, withJsonBody } from './request-params.js';

/** Calls a path with the effect and the security of its call in the catalogue. Enum values are not checked. */
export async function byPath(
  method: Method,
  serviceName: string,
  [path, ...more]: readonly string[],
  options: Arguments['options'],
  context: Context,
): Promise<Response | undefined> {
  const name = serviceNamed(serviceName);
  if (path === undefined)
    throw new BadInput('NO_PATH', `${method} ${name} needs a path.`, `Like tuk api ${method} ${name} /health`);
  if (more.length > 0) throw new BadInput('EXCESS_ARGUMENTS', `Unexpected argument ${cited(more[0])}.`);
  const service = await catalogue(name);
  const [pathname = '', typedQuery = ''] = path.split(/\?(.*)/s, 2);
  // Comes first: other errors repeat the path.
  refuseSecretQuery(typedQuery, knownFields(router(service.calls).match(method, pathname)?.call.query));
  checkPath(path);
  const { call, note } = await callAt(service, method, path, context);
  const { query, body } = await withJsonBody({ path: {}, ...(await requestParams(call, options, context)) });
  const queryText = queryString(query);
  const target = path.includes('?') ? path + queryText.replace('?', '&') : path + queryText;
  const build = async (requestContext: RequestContext) => {
    const request = await rawRequest(call, target, body, requestContext);
    if (note !== undefined) context.log(note); // it repeats the path, now checked for private keys
    return request;
  };
  return performCall(context, { call, build }, await transferOptionsOf(call, options));
}

interface CallAtPath {
  readonly call: Call;
  readonly note?: string;
}

/** The call of a path. A GET also takes a path that a server may read as a call. @throws {Guarded} AMBIGUOUS_PATH */
async function callAt(service: Service, method: Method, path: string, context: Context): Promise<CallAtPath> {
  const [pathname = ''] = path.split('?', 1);
  const routes = router(service.calls);
  const exact = routes.match(method, pathname)?.call;
  if (method !== 'GET') {
    const paths = routesOf(service.calls).map((route) => route.path);
    checkChangePath(pathname, exact?.path.split('/').slice(1) ?? [], paths);
  }
  const call = exact ?? routes.matchLoosely(method, pathname);
  if (call === undefined) return unlistedCall(service, method, path, context);
  if (call === exact) return { call };
  if (method !== 'GET')
    throw new Guarded(
      'AMBIGUOUS_PATH',
      withoutKeys(`A server may read ${cited(pathname)} as ${call.path}, which the catalogue spells differently.`),
      `Spell it so: tuk api ${method} ${service.name} ${call.path}`,
    );
  const name = `${call.service} ${kebab(call.name)}`;
  return { call, note: `  The catalogue spells it ${call.path}; it is sent as typed and treated as ${name}.` };
}

/** A call outside the catalogue. It uses the session if there is one, and counts as a transfer unless it is a GET. */
async function unlistedCall(service: Service, method: Method, path: string, context: Context): Promise<CallAtPath> {
  const signedIn = await context.session().isSignedIn();
  const call: Call = {
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
    warn: method === 'GET' ? undefined : 'The catalogue does not list it, so it may be a transfer',
    words: {},
  };
  return { call, note: `  The catalogue lists no ${method} ${path} of ${service.name}.` };
}
