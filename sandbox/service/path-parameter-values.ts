// Finds a live value for every path parameter of the catalogue.

import { type Call, pathNames } from '../../src/services/catalogue/define.js';
import { catalogue, serviceNames } from '../../src/services/catalogue/index.js';
import { vehicleTokens } from '../chain/contracts.js';
import { migration } from '../chain/migration.js';
import {
  type Context,
  type Handler,
  type Kind,
  loadAllHandlers,
  type Row,
  rows,
  seededId,
  worldTime,
} from '../core/index.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { app, earnEvent } from '../domains/partners/earn-events.js';
import { loadService } from './dispatch.js';

/** By `service call parameter`, as one user sees them. */
export async function pathParameterValues(runtime: SandboxRuntime, userId: string): Promise<Record<string, string>> {
  const { state, seed, settings } = runtime;
  const handlers = await Promise.all(
    serviceNames.map(async (name) => {
      const [{ calls }, { handlers }] = await Promise.all([catalogue(name), loadService(runtime, name)]);
      const loaded = await loadAllHandlers(handlers);
      return Object.values(calls).map((call) => [call, loaded.get(call.name)!] as const);
    }),
  );
  return state.write(() => {
    const context = { state, seed, now: worldTime(state, settings.wall()) };
    const named = handlers.flat().flatMap(([call, line]) =>
      pathNames(call.path).flatMap((name): [string, string][] => {
        const value = liveValue(context, call, line, name, userId);
        return value === undefined ? [] : [[`${call.service} ${call.name} ${name}`, value]];
      }),
    );
    return Object.fromEntries(named);
  });
}

/** The id in the response, which for an app is not the row's. */
function responseId(context: Context, kind: Kind<never>, row: Row<never>): string {
  const { id } = kind.show(row, context) as { readonly id?: unknown };
  return typeof id === 'string' ? id : row.id;
}

/**
 * A value of a row, a word of the closed list, an id of the call's kind (if any), or a seeded id for a call without a
 * kind.
 */
function liveValue(context: Context, call: Call, { kind }: Handler, name: string, userId: string): string | undefined {
  const usual: Readonly<Record<string, string>> = {
    region: 'KH',
    network: 'BSC',
    tokenSymbol: 'BNB',
    num: '1',
    nftNo: '1',
    tokenId: '1',
    saleId: '1',
    contractAddress: vehicleTokens.address,
    'user getCurrency id': 'MVL',
    'ride-hailing getPlace id': 'PNH-01',
  };
  if (name === 'eventAlias')
    return rows(context, earnEvent).find(({ body }) => body.appRow === rows(context, app)[0]?.id)?.body.alias;
  if (call.name === 'getMigration') return rows(context, migration)[0]?.body.address;
  const words = call.words[name];
  if (words) return words.map(String).find((word) => word === usual[name]) ?? String(words[0]);
  const [first] = kind ? rows(context, kind, kind.owned ? { owner: userId } : {}) : [];
  const value =
    (kind && first && responseId(context, kind, first)) ?? usual[`${call.service} ${call.name} ${name}`] ?? usual[name];
  return value ?? (kind ? undefined : seededId(context.seed, `${call.service} ${call.name}`, 1));
}
