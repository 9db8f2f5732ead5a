// Runs `tuk find`: recognises the text, sends the requests, and prints the dossier.

import { type Arguments, commandOf, type Groups, groupEntry } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { isDryRun } from '../../cli/settings.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { distanceText, driverPosition, seenPosition } from '../../engine/watch/driver-position.js';
import { familyOf } from '../../money/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { asText } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import type { Thing } from '../../things/thing.js';
import { type Dossier, dossierOf } from './dossier.js';
import { operationColumns, searchMachine } from './local.js';
import { dossierMarkdown } from './markdown.js';
import { nothingFound } from './nothing-found.js';
import type { Hit, Part } from './results.js';
import { scrapOf } from './scrap.js';
import { search } from './search.js';
import { dossierLines, maskedDossier } from './show.js';
import { idOf } from './source.js';
import { withWholeTokens } from './units.js';

const defaultTime = '10s';

/** Finds a text and prints its dossier. @returns the exit code, 5 without a result @throws {Failure} */
export async function find(args: Arguments, context: Context, groups: Groups): Promise<number> {
  if (isDryRun(context.flags))
    throw new BadInput(
      'NO_DRY_RUN',
      'find only reads, so there is no --dry-run of it.',
      'See its calls: tuk find --help',
    );
  const { dossier, missing } = await compile(args, context);
  await print(dossier, context, groups);
  if (dossier.parts.length > 0) return 0;
  context.out.deferFailure(nothingFound(context.out.isMasked('stderr') ? maskedDossier(dossier) : dossier, missing));
  return 0;
}

/** Compiles the dossier of the text on a command line. */
export async function compile({ options, positionals }: Arguments, context: Context) {
  const scrap = scrapOf(positionals.join(' '), {
    isHash: options.hash === true,
    networks: networksIn(options.network),
  });
  const within = duration(typeof options.within === 'string' ? options.within : defaultTime, '--within');
  const limited = pollContext(context, within || Number.POSITIVE_INFINITY);
  const { rows, leads, about, leftOut } = await searchMachine(limited, scrap);
  const { hits, missing, asked } = await search(limited, scrap, leads);
  const ids = new Set(hits.flatMap(({ source, row }) => idOf(source.thing, row) ?? []));
  const complete = withDrivers(await withWholeTokens(limited, hits), context);
  const local = [...rows, ...about(ids)];
  return { dossier: dossierOf(scrap, { hits: complete, local, leftOut, missing, asked }), missing };
}

/** @throws {BadInput} UNKNOWN_WORD for an unknown network, or one without a chain */
function networksIn(typed: Arguments['options'][string]): readonly string[] | undefined {
  if (typed === undefined) return undefined;
  const names = [typed].flat().map(String);
  const unknown = names.find((name) => !(Network as readonly string[]).includes(name) || familyOf(name) === undefined);
  if (unknown === undefined) return names;
  throw new BadInput(
    'UNKNOWN_WORD',
    `${JSON.stringify(unknown)} is not a network with addresses (--network).`,
    'See them: tuk help values',
  );
}

/** The fields that the position of a driver adds to a thing, if a driver comes to it. */
const driverColumns = ({ watch }: Pick<Thing, 'watch'>): readonly Column[] =>
  watch?.map
    ? [
        { path: 'driver', heading: 'position' },
        { path: watch.map.movedAt, heading: 'seen there', as: 'time' },
      ]
    : [];
/** Whether a driver comes to a thing. */
const hasDriver = (thing: Thing | undefined): boolean => thing?.watch?.map !== undefined;
/** Adds the distance of the driver to the next stop. */
function withDrivers(hits: readonly Hit[], context: Context): readonly Hit[] {
  if (!hits.some(({ source }) => hasDriver(source.thing))) return hits;
  const now = context.world.clock.now() + context.http().clockOffset;
  return hits.map((hit) => {
    const seen = hasDriver(hit.source.thing) ? seenPosition(hit.row, undefined, now) : undefined;
    const next = seen && driverPosition(hit.row, asText(hit.row.status), seen)?.to;
    return next
      ? { ...hit, shown: { ...hit.shown, driver: `${distanceText(next.metres)} from the ${next.stop}` } }
      : hit;
  });
}

async function print(dossier: Dossier, context: Context, groups: Groups) {
  const { out, world, flags } = context;
  const { format, fields, quiet } = out.options;
  if (quiet) return;
  const isText =
    (format ?? (world.stdout.isTTY ? 'table' : 'json')) === 'table' &&
    [fields, flags.columns, flags.jq].every((option) => option === undefined);
  if (format === 'md') {
    return out.printText(dossierMarkdown(flags.reveal ? dossier : maskedDossier(dossier)));
  }
  if (!isText) return out.print(jsonOf(dossier), { singleRecord: true });
  const visible = out.isMasked('stdout') ? maskedDossier(dossier) : dossier;
  const columnsFor = await columnsOfParts(visible.parts, groups);
  const now = world.clock.now() + context.http().clockOffset;
  await out.printLines(dossierLines(visible, { columns: world.stdout.columns || 80, now, columnsFor }));
}

/** The columns of each part, by its thing or by the command that shows it. */
async function columnsOfParts(parts: readonly Part[], groups: Groups): Promise<(part: Part) => readonly Column[]> {
  const columns = new Map<string, readonly Column[]>();
  for (const line of new Set(parts.flatMap(({ command }) => command ?? []))) {
    const [, name = '', ...words] = line.split(' ');
    const entry = groupEntry(groups, name);
    columns.set(line, (entry && commandOf((await entry.load()).group, words)?.read?.columns) ?? []);
  }
  return ({ what, command, thing }) =>
    what === 'operation'
      ? operationColumns
      : [...driverColumns(thing ?? {}), ...(thing?.fields ?? columns.get(command ?? '') ?? [])];
}

const jsonOf = ({ timeline, parts, ...dossier }: Dossier) =>
  stringifyLossless({
    ...dossier,
    parts: parts.map(({ thing: _, ...part }) => part),
    timeline: timeline.map(({ at, ...event }) => ({ at: new Date(at).toISOString(), ...event })),
  });
