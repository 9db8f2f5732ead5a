// Reads a change back: merges its row of a list into the response.

import type { Context } from '../../cli/command/command.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { rowsIn } from '../../services/decode/rows.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { readEndpoint } from '../request/call.js';
import type { Params } from '../request/params.js';
import type { EndpointChoices } from '../request/spec-types.js';

type Source = {
  [S in ServiceName]: {
    readonly service: S;
    readonly endpoint: EndpointName<S>;
    /** The parameters of the change for the list. */
    readonly paramsFrom?: readonly string[];
    /** The path of the value that row and response share. */
    readonly matchOn: string;
  };
}[ServiceName];
export interface ReadBack {
  readonly source: { readonly service: ServiceName; readonly endpoint: string };
  /**
   * Reads the list.
   * @returns the response with the fields of its row, as JSON text; undefined without a matching row.
   * @throws {Failure}
   */
  readonly read: (params: Params, context: Context, data: Pick<Response, 'text'>) => Promise<string | undefined>;
}

/**
 * Makes the read that completes the response of a change. A field of the row replaces the same field of the response.
 */
export const readBack = (source: Source): ReadBack => ({
  source,
  read: async (params, context, { text }) => {
    const { service, endpoint, paramsFrom: paramNames = [], matchOn } = source;
    const data = text === '' ? undefined : parseLossless(text);
    const listParams = Object.fromEntries(paramNames.map((name) => [name, params[name]]));
    const list = await readEndpoint(context, service, endpoint, listParams, { patient: true });
    const id = valueAt(data, matchOn);
    const row = rowsIn(parseLossless(list.text))?.rows.find(
      (candidate) => !isNothing(id) && valueAt(candidate, matchOn) === id,
    );
    if (!row || !isRecord(data)) return undefined;
    return stringifyLossless({ ...data, ...row });
  },
});

// The versions of the call that refreshes the status of a transaction.

export const refreshEndpoints = [
  { endpoint: 'refreshTransaction' },
  { endpoint: 'refreshTransactionV1', when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;
