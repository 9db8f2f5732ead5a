// The plan of a batch: every row parsed and checked before anything is sent; what moves in all, to whom, and whether the limits allow the sum.

import { readWords } from '../../cli/arguments.js';
import type { Arguments, Groups } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { type Found, findCommand, parseLine } from '../../cli/find-command.js';
import { isReadOnly } from '../../cli/read-only.js';
import { callNamed, serviceNamed } from '../../cli/resolve-call.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { Ledger, mayHaveEffect, type Operation } from '../../money/ledger.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { type BatchRow, neededBy, type RowProblem, withEarlierValues } from './rows.js';

/** A row whose command is known. */
export interface PlannedRow extends BatchRow {
  readonly found: Found;
  /** Undefined where it is parsed when it runs: a row that takes values from earlier rows, and a read, of which a batch may have very many. */
  readonly args: Arguments | undefined;
  /** `read`: it changes nothing. `change`: it changes something. `transfer`: it moves value. */
  readonly effect: 'read' | 'change' | 'transfer';
  /** Rows of one lane run one after the other, in the order of the file; a row without one runs beside others. */
  readonly lane: string | undefined;
  /** The reference of the row (--client-ref), where its command takes one. */
  readonly clientRef: string | undefined;
  /** The numbers of the rows that it takes values from. */
  readonly needs: readonly number[];
  /** An earlier run has done it, or may have. */
  readonly earlier: Operation | undefined;
}

/** Groups whose commands are no rows: they sign in or out, change this machine, or run for ever. */
const refusedGroups = new Set([
  'batch',
  'login',
  'logout',
  'auth',
  'account',
  'profile',
  'config',
  'sandbox',
  'smoke',
  'completion',
  'doctor',
  'openapi',
  'view',
]);
/** Commands that sign with a key. */
const signing = /^(wallet send|wallet allowance (set|revoke)|swap run|wallet tx (speed-up|cancel))$/;
/** Options that are those of the batch, not of a row. */
const batchFlags = [
  'profile',
  'output',
  'json',
  'yes',
  'confirm',
  'newRecipient',
  'noInput',
  'quiet',
  'dryRun',
  'printCurl',
  'watch',
  'reveal',
  'errorFormat',
] as const;

/** Plans the rows. @returns them, and what is wrong with others; nothing is read but the command table and the ledger */
export async function planRows(
  rows: readonly BatchRow[],
  { groups, context, reference }: { readonly groups: Groups; readonly context: Context; readonly reference: string | undefined },
): Promise<{ readonly planned: readonly PlannedRow[]; readonly problems: readonly RowProblem[] }> {
  const problems: RowProblem[] = [];
  const planned: PlannedRow[] = [];
  const numbers = new Map(
    rows.flatMap(({ number, ref }) => [[String(number), number] as const, ...(ref === undefined ? [] : [[`ref:${ref}`, number] as const])]),
  );
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const taken = new Map(
      ledger
        .list()
        .flatMap((operation) =>
          operation.ref !== undefined && mayHaveEffect(operation.outcome) ? [[operation.ref, operation] as const] : [],
        ),
    );
    const references = new Set<string>();
    const others = new Set(rows.flatMap(({ ref }) => ref ?? []));
    for (const row of rows)
      try {
        const one = await planRow(row, numbers, groups, reference, taken, others);
        if (one.clientRef !== undefined && references.has(one.clientRef))
          throw new BadInput('BAD_ROW', `an earlier row has the reference ${one.clientRef}`);
        if (one.clientRef !== undefined) references.add(one.clientRef);
        planned.push(one);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        problems.push({ line: row.line, message: error.message, isGuarded: error.kind === 'guarded' });
      }
  } finally {
    ledger.close();
  }
  return { planned, problems };
}

/** The text that stands for a value that is not known yet, so that a row can be parsed before the rows that it needs have run. */
const stand = '1';

async function planRow(
  row: BatchRow,
  numbers: ReadonlyMap<string, number>,
  groups: Groups,
  reference: string | undefined,
  taken: ReadonlyMap<string, Operation>,
  others: ReadonlySet<string>,
): Promise<PlannedRow> {
  const needs = neededBy(row).map((name) => {
    const number = numbers.get(name);
    if (number === undefined || number >= row.number)
      throw new BadInput('BAD_ROW', `it takes a value from ${name.startsWith('ref:') ? name : `row ${name}`}, which is not an earlier row`);
    return number;
  });
  const words = withEarlierValues(row.words, () => stand);
  const found = await findCommand(words, readWords(words), groups);
  if (!found || refusedGroups.has(found.groupName))
    throw new BadInput('BAD_ROW', `${JSON.stringify(words.slice(0, 3).join(' '))} is not a command for a batch`);
  const args = await parseLine(words, found);
  const own = batchFlags.find((flag) => args.options[flag] !== undefined && args.options[flag] !== false);
  if (own !== undefined)
    throw new BadInput('BAD_ROW', `it has --${own.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}, which is given to the batch`);
  const name = `${found.groupName} ${found.command.name}`.trim();
  const takesRef = (found.command.options ?? []).some(({ flags }) => flags.startsWith('--client-ref'));
  const isApi = found.groupName === 'api';
  const call = isApi && found.command.name === '' ? await calledBy(args) : undefined;
  if (call?.final || call?.session)
    throw new BadInput(
      'BAD_ROW',
      `${call.service} ${call.name} ${call.final ? 'cannot be undone' : 'renews or ends a session'}, and is not a row of a batch`,
    );
  const isRead = call ? call.effect === 'none' : found.command.wait !== undefined || (await isReadOnly(found.command));
  const effect = call?.effect === 'money' || (takesRef && !isApi) ? 'transfer' : isRead ? 'read' : 'change';
  const clientRef =
    effect !== 'transfer' || !takesRef
      ? undefined
      : (clientRefOf(args.options) ?? (reference && rowReference(reference, row, taken, others)));
  const earlier = clientRef === undefined ? undefined : taken.get(clientRef);
  const { number, line, ref } = row; // a spread would give every row a hidden class of its own
  return {
    number,
    line,
    words: row.words,
    ref,
    found,
    args: effect === 'read' || needs.length > 0 ? undefined : args,
    effect,
    lane: effect === 'read' ? undefined : signing.test(name) ? `key ${laneOf(args)}` : 'services',
    clientRef,
    needs,
    earlier,
  };
}
/**
 * The reference of a row: `NAME:REF`, or `NAME#N` for the N-th row.
 * @param others the `ref`s of the file: one that is N has the reference `NAME:N`
 * @throws {Guarded} OLD_REFERENCE if the ledger has `NAME:N` of an earlier version: the row may be that operation, or another one
 */
function rowReference(name: string, { ref, number }: BatchRow, taken: ReadonlyMap<string, Operation>, others: ReadonlySet<string>): string {
  const own = ref === undefined ? `${name}#${number}` : `${name}:${ref}`;
  if (own.length > 100) throw new BadInput('BAD_ROW', `its reference ${own.slice(0, 60)}… has more than 100 characters`);
  const [old, now] = [ref === undefined ? taken.get(`${name}:${number}`) : undefined, taken.get(own)];
  const isResumed = now !== undefined && now.profile === old?.profile && now.service === old.service && now.call === old.call;
  if (old && !isResumed && !others.has(String(number)))
    throw new Guarded(
      'OLD_REFERENCE',
      `an earlier version of tuk has recorded ${old.id} as ${name}:${number}, and it may be this row`,
      `tuk ops show ${old.id}`,
    );
  return own;
}

const laneOf = ({ options }: Arguments): string => String(options.key ?? options.keyFile ?? options.wallet ?? '');

/** The call of a row of `tuk api`: by its name; of a path only whether it may change something, as anything but a GET may. @throws {BadInput} */
async function calledBy({
  positionals: [first = '', second = ''],
}: Arguments): Promise<Pick<Call, 'service' | 'name' | 'effect' | 'final' | 'session'>> {
  if (/^[A-Z]+$/.test(first)) return { service: second, name: 'a path', effect: first === 'GET' ? 'none' : 'money' };
  return callNamed(await catalogue(serviceNamed(first)), second);
}
