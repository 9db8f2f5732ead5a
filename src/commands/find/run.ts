// Runs `tuk find`: recognises the text, asks, and prints the dossier.

import { type Arguments, commandOf, type Groups, groupEntry } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { isDryRun } from '../../cli/settings.js';
import { familyOf } from '../../money/address.js';
import { grouped } from '../../money/amount-text.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, Failure, Refused } from '../../services/http/errors.js';
import { asText, isDecimal, type Row, valueAt } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import type { Column } from '../../ui/format/column.js';
import { readTokens, withWholeAmounts } from '../wallet/tokens.js';
import { type Dossier, dossierOf, eventsOf, type Part } from './dossier.js';
import { searchMachine } from './local.js';
import { kindNames, scrapOf } from './scrap.js';
import { type FoundRow, search } from './search.js';
import { dossierLines, dossierMarkdown, maskedDossier, namesOf } from './show.js';

const usualTime = '10s';

/** Finds a text and prints what is known of it. @returns the exit code: 5 where nothing was found @throws {BadInput} {Guarded} {Failure} */
export async function find(args: Arguments, context: Context, groups: Groups): Promise<number> {
  if (isDryRun(context.flags))
    throw new BadInput('NO_DRY_RUN', 'find only reads, so there is no --dry-run of it.', 'See its calls: tuk find --help');
  const { dossier, unasked } = await compile(args, context);
  await print(dossier, context, groups);
  if (dossier.parts.length > 0) return 0;
  const unreachable = unasked.length >= dossier.asked ? unasked.find(({ kind }) => kind !== 'sign-in') : undefined;
  if (unreachable)
    context.out.deferFailure(
      new Failure(unreachable.kind, 'NOT_ASKED', `Nothing could be asked: ${unreachable.why}`, 'Look at the services: tuk doctor'),
    );
  else context.out.deferFailure(await nothingFound(context.out.isMasked('stderr') ? maskedDossier(dossier) : dossier));
  return 0;
}

/** Asks what is known of the text of a command line. */
async function compile({ options, positionals }: Arguments, context: Context) {
  const networks = networksIn(options.network);
  const scrap = scrapOf(positionals.join(' '), { isHash: options.hash === true, ...(networks ? { networks } : {}) });
  const within = duration(typeof options.within === 'string' ? options.within : usualTime, '--within');
  const local = searchMachine(context, scrap);
  const { found, unasked, asked } = await search(context, scrap, within || Number.POSITIVE_INFINITY);
  return { dossier: dossierOf(scrap, { found: await withWholeTokens(context, found), local, unasked, asked }), unasked };
}

/** The rows with their amounts in whole tokens, by the token lists of their networks. */
async function withWholeTokens(context: Context, found: readonly FoundRow[]): Promise<readonly FoundRow[]> {
  const networkOf = ({ row, network }: FoundRow) => network ?? asText(row.network);
  const networks = new Set(found.filter(({ source }) => source.units !== undefined).map(networkOf));
  networks.delete('');
  if (networks.size === 0) return found;
  const tokens = await readTokens(context, networks);
  return found.map((one) => {
    const { units } = one.source;
    if (units === undefined) return one;
    const decimals = tokens(networkOf(one), asText(valueAt(one.row, units.token)))?.decimals;
    return { ...one, row: withWholeAmounts(one.row, units.amounts, decimals) };
  });
}

/** The parts of a dossier as the rows of a screen: each with its own time line, and what it returned. */
export async function dossierRows(args: Arguments, context: Context): Promise<string> {
  const { dossier, unasked } = await compile(args, context);
  const { parts } = dossier;
  const refused = unasked.find(({ kind }) => kind !== 'sign-in');
  if (parts.length === 0 && refused && unasked.length >= dossier.asked) throw new Failure(refused.kind, 'NOT_ASKED', refused.why);
  const now = context.world.clock.now() + context.http().clockOffset;
  const rows = parts.map(({ what, status, id, from, command, links, row, summary }, at) => {
    const events = [...eventsOf(parts[at]!)].sort((one, other) => one.at - other.at);
    const last = events.findLast((event) => event.at <= now);
    return {
      nth: at + 1,
      what,
      about: summary ?? aboutOf(row, nameOfPerson.test(what)),
      status,
      since: last && new Date(last.at).toISOString(),
      id,
      from,
      with: namesOf(links, parts),
      command,
      timeline: events.map(({ at: time, event }) => ({ at: new Date(time).toISOString(), event })),
      ...(at === 0 && dossier.unknowable.length > 0 ? { noCallKnows: dossier.unknowable.join(' ') } : {}),
      response: row,
    };
  });
  const left = dossier.unasked.map(({ why, calls }, at) => ({
    nth: parts.length + at + 1,
    what: 'not asked',
    id: why,
    from: calls.join(', '),
  }));
  return stringifyLossless([...rows, ...left]);
}

// What is found of these kinds may carry the name of a person: the orderer, the driver, the holder of a session.
const nameOfPerson = /user|account|session|order|ride|lease|payment|transfer|withdrawal/;

/** A row in a few words: its title, its name unless that may be the name of a person, or its amount in whole units. */
function aboutOf(row: Row, isPerson: boolean): string | undefined {
  const first = (names: readonly string[]) => names.map((name) => asText(valueAt(row, name))).find((text) => text !== '');
  const amount = first(['fare', 'totalPrice', 'amount', 'price', 'request.amount']);
  return (
    first(['title', ...(isPerson ? [] : ['name'])]) ??
    (amount && isDecimal(amount) && !/\d{16}/.test(amount)
      ? `${grouped(amount)} ${first(['currency', 'currencyId', 'request.currencyId', 'ticker']) ?? ''}`.trimEnd()
      : undefined)
  );
}

async function nothingFound({ text, unasked, mayBe }: Dossier): Promise<Refused> {
  const missing = unasked.flatMap(({ calls }) => calls).length;
  const rest = missing === 0 ? '' : ` ${missing} calls could not be asked.`;
  const { isExplained } = await import('../explain/explain.js');
  const hint = isExplained(text)
    ? `As a word of the services or of tuk: tuk explain ${text}`
    : unasked.some(({ why }) => why.includes('session'))
      ? 'Sign in, and find what is your own: tuk login'
      : mayBe.some((kind) => kind === kindNames.email || kind === kindNames.phone)
        ? 'Ask the person for an id, a hash or an address.'
        : 'Check the text: ids, hashes and addresses are compared as a whole, but for the beginning of an id of your own.';
  return new Refused(
    'not-found',
    'NOTHING_FOUND',
    `Nothing is known of ${JSON.stringify(text)}, which may be ${mayBe.join(' or ')}.${rest}`,
    hint,
  );
}

/** @throws {BadInput} for a network that is on no list, or that has no chain */
function networksIn(typed: Arguments['options'][string]): readonly string[] | undefined {
  if (typed === undefined) return undefined;
  const names = [typed].flat().map(String);
  const unknown = names.find((name) => !(Network as readonly string[]).includes(name) || familyOf(name) === undefined);
  if (unknown !== undefined)
    throw new BadInput('UNKNOWN_WORD', `${JSON.stringify(unknown)} is no network with addresses (--network).`, 'See them: tuk help values');
  return names;
}

async function print(dossier: Dossier, context: Context, groups: Groups): Promise<void> {
  const { out, world, flags } = context;
  const { format, fields, quiet } = out.options;
  if (quiet) return;
  const isText = (format ?? (world.stdout.isTTY ? 'table' : 'json')) === 'table' && fields === undefined && flags.jq === undefined;
  if (format === 'md') return out.printText(dossierMarkdown(flags.reveal ? dossier : maskedDossier(dossier)));
  if (!isText) return out.print(jsonOf(dossier), { singleRecord: true });
  const shown = out.isMasked('stdout') ? maskedDossier(dossier) : dossier;
  const columnsFor = await columnsByCommand(shown.parts, groups);
  const now = world.clock.now() + context.http().clockOffset;
  await out.printLines(dossierLines(shown, { columns: world.stdout.columns || 80, now, columnsFor }));
}

/** The columns of the commands that show the things: the same fields in the same words. */
async function columnsByCommand(parts: readonly Part[], groups: Groups): Promise<(part: Part) => readonly Column[]> {
  const known = new Map<string, readonly Column[]>();
  for (const line of new Set(parts.flatMap(({ command }) => command ?? []))) {
    const [, name = '', ...words] = line.split(' ');
    const entry = groupEntry(groups, name);
    known.set(line, entry ? (commandOf((await entry.load()).group, words)?.read?.columns ?? []) : []);
  }
  return ({ command }) => known.get(command ?? '') ?? [];
}

const jsonOf = ({ timeline, ...dossier }: Dossier): string =>
  stringifyLossless({ ...dossier, timeline: timeline.map(({ at, ...event }) => ({ at: new Date(at).toISOString(), ...event })) });
