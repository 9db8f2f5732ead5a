// `tuk api list`: prints the catalogue as data, one row per call.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import { suggestion } from '../../cli/suggest.js';
import {
  type Auth,
  type Call,
  type Effect,
  kebab,
  open,
  pathNames,
  pinnedName,
} from '../../services/catalogue/define.js';
import { catalogue, serviceNames } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';

const auths: readonly Auth[] = ['signed-in', 'public', 'basic', 'refresh'];
const effects: readonly Effect[] = ['none', 'service', 'money'];

/** Prints the calls that match --service, --auth and --effect. @throws {BadInput} UNKNOWN_WORD, UNKNOWN_SERVICE */
export async function list({ options }: Arguments, context: Context): Promise<number> {
  const { service, auth, effect } = options as Record<string, string | undefined>;
  requireOneOf('--auth', auth, auths);
  requireOneOf('--effect', effect, effects);
  const names = service === undefined ? serviceNames : [serviceNamed(service)];
  const calls = (await Promise.all(names.map(catalogue))).flatMap((entry) => Object.values(entry.calls));
  const rows = calls
    .filter((call) => (auth === undefined || call.auth === auth) && (effect === undefined || call.effect === effect))
    .map((call) => ({
      service: call.service,
      call: kebab(call.name),
      pinned: pinnedName(call),
      method: call.method,
      path: call.path,
      auth: call.auth,
      effect: call.effect,
      values: pathNames(call.path),
      query: namesOf(call.query),
      body: namesOf(call.body),
      response: call.as === 'json' ? (call.response ?? null) : call.as,
      is: call.summary,
    }));
  await context.out.print(JSON.stringify(rows), {
    columns: ['service', 'call', 'method', 'path', 'auth', 'effect'],
    idPath: 'call',
  });
  return 0;
}

/** The names of fields; null without fields, `open` if they are not public. */
const namesOf = (fields: Call['query']) =>
  fields === undefined ? null : fields === open ? 'open' : Object.keys(fields);

function requireOneOf(flag: string, value: string | undefined, words: readonly string[]) {
  if (value !== undefined && !words.includes(value))
    throw new BadInput(
      'UNKNOWN_WORD',
      `${JSON.stringify(value)} is not a value of ${flag}: use one of ${words.join(', ')}.`,
      suggestion(value, words, ''),
    );
}
