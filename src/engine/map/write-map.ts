// Writes proposals into the text of a map: its comments, its order and its own lines stay.

import { type Document, isMap, isScalar, parseDocument, YAMLMap } from 'yaml';
import { camel } from '../../services/command-line.js';
import { isNothing } from '../../services/json-value.js';
import { thingNamed } from '../../things/map-file.js';
import { groupedBy } from './observed.js';
import type { Proposal } from './proposal.js';

/** The text of a map with lines added to it, and their number. */
export interface WrittenMap {
  readonly text: string;
  readonly added: number;
  readonly asComments: number;
}

const head =
  ' How this platform spells its responses: tuk help learn. Lines behind # are guesses, with what else may be right.\n Remove the # of a line that is right.';

/**
 * Adds proposals to a map. A line that it has already stays as it is.
 * @param text of the map; empty for a new one
 * @param isTaken whether a proposal becomes a line; the others become comments
 */
export function withProposals(
  text: string,
  proposals: readonly Proposal[],
  isTaken: (proposal: Proposal) => boolean,
): WrittenMap {
  const document = parseDocument(text, { schema: 'failsafe' });
  if (!isMap(document.contents)) {
    document.contents = new YAMLMap() as unknown as typeof document.contents;
    document.commentBefore ??= head;
  }
  let [added, asComments] = [0, 0];
  for (const proposal of proposals.filter(isTaken)) {
    const { value } = proposal;
    if (value === undefined) continue;
    const path = placeOf(document, proposal);
    if (document.hasIn(path)) continue;
    for (let depth = 1; depth < path.length; depth++) blockAt(document, path.slice(0, depth));
    document.setIn(path, nodeOf(document, value));
    added++;
  }
  const guesses = proposals.filter((one) => !isTaken(one) && !document.hasIn(placeOf(document, one)));
  const lastKeys = new Map<YAMLMap, readonly string[]>();
  const known = new Set(text.split('\n').map((line) => line.replace(/^\s*#\s*/, '')));
  for (const [place, of] of groupedBy(guesses, (one) => JSON.stringify(placeOf(document, one).slice(0, -1)))) {
    const lines = guessLines(of, takenIn(document, JSON.parse(place) as string[])).filter((line) => !known.has(line));
    if (lines.length > 0) addComment(document, JSON.parse(place) as string[], lines, lastKeys);
    asComments += lines.length;
  }
  return { text: document.toString({ lineWidth: 0, flowCollectionPadding: true }), added, asComments };
}

/** The path of a line in the document, by the names that it has there. */
const placeOf = (document: Document, { part, of, key }: Proposal): readonly string[] => [
  part,
  keyIn(document, [part], of),
  ...keysIn(document, part, of, key),
];

/** A value as a node: a mapping is written in one line. */
function nodeOf(document: Document, value: NonNullable<Proposal['value']>) {
  const node = document.createNode(value);
  if (isMap(node)) node.flow = true;
  return node;
}
/** The mapping at a path, which is made if there is none. */
function blockAt(document: Document, path: readonly string[]): YAMLMap {
  const node = document.getIn(path, true);
  if (isMap(node)) return node;
  const made = new YAMLMap();
  document.setIn(path, made);
  return made;
}

/** The key that a mapping has for a name: a thing may be named by its last word, a field in kebab case. */
function keyIn(document: Document, path: readonly string[], name: string): string {
  const node = document.getIn(path, true);
  const keys = isMap(node) ? node.items.map(({ key }) => (isScalar(key) ? String(key.value) : '')) : [];
  return (
    keys.find((key) => key === name) ??
    keys.find(
      (key) =>
        camel(key) === camel(name) || (path[0] === 'things' && path.length === 1 && thingNamed(key)?.name === name),
    ) ??
    name
  );
}
function keysIn(document: Document, part: string, of: string, key: Proposal['key']): readonly string[] {
  const path = [part, keyIn(document, [part], of)];
  return key.map((name, at) => keyIn(document, [...path, ...key.slice(0, at)], name));
}

/** The guesses in one mapping as lines; the fields that were not found are in one line, with those that are left. */
function guessLines(guesses: readonly Proposal[], taken: ReadonlySet<unknown>): readonly string[] {
  const isMissing = ({ value, key }: Proposal) => value === undefined && key[0] !== 'words';
  const missing = guesses.filter(isMissing);
  const used = guesses.map(({ value }) => value);
  const left = [...new Set(missing.flatMap(({ others }) => others))].filter(
    (path) => !used.includes(path) && !taken.has(path),
  );
  const more = left.length > 0 ? `; left: ${left.slice(0, 12).join(', ')}` : '';
  const names = missing.map(({ key }) => key.at(-1)).join(', ');
  return [
    ...guesses.filter((one) => !isMissing(one)).map(guessLine),
    ...(missing.length > 0 ? [`not found: ${names}${more}`] : []),
  ];
}
/** The texts in the mapping at a path. */
function takenIn(document: Document, path: readonly string[]): ReadonlySet<unknown> {
  const node = document.getIn(path, true);
  return new Set(isMap(node) ? node.items.map(({ value }) => (isScalar(value) ? value.value : undefined)) : []);
}
/** A guess as a line of the mapping that it belongs to. */
function guessLine({ key, value, why, others }: Proposal): string {
  const text = value === undefined ? '?' : typeof value === 'string' ? value : `{ ${ruleText(value)} }`;
  const more = others.length > 0 ? `, or ${others.slice(0, 6).join(', ')}` : '';
  return `${key.at(-1)!}: ${text}  # ${why}${more}`;
}
/** A mapping in one line: `cursor: next, as: after`. */
export const ruleText = (rule: Readonly<Record<string, string>>): string =>
  Object.entries(rule)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
/**
 * Adds lines as comments to the mapping at a path, or, with the keys that it lacks, to the nearest one around it.
 * @param lastKeys the keys of the last lines in each mapping, which are not repeated
 */
function addComment(
  document: Document,
  path: readonly string[],
  lines: readonly string[],
  lastKeys: Map<YAMLMap, readonly string[]>,
): void {
  let depth = 0;
  for (let node: unknown; depth < path.length; depth++) {
    node = document.getIn(path.slice(0, depth + 1), true);
    if (!isMap(node) || node.flow) break; // no comment fits into a mapping in one line
  }
  const node = (depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)) as YAMLMap;
  const rest = path.slice(depth);
  const before = lastKeys.get(node) ?? [];
  const shared = rest.findIndex((key, at) => key !== before[at]);
  lastKeys.set(node, rest);
  const keys = rest.map((key, at) => `${'  '.repeat(at)}${key}:`).slice(shared < 0 ? rest.length : shared);
  const all = [...keys, ...lines.map((line) => '  '.repeat(rest.length) + line)].map((line) => ` ${line}`).join('\n');
  node.comment = isNothing(node.comment) ? all : `${node.comment}\n${all}`;
}
