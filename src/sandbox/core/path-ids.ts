// A live value for every path parameter of the catalogue, for whoever wants to call everything.
import { type Call, pathNames } from '../../services/catalogue/define.js';
import { catalogue, serviceNames } from '../../services/catalogue/index.js';
import { worldTime } from './clock.js';
import { load, type Running } from './dispatch.js';
import { allLines, type Line } from './handlers.js';
import { seededId } from './ids.js';
import { rows } from './rows.js';
import type { Moment } from './world.js';

/** Values by `service call parameter`, as one person sees them. */
export async function idsOf(running: Running, userId: string): Promise<Record<string, string>> {
  const { state, seed, settings } = running;
  const found = await Promise.all(
    serviceNames.map(async (name) => {
      const [{ calls }, { lines }] = await Promise.all([catalogue(name), load(running, name)]);
      const whole = await allLines(lines);
      return Object.values(calls).map((call) => [call, whole.get(call.name)!] as const);
    }),
  );
  return state.write(() => {
    const moment = { state, seed, now: worldTime(state, settings.wall()) };
    const named = found.flat().flatMap(([call, line]) =>
      pathNames(call.path).flatMap((name): [string, string][] => {
        const value = liveValue(moment, call, line, name, userId);
        return value === undefined ? [] : [[`${call.service} ${call.name} ${name}`, value]];
      }),
    );
    return Object.fromEntries(named);
  });
}

/** A word of the closed list, an id of the kind that the call is about (nothing where there is none yet), or an id that a plain call takes like any other. */
function liveValue(moment: Moment, call: Call, { kind }: Line, name: string, userId: string): string | undefined {
  const usual: Readonly<Record<string, string>> = {
    region: 'KH',
    network: 'BSC',
    tokenSymbol: 'BNB',
    num: '1',
    nftNo: '1',
    tokenId: '1',
    saleId: '1',
    contractAddress: '0xb801fe3400Bb06351860f02b8401b0C6A29f1df9', // the vehicles, on BASE_SEPOLIA
    'user getCurrency id': 'MVL',
    'ride-hailing getPlace id': 'PNH-01',
  };
  const words = call.words[name];
  if (words) return words.map(String).find((word) => word === usual[name]) ?? String(words[0]);
  const [first] = kind ? rows(moment, kind, kind.owned ? { owner: userId } : {}) : [];
  const known = first?.id ?? usual[`${call.service} ${call.name} ${name}`] ?? usual[name];
  return known ?? (kind ? undefined : seededId(moment.seed, `${call.service} ${call.name}`, 1));
}
