// What may tell what became of a call that moves value and whose own answer did not come: by call, the command that reads it. Data.

import type { Context } from '../cli/context.js';
import { nextLine } from '../cli/next-command.js';
import { catalogue, isService } from '../services/catalogue/index.js';
import { asText } from '../services/json-value.js';
import { quoted } from '../ui/format/command-line.js';
import type { Operation } from './ledger.js';

/** The command; `{name}` is what stands in the request under that name, as `money/transfer-fields.ts` names it. The first whose names are all there; none where no call of the services tells. */
export const recovery: Readonly<Record<string, readonly string[]>> = {
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

type Of = Pick<Operation, 'profile' | 'service' | 'call' | 'url' | 'body'>;

/** The command line that may tell what became of an operation, in the profile that it is of; nothing where none does. */
export const recoveryCommand = (context: Context, of: Of): Promise<string | undefined> => found(context, of).catch(() => undefined); // advice about a failure never stands in its place

async function found(context: Context, { profile, service, call: name, url, body }: Of): Promise<string | undefined> {
  const call = isService(service) ? (await catalogue(service)).calls[name] : undefined;
  if (!call) return undefined;
  const { carriedIn } = await import('./policy/extract.js');
  const carried = await carriedIn(context, call, { url, ...(body === undefined ? {} : { body }) });
  for (const line of recovery[`${service} ${name}`] ?? []) {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, of]) => of!);
    const values = names.map((of) => [of, asText(carried.carries(of))] as const);
    const known = new Map(values.flatMap(([of, value]) => (/^(-|$)/.test(value) ? [] : [[of, quoted(value)]])));
    if (!names.every((of) => known.has(of))) continue;
    const own = profile === context.settings.profile.value ? context : { flags: { profile } };
    return nextLine(own, `tuk ${line.replace(/\{(\w+)\}/g, (_, of) => known.get(of)!)}`);
  }
  return undefined;
}
