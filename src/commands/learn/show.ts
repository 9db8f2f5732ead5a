// Runs `tuk learn show`: says which rule gives each field of a call.

import { type Arguments, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { callNamed, serviceNamed } from '../../cli/lines/find-command.js';
import { knownFields } from '../../engine/map/fit.js';
import { type CollectReads, mapInUse } from '../../engine/map/observed.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { columnsNamed } from '../../text/columns-named.js';
import { observe } from './observe.js';

/** Shows the rules of a call. @throws {BadInput} UNKNOWN_CALL */
export async function show(
  { positionals: [service = '', typed = ''], options }: Arguments,
  context: Context,
  collectReads: CollectReads,
): Promise<Result> {
  const name: ServiceName = serviceNamed(service);
  const only = callNamed(await catalogue(name), typed);
  const observed = await observe(
    { files: (options.from as readonly string[] | undefined) ?? [], only, rate: options.rate as string | undefined },
    context,
    collectReads,
  );
  const rows = knownFields(observed, await mapInUse(context));
  return resultOf(JSON.stringify(rows), {
    columns: columnsNamed('of field path rule examples'),
    idPath: 'field',
    empty: { says: 'The response has no field.', of: {} },
  });
}
