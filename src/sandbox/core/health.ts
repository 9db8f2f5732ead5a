// Health and metrics: two functions for fifteen services (SPEC.md section 7).

import { view } from './handlers.js';
import { PlainText } from './reply.js';
import { dueRows } from './state-machine.js';
import type { World } from './world.js';

const health = ({ call, now, state }: World) => {
  const uptimeS = Math.max(0, Math.floor((now - Number(state.meta('seededAt'))) / 1000));
  return { status: 'ok', service: call.service, uptimeS };
};

/** The rows of every kind that has been made so far. */
export function rowCounts({ state }: Pick<World, 'state'>): Record<string, number> {
  const kinds = state.all<{ name: string; value: string }>(
    "SELECT name, value FROM meta WHERE name LIKE 'kind:%' AND value <> '' ORDER BY name",
  );
  const count = (table: string) => state.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)!.count;
  return Object.fromEntries(kinds.map(({ name, value }) => [name.slice('kind:'.length), count(value)]));
}

/** Prometheus' text format, version 0.0.4. */
function metrics(world: World): PlainText {
  const own = [...world.counts].filter(([key]) => key.startsWith(`${world.call.service} `)).sort(([a], [b]) => (a < b ? -1 : 1));
  const requests = own.map(([key, count]) => {
    const [, call, status] = key.split(' ');
    return `http_requests_total{call="${call}",status="${status}"} ${count}`;
  });
  const kinds = Object.entries(rowCounts(world)).map(([kind, count]) => `sandbox_rows{kind="${kind}"} ${count}`);
  const lines = [
    '# HELP http_requests_total Answers of this service since the process started.',
    '# TYPE http_requests_total counter',
    ...requests,
    '# HELP sandbox_rows Rows of each kind that the state file holds.',
    '# TYPE sandbox_rows gauge',
    ...kinds,
    '# HELP sandbox_due_rows Steps that wait for their time.',
    '# TYPE sandbox_due_rows gauge',
    `sandbox_due_rows ${dueRows(world.state)}`,
    '',
  ];
  return new PlainText(lines.join('\n'), 'text/plain; version=0.0.4; charset=utf-8');
}

/** The two calls that every service has. */
export const vitals = { getMetrics: view(metrics), getHealth: view(health) } as const;
