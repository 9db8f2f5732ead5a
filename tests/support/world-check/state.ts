// Checks the state file: the ledger, the due steps and every row of every kind.

import { type Context, worldTime } from '../../../sandbox/core/context.js';
import { listenerPrefix } from '../../../sandbox/core/events.js';
import { loadAllHandlers } from '../../../sandbox/core/handlers.js';
import { type Kind, rowById, rows } from '../../../sandbox/core/rows.js';
import type { SandboxRuntime } from '../../../sandbox/core/runtime.js';
import { describeShape } from '../../../sandbox/core/shapes/describe.js';
import type { State } from '../../../sandbox/core/state.js';
import type { MachineBody, StateMachine } from '../../../sandbox/core/state-machine.js';
import { user } from '../../../sandbox/domains/people/user.js';
import { loadService } from '../../../sandbox/service/dispatch.js';
import { loadStateMachines } from '../../../sandbox/service/machine-registry.js';
import { catalogue, serviceNames } from '../../../src/services/catalogue/index.js';
import { ledgerViolations } from '../ledger.js';
import type { CheckResult, Finding } from './check-world.js';
import { storyFindings } from './stories.js';

type AnyKind = Kind<Readonly<Record<string, unknown>>>;

/** Finds inconsistencies of the state file. */
export async function stateFindings(runtime: SandboxRuntime): Promise<CheckResult> {
  const moving = loadStateMachines();
  const known = await kindsWithWords(runtime);
  for (const kind of moving)
    if (!known.has(kind.name)) known.set(kind.name, { kind: kind as unknown as AnyKind, words: [] });
  const { state, seed, settings } = runtime;
  return state.write(() => {
    const context = { state, seed, now: worldTime(state, settings.wall()) };
    const seeded = [...known.values()].filter(({ kind }) => state.meta(`kind:${kind.name}`) !== undefined);
    const seen = seeded.map(({ kind, words }) => rowFindings(context, kind, words));
    const due = dueFindings(context, moving);
    const own = [...ledgerFindings(state), ...due.findings, ...unreadableRows(state)];
    const findings = [...own, ...seen.flatMap((one) => one.findings)];
    const stories =
      findings.length > 0
        ? []
        : storyFindings(
            context,
            seeded.map(({ kind }) => kind),
            moving,
          ); // they need readable rows
    const counts = { units: count(state, 'SELECT count(DISTINCT unit) AS count FROM holding'), due: due.count };
    return {
      findings: [...findings, ...stories],
      checked: { ...counts, kinds: seeded.length, rows: seen.reduce((sum, one) => sum + one.count, 0) },
    };
  });
}

const count = (state: State, sql: string): number => state.get<{ count: number }>(sql)!.count;

/** The kinds that the services read, each with the `status` words of the shapes of its reads. */
async function kindsWithWords(
  runtime: SandboxRuntime,
): Promise<Map<string, { kind: AnyKind; words: readonly string[] }>> {
  const found = new Map<string, { kind: AnyKind; words: readonly string[] }>();
  for (const name of serviceNames) {
    const [{ calls }, loaded] = await Promise.all([catalogue(name), loadService(runtime, name)]);
    const lines = await loadAllHandlers(loaded.handlers);
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
  const broken = ledgerViolations({ state }).map(
    (what): Finding => ({ about: 'ledger', what, why: 'does not sum to nothing, or is below it' }),
  );
  const sums = new Map<string, bigint>();
  const balanceKey = ({ account, unit }: { account: string; unit: string }) => `${account} ${unit}`;
  for (const one of state.all<{ account: string; unit: string; amount: string }>(
    'SELECT account, unit, amount FROM posting',
  ))
    sums.set(balanceKey(one), (sums.get(balanceKey(one)) ?? 0n) + BigInt(one.amount));
  const balances = state.all<{ account: string; unit: string; amount: string }>(
    'SELECT account, unit, amount FROM holding',
  );
  const differing = balances.filter((one) => (sums.get(balanceKey(one)) ?? 0n) !== BigInt(one.amount));
  return [
    ...broken,
    ...differing.map(
      (one): Finding => ({ about: 'ledger', what: balanceKey(one), why: 'does not hold what was posted to it' }),
    ),
  ];
}

function dueFindings(
  context: Context,
  moving: readonly StateMachine<MachineBody>[],
): { findings: readonly Finding[]; count: number } {
  const kinds = new Map(moving.map((kind) => [kind.name, kind]));
  const due = context.state.all<{ kind: string; id: string; word: string; at: number }>(
    'SELECT kind, id, word, at FROM due',
  );
  const findings = due.flatMap(({ kind: name, id, word }): Finding[] => {
    if (name.startsWith(listenerPrefix)) return [];
    const kind = kinds.get(name);
    const why = kind
      ? rowById(context, kind, id)
        ? undefined
        : `${word} is due for a row that there is not`
      : 'is due and moves nothing that there is';
    return why === undefined ? [] : [{ about: 'due', what: `${name}:${id}`, why }];
  });
  return { findings, count: due.length };
}

/** Finds rows with a body that is not a JSON object. */
function unreadableRows(state: State): readonly Finding[] {
  const tables = state.all<{ value: string }>(
    "SELECT DISTINCT value FROM meta WHERE name LIKE 'kind:%' AND value <> ''",
  );
  const broken = ({ value: table }: { value: string }) =>
    state
      .all<{ id: string }>(`SELECT id FROM ${table} WHERE NOT json_valid(body) OR json_type(body) <> 'object'`)
      .map(({ id }): Finding => ({ about: 'row', what: `${table}:${id}`, why: 'has a body that is no JSON object' }));
  return tables.flatMap(broken);
}

/** Checks that every row of a kind can be shown, has an existing owner and a status of its list. */
function rowFindings(
  context: Context,
  kind: AnyKind,
  words: readonly string[],
): { findings: readonly Finding[]; count: number } {
  const all = readRows(context, kind);
  const findings = all.flatMap((row): Finding[] => {
    const what = `${kind.name}:${row.id}`;
    const { status } = row.body;
    const wrong = words.length > 0 && typeof status === 'string' && !words.includes(status);
    const orphan =
      kind.owned && row.owner !== null && /^[0-9a-f]{8}-/.test(row.owner) && !rowById(context, user, row.owner);
    const unshown = errorOf(() => kind.show(row, context));
    return [
      ...(wrong
        ? [{ about: 'word' as const, what, why: `${JSON.stringify(status)} is not one of ${words.join(', ')}` }]
        : []),
      ...(orphan ? [{ about: 'row' as const, what, why: `belongs to ${row.owner}, whom there is not` }] : []),
      ...(unshown === undefined ? [] : [{ about: 'row' as const, what, why: `cannot be shown: ${unshown}` }]),
    ];
  });
  return { findings, count: all.length };
}

/** The rows of a kind. `unreadableRows` reports those that cannot be read. */
function readRows(context: Context, kind: AnyKind) {
  try {
    return rows(context, kind);
  } catch {
    return [];
  }
}

function errorOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
