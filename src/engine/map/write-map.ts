// Writes proposals into the text of a map. Lines are inserted; every other character of the text stays.

import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { camel } from '../../services/command-line.js';
import { thingNamed } from '../../things/map-file.js';
import { groupedBy } from './observed.js';
import type { Proposal } from './proposal.js';

/** The text of a map with lines added to it, and their number. */
interface WrittenMap {
  readonly text: string;
  readonly added: number;
  readonly asComments: number;
}

const head =
  '# How this platform spells its responses: tuk help learn. A line behind # is a guess, with what else may be right.\n';

/**
 * Adds proposals to a map. A line that it has already stays as it is.
 * @param before the text of the map; empty for a new one
 * @param isTaken whether a proposal becomes a line; the others become comments
 */
export function withProposals(
  before: string,
  proposals: readonly Proposal[],
  isTaken: (proposal: Proposal) => boolean,
): WrittenMap {
  let text = before.trim() === '' ? head : before;
  let [added, asComments] = [0, 0];
  const byPart = proposals.toSorted((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part));
  for (const { part, of, key, value } of byPart.filter(isTaken)) {
    const place = value === undefined ? undefined : placeIn(text, [part, of, ...key]);
    if (place === undefined || place.rest.length === 0 || isLeftOut(text, place, value!)) continue;
    text = withLine(text, place, value!);
    added++;
  }
  const lines = new Set(text.split(/\r?\n/).map((line) => line.replace(/^\s*#\s*/, '').trim()));
  const isNew = before.trim() === '';
  const guesses = byPart.filter((one) => !isTaken(one) && !lines.has(guessLine(one)) && (isNew || !isMissing(one)));
  const taken = new Set([...text.matchAll(/^\s*[^#\n]*?: ([^\s#{]+)/gm)].map(([, value]) => value));
  for (const of of groupedBy(guesses, ({ part, of, key }) => [part, of, ...key.slice(0, -1)].join('\n')).values()) {
    const place = placeIn(text, [of[0]!.part, of[0]!.of, ...of[0]!.key]);
    const found = guessLines(of, taken).filter((line) => !lines.has(line));
    if (found.length === 0 || place.rest.length === 0) continue;
    text = withComments(text, placeIn(text, [of[0]!.part, of[0]!.of, ...of[0]!.key], 'block'), found);
    asComments += found.length;
  }
  return { text: added + asComments === 0 ? before : text, added, asComments };
}
const parts = ['services', 'calls', 'things'];

/** Where a line belongs: the innermost mapping on its way, and the keys that the text lacks. */
interface PlaceOfLine {
  readonly node?: YAMLMap;
  /** The end of the key of a mapping that has no line yet. */
  readonly behind?: number;
  readonly indent: number;
  readonly rest: readonly string[];
}

/** @param only `block`: the innermost mapping that is not in one line, since no comment fits into another one */
function placeIn(text: string, path: readonly string[], only?: 'block'): PlaceOfLine {
  const root: unknown = parseDocument(text, { schema: 'failsafe' }).contents;
  let place: PlaceOfLine = isMap(root)
    ? { node: root, indent: indentOf(text, root), rest: path }
    : { indent: 0, rest: path };
  for (const [at, name] of path.entries()) {
    const { node } = place;
    const pair = node && pairOf(node, name, at === 1 && path[0] === 'things');
    if (pair === undefined) return place;
    const rest = path.slice(at + 1);
    if (isMap(pair.value)) {
      if (only === 'block' && pair.value.flow) return place;
      place = { node: pair.value, indent: indentOf(text, pair.value), rest };
    } else if (rest.length > 0 && (pair.value === null || (isScalar(pair.value) && pair.value.value === ''))) {
      const [start, end] = rangeOf(pair.key);
      return { behind: end, indent: start - lineStart(text, start) + 2, rest };
    } else return { ...place, rest: [] };
  }
  return { ...place, rest: [] };
}
/** The pair of a name: a thing may be named by its last word, a field in kebab case. */
function pairOf(node: YAMLMap, name: string, isThing: boolean): Pair | undefined {
  const keyOf = ({ key }: Pair) => (isScalar(key) ? String(key.value) : '');
  const pairs = node.items as readonly Pair[];
  return (
    pairs.find((pair) => keyOf(pair) === name) ??
    pairs.find((pair) => (isThing ? thingNamed(keyOf(pair))?.name === name : camel(keyOf(pair)) === camel(name)))
  );
}
const rangeOf = (node: unknown): readonly [number, number] =>
  (node as { readonly range?: readonly [number, number, number] }).range?.slice(0, 2) as unknown as readonly [
    number,
    number,
  ];
const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;
function indentOf(text: string, node: YAMLMap) {
  const [first] = node.items as readonly Pair[];
  const [start] = first ? rangeOf(first.key) : rangeOf(node);
  return start - lineStart(text, start);
}

/** The end of the last line of a block, and of the comments after it that are indented as deeply as `least`. */
function endOfBlock(text: string, { node, behind, indent }: PlaceOfLine, least: number) {
  const last = node && (node.items as readonly Pair[]).at(-1);
  const at = behind ?? (last ? Math.max(rangeOf(last.key)[1], endOf(last.value)) : text.length);
  let end = lineEnd(text, at);
  for (;;) {
    const [line, spaces] = /^([^\S\n]*)#.*(\n|$)/.exec(text.slice(end)) ?? [];
    if (line === undefined || line === '' || (spaces ?? '').length < least || spaces!.length < indent) return end;
    end += line.length;
  }
}
/** The end of a value without what follows its last line. */
function endOf(value: unknown): number {
  if (isMap(value) && !value.flow && value.items.length > 0) {
    const last = (value.items as readonly Pair[]).at(-1)!;
    return Math.max(rangeOf(last.key)[1], endOf(last.value));
  }
  return value === null ? 0 : rangeOf(value)[1];
}
function lineEnd(text: string, at: number) {
  const end = text.indexOf('\n', text[at - 1] === '\n' ? at - 1 : at);
  return end < 0 ? text.length : end + 1;
}
function inserted(text: string, at: number, lines: readonly string[]) {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text.slice(0, at);
  return `${before}${before === '' || before.endsWith('\n') ? '' : newline}${lines.map((line) => line + newline).join('')}${text.slice(at)}`;
}

function withLine(text: string, place: PlaceOfLine, value: NonNullable<Proposal['value']>) {
  const { node, indent, rest } = place;
  const written = valueText(value);
  if (node?.flow) {
    const inner = rest.reduceRight(
      (text_, key, at) => `${scalar(key)}: ${at === rest.length - 1 ? text_ : `{ ${text_} }`}`,
      written,
    );
    const before = text.slice(0, rangeOf(node)[1] - 1).trimEnd();
    return `${before}${before.endsWith('{') ? ' ' : ', '}${inner} ${text.slice(rangeOf(node)[1] - 1)}`;
  }
  const lines = rest.map(
    (key, at) => `${' '.repeat(indent + 2 * at)}${scalar(key)}:${at === rest.length - 1 ? ` ${written}` : ''}`,
  );
  return inserted(text, endOfBlock(text, place, indent + 1), lines);
}
/** Whether a person has put a # before this line of the mapping: a guess of this program has a second one, with a reason. */
function isLeftOut(text: string, place: PlaceOfLine, value: NonNullable<Proposal['value']>) {
  const { node, indent, rest } = place;
  const [start] = node ? rangeOf(node) : [place.behind ?? text.length];
  const line = `${rest[0]}: ${typeof value === 'string' ? value : `{ ${ruleText(value)} }`}`;
  const comments = text.slice(lineStart(text, start), endOfBlock(text, place, indent)).split(/\r?\n/);
  return rest.length === 1 && comments.some((one) => /^\s*#/.test(one) && one.replace(/^[\s#]+/, '').trim() === line);
}
function withComments(text: string, place: PlaceOfLine, found: readonly string[]) {
  const { indent, rest } = place;
  const keys = rest.slice(0, -1).map((key, at) => `${'  '.repeat(at)}${scalar(key)}:`);
  const at = endOfBlock(text, place, indent);
  // a key that the comments before it have is not repeated
  const before = text.slice(0, at).split('\n');
  const shared = keys.findIndex(
    (key, depth) => !isLast(before, `${' '.repeat(indent)}# ${key}`, indent + 2 + 2 * depth),
  );
  const all = [
    ...keys.slice(shared < 0 ? keys.length : shared),
    ...found.map((line) => '  '.repeat(keys.length) + line),
  ];
  return inserted(
    text,
    at,
    all.map((line) => `${' '.repeat(indent)}# ${line}`),
  );
}
/** Whether a comment is the last one of its depth. */
function isLast(lines: readonly string[], comment: string, depth: number) {
  const at = lines.findLastIndex((line) => line.trimEnd() === comment);
  const isDeeper = (line: string) => (/^\s*# */.exec(line)?.[0] ?? '').length > depth;
  return at >= 0 && lines.slice(at + 1).every((line) => line === '' || isDeeper(line));
}

/** Whether no field was found for a declared one. */
export const isMissing = ({ value, key }: Proposal): boolean => value === undefined && key[0] !== 'words';

/** The guesses in one mapping as lines; the fields that were not found are in one line, with those that are left. */
function guessLines(guesses: readonly Proposal[], taken: ReadonlySet<unknown>): readonly string[] {
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
/** A guess as a line of the mapping that it belongs to. */
function guessLine({ key, value, why, others }: Proposal) {
  const text = value === undefined ? '?' : valueText(value);
  const more = others.length > 0 ? `, or ${others.slice(0, 6).join(', ')}` : '';
  return `${scalar(key.at(-1)!)}: ${text}  # ${why}${more}`;
}
/** A value, or a mapping in one line: `cursor: next, as: after`. */
export const ruleText = (rule: NonNullable<Proposal['value']>, written = (text: string) => text): string =>
  typeof rule === 'string'
    ? written(rule)
    : Object.entries(rule)
        .map(([name, text]) => `${name}: ${written(text)}`)
        .join(', ');
const valueText = (value: NonNullable<Proposal['value']>) =>
  typeof value === 'string' ? scalar(value) : `{ ${ruleText(value, scalar)} }`;
/** A text as YAML: in quotes unless it is plain. */
const scalar = (text: string) => (/^[\w$][\w $=.!-]*$/.test(text) && !/\s$/.test(text) ? text : JSON.stringify(text));
