// The item of a change that only a list names: its fields, for the receipt and the question.

import type { Context } from '../../cli/command/command.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { partFailure } from '../../services/http/errors.js';
import { asText, valueAt } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import { readEndpoint } from '../request/call.js';
import { listRows } from '../request/validate-response.js';
import { itemLines } from './change-receipt.js';

/**
 * The lines about the row of a list that has this id. A row that the list lacks, and a list that cannot be read, are
 * stated: the item then has its id only.
 * @param ids the paths of the id
 * @throws {Failure} if a sign-in is missing, or at an interruption
 */
export async function listedItem<S extends ServiceName>(
  context: Context,
  [service, endpoint]: readonly [S, EndpointName<S>],
  id: string,
  columns: readonly Column[],
  ids: readonly string[] = ['id'],
): Promise<readonly ReceiptLine[]> {
  try {
    const response = await readEndpoint(context, service, endpoint);
    const rows = listRows(response);
    const row = rows.find((one) => ids.some((path) => asText(valueAt(one, path)) === id));
    return row ? itemLines(row, columns, context) : [['▲ Note', `The list has no ${id}.`, 'note']];
  } catch (error) {
    const { message } = partFailure(error, 'sign-in');
    return [['▲ Note', `What ${id} is cannot be read: ${message}`, 'note']];
  }
}
