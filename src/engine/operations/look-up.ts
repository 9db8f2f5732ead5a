// Reads the state of an operation as the account that made it, and finds the operation in the response.

import type { Context } from '../../cli/context.js';
import type { Ledger } from '../../money/ledger.js';
import type { Operation } from '../../money/operation.js';
import { type PreparedLookUp, prepareLookUp } from '../../money/outcome/look-up.js';
import type { Sighting } from '../../money/outcome/sighting.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { Failure } from '../../services/http/errors.js';
import { type AnyEndpoint, callOf, readEndpoint } from '../request/call.js';
import { paramsByName } from '../request/parameters.js';
import { checkBinding } from './operation.js';

/** Prepares the look-up of an operation with the profile's field names. */
export const prepared = (operation: Operation, context: Context): Promise<PreparedLookUp | undefined> =>
  prepareLookUp(operation, context.settings().of.names ?? {});

/** Checks that the read belongs to the account that made the operation. @throws {Guarded} OTHER_ACCOUNT */
export async function checkReader(
  operation: Operation,
  { service, call: name, params }: PreparedLookUp,
  context: Context,
): Promise<void> {
  const { call, build } = await callOf(
    service,
    name as AnyEndpoint,
    await paramsByName(context, service, name, params),
  );
  await checkBinding(operation, call, await build(await context.http().requestContext()), context);
}

/** Reads once what the service shows of an operation. A 404 shows nothing. @throws {Failure} */
export async function sightingOf(
  operation: Operation,
  lookUp: PreparedLookUp,
  ledger: Ledger,
  context: Context,
): Promise<Sighting> {
  const { service, call, params, find } = lookUp;
  try {
    const { text } = await readEndpoint(context, service, call as AnyEndpoint, params, { patient: true });
    const http = context.http();
    const clockAhead = http.clockAhead((await http.requestContext()).base(service));
    return find(text, ledger.operationsAt(operation, lookUp.isRival), context.world.clock.now(), clockAhead);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not-found') return { kind: 'absent', conclusive: false };
    throw error;
  }
}

/** Looks an operation up; undefined if no endpoint shows it. @throws {Failure} */
export async function lookUp(
  operation: Operation,
  ledger: Ledger,
  context: Context,
): Promise<{ readonly sighting: Sighting; readonly statusList: StatusList } | undefined> {
  const lookUp = await prepared(operation, context);
  if (!lookUp) return undefined;
  await checkReader(operation, lookUp, context);
  return { sighting: await sightingOf(operation, lookUp, ledger, context), statusList: lookUp.statusList };
}
