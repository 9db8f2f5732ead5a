// Formats the endpoints of a command, for help and the reference.

import { healthCalls } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import type { Command } from './command.js';

/** The endpoints as `service METHOD path`, in the order of `uses`. */
export async function endpointLines({
  uses = {},
  usesEverywhere = [],
}: Pick<Command, 'uses' | 'usesEverywhere'>): Promise<string[]> {
  const everywhere = usesEverywhere.map(
    (name) => `(every service) ${healthCalls[name].method} ${healthCalls[name].path}`,
  );
  const lines = Object.entries(uses).map(async ([service, names]) => {
    const { calls } = await catalogue(service as ServiceName);
    return names.map((name) => `${service} ${calls[name]!.method} ${calls[name]!.path}`);
  });
  return [...everywhere, ...(await Promise.all(lines)).flat()];
}
