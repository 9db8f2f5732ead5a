// Finds the service and the call that an address belongs to, by the addresses of the services of a profile.

import type { Context } from '../../cli/command/command.js';
import { configOf } from '../../cli/settings/options.js';
import type { Call, Service } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName, serviceNames } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { router } from '../../services/http/path.js';
import { baseAddress, findProfile, type ProfileSettings, profileNames, sandboxProfile } from '../../session/profile.js';

export interface Destination {
  readonly service: Service;
  /** The path in the service, percent-encoded, without the query. */
  readonly path: string;
  /** The call of the catalogue, and its decoded path values. */
  readonly match?: { readonly call: Call; readonly values: Readonly<Record<string, string>> };
}

/** The services that have an address in a profile, with the paths that the address has in them. */
function placesIn(profile: ProfileSettings, name: string, url: URL) {
  return serviceNames.flatMap((service): { readonly service: ServiceName; readonly path: string }[] => {
    const base = addressOf(profile, name, service);
    if (base === undefined || base.origin !== url.origin) return [];
    const start = base.pathname.replace(/\/+$/, '');
    const path = url.pathname.slice(start.length);
    return url.pathname.startsWith(start) && (path === '' || path.startsWith('/'))
      ? [{ service, path: path || '/' }]
      : [];
  });
}
/** The usable address of a service, if it has one. The sandbox has the address of --print-curl. */
function addressOf(profile: ProfileSettings, name: string, service: ServiceName): URL | undefined {
  if (name === sandboxProfile) return new URL(`http://sandbox.localhost/${service}`);
  try {
    return new URL(baseAddress(profile, service));
  } catch {
    return undefined;
  }
}

/** The service of an address, and the call that its catalogue has for the method and the path, if there is one. */
export async function destinationIn(context: Context, method: string, url: URL): Promise<Destination | undefined> {
  const { of, profile } = context.settings();
  const places = placesIn(of, profile.value, url);
  const destinations = await Promise.all(
    places.map(async ({ service: name, path }): Promise<Destination> => {
      const service = await catalogue(name);
      return { service, path, match: router(service.calls).match(method, path) };
    }),
  );
  const shortest = destinations.toSorted((a, b) => a.path.length - b.path.length);
  return shortest.find(({ match }) => match) ?? shortest[0];
}

/** The service and the call of an address. @throws {BadInput} UNKNOWN_ADDRESS if no service of the profile has it */
export async function destinationOf(method: string, url: URL, context: Context): Promise<Destination> {
  const destination = await destinationIn(context, method, url);
  if (destination) return destination;
  const { of, profile } = context.settings();
  const config = configOf(context);
  const other = profileNames(config).find(
    (name) => name !== profile.value && placesIn(findProfile(config, name), name, url).length > 0,
  );
  const [, first = ''] = url.pathname.split('/');
  const isOfProfile = serviceNames.some((service) => addressOf(of, profile.value, service)?.origin === url.origin);
  throw new BadInput(
    'UNKNOWN_ADDRESS',
    `No service of the profile ${profile.value} has the address ${url.origin}/${first.slice(0, 30)}.`,
    other !== undefined
      ? `The profile ${other} has it: -p ${other}`
      : isOfProfile
        ? `See the addresses of its services: tuk profile show ${profile.value}`
        : `Add a profile that has it: tuk profile add NAME --base '${url.origin}/{service}'`,
  );
}
