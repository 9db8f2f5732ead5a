// `tuk api <service> <call>` and `tuk api <METHOD> <service> <path>`: sends a request, prints the response.

import type { Arguments, Context } from '../../cli/command/command.js';
import { type Result, responseResult } from '../../cli/command/result.js';
import { callNamed, serviceNamed } from '../../cli/lines/find-command.js';
import { replacedCommand } from '../../cli/settings/removed-names.js';
import { limitsNow } from '../../engine/change/limits-now.js';
import { performCall } from '../../engine/change/prepared-request.js';
import { pollRead } from '../../engine/read/poll.js';
import { refuseSecretQuery } from '../../engine/request/secret-names.js';
import { isPolled } from '../../engine/request/shared-options.js';
import { parseLimits } from '../../money/policy/limits.js';
import { unlistedRefused } from '../../money/policy/refusals.js';
import {
  type Call,
  kebab,
  type Method,
  open,
  pathNames,
  routesOf,
  type Service,
} from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { checkChangePath } from '../../services/http/change-path.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { type CallParams, checkParams, knownFields, publicFields, queryString } from '../../services/http/params.js';
import { checkPath, router } from '../../services/http/path.js';
import { buildRequest, type RequestContext, type Response, rawRequest } from '../../services/http/send.js';
import { optionKey, requestParams, transferOptionsOf, withJsonBody } from './request-params.js';

// `tuk api <METHOD> <service> <path>`: calls a raw path.
// Refuses calls outside the catalogue. Loaded for a profile with limits.

/** Refuses a call outside the catalogue: it may move value. @throws {Guarded} UNLISTED_PATH in a profile with limits */
async function checkUnlisted(context: Context): Promise<void> {
  if (Object.keys(parseLimits(limitsNow(context))).length > 0) throw unlistedRefused(context.settings().profile.value);
}

/** Calls a path with the effect and the security of its call in the catalogue. Enum values are not checked. */
async function byPath(
  method: Method,
  serviceName: string,
  [path, ...more]: readonly string[],
  options: Arguments['options'],
  context: Context,
): Promise<Response | undefined> {
  const name = serviceNamed(serviceName);
  if (path === undefined)
    throw new BadInput('NO_PATH', `${method} ${name} needs a path.`, `Like tuk api ${method} ${name} /health`);
  if (more.length > 0) throw new BadInput('EXCESS_ARGUMENTS', `Unexpected argument ${JSON.stringify(more[0])}.`);
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
      withoutKeys(
        `A server may read ${JSON.stringify(pathname)} as ${call.path}, and the catalogue spells that otherwise.`,
      ),
      `Spell it so: tuk api ${method} ${service.name} ${call.path}`,
    );
  const name = `${call.service} ${kebab(call.name)}`;
  return { call, note: `  The catalogue spells it ${call.path}; it is sent as typed and treated as ${name}.` };
}

/** A call outside the catalogue. It uses the session if there is one, and counts as a transfer unless it is a GET. */
async function unlistedCall(service: Service, method: Method, path: string, context: Context): Promise<CallAtPath> {
  if (method !== 'GET' && limitsNow(context)) await checkUnlisted(context);
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
    warn: method === 'GET' ? undefined : 'The catalogue does not list it, so it may move value',
    words: {},
  };
  return { call, note: `  The catalogue lists no ${method} ${path} of ${service.name}.` };
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
type Options = Arguments['options'];

/**
 * Makes the call by its name, or the request by method and path. A call that moves value is a transfer.
 * @throws {BadInput} NO_CALL, UNKNOWN_SERVICE, UNKNOWN_CALL, EXCESS_ARGUMENTS; as `performCall`
 */
export async function call({ positionals, options }: Arguments, context: Context): Promise<Result | number> {
  const [first = '', second, ...rest] = positionals;
  const method = methods.find((name) => name === first.toUpperCase());
  if (first === '')
    throw new BadInput(
      'NO_CALL',
      'Name a service and a call, or a method, a service and a path.',
      'See tuk api --help; tuk api list lists the calls.',
    );
  const replaced = method || isService(first) ? undefined : replacedCommand(['api', first]);
  if (replaced) throw replaced;
  if (second === undefined)
    throw new BadInput(
      'NO_CALL',
      method ? `${method} needs a service and a path.` : `Name a call of ${serviceNamed(first)}.`,
      method ? 'Like tuk api GET user /users/current' : `List them: tuk api ${first} --help`,
    );
  const make = async (pollContext: Context) =>
    method ? byPath(method, second, rest, options, pollContext) : byName(first, second, rest, options, pollContext);
  if (isPolled(options)) return repeat(make, method, [first, second], options, context);
  if (options.interval !== undefined)
    throw new BadInput('STRAY_OPTION', '--interval belongs to -w, --until or --count.');
  const response = await make(context);
  return response ? responseResult(response, {}, context) : 0;
}

/** Repeats a read (-w). @throws {BadInput} CONFLICT for a call that changes something */
async function repeat(
  make: (context: Context) => Promise<Response | undefined>,
  method: Method | undefined,
  [service, name]: readonly [string, string],
  options: Options,
  context: Context,
): Promise<number> {
  const reads = method ? method === 'GET' : callNamed(await catalogue(serviceNamed(service)), name).effect === 'none';
  if (!reads) throw new BadInput('CONFLICT', `-w repeats a read, and ${service} ${name} changes something.`);
  return pollRead(async (poll) => ({ json: (await make(poll))?.text, shown: {}, failures: [] }), context, options);
}

async function byName(
  serviceName: string,
  callName: string,
  values: readonly string[],
  options: Options,
  context: Context,
): Promise<Response | undefined> {
  const service = await catalogue(serviceNamed(serviceName));
  const endpoint = callNamed(service, callName);
  const path = pathValues(endpoint, values, options);
  const params: CallParams = hasParams(endpoint, options)
    ? { path, ...(await requestParams(endpoint, options, context)) }
    : { path, query: {} };
  const allowUnknownWord = context.flags.allowUnknownWord === true;
  checkParams(endpoint, params, allowUnknownWord);
  const complete = params.body === undefined ? params : await withJsonBody(params);
  return performCall(
    context,
    {
      call: endpoint,
      build: async (requestContext) =>
        buildRequest(endpoint, complete, router(service.calls), requestContext, { allowUnknownWord }),
    },
    await transferOptionsOf(endpoint, options),
  );
}

const hasParams = (call: Call, options: Options) =>
  ['field', 'jsonField', 'query', 'input', ...Object.keys(publicFields(call)).map(optionKey)].some(
    (key) => options[key] !== undefined,
  );
/** Path values by name, then in the order of the path. @throws {BadInput} for too many */
function pathValues(call: Call, values: readonly string[], options: Options): Record<string, unknown> {
  const remaining = [...values];
  const assigned: Record<string, unknown> = {};
  for (const name of pathNames(call.path)) assigned[name] = options[optionKey(name)] ?? remaining.shift();
  if (remaining.length > 0)
    throw new BadInput(
      'EXCESS_ARGUMENTS',
      `${call.service} ${kebab(call.name)} takes ${pathNames(call.path).length} path values; ${JSON.stringify(remaining[0])} is one too many.`,
    );
  return assigned;
}
