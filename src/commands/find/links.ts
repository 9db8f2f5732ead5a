// The calls that return the things with the ids in the hits.

import { fieldsIn } from '../../services/json-fields.js';
import { asText, type Row } from '../../services/json-value.js';
import { transaction, transfer } from '../../things/transaction.js';
import type { Query } from './query.js';
import { type Hit, idOf, type Source, sources } from './results.js';

export interface Question {
  readonly source: Source;
  readonly text: string;
  readonly network: string;
  /** Only rows with this value count: the transfer of a transaction in the history of its sender. */
  readonly holding?: string;
}
/** The lead of an operation of the ledger: the read that shows it, or the ids in its response. */
export interface Lead {
  /** The read that shows it, as `service call`, and its id. */
  readonly read?: string;
  readonly id?: string;
  readonly row?: Row;
  readonly holding?: string;
}

interface LinkOptions {
  readonly query: Query;
  /** The ids of the account itself, which link nothing. */
  readonly accountIds: ReadonlySet<string>;
  readonly leads?: readonly Lead[];
  /** The things that need no request. */
  readonly known?: readonly Hit[];
}

/** The questions for the ids in rows, by the names of their fields. Those of the ledger come first. */
export function linksIn(
  hits: readonly Hit[],
  { query, accountIds, leads = [], known = hits }: LinkOptions,
): readonly Question[] {
  const idIn = ({ row, source }: Hit): string => idOf(source.thing, row)?.toLowerCase() ?? '';
  const seen = new Set([query.text.toLowerCase(), ...known.map(idIn)]);
  // Lists of two services may share an id, such as two lists of rides: the ledger names the service.
  const isKnown = ({ source, text }: Question): boolean =>
    text.toLowerCase() === query.text.toLowerCase() ||
    known.some((hit) => hit.source.service === source.service && idIn(hit) === text.toLowerCase());
  const questions = [...leads.flatMap(questionsOf), ...hits.flatMap(historyOf)].filter(
    (question) => question.holding !== undefined || !isKnown(question),
  );
  for (const { text } of questions) seen.add(text.toLowerCase());
  for (const row of [...hits, ...leads].flatMap((item) => item.row ?? []))
    for (const { name, text } of fieldsIn(row)) {
      if (text === '' || accountIds.has(text) || seen.has(text.toLowerCase())) continue;
      const linked = sources.filter(({ namedBy }) => namedBy?.test(name));
      if (linked.length > 0) seen.add(text.toLowerCase());
      questions.push(...linked.map((source) => ({ source, text, network: '' })));
    }
  return oneOfEachFirst(questions);
}

/** Gives each call its turn: twenty stations must not keep out the token of a vehicle. */
function oneOfEachFirst(questions: readonly Question[]): readonly Question[] {
  const counts = new Map<Source, number>();
  const numbered = questions.map((question) => {
    const nth = counts.get(question.source) ?? 0;
    counts.set(question.source, nth + 1);
    return { question, nth };
  });
  return numbered.sort((a, b) => a.nth - b.nth).map(({ question }) => question);
}

const history = sources.find(({ thing, eachNetwork }) => thing === transfer && eachNetwork)!;
/** The history of the sender of a transaction: it states token and time, the transaction does not. */
const historyOf = ({ source, row, network = '' }: Hit): readonly Question[] =>
  source.thing === transaction && asText(row.from) !== ''
    ? [{ source: history, text: asText(row.from), network, holding: asText(row.hash) }]
    : [];

function questionsOf({ read, id, holding }: Lead): readonly Question[] {
  const source = sources.find(({ service, call, params }) => params !== undefined && `${service} ${call}` === read);
  return source === undefined || id === undefined ? [] : [{ source, text: id, network: '', holding }];
}
