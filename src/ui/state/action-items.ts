// The actions on a thing as items of a short list: a row of a board, or a watched item.
import { filledLine } from '../../services/command-line.js';
import type { Row } from '../../services/json-value.js';
import { listed } from '../../things/action.js';
import type { Action } from '../../things/thing.js';
import type { Choosable } from './chooser.js';

/**
 * The actions that the status of a thing allows, if their command lines can be filled in.
 * @param id the path of its id
 */
export const actionItems = (
  actions: readonly Action[] = [],
  row: Row | undefined,
  id: string,
  isAllowed: (action: Action) => boolean,
): readonly Choosable[] =>
  actions.flatMap((action): Choosable[] => {
    const line = isAllowed(action) ? filledLine(action[1], row, id) : undefined;
    return line === undefined ? [] : [{ value: line, label: listed(action).label, is: `tuk ${line}`, action }];
  });
/** The action that cancels or removes a thing, among those that its status allows. */
export const cancellationIn = (items: readonly Choosable[]): Choosable | undefined =>
  items.find(({ action }) => action?.[2]?.role === 'cancel');
