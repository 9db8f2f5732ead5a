// How a ride that was asked for is to be paid, as the service says it now. Nothing of its names is public.

import type { Context } from '../../cli/context.js';
import { readOnce } from '../../engine/read-command.js';
import { isRecord, type Row } from '../../services/json-value.js';

/** What the service says of the payment of a ride, its digits kept. @throws {Failure} */
export async function payingOf(context: Context, id: string): Promise<Row | undefined> {
  const { parseLossless } = await import('../../services/lossless-number.js');
  const { text } = await readOnce(context, 'ride-hailing', 'getPreRequest', { id }, {}, { patient: true });
  const said = parseLossless(text);
  return isRecord(said) ? said : undefined;
}
