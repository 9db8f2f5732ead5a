// The specs of commands that wait for a status: the endpoint that is polled, the path of the status, the list of statuses. Types only.

import type { EndpointName, ParamName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { CommandSpec } from '../request/spec-types.js';

/** The members of every wait. */
export interface WaitSpec extends CommandSpec {
  /** The positional arguments: the ids to wait for, `<id...>`. */
  readonly values: string;
  readonly statusList: StatusList;
  /** The path of the status in the response, by default `status`; or a function that finds it. */
  readonly statusPath?: string | ((response: unknown, id: string) => string | undefined);
}

/** A wait: the endpoint that returns the status of one thing, and the parameter that its id fills, by default `id`. */
export type WaitCommandSpec<S extends ServiceName> = WaitSpec &
  { [E in EndpointName<S>]: { readonly endpoint: E; readonly idParam?: ParamName<S, E> } }[EndpointName<S>];
export interface AnyWait extends WaitSpec {
  readonly service: ServiceName;
  readonly endpoint: string;
  readonly idParam?: string;
}
