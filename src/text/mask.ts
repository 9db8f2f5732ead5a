// The rule of masking personal data, by the role of a field: names, e-mail addresses, phone numbers, addresses and
// places of persons, plates, birthdays.

import {
  noRole,
  type PersonalRole,
  personObjectWords,
  personSentences,
  personSuffixes,
  personTypes,
  personWords,
  placeWords,
  roleByName,
  roleInPerson,
  thingFields,
} from '../services/catalogue/personal-data.js';
import { contentOf, recordIn, rowsIn } from '../services/decode/rows.js';
import { foldName } from '../services/fold-text.js';
import { isId } from '../services/forms.js';
import { isNumeric, isRecord, type Row, valueAt } from '../services/json-value.js';
import { isTimeText } from './time.js';

/** Facts about a value beside its fields. */
interface Origin {
  /** The value is a person, or a list of persons, without a field that says so. */
  readonly persons?: boolean;
}

/** Marks an object as a person; see `markPersons`. */
const personMark = Symbol('person');

/**
 * Marks the rows of a response, or its record, as persons, in place: each with the objects of its form. The mark is not
 * a field: it is neither shown nor compared.
 */
export function markPersons(response: unknown): void {
  const list = rowsIn(response);
  const record = list ? undefined : recordIn(response);
  for (const person of list?.elements ?? [record?.at.reduce(valueAt, response)]) {
    if (!isRecord(person)) continue;
    const content = contentOf(person);
    for (const part of [person, ...(content === person ? [] : Object.values(person).filter(isRecord))])
      Object.defineProperty(part, personMark, { value: true, enumerable: true, configurable: true });
  }
}

/**
 * Masks the personal data of a value by the roles of its fields. The end of a field's name decides (`contactPhone` is a
 * phone, `phoneVerifiedAt` is a time); for `name`, `address` and coordinates also whether the object is a person
 * (`services/catalogue/personal-data`). A field with its own role is masked in any format, except ids and hashes in
 * place of names and addresses. E-mail addresses are masked everywhere.
 */
export function masked(value: unknown, { persons = false }: Origin = {}): unknown {
  const roles = new Map<string, FieldName>();
  if (persons) markPersons(value);
  return maskedIn(value, { field: fieldName('', roles), holder: 'other', roles });
}

/** The masked text of one field, such as a receipt's line; `label` is its name. */
export const maskedField = (label: string, text: string): string => {
  const row = masked({ [label]: text });
  return isRecord(row) ? String(row[label]) : text;
};

/** Masks e-mail addresses in a text, and names in its sentences about persons. */
export function maskedText(text: string): string {
  const addressed = text.includes('@') ? text.replace(anyEmail, maskEmail) : text;
  if (!addressed.includes(' ')) return addressed;
  return personSentences.reduce(
    (text, sentence) => text.replace(sentence, (_, start: string, name: string) => start + maskName(name)),
    addressed,
  );
}

type Kind = 'person' | 'place' | 'other';

interface FieldName {
  readonly role?: PersonalRole;
  /** The role of the field in a person. */
  readonly inPerson?: PersonalRole;
  /** The kind of an object in this field; in a person, a place word is enough. */
  readonly kind: Kind;
  readonly isPlace: boolean;
  /** Whether a text in this field may be a person's name: `driver`. */
  readonly mayName: boolean;
  /** Its name as `foldName` makes it. */
  readonly folded: string;
}

interface Place {
  readonly field: FieldName;
  /** The kind of the object with the field. */
  readonly holder: Kind;
  /** Cached names of fields: a list reads each once. */
  readonly roles: Map<string, FieldName>;
}

function maskedIn(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return maskedScalar(value, place);
  if (Array.isArray(value))
    return isPoint(value, place) ? value.map(() => hidden) : value.map((element) => maskedIn(element, place));
  if (isRecord(value)) return maskedRecord(value, place);
  return isNumeric(value) ? maskedNumber(value, place) : value;
}

/** Whether a list of numbers is a person's coordinates, as in GeoJSON. */
const isPoint = (value: readonly unknown[], { field, holder }: Place): boolean =>
  (field.kind === 'place' || (holder !== 'other' && field.isPlace)) && value.length > 0 && value.every(isNumeric);

function maskedRecord(value: Row, { field, holder, roles }: Place): Row {
  const names = new Set(Object.keys(value).map((name) => fieldName(name, roles).folded));
  const isThing = thingFields.some((name) => names.has(foldName(name)));
  const kind: Kind =
    field.kind === 'person' || Object.hasOwn(value, personMark)
      ? 'person'
      : field.kind === 'place' || (holder !== 'other' && field.isPlace)
        ? 'place'
        : !isThing && personTypes.some((type) => type.every((name) => names.has(foldName(name))))
          ? 'person'
          : 'other';
  const fields = Object.entries(value).map(([name, part]): [string, unknown] => {
    const named = fieldName(name, roles);
    const effective =
      isThing && kind === 'other' && (named.role === 'name' || named.role === 'plate') ? withoutRole(named) : named;
    return [name, maskedIn(part, { field: effective, holder: kind, roles })];
  });
  return Object.fromEntries(fields); // an assignment would lose a field `__proto__`
}

const withoutRole = ({ role: _, ...rest }: FieldName): FieldName => rest;

function maskedScalar(text: string, { field, holder }: Place): string {
  if (text === '') return text;
  const role =
    field.role ?? (holder === 'other' ? undefined : (field.inPerson ?? (holder === 'place' ? 'address' : undefined)));
  // a time is not personal
  if (role !== 'birthday' && role !== 'coordinate' && isTimeText(text)) return maskedText(text);
  switch (role) {
    case 'name':
      return isId(text) ? text : maskedName(text);
    case 'email':
      return text.includes('@') ? maskEmail(text) : maskWords(text);
    case 'phone':
      return text.replace(/\D/g, '').length > 2 ? maskPhone(text) : maskWords(text);
    case 'network':
      return /[.:]/.test(text) ? maskNetwork(text) : maskedText(text); // words such as `none` are not addresses
    case 'plate':
      return /\d/.test(text) ? maskPlate(text) : maskWords(text);
    case 'birthday':
    case 'coordinate':
      return hidden;
    case 'address':
      return (field.role || /\s/.test(text.trim())) && !isId(text) ? maskWords(text) : maskedText(text);
    default:
      return field.mayName && looksLikeName(text) ? maskName(text) : maskedText(text);
  }
}

/** Masks a number that is a phone number, a birthday or a coordinate. */
function maskedNumber(value: unknown, { field, holder }: Place): unknown {
  const role = field.role ?? (holder === 'other' ? undefined : field.inPerson);
  const text = String(value);
  if (role === 'phone') return /^\d{7,15}$/.test(text) ? maskPhone(text) : value;
  return role === 'birthday' || role === 'coordinate' ? hidden : value;
}

const nothing: FieldName = { kind: 'other', isPlace: false, mayName: false, folded: '' };

function fieldName(name: string, cache: Map<string, FieldName>): FieldName {
  const cached = cache.get(name);
  if (cached) return cached;
  const read = name === '' ? nothing : readName(name);
  cache.set(name, read);
  return read;
}

/**
 * The meaning of a field's name, such as `email`, `user_email`, `contactPhones`; no meaning for `emailVerifiedAt`,
 * `microphone`.
 */
function readName(name: string): FieldName {
  const words = name
    .replace(/['’]s\b/g, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  const last = singular(words.at(-1) ?? '');
  const before = singular(words.at(-2) ?? '');
  const ends = [1, 2, 3].map((count) => [...words.slice(-count, -1), last].join(''));
  const hasNone = ends.some((end) => noRole.has(end));
  const roleIn = (roles: Readonly<Record<string, PersonalRole>>, names: readonly string[]) =>
    hasNone
      ? undefined
      : names.map((key) => (Object.hasOwn(roles, key) ? roles[key] : undefined)).find((role) => role !== undefined);
  const role = roleIn(roleByName, ends);
  const inPerson = roleIn(roleInPerson, [last]);
  const ofPerson = personWords.has(before) ? inPerson : undefined; // driverName, ownerLatitude
  const isPerson =
    personWords.has(last) || personObjectWords.has(last) || (personSuffixes.has(last) && personWords.has(before));
  const isPlace = placeWords.has(last);
  return {
    role: role ?? ofPerson,
    inPerson,
    kind: isPerson ? 'person' : isPlace && personWords.has(before) ? 'place' : 'other',
    isPlace,
    mayName: personWords.has(last),
    folded: foldName(name),
  };
}
const singular = (word: string): string => (word === 'people' ? word : word.replace(/(?<=ss)es$|(?<!s)s$/, ''));

/** Whether a text may be a person's name, and not an id, address, status or number: `Dara Sok`, `Dara`, `DARA SOK`. */
const looksLikeName = (text: string): boolean =>
  !isId(text) &&
  (/^\p{L}[\p{L}\p{M}.'’-]*( [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]*)+$/u.test(text) || /^\p{Lu}\p{Ll}+$/u.test(text));

const hidden = '••••';
const anyEmail = /[^\s@<>()[\],;:"']+@[^\s@<>()[\],;:"']+\.[^\s@<>()[\],;:"'.]+/g;
const start = (text: string, most: number): string => {
  const letters = [...text];
  return letters.slice(0, Math.max(letters.length > 1 ? 1 : 0, Math.min(most, letters.length - 1))).join('');
};
const maskEmail = (text: string) =>
  text.replace(/[^@]+/g, (part) => (/^.{0,2}••$/u.test(part) ? part : `${start(part, 2)}••`));
const maskNetwork = (text: string) => text.replace(/^([^.:]*)[.:].*$/s, '$1.••');
const maskPhone = (text: string) => (text.length < 6 ? hidden : `${text.slice(0, 3)}${hidden}${text.slice(-2)}`);
const maskPlate = (text: string) => (text.length < 5 ? hidden : `${text.slice(0, 2)}${hidden}${text.slice(-1)}`);
const maskWords = (text: string): string =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${start(word, 1)}••`)
    .join(' ');
const maskedName = (text: string): string => (text.includes('@') ? maskEmail(text) : maskName(text));

/**
 * Masks a person's name to two letters of the first word and one letter of each other word, `Le•• T••`; never shows a
 * whole word.
 */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word, at) => (word.includes('•') ? word : `${at === 0 ? start(word, 2) : [...word][0]}••`))
    .join(' ');
