// A record of a service with its facts at their declared paths: what the comparisons of money and receipts read. Values
// are moved and not changed: an amount keeps its own unit and scale. The other fields stay as they are.

import type { Role, RowsOf } from '../services/decode/fields.js';
import { RecordFacts } from '../services/decode/stated.js';
import { moneyValue } from '../services/decode/values.js';
import { isNothing, isRecord, type Row, valueAt } from '../services/json-value.js';

/** The declared paths of a record. */
export interface DeclaredPaths {
  readonly paths: readonly string[];
  readonly roles?: Readonly<Record<string, Role>>;
  /** The path of the amount that leaves, and of its token. */
  readonly amount?: string;
  readonly token?: string;
  /** The paths of all amounts. In an envelope, which is not declared, only money with its own unit is one. */
  readonly amounts: readonly string[];
  readonly of?: RowsOf;
}

/** The record with its facts at the declared paths. The unit of its amount becomes the token, if none is stated. */
export function asDeclared(record: Row, { paths, roles = {}, amount, token, amounts, of }: DeclaredPaths): Row {
  const isThere = (path: string) => {
    const value = valueAt(record, path);
    return value !== undefined && (!isRecord(value) || moneyValue(value) !== undefined);
  };
  if (paths.every(isThere)) return record;
  const facts = new RecordFacts(record, of);
  const unit = amount === undefined ? undefined : facts.at(amount)?.unit;
  return paths.reduce<Row>((row, path) => {
    if (isThere(path)) return row;
    if (path === token && unit !== undefined) return withValue(row, path, unit);
    const stated = facts.at(path, roles[path]);
    const isOwn = stated?.unit !== undefined || stated?.by === 'declared' || stated?.by === 'spelling';
    if (amounts.includes(path) && !isOwn) return row;
    const value = stated?.unit === undefined ? facts.value(path, roles[path]) : stated.value;
    return value === undefined && stated === undefined ? row : withValue(row, path, value ?? stated?.text);
  }, record);
}

/** A record with a value at a path; as it is, if something else than an object is on the way. */
export function withValue(row: Row, path: string, value: unknown): Row {
  const [, name = path, inner] = /^([^.]*)\.(.*)$/.exec(path) ?? [];
  const before = row[name];
  if (inner === undefined) return { ...row, [name]: value };
  return isNothing(before) || isRecord(before) ? { ...row, [name]: withValue(before ?? {}, inner, value) } : row;
}
