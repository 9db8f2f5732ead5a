// `until`: lets world time run until a row has a word, from one step that is due to the next, and not further.
import { text } from '../../services/catalogue/define.js';
import { day, iso, rateOfClock, setClock } from '../core/clock.js';
import { listeners, listening } from '../core/effects.js';
import { allMovingKinds, steppersNamed } from '../core/machines.js';
import { refuse } from '../core/refusal.js';
import { type Row, rowById } from '../core/rows.js';
import { catchUp, type Moving, type Steppers } from '../core/state-machine.js';
import { movingRow } from './scenarios.js';
import { type Controls, control, type Given } from './subject.js';

const longest = 365 * day;
const mostSteps = 10_000;

interface Loaded {
  readonly kinds: Awaited<ReturnType<typeof allMovingKinds>>;
  readonly steppers: Steppers;
}
/** Whatever may have a step: all is loaded first, so that one transaction can run through, and be undone as a whole. */
async function loadAll(): Promise<Loaded> {
  const kinds = await allMovingKinds();
  const hearing = [...new Set(Object.values(listeners).flat())].map((name) => `${listening}${name}`);
  return { kinds, steppers: await steppersNamed([...kinds.map(({ name }) => name), ...hearing]) };
}

function until({ reception, values, prepared: { kinds, steppers } }: Given<Loaded>): unknown {
  const { state, seed, now: start, wall } = reception;
  const { kind, row } = movingRow(reception, kinds, values.row as string);
  const word = values.word as string;
  const passed = (one: Row<Moving>) =>
    one.body.status === word || one.body.statusLog.slice(row.body.statusLog.length).some(({ status }) => status === word);
  let now = start;
  for (let found = row, steps = 0; !passed(found); steps++) {
    const due = state.get<{ at: number }>('SELECT at FROM due ORDER BY at, seq LIMIT 1');
    if (!due || due.at - start > longest || steps >= mostSteps) return refuse(422, never(found, word, due), 'NOT_REACHED');
    now = Math.max(now, due.at);
    catchUp({ state, seed, now }, steppers);
    found = rowById(reception, kind, row.id) ?? found;
  }
  if (now > start) setClock(state, now, wall, rateOfClock(state));
  const reached = rowById(reception, kind, row.id)!;
  return { now: iso(now), kind: kind.name, id: row.id, status: reached.body.status };
}

const never = ({ body, id }: Row<Moving>, word: string, due: unknown): string =>
  `${id} is ${body.status} and does not come to ${JSON.stringify(word.slice(0, 100))} by itself${due ? ' within a year' : ': nothing else is due'}. Nothing was moved.`;

export const timed: Controls = {
  until: control({ takes: { row: text(), word: text() }, before: loadAll, does: until }),
};
