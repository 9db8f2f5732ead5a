// `tuk api search`: finds calls by words of their names, paths and summaries.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';

/** Prints the calls with words that begin with every typed word. Matches in names come first. */
export async function search({ positionals }: Arguments, context: Context): Promise<number> {
  const words = positionals.flatMap(partsOf);
  const calls = (await catalogues()).flatMap((service) => Object.values(service.calls));
  const rows = calls
    .map((call) => ({ call, rank: rankOf(call, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ call: { service, name, method, path, summary } }) => ({
      service,
      call: kebab(name),
      method,
      path,
      summary,
    }));
  await context.out.print(JSON.stringify(rows), {
    columns: ['service', 'call', 'method', 'path', 'summary'],
    idPath: 'call',
    scope: false,
    empty: ['No call has all these words.', 'List them all: tuk api list'],
  });
  return 0;
}

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
