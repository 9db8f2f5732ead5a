// -f, -F and --query: fields as people type them, made into the tree of a body or the values of a query.
import type { Call, Field } from '../services/catalogue/define.js';
import { BadInput } from '../services/http/errors.js';
import { knownFields } from '../services/http/params.js';

export type Tree = { [name: string]: unknown };

/** `key=value` at its first equals sign. @throws {BadInput} */
export function keyValue(typed: string, flag: string): [key: string, value: string] {
  const at = typed.indexOf('=');
  if (at < 1) throw new BadInput('BAD_FIELD', `${JSON.stringify(typed)} is not of the form key=value (${flag}).`);
  return [typed.slice(0, at), typed.slice(at + 1)];
}

/** A text as the catalogue types its field: numbers and booleans as JSON, all else as text. @throws {BadInput} */
export async function typedValue(name: string, text: string, field: Field | undefined): Promise<unknown> {
  if (field?.secret)
    throw new BadInput(
      'SECRET_FIELD',
      `${name} is a secret and never comes from the command line.`,
      'Give all fields with --input, from a file or standard input.',
    );
  if (field?.kind === 'number' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return jsonValue(name, text);
  if (field?.kind === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (field?.kind === 'json') return jsonValue(name, text);
  return text;
}

/** A JSON value with its digits kept. @throws {BadInput} */
async function jsonValue(name: string, text: string): Promise<unknown> {
  const { parseLossless } = await import('../services/lossless-number.js');
  try {
    return parseLossless(text);
  } catch {
    throw new BadInput('MALFORMED_JSON', `The value for ${name} is not valid JSON: ${JSON.stringify(text.slice(0, 60))}.`);
  }
}

/**
 * Puts a value into a tree: `a.b` nests, `k[]` adds to a list.
 * @throws {BadInput} for a key that is taken by another form, or that would reach an object's own machinery.
 */
export function place(tree: Tree, key: string, value: unknown): void {
  const many = key.endsWith('[]');
  const names = (many ? key.slice(0, -2) : key).split('.');
  const bad = (why: string) => new BadInput('BAD_FIELD', `The field ${JSON.stringify(key)} ${why}.`);
  if (names.some((name) => name === '' || name === '__proto__' || name.includes('['))) throw bad('is no name for a field');
  let at = tree;
  for (const name of names.slice(0, -1)) {
    const next = Object.hasOwn(at, name) ? at[name] : {};
    if (typeof next !== 'object' || next === null || Array.isArray(next)) throw bad('is given once as a value and once as an object');
    at[name] = next;
    at = next as Tree;
  }
  const last = names.at(-1)!;
  if (!many && Object.hasOwn(at, last)) throw bad('is given twice; write key[]= for a list');
  if (!many) at[last] = value;
  else if (!Object.hasOwn(at, last)) at[last] = [value];
  else if (Array.isArray(at[last])) (at[last] as unknown[]).push(value);
  else throw bad('is given once as a value and once as a list');
}

/** The tree of what -f and -F say, typed by the catalogue's fields. @throws {BadInput} */
export async function fieldTree(call: Call, texts: readonly string[], jsons: readonly string[]): Promise<Tree> {
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  const tree: Tree = {};
  for (const typed of texts) {
    const [key, text] = keyValue(typed, '-f');
    place(tree, key, await typedValue(key, text, fields[key.replace(/\[\]$/, '')]));
  }
  for (const typed of jsons) {
    const [key, text] = keyValue(typed, '-F');
    if (fields[key]?.secret) await typedValue(key, text, fields[key]);
    place(tree, key, await jsonValue(key, text));
  }
  return tree;
}
