// Selects the calls of a smoke run by service, mode, pattern and effect, and divides them into shards.
import { type Call, kebab } from '../../services/catalogue/define.js';
import type { Options, Shard } from './options.js';
import { caseName } from './report.js';
import { matcher } from './rules.js';

/** The selected calls, in the order of the catalogue. */
export function select(
  calls: readonly Call[],
  { services, auth, include, exclude, write, writeAlso }: Options,
): Call[] {
  const [inclusions, exclusions, changes] = [
    include.map(matcherOfCalls),
    exclude.map(matcherOfCalls),
    writeAlso.map(matcherOfCalls),
  ];
  const isWanted = (call: Call) =>
    isAllowedChange(call) &&
    (harmlessChanges.has(`${call.service} ${call.name}`) || changes.some((matches) => matches(call)));
  return calls.filter(
    (call) =>
      (services as readonly string[]).includes(call.service) &&
      (auth === 'any' || call.auth === auth) &&
      (isRead(call) || (write && isWanted(call))) &&
      (inclusions.length === 0 || inclusions.some((matches) => matches(call))) &&
      !exclusions.some((matches) => matches(call)),
  );
}

/** Whether a call only reads: a GET without an effect. */
export const isRead = ({ method, effect }: Call): boolean => method === 'GET' && effect === 'none';
/**
 * Whether `--write PATTERN` may name a change: it moves no value, claims nothing, can be undone, and leaves the session
 * alone.
 */
const isAllowedChange = ({ name, effect, final, session }: Call) =>
  effect !== 'money' && !final && !session && !/claim|withdraw|purchase/i.test(name);

/** The changes of `--write safe`: each is about this device or makes a code that expires, and can be repeated. */
const harmlessChanges: ReadonlySet<string> = new Set([
  'user createDeferredCode',
  'user validateWeb3Signature',
  'user createAccountCodeV1',
  'user createAccountCodeV2',
  'user createAccountCode',
  'user reportAppState',
  'user registerMobileV1',
  'user registerMobile',
  'ride-hailing reportPosition',
]);

/** The matcher of a pattern for calls of the catalogue. */
export function matcherOfCalls(pattern: string): (call: Call) => boolean {
  const matches = matcher(pattern);
  return (call) => matches({ ...call, call: kebab(call.name) });
}

/**
 * The calls of a shard: every `count`-th call, which spreads the services evenly. With durations, each call goes to the
 * least loaded shard, the longest calls first; all shards of a run compute the same division.
 * @param durations milliseconds by the name of the call
 */
export function callsOfShard(
  calls: readonly Call[],
  { index, count }: Shard,
  durations?: ReadonlyMap<string, number>,
): Call[] {
  if (!durations) return calls.filter((_, at) => at % count === index - 1);
  const times = [...durations.values()];
  const average = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);
  const loads = Array.from({ length: count }, () => 0);
  const inShard = new Set<Call>();
  const timed = calls.map((call) => [call, durations.get(caseName(call)) ?? average] as const);
  for (const [call, time] of timed.sort(([, a], [, b]) => b - a)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least]! += time + 1; // spreads calls without a duration, too
    if (least === index - 1) inShard.add(call);
  }
  return calls.filter((call) => inShard.has(call));
}
