// `tuk api search`: finds calls by words of their names, paths and summaries.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';

/** Prints the calls that have every word, or its beginning, those that have them in their name first. */
export async function search({ positionals }: Arguments, context: Context): Promise<number> {
  const words = positionals.flatMap((word) => partsOf(word));
  const calls = (await catalogues()).flatMap((service) => Object.values(service.calls));
  const ranked = calls.flatMap((call) => {
    const rank = rankOf(call, words);
    return rank === undefined ? [] : [{ call, rank }];
  });
  const rows = ranked
    .sort((one, other) => one.rank - other.rank)
    .map(({ call }) => ({ service: call.service, call: kebab(call.name), method: call.method, path: call.path, summary: call.summary }));
  await context.out.print(JSON.stringify(rows), {
    columns: ['service', 'call', 'method', 'path', 'summary'],
    idPath: 'call',
    empty: ['No call has all these words.', 'List them all: tuk api list'],
  });
  return 0;
}

/** 0 where all words stand in the call's name, 1 where in its name, path and service, 2 where in its summary, too. */
function rankOf(call: Call, words: readonly string[]): number | undefined {
  const name = partsOf(kebab(call.name));
  const place = [...name, ...partsOf(call.path), ...partsOf(call.service)];
  const all = [...place, ...partsOf(call.summary)];
  const rank = [name, place, all].findIndex((parts) => words.every((word) => parts.some((part) => part.startsWith(word))));
  return rank < 0 ? undefined : rank;
}

const partsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
