// What the options of `tuk api` say of the query and the body of a call.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { fieldTree, keyValue, place, type Tree, typedValue } from '../../engine/fields.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { type CallParams, JsonText, knownFields } from '../../services/http/params.js';
import { optionKey } from './call.js';

const texts = (value: unknown): string[] => (value === undefined ? [] : ([value].flat() as string[]));

/** What the options say of query and body. On a call with a body -f is the body, elsewhere the query. @throws {BadInput} */
export async function asked(call: Call, options: Arguments['options'], context: Context): Promise<Omit<CallParams, 'path'>> {
  const fields = await fieldTree(call, texts(options.field), texts(options.jsonField));
  const query: Tree = {};
  for (const typed of texts(options.query)) {
    const [key, value] = keyValue(typed, '--query');
    if (knownFields(call.query)[key]?.secret) await typedValue(key, value, knownFields(call.query)[key]); // refuses it
    if (Object.hasOwn(query, key)) query[key] = [query[key], value].flat();
    else place(query, key, value);
  }
  const body: Tree = call.method === 'GET' ? {} : fields;
  if (call.method === 'GET') Object.assign(query, flat(fields));
  for (const [kind, tree] of [
    ['query', query],
    ['body', body],
  ] as const) {
    for (const [name, field] of Object.entries(knownFields(call[kind]))) {
      for (const text of texts(options[optionKey(name)])) place(tree, field.many ? `${name}[]` : name, await typedValue(name, text, field));
    }
  }
  if (options.input === undefined) return { query, ...(Object.keys(body).length > 0 ? { body } : {}) };
  const inQuery = call.method === 'GET';
  if (Object.keys(inQuery ? query : body).length > 0)
    throw new BadInput('CONFLICT', `Give the ${inQuery ? 'query' : 'body'} with --input or field by field, not both.`);
  const { parseInput, readInput } = await import('../../cli/input-file.js');
  const text = await readInput(context.world, String(options.input));
  const from = options.input === '-' ? 'Standard input' : String(options.input);
  const value = parseInput(text, from);
  remember(call, value, context);
  return inQuery ? { query: queryFrom(await exactly(text), from) } : { query, body: new JsonText(text) };
}

/** Secrets that came in a file are known for it, so that none leaves again. */
function remember(call: Call, value: unknown, { redact }: Context): void {
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  for (const [name, one] of Object.entries((value ?? {}) as object)) if (fields[name]?.secret && typeof one === 'string') redact.add(one);
}

async function exactly(text: string): Promise<unknown> {
  const { parseLossless } = await import('../../services/lossless-number.js');
  return parseLossless(text);
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
export async function written(ask: CallParams): Promise<CallParams> {
  if (ask.body === undefined || ask.body instanceof JsonText) return ask;
  const { stringifyLossless } = await import('../../services/lossless-number.js');
  return { ...ask, body: new JsonText(stringifyLossless(ask.body)) };
}
