// Selects the calls of a smoke run by service, mode, pattern and effect, and divides them into shards. The session in use does not matter here.
import { type Call, kebab } from '../../services/catalogue/define.js';
import type { Options, Shard } from './options.js';

/** The name of a call in reports and patterns: `user GET /users/current`. */
export const nameOf = ({ service, method, path }: Call): string => `${service} ${method} ${path}`;

/** The calls that the options name, in the order of the catalogue. */
export function select(calls: readonly Call[], { services, auth, include, exclude, write }: Options): Call[] {
  const [wanted, unwanted] = [include.map(matcher), exclude.map(matcher)];
  return calls.filter(
    (call) =>
      (services as readonly string[]).includes(call.service) &&
      (auth === 'any' || call.auth === auth) &&
      (isRead(call) || (write && isHarmless(call))) &&
      (wanted.length === 0 || wanted.some((matches) => matches(call))) &&
      !unwanted.some((matches) => matches(call)),
  );
}

/** Whether a call only reads: a GET without an effect. */
export const isRead = ({ method, effect }: Call): boolean => method === 'GET' && effect === 'none';
/** Whether `--write` may make a call: not if it moves value, cannot be undone, or changes the session. */
const isHarmless = ({ effect, final, session }: Call): boolean => effect !== 'money' && !final && !session;

/** Matches a part of a call's name, ignoring case; `*` matches any text. */
function matcher(pattern: string): (call: Call) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const part = new RegExp(parts.join('.*'), 'i');
  return (call) => part.test(nameOf(call)) || part.test(`${call.service} ${kebab(call.name)}`);
}

/** The calls of a shard: every `count`-th call, which spreads the services evenly. */
export const callsOfShard = (calls: readonly Call[], { index, count }: Shard): Call[] => calls.filter((_, at) => at % count === index - 1);
