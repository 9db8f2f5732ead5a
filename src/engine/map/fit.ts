// Compares the lines of a map with responses of today, and says which rule gives each value of a response.

import { returnsList } from '../../services/catalogue/define.js';
import { camel } from '../../services/command-line.js';
import { conditionOf, isMoneyBy, isOkBy, lacksZone, pathBy } from '../../services/decode/map.js';
import { wholeOf } from '../../services/decode/pages.js';
import { rowsIn } from '../../services/decode/rows.js';
import { foldName } from '../../services/fold-text.js';
import { asText, isRecord, valueAt } from '../../services/json-value.js';
import { rowsOfThing } from '../../things/decoded.js';
import { things } from '../../things/index.js';
import { callsOf, declaredPaths, type MapLine } from '../../things/map-file.js';
import { fieldsOf, groupedBy, isSuccess, keyOf, type MapOf, type Observed, placesIn, rowsOf } from './observed.js';
import { formsOf, moneyNames, timeUnit } from './propose-service.js';

/** `fits`, `misfit`: the responses have nothing of it; `unseen`: no response could tell. */
export interface FittedLine extends MapLine {
  readonly verdict: 'fits' | 'misfit' | 'unseen';
  /** The calls whose responses have nothing of a line that every one of them should have. */
  readonly not: readonly string[];
  readonly responses: number;
}

/** The keys of lines that each response of a call should have. */
const ofEach: ReadonlySet<string> = new Set('ok data id rows'.split(' '));

/** Each line of a map with its verdict. */
export function fitOf(lines: readonly MapLine[], observed: readonly Observed[], mapOf: MapOf): readonly FittedLine[] {
  return lines.map((line) => {
    const keys = line.part === 'things' ? callsOf(things.find(({ name }) => name === line.of)!) : [];
    const of = observed.filter(({ call }) =>
      line.part === 'services'
        ? call.service === line.of
        : line.part === 'calls'
          ? keyOf(call) === line.of
          : keys.includes(keyOf(call)),
    );
    const verdicts = of.map((one) => fits(line, one, mapOf));
    const verdict = verdicts.includes(true) ? 'fits' : verdicts.includes(false) ? 'misfit' : 'unseen';
    const byCall = groupedBy(
      of.map((one, at) => [keyOf(one.call), verdicts[at]] as const),
      ([call]) => call,
    );
    const isNone = (all: readonly (readonly [string, boolean | undefined])[]) =>
      all.some(([, fit]) => fit === false) && !all.some(([, fit]) => fit);
    const isOfEach = ofEach.has(line.key[0] ?? '');
    const not = isOfEach ? [...byCall].flatMap(([call, all]) => (isNone(all) ? [call] : [])) : [];
    return { ...line, verdict, not, responses: verdicts.filter((one) => one !== undefined).length };
  });
}

/** Whether a response has what a line says; undefined if it cannot tell. */
function fits({ of, key: [key = '', inner = ''], value }: MapLine, one: Observed, mapOf: MapOf): boolean | undefined {
  const map = mapOf(one.call);
  const isGood = isSuccess(one, map);
  const has = (path: string) => (isRecord(one.data) ? valueAt(one.data, path) !== undefined : false);
  if (key === 'ok')
    return one.status >= 200 && one.status < 300 ? isOkBy({ ok: conditionOf(value) }, one.data) === true : undefined;
  if (key === 'error') return isGood ? undefined : has(value);
  if (!isGood) return undefined;
  if (key === 'data') return has(value);
  if (key === 'rows') return Array.isArray(valueAt(one.data, value));
  if (key === 'total') return has(value) || undefined;
  const list = returnsList(one.call) ? rowsIn(one.data, map) : undefined;
  if (key === 'next')
    return (
      has(/(?:url|cursor|page|offset): ([^,]+)/.exec(value)![1]!) ||
      (list && wholeOf(list, one.headers).is === 'part' ? false : undefined)
    );
  const rows = bodies(one, map);
  if (key === 'money') {
    const objects = placesIn(rows).flatMap(({ values }) => values.filter(isRecord));
    return objects.some((object) => isMoneyBy(map?.money, object)) || (moneyNames([one]) ? false : undefined);
  }
  if (key === 'times') {
    const unit = timeUnit([one], mapOf)?.unit;
    return unit && unit === value;
  }
  if (key === 'zone') return placesIn(rows).some(({ values }) => values.some(lacksZone)) || undefined;
  if (rows.length === 0) return undefined;
  const valuesAt = (path: string) => rows.map((row) => valueAt(row, path)).filter((found) => found !== undefined);
  if (key !== 'words') return valuesAt(/^amount: ([^,]+)/.exec(value)?.[1] ?? value).length > 0;
  // a status that is spelled as the program writes it needs no word of the response
  const { at = ['status'] } = things.find(({ name }) => name === of)?.status ?? {};
  const words = at.flatMap((path) => valuesAt(pathBy(map, rows, path) ?? path).map((word) => foldName(asText(word))));
  return words.includes(foldName(inner)) || (words.includes(foldName(value)) ? false : undefined);
}
const bodies = (one: Observed, map: ReturnType<MapOf>) =>
  rowsOf(one.data, returnsList(one.call) ? undefined : 'record', map);

/** A value of a response, and the rule by which it is known. */
export interface KnownField {
  readonly of: string;
  readonly field: string;
  readonly path: string | undefined;
  readonly rule: string;
  readonly examples: readonly string[];
}
/** The fields of a response by their rules; those that nothing declares come last. */
export function knownFields(observed: readonly Observed[], mapOf: MapOf): readonly KnownField[] {
  const { call } = observed[0]!;
  const successes = observed.filter((one) => isSuccess(one, mapOf(call)));
  if (successes.length === 0) return [];
  const { map, isList, rows } = fieldsOf(successes, {}, mapOf);
  const places = placesIn(rows);
  const found: KnownField[] = [];
  const list = successes.map(({ data }) => rowsIn(data, map)).find((one) => one !== undefined);
  if (isList)
    found.push({
      of: 'response',
      field: 'rows',
      path: list?.at.join('.') || (list ? '.' : undefined),
      rule: list === undefined ? 'unknown' : map?.rows === list.at.join('.') ? 'map' : 'form',
      examples: [],
    });
  const taken = new Set<string>();
  for (const thing of things.filter((one) => callsOf(one).includes(keyOf(call)))) {
    const { ids = ['id'], status } = thing;
    const { fields } = fieldsOf(successes, { ...rowsOfThing(thing), isStatus: undefined }, mapOf);
    for (const field of declaredPaths(thing)) {
      const known = fields.path(field, ids.includes(field) ? 'id' : status?.at.includes(field) ? 'status' : undefined);
      if (known.is === 'known') taken.add(known.value);
      const shown = thing.fields?.some(({ path }) => path === field) || ids[0] === field || status?.at[0] === field;
      if (known.is === 'unknown' && !shown) continue;
      const values = known.is === 'known' ? (places.find(({ path }) => path === known.value)?.values ?? []) : [];
      found.push({
        of: thing.name,
        field,
        path: known.is === 'known' ? known.value : undefined,
        rule: known.is === 'known' ? known.by : 'unknown',
        examples: formsOf(values),
      });
    }
  }
  for (const { path, values } of places)
    if (!taken.has(path) && !values.some(isRecord))
      found.push({ of: 'other', field: camel(path), path, rule: 'as sent', examples: formsOf(values) });
  return found;
}
