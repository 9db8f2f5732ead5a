// `tuk depin heatmap`: where rides start and end, as a grid on a terminal, as GeoJSON for maps.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readCommand } from '../../engine/read-command.js';
import { City, RidePointType } from '../../services/catalogue/words.js';
import { isNumeric, type Row } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';
import { wantsLines } from '../../ui/format/plain-dialogue.js';

const asData = readCommand({
  name: 'heatmap',
  summary: 'Show where rides start and end',
  description: `On a terminal a grid around the busiest place; -o table lists the cells. Without --point both count.`,
  options: [
    { flags: '--point <point>', summary: 'only where rides start, or only where they end', words: RidePointType },
    { flags: '--city <city>', summary: 'only those of a city', words: City },
    { flags: '--geojson', summary: 'the cells as GeoJSON points, for maps' },
  ],
  examples: ['tuk depin heatmap --city PNH', 'tuk depin heatmap --point PICKUP -o csv', 'tuk depin heatmap --geojson'],
  service: 'vehicle-oracle',
  endpoints: [{ call: 'getHeatMap' }],
  uses: ['vehicle-oracle GET /v1/depin/rides/heatmap'],
  open: true,
  columns: [{ path: 'count', as: 'amount' }, { path: 'type', heading: 'point' }, { path: 'latitude' }, { path: 'longitude' }],
  id: 'latitude',
  empty: ['No rides there.', 'Look everywhere: tuk depin heatmap'],
  transform: (json, { options }) => (options.geojson === true ? geoJson(json) : json),
});

export const heatmap: Command = {
  ...asData,
  run: async (typed, context) => {
    if (typed.options.geojson === true && isFree(context)) return laidOut(typed, context);
    if (!drawable(typed, context)) return asData.run(typed, context);
    const json = await asData.reading!.load(typed, context);
    if (json === undefined) return 0;
    const [{ heatLines }, { parseLossless }] = await Promise.all([
      import('../../ui/format/heat-map.js'),
      import('../../services/lossless-number.js'),
    ]);
    const rows = listing(json === '' ? [] : parseLossless(json))?.rows ?? [];
    const lines = heatLines(rows, (context.world.stdout as { columns?: number }).columns ?? 80);
    if (lines.length > 0) await context.printLines(lines);
    else
      await context.print(json || '[]', {
        columns: asData.reading!.columns!,
        empty: asData.reading!.empty!,
        line: () => heatLine(typed),
      });
    return 0;
  },
};

const heatLine = ({ options: { point, city, field, jsonField } }: Arguments): string =>
  [point, city, field, jsonField].every((one) => one === undefined) ? 'tuk depin heatmap' : '';

/** Whether a person looks at it who has asked for no form of output. */
const isFree = ({ world: { stdout }, outputOptions: { form, jq, fields, columns, sortBy } }: Context): boolean =>
  stdout.isTTY === true && [form, jq, fields, columns, sortBy].every((one) => one === undefined);

/** Whether it can be drawn: not for who is read to, nor again and again. */
const drawable = ({ options }: Arguments, context: Context): boolean =>
  isFree(context) && options.watch !== true && !wantsLines(context.world.env);

/** The map for other programs, laid out: nobody wants a table of it. */
async function laidOut(typed: Arguments, context: Context): Promise<number> {
  const json = await asData.reading!.load(typed, context);
  const { relayout } = await import('../../services/json-text.js');
  if (json !== undefined) await context.printText(relayout(json, 2));
  return 0;
}

/** A point for each row that says where it is; all else that it says as its properties, every digit kept. */
async function geoJson(json: string): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
  const rows = listing(json === '' ? [] : parseLossless(json))?.rows ?? [];
  const features = rows.filter(({ latitude, longitude }) => isNumeric(latitude) && isNumeric(longitude)).map(featureOf);
  return stringifyLossless({ type: 'FeatureCollection', features });
}
const featureOf = ({ latitude, longitude, ...properties }: Row) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties,
});
