// Selects the calls of a smoke run by service, mode, pattern and effect, and divides them into shards. The session in use does not matter here.
import { type Call, kebab } from '../../services/catalogue/define.js';
import type { Options, Shard } from './options.js';
import { matcher } from './rules.js';

/** The name of a call in reports and patterns: `user GET /users/current`. */
export const nameOf = ({ service, method, path }: Call): string => `${service} ${method} ${path}`;

/** The calls that the options name, in the order of the catalogue. */
export function select(calls: readonly Call[], { services, auth, include, exclude, write, writeAlso }: Options): Call[] {
  const [wanted, unwanted, changes] = [include.map(matcherOfCalls), exclude.map(matcherOfCalls), writeAlso.map(matcherOfCalls)];
  const isWanted = (call: Call) =>
    isAllowedChange(call) && (harmlessChanges.has(`${call.service} ${call.name}`) || changes.some((matches) => matches(call)));
  return calls.filter(
    (call) =>
      (services as readonly string[]).includes(call.service) &&
      (auth === 'any' || call.auth === auth) &&
      (isRead(call) || (write && isWanted(call))) &&
      (wanted.length === 0 || wanted.some((matches) => matches(call))) &&
      !unwanted.some((matches) => matches(call)),
  );
}

/** Whether a call only reads: a GET without an effect. */
export const isRead = ({ method, effect }: Call): boolean => method === 'GET' && effect === 'none';
/**
 * Whether a pattern of `--write-also` may name a change: not if it moves value, claims one, cannot be undone, or changes the session. A claim is as money:
 * what it pays out cannot be taken back.
 */
const isAllowedChange = ({ name, effect, final, session }: Call): boolean =>
  effect !== 'money' && !final && !session && !/claim|withdraw|purchase/i.test(name);

/** The changes that `--write` makes: each sets or reports something about this device, or makes a code that expires, and can be made again and again. */
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
  return (call) => matches({ service: call.service, method: call.method, path: call.path, call: kebab(call.name) });
}

/**
 * The calls of a shard: every `count`-th call, which spreads the services evenly; with the durations of an earlier run, the longest calls first, each to
 * the shard that has the least to do. Every shard of a run computes the same division from the same file.
 * @param durations milliseconds by the name of the call
 */
export function callsOfShard(calls: readonly Call[], { index, count }: Shard, durations?: ReadonlyMap<string, number>): Call[] {
  if (!durations) return calls.filter((_, at) => at % count === index - 1);
  const known = [...durations.values()];
  const usual = known.reduce((sum, time) => sum + time, 0) / Math.max(1, known.length);
  const loads = Array.from({ length: count }, () => 0);
  const own = new Set<Call>();
  const timed = calls.map((call) => [call, durations.get(nameOf(call)) ?? usual] as const);
  for (const [call, time] of [...timed].sort(([, one], [, other]) => other - one)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least]! += time + 1; // so that calls without a duration are spread, too
    if (least === index - 1) own.add(call);
  }
  return calls.filter((call) => own.has(call));
}
