// Resolves the stops of a ride from a point, the id of a place, or its name.

import { type Arguments, type Context, type Result, responseResult } from '../../cli/command/command.js';
import type { Presentation } from '../../cli/output/output.js';
import { isDryRun } from '../../cli/settings/options.js';
import { type AnyValues, type Asked, callEndpoint, readEndpoint, sendNow } from '../../engine/request/call.js';
import type { ParamLabels } from '../../engine/request/fields.js';
import { endpointParams } from '../../engine/request/parameters.js';
import type { Params } from '../../engine/request/params.js';
import { listRows } from '../../engine/request/validate-response.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { Fields } from '../../services/decode/fields.js';
import { BadInput, cited, Failure, ServerFailure } from '../../services/http/errors.js';
import { isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';

// The calls of the service ride-hailing, for the commands of `tuk ride`.

export type RideCall = EndpointName<'ride-hailing'>;

/** `endpointParams` for a call of ride-hailing. */
export const rideParams = (
  context: Context,
  call: RideCall,
  values: Params,
  options?: Arguments['options'],
  labels?: ParamLabels,
) => endpointParams(context, 'ride-hailing', call, values, options, labels);

/** Makes a call. @param asked the question before a change @returns its response; undefined in a dry run @throws {Failure} */
export async function resultOfCall(
  context: Context,
  call: RideCall,
  params: Params,
  presentation: Presentation = {},
  asked?: Asked,
): Promise<Result | undefined> {
  const response = await callEndpoint(context, 'ride-hailing', call, params, { asked });
  return response && responseResult(response, presentation, context);
}

/**
 * Reads how a requested ride is to be paid; numbers keep every digit. Its field names are not public.
 * @throws {Failure}
 */
export async function readPayment(context: Context, id: string): Promise<Row | undefined> {
  const { text } = await readEndpoint(context, 'ride-hailing', 'getPreRequest', { id }, { patient: true });
  const payment = parseLossless(text);
  return isRecord(payment) ? payment : undefined;
}

/** A stop of a ride, by the words of the published ride vocabulary (platform 6.3). Degrees. */
export interface Stop {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly address: string;
  readonly placeId?: string;
}
/** The forms of place ids. Any other text is tried as a name first, then as an id. */
const placeIdPattern = /^[A-Z]{3,6}-\d+(-\d+)?$|^[0-9a-f-]{36}$/;
/** A point as it is typed: `11.564,104.931`. */
const pointPattern = /^(-?\d{1,2}(?:\.\d+)?),\s*(-?\d{1,3}(?:\.\d+)?)$/;

/** Whether a text is a point, in range or not. */
export const isPoint = (text: string): boolean => pointPattern.test(text.trim());

/** The numbers of `LAT,LON`. @throws {BadInput} */
export function parsePoint(input: string): { readonly latitude: number; readonly longitude: number } {
  const [, latitude, longitude] = pointPattern.exec(input.trim()) ?? [];
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  if (Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180) return point;
  throw new BadInput(
    'BAD_VALUE',
    `${cited(input)} is not a point.`,
    'Write it as latitude,longitude in degrees: 11.5640,104.9310',
  );
}

/** A place by the declared names of its fields, in any spelling and any envelope. */
type Place = Readonly<Record<'placeId' | 'name' | 'address' | 'latitude' | 'longitude', unknown>>;
function placeOf(response: unknown): Place {
  const row = isRecord(response) ? response : {};
  const fields = new Fields([row], { calls: ['getPlace'] });
  const at = (path: string): unknown => valueAt(row, fields.at(path));
  return {
    ...{ placeId: at('placeId'), name: at('name'), address: at('address') },
    latitude: at('locationPoint.latitude'),
    longitude: at('locationPoint.longitude'),
  };
}

/** Resolves a stop. @throws {BadInput} for a point out of range, an unknown place or an ambiguous name; {Failure} */
export async function resolveStop(context: Context, input: string, city?: string): Promise<Stop> {
  if (isPoint(input)) return stopAtPoint(context, parsePoint(input));
  if (isDryRun(context.flags))
    throw new BadInput(
      'NO_LOOKUP',
      `A dry run sends nothing, so it cannot look up ${cited(input)}.`,
      'Give a point: LAT,LON',
    );
  if (placeIdPattern.test(input))
    return toStop(placeOf(await readRideHailing(context, 'getPlace', { id: input })), input);
  const places = await searchPlaces(context, input, city);
  const stops = places.filter(({ latitude }) => !isNothing(latitude));
  const exact = stops.filter(({ name }) => String(name).toLowerCase() === input.toLowerCase());
  const [match, ...more] = exact.length === 1 ? exact : stops;
  if (match && more.length === 0) return toStop(match, input);
  const place = places.length === 0 && /^\S+$/.test(input) ? await readPlace(context, input) : undefined;
  if (place !== undefined) return toStop(placeOf(place), input);
  const names = stops.slice(0, 5).map(({ placeId, name }) => `${placeId} ${name}`);
  throw new BadInput(
    'WHICH_PLACE',
    match ? `${cited(input)} matches ${stops.length} places.` : `No place matches ${cited(input)}.`,
    match ? `Name one by its id: ${names.join(', ')}` : 'Search: tuk ride places search TEXT, or give a point: LAT,LON',
  );
}

async function searchPlaces(context: Context, name: string, city: string | undefined): Promise<readonly Place[]> {
  const params = await rideParams(context, 'searchPlaces', { text: name, city });
  const response = await sendNow(context, 'ride-hailing', 'searchPlaces', params as AnyValues);
  return listRows(response).map(placeOf);
}

/** Reads a place; undefined for an unknown id. @throws {Failure} */
async function readPlace(context: Context, id: string) {
  return readRideHailing(context, 'getPlace', { id }).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'not-found') return undefined;
    throw error;
  });
}

/** The stop at a point, with the name of the place there, if any. */
async function stopAtPoint(context: Context, point: { latitude: number; longitude: number }): Promise<Stop> {
  const coordinates = `${point.latitude}, ${point.longitude}`;
  if (isDryRun(context.flags)) return { ...point, name: coordinates, address: coordinates };
  try {
    const params = await rideParams(context, 'findPlace', point);
    const { name, address } = placeOf(await readRideHailing(context, 'findPlace', params));
    return { ...point, name: text(name) ?? coordinates, address: text(address) ?? coordinates };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not-found')
      return { ...point, name: coordinates, address: coordinates };
    throw error;
  }
}

async function readRideHailing(context: Context, name: RideCall, params: Params) {
  return (await sendNow(context, 'ride-hailing', name, params as AnyValues)).data;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function toStop({ placeId, name, address, latitude, longitude }: Place, input: string): Stop {
  if (typeof latitude !== 'number' || typeof longitude !== 'number')
    throw new ServerFailure(
      'NO_POINT',
      `The response for the place ${input} has no coordinates.`,
      { service: 'ride-hailing' },
      'Give a point: LAT,LON',
    );
  return {
    latitude,
    longitude,
    name: text(name) ?? input,
    address: text(address) ?? text(name) ?? input,
    placeId: text(placeId),
  };
}
