// Selects the API version of an account endpoint, by --api-version or by what the server supports.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Flag } from '../../cli/options.js';
import { callEndpoint } from '../../engine/request/call.js';
import { isUnknownRoute } from '../../engine/request/endpoints.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { BadInput } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';

/** Endpoints of the user service by version, the preferred one first. */
export type Versions = Readonly<Record<string, EndpointName<'user'>>>;

/** The option --api-version. */
export const versionFlag = (versions: Versions): Flag => {
  const [preferred, ...others] = Object.keys(versions);
  return {
    flags: '--api-version <version>',
    effects: 'plain',
    summary: `${preferred} by default; or ${others.join(', ')}`,
    offers: () => Object.keys(versions),
  };
};

/** Returns the endpoint of the requested version, by default the preferred one. @throws {BadInput} UNKNOWN_VERSION */
export function endpointOfVersion(versions: Versions, { apiVersion }: Arguments['options']): EndpointName<'user'> {
  if (apiVersion === undefined) return Object.values(versions)[0]!;
  const version = String(apiVersion);
  if (Object.hasOwn(versions, version)) return versions[version]!;
  throw new BadInput(
    'UNKNOWN_VERSION',
    `This endpoint has no version ${JSON.stringify(version)}.`,
    `There are: ${Object.keys(versions).join(', ')}.`,
  );
}

/**
 * Reads with the requested version, else with the newest that the server supports. The endpoints must have no effect.
 * @throws the error of the newest version if the server supports none
 */
export async function readNewest(
  context: Context,
  versions: Versions,
  options: Arguments['options'],
): Promise<Response | undefined> {
  if (options.apiVersion !== undefined) return callEndpoint(context, 'user', endpointOfVersion(versions, options));
  let newestError: unknown;
  for (const [version, name] of Object.entries(versions)) {
    try {
      return await callEndpoint(context, 'user', name);
    } catch (error) {
      if (!isUnknownRoute(error)) throw error;
      newestError ??= error;
      context.log(`  This server does not support ${version}.`);
    }
  }
  throw newestError;
}
