// Observes responses for `tuk learn`: those of files, or of the reads of the profile.

import { type Arguments, type Context, type Result, resultOf } from '../../cli/command/command.js';
import { textOf } from '../../cli/command/platform-map.js';
import { callNamed, serviceNamed } from '../../cli/lines/find-command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { fitOf, knownFields } from '../../engine/map/fit.js';
import { type CollectReads, keyOf, mapInUse, type Observed, observedIn } from '../../engine/map/observed.js';
import { proposalsFor, rulesFor } from '../../engine/map/propose.js';
import { recordedIn } from '../../engine/map/recorded.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import type { HttpResponse } from '../../services/http/transport.js';
import { columnsNamed } from '../../text/columns-named.js';
import { linesOf } from '../../things/map-file.js';

// Runs `tuk learn show`: says which rule gives each field of a call.

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

// Runs `tuk learn check`: compares the lines of the map in use with responses.

/** Compares the map with responses. @throws {BadInput} NO_MAP; {LocalFailure} BAD_MAP */
export async function check(args: Arguments, context: Context, collectReads: CollectReads): Promise<Result> {
  const map = await context.http().platformMap();
  if (!map)
    throw new BadInput(
      'NO_MAP',
      'No map is in use.',
      'Propose one from responses: tuk learn. Or name one: tuk profile set NAME map FILE',
    );
  const mapOf = await mapInUse(context);
  const observed = await observe(sourcesOf(args), context, collectReads);
  const lines = fitOf(await linesOf(textOf(map.file)), observed, mapOf);
  const count = (verdict: string) => lines.filter((line) => line.verdict === verdict).length;
  const misfits = count('misfit');
  context.note({
    is: 'fact',
    text: `${count('fits')} of ${counted(lines.length, 'line')} fit, ${misfits} do not, ${count('unseen')} unseen.`,
  });
  const more = proposalsFor(observed, mapOf).filter(({ sure }) => sure).length;
  if (more > 0) context.note({ is: 'next', line: 'tuk learn', what: `The map lacks ${counted(more, 'sure line')}` });
  const rows = lines.map(({ part: _, key, ...line }) => ({ ...line, key: key.join('.') }));
  const failure = new Failure(
    'failed',
    'MAP_MISFIT',
    `${counted(misfits, 'line')} of ${map.file} fit${misfits === 1 ? 's' : ''} no response of today.`,
  );
  return resultOf(
    JSON.stringify(rows),
    {
      columns: columnsNamed('line of key value verdict not responses'),
      idPath: 'line',
      empty: { says: 'The map has no line.', of: {} },
    },
    { failures: misfits > 0 ? [failure] : [] },
  );
}

/** The options of `tuk learn` that say which responses are observed. */
export const sourcesOf = ({ positionals, options }: Arguments): Sources => ({
  files: positionals,
  patterns: options.calls as readonly string[] | undefined,
  rate: options.rate as string | undefined,
});
interface Sources {
  readonly files: readonly string[];
  readonly patterns?: readonly string[];
  readonly rate?: string;
  readonly only?: Call;
}

/**
 * The responses of files, or of the reads of the profile.
 * @throws {BadInput} BAD_HAR, NO_ADDRESS; {Failure} NOTHING_LEARNED without a response with a JSON body, NOT_REACHED
 * without any
 */
export async function observe(
  sources: Sources,
  context: Context,
  collectReads: CollectReads,
): Promise<readonly Observed[]> {
  const { files, only } = sources;
  const observed = files.length > 0 ? await fromFiles(files, context) : await fromReads(sources, context, collectReads);
  const wanted = only ? observed.filter(({ call }) => keyOf(call) === keyOf(only)) : observed;
  if (wanted.length > 0) return wanted;
  throw new Failure(
    'not-found',
    'NOTHING_LEARNED',
    files.length > 0
      ? `No response in ${files.join(', ')} is one of a call of this profile with a JSON body.`
      : 'No read had a response with a JSON body.',
    'See the addresses of the profile: tuk profile show. A recording has to have bodies: save it "with content".',
  );
}

async function fromFiles(files: readonly string[], context: Context): Promise<readonly Observed[]> {
  const { observed, all, elsewhere, unknown, unusable } = await recordedIn(files, context);
  const parts = [
    elsewhere > 0 && `${elsewhere} to other addresses`,
    unknown > 0 && `${unknown} that are not calls of the catalogue`,
    unusable > 0 && `${unusable} without a usable body`,
  ].filter(Boolean);
  context.note({
    is: 'fact',
    text: `${observed.length} of ${counted(all, 'response')} read${parts.length > 0 ? `; ${parts.join(', ')}` : ''}.`,
  });
  return observed;
}

const defaultRate = '5/s';

/** Makes reads twice: those whose values no rule found are made again with what the first ones taught. */
async function fromReads(
  { patterns, rate = defaultRate, only }: Sources,
  context: Context,
  collectReads: CollectReads,
) {
  if (isEmbedded(context.settings()))
    throw new BadInput(
      'NO_ADDRESS',
      'The embedded sandbox needs no map: its responses have the names that tuk declares.',
      'Name a profile of your own: -p NAME; or add one: tuk profile add NAME --base https://api.example.com/{service}',
    );
  const observed: Observed[] = [];
  const made = new Set<string>();
  const take = (call: Call, url: string, response: HttpResponse) => {
    made.add(keyOf(call));
    observed.push(...observedIn(call, url, response));
  };
  const isWanted = only ? (call: Call) => keyOf(call) === keyOf(only) : undefined;
  const skipped = await collectReads({ patterns, rate, isWanted }, context, take);
  if (made.size === 0)
    throw new Failure(
      'unreachable',
      'NOT_REACHED',
      'No service of the profile has responded.',
      'See addresses and connections: tuk doctor',
    );
  if (skipped > 0) {
    context.log('Reads what needs values of these responses.');
    const mapOf = rulesFor(observed, await mapInUse(context));
    await collectReads(
      { patterns, rate, mapOf, isWanted: (call) => !made.has(keyOf(call)) && isWanted?.(call) !== false },
      context,
      take,
    );
  }
  return observed;
}
