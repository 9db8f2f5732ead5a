// Finds the outcome of a transfer whose response was lost: by call, the command that reads it. Data.

import type { MoneyEndpoint } from '../services/catalogue/endpoint-types.js';
import { findCall } from '../services/catalogue/index.js';
import { quoted } from '../services/command-line.js';
import { asText } from '../services/json-value.js';
import type { Operation } from './ledger.js';

/** The commands by `service call`; `{name}` is that parameter of the request. The first whose parameters are all known is used; none where no call returns the outcome. */
export const recoveryCommands: Readonly<Record<MoneyEndpoint, readonly string[]>> = {
  'user createWithdrawal': ['wallet withdraw active --currency {currencyId}', 'wallet withdraw active'],
  'user transferPoints': ['points history'],
  'user depositPoints': ['points history'],
  'user depositPointsV2': ['points history'],
  'user withdrawPoints': ['points history'],
  'user transferAppBalance': ['points apps balance --users'],
  'user requestClaim': ['points earn status {id}'],
  'user payGame': ['points history'],
  'activity claimRanking': ['points rank status {missionGroupId}'],
  'bep20-swap createBridgeSwap': ['swap bridge list'],
  'bep20-swap createSwap': ['swap legacy list'],
  'bep20-swap createSwapV1': ['swap legacy list'],
  'musubi createOrder': ['assets transactions --type PURCHASE'],
  'musubi createPayment': ['assets transactions --type PURCHASE'],
  'musubi changePaymentToCrypto': ['assets transactions --type PURCHASE'],
  'ride-hailing requestRide': ['ride status --known'],
  'ride-hailing retryRequest': ['ride status --known'],
  'sale giveItem': ['store inventory show {id}', 'store inventory list'],
  'sale createOrder': [], // no call lists orders
  'sale payOrder': ['store order wait {id}'],
  'vehicle-oracle subscribe': [], // no call lists subscriptions
  'vehicle-oracle updateSubscription': [],
  'wallet startMigration': ['wallet migration show {address}'],
};

const commandsFor = (service: string, name: string): readonly string[] =>
  (recoveryCommands as Readonly<Record<string, readonly string[]>>)[`${service} ${name}`] ?? [];

type RecordedOperation = Pick<Operation, 'profile' | 'service' | 'call' | 'url' | 'body'>;

/** The profile's field names, and the function that completes a command line. */
export interface RecoveryDependencies {
  readonly fieldNames: Readonly<Record<string, string>>;
  readonly nextCommand: (line: string, profile?: string) => string;
}

/** The command line that reads the outcome of an operation, in its profile; nothing where there is none. */
export const recoveryCommand = async (
  operation: RecordedOperation & { readonly id?: string },
  deps: RecoveryDependencies,
): Promise<string | undefined> =>
  operation.service === 'chain'
    ? operation.id && deps.nextCommand(`tuk wallet tx resume ${operation.id}`, operation.profile)
    : findCommand(operation, deps).catch(() => undefined); // a hint about a failure must not replace it

async function findCommand(
  { profile, service, call: name, url, body }: RecordedOperation,
  { fieldNames, nextCommand }: RecoveryDependencies,
): Promise<string | undefined> {
  const call = await findCall(service, name);
  if (!call) return undefined;
  const { parseRequestFields } = await import('./request-fields.js');
  const requestFields = await parseRequestFields(call, { url, body }, fieldNames);
  for (const line of commandsFor(service, name)) {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const values = names.map((name) => [name, asText(requestFields.paramValue(name))] as const);
    const known = new Map(values.flatMap(([name, value]) => (/^(-|$)/.test(value) ? [] : [[name, quoted(value)]])));
    if (!names.every((name) => known.has(name))) continue;
    return nextCommand(`tuk ${line.replace(/\{(\w+)\}/g, (_, name) => known.get(name)!)}`, profile);
  }
  return undefined;
}
