// The health and metrics handlers of all services (platform 1.1).
import type { HandlerContext } from './context.js';
import { Bytes, view } from './handlers.js';
import { openedAt } from './rows.js';
import { countDueSteps } from './state-machine.js';

const showHealth = ({ call, now, state }: HandlerContext) => {
  const uptimeS = Math.max(0, Math.floor((now - openedAt({ state })) / 1000));
  return { status: 'ok', service: call.service, uptimeS };
};

/** The number of rows of each seeded kind. */
export function rowCounts({ state }: Pick<HandlerContext, 'state'>): Record<string, number> {
  const kinds = state.all<{ name: string; value: string }>(
    "SELECT name, value FROM meta WHERE name LIKE 'kind:%' AND value <> '' ORDER BY name",
  );
  const count = (table: string) => state.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)!.count;
  return Object.fromEntries(kinds.map(({ name, value }) => [name.slice('kind:'.length), count(value)]));
}

function showMetrics(context: HandlerContext): Bytes {
  const counts = [...context.requestCounts]
    .filter(([key]) => key.startsWith(`${context.call.service} `))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const requests = counts.map(([key, count]) => {
    const [, call, status] = key.split(' ');
    return `http_requests_total{call="${call}",status="${status}"} ${count}`;
  });
  const kinds = Object.entries(rowCounts(context)).map(([kind, count]) => `sandbox_rows{kind="${kind}"} ${count}`);
  const lines = [
    '# HELP http_requests_total Answers of this service since the process started.',
    '# TYPE http_requests_total counter',
    ...requests,
    '# HELP sandbox_rows Rows of each kind that the state file holds.',
    '# TYPE sandbox_rows gauge',
    ...kinds,
    '# HELP sandbox_due_rows Steps that wait for their time.',
    '# TYPE sandbox_due_rows gauge',
    `sandbox_due_rows ${countDueSteps(context.state)}`,
    '',
  ];
  return new Bytes(lines.join('\n'), 'text/plain; version=0.0.4; charset=utf-8');
}

export const health = { getMetrics: view(showMetrics), getHealth: view(showHealth) } as const;
