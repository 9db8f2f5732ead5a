// `tuk ride places`: searches places by name or point, lists recommended places and restricted areas.

import type { Arguments, Command } from '../../cli/command/command.js';
import { enumValue } from '../../cli/command/enum-value.js';
import { plain } from '../../cli/settings/options.js';
import { repeatable } from '../../engine/read/repeatable.js';
import type { Params } from '../../engine/request/params.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { City, PlaceRecommendationType } from '../../services/catalogue/words.js';
import type { Column } from '../../text/column.js';
import { columnsNamed } from '../../text/columns-named.js';
import { isPoint, parsePoint } from './location.js';
import { type RideCall, resultOfCall, rideParams } from './ride-hailing.js';

/** The columns of a place, by the names of the published vocabulary (platform 6.2). */
const columns = columnsNamed(
  'placeId name address city distanceM locationPoint.latitude locationPoint.longitude placeType',
);

interface Lookup extends Pick<Command, 'name' | 'summary' | 'values' | 'options' | 'examples'> {
  readonly endpoint: RideCall;
  readonly toParams: (args: Arguments) => Params;
  readonly columns?: readonly Column[];
}
const point = ({ positionals: [input = ''] }: Arguments) => parsePoint(input);

const lookup = ({
  name,
  endpoint,
  options = [],
  toParams,
  columns: resultColumns = columns,
  ...command
}: Lookup): Command =>
  repeatable({
    ...command,
    name: `places ${name}`,
    options: [...options, ...openFlags.slice(0, 2)],
    uses: { 'ride-hailing': [endpoint] },
    run: async (args, context) => {
      const params = await rideParams(context, endpoint, toParams(args), args.options);
      return resultOfCall(context, endpoint, params, {
        columns: resultColumns,
        idPath: 'placeId',
        key: ['placeId', 'id'],
      });
    },
  });

const show = repeatable({
  name: 'places show',
  values: '<id>',
  summary: 'Show one place, by its id or its LAT,LON',
  examples: ['tuk ride places show PNH-01', 'tuk ride places show 11.564,104.931'],
  uses: { 'ride-hailing': ['getPlace', 'findPlace'] },
  run: async ({ positionals: [id = ''] }, context) => {
    const printed = { columns, singleRecord: true, idPath: 'placeId' } as const;
    if (!isPoint(id)) return resultOfCall(context, 'getPlace', { id }, printed);
    return resultOfCall(context, 'findPlace', await rideParams(context, 'findPlace', parsePoint(id), {}), printed);
  },
});

export const places: readonly Command[] = [
  lookup({
    name: 'search',
    summary: 'Search places by text',
    endpoint: 'searchPlaces',
    values: '<text...>',
    options: [plain('--city <city>', City.join(' '), { offers: () => City })],
    examples: ['tuk ride places search Market --city PNH', 'tuk ride places search Market -o name'],
    toParams: ({ positionals, options }) => ({
      text: positionals.join(' '),
      city: enumValue(City, options.city, '--city'),
    }),
  }),
  lookup({
    name: 'nearby',
    summary: 'List places around a point',
    endpoint: 'listNearbyPlaces',
    values: '<lat,lon>',
    examples: ['tuk ride places nearby 11.564,104.931'],
    toParams: point,
  }),
  lookup({
    name: 'recommend',
    summary: 'List recommended places',
    endpoint: 'listRecommendedPlaces',
    options: [plain('--type <type>', PlaceRecommendationType.join(' '), { offers: () => PlaceRecommendationType })],
    examples: ['tuk ride places recommend --type DEPARTURE'],
    toParams: ({ options }) => ({ type: enumValue(PlaceRecommendationType, options.type, '--type') }),
  }),
  show,
  lookup({
    name: 'restricted',
    summary: 'List the areas where no ride may start or end',
    endpoint: 'listRestrictedAreas',
    values: '[lat,lon]',
    examples: ['tuk ride places restricted'],
    toParams: ({ positionals: [typed] }) => (typed === undefined ? {} : parsePoint(typed)),
    columns: columnsNamed('id city name type'),
  }),
  lookup({
    name: 'region',
    summary: 'Show the region of a point',
    endpoint: 'getCurrentRegion',
    values: '<lat,lon>',
    examples: ['tuk ride places region 11.564,104.931'],
    toParams: point,
    columns: columnsNamed('region city'),
  }),
  lookup({
    name: 'attributes',
    summary: 'List the attributes of several places',
    endpoint: 'listPlaceAttributes',
    values: '<id...>',
    examples: ['tuk ride places attributes PNH-01 PNH-02'],
    toParams: ({ positionals }) => ({ ids: positionals }),
  }),
];
