// Which calls a smoke run is about: by service, mode, pattern and effect, and the share of a shard. The session in use has no say here.
import { type Call, kebab } from '../../services/catalogue/define.js';
import type { Options, Shard } from './options.js';

/** How a call is called in reports and patterns: `user GET /users/current`. */
export const nameOf = ({ service, method, path }: Call): string => `${service} ${method} ${path}`;

/** The calls that the options name, in the order of the catalogue. */
export function selected(calls: readonly Call[], { services, auth, include, exclude, write }: Options): Call[] {
  const [wanted, unwanted] = [include.map(fits), exclude.map(fits)];
  return calls.filter(
    (call) =>
      (services as readonly string[]).includes(call.service) &&
      (auth === 'any' || call.auth === auth) &&
      (isRead(call) || (write && isHarmless(call))) &&
      (wanted.length === 0 || wanted.some((matches) => matches(call))) &&
      !unwanted.some((matches) => matches(call)),
  );
}

/** What only reads: a GET that has no effect. */
export const isRead = ({ method, effect }: Call): boolean => method === 'GET' && effect === 'none';
/** What may be called with `--write`: never what moves value, cannot be undone, or is about the session in use. */
const isHarmless = ({ effect, final, session }: Call): boolean => effect !== 'money' && !final && !session;

/** Whether a pattern fits a call: a part of its name, letter case aside; `*` stands for any text. */
function fits(pattern: string): (call: Call) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const part = new RegExp(parts.join('.*'), 'i');
  return (call) => part.test(nameOf(call)) || part.test(`${call.service} ${kebab(call.name)}`);
}

/** The share of a shard: every `count`-th call, so that services are spread alike and all shards together are the whole. */
export const shareOf = (calls: readonly Call[], { index, count }: Shard): Call[] => calls.filter((_, at) => at % count === index - 1);
