// A record of a service with its facts at their declared paths, in declared units: what the comparisons of money read.
// The other fields stay as they are.

import type { Role, RowsOf } from '../services/decode/fields.js';
import { RecordFacts } from '../services/decode/stated.js';
import { isNothing, isRecord, type Row, valueAt } from '../services/json-value.js';
import { type Decimal, decimalOf, decimalText, fromBase } from './decimal.js';

/** The declared paths of a record. */
export interface DeclaredPaths {
  readonly paths: readonly string[];
  readonly roles?: Readonly<Record<string, Role>>;
  /** The path of the amount that leaves, and of its token. */
  readonly amount?: string;
  readonly token?: string;
  /** The paths of all amounts. In an envelope, which is not declared, only money with its own unit is one. */
  readonly amounts: readonly string[];
  /** The decimals of declared amounts: 0 for whole tokens. */
  readonly decimals: number;
  readonly of?: RowsOf;
}

/** The record with its facts at the declared paths. Money as an object becomes its number there, and its unit the token. */
export function asDeclared(
  record: Row,
  { paths, roles = {}, amount, token, amounts, decimals, of }: DeclaredPaths,
): Row {
  const isThere = (path: string) => {
    const value = valueAt(record, path);
    return value !== undefined && !isRecord(value);
  };
  if (paths.every(isThere)) return record;
  const facts = new RecordFacts(record, of);
  const unit = amount === undefined ? undefined : facts.at(amount)?.unit;
  return paths.reduce<Row>((row, path) => {
    if (isThere(path)) return row;
    if (path === token && unit !== undefined) return withValue(row, path.split('.'), unit);
    const stated = facts.at(path, roles[path]);
    const isOwn = stated?.scale !== undefined || stated?.by === 'declared' || stated?.by === 'spelling';
    if (amounts.includes(path) && !isOwn) return row;
    const value =
      stated?.scale === undefined ? facts.value(path, roles[path]) : inUnits(stated.text, stated.scale, decimals);
    return value === undefined && stated === undefined ? row : withValue(row, path.split('.'), value ?? stated?.text);
  }, record);
}

/** An amount with its own scale as a text in units of 10^-decimals; as it is, if it is no number. */
function inUnits(text: string, scale: number, decimals: number): string {
  const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(text) ?? [];
  const number = decimalOf(digits);
  return number ? sign + decimalText(shifted(fromBase(number, scale), decimals)) : text;
}
const shifted = ({ units, places }: Decimal, by: number): Decimal =>
  places >= by ? { units, places: places - by } : { units: units * 10n ** BigInt(by - places), places: 0 };

function withValue(row: Row, [name, ...inner]: readonly string[], value: unknown): Row {
  const before = row[name!];
  const changed = inner.length === 0 ? value : withValue(isRecord(before) ? before : {}, inner, value);
  return inner.length > 0 && !isNothing(before) && !isRecord(before) ? row : { ...row, [name!]: changed };
}
