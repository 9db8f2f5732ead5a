// The name of a call in things: `service name`.

import type { EndpointName } from '../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../services/catalogue/index.js';

export type CallName = { [S in ServiceName]: `${S} ${EndpointName<S>}` }[ServiceName];

/** The service and the name of a call. */
export function partsOf(call: CallName): { readonly service: ServiceName; readonly call: string } {
  const [service, name] = call.split(' ') as [ServiceName, string];
  return { service, call: name };
}
