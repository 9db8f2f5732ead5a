// The order in which columns of a table give way if not all fit.
import type { Row } from '../services/json-value.js';
import { type Column, isState } from './column.js';
import { isEmptyIn } from './table.js';

const [stays, status, name, amount, unit, rate, time, other, id, empty, yields] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const lastOf = ({ path }: Column): string => path.slice(path.lastIndexOf('.') + 1);
const isStatus = (column: Column): boolean =>
  typeof column.as === 'object'
    ? isState(column.as)
    : column.as === undefined && /(^s|S)tat(us|e)$/.test(lastOf(column));
const isName = (column: Column): boolean =>
  (column.as === undefined || column.as === 'html') &&
  /^(name|title|symbol|ticker|label|displayName|username)$|(Name|Title|Symbol)$/.test(lastOf(column));
/** A sum of money. A count of things is not one, although its thousands are grouped too. */
const isAmount = (column: Column): boolean =>
  (column.as === 'amount' && !/(^c|C)ount$/.test(lastOf(column))) ||
  (typeof column.as === 'object' && ('amount' in column.as || 'units' in column.as));
const isUnit = (column: Column): boolean =>
  /^(currency|unit|token|asset|symbol)(Id|Code)?$|(Currency|Unit|Symbol)(Id)?$/.test(lastOf(column));
const isRate = ({ as }: Column): boolean => as === 'percent';
const isTime = ({ as }: Column): boolean => as === 'time' || as === 'moment';
const isId = (column: Column, idPath: string): boolean =>
  column.path === idPath || /^(id|uuid|key|hash|address|vin)$|(Id|ID|Uuid|Hash|Address|_id)$/.test(lastOf(column));

/** Whether a column of this rank is secondary: not a status, name, time or main amount. */
export const isAmongOthers = (rank: number): boolean => rank >= other;

/**
 * The rank of each column; lower ranks are kept longer. First come status, name, amount with its unit, rate and time,
 * each by the first column of its kind, then other columns, ids, and columns without a value. If nothing names a row,
 * its id does.
 * @param idPath the path of a row's id
 * @param rows the rows, or a sample
 */
export function columnRanks(columns: readonly Column[], idPath: string, rows: readonly Row[] = []): readonly number[] {
  const first = (isKind: (column: Column) => boolean): number =>
    columns.findIndex((column) => column.room !== 'yields' && isKind(column));
  const named = first(isName);
  const plain = first(
    (column) => !isStatus(column) && !isAmount(column) && !isRate(column) && !isTime(column) && !isId(column, idPath),
  );
  const [stated, paid, rated, since] = [first(isStatus), first(isAmount), first(isRate), first(isTime)];
  const calls = named >= 0 ? named : plain >= 0 ? plain : first((column) => isId(column, idPath));
  return columns.map((column, at): number => {
    if (column.room === 'yields') return yields;
    if (column.room === 'stays') return stays;
    if (rows.length > 0 && isEmptyIn(rows, column.path)) return empty;
    if (at === stated) return status;
    if (at === calls) return name;
    if (at === paid) return amount;
    if (at === rated) return rate;
    if (at === since) return time;
    if (paid >= 0 && at === paid + 1 && isUnit(column)) return unit;
    return isId(column, idPath) && !isUnit(column) ? id : other;
  });
}
