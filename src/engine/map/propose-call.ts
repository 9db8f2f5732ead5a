// Proposes what a map says of one call: where its rows are, and its next page.

import { returnsList } from '../../services/catalogue/define.js';
import { wholeOf } from '../../services/decode/pages.js';
import { rowsIn } from '../../services/decode/rows.js';
import { publicFields } from '../../services/http/params.js';
import { asText, isNothing, isRecord, isScalar, valueAt } from '../../services/json-value.js';
import { hasWord } from './names.js';
import { isSuccess, type MapOf, type Observed, type Place, placesIn } from './observed.js';
import type { Proposal } from './proposal.js';
import { evidence, formsOf } from './propose-service.js';

export function callProposals(key: string, observed: readonly Observed[], mapOf: MapOf): readonly Proposal[] {
  const { call } = observed[0]!;
  if (!returnsList(call) && call.mayList !== true) return [];
  const map = mapOf(call);
  const successes = observed.filter((one) => isSuccess(one, map));
  const proposal = (
    key_: string,
    value: Proposal['value'],
    of: readonly Observed[],
    more: Pick<Proposal, 'sure' | 'why'> & Partial<Proposal>,
  ): Proposal => ({
    part: 'calls',
    of: key,
    key: [key_],
    value,
    ...evidence(of),
    ...more,
  });
  const unread = successes.filter(({ data }) => isRecord(data) && rowsIn(data, map) === undefined);
  const lists = returnsList(call) ? listsIn(unread) : [];
  const [list, ...others] = lists;
  const found: Proposal[] = [];
  if (list)
    found.push(
      proposal('rows', list.path, unread, {
        sure: others.length === 0,
        why: others.length === 0 ? 'the only list of objects' : 'the longest of several lists',
        others: others.map(({ path }) => path),
      }),
    );
  const rules = list ? { ...map, rows: list.path } : map;
  const next = rules?.next === undefined ? nextIn(successes, rules, call) : undefined;
  if (next) {
    const { rule, ...more } = next;
    found.push(proposal('next', rule, successes, more));
  }
  return found;
}

/** The lists of objects in responses whose list is not known, the longest first. */
function listsIn(observed: readonly Observed[]): readonly Place[] {
  const isRows = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isRecord);
  const length = ({ values }: Place) => values.filter(Array.isArray).reduce((sum, list) => sum + list.length, 0);
  return placesIn(observed.map(({ data }) => data))
    .filter(
      ({ values }) =>
        values.some(isRows) &&
        values.every((value) => isRows(value) || isNothing(value) || (Array.isArray(value) && value.length === 0)),
    )
    .toSorted((a, b) => length(b) - length(a));
}

/** The next page that no rule follows: a cursor, the number of a page, or an offset, beside the rows. */
function nextIn(observed: readonly Observed[], map: ReturnType<MapOf>, call: Observed['call']) {
  const pages = observed.flatMap((one) => {
    const rows = rowsIn(one.data, map);
    return rows === undefined || !isRecord(one.data) ? [] : [{ one, rows, whole: wholeOf(rows, one.headers, map) }];
  });
  if (pages.length === 0 || pages.some(({ whole }) => whole.is === 'part' && whole.next !== undefined))
    return undefined;
  const list = pages[0]!.rows.at.join('.');
  const beside = placesIn(pages.map(({ one }) => one.data)).filter(
    ({ path, values }) => path !== list && values.every((value) => isScalar(value) || isNothing(value)),
  );
  const at = (test: (place: Place) => boolean) => beside.find(test);
  const isCount = ({ values }: Place) =>
    values.some((value) => !isNothing(value)) &&
    values.every((value) => isNothing(value) || /^\d{1,9}$/.test(asText(value)));
  const parameters = Object.keys(publicFields(call)).filter((name) => !isNothing(name));
  const queries = observed.flatMap(({ query }) => Object.entries(query ?? {}));
  /** The parameter that took a value of an earlier response, or one of the call with such a name. */
  const parameter = (
    values: readonly unknown[],
    ...words: readonly string[]
  ): { readonly as: string; readonly sure: boolean } => {
    const texts = values.filter((value) => !isNothing(value)).map(asText);
    const fits = (name: string) => hasWord(name, ...words) && !hasWord(name, 'size', 'per', 'limit', 'date', 'total');
    const sent = queries.find(([name, value]) => value !== '' && texts.includes(value) && fits(name));
    if (sent) return { as: sent[0], sure: true };
    const named = [...new Set([...queries.map(([name]) => name), ...parameters])].find(fits);
    // a name says what it takes only if it is one of these words alone
    const isExact = named !== undefined && words.includes(named.toLowerCase().replaceAll(/[^a-z]/g, ''));
    return { as: named ?? words[0]!, sure: isExact };
  };
  const rule = (
    place: Place,
    more: Readonly<Record<string, string>>,
    to: ReturnType<typeof parameter>,
    why: string,
  ) => ({
    rule: { ...more, as: to.as },
    sure: to.sure,
    why: to.sure ? why : `${why}; no request shows its parameter`,
    examples: formsOf(place.values),
  });
  const isToken = ({ values }: Place) =>
    values.some((value) => typeof value === 'string' && value !== '') &&
    values.every((value) => isNothing(value) || !/^(https?:|\d{4}-\d\d-\d\d)/.test(asText(value)));
  const cursor = at(
    (place) => isToken(place) && hasWord(place.path, 'cursor', 'next', 'after', 'continuation', 'scroll', 'marker'),
  );
  if (cursor)
    return rule(
      cursor,
      { cursor: cursor.path },
      parameter(cursor.values, 'cursor', 'after', 'marker', 'continuation'),
      'a text that names the next page',
    );
  const last = (path: string) => path.slice(path.lastIndexOf('.') + 1);
  const isPages = (place: Place) =>
    isCount(place) &&
    /^((total|num|max|last)_?pages?|pages|page_?(count|total|num)|last_?page)$/i.test(last(place.path));
  const isPage = (place: Place) =>
    isCount(place) && /^(page|page_?(no|number|index)|current(_?page)?|number|pageno|pg)$/i.test(last(place.path));
  const [page, count] = [at(isPage), at(isPages)];
  if (page && count && page !== count) {
    const from = page.values.some((value) => asText(value) === '0') ? '0' : '1';
    const to = parameter(page.values, 'page', 'pageno', 'p');
    // a first page 0 that was asked for as 1 counts otherwise in the request
    const isAsked = pages.every(({ one: { query = {}, data } }) => {
      const asked = query[to.as];
      return asked === undefined || asked === asText(valueAt(data, page.path));
    });
    const found = { ...to, sure: to.sure && isAsked };
    return rule(
      page,
      { page: page.path, pages: count.path, from },
      found,
      'the number of this page, and of the last one',
    );
  }
  const offset = at((place) => isCount(place) && /^(offset|skip|start|from|start_?index)$/i.test(last(place.path)));
  const total = at(
    (place) =>
      isCount(place) &&
      hasWord(last(place.path), 'total', 'count') &&
      pages.every(({ one, rows }) => Number(asText(valueAt(one.data, place.path))) >= rows.elements.length),
  );
  return offset && total
    ? {
        ...rule(
          offset,
          { offset: offset.path },
          parameter(offset.values, 'offset', 'skip', 'start'),
          'the number of the rows before this page',
        ),
        total: total.path,
      }
    : undefined;
}
