// `tuk ride places`: found by name, around a point, recommended; and where no ride may start or end.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { wordOf } from '../../cli/enum-value.js';
import { ask } from '../../engine/call.js';
import { filled, openFlags } from '../../engine/parameters.js';
import { City, PlaceRecommendationType } from '../../services/catalogue/words.js';
import { pointOf } from './location.js';

/** What a place is shown with; the names are those of the published vocabulary (CONTRACT.md section 5), where an answer has them. */
const columns = ['placeId', 'name', 'address', 'city', 'distanceM', 'locationPoint.latitude', 'locationPoint.longitude', 'placeType'];

/** A read of places: a call, and what its values and options give. */
interface Lookup {
  readonly name: string;
  readonly summary: string;
  readonly call: string;
  readonly path: string;
  readonly values?: string;
  readonly options?: Command['options'];
  readonly examples: readonly string[];
  readonly gives: (typed: Arguments) => Readonly<Record<string, unknown>>;
  readonly columns?: string[];
}
const point = ({ positionals: [typed = ''] }: Arguments) => pointOf(typed);

const lookup = ({ name, summary, call, path, values, options = [], examples, gives, columns: own = columns }: Lookup): Command => ({
  name: `places ${name}`,
  ...(values === undefined ? {} : { values }),
  summary,
  options: [...options, ...openFlags.slice(0, 2)],
  examples,
  uses: [`ride-hailing GET ${path}`],
  run: async (typed: Arguments, context: Context) => {
    const reply = await ask(context, 'ride-hailing', call, await filled(context, 'ride-hailing', call, gives(typed), typed.options));
    if (reply) await context.printReply(reply, { columns: own, name: 'placeId' });
    return 0;
  },
});

const show: Command = {
  name: 'places show',
  values: '<id>',
  summary: 'Show one place',
  examples: ['tuk ride places show PNH-01'],
  uses: ['ride-hailing GET /v1/places/{id}'],
  run: async ({ positionals: [id] }, context) => {
    const reply = await ask(context, 'ride-hailing', 'getPlace', { id });
    if (reply) await context.printReply(reply, { columns, one: true });
    return 0;
  },
};

export const places: readonly Command[] = [
  lookup({
    name: 'search',
    summary: 'Search places by text',
    call: 'searchPlaces',
    path: '/v1/places/search',
    values: '<text...>',
    options: [{ flags: '--city <city>', summary: City.join(' ') }],
    examples: ['tuk ride places search Market --city PNH', 'tuk ride places search Market -o name'],
    gives: ({ positionals, options }) => ({ text: positionals.join(' '), city: wordOf(City, options.city, '--city') }),
  }),
  lookup({
    name: 'nearby',
    summary: 'List places around a point',
    call: 'listNearbyPlaces',
    path: '/v1/places/nearby',
    values: '<lat,lon>',
    examples: ['tuk ride places nearby 11.564,104.931'],
    gives: point,
  }),
  lookup({
    name: 'recommend',
    summary: 'List recommended places',
    call: 'listRecommendedPlaces',
    path: '/v1/places/recommend',
    options: [{ flags: '--type <type>', summary: PlaceRecommendationType.join(' ') }],
    examples: ['tuk ride places recommend --type DEPARTURE'],
    gives: ({ options }) => ({ type: wordOf(PlaceRecommendationType, options.type, '--type') }),
  }),
  show,
  lookup({
    name: 'reverse',
    summary: 'Find the place at a point',
    call: 'findPlace',
    path: '/v1/places/reverse-geo',
    values: '<lat,lon>',
    examples: ['tuk ride places reverse 11.564,104.931'],
    gives: point,
  }),
  lookup({
    name: 'restricted',
    summary: 'List the areas where no ride may start or end',
    call: 'listRestrictedAreas',
    path: '/v1/places/restricted-areas',
    values: '[lat,lon]',
    examples: ['tuk ride places restricted'],
    gives: ({ positionals: [typed] }) => (typed === undefined ? {} : pointOf(typed)),
    columns: ['id', 'city', 'name', 'type'],
  }),
  lookup({
    name: 'region',
    summary: 'Show the region of a point',
    call: 'getCurrentRegion',
    path: '/v1/places/regions/current',
    values: '<lat,lon>',
    examples: ['tuk ride places region 11.564,104.931'],
    gives: point,
    columns: ['region', 'city'],
  }),
  lookup({
    name: 'attributes',
    summary: 'List the attributes of several places',
    call: 'listPlaceAttributes',
    path: '/v1/places/attribute-by-list',
    values: '<id...>',
    examples: ['tuk ride places attributes PNH-01 PNH-02'],
    gives: ({ positionals }) => ({ ids: positionals }),
  }),
];
