// Paths: filled with values that cannot escape, and matched back to the call they name. One matcher serves the whole program.
import { type Call, pathNames } from '../define.js';
import { BadInput } from './failure.js';

const unsafe = /[\u0000-\u001f\u007f-\u009f/\\]/;
const encodedEscape = /%(2e|2f|5c|00)/i;

/**
 * Fills the braces of a call's path, each value percent-encoded.
 * @throws {BadInput} for a value that is missing, empty, `.` or `..`, holds a slash, a control character or an encoded one,
 * is not a word of the closed list, or names another route (`active` in `/v1/rides/request/{id}`).
 */
export function fillPath(call: Call, values: Readonly<Record<string, unknown>>, router: Router, allowUnknownWord = false): string {
  const names = pathNames(call.path);
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(segment(call, name, values[name], allowUnknownWord)),
  );
  const owner = names.length > 0 ? router.nearest(filled) : call.path;
  if (owner !== undefined && owner !== call.path) {
    const value = names.map((name) => String(values[name])).join(', ');
    throw new BadInput('SIBLING_ROUTE', `'${value}' is no value for ${call.path}: it names another route, ${owner}.`);
  }
  return filled;
}

function segment(call: Call, name: string, given: unknown, allowUnknownWord: boolean): string {
  if (given === undefined || given === null) throw new BadInput('MISSING_VALUE', `${call.path} needs a value for ${name}.`);
  const value = String(given);
  const words = call.words[name]?.map(String);
  if (words && !allowUnknownWord && !words.includes(value)) throw unknownWord(name, value, words);
  const why = badSegment(value);
  if (why) throw new BadInput('BAD_PATH_VALUE', `The value for ${name} ${why}.`);
  return value;
}

function badSegment(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value === '.' || value === '..') return `is '${value}', which would change the path`;
  if (unsafe.test(value)) return 'holds a slash or a control character';
  if (encodedEscape.test(value)) return 'holds an encoded dot, slash or null';
  if (!value.isWellFormed()) return 'is not well-formed text';
  return undefined;
}

/** The failure for a value that is not a word of its closed list. */
export function unknownWord(name: string, value: string, words: readonly string[]): BadInput {
  const same = words.find((word) => word.toLowerCase() === value.toLowerCase());
  const hint = same ? `Did you mean ${same}?` : 'Pass --allow-unknown-word to send it all the same.';
  return new BadInput('UNKNOWN_WORD', `'${value}' is no word for ${name}: it is one of ${words.join(', ')}.`, hint);
}

/**
 * Checks a path that a person typed whole (`api GET user /users/current`).
 * @returns the path and its query, ready to be put behind a base address.
 * @throws {BadInput} for anything that would leave the service's own address.
 */
export function checkPath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const bad = (why: string) => new BadInput('BAD_PATH', `The path ${JSON.stringify(path)} ${why}.`);
  if (!path.startsWith('/')) throw bad("does not begin with '/'");
  if (path.startsWith('//')) throw bad('begins with two slashes, which names another host');
  if (path.includes('#')) throw bad('holds a fragment, which is never sent');
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(path)) throw bad('holds a character that must be percent-encoded');
  if (bare.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))) throw bad("holds '.' or '..' as a segment");
  return path;
}

interface Node {
  readonly literals: Map<string, Node>;
  value?: Node;
  readonly calls: Map<string, Call>;
  path?: string;
}
interface Match {
  readonly call: Call;
  readonly values: Readonly<Record<string, string>>;
}
export interface Router {
  /** The call that a method and a concrete path name, with its decoded path values; literal segments win over values. */
  match(method: string, path: string): Match | undefined;
  /** The methods that a concrete path knows. */
  methods(path: string): string[];
  /** The most literal route that a concrete path falls on, whatever its method; letter case is ignored, as many servers do. */
  nearest(path: string): string | undefined;
}

/** Folds calls into a tree of path segments, when it is first asked. */
export function router(calls: Readonly<Record<string, Call>>): Router {
  let folded: Node | undefined;
  const tree = () => {
    folded ??= fold(Object.values(calls));
    return folded;
  };
  return {
    match(method, path) {
      const found = walk(tree(), parts(path), (end) => end.calls.has(method), exact);
      const call = found?.node.calls.get(method);
      if (!call || !found) return undefined;
      const names = pathNames(call.path);
      const values = Object.fromEntries(names.map((name, i) => [name, decode(found.values[i]!)]));
      return { call, values };
    },
    methods: (path) => [...(walk(tree(), parts(path), (end) => end.calls.size > 0, exact)?.node.calls.keys() ?? [])],
    nearest: (path) => walk(tree(), parts(path), (end) => end.calls.size > 0, caseless)?.node.path,
  };
}

function fold(calls: readonly Call[]): Node {
  const root = node();
  for (const call of calls) {
    let at = root;
    for (const part of parts(call.path)) at = part.startsWith('{') ? valued(at) : child(at, part);
    at.calls.set(call.method, call);
    at.path ??= call.path;
  }
  return root;
}
const node = (): Node => ({ literals: new Map(), calls: new Map() });
const parts = (path: string) => path.split('/').slice(1);
function valued(at: Node): Node {
  at.value ??= node();
  return at.value;
}
function child(at: Node, part: string): Node {
  const known = at.literals.get(part) ?? node();
  at.literals.set(part, known);
  return known;
}
const exact = (at: Node, part: string) => at.literals.get(part);
const caseless = (at: Node, part: string) =>
  at.literals.get(part) ?? [...at.literals].find(([literal]) => literal.toLowerCase() === part.toLowerCase())?.[1];
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Walks the tree, literals first, stepping back where a branch leads nowhere. */
function walk(
  at: Node,
  rest: readonly string[],
  ends: (end: Node) => boolean,
  literal: (at: Node, part: string) => Node | undefined,
): { node: Node; values: string[] } | undefined {
  const [part, ...more] = rest;
  if (part === undefined) return ends(at) ? { node: at, values: [] } : undefined;
  const next = literal(at, part);
  const found = next && walk(next, more, ends, literal);
  if (found) return found;
  const valued = at.value && part !== '' ? walk(at.value, more, ends, literal) : undefined;
  return valued && { node: valued.node, values: [part, ...valued.values] };
}
