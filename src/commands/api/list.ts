// `tuk api list`: prints the calls of the catalogue, one row per call: all of them, or those with the typed words.

import { type Arguments, type Result, resultOf } from '../../cli/command/command.js';
import { type Call, kebab, open, pathNames, pinnedName } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';
import { columnsNamed } from '../../text/columns-named.js';

/** Prints the calls that have every typed word, or the beginning of one. Calls with the words in their names come first. */
export async function list({ positionals }: Arguments): Promise<Result> {
  const words = positionals.flatMap(partsOf);
  const calls = (await catalogues()).flatMap((service) => Object.values(service.calls));
  const rows = calls
    .map((call) => ({ call, rank: rankOf(call, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ call }) => ({
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
  return resultOf(JSON.stringify(rows), {
    columns: columnsNamed('service call method path auth effect'),
    idPath: 'call',
    empty: { says: ['No call has all these words.', 'List them all: tuk api list'], of: { profiles: 'none' } },
  });
}

/** The names of fields; null without fields, `open` if they are not public. */
const namesOf = (fields: Call['query']) =>
  fields === undefined ? null : fields === open ? 'open' : Object.keys(fields);

/** 0 if the name has all words, 1 with path and service, 2 with the summary, else -1. */
function rankOf(call: Call, words: readonly string[]) {
  const name = partsOf(kebab(call.name));
  const place = [...name, ...partsOf(call.path), ...partsOf(call.service)];
  const sentence = [...place, ...partsOf(call.summary)];
  return [name, place, sentence].findIndex((parts) =>
    words.every((word) => parts.some((part) => part.startsWith(word))),
  );
}

const partsOf = (text: string) =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
