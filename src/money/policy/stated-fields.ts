// The fields of a response that state a fact of its operation: their values, whatever objects and lists they are in.

import { foldName } from '../../services/fold-name.js';
import { asText, isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { decimalOf } from '../decimal.js';
import { type StatedRole, statedRole } from './stated-names.js';

/** A field that states a fact. */
export interface StatedField {
  readonly name: string;
  readonly role: StatedRole;
  readonly value: unknown;
  /** Its plain values: its own, or those of the object or list that stands for it. */
  readonly texts: readonly string[];
  /** The object that has it. */
  readonly part: Row;
  /** Whether it is the unit within an amount: `amount: { value, currency }`. */
  readonly isWithin: boolean;
}

/** Whether a name is that of a fact, so that an object under it stands for a value and is not a part of the operation. */
export const isFactName = (name: string): boolean => statedRole(name) !== undefined;

/** The fields of some objects that state a fact, and the units within their amounts. */
export const fieldsIn = (parts: readonly Row[]): readonly StatedField[] =>
  parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]): StatedField[] => {
      const role = statedRole(name);
      if (role === undefined || isNothing(value)) return [];
      const own: StatedField = { name, role, value, texts: textsFor(role.fact, value), part, isWithin: false };
      return [own, ...unitsWithin(role, value, part)];
    }),
  );
const withUnit = /^(amount|total|price|fee|debit|arrival|reward)$/;
function unitsWithin({ fact }: StatedRole, value: unknown, part: Row): readonly StatedField[] {
  if (!withUnit.test(fact)) return [];
  const objects = (Array.isArray(value) ? value : [value]).filter(isRecord);
  const of = fact === 'fee' || fact === 'arrival' ? { of: fact } : {};
  return objects.flatMap((inner) =>
    Object.entries(inner).flatMap(([name, unit]) =>
      statedRole(name)?.fact === 'unit' && !isNothing(unit)
        ? [{ name, role: { fact: 'unit' as const, ...of } as StatedRole, value: unit, texts: textsFor('unit', unit), part, isWithin: true }]
        : [],
    ),
  );
}

/** The texts of all fields with a fact. */
export const textsOf = (fields: readonly StatedField[], fact: StatedRole['fact']): readonly string[] =>
  fields.flatMap(({ role, texts }) => (role.fact === fact ? texts : []));

/** The texts of fields; of one whose name may mean something else, those that are plain numbers. */
export const plainTexts = (...fields: readonly StatedField[]): readonly string[] =>
  fields.flatMap(({ role, texts }) => (role.isLoose ? texts.filter((text) => decimalOf(text.replace(/^-/, '')) !== undefined) : texts));

/** Names within an object that stands for a value, by fact. */
const carriers: readonly (readonly [facts: RegExp, names: RegExp])[] = [
  [/^unit$/, /^(value|id|symbol|code|ticker|currency|currencyid|token|unit)$/],
  [/^network$/, /^(value|id|name|code|symbol|network|chain|chainid)$/],
  [/^address$/, /^(value|id|userid|address|addr|walletaddress|account|wallet|to)$/],
  [/^user$/, /^(value|id|userid)$/],
  [/./, /^(value|amount|total|sum|number|whole|formatted|text|decimal|quantity)$/],
];
const maxDepth = 3;
/** The plain values of a field: its own, those of a list, and those of an object that stands for one, as `{"value":"25","currency":"MVL"}` does. */
function textsFor(fact: StatedRole['fact'], value: unknown, depth = 0): readonly string[] {
  if (isScalar(value)) return [asText(value)];
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsFor(fact, one, depth + 1));
  if (!isRecord(value)) return [];
  const own = carriers.find(([facts]) => facts.test(fact))![1];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isOwn = own.test(foldName(name)) || (fact === 'fee' && isPartOfFee(name)) || statedRole(name)?.fact === fact;
    return isOwn ? textsFor(fact, inner, depth + 1) : [];
  });
}
/** The kinds of fees that an object of fees has. */
const isPartOfFee = (name: string): boolean =>
  /^(network|service|gas|platform|extra|processing|transfer|withdrawal|charge)/.test(foldName(name));
