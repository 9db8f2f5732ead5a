// Places: searched by name, near a point, or recommended. Places never change and are not stored.

import { many, number, optional, text, word } from '../../../src/services/catalogue/define.js';
import { City, PlaceRecommendationType } from '../../../src/services/catalogue/words.js';
import {
  badRequest,
  type HandlerContext,
  matches,
  notFound,
  page,
  paging,
  type ResponseOf,
  refuse,
  type Stored,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/ride-hailing.js';
import { cities, cityAt, kmBetween, type Point } from './fares.js';
import placesByCity from './places.json' with { type: 'json' };

export type Place = Stored<typeof shapes.Place, 'distanceM' | 'subPlaces'>;

const kinds = [
  'ALL',
  'DEPARTURE',
  'DESTINATION',
] as const satisfies readonly (typeof PlaceRecommendationType)[number][];
/** A place without coordinates is only known to a map search (platform 6.2). */
type PlaceSeed = readonly [name: string, address: string, latitude?: number, longitude?: number];
/** Public places of the thirteen cities by id: the first of PNH is `PNH-01`. Coordinates are approximate. */
const placeSeeds = placesByCity as unknown as Readonly<Record<City, readonly PlaceSeed[]>>;

const places: readonly Place[] = City.flatMap((city) =>
  placeSeeds[city].map(([name, address, latitude, longitude], index): Place => {
    const locationPoint = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
    const placeId = `${city}-${String(index + 1).padStart(2, '0')}`;
    return {
      placeId,
      name,
      address,
      city,
      locationPoint,
      placeType: locationPoint ? 'OWN' : 'GOOGLE',
      recommendationType: kinds[index % 3] ?? 'ALL',
    };
  }),
);
/** Places where a ride can start or end. */
export const stops = (city: City): readonly (Place & { readonly locationPoint: Point })[] =>
  places.filter(
    (place): place is Place & { readonly locationPoint: Point } => place.city === city && place.locationPoint !== null,
  );

const metres = (a: Point, b: Point | null): number | null => (b ? Math.round(kmBetween(a, b) * 1000) : null);
const gates = ['East gate', 'West gate'] as const;

function placeFields(place: Place, from?: Point): ResponseOf<typeof shapes.Place> {
  const { locationPoint } = place;
  const gate = (name: string, index: number) => {
    const point = {
      latitude: locationPoint!.latitude,
      longitude: Number((locationPoint!.longitude + (index === 0 ? 0.0006 : -0.0006)).toFixed(6)),
    };
    return { placeId: `${place.placeId}-${index + 1}`, name, locationPoint: point };
  };
  const subPlaces = locationPoint && /Market|Airport|Mall/.test(place.name) ? gates.map(gate) : [];
  return { ...place, distanceM: from ? metres(from, locationPoint) : null, subPlaces };
}

const pointQuery = { latitude: number(), longitude: number() };
/** @throws {Refusal} 400 for numbers out of range */
export function pointOf({ latitude, longitude }: Readonly<Record<string, unknown>>): Point {
  const isValid =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  return isValid ? { latitude, longitude } : badRequest('latitude must be from -90 to 90, longitude from -180 to 180.');
}
const inCity = (city: unknown) => (place: Place) => matches({ city }, ['city'], place);

/** By a part of the name or the address, names first. */
export const searchPlaces = view(
  (context) => {
    const term = String(context.query.q).toLowerCase();
    const inName = (place: Place) => place.name.toLowerCase().includes(term);
    const matches = places
      .filter(inCity(context.query.city))
      .filter((place) => inName(place) || place.address.toLowerCase().includes(term));
    return page(context, [...matches.filter(inName), ...matches.filter((place) => !inName(place))], (place) =>
      placeFields(place),
    );
  },
  { query: { q: text(), city: optional(word(City)), ...paging } },
);

/** Within five kilometres, the nearest first. */
export const listNearby = view(
  (context) => {
    const from = pointOf(context.query);
    return page(
      context,
      nearest(from).filter((place) => metres(from, place.locationPoint)! <= 5000),
      (place) => placeFields(place, from),
    );
  },
  { query: { ...pointQuery, ...paging } },
);
const nearest = (from: Point) =>
  places
    .filter((place) => place.locationPoint)
    .sort((a, b) => kmBetween(from, a.locationPoint!) - kmBetween(from, b.locationPoint!));

/** By type, and around a point if one is sent. */
export const listRecommended = view(
  (context) => {
    const { type = 'ALL', city, latitude } = context.query;
    const from = latitude === undefined ? undefined : pointOf(context.query);
    const where = city ?? (from && cityAt(from));
    const suits = (place: Place) =>
      type === 'ALL' || place.recommendationType === 'ALL' || place.recommendationType === type;
    const matches = (from ? nearest(from) : places.filter((place) => place.locationPoint))
      .filter(inCity(where))
      .filter(suits);
    return page(context, matches, (place) => placeFields(place, from));
  },
  {
    query: {
      type: optional(word(PlaceRecommendationType)),
      city: optional(word(City)),
      latitude: optional(number()),
      longitude: optional(number()),
      ...paging,
    },
  },
);

/** The nearest place of the point's city. */
export const findPlace = view(
  (context): ResponseOf<typeof shapes.Place> => {
    const from = pointOf(context.query);
    const [place] = cityAt(from) === undefined ? [] : nearest(from);
    return place ? placeFields(place, from) : notFound('PLACE', `${from.latitude},${from.longitude}`);
  },
  { query: pointQuery },
);

/** A place by id or number. */
export function getPlace(context: HandlerContext): ResponseOf<typeof shapes.Place> {
  const place = places.find(({ placeId }) => placeId === context.path.id) ?? places[Number(context.path.id) - 1];
  return place ? placeFields(place) : notFound('PLACE', context.path.id ?? '');
}

/** Unknown ids are skipped. */
export const listAttributes = view(
  (context) => places.filter(({ placeId }) => context.query.ids.includes(placeId)).map((place) => placeFields(place)),
  { query: { ids: many(text()) } },
);

/** The city of a point. */
export const currentRegion = view(
  (context): ResponseOf<typeof shapes.CurrentRegion> => {
    const city = cityAt(pointOf(context.query));
    return city
      ? { region: cities[city].region, city }
      : refuse(404, 'This point is in no served city.', 'NOT_FOUND_REGION');
  },
  { query: pointQuery },
);

const corner = ({ latitude, longitude }: Point, [north, east]: readonly [number, number]): [number, number] => [
  Number((longitude + east).toFixed(6)),
  Number((latitude + north).toFixed(6)),
];
const square = [
  [0.002, -0.002],
  [0.002, 0.002],
  [-0.002, 0.002],
  [-0.002, -0.002],
  [0.002, -0.002],
] as const;
/** One square per city, around its third place. */
export const listRestrictedAreas = view(
  (context) =>
    City.filter((city) => context.query.city === undefined || context.query.city === city).map((city) => {
      const { name, locationPoint } = stops(city)[2]!;
      return {
        id: `${city}-area-01`,
        city,
        name,
        polygon: square.map((by) => corner(locationPoint, by)),
        type: 'DEPARTURE',
      };
    }),
  { query: { city: optional(word(City)) } },
);
