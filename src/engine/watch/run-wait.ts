// Runs the commands that wait for a status.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import { catalogue } from '../../services/catalogue/index.js';
import { client, type EndpointMethod, sendWith } from '../../services/client.js';
import { ServerFailure } from '../../services/http/errors.js';
import { asText, isNothing, valueAt } from '../../services/json-value.js';
import { callByName } from '../request/call.js';
import { paramsByName } from '../request/parameters.js';
import type { Params } from '../request/params.js';
import { optionParams } from '../request/params.js';
import type { AnyWait } from './wait-spec.js';
import { watchStatus } from './watch.js';

const hour = 3_600_000;

/** Watches until all items have ended; a dry run prints the request. @returns the exit code. @throws {BadInput} {Failure} */
export async function runWait(spec: AnyWait, args: Arguments, context: Context): Promise<number> {
  const params = optionParams(spec, args, context);
  if (!isDryRun(context.flags))
    return watchStatus(context, args.options, {
      statusList: spec.statusList,
      ids: [...new Set(args.positionals)],
      fetchStatus: (id, poll) => fetchStatus(spec, params, id, poll),
      defaultMaxWait: hour,
    });
  await callByName(context, spec.service, spec.endpoint, await pollParams(spec, params, args.positionals[0]!, context));
  return 0;
}

/** Polls once. */
export async function fetchStatus(
  spec: AnyWait,
  input: Params,
  id: string,
  context: Context,
): Promise<{ status: string | undefined; row: unknown }> {
  const params = await pollParams(spec, input, id, context);
  const requestContext = await context.http().requestContext();
  const methods: Readonly<Record<string, EndpointMethod>> = client(await catalogue(spec.service), sendWith(requestContext));
  const { data } = await methods[spec.endpoint]!(params, { allowUnknownWord: true });
  return { status: statusIn(spec, data, id), row: data };
}

const pollParams = ({ service, endpoint, idParam = 'id' }: AnyWait, params: Params, id: string, context: Context): Promise<Params> =>
  paramsByName(context, service, endpoint, { ...params, [idParam]: id });

/** The status in a response. @throws {ServerFailure} NO_WORD where the response has no such field: the wait would never end */
export function statusIn(
  {
    statusPath = 'status',
    service,
    endpoint: call,
  }: Pick<AnyWait, 'service' | 'endpoint'> & { readonly statusPath?: AnyWait['statusPath'] },
  response: unknown,
  id: string,
) {
  if (typeof statusPath === 'function') return statusPath(response, id);
  const value = valueAt(response, statusPath);
  if (value === undefined)
    throw new ServerFailure('NO_WORD', `The response about ${id} has no field ${statusPath}, so its end cannot be detected.`, {
      service,
      call,
    });
  return isNothing(value) ? undefined : asText(value);
}
