// Scenarios: which there are, which wait for the next rows of their kind, and another course for a row that is under way.
import { boolean, optional, text } from '../../services/catalogue/define.js';
import type { Running } from '../core/dispatch.js';
import { allMovingKinds } from '../core/machines.js';
import { refuse } from '../core/refusal.js';
import { type Row, rowById, saveRow } from '../core/rows.js';
import { type Armed, arm, armed, named } from '../core/scenarios.js';
import { type Moving, type MovingKind, schedule } from '../core/state-machine.js';
import type { Reception } from '../core/world.js';
import { personOf } from './people.js';
import { type Controls, control, type Given } from './subject.js';

type Kinds = readonly MovingKind<Moving>[];
const movingKinds = (_running: Running): Promise<Kinds> => allMovingKinds();

/** A row that a person names, as `ride:ID` or by its id alone. @throws {Refusal} */
export function movingRow(reception: Reception, kinds: Kinds, given: string): { kind: MovingKind<Moving>; row: Row<Moving> } {
  const [, of, id = ''] = /^(?:([\w-]+):)?(.+)$/.exec(given) ?? [];
  const meant = kinds.filter(({ name }) => of === undefined || name === of);
  if (meant.length === 0)
    refuse(404, `Nothing called ${of} moves by itself: there are ${kinds.map(({ name }) => name).join(', ')}.`, 'NOT_FOUND_KIND');
  for (const kind of meant) {
    const row = rowById(reception, kind, id);
    if (row) return { kind, row };
  }
  return refuse(404, `No ${meant.map(({ name }) => name).join(', ')} has the id ${JSON.stringify(id.slice(0, 100))}.`, 'NOT_FOUND_ROW');
}

interface Asked {
  readonly name?: string;
  readonly user?: string;
  readonly times?: string;
  readonly off?: boolean;
  readonly id?: string;
}

function scenario({ reception, values, prepared }: Given<Kinds>): unknown {
  const { name, id, off } = values as Asked;
  if (id !== undefined)
    return reroute(reception, prepared, id, name ?? refuse(400, 'name is missing: the scenario to follow.', 'INVALID_REQUEST'));
  if (off) return disarm(reception, prepared, name);
  return name === undefined ? list(reception, prepared) : armNext(reception, prepared, { ...(values as Asked), name });
}

const list = (reception: Reception, kinds: Kinds): unknown =>
  kinds.flatMap(({ name: kind, word, scenarios = {} }) =>
    Object.entries(scenarios).map(([name, leads]) => ({
      scenario: `${word}: ${name}`,
      kind,
      leads,
      armed: armed(reception)
        .filter((one) => one.kind === kind && one.name === name)
        .map((one) => showArmed(reception, one)),
    })),
  );
const showArmed = (reception: Reception, { userId, left }: Armed) => ({
  times: left ?? 'always',
  ...(userId !== undefined && { user: personOf(reception, userId).body.handle ?? userId }),
});

function armNext(reception: Reception, kinds: Kinds, { name, user, times = '1' }: Asked & { name: string }): unknown {
  const found = named(kinds, name);
  if (times !== 'always' && !/^[1-9]\d{0,5}$/.test(times))
    refuse(400, `times must be a whole number from 1 on, or always, not ${JSON.stringify(times)}.`, 'INVALID_REQUEST');
  const userId = user === undefined ? {} : { userId: personOf(reception, user).id };
  const more = found.map(
    ({ kind, name: own }): Armed => ({ kind: kind.name, name: own, ...userId, ...(times !== 'always' && { left: Number(times) }) }),
  );
  arm(reception, [...armed(reception), ...more]);
  return {
    scenario: name,
    kinds: found.map(({ kind }) => kind.name),
    times: times === 'always' ? times : Number(times),
    ...(user && { user }),
  };
}

function disarm(reception: Reception, kinds: Kinds, name: string | undefined): unknown {
  const all = armed(reception);
  const off = name === undefined ? undefined : named(kinds, name);
  const left = off === undefined ? [] : all.filter((one) => !off.some(({ kind, name: own }) => kind.name === one.kind && own === one.name));
  arm(reception, left);
  return { disarmed: all.length - left.length };
}

/** Sends a row that is under way on another course, from its state on. */
function reroute(reception: Reception, kinds: Kinds, id: string, name: string): unknown {
  const { kind, row } = movingRow(reception, kinds, id);
  const [found] = named([kind], name);
  const changed = saveRow(reception, kind, row, { ...row.body, scenario: found!.name });
  schedule(reception, kind, changed);
  const next = reception.state.get<{ word: string; at: number }>('SELECT word, at FROM due WHERE kind = ? AND id = ?', kind.name, row.id);
  return {
    kind: kind.name,
    id: row.id,
    status: row.body.status,
    scenario: found!.name,
    next: next ? { word: next.word, at: new Date(next.at).toISOString() } : null,
  };
}

export const staged: Controls = {
  scenario: control({
    takes: { name: optional(text()), user: optional(text()), times: optional(text()), off: optional(boolean()), id: optional(text()) },
    before: movingKinds,
    does: scenario,
  }),
};
