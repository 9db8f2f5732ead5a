// Checks the body of a call that moves value: refused if two JSON readers could read it differently (docs/money.md 5).
import { foldName } from '../../services/fold-name.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { isNumeric, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { replaceUnsafe } from '../../services/unsafe-characters.js';

/** Names that reach an object's prototype in a JavaScript reader. */
const prototypeNames = /^(__proto__|constructor|prototype)$/;

/**
 * Checks that every reader takes a body for the same request: it is an object, no two names of one object fold
 * together, no name is another spelling of a guarded field.
 * @param guarded the names of the fields that the call takes; `a.b` nests
 * @param values the fields of amount, token, recipient and network: none may be at another place as well
 * @throws {Guarded} AMBIGUOUS_BODY
 */
export function checkBody(
  body: unknown,
  guarded: readonly string[],
  values: readonly string[] = [],
): asserts body is Row {
  if (!isRecord(body)) throw ambiguous(`is ${kindOf(body)}, and a call that moves value takes an object`);
  const spellings = new Map(guarded.flatMap((field) => field.split('.')).map((name) => [foldName(name), name]));
  const inBody = values.filter((field) => valueAt(body, field) !== undefined);
  const valueNames = new Set(inBody.map((field) => field.split('.').at(-1)!));
  const pending: (readonly [value: unknown, place: string])[] = [[body, '']];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, place] = next;
    if (Array.isArray(value)) pending.push(...value.filter(isNested).map((item) => [item, `${place}[].`] as const));
    else if (isRecord(value)) {
      const names = Object.keys(value);
      checkNames(names, spellings);
      const elsewhere = names.find((name) => valueNames.has(name) && !inBody.includes(place + name));
      if (elsewhere !== undefined)
        throw ambiguous(`has the field ${elsewhere} twice, at its place and at ${quote(place + elsewhere)}`);
      for (const [name, inner] of Object.entries(value)) if (isNested(inner)) pending.push([inner, `${place}${name}.`]);
    }
  }
}

const isNested = (value: unknown): boolean => Array.isArray(value) || isRecord(value);

function checkNames(names: readonly string[], guarded: ReadonlyMap<string, string>): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    if (prototypeNames.test(name))
      throw ambiguous(`has a field ${quote(name)}, which changes an object in some readers`);
    // `amount[]`, `amount[0]` and `amount.x` reach into `amount`
    const [folded, base] = [foldName(name), foldName(name.split(/[[.]/, 1)[0]!)];
    const field = guarded.get(folded) ?? guarded.get(base);
    if (field !== undefined && field !== name)
      throw ambiguous(`has a field ${quote(name)}, which a service may read as ${field}`);
    const twin = seen.get(folded);
    if (twin !== undefined)
      throw ambiguous(`has the fields ${quote(twin)} and ${quote(name)}, which a service may read as one`);
    seen.set(folded, name);
  }
}

/**
 * Checks that the fields of amount, token and recipient have plain values: a number, or a text that no reader trims or
 * drops.
 * @throws {Guarded} AMBIGUOUS_BODY; {BadInput} BAD_VALUE
 */
export function checkPlainValues(fields: readonly (readonly [name: string, value: unknown])[]): void {
  for (const [name, value] of fields) {
    if (typeof value !== 'string' && !isNumeric(value))
      throw ambiguous(`has ${kindOf(value)} in the field ${quote(name)}, which takes a text or a number`);
    if (typeof value === 'string' && isTrimmed(value))
      throw new BadInput(
        'BAD_VALUE',
        `The field ${quote(name)} is ${value.trim() === '' ? 'empty' : 'not plain text: a service may drop its spaces or invisible characters'}; nothing was sent.`,
      );
  }
}
/**
 * Whether a text is empty, or a reader may shorten it: white space at an end, line breaks, control and invisible
 * characters.
 */
const isTrimmed = (text: string): boolean =>
  text === '' || /^\s|\s$|[\n\t]/.test(text) || hidden.test(text) || replaceUnsafe(text, () => '') !== text;
/**
 * Characters that are drawn as nothing, even if they join letters: a reader may drop them. An emoji keeps its selector.
 */
const hidden = /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

const quote = (name: string): string => JSON.stringify(name.slice(0, 60));
const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  return typeof value === 'boolean' ? String(value) : typeof value === 'string' ? 'a text' : 'a number';
};

const ambiguous = (why: string): Guarded =>
  new Guarded(
    'AMBIGUOUS_BODY',
    `The body ${why}; nothing was sent.`,
    'Give each field once, spelt as the call takes it: tuk api show SERVICE CALL',
  );
