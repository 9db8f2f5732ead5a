// Finds a swap station by its name, so that nobody has to copy its id.

import type { Context } from '../../cli/context.js';
import { readAlternatives, readingContext } from '../../engine/read/read-alternatives.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { asText, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';

/** How many names are listed where several stations fit. */
const mostNamed = 6;

/** One word with a digit: what an id of any service may be (`SW-3`). */
const mayBeId = /^[\w.:-]*\d[\w.:-]*$/;

/**
 * The id of a station: the typed text where it may be an id; else that of the only station whose name it is, or is in, whatever its case.
 * @throws {Failure} NO_STATION, {BadInput} AMBIGUOUS, and the failures of the list
 */
export async function stationId(typed: string, context: Context): Promise<string> {
  if (mayBeId.test(typed)) return typed;
  const all = await stations(context);
  const wanted = typed.toLowerCase();
  const named = (fits: (name: string) => boolean) => all.filter(({ name }) => typeof name === 'string' && fits(name.toLowerCase()));
  const same = named((name) => name === wanted);
  const found = same.length > 0 ? same : named((name) => name.includes(wanted));
  if (found.length === 1) return asText(found[0]!.id);
  const quoted = JSON.stringify(typed.slice(0, 60));
  if (found.length === 0)
    throw new Failure(
      'not-found',
      'NO_STATION',
      `No swap station is called ${quoted}.`,
      'List them: tuk depin stations --columns name,city,id',
    );
  const names = found.slice(0, mostNamed).map((row: Row) => `${asText(row.name)} (${asText(row.city)})`);
  const more = found.length > mostNamed ? `, and ${found.length - mostNamed} more` : '';
  throw new BadInput(
    'AMBIGUOUS',
    `${found.length} swap stations fit ${quoted}: ${names.join(', ')}${more}.`,
    'Type more of its name, or its id.',
  );
}

/** All swap stations. @throws {Failure} */
async function stations(context: Context): Promise<readonly Row[]> {
  const response = await readAlternatives(
    readingContext(context),
    { service: 'vehicle-oracle', endpoints: [{ endpoint: 'listStations' }] },
    {},
  );
  return listing(response?.data)?.rows ?? [];
}

/** The names of the swap stations by their ids; none where the list cannot be read. @throws {Failure} where the run was interrupted */
export async function stationNames(context: Context): Promise<ReadonlyMap<string, string>> {
  try {
    const named = (await stations(context)).filter(({ name }) => typeof name === 'string' && name !== '');
    return new Map(named.map(({ id, name }) => [asText(id), asText(name)]));
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'interrupted') return new Map();
    throw error;
  }
}
