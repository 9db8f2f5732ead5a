// Refuses paths of changing calls that servers may read in different ways. Loaded for such calls only.
import { BadInput, Guarded } from './errors.js';

/**
 * Checks the segments of a typed path of a changing call: no server may read it as another path (docs/money.md 5).
 * @param literals the segments as the catalogue spells them, by position
 * @param routes the paths of the service's calls: a segment of theirs with an extension is refused anywhere
 * @param routes the paths of the service's calls: a segment of theirs with an extension is refused in any place
 * @throws {BadInput} for bad percent-encoding; {Guarded}
 */
export function checkChangePath(
  bare: string,
  literals: readonly (string | undefined)[],
  routes: readonly string[],
): void {
  const segments = bare.split('/').slice(1);
  const last = segments.findLastIndex((segment) => segment !== '');
  for (const [at, segment] of segments.entries()) {
    if (segment === literals[at]) continue;
    if (!isEncoded(segment))
      throw new BadInput('BAD_PATH', `The path ${JSON.stringify(bare)} is not percent-encoded as it should be.`);
    const problem =
      ambiguousSegment(segment) ?? (hasExtension(segment, at === last, routes) ? 'ends in an extension' : undefined);
    if (problem !== undefined)
      throw new Guarded(
        'AMBIGUOUS_PATH',
        `The path ${JSON.stringify(bare)} has a segment that ${problem}, so servers may read it as different paths.`,
        'Spell it as the catalogue does: tuk api list',
      );
  }
}

/**
 * Whether a segment ends in an extension: any in the last segment with text, else an extension of a catalogue segment.
 */
function hasExtension(segment: string, isLast: boolean, routes: readonly string[]) {
  if (isLast) return /\.[^.]+$/u.test(segment);
  const spelled = new Set(routes.flatMap((route) => route.toLowerCase().split('/')));
  const plain = decodeURIComponent(segment).normalize('NFKC').toLowerCase();
  return [...plain.matchAll(/\./g)].some(({ index }) => index > 0 && spelled.has(plain.slice(0, index)));
}

/** Why servers may read an encoded segment in different ways; undefined if all read it alike. */
function ambiguousSegment(segment: string): string | undefined {
  if (/%(2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i.test(segment))
    return 'encodes a character that needs no encoding';
  return ambiguousValue(decodeURIComponent(segment));
}
function isEncoded(segment: string) {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
/** Why servers may read a decoded path value in different ways; undefined if all read it alike. */
function ambiguousValue(value: string): string | undefined {
  if (/[;%\\/?#]/.test(value)) return `holds ${/[;%\\/?#]/.exec(value)![0]}`;
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(value)) return 'holds a character that cannot be seen';
  if (/[\p{Z}\u2800]/u.test(value)) return 'holds a space';
  return value.endsWith('.') ? 'ends in a dot' : undefined;
}

/** Checks the path values of a changing call. @throws {Guarded} */
export function checkChangeValues(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const problem = value === undefined || value === null ? undefined : ambiguousValue(String(value));
    if (problem === undefined) continue;
    throw new Guarded('AMBIGUOUS_PATH', `The value for ${name} ${problem}, so servers may read it in different ways.`);
  }
}
