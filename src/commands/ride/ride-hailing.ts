// The calls of the service ride-hailing, for the commands of `tuk ride`.

import { type Arguments, type Context, type Result, responseResult } from '../../cli/command/command.js';
import type { Presentation } from '../../cli/output/output.js';
import { type Asked, callEndpoint, readEndpoint } from '../../engine/request/call.js';
import type { ParamLabels } from '../../engine/request/fields.js';
import { endpointParams } from '../../engine/request/parameters.js';
import type { Params } from '../../engine/request/params.js';

import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';

export type RideCall = EndpointName<'ride-hailing'>;

/** `endpointParams` for a call of ride-hailing. */
export const rideParams = (
  context: Context,
  call: RideCall,
  values: Params,
  options?: Arguments['options'],
  labels?: ParamLabels,
) => endpointParams(context, 'ride-hailing', call, values, options, labels);

/** Makes a call. @param asked the question before a change @returns its response; undefined in a dry run @throws {Failure} */
export async function resultOfCall(
  context: Context,
  call: RideCall,
  params: Params,
  presentation: Presentation = {},
  asked?: Asked,
): Promise<Result | undefined> {
  const response = await callEndpoint(context, 'ride-hailing', call, params, { asked });
  return response && responseResult(response, presentation, context);
}

/**
 * Reads how a requested ride is to be paid; numbers keep every digit. Its field names are not public.
 * @throws {Failure}
 */
export async function readPayment(context: Context, id: string): Promise<Row | undefined> {
  const { text } = await readEndpoint(context, 'ride-hailing', 'getPreRequest', { id }, { patient: true });
  const payment = parseLossless(text);
  return isRecord(payment) ? payment : undefined;
}
