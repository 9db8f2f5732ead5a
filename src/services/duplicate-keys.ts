// Finds a name that a JSON object has twice. Readers take different values, so such a text proves nothing.

import { kebab } from './catalogue/define.js';
import { ServerFailure } from './http/errors.js';
import { stringEnd } from './json-text.js';

/** A name by Unicode compatibility forms and letter case, as some readers compare it. */
const caseFolded = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase();

/**
 * The first name that an object of a valid JSON text has twice, spelled as its last occurrence.
 * @param options.folds compares names after NFKC and case folding
 */
export function duplicateKey(text: string, { folds = false } = {}): string | undefined {
  const outer: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined; // of the innermost object; undefined in a list
  let isName = false;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = stringEnd(text, at);
      if (isName) {
        const name = unescaped(text, at, end);
        const key = folds ? caseFolded(name) : name;
        if (names!.has(key)) return name;
        names!.add(key);
        isName = false;
      }
      at = end;
      continue;
    }
    if (code === 0x7b || code === 0x5b) {
      outer.push(names);
      isName = code === 0x7b;
      names = isName ? new Set() : undefined;
    } else if (code === 0x7d || code === 0x5d) {
      names = outer.pop();
      isName = false;
    } else if (code === 0x2c) isName = names !== undefined;
    at++;
  }
  return undefined;
}
function unescaped(text: string, start: number, end: number) {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw;
}

/** The code of a response that has a name twice. A fact in it is refused, and not treated as unknown. */
export const duplicateField = 'DUPLICATE_FIELD';

/**
 * Refuses a response that has a name twice, for reads that establish facts.
 * @param options as `duplicateKey`
 * @throws {ServerFailure} DUPLICATE_FIELD
 */
export function refuseDuplicateKeys(
  service: string,
  call: string,
  text: string,
  options?: { readonly folds?: boolean },
): void {
  const name = duplicateKey(text, options);
  if (name === undefined) return;
  throw new ServerFailure(
    duplicateField,
    `${service} ${kebab(call)} was answered with the field ${JSON.stringify(name.slice(0, 60))} twice in one object; nothing that it says is used.`,
    { service, call },
    'Readers differ in which of the two they take. Try again when the service says it once.',
  );
}
