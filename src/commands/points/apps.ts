// `tuk points apps`: third-party apps, how one is connected to them, what they and their users have.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readStdin } from '../../cli/input-file.js';
import { changeCommand } from '../../engine/change-command.js';
import type { Params } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import { ThirdPartyCurrency } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { needs, timestamp } from './partner.js';

const state = { path: 'status', as: { status: 'IntegrationStatus' } } as const;
const list = () => 'tuk points apps list';

export const apps: readonly Command[] = [
  readCommand({
    name: 'apps list',
    summary: 'List the third-party apps, and how you are connected to them',
    options: [{ flags: '--public', summary: 'what is shown to who is not signed in' }],
    examples: ['tuk points apps list', 'tuk points apps list --public -o csv'],
    service: 'user',
    endpoints: [{ call: 'listApps' }, { call: 'listPublicApps', when: 'signed-out' }],
    uses: ['user GET /v2/third-party/apps', 'user GET /v2/public/third-party/apps'],
    columns: [
      state,
      { path: 'name' },
      { path: 'currency' },
      { path: 'connectedAt', heading: 'connected', as: 'time' },
      { path: 'displayName', heading: 'as' },
      { path: 'id' },
    ],
    empty: ['No third-party apps.', 'See the earn events: tuk points earn list'],
  }),
  readCommand({
    name: 'apps status',
    values: '<app-id>',
    summary: 'Show whether someone is connected to a third-party app',
    description: 'The status is told from isConnected.',
    options: [{ flags: '--identifier <id>', summary: 'what the app calls the user', needed: true }],
    examples: ['tuk points apps status 2 --identifier mina', 'tuk points apps status 2 --identifier mina --jq .status'],
    service: 'user',
    endpoints: [{ call: 'getAppConnection' }],
    uses: ['user GET /v1/third-party/{appId}/connection/status'],
    columns: [state, { path: 'connectedAt', heading: 'connected', as: 'time' }, { path: 'isConnected' }],
    toParams: (given, _, context) => {
      needs(given, ['identifier']);
      return { ...given, ...timestamp(context) };
    },
    transform: withStatus,
  }),
  changeCommand({
    name: 'apps connect',
    values: '<app-id>',
    summary: 'Connect a third-party app, with the token that it gave you',
    options: [{ flags: '--token-stdin', summary: 'the token is piped in', to: false }],
    examples: ['tuk points apps connect 1 --token-stdin --yes < token.txt'],
    service: 'user',
    endpoints: [{ call: 'connectApp' }],
    uses: ['user POST /v2/third-party/{appId}/connect/check', 'user POST /v2/third-party/{appId}/connect'],
    toParams: withToken,
    about: [
      {
        call: 'checkAppConnection',
        with: { appId: 'appId', token: 'token' },
        lines: [
          { path: 'exists', heading: 'Known there' },
          { path: 'displayName', heading: 'As' },
        ],
      },
    ],
    next: list,
  }),
  changeCommand({
    name: 'apps disconnect',
    values: '<app-id>',
    summary: 'Disconnect a third-party app',
    examples: ['tuk points apps disconnect 2 --yes'],
    service: 'user',
    endpoints: [{ call: 'disconnectApp' }],
    uses: ['user POST /v2/third-party/{appId}/disconnect'],
    next: list,
  }),
  readCommand({
    name: 'apps balance',
    values: '[app-id]',
    summary: 'Show your balance at an app; for an app signed in as itself, its own or that of a user',
    description: `With an app and a currency version 1 is asked, the only one that is known to take one. Without an app the fields that name it, and its user,
are not public; give them with -f.`,
    options: [
      { flags: '--currency <currency>', summary: 'of which points', words: ThirdPartyCurrency },
      { flags: '--users', summary: 'what a user of the app has' },
    ],
    examples: [
      'tuk points apps balance 1',
      'tuk points apps balance 1 --currency TADAP',
      'tuk points apps balance --currency TADAP -f appId=1',
      'tuk points apps balance --users --currency TADAP -f appId=<id> -f identifier=dara',
    ],
    service: 'user',
    endpoints: [
      { call: 'getAppBalances', version: 'v3' },
      { call: 'getAppUserBalances', version: 'v3', needs: ['users'] },
      { call: 'getAppBalance', version: 'v2', needs: ['appId'] },
      { call: 'getAppBalanceV1', version: 'v1', needs: ['appId'], when: 'unknown' },
      { call: 'getAppBalanceV1', version: 'v1', needs: ['appId', 'currency'] },
    ],
    uses: [
      'user GET /v2/third-party/{appId}/balance/current',
      'user GET /v1/third-party/{appId}/balance/current',
      'user POST /v3/third-party/balance/current',
      'user POST /v3/third-party/users/balance/current',
    ],
    open: true,
    columns: [{ path: 'amount', as: 'amount' }],
    toParams: balanceAsked,
  }),
  changeCommand({
    name: 'apps transfer',
    summary: 'Move balance between an app and one of its users',
    description:
      'For an app signed in as itself. Which fields its body takes is not public; give them with -f and -F. They are asked with for the balance, too.',
    examples: [
      'tuk points apps transfer -f appId=<id> -f currency=TADAP -f identifier=dara -f timestamp=1 -f requestId=r1 -F amount=5 --new-recipient --yes',
    ],
    service: 'user',
    endpoints: [{ call: 'transferAppBalance' }],
    uses: [
      'user GET /currencies/{id}',
      'user POST /v3/third-party/users/balance/current',
      'user POST /v3/third-party/users/balance/transfer',
    ],
    open: true,
    money: 'to somebody',
    about: [{ call: 'getAppUserBalances', with: {}, open: true, lines: [{ path: 'amount', heading: 'The user has', as: 'amount' }] }],
    columns: [{ path: 'amount', as: 'amount' }],
    next: () => 'tuk points apps balance --users',
  }),
];

/** @throws {BadInput} where the token is not piped in */
async function withToken(given: Params, { options }: Arguments, context: Context): Promise<Params> {
  if (!options.tokenStdin)
    throw new BadInput('MISSING_OPTION', 'The token has to be piped in.', 'Like: tuk points apps connect APP --token-stdin < FILE');
  const token = context.onlyShows ? '[redacted]' : (await readStdin(context.world, 'the token')).trim();
  if (token === '') throw new BadInput('EMPTY_INPUT', 'There is no token in what was piped in.');
  context.redact.add(token);
  return { ...given, token };
}

/** Only calls from server to server carry a time; the one of version 2 takes nothing. @throws {BadInput} */
function balanceAsked(given: Params, { options: { apiVersion } }: Arguments, context: Context): Params {
  if (apiVersion === 'v1') needs(given, ['currency']);
  if (given.appId !== undefined && given.users !== undefined)
    throw new BadInput('CONFLICT', 'Give an app, or --users: that call names the app in a field of its own (-f).');
  return given.appId !== undefined && given.currency === undefined ? given : { ...given, ...timestamp(context) };
}

async function withStatus(json: string): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
  const answer = parseLossless(json);
  if (!isRecord(answer) || typeof answer.isConnected !== 'boolean') return json;
  return stringifyLossless({ ...answer, status: answer.isConnected ? 'CONNECTED' : 'DISCONNECTED' });
}
