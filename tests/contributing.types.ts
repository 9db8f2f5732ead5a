// The examples of CONTRIBUTING.md, which tsc compiles. `tests/contributing.test.ts` holds that each block of the page stands here. Never run.

import { view } from '../sandbox/core/handlers.js';
import { type Command, resultOf } from '../src/cli/command/command.js';
import { elementsOf, type FormattedText, type ShapedValue } from '../src/cli/output/formats/shape.js';
import type { exitCode } from '../src/cli/settings/exit-codes.js';
import type { FormatTraits } from '../src/cli/settings/formats.js';
import { type GlobalFlag, plain } from '../src/cli/settings/options.js';
import { changeCommand } from '../src/engine/change/change-command.js';
import { listCommand, showCommand } from '../src/engine/read/read-command.js';
import { callEndpoint } from '../src/engine/request/call.js';
import type { limitTable } from '../src/money/policy/limit-table.js';
import type { Limits } from '../src/money/policy/limits.js';
import type { PolicyCase } from '../src/money/policy/refusals.js';
import { type AssumedNames, open, verbs } from '../src/services/catalogue/define.js';
import { StationStatus } from '../src/services/catalogue/words.js';
import type { CodeOf } from '../src/services/http/error-codes.js';
import { Failure, Guarded } from '../src/services/http/errors.js';
import { asText } from '../src/services/json-value.js';
import { columnsNamed } from '../src/text/columns-named.js';
import { escapeControls } from '../src/text/visible.js';
import { thing } from '../src/things/thing.js';
import type { ScreenSpec } from '../src/ui/state/core/screens.js';

const { get, post } = verbs();

export const catalogueLines = {
  listStations: get('/v1/depin/battery/stations', { summary: 'List the swap stations' }),
  cancelRequest: post('/v1/rides/request/{id}/cancel', {
    summary: 'Cancel a ride request',
    body: open,
    effect: 'service',
  }),
  transferPoints: post('/v2/balance/mvp/transfer', {
    summary: 'Send points to another user',
    body: open,
    effect: 'money',
  }),
};

export const sandboxLines = {
  listStations: view(() => [{ id: '1', name: 'Central Market', status: 'ON' }]),
  getStation: view(({ path }) => ({ id: path.id, name: 'Central Market', status: 'ON' })),
};

export const app = thing({
  name: 'app',
  group: 'Points',
  status: { list: 'IntegrationStatus', at: ['status'] },
  reads: [{ call: 'user listApps', of: 'user', finds: ['uuid', 'name'] }],
  shownBy: 'points apps list',
  operations: {
    'user transferAppBalance': {
      name: 'app balance transfer',
      kind: 'points',
      facts: { amount: 'amount', token: ['currency'], to: { kind: 'app-user', at: 'to', paysFor: 'app' } },
      response: { known: 'assumed', amounts: 'whole', shows: 'amount' },
      recoveryCommands: ['points apps balance --users'],
    },
  },
});

// An alarm of a charger.
export const chargerAlarm = thing({
  name: 'charger alarm',
  group: 'Depin',
  status: { list: 'ChargerStatus', at: ['status'] },
  reads: [{ call: 'vehicle-oracle listChargers', of: 'everybody', finds: ['uuid', 'number'], namedBy: /^alarmId$/i }],
  shownBy: 'depin chargers',
  fields: [
    { path: 'status', as: { status: 'ChargerStatus' } },
    { path: 'stationId', heading: 'station' },
    { path: 'id' },
  ],
  watch: { kind: 'alarm', what: 'an alarm of a charger', screen: 'Alarms' },
  actions: [['Show its station', 'depin station {stationId}', { opens: 'screen' }]],
});

export const commands: readonly Command[] = [
  listCommand('vehicle-oracle', {
    name: 'stations',
    summary: 'List the swap stations',
    options: [plain('--status <status>', 'filter by status', { words: StationStatus, filterPath: 'status' })],
    examples: ['tuk depin stations', 'tuk depin stations --status ON -o csv'],
    endpoint: 'listStations',
    columns: [
      { path: 'status', as: { status: 'StationStatus' } },
      { path: 'name' },
      { path: 'updatedAt', as: 'time' },
      { path: 'id' },
    ],
    empty: ['No swap stations.', 'See statistics of the network: tuk depin dash'],
  }),
  showCommand('vehicle-oracle', {
    name: 'station',
    values: '<id>',
    summary: 'Show one swap station',
    examples: ['tuk depin station 1'],
    endpoint: 'getStation',
    columns: [
      { path: 'status', as: { status: 'StationStatus' } },
      { path: 'name' },
      { path: 'address', section: 'Place' },
    ],
  }),
  changeCommand('sale', {
    name: 'order cancel',
    values: '<id>',
    summary: 'Cancel an order',
    examples: ['tuk store order cancel 2 --yes'],
    endpoint: 'cancelOrder',
    about: [
      { endpoint: 'getOrder', columns: [{ path: 'totalPrice', heading: 'Total', as: { amount: 'currencyId' } }] },
    ],
    next: ({ id }) => `tuk store order show ${String(id)}`,
  }),
];

export const whoami: Command = {
  name: '',
  summary: 'Show who is signed in',
  examples: ['tuk whoami'],
  uses: { user: ['getCurrent'] },
  run: async (_, context) => {
    const response = await callEndpoint(context, 'user', 'getCurrent');
    return resultOf(response?.text, { columns: columnsNamed('type name') });
  },
};

export const screens: readonly ScreenSpec[] = [
  { name: 'Stations', command: 'depin stations', opens: 'depin station {id}', cycles: '--status' },
  {
    name: 'Prices',
    command: 'wallet price-history',
    kind: 'chart',
    chart: { at: 'at', value: 'price', of: 'last' },
  },
];

export const options = [
  plain('--vin <vin>', 'only those of one vehicle', { filterPath: 'vin', from: 'depin swaps {vin}' }),
];

export const globalFlags = [
  plain('--max-body <size>', 'the maximum size of a response; default: 8MiB', { of: 'request' }),
] as const satisfies readonly GlobalFlag[];

export const formats = {
  lines: { summary: 'a line for each value' },
} satisfies Readonly<Record<string, FormatTraits>>;
// The format `lines`: a line for each value of a list.
export function asValueLines(shaped: ShapedValue, terminal: boolean): FormattedText {
  const line = (text: string) => (terminal || /[\r\n]/.test(text) ? escapeControls(text) : text);
  const lines = elementsOf(shaped).map((element) => `${line(asText(element))}\n`);
  return { text: lines.join('') };
}

export class LocalFailure extends Failure {
  constructor(code: CodeOf<'local'>, message: string, hint?: string, cause?: unknown) {
    super('local', code, message, hint, {}, cause);
  }
}
export const exitCodes: Partial<Record<Parameters<typeof exitCode>[0], readonly [code: number, meaning: string]>> = {
  local: [9, 'a local failure: session file, lock, key store or disk'],
};

export const limits: Partial<typeof limitTable> = {
  pause: { form: 'switch', summary: 'true stops every transfer' },
};
export const paused = ({ profile }: PolicyCase): Guarded =>
  new Guarded('PAUSED', `The profile ${profile} is paused.`, `Go on: tuk profile set ${profile} limits.pause false`);
export function pauseRefusals(limits: Limits, policyCase: PolicyCase): readonly Guarded[] {
  const refused = limits.pause ? [paused(policyCase)] : [];
  return refused;
}

export const assumed = {
  listNotices: { category: 'category' },
} satisfies AssumedNames;
