// `tuk ops list`: the operations of the ledger as a person would write them, and their sums by unit.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { zoneInUse } from '../../cli/time-zone.js';
import { withLedger } from '../../engine/operations/operation.js';
import { type Place, placesOf, type Standing, stateIn } from '../../engine/operations/state.js';
import { withSeenState } from '../../engine/watch/seen-states.js';
import { grouped, sumOf } from '../../money/amount-text.js';
import { isUnfinished, isUnseen, lastSeenAt, progressOf } from '../../money/operation-status.js';
import { subjectOf } from '../../money/outcome/look-up.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { operationKinds } from '../../things/operation.js';
import { operationKind, operationName } from '../../things/operations.js';
import { requestedKind } from './kinds.js';
import { periodOf, periodOptions, zonedTimes } from './period.js';
import { withColumns, withoutFormulas } from './spreadsheet.js';

/** The columns of an operation. */
export const columns: readonly Column[] = [
  { path: 'what' },
  { path: 'amount', as: { amount: 'token' }, room: 'stays' },
  { path: 'recipient', heading: 'to' },
  { path: 'state', room: 'stays' },
  { path: 'at', heading: 'age', as: 'time' },
  { path: 'seenAt', heading: 'last seen', as: 'time', ifAny: true },
  { path: 'id' },
  { path: 'ref', heading: 'reference', room: 'yields' },
  { path: 'within', room: 'yields' },
  { path: 'message', room: 'yields' },
];

/** The columns of the CSV, always these in this order: a spreadsheet that reads the next month must find them where they were. */
const csvColumnLines = [
  ['id', 'what', 'amount', 'token', 'recipient', 'state', 'at', 'outcome', 'profile', 'service', 'call', 'method', 'ref', 'within'],
  ['status', 'lastStatus', 'ending', 'settledAt', 'settledBy', 'note', 'message', 'usd', 'stated', 'origin', 'account', 'seenAt'],
  [
    'hash',
    'network',
    'contract',
    'block',
    'blockTime',
    'received',
    'receivedToken',
    'receivedContract',
    'spent',
    'fee',
    'feeToken',
    'maxFee',
  ],
];
const csvColumns = csvColumnLines.flat();
/** The columns of the Markdown table, which is for people. */
const mdColumns = ['id', 'what', 'amount', 'token', 'recipient', 'state', 'at', 'ref', 'message'];

export const list: Command = {
  name: 'list',
  summary: 'List the transfers of this machine, newest first',
  description: `Outcomes: done; accepted (a response that names nothing of it, whose meaning is not public); refused (by the service); not-sent; not-done (sent, and
found to have had no effect); unknown (sent without a usable response, or its process died meanwhile); sending (in progress). Nothing is read: one that
goes on shows the status that was last seen of it, such as INCOMING, and when; tuk ops check without an id reads all of them anew, tuk ops wait
follows one. A ride or swap of which no status was seen is begun, end not seen. The amount of an order and its
payments stands once, on the line that moved it: the payment, which names the order in within; the order where nothing has paid it. An order that is
not paid, and a deposit that is not paid in, is not a part of what was done. JSON has in subject the id of what it is about, such as the order. Of a
transaction that was signed here spent, received, fee and block are what its chain has shown; before it is in a block, fee is the most that it can be.
--since and --until select by the time at which it was sent. CSV always has these columns:
${csvColumnLines.map((names) => names.join(', ')).join(',\n')}.
A text in it that begins like a formula (= + - @) gets a ' before it. tuk ops export has a row for each movement of value.`,
  options: [
    ...periodOptions,
    { flags: '--every', summary: 'list the transfers of all profiles' },
    { flags: '--kind <kind>', summary: 'list those of a kind only: an order with its payments', words: operationKinds },
  ],
  readOnly: true,
  examples: [
    'tuk ops list',
    'tuk ops list --kind store-order',
    'tuk ops list --since 2026-01-01 --until 2026-12-31 --tz Asia/Singapore -o csv',
    'tuk ops list --every -o ndjson',
  ],
  run: async ({ options }, context) => {
    const kind = requestedKind(options.kind);
    const isInPeriod = await sentInPeriod(options, context);

    const fieldNames = context.settings().of.names ?? {};
    await withLedger(context, async (ledger) => {
      const all = ledger.list();
      const placeOf = placesOf(all);
      const operations = all.filter(
        ({ profile, service, call, at }) =>
          (options.every || profile === context.settings().profile.value) &&
          (kind === undefined || operationKind(service, call) === kind) &&
          isInPeriod(at),
      );
      const subjects = await Promise.all(operations.map((operation) => subjectOf(operation, fieldNames)));
      const rows = operations.map((recorded, nth) => {
        const operation = withSeenState(recorded, subjects[nth], context.world.seenStates);
        const { id, outcome, at, recipient, service, call, profile, method, ...more } = operation;
        const { amount: _, token: __, body: ___, answer: ____, found: _____, pid: ______, url: _______, ...others } = more;
        const { asked: ________, digest: _________, serviceAt: __________, warnings, ...rest } = others;
        const place = placeOf(recorded);
        const lastStatus = progressOf(operation)?.status;
        const shown = {
          id,
          what: operationName(service, call),
          amount: place.amount ?? null,
          token: place.token ?? operation.token ?? null,
          recipient: recipient ?? null,
          state: stateIn(operation, place),
          ...(subjects[nth] === undefined ? {} : { subject: subjects[nth] }),
        };
        const seenAt = lastSeenAt(operation);
        const seen = { ...(lastStatus === undefined ? {} : { lastStatus }), ...(seenAt === undefined ? {} : { seenAt }) };
        const warned = warnings === undefined ? {} : { warnings: parsedIfJson(warnings) };
        return { ...shown, at, outcome, profile, service, call, method, ...rest, ...seen, ...warned };
      });
      const { format } = context.out.options;
      const complete = format === 'csv' || format === 'md' ? rows.map((row) => withColumns(row, csvColumns)) : rows;
      await context.out.print(JSON.stringify(format === 'csv' ? complete.map(withoutFormulas) : complete), {
        columns,
        csvColumns: format === 'md' ? mdColumns : csvColumns,
        idPath: 'id',
        empty: 'No transfers.',
      });
      if (!isForPeople(context)) return;
      for (const line of await sumLines(operations.map(placeOf))) context.log(line);
      if (operations.some((operation) => isUnfinished(operation) || isUnseen(operation)))
        context.log(`  A status is as of when it was last seen; read them anew: ${nextCommand(context, 'tuk ops check')}`);
    });
    return 0;
  },
};

/** Whether a time at which something was sent is in the period of the options. @throws {BadInput} */
async function sentInPeriod(options: Arguments['options'], { flags }: Context): Promise<(at: string) => boolean> {
  if (options.since === undefined && options.until === undefined) return () => true;
  const isIn = periodOf(options);
  const zoned = zonedTimes(zoneInUse(flags));
  return (at) => isIn(at, zoned(at));
}

const isForPeople = (context: Context): boolean => {
  const { format } = context.out.options;
  return format === undefined ? context.world.stdout.isTTY === true : format === 'table';
};

/** The sums by unit, of what was done, of what went on when it was last seen, of what may have been done, and of what is not paid: `Done in all: 75 MVL, 5 MVP.` */
async function sumLines(places: readonly Place[]): Promise<string[]> {
  const sums = (wanted: Standing): string => {
    const byUnit = new Map<string, string[]>();
    for (const { amount, token = 'of an unknown unit', standing } of places)
      if (standing === wanted && amount !== undefined && /^\d+(\.\d+)?$/.test(amount))
        byUnit.set(token, [...(byUnit.get(token) ?? []), amount]);
    return [...byUnit].map(([unit, amounts]) => `${grouped(sumOf(amounts))} ${unit}`).join(', ');
  };
  const lines = [
    ['Done in all', sums('done')],
    ['Begun, end not seen', sums('begun')],
    ['Under way when last seen', sums('under way')],
    ['Not known whether done', sums('unknown')],
    ['Ordered or requested, not paid', sums('unpaid')],
  ] as const;
  return lines.flatMap(([label, sum]) => (sum === '' ? [] : [`  ${label}: ${sum}.`]));
}
