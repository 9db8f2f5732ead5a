// The facts that a record states at declared paths: a text or a number as text, or an amount of money with its unit.

import { asText, isNothing, isNumeric, isRecord, type Row, valueAt } from '../json-value.js';
import { Fields, type Role, type RowsOf, type Rule } from './fields.js';
import { moneyValue, namesUnit } from './values.js';

/** A fact in a record. */
export interface Stated {
  /** The path of its field, and the rule by which it is known. */
  readonly path: string;
  readonly by: Rule;
  readonly text: string;
  /** The value as the record has it. */
  readonly value: unknown;
  /** The decimals of an amount with its own unit: not those that a declaration says. */
  readonly scale?: number;
  /** The unit of such an amount. */
  readonly unit?: string;
}

/** The facts of a record by their declared paths. */
export class RecordFacts {
  readonly #record: Row;
  readonly #fields: Fields;
  readonly #units: ReadonlySet<string>;

  constructor(record: Row, of: RowsOf = {}) {
    this.#record = record;
    this.#fields = new Fields([record], { ...of, isRecord: true });
    this.#units = new Set(unitsIn(record, 2));
  }

  /** The value of the field with a declared path; undefined if no field is known as it, and inside a list. */
  value(path: string, role?: Role): unknown {
    const known = this.#pathOf(path, role);
    const value = known === undefined ? undefined : valueAt(this.#record, known);
    return Array.isArray(value) && !Object.hasOwn(this.#record, path) ? undefined : value;
  }

  /**
   * The fact at a declared path. An amount `feeAmount` may be the money of `fee`, a price `unitPrice`, and a unit that of
   * the only money of the record. Undefined for a missing value, and for one of another form.
   */
  at(path: string, role?: Role): Stated | undefined {
    const value = this.value(path, role);
    const known = this.#fields.path(path, role);
    if (known.is === 'known' && !isNothing(value)) return statedIn(known.value, known.by, value);
    if (/(^|\.)price$/.test(path)) return this.at(path.replace(/price$/, 'unitPrice'));
    const stem = path.replace(/Amount$/, '');
    const money = stem === path || stem === '' ? undefined : this.value(stem);
    if (moneyOf(stem, money)) return statedIn(this.#pathOf(stem)!, 'role', money);
    const last = path.slice(path.lastIndexOf('.') + 1);
    const [unit, ...others] = this.#units;
    return namesUnit(last) && unit !== undefined && others.length === 0
      ? { path, by: 'role', text: unit, value: unit }
      : undefined;
  }

  #pathOf(path: string, role?: Role): string | undefined {
    const known = this.#fields.path(path, role);
    return known.is === 'known' ? known.value : undefined;
  }
}

/** A value as a fact. */
function statedIn(path: string, by: Rule, value: unknown): Stated | undefined {
  const money = moneyOf(path, value);
  if (money) return { path, by, value, text: money.amount, scale: money.scale, unit: money.unit };
  return typeof value === 'string' || isNumeric(value) ? { path, by, value, text: asText(value) } : undefined;
}

/** The units of the money in a record and in the objects of its form. */
function unitsIn(record: Row, levels: number): readonly string[] {
  if (levels === 0) return [];
  return Object.entries(record).flatMap(([name, value]) => {
    const money = moneyOf(name, value);
    return money ? [money.unit] : isRecord(value) ? unitsIn(value, levels - 1) : [];
  });
}
/** The money in a field. A text is money only where its field has an amount: `CAP 3` may be a name. */
const moneyOf = (path: string, value: unknown) =>
  typeof value !== 'string' || amountName.test(path) ? moneyValue(value) : undefined;
const amountName = /(amount|price|total|fee|cost|value|sum|fare)$/i;
