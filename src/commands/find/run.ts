// Runs `tuk find`: recognises the text, asks, and prints the dossier.

import { type Arguments, commandOf, type Groups, groupEntry } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { isDryRun } from '../../cli/settings.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { familyOf } from '../../money/address.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { ride } from '../../things/ride.js';
import { type Dossier, dossierOf } from './dossier.js';
import { driverColumns, withDrivers } from './drivers.js';
import { operationColumns, searchMachine } from './local.js';
import { dossierMarkdown } from './markdown.js';
import { nothingFound } from './nothing-found.js';
import type { Part } from './part.js';
import { scrapOf } from './scrap.js';
import { search } from './search.js';
import { dossierLines, maskedDossier } from './show.js';
import { idOf } from './source.js';
import { withWholeTokens } from './units.js';

const usualTime = '10s';

/** Finds a text and prints what is known of it. @returns the exit code: 5 where nothing was found @throws {BadInput} {Guarded} {Failure} */
export async function find(args: Arguments, context: Context, groups: Groups): Promise<number> {
  if (isDryRun(context.flags))
    throw new BadInput('NO_DRY_RUN', 'find only reads, so there is no --dry-run of it.', 'See its calls: tuk find --help');
  const { dossier, unanswered } = await compile(args, context);
  await print(dossier, context, groups);
  if (dossier.parts.length > 0) return 0;
  const shown = context.out.isMasked('stderr') ? maskedDossier(dossier) : dossier;
  context.out.deferFailure(await nothingFound(shown, unanswered));
  return 0;
}

/** Asks what is known of the text of a command line. */
export async function compile({ options, positionals }: Arguments, context: Context) {
  const networks = networksIn(options.network);
  const scrap = scrapOf(positionals.join(' '), { isHash: options.hash === true, ...(networks ? { networks } : {}) });
  const within = duration(typeof options.within === 'string' ? options.within : usualTime, '--within');
  const limited = pollContext(context, within || Number.POSITIVE_INFINITY);
  const { rows, leads, about } = await searchMachine(limited, scrap);
  const { found, unanswered, asked } = await search(limited, scrap, { leads });
  const ids = new Set(found.flatMap(({ source, row }) => idOf(source.thing, row) ?? []));
  const things = await withDrivers(await withWholeTokens(limited, found), context);
  return { dossier: dossierOf(scrap, { found: things, local: [...rows, ...about(ids)], unanswered, asked }), unanswered };
}

/** @throws {BadInput} for a network that is on no list, or that has no chain */
function networksIn(typed: Arguments['options'][string]): readonly string[] | undefined {
  if (typed === undefined) return undefined;
  const names = [typed].flat().map(String);
  const unknown = names.find((name) => !(Network as readonly string[]).includes(name) || familyOf(name) === undefined);
  if (unknown !== undefined)
    throw new BadInput(
      'UNKNOWN_WORD',
      `${JSON.stringify(unknown)} is not a network with addresses (--network).`,
      'See them: tuk help values',
    );
  return names;
}

async function print(dossier: Dossier, context: Context, groups: Groups): Promise<void> {
  const { out, world, flags } = context;
  const { format, fields, quiet } = out.options;
  if (quiet) return;
  const isText = (format ?? (world.stdout.isTTY ? 'table' : 'json')) === 'table' && fields === undefined && flags.jq === undefined;
  if (format === 'md') {
    return out.printText(dossierMarkdown(flags.reveal ? dossier : maskedDossier(dossier)));
  }
  if (!isText) return out.print(jsonOf(dossier), { singleRecord: true });
  const shown = out.isMasked('stdout') ? maskedDossier(dossier) : dossier;
  const columnsFor = await columnsOfParts(shown.parts, groups);
  const now = world.clock.now() + context.http().clockOffset;
  await out.printLines(dossierLines(shown, { columns: world.stdout.columns || 80, now, columnsFor }));
}

/** The columns of the things: those of their kind, else of the commands that show them. */
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
      : [...(thing === ride ? driverColumns : []), ...(thing?.fields ?? columns.get(command ?? '') ?? [])];
}

const jsonOf = ({ timeline, parts, ...dossier }: Dossier): string =>
  stringifyLossless({
    ...dossier,
    parts: parts.map(({ thing: _, ...part }) => part),
    timeline: timeline.map(({ at, ...event }) => ({ at: new Date(at).toISOString(), ...event })),
  });
