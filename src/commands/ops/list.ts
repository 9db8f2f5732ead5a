// `tuk ops list`: the operations of the ledger as a person would write them, and their sums by unit.

import { type Arguments, type Context, resultOf } from '../../cli/command/command.js';
import { zoneInUse } from '../../cli/command/time-zone.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { nextCommandOf } from '../../engine/change/transfer.js';
import { operationOf, withLedger } from '../../engine/operations/operation.js';
import { type Place, placesOf, type Standing, shownFields, stateFields } from '../../engine/operations/state.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { webFlag } from '../../engine/request/web-flag.js';
import { seenBy, withSeenState } from '../../engine/watch/seen-states.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import {
  isOpen,
  isUnfinished,
  isUnseen,
  lastSeenAt,
  type Operation,
  progressOf,
} from '../../money/ledger/operation.js';
import { everything } from '../../money/ledger/records.js';
import { subjectOf } from '../../money/outcome/look-up.js';
import { recoveryCommand } from '../../money/outcome/look-up-result.js';
import { grouped, sumOf } from '../../money/values/decimal.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { type OperationKind, operationKinds } from '../../things/operation.js';
import { operationKind, operationName, operationPages } from '../../things/operations.js';
import { earliestOf, periodOf, periodOptions, zonedTimes } from './period.js';

/** The fields of an operation that only its page shows. */
const onPage: readonly Column[] = [
  { path: 'fee', as: { amount: 'feeToken' }, room: 'page' },
  { path: 'receiptFee', heading: 'fee on the receipt', as: { amount: 'receiptFeeToken' }, room: 'page' },
  { path: 'settledAt', heading: 'settled', as: 'time', room: 'page' },
  { path: 'status', heading: 'response', room: 'page' },
];
/** The columns of an operation. */
export const columns: readonly Column[] = [
  { path: 'what' },
  { path: 'amount', as: { amount: 'token' }, room: 'stays' },
  { path: 'recipient', heading: 'to' },
  { path: 'state', as: { classAt: 'class' }, room: 'stays' },
  { path: 'at', heading: 'age', as: 'time' },
  { path: 'seenAt', heading: 'last seen', as: 'time', ifAny: true },
  ...onPage,
  { path: 'id' },
  { path: 'host', ifAny: true, room: 'yields' },
  { path: 'ref', heading: 'reference', room: 'yields' },
  { path: 'within', room: 'yields' },
  { path: 'message', room: 'yields' },
];

/** The columns of the CSV, in a fixed order: a spreadsheet must find them in the same places each month. */
const csvColumnLines = [
  'id what amount token recipient state at outcome profile service call method ref within',
  'status lastStatus ending settledAt settledBy note message usd stated origin account seenAt',
  'hash network contract block blockTime received receivedToken receivedContract spent fee feeToken maxFee',
  'atMost atMostToken',
].map((names) => names.split(' '));
const csvColumns = csvColumnLines.flat();
const mdColumns = 'id what amount token recipient state at ref message'.split(' ');
/** The recorded fields that a row leaves out, or states otherwise. */
const omitted = new Set(
  'amount token recipient body answer found pid process claim url asked digest warnings prices'.split(' '),
);

export const list = repeatable({
  name: 'list',
  fromLedger: true,
  summary: 'List the transfers of this machine, newest first',
  description: `Use it to see what you have sent, and what became of it. It reads the ledger only; tuk ops check asks the services.
An operation in progress has its last known status, and the time of it. --since and --until select by the time of sending.

The outcomes:
  done        it took effect
  accepted    the response does not name the operation, and its meaning is not public
  refused     the service refused it
  not-sent    it never left this machine
  not-done    it was sent, without effect
  unknown     it was sent without a usable response, or its process died
  sending     it is in progress

An order and its payments count once: on the payment, which names the order in within. Without a known payment the order counts.
An unpaid order or deposit is not done. A transaction signed here has spent, received, fee and block from its chain.
Before it is in a block, fee is the maximum. A row for each movement of value: tuk ops export. CSV always has these columns:

  ${csvColumnLines.map((names) => names.join(', ')).join(',\n  ')}`,
  options: [
    ...periodOptions,
    plain('--every', 'list the transfers of all profiles'),
    plain('--kind <kind>', 'only operations of this kind; an order has its payments', { words: operationKinds }),
    plain('--by <host>', 'only operations that this machine has sent, of a shared ledger'),
  ],
  readOnly: true,
  examples: [
    'tuk ops list',
    'tuk ops list --kind store-order',
    'tuk ops list --since 2026-01-01 --until 2026-12-31 --tz Asia/Singapore -o sheet',
    'tuk ops list --every -o ndjson',
  ],
  run: async ({ options }, context) => {
    const kind = requestedKind(options.kind);
    const by = options.by as string | undefined;
    const isInPeriod = sentInPeriod(options, context);
    const earliest = earliestOf(options);
    const { profile: inUse, of: settings } = context.settings();
    return withLedger(context, async (ledger) => {
      const { format } = context.out.options;
      const isForPeople = format === undefined ? context.world.stdout.isTTY === true : format === 'table';
      const most = isForPeople ? Number.POSITIVE_INFINITY : mostRows(context); // people see the sums of all
      const operations: Operation[] = [];
      for await (const operation of ledger.newest({
        profile: options.every ? undefined : inUse.value,
        calls: kind && ((service, call) => operationKind(service, call) === kind),
        page: earliest === undefined ? Math.min(most, largePage) : undefined,
      })) {
        if (earliest !== undefined && operation.at < earliest) break;
        if (isInPeriod(operation.at) && (by === undefined || operation.host === by)) operations.push(operation);
        if (operations.length === most) break;
      }
      const placeOf = await placesIn(ledger, operations);
      const subjects = await Promise.all(operations.map((operation) => subjectOf(operation, settings.names ?? {})));
      const seen = await seenBy(context);
      const rows = operations.map((entry, nth) => {
        const operation = withSeenState(entry, subjects[nth], seen);
        const { id, outcome, at, recipient, service, call, profile, method, warnings, prices } = operation;
        const place = placeOf(entry);
        return {
          id,
          what: operationName(service, call),
          amount: place.amount ?? null,
          token: place.token ?? operation.token ?? null,
          recipient: recipient ?? null,
          ...stateFields(operation, place),
          subject: subjects[nth],
          at,
          outcome,
          profile,
          service,
          call,
          method,
          ...Object.fromEntries(Object.entries(operation).filter(([name]) => !omitted.has(name))),
          lastStatus: progressOf(operation)?.status ?? operation.lastStatus,
          seenAt: lastSeenAt(operation) ?? operation.seenAt,
          warnings: warnings === undefined ? undefined : parsedIfJson(warnings),
          prices: prices === undefined ? undefined : parsedIfJson(prices),
        };
      });
      const padded = /^(csv|sheet|md)$/.test(format ?? '') ? rows.map((row) => withColumns(row, csvColumns)) : rows;
      if (isForPeople) {
        for (const text of sumLines(operations.map(placeOf))) context.note({ is: 'fact', text });
        if (operations.some((operation) => isUnfinished(operation) || isUnseen(operation)))
          context.note({
            is: 'next',
            what: 'Each status is the last one seen. Read them again',
            line: nextCommand(context, 'tuk ops check'),
          });
      }
      return resultOf(JSON.stringify(padded), {
        columns,
        csvColumns: format === 'md' ? mdColumns : csvColumns,
        idPath: 'id',
        empty: { says: 'No transfers.', of: { from: 'ledger', profiles: options.every ? 'every' : undefined } },
      });
    });
  },
});

/** A row with all of these columns first; null without a value. */
const withColumns = (row: Readonly<Record<string, unknown>>, columns: readonly string[]) =>
  Object.fromEntries([...columns, ...Object.keys(row)].map((name) => [name, row[name] ?? null]));

/** The most rows that are printed, if no other option selects or sums rows. */
function mostRows({ out }: Context): number {
  const { limit, match, sortBy, sum, jq } = out.options;
  return (match ?? sortBy ?? sum ?? jq) === undefined ? (limit ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}
const largePage = 1000;

/** Finds the places of listed operations: of a few by their own groups, else once for the whole ledger. */
async function placesIn(ledger: Ledger, operations: readonly Operation[]): Promise<(operation: Operation) => Place> {
  if (operations.length < fewRows) {
    const places = await Promise.all(
      operations.map(async (one) => [one, placesOf(await ledger.groupOf(one))(one)] as const),
    );
    const of = new Map(places);
    return (operation) => of.get(operation)!;
  }
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return placesOf((await everything(ledger)).map((operation) => byId.get(operation.id) ?? operation));
}
const fewRows = 200;

/** The kind of --kind. @throws {BadInput} UNKNOWN_KIND */
function requestedKind(typed: unknown): OperationKind | undefined {
  const kind = operationKinds.find((name) => name === typed);
  if (kind !== undefined || typed === undefined) return kind;
  throw new BadInput(
    'UNKNOWN_KIND',
    `There is no kind ${cited(typed)} of operations.`,
    suggestion(String(typed), operationKinds),
  );
}

function sentInPeriod(options: Arguments['options'], { flags, world }: Context): (at: string) => boolean {
  if (options.since === undefined && options.until === undefined) return () => true;
  const zoned = zonedTimes(zoneInUse(flags, world.env));
  const isIn = periodOf(options, zoned);
  return (at) => isIn(at, zoned(at));
}

/** A line for each standing with its sums by unit: `Done in all: 75 MVL, 5 MVP.` */
function sumLines(places: readonly Place[]) {
  const sums = (kind: Standing): string => {
    const byUnit = new Map<string, string[]>();
    for (const { amount, token = 'of an unknown unit', standing } of places)
      if (standing === kind && amount !== undefined && /^\d+(\.\d+)?$/.test(amount))
        byUnit.set(token, [...(byUnit.get(token) ?? []), amount]);
    return [...byUnit].map(([unit, amounts]) => `${grouped(sumOf(amounts))} ${unit}`).join(', ');
  };
  const lines = [
    ['Done in all', sums('done')],
    ['In progress, end not seen', sums('begun')],
    ['In progress when last seen', sums('under way')],
    ['Not known whether done', sums('unknown')],
    ['Ordered or requested, not paid', sums('unpaid')],
  ] as const;
  return lines.flatMap(([label, sum]) => (sum === '' ? [] : [`${label}: ${sum}.`]));
}

// `tuk ops show`: one operation with its request, its response, and the command that reads its outcome.
const detailColumns: readonly Column[] = [
  ...columns.slice(0, 4),
  { path: 'at', heading: 'when', as: 'moment' },
  ...columns.slice(5),
];

export const show = repeatable({
  name: 'show',
  fromLedger: true,
  values: '<id>',
  summary: 'Show one operation with its request and response',
  description: 'If the outcome is unknown, the field look has the command that reads it. Sends nothing.',
  readOnly: true,
  options: [webFlag],
  webPages: operationPages,
  examples: ['tuk ops show <id>', 'tuk ops show <id> --web'],
  run: async ({ positionals }, context) => {
    return withLedger(context, async (ledger) => {
      const operation = await operationOf(ledger, positionals[0]!);
      const {
        body,
        answer,
        found,
        warnings,
        prices,
        asked: _,
        digest: __,
        process: ___,
        claim: ____,
        ...fields
      } = operation;
      const isUnsettled = isOpen(operation) || operation.outcome === 'sending';
      const recoveryLine = isUnsettled ? await recovery(operation, context) : undefined;
      const { id } = operation;
      // oldest first
      const history = operation.service === 'chain' ? await ledger.journal.history(id) : undefined;
      const changes = await ledger.changes(id);
      const approvals = await approvalsOf(operation, ledger);
      const grantLeft = operation.grantId && (await leftOfGrant(operation.grantId, ledger, context));
      const rest = {
        ...fields,
        approvals,
        grantLeft,
        history,
        changes,
        ...(await shownFields(operation, ledger)),
        look: recoveryLine,
      };
      // numbers in these texts keep every digit
      const parts = Object.entries({ body, answer, found, warnings, prices }).map(([name, text]) =>
        text === undefined ? '' : `,"${name}":${parsedIfJson(text) === undefined ? JSON.stringify(text) : text}`,
      );
      if (isUnsettled) {
        const nextOf = nextCommandOf(context);
        const state = openText[operation.outcome] ?? 'Unknown whether it took effect';
        context.note({ is: 'fact', text: `${state}; it is not sent again.` });
        context.note(
          recoveryLine === undefined
            ? { is: 'fact', text: 'No endpoint returns its outcome.' }
            : { is: 'next', what: 'This may find its outcome', line: recoveryLine },
        );
        if (operation.outcome !== 'sending') {
          context.note({ is: 'next', what: 'Compare and record it', line: nextOf(`tuk ops check ${id}`) });
          context.note({ is: 'next', what: 'Or record it yourself', line: nextOf(`tuk ops settle ${id}`) });
        }
      }
      return resultOf(`${JSON.stringify(rest).slice(0, -1)}${parts.join('')}}`, {
        columns: detailColumns,
        singleRecord: true,
      });
    });
  },
});

/** Who has approved the plan of an operation; nothing without a plan. */
async function approvalsOf({ plan: id }: Operation, ledger: Ledger) {
  const planned = id === undefined ? undefined : await ledger.book.find(id);
  if (planned === undefined) return undefined;
  const [{ verified }, approvals] = await Promise.all([
    import('../../money/verdict/approval.js'),
    ledger.book.approvals(planned.hash),
  ]);
  const given = verified(JSON.parse(planned.text), planned.text, approvals);
  return given.map(({ address, at, host }) => ({ address, at, host }));
}

/** What is left of a grant by now. */
async function leftOfGrant(id: string, ledger: Ledger, { world }: Context): Promise<string | undefined> {
  const { leftText } = await import('../../money/policy/grant-check.js');
  const use = (await ledger.grants.all(world.clock.now())).find(({ grant }) => grant.id === id);
  return use && leftText(use);
}

const openText: Readonly<Record<string, string>> = {
  sending: 'In progress',
  accepted: 'Accepted: the response did not name the operation, and its meaning is not public',
  mined: 'In a block that is not deep enough yet',
};

/** The first fields of an operation in a row. */
export const summaryOf = async (operation: Operation, ledger: Ledger) => ({
  id: operation.id,
  what: operationName(operation.service, operation.call),
  amount: operation.amount ?? null,
  token: operation.token ?? null,
  recipient: operation.recipient ?? null,
  ...(await shownFields(operation, ledger)),
  at: operation.at,
});

/** The command that reads the outcome of an operation, if any. */
export async function recovery(operation: Operation, context: Context): Promise<string | undefined> {
  return recoveryCommand(operation, {
    fieldNames: context.settings().of.names ?? {},
    nextCommand: nextCommandOf(context),
  });
}
