// Where a ride starts and ends, as a person says it: a point, the id of a place, or its name.

import type { Context } from '../../cli/context.js';
import type { Choice } from '../../cli/prompts/prompt.js';
import { callOf, usable } from '../../engine/call.js';
import { filled } from '../../engine/parameters.js';
import { BadInput, Failure, ServerFailure } from '../../services/http/errors.js';
import { listing } from '../../ui/format/columns.js';

/** A stop of a ride, by the words of the published ride vocabulary (CONTRACT.md section 5). Degrees. */
export interface Stop {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly address: string;
  readonly placeId?: string;
}
/** What the id of a place is known by; any other text is a name first, and an id where nothing is named so. */
const idForm = /^[A-Z]{3,6}-\d+(-\d+)?$|^[0-9a-f-]{36}$/;
/** A point as it is typed: `11.564,104.931`. */
const pointForm = /^(-?\d{1,2}(?:\.\d+)?),\s*(-?\d{1,3}(?:\.\d+)?)$/;

/** The numbers of `LAT,LON`. @throws {BadInput} */
export function pointOf(typed: string): { readonly latitude: number; readonly longitude: number } {
  const [, latitude, longitude] = pointForm.exec(typed.trim()) ?? [];
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  if (Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180) return point;
  throw new BadInput('BAD_POINT', `${JSON.stringify(typed)} is no point.`, 'Write it as latitude,longitude in degrees: 11.5640,104.9310');
}

interface Place {
  readonly placeId?: unknown;
  readonly name?: unknown;
  readonly address?: unknown;
  readonly city?: unknown;
  readonly locationPoint?: { readonly latitude?: unknown; readonly longitude?: unknown } | null;
  /** Its gates and doors. */
  readonly subPlaces?: unknown;
}

/** The stop that a person means. @throws {BadInput} for a point out of range, a name of no place or of several; {Failure} */
export async function stopNamed(context: Context, typed: string, city?: string): Promise<Stop> {
  if (pointForm.test(typed.trim())) return atPoint(context, pointOf(typed));
  if (context.onlyShows)
    throw new BadInput('NO_LOOKUP', `A dry run sends nothing, so it cannot look up ${JSON.stringify(typed)}.`, 'Give a point: LAT,LON');
  if (idForm.test(typed)) return stopOf(await asked(context, 'getPlace', { id: typed }), typed);
  const values = await filled(context, 'ride-hailing', 'searchPlaces', { text: typed, city });
  const found: readonly Place[] = listing(await asked(context, 'searchPlaces', values))?.rows ?? [];
  const stops = found.filter(({ locationPoint }) => locationPoint);
  const exact = stops.filter(({ name }) => String(name).toLowerCase() === typed.toLowerCase());
  const [one, ...more] = exact.length === 1 ? exact : stops;
  if (one && more.length === 0) return stopOf(one, typed);
  const place = found.length === 0 && /^\S+$/.test(typed) ? await placeOf(context, typed) : undefined;
  if (place !== undefined) return stopOf(place, typed);
  const names = stops.slice(0, 5).map(({ placeId, name }) => `${placeId} ${name}`);
  throw new BadInput(
    'WHICH_PLACE',
    one ? `${JSON.stringify(typed)} is the name of ${stops.length} places.` : `No place was found by ${JSON.stringify(typed)}.`,
    one ? `Name one by its id: ${names.join(', ')}` : 'Look for it: tuk ride places search TEXT, or give a point: LAT,LON',
  );
}

/**
 * What a person may mean by a text, to choose from: the places of that name with their doors. Nothing to choose for a point, or for the id of a
 * place that there is. @throws {Failure}
 */
export async function placesFor(context: Context, typed: string, city?: string): Promise<readonly Choice[] | undefined> {
  if (pointForm.test(typed)) return undefined;
  if (idForm.test(typed)) return (await placeOf(context, typed)) === undefined ? [] : undefined;
  const found = await asked(context, 'searchPlaces', await filled(context, 'ride-hailing', 'searchPlaces', { text: typed, city }));
  return ((listing(found)?.rows ?? []) as readonly Place[]).flatMap((place) => {
    const is = [text(place.address), text(place.city)].filter(Boolean).join(', ');
    const doors = Array.isArray(place.subPlaces) ? (place.subPlaces as Place[]) : [];
    // a door is no place of its own: it is named by its point
    const doorChoices = doors.flatMap(({ name, locationPoint }) =>
      placeChoice({ locationPoint }, [text(place.name), text(name)].filter(Boolean).join(', '), 'a door or gate'),
    );
    return [...placeChoice(place, text(place.name), is), ...doorChoices];
  });
}

/** A place by what a command line can name it with: its id, or its point where its id is of another form. */
function placeChoice({ placeId, locationPoint }: Place, label: string | undefined, is: string): Choice[] {
  const { latitude, longitude } = locationPoint ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return [];
  const id = text(placeId);
  return [{ key: id !== undefined && idForm.test(id) ? id : `${latitude},${longitude}`, label: label ?? id ?? '–', is }];
}

/** The place of an id, if there is one. @throws {Failure} */
async function placeOf(context: Context, id: string): Promise<unknown> {
  return asked(context, 'getPlace', { id }).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'not-found') return undefined;
    throw error;
  });
}

/** A point has the name of the place that is there, if there is one. */
async function atPoint(context: Context, point: { latitude: number; longitude: number }): Promise<Stop> {
  const bare = `${point.latitude}, ${point.longitude}`;
  if (context.onlyShows) return { ...point, name: bare, address: bare };
  try {
    const values = await filled(context, 'ride-hailing', 'findPlace', point);
    const { name, address } = ((await asked(context, 'findPlace', values)) ?? {}) as Place;
    return { ...point, name: text(name) ?? bare, address: text(address) ?? bare };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not-found') return { ...point, name: bare, address: bare };
    throw error;
  }
}

/** An answer of a read beneath a command, read. */
async function asked(context: Context, name: string, values: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { call, build } = await callOf('ride-hailing', name, values);
  const { sendRequest } = await import('../../services/http/send.js');
  const reach = await context.requestContext();
  return (await usable(await sendRequest(call, await build(reach), reach))).data;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function stopOf(answer: unknown, typed: string): Stop {
  const { placeId, name, address, locationPoint } = (answer ?? {}) as Place;
  const { latitude, longitude } = locationPoint ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number')
    throw new ServerFailure(
      'NO_POINT',
      `The answer about the place ${typed} holds no point that a ride could start or end at.`,
      { service: 'ride-hailing' },
      'Give a point: LAT,LON',
    );
  return {
    latitude,
    longitude,
    name: text(name) ?? typed,
    address: text(address) ?? text(name) ?? typed,
    ...(text(placeId) ? { placeId: text(placeId)! } : {}),
  };
}
