// Reads how a requested ride is to be paid. Its field names are not public.

import type { Context } from '../../cli/context.js';
import { readEndpoint } from '../../engine/request/call.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';

/** Reads the payment of a ride, with its digits kept. @throws {Failure} */
export async function readPayment(context: Context, id: string): Promise<Row | undefined> {
  const { text } = await readEndpoint(context, 'ride-hailing', 'getPreRequest', { id }, {}, { patient: true });
  const payment = parseLossless(text);
  return isRecord(payment) ? payment : undefined;
}
