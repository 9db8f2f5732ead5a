// Differences of two responses to one read: rows added and removed, and changed fields with their paths.

import {
  asText,
  compact,
  isDecimal,
  isNothing,
  isNumeric,
  isRecord,
  isScalar,
  type Row,
} from '../../services/json-value.js';
import { namesAmount } from '../../text/column.js';
import { sameValue } from '../../text/compare-decimal.js';
import { keyOf } from '../../text/row-keys.js';
import { type Moment, saysWhenRead, timeOf } from './moments.js';
import { identityOf, pairsOf, rowIn } from './pairs.js';
import { elementsOf, fieldOf, listUnder, nothing, type Seen, type SeenResponse } from './seen.js';

/** A difference. `id` is null in a record, `path` for a whole row. */
export interface Difference {
  readonly change: 'added' | 'removed' | 'changed';
  readonly id: string | null;
  readonly path: string | null;
  readonly before: unknown;
  readonly after: unknown;
}
export interface Comparison {
  /** The paths that identify the rows, if the command or its thing says so. */
  readonly key?: readonly string[];
  /** Whether a field of this path is an amount: its decimal texts compare as numbers. */
  readonly isAmount: (path: string) => boolean;
  /** When each response was read; undefined if that is not known. */
  readonly moments: readonly [before: Moment | undefined, after: Moment | undefined];
  /** Whether personal data of the result are masked. */
  readonly isMasked: boolean;
  /** Picks the compared fields. */
  readonly pick?: (value: unknown) => unknown;
}

/** The two are of different kinds: one is a list, the other a record. */
export class OtherKind extends Error {}

/** The differences of two responses; empty if they are the same. @throws {OtherKind} */
export function differencesOf(first: SeenResponse, second: SeenResponse, comparing: Comparison): readonly Difference[] {
  const before = listUnder(first, second.field) ?? first;
  const after = listUnder(second, first.field) ?? second;
  if ((before.rows === undefined) !== (after.rows === undefined)) throw new OtherKind();
  const walk = new Walk(comparing);
  if (before.rows === undefined || after.rows === undefined) return walk.record(before, after);
  const rows = walk.rows(before.rows, after.rows);
  const areWrapped = before.field !== undefined && before.field === after.field && comparing.pick === undefined;
  return areWrapped ? [...walk.around(before, after, before.field), ...rows] : rows;
}

/** Fields beside a list that help to read on, and do not describe its rows. */
const readsOn = /^(has(More|Next|NextPage|Prev|Previous)|(next|prev|previous)\w*|cursor|\w*(Cursor|PageToken))$/i;

interface FieldChange {
  readonly path: string;
  readonly before: Seen;
  readonly after: Seen;
}

class Walk {
  readonly #of: Comparison;
  constructor(of: Comparison) {
    this.#of = of;
  }

  record(before: Seen, after: Seen): readonly Difference[] {
    return this.#fields('', this.#picked(before), this.#picked(after)).map((change) => this.#changed(null, change));
  }

  /** The fields beside the list of a response. */
  around(before: Seen, after: Seen, list: string): readonly Difference[] {
    const without = (value: unknown) =>
      Object.fromEntries(Object.entries(value as Row).filter(([name]) => name !== list && !readsOn.test(name)));
    const beside = ({ whole, masked }: Seen): Seen => ({ whole: without(whole), masked: without(masked) });
    return this.#fields('', beside(before), beside(after)).map((change) => this.#changed(null, change));
  }

  rows(before: readonly Seen[], after: readonly Seen[]): readonly Difference[] {
    const isMaskedList = before.some(({ whole }) => compact(whole).includes(mask));
    const { pairs, paths } = pairsOf(before, after, this.#of.key, {
      namedOf: ({ whole, masked }, side) => rowIn(isMaskedList && side === 1 ? masked : whole),
      textOf: (seen) => this.#canonical(isMaskedList ? seen.masked : seen.whole),
    });
    const idOf = (seen: Seen) => (paths && keyOf(rowIn(this.#shown(seen)), paths)) ?? null;
    return pairs.flatMap((pair): readonly Difference[] => {
      const id = idOf((pair.after ?? pair.before)!);
      const whole = { id, path: null, before: null, after: null } as const;
      const show = (seen: Seen) => this.#shown(this.#picked(seen));
      if (pair.before === undefined) return [{ change: 'added', ...whole, after: show(pair.after!) }];
      if (pair.after === undefined) return [{ change: 'removed', ...whole, before: show(pair.before) }];
      const changes = this.#fields('', this.#picked(pair.before), this.#picked(pair.after));
      return changes.map((change) => this.#changed(id, change));
    });
  }

  #changed(id: string | null, { path, before, after }: FieldChange): Difference {
    const [was, is] = [before, after].map((seen) => this.#shown(seen) ?? null);
    return { change: 'changed', id, path: path === '' ? null : path, before: was, after: is };
  }
  #shown = ({ whole, masked }: Seen): unknown => (this.#of.isMasked ? masked : whole);
  #picked = (seen: Seen): Seen =>
    this.#of.pick === undefined ? seen : { whole: this.#of.pick(seen.whole), masked: this.#of.pick(seen.masked) };

  /** The fields below a path that differ. */
  #fields(path: string, before: Seen, after: Seen): readonly FieldChange[] {
    if (isRecord(before.whole) && isRecord(after.whole)) return this.#inRecord(path, before, after);
    const areLists = Array.isArray(before.whole) && Array.isArray(after.whole);
    if (areLists && [before, after].some(hasRecords)) return this.#inList(path, elementsOf(before), elementsOf(after));
    return this.#isSame(path, before, after) ? [] : [{ path, before, after }];
  }

  #inRecord(path: string, before: Seen, after: Seen): readonly FieldChange[] {
    const names = [...new Set([before, after].flatMap(({ whole }) => Object.keys(whole as Row)))];
    const fields = names.map((name) => ({ name, was: fieldOf(before, name), is: fieldOf(after, name) }));
    const ofRead = fields.filter(({ name, was, is }) => saysWhenRead(name, [was.whole, is.whole], this.#of.moments));
    const steps = new Set(ofRead.map(({ was, is }) => step(was.whole, is.whole)));
    return fields
      .filter((field) => !ofRead.includes(field) && !steps.has(step(field.was.whole, field.is.whole) ?? 0))
      .flatMap(({ name, was, is }) => this.#fields(path === '' ? name : `${path}.${name}`, was, is));
  }

  /** The elements of a list inside a row: by their identity, else by their position. */
  #inList(path: string, before: readonly Seen[], after: readonly Seen[]): readonly FieldChange[] {
    const lists = [before, after].map((list) => list.map(({ whole }) => rowIn(whole)));
    const areRecords = [...before, ...after].every(({ whole }) => isRecord(whole));
    const [name] = (areRecords && identityOf(lists, undefined)) || [];
    if (name === undefined)
      return (before.length > after.length ? before : after).flatMap((_, at) =>
        this.#fields(`${path}[${at}]`, before[at] ?? nothing, after[at] ?? nothing),
      );
    const keyed = (list: readonly Seen[]) =>
      new Map(list.map((seen) => [keyOf(seen.whole as Row, [name])!, seen] as const));
    const [old, now] = [keyed(before), keyed(after)];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
      const keyText = keyOf(rowIn(this.#shown((now.get(key) ?? old.get(key))!)), [name]);
      return this.#fields(`${path}[${name}=${keyText}]`, old.get(key) ?? nothing, now.get(key) ?? nothing);
    });
  }

  #isSame(path: string, before: Seen, after: Seen): boolean {
    const [one, other] = [before.whole, after.whole];
    if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
    if (Array.isArray(one) && Array.isArray(other)) {
      const [old, now] = [elementsOf(before), elementsOf(after)];
      return old.length === now.length && old.every((element, at) => this.#isSame(path, element, now[at]!));
    }
    if (!isScalar(one) || !isScalar(other)) return compact(one) === compact(other);
    const [text, otherText] = [asText(one), asText(other)];
    const areNumbers = isNumeric(one) && isNumeric(other);
    const areAmounts = isDecimal(text) && isDecimal(otherText) && this.#of.isAmount(path);
    if (areNumbers || areAmounts) return sameValue(text) === sameValue(otherText);
    return one === other || (text.includes(mask) && text === asText(after.masked));
  }

  /** A text that is equal for equal values: without missing fields, in one order of fields, numbers by their value. */
  #canonical(value: unknown): string {
    if (isNumeric(value)) return sameValue(String(value));
    if (Array.isArray(value)) return `[${value.map((element) => this.#canonical(element)).join(',')}]`;
    if (!isRecord(value)) return compact(value);
    const fields = Object.keys(value)
      .filter((name) => !isNothing(value[name]))
      .filter((name) => !saysWhenRead(name, [value[name], value[name]], this.#of.moments))
      .sort();
    return `{${fields.map((name) => `${JSON.stringify(name)}:${this.#canonical(value[name])}`).join(',')}}`;
  }
}

/** The sign of a masked text. */
const mask = '••';
const hasRecords = ({ whole }: Seen): boolean =>
  Array.isArray(whole) && whole.some((element) => isRecord(element) || Array.isArray(element));
/** How far a time has moved, milliseconds; undefined if it has not moved, or is not a time. */
function step(before: unknown, after: unknown): number | undefined {
  const [from, to] = [timeOf(before), timeOf(after)];
  return from === undefined || to === undefined || from === to ? undefined : to - from;
}

/** Whether a path is an amount: by a column of the command, else by the name of its field. */
export const amountsOf =
  (declared: ReadonlySet<string>) =>
  (path: string): boolean =>
    declared.has(path) || namesAmount(path.slice(path.lastIndexOf('.') + 1).replace(/\[.*$/, ''));
