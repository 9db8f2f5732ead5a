// The things that were found as the rows of a screen, and what was not asked as rows below them.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { grouped } from '../../money/amount-text.js';
import { filledLine } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isDecimal, isId, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { ofTime } from '../../text/time.js';
import type { Thing } from '../../things/thing.js';
import type { Dossier } from './dossier.js';
import type { Part } from './part.js';
import { compile } from './run.js';
import { eventText, namesOf } from './show.js';
import { eventsOf, joinedEvents, sinceOf } from './timeline.js';

/** The parts of a dossier as the rows of a screen: each with its own time line, and what it returned. @throws {Failure} where no call has answered */
export async function dossierRows(args: Arguments, context: Context): Promise<string> {
  const { dossier, unanswered } = await compile(args, context);
  const { parts, unasked, failed } = dossier;
  const refused = unanswered.filter(({ wasAsked }) => wasAsked);
  if (parts.length === 0 && refused.length > 0 && refused.length >= dossier.asked)
    throw new Failure(refused[0]!.kind, 'NOT_ASKED', refused[0]!.why);
  const now = context.world.clock.now() + context.http().clockOffset;
  const rows = parts.map((part, at) => ({
    ...rowOf(part, { at, now, parts }),
    ...(at === 0 ? sentences(dossier) : {}),
    response: part.row,
  }));
  const left = [...unasked.map((group) => ['not asked', group] as const), ...failed.map((group) => ['failed', group] as const)];
  const timeline = joinedEvents(parts).map((event) => ({ at: new Date(event.at).toISOString(), event: eventText(event) }));
  const joint = parts.length > 1 && timeline.length > 0 ? [{ what: 'time line', about: counted(timeline.length, 'event'), timeline }] : [];
  return stringifyLossless([
    ...rows,
    ...joint,
    ...left.map(([what, { why, calls }], at) => ({ nth: parts.length + at + 1, what, about: why, from: calls.join(', ') })),
  ]);
}
const sentences = ({ unknowable }: Dossier) => (unknowable.length === 0 ? {} : { noCallKnows: unknowable.join(' ') });

function rowOf(
  part: Part,
  { at, now, parts }: { readonly at: number; readonly now: number; readonly parts: readonly Part[] },
): Record<string, unknown> {
  const { what, status, id, from, command, links, matches } = part;
  const since = sinceOf(part, now);
  return {
    nth: at + 1,
    what,
    about: aboutOf(part),
    status,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    id,
    from,
    with: namesOf(links, parts),
    matches: matches?.join(', '),
    command: watchLine(part) ?? command,
    timeline: [...eventsOf(part)]
      .sort((one, other) => one.at - other.at)
      .map(({ at: time, event }) => ({ at: new Date(time).toISOString(), event })),
  };
}

/** The command that watches a thing whose status goes on: enter opens its watch screen. */
function watchLine({ thing, id, class: kind }: Part): string | undefined {
  const { watch } = thing ?? {};
  if (!watch || watch.isWhole || (kind !== 'pending' && kind !== 'needs-you')) return undefined;
  const line = filledLine(watch.line ?? `watch ${watch.kind}:{id}`, { id }, 'id');
  return line && `tuk ${line}`;
}

/** A thing in a few words: its title, its name unless that may be the name of a person, its amount in whole units, or what else it says of itself. */
function aboutOf({ summary, row, shown = {}, what, thing }: Part): string | undefined {
  const own: Row = { ...row, ...shown };
  const first = (names: readonly string[]) => names.map((name) => asText(valueAt(own, name))).find((text) => text !== '');
  if (summary !== undefined) return summary;
  const title = first(['title', ...(thing?.persons === undefined ? ['name'] : [])]);
  if (title !== undefined) return title;
  const [amounts, units] = amountPaths(thing);
  const amount = first(amounts);
  const unit = first(units) ?? '';
  const price = amount === undefined || /\d{16}/.test(amount) ? '' : isDecimal(amount) ? `${grouped(amount)} ${unit}` : amount;
  const words = [price, ...(what === 'operation' ? [asText(row.what)] : []), first(descriptions) ?? ''].filter(
    (text) => text.trim() !== '',
  );
  return words.length > 0 ? words.map((text) => text.trim()).join(', ') : firstWords(row);
}
/** The paths of the amount of a thing, and those of its unit. */
function amountPaths({ fields = [], units }: Partial<Thing> = {}): readonly [amounts: readonly string[], units: readonly string[]] {
  const stated = fields.flatMap(({ path, as }) => (typeof as === 'object' && 'amount' in as ? [{ path, unit: as.amount }] : []))[0];
  if (stated) return [[stated.path], [stated.unit]];
  return units
    ? [units.amounts, []]
    : [
        ['amount', 'price'],
        ['currency', 'currencyId', 'token'],
      ];
}
const descriptions = ['description', 'type', 'vehicleType', 'city', 'tokenType', 'network'];

/** The first texts of a row that are no id, no time, no link and no status: better than nothing. */
function firstWords(row: Row): string | undefined {
  const texts = Object.entries(row).flatMap(([name, value]) => {
    const text = isScalar(value) && typeof value !== 'boolean' ? asText(value) : '';
    return /^(id|status|name|.*(Id|Hash|Url|name|phone|email))$/i.test(name) || text === '' || isId(text) || ofTime(text) !== undefined
      ? []
      : [`${name} ${text}`];
  });
  return texts.length === 0 ? undefined : texts.slice(0, 2).join(', ');
}
