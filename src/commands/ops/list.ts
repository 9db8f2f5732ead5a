// `tuk ops list`: the operations of the ledger as a person would write them, and their sums by unit.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Operation } from '../../money/ledger.js';
import { isUnfinished, progressOf } from '../../money/operation-status.js';
import type { Column } from '../../ui/format/column.js';
import { withLedger } from './operation.js';

/** The columns of an operation. */
export const columns: readonly Column[] = [
  { path: 'what' },
  { path: 'amount', as: { amount: 'token' }, room: 'stays' },
  { path: 'recipient', heading: 'to' },
  { path: 'state', room: 'stays' },
  { path: 'at', heading: 'age', as: 'time' },
  { path: 'id', room: 'stays' },
  { path: 'ref', heading: 'reference', room: 'yields' },
  { path: 'within', room: 'yields' },
  { path: 'message', room: 'yields' },
];

const states: Readonly<Record<Operation['outcome'], string>> = {
  sending: 'being sent',
  done: 'done',
  accepted: 'accepted, not known to be done',
  refused: 'refused',
  unknown: 'unknown',
  'not-sent': 'not sent',
  'not-done': 'not done',
};
const settlers = { person: ', as a person judged', check: ', as a check found', wait: ', as a wait found' } as const;

/**
 * The state of an operation in words, with who found it where that was not its response. One that goes on has the last status that was seen (`INCOMING`), one
 * that ended badly has it in brackets.
 */
export function stateOf(operation: Operation): string {
  const { outcome, settledBy, lastStatus } = operation;
  const status = isUnfinished(operation) ? progressOf(operation)?.status : undefined;
  const state = status ?? states[outcome] ?? outcome;
  const ended = outcome === 'not-done' && lastStatus !== undefined ? ` (${lastStatus})` : '';
  return `${state}${ended}${settledBy === undefined ? '' : (settlers[settledBy] ?? '')}`;
}

export const list: Command = {
  name: 'list',
  summary: 'List the transfers of this machine, newest first',
  description: `Outcomes: done; accepted (an empty response, whose meaning is not public); refused (by the service); not-sent; not-done (sent, and
found to have had no effect); unknown (sent without a usable response, or its process died meanwhile); sending (in progress). One that is done and
goes on shows the last status that was seen of it, such as INCOMING; tuk ops wait and tuk ops check record its end. The amount stands once: the
payment of an order leaves it empty and names the order in within. In CSV a text that begins like a formula (= + - @) gets a ' before it.`,
  options: [{ flags: '--every', summary: 'list the transfers of every profile' }],
  examples: ['tuk ops list', 'tuk ops list -o csv', 'tuk ops list --every -o ndjson'],
  run: async ({ options }, context) => {
    const { operationName } = await import('../../money/state-reads.js');
    await withLedger(context, async (ledger) => {
      const operations = ledger.list(options.every ? {} : { profile: context.settings().profile.value });
      const withAmounts = withAmountsOnce(operations, (id) => ledger.find(id));
      const rows = withAmounts.map((operation) => {
        const { id, outcome, at, amount, token, recipient, service, call, profile, method, ...more } = operation;
        const {
          body: _,
          answer: __,
          found: ___,
          pid: ____,
          url: _____,
          asked: ______,
          digest: _______,
          serviceAt: ________,
          ...rest
        } = more;
        const lastStatus = progressOf(operation)?.status;
        const what = operationName(service, call);
        const shown = { id, what, amount: amount ?? null, token: token ?? null, recipient: recipient ?? null, state: stateOf(operation) };
        return { ...shown, at, outcome, profile, service, call, method, ...rest, ...(lastStatus === undefined ? {} : { lastStatus }) };
      });
      const isCsv = context.out.options.format === 'csv';
      await context.out.print(JSON.stringify(isCsv ? rows.map(withoutFormulas) : rows), { columns, idPath: 'id', empty: 'No transfers.' });
      if (isForPeople(context)) for (const line of await sumLines(withAmounts)) context.log(line);
    });
    return 0;
  },
};

/**
 * A row whose texts no spreadsheet takes for a formula: a text that begins like one, and is no number, gets a ' before it (OWASP CSV injection). Recipients and
 * references are written by others; JSON has them as they are.
 */
const withoutFormulas = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[=+\-@\t\r＝＋－＠]/u.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value,
    ]),
  );

/** The operations with each amount once: one within another, as the payment of an order, leaves it to that. */
function withAmountsOnce(operations: readonly Operation[], find: (id: string) => Operation | undefined): Operation[] {
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  const isCounted = ({ within }: Operation): boolean => {
    const seen = new Set<string>();
    for (let id = within; id !== undefined && !seen.has(id); ) {
      seen.add(id);
      const outer = known.get(id) ?? find(id);
      if (outer?.amount !== undefined) return true;
      id = outer?.within;
    }
    return false;
  };
  return operations.map((operation) => {
    if (!isCounted(operation)) return operation;
    const { amount: _, ...rest } = operation;
    return rest;
  });
}

const isForPeople = (context: Context): boolean => {
  const { format } = context.out.options;
  return format === undefined ? context.world.stdout.isTTY === true : format === 'table';
};

/** The sums by unit, of what was done, of what goes on, and of what may have been done: `Done in all: 75 MVL, 5 MVP.` */
async function sumLines(operations: readonly Operation[]): Promise<string[]> {
  const { grouped, sumOf } = await import('../../money/amount-text.js');
  const sums = (belongs: (operation: Operation) => boolean): string => {
    const byUnit = new Map<string, string[]>();
    for (const { amount, token = 'of an unknown unit' } of operations.filter(belongs))
      if (amount !== undefined && /^\d+(\.\d+)?$/.test(amount)) byUnit.set(token, [...(byUnit.get(token) ?? []), amount]);
    return [...byUnit].map(([unit, amounts]) => `${grouped(sumOf(amounts))} ${unit}`).join(', ');
  };
  const lines = [
    ['Done in all', sums((operation) => operation.outcome === 'done' && !isUnfinished(operation))],
    ['Under way', sums(isUnfinished)],
    ['Not known whether done', sums(({ outcome }) => /^(accepted|unknown|sending)$/.test(outcome))],
  ] as const;
  return lines.flatMap(([label, sum]) => (sum === '' ? [] : [`  ${label}: ${sum}.`]));
}
