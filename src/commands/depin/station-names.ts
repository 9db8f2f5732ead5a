// Finds a swap station by its name, and the names of stations by their ids.

import type { Context } from '../../cli/context.js';
import { readEndpoint } from '../../engine/request/call.js';
import { BadInput, Failure, partFailure } from '../../services/http/errors.js';
import { asText, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';

const mostNamed = 6;

/** A word with a digit may be an id of any service: `SW-3`. */
const mayBeId = /^[\w.:-]*\d[\w.:-]*$/;

/**
 * The id of a station: the typed text if it may be an id, else the id of the only station with such a name.
 * @throws {Failure} NO_STATION, {BadInput} AMBIGUOUS, and the failures of the list
 */
export async function stationId(typed: string, context: Context): Promise<string> {
  if (mayBeId.test(typed)) return typed;
  const rows = await stations(context);
  const text = typed.toLowerCase();
  const named = (fits: (name: string) => boolean) =>
    rows.filter(({ name }) => typeof name === 'string' && fits(name.toLowerCase()));
  const same = named((name) => name === text);
  const matches = same.length > 0 ? same : named((name) => name.includes(text));
  if (matches.length === 1) return asText(matches[0]!.id);
  const quoted = JSON.stringify(typed.slice(0, 60));
  if (matches.length === 0)
    throw new Failure(
      'not-found',
      'NO_STATION',
      `No swap station is called ${quoted}.`,
      'List them: tuk depin stations --columns name,city,id',
    );
  const names = matches.slice(0, mostNamed).map(({ name, city }) => `${asText(name)} (${asText(city)})`);
  const more = matches.length > mostNamed ? `, and ${matches.length - mostNamed} more` : '';
  throw new BadInput(
    'AMBIGUOUS',
    `${matches.length} swap stations fit ${quoted}: ${names.join(', ')}${more}.`,
    'Type more of its name, or its id.',
  );
}

async function stations(context: Context): Promise<readonly Row[]> {
  const { data } = await readEndpoint(context, 'vehicle-oracle', 'listStations', {}, { patient: true });
  return listing(data)?.rows ?? [];
}

/**
 * The names of the swap stations by their ids. Logs an unreadable list: then no row has the name of its station.
 * @throws {Failure} if interrupted
 */
export async function stationNames(context: Context): Promise<ReadonlyMap<string, string>> {
  try {
    const named = (await stations(context)).filter(({ name }) => typeof name === 'string' && name !== '');
    return new Map(named.map(({ id, name }) => [asText(id), asText(name)]));
  } catch (error) {
    const sentence = `The names of the stations cannot be read, so no row has one: ${partFailure(error).message}`;
    context.forScreen?.leftOut(sentence);
    context.log(`  ${sentence}`);
    return new Map();
  }
}
