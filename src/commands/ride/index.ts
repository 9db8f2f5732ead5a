// Lists the commands of `tuk ride`: places, prices, rides.

import { type Arguments, type Command, type Context, type Group, responseResult } from '../../cli/command/command.js';
import { enumValue } from '../../cli/command/enum-value.js';
import { subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { itemLines } from '../../engine/change/change-receipt.js';
import { moneyOptionsOf } from '../../engine/change/money-options.js';
import { performCall, withPrepared } from '../../engine/change/prepared-request.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { type Asked, callEndpoint, callOf, readFact } from '../../engine/request/call.js';
import { networkFilter } from '../../engine/request/network-option.js';
import type { Params } from '../../engine/request/params.js';
import { moneyFlags, openFlags } from '../../engine/request/shared-options.js';
import { grouped } from '../../money/values/decimal.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { City, PlaceRecommendationType, Region, WalletProviderId } from '../../services/catalogue/words.js';
import { quoted } from '../../services/command-line.js';
import { BadInput, Failure, Refused } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { columnsNamed } from '../../text/columns-named.js';
import { escapeControls } from '../../text/visible.js';
import { ride, rideMap, waitedFor } from '../../things/ride.js';
import { isPoint, parsePoint, type RideCall, resultOfCall, rideParams } from './location.js';
import { noteNextStep, request, search, unknownUnit } from './request.js';
import { phone } from './rider.js';

import { knownRides, notFound, status } from './status.js';

// `tuk ride places`: searches places by name or point, lists recommended places and restricted areas.
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

const places: readonly Command[] = [
  lookup({
    name: 'search',
    summary: 'Search places by text',
    endpoint: 'searchPlaces',
    values: '<text...>',
    options: [plain('--city <city>', 'search only this city', { offers: () => City })],
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
    options: [
      plain('--type <type>', 'recommend only places for this end of a ride', { offers: () => PlaceRecommendationType }),
    ],
    examples: ['tuk ride places recommend --type DEPARTURE'],
    toParams: ({ options }) => ({ type: enumValue(PlaceRecommendationType, options.type, '--type') }),
  }),
  show,
  lookup({
    name: 'region',
    summary: 'Show the region of a point',
    endpoint: 'getCurrentRegion',
    values: '<lat,lon>',
    examples: ['tuk ride places region 11.564,104.931'],
    toParams: point,
    columns: columnsNamed('region city'),
  }),
];

// The changes of a requested ride: cancel it, report the position.

const cancel: Command = {
  name: 'cancel',
  values: '<id>',
  summary: 'Cancel a ride; a late cancellation may cost a fee',
  description: `Use it before the driver comes, or to end a ride. tuk reads the status of the ride first, also in a dry run.
If the ride waits for a payment or a driver, tuk cancels the request. If it is in use (INUSE), tuk ends it.
The question names the one that applies. Give a reason with -f reason=TEXT.`,
  options: openFlags,
  examples: ['tuk ride cancel <id> --yes', 'tuk ride cancel <id> -f reason="changed plans" --dry-run'],
  uses: { 'ride-hailing': ['getCancelStatus', 'getActiveRequest', 'getRequest', 'cancelRequest', 'cancelWait'] },
  run: async ({ positionals: [id], options }, context) => {
    const row = await readIfThere(context, 'getRequest', { id });
    const status = asText(row?.status);
    if (waitedFor.includes(status)) {
      const typed = ['field', 'jsonField', 'input', 'edit'].find((name) => options[name] !== undefined);
      if (typed !== undefined)
        throw new BadInput('STRAY_OPTION', `A ride that is ${status} is cancelled without fields.`);
      if (!isDryRun(context.flags)) await refuseExcluded(context, id!);
      const aboard = rideMap.aboard.includes(status);
      const summary = aboard ? 'End the ride under way' : 'Cancel the ride that is still waiting';
      return resultOfCall(context, 'cancelWait', { id }, undefined, await askedAbout(context, id!, row, summary));
    }
    if (!isDryRun(context.flags)) await logCancellationFee(context, id!);
    const body = await rideParams(context, 'cancelRequest', {}, options);
    const asked = await askedAbout(context, id!, row, 'Cancel the ride; a late cancellation may cost a fee');
    return resultOfCall(context, 'cancelRequest', { id, ...body }, undefined, asked);
  },
};

/**
 * Reads whether the active ride can be cancelled, and its fee.
 * @throws {Refused} NOT_CANCELLABLE if that is the ride, and it cannot be cancelled now
 */
async function refuseExcluded(context: Context, id: string): Promise<Row> {
  const status = (await readIfThere(context, 'getCancelStatus')) ?? {};
  if (status.cancellable === false && asText((await readIfThere(context, 'getActiveRequest'))?.id) === id)
    throw new Refused(
      'refused',
      'NOT_CANCELLABLE',
      'The ride cannot be cancelled now.',
      `See its status: ${nextCommand(context, `tuk ride status ${quoted(id)}`)}`,
      { unsent: true },
    );
  return status;
}

/** Logs the fee of a cancellation, if the response has known fields; its currency is by the response, else by the ride. */
async function logCancellationFee(context: Context, id: string) {
  const { isFreeCancel, feeAmount, currency } = await refuseExcluded(context, id);
  if (isFreeCancel === true) context.log('  Cancelling now is free.');
  if (isFreeCancel !== false) return;
  if (!isScalar(feeAmount)) return context.log('  Cancelling now costs a fee.');
  const stated = isScalar(currency) ? currency : (await readIfThere(context, 'getRequest', { id }))?.currency;
  const unit = isScalar(stated) ? ` ${asText(stated)}` : ' (its currency is not stated)';
  context.log(`  Cancelling now costs ${escapeControls(`${grouped(asText(feeAmount))}${unit}`)}.`);
}

/**
 * A read that no change depends on: undefined if it fails. Numbers keep every digit.
 * @throws {Failure} if a sign-in is missing
 */
async function readIfThere(
  context: Context,
  name: 'getCancelStatus' | 'getActiveRequest' | 'getRequest',
  params: Params = {},
): Promise<Row | undefined> {
  try {
    const response = parseLossless((await readFact(context, 'ride-hailing', name, params)).text);
    return isRecord(response) ? response : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Failure && error.kind !== 'sign-in')) return undefined;
    throw error;
  }
}

/** The question about a ride: its receipt has its status, way, fare and driver, as they are now. */
async function askedAbout(
  context: Context,
  id: string,
  row: Row | undefined,
  summary: string,
): Promise<Asked | undefined> {
  if (isDryRun(context.flags)) return undefined;
  const lines = row === undefined ? [] : itemLines(row, presentFields(row), context);
  if (lines.length > 0) await printReceipt(context, summary, lines);
  return { summary, subject: subjectOf(lines, ['Ride', `${id}, status unknown`]) };
}
/** The fields of the receipt that the ride has: a waiting one has no driver. */
const presentFields = (row: Row) => ride.receipt.filter(({ path }) => asText(valueAt(row, path)) !== '');

const gps: Command = {
  name: 'gps',
  prints: 'nothing',
  summary: 'Report your position',
  options: [plain('--at <lat,lon>', 'the position, degrees'), ...openFlags],
  examples: ['tuk ride gps --at 11.564,104.931 --yes'],
  uses: { 'ride-hailing': ['reportPosition'] },
  run: async ({ options }, context) => {
    const position =
      options.input === undefined || options.at !== undefined ? parsePoint(String(options.at ?? '')) : {};
    const params = await rideParams(context, 'reportPosition', position, options);
    const response = await callEndpoint(context, 'ride-hailing', 'reportPosition', params);
    if (response) context.log('✓ Reported.');
  },
};

const changes: readonly Command[] = [cancel, gps];

// `tuk ride retry`: requests the same ride again, with a receipt before the request.

const retry: Command = {
  name: 'retry',
  values: '<id>',
  summary: 'Request the same ride again; this costs money',
  description: 'Shows a receipt first. It records the request in the ledger before it is sent, and never retries it.',
  options: moneyFlags,
  examples: ['tuk ride retry <id> --yes'],
  uses: { 'ride-hailing': ['getRequest', 'retryRequest'] },
  prompts: true,
  run: async (args, context) => {
    const transferOptions = await moneyOptionsOf(args.options);
    const { positionals } = await runWizard(
      args,
      [{ key: 'id', label: 'Which ride', hint: 'its id', loadChoices: rideChoices }],
      '<id>',
      context,
    );
    const [id] = positionals;
    const { data } = await readFact(context, 'ride-hailing', 'getRequest', { id });
    const receipt = withPrepared({ input: {}, params: { id }, wholeBody: false }, ({ withPolicy }) =>
      printReceipt(context, 'Request the same ride again', withPolicy(retryReceiptLines(data))),
    );
    const call = await callOf('ride-hailing', 'retryRequest', { id });
    const response = await performCall(context, call, transferOptions, receipt);
    if (response === undefined) return;
    noteNextStep(context, response.data);
    return responseResult(response, {}, context);
  },
};

/** The known rides that ended badly, recallable ones first. */
async function rideChoices(_: Arguments, context: Context) {
  const rides = (await knownRides(context))
    .filter(isRecord)
    .filter(({ id, status }) => isScalar(id) && classOf(ride.status.list, String(status)) === 'bad');
  const rank = ({ status }: Row) => (/_RECALLABLE$/.test(String(status)) ? 0 : 1);
  return rides
    .sort((a, b) => rank(a) - rank(b))
    .map((row) => ({
      key: String(row.id),
      label: String(row.id),
      is: `${String(row.status)}, ${nameAt(row, 'origin')} to ${nameAt(row, 'destination')}`,
    }));
}
const nameAt = (row: unknown, stop: string) => String(valueAt(row, `${stop}.name`) ?? '–');

const riderFields = ride.operations['ride-hailing requestRide'].facts.otherFields;
function retryReceiptLines(row: unknown): ReceiptLine[] {
  const text = (path: string) => asText(valueAt(row, path));
  return [
    ['Ride', text('id')],
    ['Ended', text('status')],
    ['Product', text('productCode')],
    ['Cost before', text('fare') === '' ? 'not known' : `${grouped(text('fare'))} ${text('currency') || unknownUnit}`],
    ['Paid with', [text('payCurrency'), text('walletProviderId')].filter(Boolean).join(', ')],
    ['From', nameAt(row, 'origin'), 'recipient'],
    ['To', nameAt(row, 'destination'), 'recipient'],
    ['Rider', riderFields.map(text).filter(Boolean).join(', ')],
  ];
}

// The small reads of `tuk ride`: currencies, wallet providers, the cost of a cancellation.

/** Checks the region: a network or a wallet provider needs one. @throws {BadInput} */
function regionParams(params: Params): Params {
  const { region, network, walletProviderId } = params;
  if (network !== undefined && walletProviderId !== undefined)
    throw new BadInput('CONFLICT', 'Give --network or --wallet-provider, not both.');
  if (region === undefined && (network ?? walletProviderId) !== undefined)
    throw new BadInput(
      'MISSING_VALUE',
      '--network and --wallet-provider need a region.',
      'Like: tuk ride currencies KH --network BASE_SEPOLIA',
    );
  return region === undefined ? params : { ...params, region: enumValue(Region, region, 'the region') };
}

const reads: readonly Command[] = [
  listCommand('ride-hailing', {
    name: 'currencies',
    values: '[region]',
    summary: 'List the currencies that pay for rides, of all regions or of one',
    options: [
      networkFilter,
      plain('--wallet-provider <provider>', 'filter by wallet provider', {
        words: WalletProviderId,
        param: 'walletProviderId',
      }),
    ],
    examples: ['tuk ride currencies', 'tuk ride currencies KH', 'tuk ride currencies KH --network BASE_SEPOLIA'],
    endpoints: [
      { endpoint: 'listCurrencies' },
      { endpoint: 'listRegionCurrencies', requires: ['region'] },
      { endpoint: 'listNetworkCurrencies', requires: ['region', 'network'] },
      { endpoint: 'listProviderCurrencies', requires: ['region', 'walletProviderId'] },
    ],
    key: ['id', 'network', 'region', 'contractAddress'],
    columns: [
      { path: 'symbol' },
      { path: 'network' },
      { path: 'region' },
      { path: 'price', as: 'amount' },
      { path: 'decimals' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'id', room: 'yields' },
    ],
    toParams: regionParams,
  }),
  listCommand('ride-hailing', {
    name: 'providers',
    values: '<region>',
    summary: 'List the wallet providers of a region',
    examples: ['tuk ride providers KH'],
    endpoint: 'listWalletProviders',
    columns: [{ path: 'id' }, { path: 'name' }, { path: 'network' }],
    toParams: regionParams,
  }),
  showCommand('ride-hailing', {
    name: 'cancel-status',
    summary: 'Show what cancelling the active ride would cost now',
    examples: ['tuk ride cancel-status'],
    endpoint: 'getCancelStatus',
    columns: [
      { path: 'isFreeCancel', heading: 'free of charge' },
      { path: 'feeAmount', heading: 'fee' },
      { path: 'cancellable', heading: 'can be cancelled' },
      { path: 'pickupStartTime', heading: 'pick-up since', as: 'time' },
      { path: 'cancelRequestedAt', heading: 'asked', as: 'time' },
      { path: 'holdUntil', heading: 'held until', as: 'time' },
    ],
    fetchAll: async (once, params, { context }) => {
      try {
        return (await once(params))?.text;
      } catch (error) {
        throw notFound(error, undefined, context);
      }
    },
  }),
];

export const group: Group = {
  commands: [...places, ...reads, ...phone, search, request, status, ...changes, retry],
};
