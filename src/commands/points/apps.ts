// `tuk points apps`: third-party apps, connections to them, and the balances of apps and their users.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listedItem } from '../../engine/change/listed-item.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import type { Params } from '../../engine/request/params.js';
import { secretFrom } from '../../engine/request/secret-file.js';
import { ThirdPartyCurrency } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isRecord } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { app, connectionStatus } from '../../things/app.js';
import { timestamp } from './earn.js';

const statusColumn = { path: 'status', as: { status: 'IntegrationStatus' } } as const;
const listLine = () => 'tuk points apps list';

export const apps: readonly Command[] = [
  listCommand('user', {
    name: 'apps list',
    summary: 'List the third-party apps and your connections to them',
    examples: ['tuk points apps list'],
    endpoints: [{ endpoint: 'listApps' }, { endpoint: 'listPublicApps', when: 'signed-out' }],
    columns: app.fields,
    empty: ['No third-party apps.', 'See the earn events: tuk points earn list'],
  }),
  showCommand('user', {
    name: 'apps status',
    values: '<app-id>',
    summary: 'Show whether a user is connected to a third-party app',
    description: 'status is derived from isConnected.',
    options: [plain('--identifier <id>', "the app's identifier of the user", { required: true })],
    examples: ['tuk points apps status 2 --identifier mina'],
    endpoint: 'getAppConnection',
    columns: [statusColumn, { path: 'connectedAt', heading: 'connected', as: 'time' }, { path: 'isConnected' }],
    toParams: (params, _, context) => {
      return { ...params, ...timestamp(context) };
    },
    transform: withStatus,
  }),
  changeCommand('user', {
    name: 'apps connect',
    values: '<app-id>',
    summary: 'Connect a third-party app with a token of the app',
    options: [
      {
        flags: '--token-file <file>',
        effects: ['file', 'secret'],
        summary: 'the file with the token, - for standard input',
        param: false,
        required: true,
      },
    ],
    examples: ['tuk points apps connect 1 --token-file token.txt --yes'],
    endpoint: 'connectApp',
    toParams: withToken,
    about: [
      {
        endpoint: 'checkAppConnection',
        paramsFrom: { appId: 'appId', token: 'token' },
        columns: [
          { path: 'exists', heading: 'Known there' },
          { path: 'displayName', heading: 'As' },
        ],
      },
    ],
    next: listLine,
  }),
  changeCommand('user', {
    name: 'apps disconnect',
    values: '<app-id>',
    summary: 'Disconnect a third-party app',
    examples: ['tuk points apps disconnect 2 --yes'],
    endpoint: 'disconnectApp',
    alsoUses: { user: ['listApps'] },
    receiptLines: (_, { appId }, context) => listedItem(context, ['user', 'listApps'], asText(appId), app.fields),
    next: listLine,
  }),
  showCommand('user', {
    name: 'apps balance',
    values: '[app-id]',
    summary: 'Show your balance at an app, or, signed in as an app, its balance or that of a user',
    description: `Add an app and a currency to read v1, the only version known to take a currency.
Without an app, the fields of the app and its user are not public. Give them with -f.`,
    options: [
      plain('--currency <currency>', 'the currency of the points', { words: ThirdPartyCurrency }),
      plain('--users', 'show the balance of a user of the app'),
    ],
    examples: [
      'tuk points apps balance 1',
      'tuk points apps balance 1 --currency TADAP',
      'tuk points apps balance --currency TADAP -f appId=1',
      'tuk points apps balance --users --currency TADAP -f appId=<id> -f identifier=dara',
    ],
    endpoints: [
      { endpoint: 'getAppBalances' },
      { endpoint: 'getAppUserBalances', requires: ['users'] },
      { endpoint: 'getAppBalance', requires: ['appId'] },
      { endpoint: 'getAppBalanceV1', requires: ['appId'], when: 'unknown' },
      { endpoint: 'getAppBalanceV1', requires: ['appId', 'currency'] },
    ],
    open: true,
    columns: [{ path: 'amount', as: 'amount' }],
    toParams: balanceParams,
  }),
  changeCommand('user', {
    name: 'apps transfer',
    summary: 'Move balance between an app and one of its users',
    description: `For third-party apps that are signed in as themselves. The fields of the body are not public; give them with -f and -F.
tuk reads the balance with the same fields.`,
    examples: [
      'tuk points apps transfer -f appId=<id> -f currency=TADAP -f identifier=dara -f timestamp=1 -f requestId=r1 -F amount=5 --new-recipient --yes',
    ],
    endpoint: 'transferAppBalance',
    alsoUses: { user: ['getCurrency'] },
    open: true,
    money: 'to recipient',
    about: [
      {
        endpoint: 'getAppUserBalances',
        paramsFrom: {},
        open: true,
        columns: [{ path: 'amount', heading: 'The user has', as: 'amount' }],
      },
    ],
    columns: [{ path: 'amount', as: 'amount' }],
    next: () => 'tuk points apps balance --users',
  }),
];

/** Adds the token of --token-file. @throws {BadInput} for an empty one */
async function withToken(params: Params, { options }: Arguments, context: Context): Promise<Params> {
  return {
    ...params,
    token: await secretFrom(context, 'token', options.tokenFile),
  };
}

/** Adds a timestamp for calls between servers; the call of version 2 takes none. @throws {BadInput} */
function balanceParams(params: Params, _: Arguments, context: Context): Params {
  if (params.appId !== undefined && params.users !== undefined)
    throw new BadInput('CONFLICT', 'Give an app or --users, not both: with --users a field (-f) names the app.');
  return params.appId !== undefined && params.currency === undefined ? params : { ...params, ...timestamp(context) };
}

function withStatus(json: string) {
  const connection = parseLossless(json);
  if (!isRecord(connection) || typeof connection.isConnected !== 'boolean') return json;
  return stringifyLossless({ ...connection, status: connectionStatus(connection.isConnected) });
}
