// `tuk find`: finds all data on what a ticket quotes: an id, a hash, an address, a name.

import {
  type Arguments,
  type Command,
  type Context,
  type Group,
  type Groups,
  resultOf,
} from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { grouped } from '../../money/values/decimal.js';
import { filledLine } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { isId } from '../../services/forms.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isDecimal, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { moneyText } from '../../text/money-place.js';
import { isTimeText } from '../../text/time.js';
import { allows, listed } from '../../things/action.js';
import { unitIn } from '../../things/column.js';
import type { Action, Thing } from '../../things/thing.js';
import type { Dossier } from './dossier.js';
import { operationColumns } from './local.js';
import { type MissingResponse, mostRides, type Part, sources } from './results.js';
import { compile, nothingFound, find as runFind } from './run.js';
import { maskedDossier, namesOf } from './show.js';
import { caseEvents, sinceOf, tellsOf } from './timeline.js';

// The parts of a dossier as the rows of a screen, followed by the calls without a response.
/** The rows of a screen as JSON, with time lines and responses. @throws {Failure} NOT_ASKED if all calls failed */
async function dossierRows(args: Arguments, context: Context): Promise<string> {
  const { dossier, missing } = await compile(args, context);
  return rowsOf(dossier, missing, context);
}
/** The rows of what is found, with personal data masked. @throws {Failure} if nothing is */
export async function foundRows(args: Arguments, context: Context): Promise<string> {
  const { dossier, missing } = await compile(args, context);
  const shown = maskedDossier(dossier);
  if (shown.parts.length === 0) throw nothingFound(shown, missing);
  return rowsOf(shown, missing, context);
}
function rowsOf(dossier: Dossier, missing: readonly MissingResponse[], context: Context): string {
  const { parts, money, unasked, failed, unknowable, asked } = dossier;
  const failures = missing.filter(({ wasAsked }) => wasAsked);
  if (parts.length === 0 && failures.length > 0 && failures.length >= asked)
    throw new Failure(failures[0]!.kind, 'NOT_ASKED', failures[0]!.why);
  const now = context.world.clock.now() + context.http().clockOffset;
  const noCallKnows = unknowable.length === 0 ? undefined : unknowable.join(' ');
  const rows = parts.map((part, at) => ({
    ...rowOf(part, at, parts, now),
    noCallKnows: at === 0 ? noCallKnows : undefined,
    money: at === 0 ? money : undefined,
    moneyIs: at === 0 && money ? moneyText(money) : undefined,
    tells: at === 0 ? tellsOf(parts, money, now) : undefined,
    response: part.row,
    fields: part.what === 'operation' ? operationColumns : undefined,
  }));
  const groups = [
    ...unasked.map((group) => ({ ...group, what: 'not asked' })),
    ...failed.map((group) => ({ ...group, what: 'failed' })),
  ];
  const timeline = caseEvents(parts).map((event) => ({
    at: new Date(event.at).toISOString(),
    what: event.what,
    id: event.id,
    event: event.event,
    class: event.class,
    summary: event.summary,
  }));
  const joint = timeline.length > 0 ? [{ what: 'time line', about: counted(timeline.length, 'event'), timeline }] : [];
  return stringifyLossless([
    ...rows,
    ...joint,
    ...groups.map(({ what, why, calls }, at) => ({
      nth: parts.length + at + 1,
      what,
      about: why,
      from: calls.join(', '),
    })),
  ]);
}

function rowOf(part: Part, at: number, parts: readonly Part[], now: number): Row {
  const { thing, what, status, class: kind, id, from, command, links, matches } = part;
  const since = sinceOf(part, now);
  return {
    nth: at + 1,
    what,
    thing: thing?.name,
    about: aboutOf(part),
    status,
    class: kind,
    means: part.means,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    id,
    from,
    with: namesOf(links, parts),
    links,
    actions: actionsOf(part),
    matches: matches?.join(', '),
    command: watchLine(part) ?? command,
  };
}

/** The actions that the status and the fields of a thing allow, with their lines filled in. */
function actionsOf({ thing, status, row, id }: Part): readonly Action[] {
  const list = thing?.status?.list;
  return (thing?.actions ?? []).flatMap((action) => {
    const line = allows(action, list, status, row) ? filledLine(action[1], { ...row, id }, 'id') : undefined;
    const { opens, role } = listed(action);
    return line === undefined ? [] : [[action[0], line, { opens, role }] as const];
  });
}

/** The command of the watch screen of a thing, which has its steps and their times, also after its end. */
function watchLine({ thing, id, class: kind }: Part): string | undefined {
  const { watch } = thing ?? {};
  if (!watch || watch.isWhole || kind === undefined) return undefined;
  const line = filledLine(`watch ${watch.kind}:{id}`, { id }, 'id');
  return line && `tuk ${line}`;
}

/** A part in a few words: its title or name, its amount, or its first texts. The name of a person is left out. */
function aboutOf({ summary, row, shown = {}, what, thing }: Part): string | undefined {
  if (summary !== undefined) return summary;
  const record: Row = { ...row, ...shown };
  const first = (paths: readonly string[]) => paths.map((path) => asText(valueAt(record, path))).find(Boolean);
  const title = first(thing?.persons === undefined ? ['title', 'name'] : ['title']);
  if (title !== undefined) return title;
  const [amounts, units] = amountPaths(thing);
  const amount = first(amounts) ?? '';
  const price = /\d{16}/.test(amount) ? '' : isDecimal(amount) ? `${grouped(amount)} ${first(units) ?? ''}` : amount;
  const texts = [price, what === 'operation' ? asText(row.what) : '', first(descriptions) ?? ''].map((text) =>
    text.trim(),
  );
  return texts.filter(Boolean).join(', ') || firstWords(row);
}
/** The paths of the amount of a thing, and the paths of its unit. */
function amountPaths({
  fields = [],
  units,
}: Partial<Thing> = {}): readonly [amounts: readonly string[], units: readonly string[]] {
  for (const { path, as } of fields) if (unitIn(as)) return [[path], [unitIn(as)!]];
  return units
    ? [units.amounts, []]
    : [
        ['amount', 'price'],
        ['currency', 'currencyId', 'token'],
      ];
}
const descriptions = ['description', 'type', 'vehicleType', 'city', 'tokenType', 'network'];

/** The first two texts of a row, without ids, times, links and statuses. */
function firstWords(row: Row): string | undefined {
  const texts = Object.entries(row).flatMap(([name, value]) => {
    const text = isScalar(value) && typeof value !== 'boolean' ? asText(value) : '';
    const isLeftOut =
      /^(id|status|name|.*(Id|Hash|Url|name|phone|email))$/i.test(name) || isId(text) || isTimeText(text);
    return text === '' || isLeftOut ? [] : [`${name} ${text}`];
  });
  return texts.length === 0 ? undefined : texts.slice(0, 2).join(', ');
}

/** The calls of a search, by service. */
function uses(): Record<string, string[]> {
  const calls: Record<string, string[]> = {};
  for (const { service, call } of sources) calls[service] = [...new Set([...(calls[service] ?? []), call])];
  calls.wallet?.push('listNetworkTokens'); // the decimals of tokens
  return calls;
}

/** The rows of what was found, for every door but the shell. */
const presentation: NonNullable<Command['read']> = {
  idPath: 'id',
  rowCommand: 'command',
  columns: [
    { path: 'nth', heading: '#', room: 'yields' },
    { path: 'what', room: 'stays' },
    { path: 'status', room: 'stays' },
    { path: 'since', as: 'time', room: 'stays' },
    { path: 'about', room: 'stays' },
    { path: 'id' },
    { path: 'with', room: 'yields', ifAny: true },
    { path: 'from', room: 'yields' },
  ],
  emptyIsNotFound: true,
  empty: {
    says: [
      'Nothing is known of it.',
      `Type ids, hashes and addresses as a whole. Plates and phone numbers are compared only with the active ride, your newest ${mostRides} rides of this machine, and what the application has read. More: tuk find --help`,
    ],
    of: {},
  },
};

const find = (groups: Groups): Command => ({
  name: '',
  values: '<id-or-hash...>',
  summary: 'Find what is known of an id, a hash, an address, a number or a name',
  description: `Use it if you have an id, a name, an address or a link, and do not know where it belongs.

Accepts ids and their beginnings, transaction hashes, addresses, aliases, vehicle numbers, plates and numbers of stations and NFTs.
Also accepts e-mail addresses, phone numbers, referral codes, symbols, parts of names, and links.
Asks every service that may know it, and the ledger of this machine. Then it follows the ids in the results.
A text of 64 bare hexadecimal digits may be a private key. Add --hash if it is a hash.

Exit 5: nothing was found. Exit 4: nothing was found, but a session might have helped.
If a failed call might have found it, the exit code of that call is used.`,
  options: [
    plain('--hash', 'the text is the hash of a transaction'),
    plain('--network <network>', 'the network of an address or of a hash; default: all main networks; repeatable', {
      repeatable: true,
    }),
    plain('--within <duration>', 'the time for all requests; default: 10s; 0 for no limit'),
  ],
  examples: [
    'tuk find 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'tuk find 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC -o md',
    "tuk find 53 --jq '.parts[].what'",
  ],
  uses: uses(),
  read: presentation,
  open: async (args) => async (context) => resultOf(await dossierRows(args, context), presentation),
  run: async (args, context) => runFind(args, context, groups),
});

/** Makes the group. @param groups have the commands that show the parts */
export const findGroup = (groups: Groups): Group => ({ commands: [find(groups)] });
