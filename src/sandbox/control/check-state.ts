// Checks the state file itself: the ledger, the steps that are due, every row of every kind.

import { catalogue, serviceNames } from '../../services/catalogue/index.js';
import { worldTime } from '../core/clock.js';
import { load, type Running } from '../core/dispatch.js';
import { listening } from '../core/effects.js';
import { allLines } from '../core/handlers.js';
import { allMovingKinds } from '../core/machines.js';
import { type Kind, rowById, rows } from '../core/rows.js';
import { describeShape } from '../core/shapes/describe.js';
import type { State } from '../core/state.js';
import type { Moving, MovingKind } from '../core/state-machine.js';
import type { Moment } from '../core/world.js';
import { faultsOfLedger } from '../domains/balances/ledger.js';
import { user } from '../domains/people/user.js';
import type { Checked, Finding } from './check.js';

type AnyKind = Kind<Readonly<Record<string, unknown>>>;

/** What is wrong with the state file. */
export async function stateFindings(running: Running): Promise<Checked> {
  const moving = await allMovingKinds();
  const known = await kindsWithWords(running);
  for (const kind of moving) if (!known.has(kind.name)) known.set(kind.name, { kind: kind as unknown as AnyKind, words: [] });
  const { state, seed, settings } = running;
  return state.write(() => {
    const moment = { state, seed, now: worldTime(state, settings.wall()) };
    const made = [...known.values()].filter(({ kind }) => state.meta(`kind:${kind.name}`) !== undefined);
    const seen = made.map(({ kind, words }) => rowFindings(moment, kind, words));
    const due = dueFindings(moment, moving);
    const findings = [...ledgerFindings(state), ...due.findings, ...unreadable(state), ...seen.flatMap((one) => one.findings)];
    const counts = { units: count(state, 'SELECT count(DISTINCT unit) AS count FROM holding'), due: due.count };
    return { findings, checked: { ...counts, kinds: made.length, rows: seen.reduce((sum, one) => sum + one.count, 0) } };
  });
}

const count = (state: State, sql: string): number => state.get<{ count: number }>(sql)!.count;

/** The kinds that the services answer from, each with the words that the shapes of its reads promise of `status`. */
async function kindsWithWords(running: Running): Promise<Map<string, { kind: AnyKind; words: readonly string[] }>> {
  const found = new Map<string, { kind: AnyKind; words: readonly string[] }>();
  for (const name of serviceNames) {
    const [{ calls }, loaded] = await Promise.all([catalogue(name), load(running, name)]);
    const lines = await allLines(loaded.lines);
    for (const call of Object.values(calls)) {
      const kind = lines.get(call.name)?.kind as unknown as AnyKind | undefined;
      if (!kind) continue;
      const words = call.method === 'GET' ? await statusWords(name, call.name) : [];
      found.set(kind.name, { kind, words: [...new Set([...(found.get(kind.name)?.words ?? []), ...words])] });
    }
  }
  return found;
}

async function statusWords(service: string, call: string): Promise<readonly string[]> {
  const { fields } = await describeShape(service, call);
  return fields.filter(({ path }) => /(^|\]\.)status$/.test(path)).flatMap(({ words = [] }) => words.map(String));
}

function ledgerFindings(state: State): readonly Finding[] {
  const broken = faultsOfLedger({ state }).map(
    (what): Finding => ({ about: 'ledger', what, why: 'does not sum to nothing, or is below it' }),
  );
  const sums = new Map<string, bigint>();
  const of = ({ account, unit }: { account: string; unit: string }) => `${account} ${unit}`;
  for (const one of state.all<{ account: string; unit: string; amount: string }>('SELECT account, unit, amount FROM posting'))
    sums.set(of(one), (sums.get(of(one)) ?? 0n) + BigInt(one.amount));
  const held = state.all<{ account: string; unit: string; amount: string }>('SELECT account, unit, amount FROM holding');
  const differing = held.filter((one) => (sums.get(of(one)) ?? 0n) !== BigInt(one.amount));
  return [...broken, ...differing.map((one): Finding => ({ about: 'ledger', what: of(one), why: 'does not hold what was posted to it' }))];
}

function dueFindings(moment: Moment, moving: readonly MovingKind<Moving>[]): { findings: readonly Finding[]; count: number } {
  const kinds = new Map(moving.map((kind) => [kind.name, kind]));
  const due = moment.state.all<{ kind: string; id: string; word: string; at: number }>('SELECT kind, id, word, at FROM due');
  const findings = due.flatMap(({ kind: name, id, word }): Finding[] => {
    if (name.startsWith(listening)) return [];
    const kind = kinds.get(name);
    const why = kind
      ? rowById(moment, kind, id)
        ? undefined
        : `${word} is due for a row that there is not`
      : 'is due and moves nothing that there is';
    return why === undefined ? [] : [{ about: 'due', what: `${name}:${id}`, why }];
  });
  return { findings, count: due.length };
}

/** Rows whose body is no JSON object, of every table there is. */
function unreadable(state: State): readonly Finding[] {
  const tables = state.all<{ value: string }>("SELECT DISTINCT value FROM meta WHERE name LIKE 'kind:%' AND value <> ''");
  const broken = ({ value: table }: { value: string }) =>
    state
      .all<{ id: string }>(`SELECT id FROM ${table} WHERE NOT json_valid(body) OR json_type(body) <> 'object'`)
      .map(({ id }): Finding => ({ about: 'row', what: `${table}:${id}`, why: 'has a body that is no JSON object' }));
  return tables.flatMap(broken);
}

/** Whether every row of a kind can be shown, has an owner who is there, and a word of its list. */
function rowFindings(moment: Moment, kind: AnyKind, words: readonly string[]): { findings: readonly Finding[]; count: number } {
  const all = readable(moment, kind);
  const findings = all.flatMap((row): Finding[] => {
    const what = `${kind.name}:${row.id}`;
    const { status } = row.body;
    const wrong = words.length > 0 && typeof status === 'string' && !words.includes(status);
    const orphan = kind.owned && row.owner !== null && /^[0-9a-f]{8}-/.test(row.owner) && !rowById(moment, user, row.owner);
    const unshown = whyNot(() => kind.show(row, moment));
    return [
      ...(wrong ? [{ about: 'word' as const, what, why: `${JSON.stringify(status)} is not one of ${words.join(', ')}` }] : []),
      ...(orphan ? [{ about: 'row' as const, what, why: `belongs to ${row.owner}, whom there is not` }] : []),
      ...(unshown === undefined ? [] : [{ about: 'row' as const, what, why: `cannot be shown: ${unshown}` }]),
    ];
  });
  return { findings, count: all.length };
}

/** Rows that cannot be read are told of by `unreadable`. */
function readable(moment: Moment, kind: AnyKind) {
  try {
    return rows(moment, kind);
  } catch {
    return [];
  }
}

function whyNot(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
