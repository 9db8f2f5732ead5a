// The endpoints that a command uses, as help and completion show them.

import { healthCalls } from '../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../services/catalogue/index.js';
import type { Command } from './command.js';

/** Each endpoint as `service METHOD path`, in the order in which they are named. */
export async function endpointLines({ uses = {}, usesEverywhere = [] }: Pick<Command, 'uses' | 'usesEverywhere'>): Promise<string[]> {
  const everywhere = usesEverywhere.map((name) => `(every service) ${healthCalls[name].method} ${healthCalls[name].path}`);
  const lines = Object.entries(uses).map(async ([service, names]) => {
    const { calls } = await catalogue(service as ServiceName);
    return names.map((name) => `${service} ${calls[name]!.method} ${calls[name]!.path}`);
  });
  return [...everywhere, ...(await Promise.all(lines)).flat()];
}
