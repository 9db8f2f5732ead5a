// Checks that the world of a sandbox agrees with itself: its accounts and times, its due steps, every row of every kind, and its stories.
import { type Context, worldTime } from '../../../sandbox/core/context.js';
import { listenerPrefix } from '../../../sandbox/core/events.js';
import { loadAllHandlers } from '../../../sandbox/core/handlers.js';
import { type Kind, rowById, rows } from '../../../sandbox/core/rows.js';
import type { SandboxRuntime } from '../../../sandbox/core/runtime.js';
import { describeShape } from '../../../sandbox/core/shapes/describe.js';
import type { State } from '../../../sandbox/core/state.js';
import type { MachineBody, StateMachine } from '../../../sandbox/core/state-machine.js';
import { user } from '../../../sandbox/domains/people/user.js';
import { catchUp, loadService } from '../../../sandbox/service/dispatch.js';
import { loadStateMachines } from '../../../sandbox/service/machine-registry.js';
import { auditWorld } from '../../../sandbox/tests/audit.js';
import { catalogue, serviceNames } from '../../../src/services/catalogue/index.js';
import { storyFindings } from './stories.js';

/** An inconsistency. */
export interface Finding {
  readonly about: 'audit' | 'due' | 'row' | 'word' | 'story';
  /** The row or kind that it is about. */
  readonly what: string;
  readonly why: string;
}
type AnyKind = Kind<Readonly<Record<string, unknown>>>;

/** Checks the world after every step that is due by now. It reads every kind, which seeds it. */
export async function checkWorld(runtime: SandboxRuntime): Promise<{ findings: readonly Finding[]; rows: number }> {
  const moving = loadStateMachines();
  const known = await kindsWithWords(runtime);
  for (const kind of moving)
    if (!known.has(kind.name)) known.set(kind.name, { kind: kind as unknown as AnyKind, words: [] });
  const { state, seed, settings } = runtime;
  const now = () => ({ state, seed, now: worldTime(state, settings.wall()) });
  const read = (context = now()) => [...known.values()].map((one) => ({ ...one, rows: readRows(context, one.kind) }));
  state.write(() => read()); // which seeds the kinds that nobody has read yet
  await catchUp(runtime, false, () => undefined);
  return state.write(() => {
    const context = now();
    const all = read(context);
    const seen = all.flatMap((one) => one.rows.flatMap((row) => rowFindings(context, one.kind, one.words, row)));
    const audited = auditWorld(state, settings.wall()).map((why): Finding => ({ about: 'audit', what: '', why }));
    const own = [...audited, ...dueFindings(context, moving), ...unreadableRows(state), ...seen];
    const kinds = all.map(({ kind }) => kind);
    const findings = own.length > 0 ? own : storyFindings(context, kinds, moving); // stories need readable rows
    return { findings, rows: all.reduce((sum, one) => sum + one.rows.length, 0) };
  });
}

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

/** Every due step moves a row of a kind that there is. */
function dueFindings(context: Context, moving: readonly StateMachine<MachineBody>[]): readonly Finding[] {
  const kinds = new Map(moving.map((kind) => [kind.name, kind]));
  const due = context.state.all<{ kind: string; id: string; word: string }>('SELECT kind, id, word FROM due');
  return due.flatMap(({ kind: name, id, word }): Finding[] => {
    const kind = kinds.get(name);
    return name.startsWith(listenerPrefix) || (kind && rowById(context, kind, id))
      ? []
      : [{ about: 'due', what: `${name}:${id}`, why: `${word} is due for ${kind ? 'no row' : 'no kind'}` }];
  });
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

/** Checks that a row can be shown, has an existing owner and a status of its list. */
function rowFindings(
  context: Context,
  kind: AnyKind,
  words: readonly string[],
  row: ReturnType<typeof rows<Readonly<Record<string, unknown>>>>[number],
): readonly Finding[] {
  const what = `${kind.name}:${row.id}`;
  const { status } = row.body;
  const wrong = words.length > 0 && typeof status === 'string' && !words.includes(status);
  const isOwned = kind.owned && row.owner !== null && /^[0-9a-f]{8}-/.test(row.owner);
  const unshown = errorOf(() => kind.show(row, context));
  return [
    ...(wrong
      ? [{ about: 'word' as const, what, why: `${JSON.stringify(status)} is not one of ${words.join(', ')}` }]
      : []),
    ...(isOwned && !rowById(context, user, row.owner!)
      ? [{ about: 'row' as const, what, why: `belongs to ${row.owner}, whom there is not` }]
      : []),
    ...(unshown === undefined ? [] : [{ about: 'row' as const, what, why: `cannot be shown: ${unshown}` }]),
  ];
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
