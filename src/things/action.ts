// What an action opens and takes, and whether it makes sense for a row.

import { fits, type StatusList } from '../services/catalogue/statuses.js';
import { filledLine } from '../services/command-line.js';
import { asText, type Row, valueAt } from '../services/json-value.js';
import { isOfJob } from './jobs.js';
import type { Action, Thing } from './thing.js';

/** An action as it is listed: what it opens, its label, and what its line takes. A job asks its steps. */
export const listed = ([label, line, { opens = isOfJob(line) ? 'form' : 'dialog', role } = {}]: Action) => ({
  opens,
  role,
  label: opens === 'screen' ? label : `${label}…`,
  takes: line.includes('{id...}') ? ('rows' as const) : line.includes('{') && ('row' as const),
});

/** Whether an action makes sense. A row with `cancellable: false` refuses it in every status. */
export const allows = (
  [, , { during, unlessFalse } = {}]: Action,
  list: StatusList | undefined,
  status: string | undefined,
  row: unknown,
): boolean => fits(during, list, status) && (unlessFalse === undefined || valueAt(row as Row, unlessFalse) !== false);

/** What can be done with the rows of a kind, and their fields, wherever they are shown. */
export type RowKind = Omit<KindParts, 'shownBy' | 'watch'>;
/** The kind of the rows of a thing: a row leads to its page, or else to its watch screen. */
export const rowKindOf = ({ next, shownBy, watch, actions, paidFrom, fields, related }: KindParts): RowKind => ({
  next: next ?? (shownBy?.includes('{') ? shownBy : watch && `watch ${watch.kind}:{id}`),
  actions,
  paidFrom,
  fields,
  related,
});
/** The parts of a thing that say what its rows lead to. */
export type KindParts = Pick<Thing, 'next' | 'shownBy' | 'watch' | 'actions' | 'paidFrom' | 'fields' | 'related'>;
/** The command line that a row leads to; undefined if its kind has none, or the row lacks a field of it. */
export function nextLine({ next }: Pick<RowKind, 'next'>, row: Row, id: string): string | undefined {
  if (next === undefined) return undefined;
  const line = typeof next === 'string' ? next : next.is[asText(valueAt(row, next.by) ?? '')];
  return line === undefined ? undefined : filledLine(line, row, id);
}
