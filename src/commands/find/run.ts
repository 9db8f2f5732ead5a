// Runs `tuk find`: recognises the text, sends the requests, and prints the dossier.

import {
  type Arguments,
  type Context,
  commandOf,
  type Groups,
  groupEntry,
  linesResult,
  type Result,
  resultOf,
  textResult,
} from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { isExplained } from '../../cli/help/explanations.js';
import { cellText, mdTable, mdText } from '../../cli/output/formats/markdown.js';
import { duration } from '../../cli/settings/duration.js';
import { isDryRun } from '../../cli/settings/options.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { readTokens, type Tokens, transactionDecimals, withWholeAmounts } from '../../engine/read/token-lists.js';
import { readEndpoint } from '../../engine/request/call.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { listRows } from '../../engine/request/validate-response.js';
import { distanceText, driverPosition, seenPosition } from '../../engine/watch/driver-position.js';
import { solanaAddressOf } from '../../money/keys/ed25519.js';
import { listStoredKeys } from '../../money/keys/key-store.js';
import { readKey, wipe } from '../../money/keys/keys.js';
import { canonicalAddress } from '../../money/values/address.js';
import { grouped, whole } from '../../money/values/decimal.js';
import { familyOf } from '../../money/values/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { counted } from '../../services/counted.js';
import { forms } from '../../services/forms.js';
import { BadInput, cited, Failure, partFailure, Refused, SignInNeeded } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { paths } from '../../session/paths.js';
import type { Column } from '../../text/column.js';
import { moneyText } from '../../text/money-place.js';
import type { Thing, Units } from '../../things/thing.js';
import { type Dossier, dossierOf } from './dossier.js';
import { operationColumns, searchMachine, seenHits } from './local.js';
import { kindNames, queryOf } from './query.js';
import { type Hit, idOf, type MissingResponse, type Part } from './results.js';
import { search } from './search.js';
import { dossierLines, eventText, maskedDossier } from './show.js';
import { caseEvents } from './timeline.js';

// A private key in place of a hash: 64 hexadecimal digits may be either. If this machine or the account knows the address
// of such a key, it is one: its address is searched, and the key is neither sent nor stored nor shown.

const keyOrHash = new RegExp(`(?<![\\da-f])(?:0x)?(${forms.bytes32})(?![\\da-f])`, 'i');
/** The address of a private key in a text, if the address is known; undefined for any other text. @throws {Failure} */
async function addressOfKey(typed: string, context: Context): Promise<string | undefined> {
  const [, digits] = keyOrHash.exec(typed) ?? [];
  if (digits === undefined) return undefined;
  const addresses = await derived(digits);
  const known = new Set((await knownAddresses(context)).map(canonicalAddress));
  return addresses.find((address) => known.has(canonicalAddress(address)));
}

async function derived(digits: string): Promise<readonly string[]> {
  const ofSolana = solanaAddressOf(Buffer.from(digits, 'hex'));
  try {
    const material = await readKey(digits, async () => undefined, 'evm');
    wipe(material);
    return [material.key.address, ofSolana];
  } catch (error) {
    partFailure(error); // not every number is a key of an EVM chain
    return [ofSolana];
  }
}

/** The addresses of the ledger, the stored keys, the contacts, and the user's wallets, as far as they can be read. */
async function knownAddresses(context: Context): Promise<readonly string[]> {
  const { keys } = paths(context.world);
  const none = (error: unknown): readonly string[] => {
    partFailure(error);
    return [];
  };
  const local = [
    () => listStoredKeys(keys, () => {}).flatMap(({ address }) => address ?? []),
    () => contactsOf(context).map(({ address }) => address),
  ].flatMap((read) => {
    try {
      return read();
    } catch (error) {
      return none(error);
    }
  });
  const inLedger = await readLedger(context, (ledger) => Promise.all([ledger.recipients(), ledger.accounts()])).catch(
    none,
  );
  return [...local, ...inLedger.flat(), ...(await wallets(context).catch(none))];
}
async function wallets(context: Context): Promise<readonly string[]> {
  if (!(await context.session().isSignedIn())) return [];
  const response = await readEndpoint(context, 'user', 'listWalletsV2', {}, { patient: true });
  return listRows(response).map(({ address }) => asText(address));
}

// A dossier as Markdown for a ticket (GitHub Flavored). The texts of a service are escaped.

/** Writes the dossier. Each field has its whole path, as in the JSON. */
function dossierMarkdown({ text, mayBe, parts, money, unasked, failed, unknowable, asked }: Dossier): string {
  const events = caseEvents(parts);
  const things = parts.map(({ what, status = '', id, from, links }, at) => [
    String(at + 1),
    what,
    status,
    id,
    from,
    links.map((other) => String(other + 1)).join(', '),
  ]);
  const times = events.map((event) => [new Date(event.at).toISOString(), eventText(event), event.id]);
  return [
    `## ${mdText(text)}`,
    '',
    `May be ${mayBe.join(' or ')}. ${counted(parts.length, 'item')} found by ${counted(asked, 'request')}.`,
    ...table(['#', 'What', 'Status', 'Id', 'From', 'With'], things),
    ...parts.slice(0, mostDetailed).flatMap((part, at) => ['', `### ${at + 1} ${part.what}`, '', ...detailsOf(part)]),
    ...headed('Money', money === undefined ? [] : [mdText(moneyText(money))]),
    ...headed('Time line', table(['Time (UTC)', 'What', 'Id'], times).slice(1)), // the heading ends with an empty line
    ...headed('Not asked', unasked.map(callsItem)),
    ...headed('Asked, and failed', failed.map(callsItem)),
    ...headed(
      'What no call knows',
      unknowable.map((sentence) => `- ${sentence}`),
    ),
    '',
  ].join('\n');
}
const callsItem = ({ why, calls }: Dossier['failed'][number]) => `- ${mdText(why)}: ${calls.join(', ')}`;
const headed = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `### ${heading}`, '', ...lines];
const table = (heads: readonly string[], lines: readonly (readonly string[])[]) =>
  lines.length === 0 ? [] : ['', ...mdTable(heads, lines)];

/** The most parts with fields, the most fields of each, and the most levels of nested objects. */
const mostDetailed = 5;
const mostFields = 24;
const mostDepth = 8;
function detailsOf({ row, shown = {}, matches = [] }: Part) {
  const rank = ({ path }: { readonly path: string }) => (matches.includes(path) ? 0 : 1);
  const fields = fieldsIn(row, '', '', mostDepth)
    .filter(({ text }) => text !== '')
    .sort((a, b) => rank(a) - rank(b));
  const more = fields.length - mostFields;
  return [
    ...fields
      .slice(0, mostFields)
      .map(({ path, text }) => `- ${mdText(path)}: ${mdText(valueText(text, shown[path]))}`),
    ...(more > 0 ? [`- ${more} more: -o json`] : []),
  ];
}
/** A value with all its digits, base units with the amount for people, and HTML as text. */
const valueText = (text: string, amount: string | undefined) =>
  amount === undefined || amount === `${text} base units` ? cellText(text) : `${text} (${amount})`;

// The failure of a search without a result. Its kind depends on the calls that have responded.

/**
 * The failure of an empty dossier: exit 4 if a session may help, the first failure if a call failed, since it could
 * have known the text, else 5.
 */
export function nothingFound(
  { text, mayBe, asked, unknowable }: Dossier,
  missing: readonly MissingResponse[],
): Failure {
  const failed = missing.filter(({ wasAsked }) => wasAsked);
  const unsigned = missing.filter(({ kind, wasAsked }) => kind === 'sign-in' && !wasAsked).length;
  const sentence = `Nothing is known of ${cited(text)}, which may be ${mayBe.join(' or ')}.`;
  const explained = isExplained(text) ? `As a word of the services or of tuk: tuk explain ${text}` : undefined;
  const first = failed[0] ?? missing.find(({ kind }) => kind !== 'sign-in');
  if (first && failed.length >= asked)
    return new Failure(
      first.kind,
      'NOT_ASKED',
      `No call has answered: ${first.why}`,
      'Look at the services: tuk doctor',
    );
  if (failed.length > 0 && unsigned === 0)
    return new Failure(
      failed[0]!.kind,
      'NOT_ALL_ANSWERED',
      `Nothing is known of ${cited(text)} by the calls that have answered. ${counted(failed.length, 'call')} failed: ${failed[0]!.why}`,
      explained ?? 'Look at the services: tuk doctor',
    );
  if (unsigned > 0)
    return new SignInNeeded(
      'NOTHING_FOUND_SIGNED_OUT',
      `${sentence} ${counted(unsigned, 'call')} ${unsigned === 1 ? 'was not asked: it needs' : 'were not asked: they need'} a session.`,
      explained ?? 'Sign in, and find what is your own: tuk login',
    );
  const unsent = missing.length;
  const rest = unsent === 0 ? '' : ` ${counted(unsent, 'call')} ${unsent === 1 ? 'was' : 'were'} not asked.`;
  const compared = unknowable.length === 0 ? '' : ` ${unknowable.join(' ')}`;
  return new Refused('not-found', 'NOTHING_FOUND', `${sentence}${rest}${compared}`, explained ?? hintFor(mayBe));
}

const hintFor = (mayBe: readonly string[]) =>
  mayBe.includes(kindNames.email) || mayBe.includes(kindNames.phone)
    ? 'Ask the person for an id, a hash or an address.'
    : mayBe.includes(kindNames.part)
      ? 'Use the whole id: a beginning is found only on a list of the account or in the ledger of this machine.'
      : 'Check the text: ids, hashes and addresses are compared as a whole.';

// The amounts of the hits: base units as whole tokens with their symbol, if token, network and decimals are known.

/** Adds the amounts in whole tokens: to the row as numbers, to `shown` as texts. Decimals come from the token lists. */
async function withWholeTokens(context: Context, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const needsList = ({ source: { thing } }: Hit) => thing.units !== undefined && thing.units.decimals === undefined;
  const networks = new Set(hits.filter(needsList).map(networkOf));
  networks.delete('');
  const tokens: Tokens = networks.size === 0 ? () => undefined : await readTokens(context, networks);
  return hits.map((hit) => {
    const { units } = hit.source.thing;
    if (units === undefined) return hit;
    const row = withTicker(hit, hits);
    const symbol = symbolIn(row, units);
    const decimals =
      units.decimals ??
      transactionDecimals({ ticker: symbol, type: row.type }, networkOf(hit) || undefined, tokens) ??
      undefined;
    return {
      ...hit,
      row: withWholeAmounts(hit.row, units.amounts, decimals),
      shown: amountTexts(row, units, symbol, decimals),
    };
  });
}
const networkOf = ({ row, network }: Hit) => network ?? asText(row.network);

const coins: Readonly<Record<string, string>> = { SEND_ETH: 'ETH', SEND_BNB: 'BNB', SEND_XTZ: 'XTZ', SEND_BTC: 'BTC' };
function symbolIn(row: Row, { token }: Units): string | undefined {
  const symbol =
    typeof token === 'string' ? asText(valueAt(row, token)) : (token.values[asText(valueAt(row, token.by))] ?? '');
  return symbol === '' ? coins[asText(row.type)] : symbol;
}

/** Adds the token of its only transfer to a transaction, which does not state its token itself. */
function withTicker({ row, network }: Hit, hits: readonly Hit[]): Row {
  const hash = asText(row.hash);
  if (hash === '' || row.ticker !== undefined) return row;
  const isTransfer = (hit: Hit) =>
    hit.network === network &&
    asText(hit.row.hash) === hash &&
    hit.row.ticker !== undefined &&
    asText(hit.row.value) === asText(row.value);
  const [ticker, ...others] = new Set(hits.filter(isTransfer).map((hit) => asText(hit.row.ticker)));
  return ticker !== undefined && others.length === 0 ? { ...row, ticker } : row;
}

/** The amounts for people: `1,500 MVL`, or `1500 base units`. */
function amountTexts(row: Row, { amounts }: Units, symbol = '', decimals?: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    amounts.flatMap((name) => {
      const base = asText(valueAt(row, name));
      const amount = decimals === undefined ? undefined : whole(base, decimals);
      return base === ''
        ? []
        : [[name, `${amount === undefined ? `${base} base units` : grouped(amount)} ${symbol}`.trimEnd()]];
    }),
  );
}

const defaultTime = '10s';

/** Finds a text. @returns its dossier, exit 5 without a result @throws {Failure} */
export async function find(args: Arguments, context: Context, groups: Groups): Promise<Result> {
  if (isDryRun(context.flags))
    throw new BadInput(
      'NO_DRY_RUN',
      'find only reads, so there is no --dry-run of it.',
      'See its calls: tuk find --help',
    );
  const { dossier, missing } = await compile(args, context);
  const result = await resultOfDossier(dossier, context, groups);
  if (dossier.parts.length > 0) return result;
  const nothing = nothingFound(context.out.isMasked('stderr') ? maskedDossier(dossier) : dossier, missing);
  return { ...result, failures: [nothing] };
}

/** Compiles the dossier of the text on a command line. */
export async function compile({ options, positionals }: Arguments, context: Context) {
  const typed = positionals.join(' ');
  const ofKey = await addressOfKey(typed, context);
  if (ofKey !== undefined)
    context.note({
      is: 'fact',
      text: `The text is the private key of ${ofKey}: the address was searched, and the key was sent nowhere. Others may have read it from the command line: move its funds to a new one.`,
    });
  const query = queryOf(ofKey ?? typed, {
    isHash: options.hash === true && ofKey === undefined,
    networks: networksIn(options.network),
  });
  const within = duration(typeof options.within === 'string' ? options.within : defaultTime, '--within');
  const limited = pollContext(context, context.deadline.within(within || Number.POSITIVE_INFINITY));
  const ofMachine = searchMachine(limited, query);
  const { hits: found, missing, asked } = await search(limited, query, ofMachine);
  const { rows, about, leftOut } = await ofMachine;
  const hits = [...found, ...(await seenHits(found, rows, query, context))];
  const ids = new Set(hits.flatMap(({ source, row }) => idOf(source.thing, row) ?? []));
  const complete = withDrivers(await withWholeTokens(limited, hits), context);
  const local = [...rows, ...about(ids)];
  return { dossier: dossierOf(query, { hits: complete, local, leftOut, missing, asked }), missing };
}

/** @throws {BadInput} UNKNOWN_WORD for an unknown network, or one without a chain */
function networksIn(typed: Arguments['options'][string]): readonly string[] | undefined {
  if (typed === undefined) return undefined;
  const names = [typed].flat().map(String);
  const unknown = names.find((name) => !(Network as readonly string[]).includes(name) || familyOf(name) === undefined);
  if (unknown === undefined) return names;
  throw new BadInput(
    'UNKNOWN_WORD',
    `${cited(unknown)} is not a network with addresses (--network).`,
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

async function resultOfDossier(dossier: Dossier, context: Context, groups: Groups): Promise<Result> {
  const { out, world, flags } = context;
  const { format, fields } = out.options;
  const isText =
    (format ?? (world.stdout.isTTY ? 'table' : 'json')) === 'table' &&
    [fields, flags.columns, flags.jq].every((option) => option === undefined);
  if (format === 'md') return textResult(dossierMarkdown(flags.reveal ? dossier : maskedDossier(dossier)));
  if (!isText) return resultOf(jsonOf(dossier), { singleRecord: true });
  const visible = out.isMasked('stdout') ? maskedDossier(dossier) : dossier;
  const columnsFor = await columnsOfParts(visible.parts, groups);
  const now = world.clock.now() + context.http().clockOffset;
  return linesResult(dossierLines(visible, { columns: world.stdout.columns || 80, now, columnsFor }));
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
