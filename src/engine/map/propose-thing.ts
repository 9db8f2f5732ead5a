// Proposes what a map says of a thing: the fields that hold its declared facts, and the words of its statuses.

import { suggest } from '../../cli/settings/suggest.js';
import { type StatusList, spelled, wordsOf } from '../../services/catalogue/statuses.js';
import { type Fields, type Known, nounOfCall } from '../../services/decode/fields.js';
import { isMoneyBy, namesTime, wordBy } from '../../services/decode/map.js';
import { epochTime, moneyObject, moneyValue } from '../../services/decode/values.js';
import { foldName } from '../../services/fold-text.js';
import { asText, isDecimal, isNothing, isNumeric, isRecord, isScalar, valueAt } from '../../services/json-value.js';
import { type Column, statusIn, unitIn } from '../../things/column.js';
import { rowsOfThing } from '../../things/decoded.js';
import { things } from '../../things/index.js';
import { callsOf, declaredPaths } from '../../things/map-file.js';
import type { Thing } from '../../things/thing.js';
import { hasSameWords, hasWord, isBareTime, type Likeness, likeness } from './names.js';
import { fieldsOf, groupedBy, keyOf, type MapOf, type Observed, type Place, placesIn } from './observed.js';
import type { EverydayRead, Proposal } from './proposal.js';

import { evidence, formsOf } from './propose-service.js';

/** What was found for a declared field in the responses of one call. */
interface Found {
  readonly declared: string;
  readonly key: string;
  readonly known: Known<string>;
  readonly isCertain: boolean;
  readonly candidates: readonly Candidate[];
  readonly of: readonly Observed[];
  /** The paths of the fields that hold no known fact. */
  readonly free: readonly string[];
}
interface Candidate {
  readonly place: Place;
  readonly likeness: Likeness;
}

/** @param everyday the commands whose columns may be the names of fields of the response */
export function thingProposals(
  thing: Thing,
  observed: readonly Observed[],
  mapOf: MapOf,
  everyday: readonly EverydayRead[] = [],
): readonly Proposal[] {
  const calls = [...groupedBy(observed, ({ call }) => keyOf(call))].map(([key, of]) => {
    const columns = everyday.filter(({ call }) => call === key).flatMap((read) => read.columns.map(({ path }) => path));
    const declared = new Set([...declaredPaths(thing), ...columns].map(foldName));
    return ofCall(thing, key, of, mapOf, declared);
  });
  const found = calls.flatMap(({ fields }) => fields);
  const proposals: Proposal[] = [];
  for (const declared of soughtPaths(thing)) {
    const of = found.filter((one) => one.declared === declared);
    const proposal = lineFor(thing, declared, of);
    if (proposal === undefined) continue;
    proposals.push(proposal);
    // where a call spells it otherwise, its own line says so
    for (const other of of) {
      const [best] = other.candidates;
      if (best && proposal.value !== undefined && best.place.path !== proposal.value && other.known.is === 'unknown')
        proposals.push(
          lineOf({ part: 'calls', of: other.key, key: ['fields', declared] }, [other], best, isSure(other)),
        );
    }
  }
  return [...withoutDoubles(proposals), ...wordProposals(thing, calls, mapOf)];
}

/** The columns of a command that no thing of its call has, as fields of the call. */
export function columnProposals(read: EverydayRead, observed: readonly Observed[], mapOf: MapOf): readonly Proposal[] {
  const sought = things.filter((thing) => callsOf(thing).includes(read.call)).flatMap(soughtPaths);
  const fields = read.columns.filter(({ path }) => !sought.includes(path));
  if (fields.length === 0) return [];
  const [name = nounOfCall(observed[0]!.call.name)] = read.of.nouns ?? [];
  const status = read.columns.find(({ as }) => statusIn(as));
  const rows: Thing = {
    name,
    reads: [],
    ids: fields.filter(({ path }) => path === 'id').map(({ path }) => path),
    fields,
    status: status && { list: statusIn(status.as)!, at: [status.path] },
  };
  return thingProposals(rows, observed, mapOf).flatMap((one) =>
    one.key[0] === 'words' || (one.part === 'things' && sought.includes(one.key[0]))
      ? []
      : [one.part === 'calls' ? one : { ...one, part: 'calls', of: read.call, key: ['fields', one.key[0]] as const }],
  );
}

/** The declared paths whose fields are sought: the first id and status, and what its page shows, with the currencies of amounts. */
function soughtPaths({ fields = [], status, ids = ['id'] }: Thing): readonly string[] {
  const rest = fields.filter(
    ({ path, as }) => as !== 'unknown' && !isStates(as) && !ids.includes(path) && !status?.at.includes(path),
  );
  const own = [...ids.slice(0, 1), ...(status?.at.slice(0, 1) ?? []), ...rest.map(({ path }) => path)];
  return [...new Set([...own, ...rest.flatMap(({ as }) => unitIn(as) ?? [])])];
}
const isStates = (as: Column['as']) => typeof as === 'object' && ('states' in as || 'classAt' in as);

/** @param declared the names of facts, folded: a field with one of them holds that fact and no other */
function ofCall(thing: Thing, key: string, of: readonly Observed[], mapOf: MapOf, declared: ReadonlySet<string>) {
  const { status, ids = ['id'] } = thing;
  const { map, isList, rows, fields } = fieldsOf(of, rowsOfThing(thing), mapOf);
  const nouns = nounsOf(thing);
  const places = placesIn(rows, (value) => moneyObject(value) !== undefined || isMoneyBy(map?.money, value));
  const sought = rows.length === 0 ? [] : soughtPaths(thing);
  const known = new Map(sought.map((declared) => [declared, knownAs(fields, declared, ids, status?.at ?? [])]));
  const taken = new Set([...known.values()].flatMap((one) => (one.is === 'known' ? [one.value] : [])));
  const free = places.filter(
    ({ path, values }) =>
      !taken.has(path) && values.some((value) => !isNothing(value)) && !declared.has(foldName(path)),
  );
  const open = sought.filter((declared) => known.get(declared)!.is === 'unknown');
  const named = new Map(
    open.map((declared) => [declared, candidatesFor(thing, declared, free, nouns, rows.length, !isList, map)] as const),
  );
  for (const [declared, candidate] of onlyOnes(thing, named, free)) named.set(declared, [candidate]);
  const left = free
    .filter(({ values }) => values.some((value) => isScalar(value) || moneyValue(value) !== undefined))
    .map(({ path }) => path);
  return {
    key,
    of,
    rows,
    status: status && known.get(status.at[0]!),
    fields: sought.map(
      (declared): Found => ({
        declared,
        key,
        of,
        known: known.get(declared)!,
        isCertain: isCertain(thing, declared, pathIn(known.get(declared)!), places, nouns, isAlone(key)),
        candidates: named.get(declared) ?? [],
        free: left,
      }),
    ),
  };
}
/** The words that say what the thing is: another word of its name may be that of its owner (`store product`). */
const nounsOf = ({ name }: Thing): readonly string[] => [name.split(' ').at(-1)!, name.replaceAll(' ', '')];
const pathIn = (known: Known<string>) => (known.is === 'known' ? known.value : '');
function knownAs(fields: Fields, declared: string, ids: readonly string[], statuses: readonly string[]): Known<string> {
  return declared === ids[0]
    ? fields.firstPath(ids, 'id')
    : declared === statuses[0]
      ? fields.firstPath(statuses, 'status')
      : fields.path(declared);
}

/** The fields that may hold a declared fact, the best first: by their names, and by the type of their values. */
function candidatesFor(
  thing: Thing,
  declared: string,
  places: readonly Place[],
  nouns: readonly string[],
  rows: number,
  isRecord_: boolean,
  map: ReturnType<MapOf>,
): readonly Candidate[] {
  const isStatus = thing.status?.at[0] === declared;
  const isId = (thing.ids ?? ['id'])[0] === declared;
  const type = typeNamed(thing, declared);
  const fits = fitsType[type];
  const rank = { same: 0, like: 1, only: 2 };
  return places
    .filter(({ values }) => {
      const stated = values.filter((value) => !isNothing(value));
      return (
        fits(stated) ||
        (type === 'amount' &&
          stated.length > 0 &&
          stated.every((value) => isRecord(value) && isMoneyBy(map?.money, value)))
      );
    })
    .filter(({ values }) => !isId || isRecord_ || (values.length === rows && new Set(values.map(asText)).size === rows))
    .map(
      (place): Candidate => ({
        place,
        likeness: isStatus
          ? statusLikeness(thing.status!.list, place, declared, nouns)
          : likenessOf(type, declared, place.path, nouns),
      }),
    )
    .filter((one) => one.likeness !== undefined)
    .toSorted((a, b) => rank[a.likeness!] - rank[b.likeness!] || a.place.path.length - b.place.path.length);
}
/** The fields of a type that only one fact and only one field are left for, such as the only time. */
function onlyOnes(thing: Thing, named: ReadonlyMap<string, readonly Candidate[]>, free: readonly Place[]) {
  const taken = [...named.values()].flat().map(({ place }) => place.path);
  const open = [...named].filter(([, candidates]) => candidates.length === 0).map(([declared]) => declared);
  return (['time', 'amount'] as const).flatMap((type): readonly (readonly [string, Candidate])[] => {
    const facts = open.filter((declared) => typeNamed(thing, declared) === type);
    const main = facts.length === 1 ? facts[0] : facts.find((declared) => /^(amount|createdAt)$/.test(declared));
    const fields = free.filter(({ path, values }) => {
      const stated = values.filter((value) => !isNothing(value));
      return !taken.includes(path) && fitsType[type](stated) && (type === 'time' || !stated.every(isTime));
    });
    const [place, ...others] = fields;
    if (main === undefined || place === undefined || others.length > 0) return [];
    return [[main, { place, likeness: type === 'time' && isBareTime(place.path) ? 'same' : 'only' }]];
  });
}

/** The end of the name of an id; a reference or a number may be of something else. */
const isIdName = /(id|no|code|sku|sn)$/i;
/** An amount has its own words: a cost is not the price, and a sum may be another amount. */
function likenessOf(type: TypeName, declared: string, path: string, nouns: readonly string[]): Likeness {
  const found = likeness(declared, path, nouns);
  const isOther = type === 'amount' ? !hasSameWords(declared, path) : type === 'id' && !isIdName.test(path);
  return found === 'same' && isOther ? 'like' : found;
}

/** A status is known by its words; by its name alone it is a guess. */
function statusLikeness(
  list: StatusList,
  { path, values }: Place,
  declared: string,
  nouns: readonly string[],
): Likeness {
  const share = shareOfWords(list, values);
  const named = likeness(declared, path, nouns);
  if (share === 1 || (named === 'same' && share >= 0.5)) return 'same';
  return named && 'like';
}
/** The share of values that are words of a list, in any spelling or with the same meaning. */
function shareOfWords(list: StatusList, values: readonly unknown[]) {
  const stated = values.filter((value) => !isNothing(value)).map(asText);
  const known = stated.filter(
    (word) => wordsOf(list).includes(spelled(list, word)) || wordsLike(word, wordsOf(list)).length > 0,
  );
  return stated.length === 0 ? 0 : known.length / stated.length;
}
/** Whether the field that is known by a usual name can be no other: an id with its own name, a status with its words. */
function isCertain(
  thing: Thing,
  declared: string,
  path: string,
  places: readonly Place[],
  nouns: readonly string[],
  isOnly: boolean,
) {
  if (declared.includes('.')) return false;
  if (thing.status?.at[0] === declared)
    return shareOfWords(thing.status.list, places.find((one) => one.path === path)?.values ?? []) > 0;
  const ids = places.filter(
    (one) => hasWord(one.path, 'id') && /(id|no|code|ref|key|sku|sn|num|number)$/i.test(one.path),
  );
  const isOwners = thing.name
    .split(' ')
    .slice(0, -1)
    .some((owner) => hasWord(path, owner));
  const isSame = likeness('id', path, nouns) === 'same' && isIdName.test(path);
  return isSame || (isOnly && !isOwners && /(^|[^a-z])u?u?id$|Id$/.test(path) && ids.length === 1);
}

type TypeName = 'status' | 'id' | 'time' | 'amount' | 'flag' | 'text';
/** The type of a declared field, by its format and its name. */
function typeNamed({ fields, status, ids = ['id'] }: Thing, declared: string): TypeName {
  if (status?.at[0] === declared) return 'status';
  if (ids[0] === declared) return 'id';
  const as = fields?.find(({ path }) => path === declared)?.as;
  const last = declared.slice(declared.lastIndexOf('.') + 1);
  if (as === 'time' || as === 'moment' || as === 'clock' || namesTime(last)) return 'time';
  const isAmount =
    as === 'amount' ||
    as === 'percent' ||
    (typeof as === 'object' && ('amount' in as || 'units' in as || 'lasts' in as));
  if (isAmount || /(amount|price|fee|balance|cost|quantity|count|points|lat|lng|latitude|longitude)$/i.test(last))
    return 'amount';
  return /^(is|has|can)[A-Z]/.test(last) ? 'flag' : 'text';
}
const all = (test: (value: unknown) => boolean) => (values: readonly unknown[]) =>
  values.length > 0 && values.every(test);
/** Tests of the values of a field that are not null. */
const fitsType: Readonly<Record<TypeName, (values: readonly unknown[]) => boolean>> = {
  status: (values) =>
    all((value) => isScalar(value) && isWord(asText(value)))(values) && new Set(values.map(asText)).size <= mostWords,
  id: all((value) => isScalar(value) && typeof value !== 'boolean'),
  time: all((value) => isTime(value)),
  amount: all(
    (value) => isNumeric(value) || moneyValue(value) !== undefined || (typeof value === 'string' && isDecimal(value)),
  ),
  flag: all((value) => typeof value === 'boolean' || /^[01]$/.test(asText(value))),
  text: all((value) => isScalar(value) && typeof value !== 'boolean' && !isTime(value)),
};
const isTime = (value: unknown) =>
  isNumeric(value)
    ? epochTime(asText(value)) !== undefined
    : typeof value === 'string' && /^\d{4}-\d\d-\d\d([T ]\d|$)/.test(value);

const mostWords = 40;
/** A text that may be the word of a status: short, and without a person's words. */
const isWord = (text: string) => /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,31}$/u.test(text) && !/^\d{5,}$/.test(text);

const isSure = ({ candidates: [best, second] }: Found) => best?.likeness === 'same' && second?.likeness !== 'same';

/** The line of a declared field: of the field that most calls have. Undefined if it is known, and if it is not shown and nothing is like it. */
function lineFor(thing: Thing, declared: string, of: readonly Found[]): Proposal | undefined {
  const open = of.filter(({ known }) => known.is === 'unknown');
  const place = { part: 'things', of: thing.name, key: [declared] } as const;
  const byRole = of.flatMap((one) =>
    one.known.is === 'known' && (one.known.by === 'role' || one.known.by === 'wrapped')
      ? [{ one, path: one.known.value }]
      : [],
  );
  const withCandidates = open.filter(({ candidates }) => candidates.length > 0);
  if (byRole.length > 0) {
    const [path, ones] = mostFrequent(byRole, ({ path }) => path);
    const isOne = ones.length === byRole.length;
    return {
      ...place,
      value: path,
      sure:
        isOne &&
        !declared.includes('.') &&
        byRole.every(({ one }) => one.known.is === 'known' && (one.known.by === 'wrapped' || one.isCertain)),
      why: 'the usual name of its role',
      ...evidence(ones.flatMap(({ one }) => one.of)),
    };
  }
  if (withCandidates.length > 0) {
    const [path, ones] = mostFrequent(withCandidates, ({ candidates }) => candidates[0]!.place.path);
    const best = ones[0]!.candidates[0]!;
    return { ...lineOf(place, ones, best, ones.every(isSure)), value: path };
  }
  if (of.length === 0 || of.some(({ known }) => known.is === 'known')) return undefined;
  return {
    ...place,
    value: undefined,
    sure: false,
    why: 'no field is like it',
    ...evidence(of.flatMap((one) => one.of)),
    others: [...new Set(of.flatMap(({ free }) => free))],
  };
}
/** Whether the rows of a call are one thing: an id of theirs is its own. */
const isAlone = (key: string) => things.filter((thing) => callsOf(thing).includes(key)).length === 1;
const reasons = {
  same: 'its name says the same',
  like: 'its name is like it',
  only: 'the only field of its type that is left',
};
const lineOf = (
  place: Pick<Proposal, 'part' | 'of' | 'key'>,
  ones: readonly Found[],
  best: Candidate,
  sure: boolean,
): Proposal => ({
  ...place,
  value: best.place.path,
  sure,
  why: reasons[best.likeness!],
  ...evidence(ones.flatMap(({ of }) => of)),
  examples: formsOf(best.place.values),
  others: [...new Set(ones.flatMap(({ candidates }) => candidates.map(({ place }) => place.path)))]
    .filter((path) => path !== best.place.path)
    .slice(0, 4),
});
function mostFrequent<T>(all: readonly T[], key: (one: T) => string): readonly [string, readonly T[]] {
  return [...groupedBy(all, key)].toSorted((a, b) => b[1].length - a[1].length)[0]!;
}

/** A field holds one fact: of several lines that name it, the surest stays, and of equal ones the first of the page. */
function withoutDoubles(proposals: readonly Proposal[]): readonly Proposal[] {
  const isSameField = (one: Proposal, other: Proposal) =>
    one.part === other.part && one.of === other.of && one.value === other.value;
  return proposals.flatMap((one, at) => {
    if (one.value === undefined) return [one];
    const isBetter = (other: Proposal, place: number) =>
      other !== one && isSameField(one, other) && (other.sure !== one.sure ? other.sure : place < at);
    if (!proposals.some(isBetter)) return [one];
    const [next, ...others] = one.others;
    return next === undefined ? [] : [{ ...one, value: next, sure: false, others }];
  });
}

/** The words of its status that no list has. */
function wordProposals(thing: Thing, calls: readonly ReturnType<typeof ofCall>[], mapOf: MapOf): readonly Proposal[] {
  const { status } = thing;
  if (!status) return [];
  const { list } = status;
  const seen = new Map<string, Observed[]>();
  for (const { rows, of, status: known, fields } of calls) {
    const path =
      known?.is === 'known'
        ? known.value
        : fields.find(({ declared }) => declared === status.at[0])?.candidates[0]?.place.path;
    const words = mapOf(of[0]!.call)?.words?.[status.at[0]!];
    if (
      path === undefined ||
      shareOfWords(
        list,
        rows.map((row) => valueAt(row, path)),
      ) === 0
    )
      continue;
    for (const row of rows) {
      const word = valueAt(row, path);
      if (
        !isScalar(word) ||
        !isWord(asText(word)) ||
        wordsOf(list).includes(spelled(list, asText(word))) ||
        wordBy(words, word) !== undefined
      )
        continue;
      seen.set(asText(word), [...(seen.get(asText(word)) ?? []), ...of]);
    }
  }
  if (seen.size > mostWords) return [];
  return [...seen].map(([word, of]) => {
    const meant = wordsLike(word, wordsOf(list));
    const close = meant.length > 0 ? undefined : suggest(word.replaceAll(/[ -]/g, '_'), wordsOf(list));
    const alike = close === undefined ? meant : [close];
    const why =
      meant.length > 0
        ? 'a word with the same meaning'
        : close
          ? 'a word that is spelled alike'
          : 'no word of the list is like it';
    return {
      part: 'things',
      of: thing.name,
      key: ['words', word],
      value: alike[0],
      sure: meant.length === 1,
      why,
      ...evidence([...new Set(of)]),
      others: alike.length > 0 ? alike.slice(1) : wordsOf(list),
    };
  });
}
/** Words of statuses with one meaning. */
const statusMeanings = `
finished completed complete done success succeeded successful
cancelled canceled void voided
failed fail failure
pending waiting queued submitted
expired timeout lapsed
used redeemed
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map((word) => word.replaceAll('_', '')));
function wordsLike(word: string, words: readonly string[]): readonly string[] {
  const fold = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const meanings = statusMeanings.filter((line) => line.includes(fold(word)));
  return words.filter((known) => meanings.some((line) => line.includes(fold(known))));
}
