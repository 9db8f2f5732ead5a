// `tuk depin heatmap`: draws the starts and ends of rides as a grid, or prints them as GeoJSON.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { listCommand } from '../../engine/read/read-command.js';
import { City, RidePointType } from '../../services/catalogue/words.js';
import { relayout } from '../../services/json-text.js';
import { isNumeric, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { isForScreenReader, wantsLines } from '../../text/dialogue.js';
import { byCount } from '../../text/heat-grid.js';
import { heatLines } from '../../text/heat-map.js';
import { sorted } from '../../text/row-order.js';

const listHeatmap = listCommand('vehicle-oracle', {
  name: 'heatmap',
  summary: 'Show a heat map of ride starts and ends',
  description: `Draws a grid around the busiest place on a terminal; -o table lists the cells. Without --point both points count.`,
  options: [
    { flags: '--point <point>', effects: 'plain', summary: 'only pick-ups or only drop-offs', words: RidePointType },
    { flags: '--city <city>', effects: 'plain', summary: 'filter by city', words: City },
    { flags: '--geojson', effects: 'plain', summary: 'print the cells as GeoJSON points', param: false },
  ],
  examples: ['tuk depin heatmap --city PNH', 'tuk depin heatmap --point PICKUP -o csv', 'tuk depin heatmap --geojson'],
  endpoint: 'getHeatMap',
  open: true,
  columns: [
    { path: 'count', as: 'amount' },
    { path: 'type', heading: 'point' },
    { path: 'latitude' },
    { path: 'longitude' },
  ],
  id: 'latitude',
  key: ['type', 'latitude', 'longitude', 'geometry', 'properties.type'],
  empty: ['No rides there.', 'Look everywhere: tuk depin heatmap'],
  transform: (json, { options }) => (options.geojson === true ? geoJson(json) : json),
});

export const heatmap: Command = {
  ...listHeatmap,
  run: async (args, context) => {
    if (args.options.geojson === true && usesDefaultOutput(context)) return printGeoJson(args, context);
    const speaks = usesDefaultOutput(context) && args.options.watch !== true && isForScreenReader(context.world.env);
    if (!speaks && !canDraw(args, context)) return listHeatmap.run(args, context);
    const json = await listHeatmap.read!.load(args, context);
    if (json === undefined) return 0;

    const rows = listing(json === '' ? [] : parseLossless(json))?.rows ?? [];
    const lines = speaks ? [] : heatLines(rows, (context.world.stdout as { columns?: number }).columns ?? 80);
    if (lines.length > 0) await context.out.printLines(lines);
    else
      await context.out.print(speaks ? stringifyLossless(sorted(rows, byCount)) : json || '[]', {
        columns: listHeatmap.read!.columns!,
        empty: listHeatmap.read!.empty!,
        commandLine: () => commandLine(args),
      });
  },
};

const areMissing = (options: readonly unknown[]) => options.every((option) => option === undefined);
const commandLine = ({ options: { point, city, field, jsonField } }: Arguments) =>
  areMissing([point, city, field, jsonField]) ? 'tuk depin heatmap' : '';

/** Whether the output goes to a terminal without an output option. */
const usesDefaultOutput = ({ world, out }: Context) => {
  const { format, jq, fields, columns, sortBy, match, sum } = out.options;
  return world.stdout.isTTY === true && areMissing([format, jq, fields, columns, sortBy, match, sum]);
};

/** Whether the map is drawn: not for a screen reader, and not with --watch. */
const canDraw = ({ options }: Arguments, context: Context) =>
  usesDefaultOutput(context) && options.watch !== true && !wantsLines(context.world.env);

async function printGeoJson(args: Arguments, context: Context) {
  const json = await listHeatmap.read!.load(args, context);
  if (json !== undefined) await context.out.printText(relayout(json, 2));
  return 0;
}

/** The rows as GeoJSON points. A row without coordinates has no geometry (RFC 7946, section 3.2). */
async function geoJson(json: string) {
  const rows = listing(json === '' ? [] : parseLossless(json))?.rows ?? [];
  return stringifyLossless({ type: 'FeatureCollection', features: rows.map(featureOf) });
}
const featureOf = (row: Row) => {
  const { latitude, longitude, ...properties } = row;
  if (!isNumeric(latitude) || !isNumeric(longitude)) return { type: 'Feature', geometry: null, properties: row };
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties };
};
