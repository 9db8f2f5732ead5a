// The fields of requests that no public source states, as the sandbox takes them: forms, help and --edit offer them as
// assumed. Nothing fills them in by itself.
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import type { Field, Fields } from '../../services/catalogue/define.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { flagKey } from '../settings/options.js';
import type { Command } from './command.js';
import { valuesOf } from './command-values.js';

export const assumedHeading = 'ASSUMED FIELDS (no public source states them; the sandbox takes them)';

/** The option that types an assumed field. */
export const assumedFlag = ({ kind, many }: Field): string =>
  many || kind === 'number' || kind === 'boolean' ? '-F' : '-f';

/** The assumed fields of the query and the body of a call. */
export const assumedOfCall = async ({ service, name }: { readonly service: string; readonly name: string }) =>
  (await import('../../../sandbox/own-fields.js')).ownFields(service as ServiceName, name);

/** The assumed fields of the open body of a command that none of its values and options fills. */
export async function assumedOfCommand({ opens, values, options = [] }: Command): Promise<Fields> {
  if (opens === undefined) return {};
  const names = assumedFields(opens) ?? {};
  const keys = [...valuesOf(values).map(({ key }) => key), ...options.map(({ flags }) => flagKey(flags))];
  const filled = new Set(keys.flatMap((key) => [key, names[key.replace(/File$/, '')]]));
  return Object.fromEntries(Object.entries((await assumedOfCall(opens)).body).filter(([name]) => !filled.has(name)));
}
