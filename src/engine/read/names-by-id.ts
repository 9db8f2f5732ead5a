// The names of the things in rows that have only their ids.

import type { Context } from '../../cli/command/command.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { concurrently, fewAtOnce } from '../../services/concurrently.js';
import { partFailure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { readFact } from '../request/call.js';

/**
 * Reads things for their names, each once; the name is missing if the read fails, or shows none.
 * @param endpoint takes the id as its parameter `id`
 * @param field the field of the name
 * @throws {Failure} of a read only if a command cannot do without it, such as an interruption
 */
export async function namesById<S extends ServiceName>(
  context: Context,
  [service, endpoint, field]: readonly [S, EndpointName<S>, string],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = await concurrently([...new Set(ids)], fewAtOnce, async (id) => {
    const response = await readFact(context, service, endpoint, { id }, { patient: true }).catch(partFailure);
    const thing = 'text' in response ? parseLossless(response.text) : undefined;
    const name = isRecord(thing) ? thing[field] : undefined;
    return typeof name === 'string' ? [[id, name] as const] : [];
  });
  return new Map(names.flat());
}
