// Builds the query and the body of a call from the options of `tuk api`.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInput, readInput } from '../../cli/input-file.js';
import { flagKey } from '../../cli/options.js';
import { moneyOptionsOf } from '../../engine/change/money-options.js';
import { type FieldTree, fieldTree, keyValue, setField, typedValue } from '../../engine/request/fields.js';
import { refuseSecretField } from '../../engine/request/secret-names.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { type CallParams, JsonText, knownFields } from '../../services/http/params.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** The key of a field's own option. */
export const optionKey = (name: string): string => flagKey(`--${kebab(name)}`);

/** The options of a transfer. @throws {BadInput} STRAY_OPTION for an option of transfers with a call that moves no value */
export async function transferOptionsOf({ service, name, effect }: Call, options: Arguments['options']): Promise<TransferOptions> {
  const [stray] = ['clientRef', 'atMost', 'despite'].filter((key) => options[key] !== undefined);
  if (stray !== undefined && effect !== 'money')
    throw new BadInput('STRAY_OPTION', `${service} ${kebab(name)} moves no value, so it takes no --${kebab(stray)}; nothing was sent.`);
  if (effect !== 'money') return {};
  return moneyOptionsOf(options);
}

const texts = (value: unknown): string[] => (value === undefined ? [] : ([value].flat() as string[]));

/** Builds query and body from the options. On a call with a body -f fills the body, else the query. @throws {BadInput} */
export async function requestParams(call: Call, options: Arguments['options'], context: Context): Promise<Omit<CallParams, 'path'>> {
  const fields = await fieldTree(call, texts(options.field), texts(options.jsonField));
  const query: FieldTree = {};
  for (const pair of texts(options.query)) {
    const [key, value] = keyValue(pair, '--query');
    refuseSecretField(key, value, knownFields(call.query)[key]);
    if (Object.hasOwn(query, key)) query[key] = [query[key], value].flat();
    else setField(query, key, value);
  }
  const body: FieldTree = call.method === 'GET' ? {} : fields;
  if (call.method === 'GET') Object.assign(query, requireFlatQuery(fields));
  for (const [kind, tree] of [
    ['query', query],
    ['body', body],
  ] as const) {
    for (const [name, field] of Object.entries(knownFields(call[kind]))) {
      for (const text of texts(options[optionKey(name)]))
        setField(tree, field.many ? `${name}[]` : name, await typedValue(name, text, field));
    }
  }
  if (options.input === undefined) return { query, ...(Object.keys(body).length > 0 ? { body } : {}) };
  const inQuery = call.method === 'GET';
  if (Object.keys(inQuery ? query : body).length > 0)
    throw new BadInput('CONFLICT', `Give the ${inQuery ? 'query' : 'body'} with --input or field by field, not both.`);
  const text = await readInput(context.world, String(options.input));
  const source = options.input === '-' ? 'Standard input' : String(options.input);
  const value = parseInput(text, source);
  redactSecrets(call, value, context);
  return inQuery ? { query: parseQuery(await parseExact(text), source) } : { query, body: new JsonText(text) };
}

/** Adds secret fields of a file to the redaction list. */
function redactSecrets(call: Call, value: unknown, context: Context): void {
  const redact = context.out.redact;
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  for (const [name, one] of Object.entries((value ?? {}) as object)) if (fields[name]?.secret && typeof one === 'string') redact.add(one);
}

async function parseExact(text: string): Promise<unknown> {
  return parseLossless(text);
}

/** Reads the query of a GET from a file, which is how a secret gets into a query. @throws {BadInput} for anything but an object of plain values */
function parseQuery(value: unknown, source: string): FieldTree {
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return requireFlatQuery(value as FieldTree);
  throw new BadInput('BAD_FIELD', `${source} is the query of a GET, so it has to be an object with plain values.`);
}

/** Refuses objects in a query: a query has no nesting, and servers would not understand JSON text in it. */
function requireFlatQuery(tree: FieldTree): FieldTree {
  for (const [name, value] of Object.entries(tree)) {
    const nested = (one: unknown) => typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype;
    if ([value].flat().some(nested)) throw new BadInput('BAD_FIELD', `A query cannot nest: ${name}.`);
  }
  return tree;
}

/** Turns the body into JSON text with its digits kept. */
export async function withJsonBody(params: CallParams): Promise<CallParams> {
  if (params.body === undefined || params.body instanceof JsonText) return params;
  return { ...params, body: new JsonText(stringifyLossless(params.body)) };
}
