// What differs between two answers of one read: rows that came, changed or went.

import { asText, compact, isNothing, isRecord, type Row, valueAt } from '../services/json-value.js';
import { listing } from '../ui/format/columns.js';

/** A row that differs. `before` is nothing for one that came, `after` for one that went. */
export interface Change {
  readonly id: string;
  readonly before?: Row;
  readonly after?: Row;
}

/** The rows of an answer by what names them: the field at `idPath`, or their place where they have none. The answer itself is a row where it is no list. */
export function rowsById(answer: unknown, idPath = 'id'): ReadonlyMap<string, Row> {
  const rows = listing(answer)?.rows ?? (isRecord(answer) ? [answer] : [{ value: answer }]);
  const named = rows.map((row, at) => {
    const id = valueAt(row, idPath);
    return [isNothing(id) ? String(at + 1) : asText(id), row] as const;
  });
  return new Map(named);
}

/** What is different now, those that are there in their order, then those that went. */
export function changesOf(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): Change[] {
  const there = [...after].flatMap(([id, row]): Change[] => {
    const old = before.get(id);
    if (old === undefined) return [{ id, after: row }];
    return compact(old) === compact(row) ? [] : [{ id, before: old, after: row }];
  });
  const gone = [...before].filter(([id]) => !after.has(id)).map(([id, row]): Change => ({ id, before: row }));
  return [...there, ...gone];
}

/** The fields of a row that differ, by name. */
export const fieldsThatDiffer = ({ before = {}, after = {} }: Change): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => compact(before[name]) !== compact(after[name]));
