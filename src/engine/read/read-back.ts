// Reads a change back: merges its row of a list into the response that the change had.

import type { Context } from '../../cli/context.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, valueAt } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { readEndpoint } from '../request/call.js';
import type { Params } from '../request/params.js';

/** The list that has the changed item as a row. */
type Source = {
  [S in ServiceName]: {
    readonly service: S;
    readonly endpoint: EndpointName<S>;
    /** The parameters of the change that the list is requested with. */
    readonly paramsFrom?: readonly string[];
    /** The path whose value is the same in the row and in the response. */
    readonly matchOn: string;
  };
}[ServiceName];
/** The read that follows a change. */
export interface ReadBack {
  readonly source: { readonly service: ServiceName; readonly endpoint: string };
  /** Reads the list. @returns the response with the fields of its row, as JSON text; nothing where no row matches. @throws {Failure} */
  readonly read: (params: Params, context: Context, data: Pick<Response, 'text'>) => Promise<string | undefined>;
}

/** Builds the read that follows a change, for its `readBack`. */
export const readBack = (source: Source): ReadBack => ({
  source,
  read: async (params, context, { text }) => {
    const { service, endpoint, paramsFrom: paramNames = [], matchOn } = source;
    const data = text === '' ? undefined : parseLossless(text);
    const listParams = Object.fromEntries(paramNames.map((name) => [name, params[name]]));
    const list = await readEndpoint(context, service, endpoint, listParams, {}, { patient: true });
    const id = valueAt(data, matchOn);
    const row = listing(parseLossless(list.text))?.rows.find((one) => !isNothing(id) && valueAt(one, matchOn) === id);
    if (!row || !isRecord(data)) return undefined;
    return stringifyLossless({ ...data, ...row });
  },
});
