// The operations of the ledger that belong to the account in use, and reads of many things, a few at a time.

import type { Context } from '../../cli/context.js';
import { Ledger, type Operation } from '../../money/ledger.js';
import { bindingOf } from '../../money/reference-binding.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { paths } from '../../session/paths.js';
import { callOf } from '../request/call.js';
import { paramsByName } from '../request/parameters.js';
import type { Params } from '../request/params.js';
import { bindingDependencies } from './transfer.js';

/** How many reads run at the same time. */
const mostAtOnce = 4;

/**
 * The operations that a read of an endpoint may show, newest first: those of its account at its origin, or in its sandbox; what another account has made is another
 * thing, whatever its id. @throws {Failure} {LocalFailure}
 */
export async function ownOperations<S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  params: Params,
): Promise<Operation[]> {
  const { call, build } = await callOf(service, endpoint, await paramsByName(context, service, endpoint, params));
  const request = await build(await context.http().requestContext());
  const binding = await bindingOf(call, request, bindingDependencies(context), { mayRead: false });
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    return ledger.operationsAt({ ...binding, profile: context.settings().profile.value });
  } finally {
    ledger.close();
  }
}

/** Does the same for each thing, four at a time. @returns the results in the order of the things. @throws what `work` throws */
export async function inTurns<Thing, Result>(things: readonly Thing[], work: (thing: Thing) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...things.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, worker));
  return results;
}
