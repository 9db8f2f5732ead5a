// `tuk api <service> <call>` and `tuk api <METHOD> <service> <path>`: puts the request together, makes it, prints the answer.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { flagKey } from '../../cli/options.js';
import { callNamed, serviceNamed } from '../../cli/resolve-call.js';
import { type Call, kebab, type Method, pathNames } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { type CallParams, checkParams, knownFields } from '../../services/http/params.js';
import { router } from '../../services/http/path.js';
import { buildRequest, type Response } from '../../services/http/send.js';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
type Options = Arguments['options'];

export async function call({ positionals, options }: Arguments, context: Context): Promise<number> {
  const [first = '', second, ...rest] = positionals;
  const method = methods.find((one) => one === first.toUpperCase());
  if (first === '')
    throw new BadInput(
      'NO_CALL',
      'Name a service and a call, or a method, a service and a path.',
      'tuk api --help shows how; tuk api list shows the calls.',
    );
  if (second === undefined)
    throw new BadInput(
      'NO_CALL',
      method ? `${method} needs a service and a path.` : `Name a call of ${serviceNamed(first)}.`,
      method ? 'Like tuk api GET user /users/current' : `List them: tuk api list --service ${first}`,
    );
  if (options.newRecipient) context.transfer.newRecipient = true;
  const reply = method
    ? await (await import('./raw.js')).byPath(method, second, rest, options, context)
    : await byName(first, second, rest, options, context);
  if (!reply) return 0;
  await context.printReply(reply);
  return context.flags.check ? (await import('./check.js')).check(reply, context) : 0;
}

async function byName(
  serviceName: string,
  callName: string,
  values: readonly string[],
  options: Options,
  context: Context,
): Promise<Response | undefined> {
  const service = await catalogue(serviceNamed(serviceName));
  const found = callNamed(service, callName);
  const path = pathValues(found, values, options);
  const ask: CallParams = saysMore(found, options)
    ? { path, ...(await (await import('./asked.js')).asked(found, options, context)) }
    : { path, query: {} };
  const allowUnknownWord = context.flags.allowUnknownWord === true;
  checkParams(found, ask, allowUnknownWord);
  const whole = ask.body === undefined ? ask : await (await import('./asked.js')).written(ask);
  return context.perform(found, async (reach) => buildRequest(found, whole, router(service.calls), reach, { allowUnknownWord }));
}

/** Whether anything was typed for query or body. */
const saysMore = (call: Call, options: Options): boolean =>
  ['field', 'jsonField', 'query', 'input', ...Object.keys({ ...knownFields(call.query), ...knownFields(call.body) }).map(optionKey)].some(
    (key) => options[key] !== undefined,
  );
/** What a field's own option is kept under. */
export const optionKey = (name: string): string => flagKey(`--${kebab(name)}`);

/** Path values by name, then in the path's order. @throws {BadInput} for one too many. */
function pathValues(call: Call, values: readonly string[], options: Options): Record<string, unknown> {
  const left = [...values];
  const filled: Record<string, unknown> = {};
  for (const name of pathNames(call.path)) filled[name] = options[optionKey(name)] ?? left.shift();
  if (left.length > 0)
    throw new BadInput(
      'EXCESS_ARGUMENTS',
      `${call.service} ${kebab(call.name)} takes ${pathNames(call.path).length} path values; ${JSON.stringify(left[0])} is one too many.`,
    );
  return filled;
}
