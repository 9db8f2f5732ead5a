// `tuk api <service> <call>` and `tuk api <METHOD> <service> <path>`: puts the request together, makes it, prints the answer.
import { type Call, kebab, type Method, pathNames, type Service } from '../../services/define.js';
import { type Ask, checkAsk, JsonText, known, queryString } from '../../services/http/ask.js';
import { BadInput } from '../../services/http/failure.js';
import { checkPath, router } from '../../services/http/path.js';
import { buildRequest, type Reply, rawRequest } from '../../services/http/send.js';
import { catalogue } from '../../services/index.js';
import { visible } from '../../ui/present/visible.js';
import type { Typed } from '../command.js';
import type { Context } from '../context.js';
import { flagKey } from '../flags.js';
import { callNamed, serviceNamed } from '../named.js';
import { fieldTree, keyValue, place, type Tree, typedValue } from './fields.js';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
type Options = Readonly<Record<string, unknown>>;
const texts = (value: unknown): string[] => (value === undefined ? [] : ([value].flat() as string[]));

export async function call({ values, options }: Typed, context: Context): Promise<number> {
  const [first = '', second, ...rest] = values;
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
  const reply = method ? await byPath(method, second, rest, options, context) : await byName(first, second, rest, options, context);
  if (!reply) return 0;
  await context.printReply(reply);
  return context.flags.check ? check(reply, context) : 0;
}

async function byName(
  serviceName: string,
  callName: string,
  values: readonly string[],
  options: Options,
  context: Context,
): Promise<Reply | undefined> {
  const service = await catalogue(serviceNamed(serviceName));
  const found = callNamed(service, callName);
  const ask: Ask = { path: pathValues(found, values, options), ...(await asked(found, options, context)) };
  const allowUnknownWord = context.flags.allowUnknownWord === true;
  checkAsk(found, ask, allowUnknownWord);
  return context.perform(found, async (reach) =>
    buildRequest(found, await written(ask), router(service.calls), reach, { allowUnknownWord }),
  );
}

/** A path as a person typed it. One that the catalogue knows has that call's effect and security; no closed words are checked. */
async function byPath(
  method: Method,
  serviceName: string,
  [path, ...more]: readonly string[],
  options: Options,
  context: Context,
): Promise<Reply | undefined> {
  const name = serviceNamed(serviceName);
  if (path === undefined) throw new BadInput('NO_PATH', `${method} ${name} needs a path.`, `Like tuk api ${method} ${name} /health`);
  if (more.length > 0) throw new BadInput('EXCESS_ARGUMENTS', `There is one word too many: ${JSON.stringify(more[0])}.`);
  const service = await catalogue(name);
  const found =
    router(service.calls).match(method, checkPath(path).split('?', 1)[0]!)?.call ?? (await unlisted(service, method, path, context));
  const { query, body } = await written({ path: {}, ...(await asked(found, options, context)) });
  const extra = queryString(query);
  const whole = path.includes('?') ? path + extra.replace('?', '&') : path + extra;
  return context.perform(found, (reach) => rawRequest(found, whole, body, reach));
}

/** A call that the catalogue does not list: signed in if someone is, and taken to change something unless it is a GET. */
async function unlisted(service: Service, method: Method, path: string, context: Context): Promise<Call> {
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

/** Path values by name, then in the path's order. @throws {BadInput} for one too many. */
function pathValues(call: Call, values: readonly string[], options: Options): Record<string, unknown> {
  const left = [...values];
  const filled: Record<string, unknown> = {};
  for (const name of pathNames(call.path)) filled[name] = options[flagKey(`--${kebab(name)}`)] ?? left.shift();
  if (left.length > 0)
    throw new BadInput(
      'EXCESS_ARGUMENTS',
      `${call.service} ${kebab(call.name)} takes ${pathNames(call.path).length} path values; ${JSON.stringify(left[0])} is one too many.`,
    );
  return filled;
}

/** What the options say of query and body. On a call with a body -f is the body, elsewhere the query. @throws {BadInput} */
async function asked(call: Call, options: Options, context: Context): Promise<Omit<Ask, 'path'>> {
  const fields = await fieldTree(call, texts(options.field), texts(options.jsonField));
  const query: Tree = {};
  for (const typed of texts(options.query)) {
    const [key, value] = keyValue(typed, '--query');
    if (known(call.query)[key]?.secret) await typedValue(key, value, known(call.query)[key]); // refuses it
    if (Object.hasOwn(query, key)) query[key] = [query[key], value].flat();
    else place(query, key, value);
  }
  const body: Tree = call.method === 'GET' ? {} : fields;
  if (call.method === 'GET') Object.assign(query, flat(fields));
  for (const [kind, tree] of [
    ['query', query],
    ['body', body],
  ] as const) {
    for (const [name, field] of Object.entries(known(call[kind]))) {
      for (const text of texts(options[flagKey(`--${kebab(name)}`)]))
        place(tree, field.many ? `${name}[]` : name, await typedValue(name, text, field));
    }
  }
  if (options.input === undefined) return { query, ...(Object.keys(body).length > 0 ? { body } : {}) };
  const inQuery = call.method === 'GET';
  if (Object.keys(inQuery ? query : body).length > 0)
    throw new BadInput('CONFLICT', `Give the ${inQuery ? 'query' : 'body'} with --input or field by field, not both.`);
  const { parseInput, readInput } = await import('../read.js');
  const text = await readInput(context.world, String(options.input));
  const from = options.input === '-' ? 'Standard input' : String(options.input);
  const value = parseInput(text, from);
  remember(call, value, context);
  return inQuery ? { query: queryFrom(await exactly(text), from) } : { query, body: new JsonText(text) };
}

/** Secrets that came in a file are known for it, so that none leaves again. */
function remember(call: Call, value: unknown, { redact }: Context): void {
  const fields = { ...known(call.query), ...known(call.body) };
  for (const [name, one] of Object.entries((value ?? {}) as object)) if (fields[name]?.secret && typeof one === 'string') redact.add(one);
}

async function exactly(text: string): Promise<unknown> {
  const { parseExact } = await import('../../services/exact.js');
  return parseExact(text);
}

/** The query of a GET as a file gives it, which is how a secret gets into one. @throws {BadInput} for what is no object of plain values */
function queryFrom(value: unknown, from: string): Tree {
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) return flat(value as Tree);
  throw new BadInput('BAD_FIELD', `${from} gives the query of a GET, so it has to be an object of names and plain values.`);
}

/** A query has no nesting: objects and lists of objects travel as JSON texts would not be understood, so they are refused. */
function flat(tree: Tree): Tree {
  for (const [name, value] of Object.entries(tree)) {
    const nested = (one: unknown) => typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype;
    if ([value].flat().some(nested)) throw new BadInput('BAD_FIELD', `A query cannot nest: ${name}.`);
  }
  return tree;
}

/** The body as JSON text, digits kept. */
async function written(ask: Ask): Promise<Ask> {
  if (ask.body === undefined || ask.body instanceof JsonText) return ask;
  const { stringifyExact } = await import('../../services/exact.js');
  return { ...ask, body: new JsonText(stringifyExact(ask.body)) };
}

/** Holds an answer against its shape; what does not fit is told on stderr, and the exit code is 1. */
async function check({ call, data }: Reply, context: Context): Promise<number> {
  const { checkAnswer } = await import('../../services/check.js');
  const issues = await checkAnswer(call, data);
  const name = `${call.service} ${kebab(call.name)}`;
  if (issues === undefined) context.say(`○ No shape of the answer of ${name} is public; nothing was checked.`);
  else if (issues.length === 0) context.say(`✓ The answer of ${name} fits its shape.`);
  else {
    const shown = issues.slice(0, 20).map((issue) => `  ${visible(issue)}`);
    context.tell(
      `✗ The answer of ${name} does not fit its shape.\n${shown.join('\n')}\n${issues.length > 20 ? `  and ${issues.length - 20} more\n` : ''}`,
    );
    return 1;
  }
  return 0;
}
