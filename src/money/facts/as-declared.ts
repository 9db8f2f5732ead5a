// A record of a service with its facts at their declared paths: what the comparisons of money and receipts read. Values
// are moved and not changed: an amount keeps its own unit and scale. The other fields stay as they are.

import type { Role, RowsOf } from '../../services/decode/fields.js';
import { withValue } from '../../services/decode/map.js';
import { RecordFacts } from '../../services/decode/stated.js';
import { moneyValue } from '../../services/decode/values.js';
import { isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import type { FactPaths } from '../../things/transfer.js';

/** The paths of the facts of a record, but for the names of the recipient. */
export const pathsIn = ({ id, amount, price, quantity, token, to, fee, networks = [] }: FactPaths): readonly string[] =>
  [id, amount, price, quantity, token, to, fee, ...networks].filter((path) => path !== undefined);

/**
 * The record with its facts at the declared paths. The unit of its amount becomes the token, if none is stated. In an
 * envelope, which is not declared, only money with its own unit is an amount.
 * @param others further declared paths
 */
export function asDeclared(
  record: Row,
  declared: FactPaths,
  ids: readonly (string | undefined)[],
  status: string | undefined,
  others: readonly string[],
  of: RowsOf,
): Row {
  const { amount, price, token, fee, toNames = [] } = declared;
  const paths = [...new Set([...pathsIn(declared), ...toNames, ...ids, status, ...others])].filter(
    (path) => path !== undefined,
  );
  const roleOf = (path: string): Role | undefined =>
    path === status ? 'status' : ids.includes(path) ? 'id' : undefined;
  const isThere = (path: string) => {
    const value = valueAt(record, path);
    return value !== undefined && (!isRecord(value) || moneyValue(value) !== undefined);
  };
  if (paths.every(isThere)) return record;
  const facts = new RecordFacts(record, of);
  const paid = amount ?? price;
  const unit = paid === undefined ? undefined : facts.at(paid)?.unit;
  return paths.reduce<Row>((row, path) => {
    if (isThere(path)) return row;
    if (path === token && unit !== undefined && isNothing(facts.value(path))) return withValue(row, path, unit);
    const stated = facts.at(path, roleOf(path));
    const isOwn = stated?.unit !== undefined || stated?.by === 'declared' || stated?.by === 'spelling';
    if ([amount, price, fee].includes(path) && !isOwn) return row;
    const value = stated?.unit === undefined ? facts.value(path, roleOf(path)) : stated.value;
    return value === undefined && stated === undefined ? row : withValue(row, path, value ?? stated?.text);
  }, record);
}
