// `tuk ops`: the ledger of this machine: its transfers, their outcomes, and the ways to find an unknown outcome.

import { existsSync } from 'node:fs';
import type { Command, Group } from '../../cli/command/command.js';
import { resultOf } from '../../cli/command/result.js';
import { zoneInUse } from '../../cli/command/time-zone.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { withLedger } from '../../engine/operations/operation.js';
import { placesOf } from '../../engine/operations/state.js';
import { checksummed } from '../../money/evm/transaction.js';
import { checkIdentity } from '../../money/ledger-identity.js';
import { counted } from '../../services/counted.js';
import { LocalFailure } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import type { Column } from '../../text/column.js';
import { columnsNamed } from '../../text/columns-named.js';
import { operationName } from '../../things/operations.js';
import { check } from './check.js';
import { list } from './list.js';
import { accountIn, movementsOf } from './movements.js';
import { periodOf, periodOptions, zonedTimes } from './period.js';
import { settle } from './settle.js';
import { show } from './show.js';
import { withoutFormulas } from './spreadsheet.js';

// `tuk ops export`: the movements of value of the ledger, one a row, for accountants.

const tableColumns: readonly Column[] = [
  { path: 'time', as: 'moment', room: 'stays' },
  { path: 'kind', room: 'stays' },
  { path: 'amount', as: { amount: 'asset' }, room: 'stays' },
  { path: 'account' },
  { path: 'counterparty', heading: 'with' },
  { path: 'what' },
  { path: 'operation' },
  ...['asset', 'network', 'contract', 'hash', 'block', 'reference', 'outcome', 'profile', 'note'].map(
    (path) => ({ path, room: 'yields' }) as const,
  ),
];
/** The columns of the CSV, in a fixed order; also the fields of every other format. */
const columnLines = [
  ['time', 'date', 'kind', 'asset', 'amount', 'contract', 'network', 'account', 'counterparty'],
  ['operation', 'what', 'call', 'hash', 'block', 'reference', 'outcome', 'profile', 'note'],
];
const columns = columnLines.flat();

const exportCommand: Command = {
  name: 'export',
  fromLedger: true,
  summary: 'Export each movement of value, for accountants',
  description: `Prints CSV unless -o says otherwise, oldest first: one row for each movement of value by the transfers of this profile in the ledger. If several profiles use one
account, --every exports all of them. Nothing is read from a service or a chain: run tuk ops check first, so that fewer rows are open.
The kind of a row is out (left the account), in (arrived there), fee (paid for it), or open: requested or under way, and not known to have moved for good. The
amount of an open row is the requested one, and its note has the state.
A paid order is out, even before its delivery. A swap has out, in and fee. An allowance has a fee, and so has a transaction that reverted or was cancelled. A
transfer to an account of the same ledger has in, too. A refused operation, one that was not sent, and a nonce that another program used have no row. If a
service deducts its fee from the amount, the amount includes it, and the note names it.
Amounts are exact decimal texts; an unknown one is empty, and the note says why. The time is the time of the block, or else of the sending, in the zone of --tz
or of this machine; --since and --until select by it.
An asset on a chain is its network and contract; the coin has no contract. The columns are always
${columnLines.map((names) => names.join(', ')).join(',\n')}.
A text of the CSV that begins like a formula (= + - @) gets a ' before it.`,
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
      const operations = ledger.everything();
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
      const isForSpreadsheet = (context.out.options.format ?? 'csv') === 'csv' && context.out.options.jq === undefined;
      const open = rows.filter(({ kind }) => kind === 'open').length;
      if (open > 0)
        context.note({
          is: 'next',
          what: `Open, and no part of what moved: ${counted(open, 'operation')}. Check them`,
          line: nextCommand(context, 'tuk ops check'),
        });
      return resultOf(JSON.stringify(isForSpreadsheet ? rows.map(withoutFormulas) : rows), {
        usualFormat: 'csv',
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
  description: `tuk remembers the ledger of this machine and its newest entry. If the ledger was removed, emptied, or replaced by another or an older one, every transfer
ends with exit 9 (LEDGER_REPLACED), because limits and references would start anew. Put the ledger back if you can. Otherwise this command accepts the present
one: limits count only its entries, and a --client-ref that it does not have is sent again. A missing ledger is created. Reads do not need it.`,
  examples: ['tuk ops adopt', 'tuk ops adopt --yes'],
  run: async (_, context) => {
    const { ledger: file, ledgerIdentity } = paths(context.world);
    const exists = existsSync(file); // before withLedger creates it
    return withLedger(
      context,
      async (ledger) => {
        const problem = problemOf(() => checkIdentity(ledgerIdentity, file, exists ? ledger : undefined));
        const count = ledger.count();
        const [newest] = ledger.newest({ page: 1 });
        if (problem !== undefined) {
          context.log(`  ${problem}.`);
          context.log(
            `  It has ${counted(count, 'operation')}${newest === undefined ? '' : `, the newest ${newest.id} of ${newest.at}`}.`,
          );
          context.log('  Limits will count only these, and a reference that is not among them is sent again.');
          const change = ownChange({ service: 'ops', name: 'adopt', summary: adopt.summary });
          await confirmCall(context, change, [['Ledger', `${file}, ${counted(count, 'operation')}`]]);
          ledger.adopt(ledgerIdentity);
        }
        context.note({
          is: 'fact',
          text:
            problem === undefined
              ? 'It is the ledger of this machine; nothing was changed.'
              : 'It is the ledger of this machine now.',
        });
        return resultOf(JSON.stringify({ ledger: file, operations: count, newest: newest?.id ?? null }), {
          columns: columnsNamed('ledger operations newest'),
          singleRecord: true,
        });
      },
      { adopts: true },
    );
  },
};

/** The problem of the ledger as a sentence; undefined if it agrees. */
function problemOf(check: () => void) {
  try {
    return void check();
  } catch (error) {
    if (error instanceof LocalFailure) return error.message;
    throw error;
  }
}

export const group: Group = { commands: [list, exportCommand, show, check, settle, adopt] };
