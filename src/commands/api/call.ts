// `tuk api <service> <call>` and `tuk api <METHOD> <service> <path>`: sends a request, prints the response.

import { type Arguments, type Context, type Result, responseResult } from '../../cli/command/command.js';
import { callNamed, serviceNamed } from '../../cli/lines/find-command.js';
import { replacedCommand } from '../../cli/settings/removed-names.js';
import { performCall } from '../../engine/change/prepared-request.js';
import { pollRead } from '../../engine/read/poll.js';
import { notesOf } from '../../engine/read/repeatable.js';
import { isPolled } from '../../engine/request/shared-options.js';
import { type Call, kebab, type Method, pathNames } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { type CallParams, checkParams, publicFields } from '../../services/http/params.js';
import { router } from '../../services/http/path.js';
import { buildRequest, type Response } from '../../services/http/send.js';
import { byPath } from './raw.js';
import { optionKey, requestParams, transferOptionsOf, withJsonBody } from './request-params.js';

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
  const make = async (poll: Context) => {
    const response = await (method
      ? byPath(method, second, rest, options, poll)
      : byName(first, second, rest, options, poll));
    for (const note of response ? notesOf(response, { isPaged: false, canFollow: false }) : []) poll.note(note);
    return response;
  };
  if (isPolled(options)) return repeat(make, method, [first, second], options, context);
  if ((options.interval ?? options.onChange) !== undefined)
    throw new BadInput('STRAY_OPTION', '--interval and --on-change belong to -w.');
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
      `${call.service} ${kebab(call.name)} takes ${pathNames(call.path).length} path values; ${cited(remaining[0])} is one too many.`,
    );
  return assigned;
}
