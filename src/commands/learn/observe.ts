// Observes responses for `tuk learn`: those of files, or of the reads of the profile.

import type { Arguments, Context } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { type CollectReads, keyOf, mapInUse, type Observed, observedIn } from '../../engine/map/observed.js';
import { rulesFor } from '../../engine/map/propose.js';
import { recordedIn } from '../../engine/map/recorded.js';
import type { Call } from '../../services/catalogue/define.js';
import { counted } from '../../services/counted.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import type { HttpResponse } from '../../services/http/transport.js';

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
