// The calls to which the ids in what was found lead.

import { fieldsIn } from '../../services/json-fields.js';
import { asText, type Row } from '../../services/json-value.js';
import { transaction, transfer } from '../../things/transaction.js';
import type { FoundRow } from './found.js';
import type { Scrap } from './scrap.js';
import { idOf, type Source, sources } from './source.js';

/** A call to ask, and the text to ask for. */
export interface Question {
  readonly source: Source;
  readonly text: string;
  readonly network: string;
  /** Only the rows that hold this: the transfer of a transaction in the history of its sender. */
  readonly holding?: string;
}
/** What an operation of the ledger leads to: the read that shows it, or the ids in its response. */
export interface Lead {
  /** The read that shows it, as `service call`, and the id that it takes. */
  readonly read?: string;
  readonly id?: string;
  readonly row?: Row;
  readonly holding?: string;
}

interface LinkOptions {
  readonly scrap: Scrap;
  /** The ids of the account itself: they link nothing. */
  readonly own: ReadonlySet<string>;
  readonly leads?: readonly Lead[];
  /** The things that need no question. */
  readonly known?: readonly FoundRow[];
}

/** The questions to which the ids in rows lead, by the names of their fields, behind those of the ledger. */
export function linksIn(found: readonly FoundRow[], { scrap, own, leads = [], known = found }: LinkOptions): readonly Question[] {
  const idIn = ({ row, source }: FoundRow): string => idOf(source.thing, row)?.toLowerCase() ?? '';
  const seen = new Set([scrap.text.toLowerCase(), ...known.map(idIn)]);
  // the list of another service may have a thing under the same id, such as the network a ride: the ledger leads to the thing itself
  const isAnswered = ({ source, text }: Question): boolean =>
    text.toLowerCase() === scrap.text.toLowerCase() ||
    known.some((one) => one.source.service === source.service && idIn(one) === text.toLowerCase());
  const questions = [...leads.flatMap(questionsOf), ...found.flatMap(historyOf)].filter(
    (question) => question.holding !== undefined || !isAnswered(question),
  );
  for (const { text } of questions) seen.add(text.toLowerCase());
  for (const row of [...found.map((one) => one.row), ...leads.flatMap((lead) => lead.row ?? [])])
    for (const { name, text } of fieldsIn(row)) {
      if (text === '' || own.has(text) || seen.has(text.toLowerCase())) continue;
      const linked = sources.filter(({ namedBy }) => namedBy?.test(name));
      if (linked.length === 0) continue;
      seen.add(text.toLowerCase());
      questions.push(...linked.map((source) => ({ source, text, network: '' })));
    }
  return oneOfEachFirst(questions);
}

/** The questions with one to each call first: twenty stations must not keep out the token of the vehicle. */
function oneOfEachFirst(questions: readonly Question[]): readonly Question[] {
  const counts = new Map<Source, number>();
  const nth = questions.map(({ source }) => {
    const count = counts.get(source) ?? 0;
    counts.set(source, count + 1);
    return count;
  });
  return questions
    .map((question, at) => ({ question, nth: nth[at]! }))
    .sort((a, b) => a.nth - b.nth)
    .map(({ question }) => question);
}

const history = sources.find(({ thing, eachNetwork }) => thing === transfer && eachNetwork)!;
/** The history in which a transaction has its token and its time, which it does not say itself: that of its sender. */
const historyOf = ({ source, row, network = '' }: FoundRow): readonly Question[] =>
  source.thing === transaction && asText(row.from) !== ''
    ? [{ source: history, text: asText(row.from), network, holding: asText(row.hash) }]
    : [];

function questionsOf({ read, id, holding }: Lead): readonly Question[] {
  const source = sources.find(({ service, call, params }) => params !== undefined && `${service} ${call}` === read);
  return source === undefined || id === undefined ? [] : [{ source, text: id, network: '', ...(holding === undefined ? {} : { holding }) }];
}
