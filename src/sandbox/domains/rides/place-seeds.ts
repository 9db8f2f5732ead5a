// Well-known public places of the thirteen cities. Coordinates are approximate, to three decimals, from general knowledge.
import type { City } from '../../../services/catalogue/words.js';
import places from './places.json' with { type: 'json' };

/** Name, address, latitude, longitude. A place without coordinates is one that only a map search has (CONTRACT.md section 5). */
export type PlaceSeed = readonly [name: string, address: string, latitude?: number, longitude?: number];

/** In the order of their ids: the first of PNH is `PNH-01`. */
export const placeSeeds = places as unknown as Readonly<Record<(typeof City)[number], readonly PlaceSeed[]>>;
