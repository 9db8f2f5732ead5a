// Builds paths from values that cannot change the route, and matches paths to calls.
import { type Call, pathNames, type Route, routesOf } from '../catalogue/define.js';
import { BadInput } from './errors.js';

const unsafe = /[\u0000-\u001f\u007f-\u009f/\\]/;
const encodedEscape = /%(2e|2f|5c|00)/i;

/**
 * Fills the braces of a call's path with percent-encoded values.
 * @throws {BadInput} for a value that is missing, empty, `.` or `..`, contains a slash or a control character (encoded
 * or not), is not in its enum, or names another route (`active` in `/v1/rides/request/{id}`)
 */
export function fillPath(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  router: Router,
  allowUnknownWord = false,
): string {
  const names = pathNames(call.path);
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(segment(call, name, values[name], allowUnknownWord)),
  );
  const owner = names.length > 0 ? router.closestRoute(filled) : call.path;
  if (owner !== undefined && owner !== call.path) {
    const value = names.map((name) => String(values[name])).join(', ');
    throw new BadInput(
      'SIBLING_ROUTE',
      `'${value}' is not a value for ${call.path}: it names another route, ${owner}.`,
    );
  }
  return filled;
}

function segment(call: Call, name: string, input: unknown, allowUnknownWord: boolean) {
  if (input === undefined || input === null)
    throw new BadInput('MISSING_VALUE', `${call.path} needs a value for ${name}.`);
  const value = String(input);
  const words = call.words[name]?.map(String);
  if (words && !allowUnknownWord && !words.includes(value)) throw unknownWord(name, value, words);
  const problem = segmentProblem(value);
  if (problem) throw new BadInput('BAD_VALUE', `The value for ${name} ${problem}.`);
  return value;
}

function segmentProblem(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value === '.' || value === '..') return `is '${value}', which would change the path`;
  if (unsafe.test(value)) return 'holds a slash or a control character';
  if (encodedEscape.test(value)) return 'holds an encoded dot, slash or null';
  if (!value.isWellFormed()) return 'is not well-formed text';
  return undefined;
}

/** The failure for a value outside its enum. */
export function unknownWord(name: string, value: string, words: readonly string[]): BadInput {
  const same = words.find((word) => word.toLowerCase() === value.toLowerCase());
  const hint = same ? `Did you mean ${same}?` : 'Pass --allow-unknown-word to send it all the same.';
  return new BadInput('UNKNOWN_WORD', `'${value}' is not a value of ${name}: it is one of ${words.join(', ')}.`, hint);
}

/**
 * Checks a path that a person typed whole (`api GET user /users/current`).
 * @returns the path and its query
 * @throws {BadInput} for a path that would leave the service's address
 */
export function checkPath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const bad = (problem: string) => new BadInput('BAD_PATH', `The path ${JSON.stringify(path)} ${problem}.`);
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
  /** The names of the calls of this path, by method. */
  readonly ends: Map<string, string>;
  path?: string;
}
interface Match {
  readonly call: Call;
  readonly values: Readonly<Record<string, string>>;
}
export interface Router {
  /** The call of a method and a path, with its decoded path values. Literal segments take precedence. */
  match(method: string, path: string): Match | undefined;
  /** The call that a lenient server may select: letter case, accents, empty segments and encoding are ignored. */
  matchLoosely(method: string, path: string): Call | undefined;
  methods(path: string): string[];
  /** The most literal route of a path, for any method. Letter case is ignored, as many servers do. */
  closestRoute(path: string): string | undefined;
}

/** Makes a router: one tree per first segment, built when first needed. */
export function router(calls: Readonly<Record<string, Call>>): Router {
  let routes: readonly Route[] | undefined;
  const trees = new Map<string, Node>();
  const tree = (path: string): Node => {
    routes ??= routesOf(calls);
    const [first = ''] = parts(path.toLowerCase());
    const beneath = (route: Route) => route.path.split('/', 2)[1]!.toLowerCase();
    const key = routes.some((route) => beneath(route) === first) ? first : '';
    const cached = trees.get(key);
    if (cached) return cached;
    const root = fold(routes.filter((route) => beneath(route) === key || route.path.startsWith('/{')));
    trees.set(key, root);
    return root;
  };
  return {
    match(method, path) {
      const match = walk(tree(path), parts(path), (end) => end.ends.has(method), exact);
      const call = calls[match?.node.ends.get(method) ?? ''];
      if (!call || !match) return undefined;
      const names = pathNames(call.path);
      const values = Object.fromEntries(names.map((name, i) => [name, decode(match.values[i]!)]));
      return { call, values };
    },
    matchLoosely(method, path) {
      const folded = decode(path)
        .normalize('NFKD')
        .replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
      const plain = `/${folded.split('/').filter(Boolean).join('/')}`;
      const match = walk(tree(plain), parts(plain), (end) => end.ends.has(method), caseless);
      return calls[match?.node.ends.get(method) ?? ''];
    },
    methods: (path) => [...(walk(tree(path), parts(path), (end) => end.ends.size > 0, exact)?.node.ends.keys() ?? [])],
    closestRoute: (path) => walk(tree(path), parts(path), (end) => end.ends.size > 0, caseless)?.node.path,
  };
}

function fold(routes: readonly Route[]): Node {
  const root = node();
  for (const { name, method, path } of routes) {
    let at = root;
    for (const part of parts(path)) at = part.startsWith('{') ? valued(at) : child(at, part);
    at.ends.set(method, name);
    at.path ??= path;
  }
  return root;
}
const node = (): Node => ({ literals: new Map(), ends: new Map() });
const parts = (path: string) => path.split('/').slice(1);
function valued(at: Node): Node {
  at.value ??= node();
  return at.value;
}
function child(at: Node, part: string): Node {
  const next = at.literals.get(part) ?? node();
  at.literals.set(part, next);
  return next;
}
const exact = (at: Node, part: string) => at.literals.get(part);
const caseless = (at: Node, part: string) =>
  at.literals.get(part) ?? [...at.literals].find(([literal]) => literal.toLowerCase() === part.toLowerCase())?.[1];
function decode(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Walks the tree, literals first, with backtracking. */
function walk(
  at: Node,
  rest: readonly string[],
  ends: (end: Node) => boolean,
  literal: (at: Node, part: string) => Node | undefined,
): { node: Node; values: string[] } | undefined {
  const [part, ...more] = rest;
  if (part === undefined) return ends(at) ? { node: at, values: [] } : undefined;
  const next = literal(at, part);
  const match = next && walk(next, more, ends, literal);
  if (match) return match;
  const valued = at.value && part !== '' ? walk(at.value, more, ends, literal) : undefined;
  return valued && { node: valued.node, values: [part, ...valued.values] };
}
