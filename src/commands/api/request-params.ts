// Builds the query and the body of a call from the options of `tuk api`.

import type { Arguments, Context } from '../../cli/command/command.js';

import { inputName, parseInput, readInput } from '../../cli/files/input-file.js';
import { flagKey } from '../../cli/settings/options.js';
import { moneyOptionsOf } from '../../engine/change/money-options.js';
import { editedBody } from '../../engine/request/edited-body.js';
import { type FieldTree, fieldTree, keyValue, setField, texts, typedValue } from '../../engine/request/fields.js';
import { refuseSecretField } from '../../engine/request/secret-names.js';
import type { TransferOptions } from '../../money/facts/transfer-request.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { type CallParams, JsonText, knownFields, publicFields } from '../../services/http/params.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** The key of a field's own option. */
export const optionKey = (name: string): string => flagKey(`--${kebab(name)}`);

/** The options of a transfer. @throws {BadInput} STRAY_OPTION if the call moves no value */
export async function transferOptionsOf(
  { service, name, effect }: Call,
  options: Arguments['options'],
): Promise<TransferOptions> {
  const [stray] = ['clientRef', 'atMost', 'despite'].filter((key) => options[key] !== undefined);
  if (stray !== undefined && effect !== 'money')
    throw new BadInput(
      'STRAY_OPTION',
      `${service} ${kebab(name)} moves no value, so it cannot be used with --${kebab(stray)}.`,
    );
  if (effect !== 'money') return {};
  return moneyOptionsOf(options);
}

/** Builds query and body from the options. -f fills the query of a GET, else the body. @throws {BadInput} */
export async function requestParams(
  call: Call,
  options: Arguments['options'],
  context: Context,
): Promise<Omit<CallParams, 'path'>> {
  const fields = await fieldTree(call, options);
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
  if (options.edit) return { query, body: await editedBody(context, call, options, body) };
  if (options.input === undefined) return { query, body: Object.keys(body).length > 0 ? body : undefined };
  const inQuery = call.method === 'GET';
  if (Object.keys(inQuery ? query : body).length > 0)
    throw new BadInput('CONFLICT', `Give the ${inQuery ? 'query' : 'body'} with --input or field by field, not both.`);
  const text = await readInput(context.world, String(options.input));
  const source = inputName(String(options.input));
  redactSecrets(call, parseInput(text, source), context);
  if (!inQuery) return { query, body: new JsonText(text) };
  const value = parseLossless(text);
  if (!isPlainObject(value))
    throw new BadInput('BAD_VALUE', `${source} is the query of a GET, so it has to be an object with plain values.`);
  return { query: requireFlatQuery(value) };
}

function redactSecrets(call: Call, value: unknown, { out }: Context) {
  const fields = publicFields(call);
  for (const [name, field] of Object.entries((value ?? {}) as object))
    if (fields[name]?.secret && typeof field === 'string') out.redact.add(field);
}

const isPlainObject = (value: unknown): value is FieldTree =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Refuses objects in a query: a query has no nesting, and servers do not read JSON in it. @throws {BadInput} */
function requireFlatQuery(tree: FieldTree): FieldTree {
  const nested = Object.keys(tree).find((name) => [tree[name]].flat().some(isPlainObject));
  if (nested !== undefined) throw new BadInput('BAD_VALUE', `A query cannot nest: ${nested}.`);
  return tree;
}

/** Turns the body into JSON text. Numbers keep their digits. */
export async function withJsonBody(params: CallParams): Promise<CallParams> {
  if (params.body === undefined || params.body instanceof JsonText) return params;
  return { ...params, body: new JsonText(stringifyLossless(params.body)) };
}
