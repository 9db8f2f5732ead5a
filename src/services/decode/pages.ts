// How complete the rows of a response are, and where the next page is, as the response itself says.

import { asText, isDecimal, isNothing, isRecord, isScalar, valueAt } from '../json-value.js';
import type { CallMap } from './map.js';
import type { Rows } from './rows.js';

/**
 * `part`: these are not all rows. `next`: the URL of the next page, or the parameter that asks for it (`&cursor=abc`);
 * undefined if neither is known. `unstated`: nothing says so.
 */
export type Whole =
  | { readonly is: 'whole' }
  | { readonly is: 'part'; readonly total?: string; readonly next?: string }
  | { readonly is: 'unstated' };

/** Fields beside a list that hold the number of all rows, or the next page, or say that there is one. */
const totals =
  /^(total|total_?(count|elements|items|rows|results|records|size|hits|entries)|records?_?total|num_?found|(@odata\.)?count)$/i;
const follows =
  /^(has_?more(_?\w+)?|has_?next(_?page)?|(is_?)?truncated|next|(@odata\.)?next_?(page|cursor|token|page_?token|offset|link|url)|more|more_?(results|items|available))$/i;
/** Fields beside a list that say that it ends here. */
const ends = /^(has_?more(_?\w+)?|has_?next(_?page)?|(is_?)?truncated|more_?(results|items|available))$/i;
const isLast = /^(last|is_?last)$/i;
const totalHeaders = /^x-(pagination-)?total(-(count|items|records))?$/;
/** What stands between the thousands of a number for people. */
const thousands = /[,.'’ \u00a0\u202f](?=\d{3}(?!\d))/g;
/** The most levels of objects beside a list. */
const mostLevels = 3;

/** The next page in a header `Link`: its parameters may have commas in quotes, and `rel` several words. */
const nextLink =
  /<([^<>]*)>(?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*?\s*;\s*rel\s*=\s*(?:next(?![^\s,;])|"(?:[^"]*\s)?next(?:\s[^"]*)?")/i;
/** Fields beside a list with the number of its pages, and of this page. */
const pageTotals = /^(total_?pages|page_?count|pages|last_?page)$/i;
const pageNumbers = /^(page|page_?(no|number|index)|current_?page|number)$/i;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A value beside a list, by its path in the response: the fields of the envelopes are there without their names. */
function besideAt({ at, beside }: Rows, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  const around = Object.fromEntries(beside);
  const names = path.split('.');
  const inner = names.findIndex((name, place) => name !== at[place]);
  return valueAt(around, path) ?? valueAt(around, names.slice(Math.max(0, inner)).join('.'));
}
/** The next page by the map of the platform; undefined at the last one. */
function nextBy({ next, total }: CallMap, list: Rows): string | undefined {
  const at = (path: string | undefined) => besideAt(list, path);
  const counted = (path: string | undefined) => (isDecimal(asText(at(path))) ? Number(asText(at(path))) : undefined);
  const param = (value: number | string) => `&${next!.as}=${value}`;
  if (next?.url !== undefined) return says(at(next.url)) ? asText(at(next.url)) : undefined;
  if (next?.cursor !== undefined) return says(at(next.cursor)) ? param(asText(at(next.cursor))) : undefined;
  const [page, offset] = [counted(next?.page), counted(next?.offset)];
  if (page !== undefined && next?.pages !== undefined)
    return page < (counted(next.pages) ?? 0) - (next.from === 0 ? 1 : 0) ? param(page + 1) : undefined;
  const end = offset === undefined ? Number.NaN : offset + list.elements.length;
  return end < (counted(total) ?? 0) ? param(end) : undefined;
}

/**
 * How complete rows are: by the map of the platform, else by the fields beside them and the headers `Link` and
 * `X-Total-Count`.
 */
export function wholeOf(list: Rows, headers: Headers = {}, map?: CallMap): Whole {
  const { elements, beside } = list;
  const shown = elements.length;
  if (map?.next !== undefined) {
    const next = nextBy(map, list);
    const total = asText(besideAt(list, map.total)) || undefined;
    return next === undefined ? { is: 'whole' } : { is: 'part', total, next };
  }
  const fields = flat(beside, mostLevels);
  const counts = [
    ...fields.flatMap(([name, value]) => (totals.test(name) ? [isRecord(value) ? value.value : value] : [])),
    ...Object.entries(headers).flatMap(([name, value]) => (totalHeaders.test(name) ? [value] : [])),
    /\/(\d+)$/.exec(asText(headers['content-range']))?.[1],
  ].map((value) => asText(value).replace(thousands, ''));
  const total = counts.find((text) => isDecimal(text) && Number(text) > shown);
  const next = nextIn(fields, headers);
  const more = fields.some(([name, value]) => follows.test(name) && says(value));
  const isLater = fields.some(([name, value]) => isLast.test(name) && value === false) || isBefore(fields);
  if (total !== undefined || next !== undefined || more || isLater) return { is: 'part', total, next };
  const isEnd =
    fields.some(([name, value]) => (ends.test(name) && value === false) || (isLast.test(name) && value === true)) ||
    counts.includes(String(shown));
  return isEnd ? { is: 'whole' } : { is: 'unstated' };
}

/** Fields beside a list that say only where its page is, and how long one may be. */
const places = /^(page|page_?(no|number|index|size)|current_?page|number|size|limit|offset|per_?page|skip)$/i;
/** Whether a field beside a list says nothing but that these are all its rows, and where they are from. */
export const isWholeFact = ([name, value]: Field, shown: number): boolean =>
  isRecord(value)
    ? /^_?links$/.test(name) ||
      Object.entries(value).every(
        (field) => isWholeFact(field, shown) || (totals.test(field[0]) && asText(field[1]) === String(shown)),
      )
    : (pageTotals.test(name) && asText(value) === '1') ||
      (ends.test(name) && value === false) ||
      (isLast.test(name) && value === true) ||
      (places.test(name) && isScalar(value));

/** Whether the number of this page is less than that of the last one; pages may count from 0. */
function isBefore(fields: readonly Field[]) {
  const only = (names: RegExp): number | undefined => {
    const found = fields.flatMap(([name, value]) =>
      names.test(name) && isScalar(value) && /^\d{1,9}$/.test(asText(value)) ? [Number(asText(value))] : [],
    );
    return found.length === 1 ? found[0] : undefined;
  };
  const [page, pages] = [only(pageNumbers), only(pageTotals)];
  return page !== undefined && pages !== undefined && page < pages - (page === 0 ? 1 : 0);
}

/** A field that has a value other than a denial. */
const says = (value: unknown) => !isNothing(value) && !/^(|false|0)$/.test(asText(value));

function nextIn(fields: readonly Field[], headers: Headers): string | undefined {
  const link = [headers.link].flat().join(', ');
  const [, linked] = nextLink.exec(link) ?? [];
  if (linked !== undefined) return linked;
  for (const [name, value] of fields) {
    if (!follows.test(name) || ends.test(name) || !says(value)) continue;
    const url = isRecord(value) ? value.href : value;
    if (typeof url === 'string' && /^(https?:\/\/|[/?])/.test(url)) return url;
  }
  return undefined;
}

type Field = readonly [name: string, value: unknown];
/** The fields beside a list, with those of the objects there, such as `paging` and `links`. */
const flat = (fields: readonly Field[], levels: number): readonly Field[] =>
  levels === 0
    ? []
    : fields.flatMap((field) => [field, ...(isRecord(field[1]) ? flat(Object.entries(field[1]), levels - 1) : [])]);
