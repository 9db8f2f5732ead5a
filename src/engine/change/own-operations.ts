// The operations of the account in use, in the ledger.

import type { Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { bindingOf } from '../../money/facts/reference-binding.js';
import type { Operation } from '../../money/ledger/operation.js';
import type { Owner } from '../../money/ledger/owner.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { bindingDependencies } from '../request/binding.js';
import { callOf, readEndpoint } from '../request/call.js';
import { paramsByName } from '../request/parameters.js';
import type { Params } from '../request/params.js';

/**
 * The operations that a read of an endpoint may show, newest first: of the account at its origin, or in its sandbox.
 * Operations of other accounts concern other things, even with equal ids.
 * @param calls the calls that are wanted
 * @throws {Failure} {LocalFailure}
 */
export async function ownOperations<S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  params: Params,
  calls: (service: string, call: string) => boolean,
): Promise<Operation[]> {
  const owner = await ownerOf(context, service, endpoint, params);
  return readLedger(context, (ledger) => ledger.operationsAt(owner, calls));
}

/** The account in use as an owner of operations, at the origin of an endpoint. @throws {Failure} {LocalFailure} */
export async function ownerOf<S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  params: Params,
): Promise<Owner> {
  const { call, build } = await callOf(service, endpoint, await paramsByName(context, service, endpoint, params));
  const request = await build(await context.http().requestContext());
  const binding = await bindingOf(call, request, bindingDependencies(context, readEndpoint), { mayRead: false });
  return { ...binding, profile: context.settings().profile.value };
}
