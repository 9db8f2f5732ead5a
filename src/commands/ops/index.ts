// `tuk ops`: the ledger of this machine: its transfers, their outcomes, and the ways to find an unknown outcome.

import { existsSync } from 'node:fs';
import { type Command, type Context, type Group, resultOf } from '../../cli/command/command.js';
import { enumValue } from '../../cli/command/enum-value.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { zoneInUse } from '../../cli/command/time-zone.js';
import { confirmCall, ownChange, subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { refuseJudgement } from '../../engine/chain/status.js';
import { inProfileOf, lookUp, operationOf, withLedger } from '../../engine/operations/operation.js';
import { placesOf, shownState } from '../../engine/operations/state.js';
import { checksummed } from '../../money/evm/transaction.js';
import { checkIdentity } from '../../money/ledger/identity.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { endingOf, isOpen, isUnfinished, type Operation } from '../../money/ledger/operation.js';
import { everything } from '../../money/ledger/records.js';
import type { LookUpResult } from '../../money/outcome/look-up-result.js';
import { isDollar, parseAtMost } from '../../money/policy/at-most.js';
import type { StatedAmount } from '../../money/values/token.js';
import { counted } from '../../services/counted.js';
import { BadInput, Guarded, LocalFailure, ServerFailure } from '../../services/http/errors.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import type { Column } from '../../text/column.js';
import { columnsNamed } from '../../text/columns-named.js';
import { operationName } from '../../things/operations.js';
import { check } from './check.js';
import { list, columns as listColumns, show, summaryOf } from './list.js';
import { accountIn, movementsOf } from './movements.js';
import { periodOf, periodOptions, zonedTimes } from './period.js';
import { init, move } from './shared.js';

// `tuk ops settle`: records a person's judgement of an operation without a known outcome.
const outcomes = ['done', 'not-done'] as const;
type SettledOutcome = (typeof outcomes)[number];
const maxNote = 500;

const settle: Command = {
  name: 'settle',
  fromLedger: true,
  values: '<id>',
  summary: 'Record your own judgement on an operation with an unknown outcome',
  description: `Use it if tuk ops check cannot find the outcome, and you know it from elsewhere.
tuk reads the service first, and sends no change. If the read fails, tuk settles nothing.

Exit 7: the service contradicts you. It shows the operation, or a similar row, and you say not-done. Or it shows a failure, and you say done.
You can settle a done operation as not-done if its last status is not a success.
You cannot settle an operation that has failed or is being sent (exit 2).

After not-done you can use its --client-ref again. Its amount counts in limits.day for 24 hours.
After done the same command returns the recorded result. If its value is unknown, state it with --at-most for limits.day.`,
  options: [
    {
      flags: '--as <outcome>',
      effects: ['widens'],
      summary: 'the outcome that you know',
      offers: () => outcomes,
      required: true,
    },
    plain('--note <text>', 'how you know it; stored in the ledger', { required: true }),
    {
      flags: '--at-most <amount>',
      effects: ['widens'],
      summary: "the most that it cost, if its value is unknown: '5 USD'",
    },
  ],
  examples: [
    "tuk ops settle <id> --as not-done --note 'support says that it never arrived'",
    "tuk ops settle <id> --as done --note 'seen on the chain' --yes",
    "tuk ops settle <id> --as done --at-most '5 USD' --note 'a gift of little value' --yes",
  ],
  run: async ({ positionals: [id], options }, context) => {
    const outcome = enumValue(outcomes, options.as, '--as')!;
    const note = noteOf(options.note);
    const worth = worthOf(options.atMost, outcome);
    return withLedger(context, async (ledger) => {
      const operation = await operationOf(ledger, id!);
      if (operation.service === 'chain' && outcome === 'not-done') await refuseJudgement(context, operation);
      const replacesDone = outcome === 'not-done' && isUnfinished(operation);
      if (worth) checkUnvalued(operation, worth);
      if (!isOpen(operation) && !replacesDone) {
        if (operation.outcome !== outcome) throw await notOpen(operation, ledger, context);
        if (worth)
          return inProfileOf(operation, context, async (inProfile) => {
            await confirmResolution(operation, outcome, note, inProfile, worth);
            const valued = (await ledger.stateValue(operation.id, recordOf(worth))) ?? operation;
            return report(valued, '  Its value is recorded.', ledger, inProfile);
          });
        return report(operation, `  It was ${await shownState(operation, ledger)} before.`, ledger, context);
      }
      return inProfileOf(operation, context, async (inProfile) => {
        const sentence = await serviceSentence(operation, outcome, ledger, inProfile);
        await confirmResolution(operation, outcome, note, inProfile, worth, sentence);
        const resolution = {
          outcome,
          settledBy: 'person',
          note: inProfile.out.redact.clean(note),
          replacesDone,
        } as const;
        const settled = await ledger.resolve(operation.id, resolution, inProfile.world.clock.now());
        if (settled?.outcome !== outcome) throw await notOpen(settled ?? operation, ledger, inProfile);
        const valued = worth && (await ledger.stateValue(operation.id, recordOf(worth)));
        return report(valued ?? settled, '  Recorded.', ledger, inProfile);
      });
    });
  },
};

/** The stated value of an operation that is done. @throws {BadInput} */
function worthOf(text: unknown, outcome: SettledOutcome): StatedAmount | undefined {
  if (typeof text !== 'string') return undefined;
  if (outcome !== 'done') throw new BadInput('BAD_VALUE', '--at-most states the cost of an operation that is done.');
  return parseAtMost(text);
}
/** @throws {BadInput} VALUE_KNOWN if the ledger has the value of an operation, or its amount in another unit */
function checkUnvalued({ id, amount, token, usd }: Operation, worth: StatedAmount) {
  if (usd !== undefined && usd !== '')
    throw new BadInput('VALUE_KNOWN', `The ledger has the value of ${id}; nothing was recorded.`);
  if (amount !== undefined && !isDollar(worth.token))
    throw new BadInput(
      'VALUE_KNOWN',
      `${id} moved ${amount} ${token ?? ''}: state its value in US dollars, like --at-most '5 USD'.`,
    );
}
const recordOf = (worth: StatedAmount): Pick<Operation, 'atMost' | 'atMostToken' | 'usd'> => ({
  atMost: worth.amount,
  atMostToken: worth.token,
  usd: isDollar(worth.token) ? worth.amount : undefined,
});

/** The note of a judgement. @throws {BadInput} {Guarded} MAY_BE_KEY for a text that may be a private key */
function noteOf(typed: unknown) {
  const text = String(typed);
  const problem =
    text.trim() === ''
      ? 'is blank'
      : text.length > maxNote
        ? `is longer than ${maxNote} characters`
        : /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
          ? 'holds a control character'
          : undefined;
  if (problem !== undefined) throw new BadInput('BAD_VALUE', `The note ${problem}; nothing was recorded.`);
  if (withoutKeys(text) === text) return text;
  throw new Guarded('MAY_BE_KEY', 'The note may hold a private key, so it is not shown; nothing was recorded.');
}

async function notOpen(operation: Operation, ledger: Ledger, context: Context) {
  const { id, outcome } = operation;
  const why =
    outcome === 'sending'
      ? 'another process is still sending it'
      : `its outcome is known: ${await shownState(operation, ledger)}`;
  return new BadInput(
    'NOT_OPEN',
    `The operation ${id} cannot be settled: ${why}. Nothing was recorded.`,
    `See it: ${nextCommand(context, `tuk ops show ${id}`)}`,
  );
}

/**
 * Reads an operation, and says as a sentence how the service shows it; undefined if no read shows it.
 * @throws {Guarded} SERVICE_SAYS_OTHERWISE if the judgement differs; {ServerFailure} BAD_ANSWER; {Failure} of the read
 */
async function serviceSentence(
  operation: Operation,
  outcome: SettledOutcome,
  ledger: Ledger,
  context: Context,
): Promise<string | undefined> {
  if (operation.service === 'chain') return undefined;
  const result = await lookUp(operation, ledger, context);
  if (!result) return undefined;
  const { lookedUp, statusList } = result;
  if (lookedUp.kind === 'absent' && lookedUp.failure !== undefined)
    throw new ServerFailure(
      'BAD_ANSWER',
      `The state of ${operation.id} at the service cannot be read: ${context.out.redact.clean(lookedUp.failure)}. Nothing was recorded.`,
      { service: operation.service },
    );
  const sentence = context.out.redact.clean(sentenceOf(lookedUp));
  const status = lookedUp.kind === 'seen' || lookedUp.kind === 'like' ? lookedUp.status : undefined;
  const ending = status === undefined ? undefined : endingOf(statusList, status);
  const hasEndedBadly = ending === 'returned' || ending === 'failed';
  const mayBeUndone =
    hasEndedBadly || lookedUp.kind === 'absent' || (lookedUp.kind === 'ambiguous' && lookedUp.isOfOthers);
  if (outcome === 'done' ? !hasEndedBadly : mayBeUndone) return sentence;
  throw new Guarded(
    'SERVICE_SAYS_OTHERWISE',
    `${operation.id} cannot be settled as ${outcome}: ${sentence}. Nothing was recorded.`,
    `Record what the service shows: ${nextCommand(context, `tuk ops check ${operation.id}`)}`,
  );
}
function sentenceOf(lookedUp: LookUpResult) {
  if (lookedUp.kind === 'contradicts') return `the service shows it, but ${lookedUp.why}`;
  if (lookedUp.kind !== 'seen') return lookedUp.why ?? 'the service does not show it';
  const { status, unread, compared } = lookedUp;
  return `the service shows it (the same ${compared.join(', ') || 'request'}), ${status === undefined ? `but ${unread}` : `as ${status}`}`;
}

/**
 * Shows the operation, and asks for confirmation.
 * @throws {Guarded} NEEDS_YES without a terminal; {Failure} if declined
 */
async function confirmResolution(
  operation: Operation,
  outcome: SettledOutcome,
  note: string,
  context: Context,
  worth?: StatedAmount,
  serviceText?: string,
): Promise<void> {
  const { service, call, amount, token, recipient, at, ref } = operation;
  const consequence =
    outcome === 'done'
      ? 'it counts as done, and is not sent again'
      : `it counts as not done${ref === undefined ? '' : `, and --client-ref ${ref} can send it again`}`;
  const lines: readonly (readonly [string, string | undefined, ReceiptLine[2]?])[] = [
    ['Operation', `${operation.id}: ${operationName(service, call)}`],
    ['Amount', amount === undefined ? undefined : `${amount} ${token ?? ''}`.trim(), 'amount'],
    ['To', recipient, 'recipient'],
    ['Sent', at],
    ['Service', serviceText],
    ['Judgement', `${outcome}: ${consequence}`],
    ['Cost at most', worth && `${worth.amount} ${worth.token}`],
    ['Note', note],
  ];
  const stated = lines.flatMap(([label, text, role]) => (text === undefined ? [] : [[label, text, role] as const]));
  await printReceipt(context, 'Record your judgement of an operation', stated);
  const change = ownChange({ service: 'ops', name: 'settle', summary: 'Record your judgement' });
  await confirmCall(context, change, subjectOf(stated, ['Operation', operation.id]));
}

async function report(operation: Operation, line: string, ledger: Ledger, context: Context) {
  const { outcome, settledBy = null, note = null } = operation;
  const row = { ...(await summaryOf(operation, ledger)), outcome, settledBy, note };
  context.note({ is: 'fact', text: line });
  return resultOf(JSON.stringify(row), {
    columns: [...listColumns.slice(0, 6), { path: 'note' }],
    singleRecord: true,
  });
}

// `tuk ops export`: the movements of value of the ledger, one a row, for accountants.

const tableColumns: readonly Column[] = [
  { path: 'time', as: 'moment', room: 'stays' },
  { path: 'kind', room: 'stays' },
  { path: 'amount', as: { amount: 'asset' }, room: 'stays' },
  { path: 'account' },
  { path: 'counterparty', heading: 'with' },
  { path: 'what' },
  { path: 'operation' },
  ...'asset network contract hash block reference outcome profile note'
    .split(' ')
    .map((path) => ({ path, room: 'yields' }) as const),
];
/** The columns of the CSV, in a fixed order; also the fields of every other format. */
const columnLines = [
  'time date kind asset amount contract network account counterparty',
  'operation what call hash block reference outcome profile note',
].map((names) => names.split(' '));
const columns = columnLines.flat();

const exportCommand: Command = {
  name: 'export',
  fromLedger: true,
  summary: 'Export each movement of value, for accountants',
  description: `Use it for bookkeeping or taxes. Prints a row for each movement of value by this profile, oldest first, as a sheet (tuk help output) unless you add -o.
It reads only the ledger; run tuk ops check first, so that fewer rows are open. If several profiles share an account, add --every.

The kinds of rows:
  out    left the account; a paid order is out even before its delivery
  in     arrived there, also from another account of this ledger
  fee    paid for it; also of an allowance, and of a reverted or cancelled transaction
  open   requested or in progress; the amount is the requested one, and the note has the state

A swap has out, in and fee. If a service deducts its fee from the amount, the amount includes the fee, and the note names it.
Refused and unsent operations have no row. Neither has a nonce that another program used.

Amounts are exact decimal texts. An unknown amount is empty, and the note says why. A coin has no contract.
The time is the time of the block, or of the sending if there is no block. --since and --until select by it.
The columns are always:

  ${columnLines.map((names) => names.join(', ')).join(',\n  ')}`,
  options: [...periodOptions, plain('--every', 'export the transfers of all profiles')],
  readOnly: true,
  examples: [
    'tuk ops export --since 2026-01-01 --until 2026-12-31 --tz Asia/Singapore',
    'tuk ops export --every --utc -o json',
    'tuk ops export --fields date,kind,asset,amount -o csv',
  ],
  run: async ({ options }, context) => {
    const zoned = zonedTimes(zoneInUse(context.flags, context.world.env));
    const isInPeriod = periodOf(options, zoned);
    return withLedger(context, async (ledger) => {
      const operations = await everything(ledger);
      const placeOf = placesOf(operations);
      const addresses = new Set(
        operations.flatMap((operation) => (operation.service === 'chain' ? (accountIn(operation) ?? []) : [])),
      );
      const isOwn = (address: string) => addresses.has(address.toLowerCase());
      const addressText = (text: string | undefined) =>
        text !== undefined && isOwn(text) ? checksummed(text) : (text ?? null);
      const profile = context.settings().profile.value;
      const rows = operations
        .filter((operation) => options.every || operation.profile === profile)
        .map((operation) => ({ operation, at: operation.blockTime ?? operation.at }))
        .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.operation.id < b.operation.id ? -1 : 1))
        .flatMap(({ operation, at }) => {
          const { time, date, local } = zoned(at);
          if (!isInPeriod(at, { local })) return [];
          const { id, service, call, network, hash, block, ref, outcome } = operation;
          return movementsOf(operation, placeOf(operation), isOwn).map((movement) => ({
            time,
            date,
            kind: movement.kind,
            asset: movement.asset ?? null,
            amount: movement.amount ?? null,
            contract: movement.contract ?? null,
            network: network ?? null,
            account: addressText(movement.account),
            counterparty: addressText(movement.counterparty),
            operation: id,
            what: operationName(service, call),
            call: `${service} ${call}`,
            hash: hash ?? null,
            block: block ?? null,
            reference: ref ?? null,
            outcome,
            profile: operation.profile,
            note: movement.note ?? null,
          }));
        });
      const open = rows.filter(({ kind }) => kind === 'open').length;
      if (open > 0)
        context.note({
          is: 'next',
          what: `Open, and no part of what moved: ${counted(open, 'operation')}. Check them`,
          line: nextCommand(context, 'tuk ops check'),
        });
      return resultOf(JSON.stringify(rows), {
        usualFormat: 'sheet',
        columns: tableColumns,
        csvColumns: columns,
        idPath: 'operation',
        empty: { says: 'No movements.', of: { from: 'ledger' } },
      });
    });
  },
};

// `tuk ops adopt`: makes the ledger that is there the ledger of this machine, after it was lost, put back or moved.

const adopt: Command = {
  name: 'adopt',
  fromLedger: true,
  summary: 'Accept the present ledger as the ledger of this machine',
  description: `Use it after exit 9 (LEDGER_REPLACED). tuk remembers the ledger of this machine and its newest entry.
If somebody removed, emptied or replaced the ledger, tuk refuses every transfer. Otherwise limits and references would start anew.
Put the old ledger back if you can. If you cannot, this command accepts the present one, or creates a missing one.
Limits then count only its entries. If a --client-ref is not in it, tuk sends the command again. Reads need no ledger.`,
  examples: ['tuk ops adopt', 'tuk ops adopt --yes'],
  run: async (_, context) => {
    const { file, identityFile, shared } = ledgerPlace(context);
    const exists = shared !== undefined || existsSync(file); // before withLedger creates it
    return withLedger(
      context,
      async (ledger) => {
        const problem = await problemOf(
          exists ? ledger.checkIdentity(identityFile) : checkIdentity(identityFile, file, undefined),
        );
        const count = await ledger.count();
        const [newest] = await ledger.newestOf(1);
        if (problem !== undefined) {
          context.log(`  ${problem}.`);
          context.log(
            `  It has ${counted(count, 'operation')}${newest === undefined ? '' : `, the newest ${newest.id} of ${newest.at}`}.`,
          );
          context.log('  Limits will count only these, and a reference that is not among them is sent again.');
          const change = ownChange({ service: 'ops', name: 'adopt', summary: adopt.summary });
          await confirmCall(context, change, [['Ledger', `${ledger.name}, ${counted(count, 'operation')}`]]);
          await ledger.adopt(identityFile);
        }
        context.note({
          is: 'fact',
          text:
            problem === undefined
              ? 'It is the ledger of this machine; nothing was changed.'
              : 'It is the ledger of this machine now.',
        });
        return resultOf(JSON.stringify({ ledger: ledger.name, operations: count, newest: newest?.id ?? null }), {
          columns: columnsNamed('ledger operations newest'),
          singleRecord: true,
        });
      },
      { adopts: true },
    );
  },
};

/** The problem of the ledger as a sentence; undefined if it agrees. */
const problemOf = (check: Promise<unknown>): Promise<string | undefined> =>
  check.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof LocalFailure && error.code === 'LEDGER_REPLACED') return error.message;
      throw error;
    },
  );

export const group: Group = { commands: [list, exportCommand, show, check, settle, adopt, init, move] };
