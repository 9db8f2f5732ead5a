// The plan of a batch: parses every row, and selects its effect, its lane and its reference, before anything is sent.

import { expandedLine } from '../../cli/alias-line.js';
import { readWords } from '../../cli/arguments.js';
import type { Arguments, Groups } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { type Found, findCommand, parseLine } from '../../cli/find-command.js';
import { isReadOnly } from '../../cli/read-only.js';
import { callNamed, serviceNamed } from '../../cli/resolve-call.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { Ledger } from '../../money/ledger.js';
import { mayHaveEffect, type Operation } from '../../money/operation.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { type BatchRow, neededBy, type RowProblem, withEarlierValues } from './rows.js';

export interface PlannedRow extends BatchRow {
  readonly resolved: Found;
  /** Undefined for a row that is parsed when it runs: it needs earlier rows, or is one of possibly many reads. */
  readonly args?: Arguments;
  /** `transfer`: it moves value. */
  readonly effect: 'read' | 'change' | 'transfer';
  /** Rows of one lane run one after the other, in the order of the file. */
  readonly lane?: string;
  /** The reference of the row (--client-ref), if its command takes one. */
  readonly clientRef?: string;
  readonly needs: readonly number[];
  /** The operation of an earlier run, which may have taken effect. */
  readonly earlier?: Operation;
}

/** Groups without rows: they sign in or out, change this machine, or run for ever. */
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
  'alias',
]);
/** Options that no batch has: each is for a person, or for the response of one call. */
const lineFlags = ['include', 'edit', 'web'] as const;
const signing = /^(wallet send|wallet allowance (set|revoke)|swap run|wallet tx (speed-up|cancel))$/;
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

/** Plans the rows, and lists the problems of others. It reads only the command table and the ledger. */
export async function planRows(
  rows: readonly BatchRow[],
  { groups, context, reference }: { readonly groups: Groups; readonly context: Context; readonly reference?: string },
): Promise<{ readonly planned: readonly PlannedRow[]; readonly problems: readonly RowProblem[] }> {
  const problems: RowProblem[] = [];
  const planned: PlannedRow[] = [];
  const numbers = new Map(
    rows.flatMap(({ number, ref }) => [[String(number), number] as const, [`ref:${ref ?? ''}`, number] as const]),
  );
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const recorded = new Map(
      ledger.list().flatMap((operation) => (mayHaveEffect(operation.outcome) ? [[operation.ref, operation]] : [])),
    );
    const references = new Set<string>();
    const refs = new Set(rows.flatMap(({ ref }) => ref ?? []));
    for (const row of rows)
      try {
        const { number, line, ref } = row;
        const words = await expandedLine(row.words, context.world, groups);
        const plan = await planRow({ number, line, ref, words }, { numbers, groups, reference, recorded, refs });
        const { clientRef } = plan;
        if (clientRef !== undefined && references.has(clientRef))
          throw new BadInput('BAD_ROW', `an earlier row has the reference ${clientRef}`);
        if (clientRef !== undefined) references.add(clientRef);
        planned.push(plan);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        problems.push({ line: row.line, message: error.message, isGuarded: error.kind === 'guarded' });
      }
  } finally {
    ledger.close();
  }
  return { planned, problems };
}

/** Stands for a value of an earlier row while a row is parsed. */
const placeholder = '1';

interface PlanFacts {
  /** The numbers of the rows, by number and by `ref:NAME`. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly groups: Groups;
  readonly reference?: string;
  /** The operations that may have had an effect, by reference. */
  readonly recorded: ReadonlyMap<string | undefined, Operation>;
  readonly refs: ReadonlySet<string>;
}
async function planRow(row: BatchRow, { numbers, groups, reference, recorded, refs }: PlanFacts): Promise<PlannedRow> {
  const needs = neededBy(row).map((name) => {
    const number = numbers.get(name);
    if (number === undefined || number >= row.number)
      throw new BadInput(
        'BAD_ROW',
        `it takes a value from ${name.startsWith('ref:') ? name : `row ${name}`}, which is not an earlier row`,
      );
    return number;
  });
  const words = withEarlierValues(row.words, () => placeholder);
  const resolved = await findCommand(words, readWords(words), groups);
  if (!resolved || refusedGroups.has(resolved.groupName))
    throw new BadInput('BAD_ROW', `${JSON.stringify(words.slice(0, 3).join(' '))} is not a command for a batch`);
  const args = await parseLine(words, resolved);
  const isTyped = (flag: string) => args.options[flag] !== undefined && args.options[flag] !== false;
  const lineFlag = lineFlags.find(isTyped);
  if (lineFlag !== undefined) throw new BadInput('BAD_ROW', `it has --${lineFlag}, which a batch does not take`);
  const batchFlag = batchFlags.find(isTyped);
  if (batchFlag !== undefined)
    throw new BadInput('BAD_ROW', `it has --${kebab(batchFlag)}, which is given to the batch`);
  const name = `${resolved.groupName} ${resolved.command.name}`.trim();
  const takesRef = (resolved.command.options ?? []).some(({ flags }) => flags.startsWith('--client-ref'));
  const isApi = resolved.groupName === 'api';
  const call = name === 'api' ? await calledBy(args) : undefined;
  if (call?.final || call?.session)
    throw new BadInput(
      'BAD_ROW',
      `${call.service} ${call.name} ${call.final ? 'cannot be undone' : 'renews or ends a session'}, and is not a row of a batch`,
    );
  const isRead = call
    ? call.effect === 'none'
    : resolved.command.wait !== undefined || (await isReadOnly(resolved.command));
  const effect = call?.effect === 'money' || (takesRef && !isApi) ? 'transfer' : isRead ? 'read' : 'change';
  const clientRef =
    effect !== 'transfer' || !takesRef
      ? undefined
      : (clientRefOf(args.options) ?? (reference && rowReference(reference, row, recorded, refs)));
  const { number, line, ref } = row; // a spread would give each row its own hidden class
  return {
    number,
    line,
    words: row.words,
    ref,
    resolved,
    args: effect === 'read' || needs.length > 0 ? undefined : args,
    effect,
    lane: effect === 'read' ? undefined : signing.test(name) ? `key ${laneOf(args)}` : 'services',
    clientRef,
    needs,
    earlier: clientRef === undefined ? undefined : recorded.get(clientRef),
  };
}
/**
 * The reference of a row: `NAME:REF`, or `NAME#N` for the N-th row.
 * @throws {Guarded} OLD_REFERENCE if an earlier version has recorded `NAME:N`, unless that is a ref of the file
 */
function rowReference(
  name: string,
  { ref, number }: BatchRow,
  recorded: PlanFacts['recorded'],
  refs: ReadonlySet<string>,
) {
  const reference = ref === undefined ? `${name}#${number}` : `${name}:${ref}`;
  if (reference.length > 100)
    throw new BadInput('BAD_ROW', `its reference ${reference.slice(0, 60)}… has more than 100 characters`);
  const [old, now] = [ref === undefined ? recorded.get(`${name}:${number}`) : undefined, recorded.get(reference)];
  const isResumed =
    now !== undefined && now.profile === old?.profile && now.service === old.service && now.call === old.call;
  if (old && !isResumed && !refs.has(String(number)))
    throw new Guarded(
      'OLD_REFERENCE',
      `an earlier version of tuk has recorded ${old.id} as ${name}:${number}, and it may be this row`,
      `tuk ops show ${old.id}`,
    );
  return reference;
}

const laneOf = ({ options }: Arguments) => String(options.key ?? options.keyFile ?? options.wallet ?? '');

/** The call of a row of `tuk api`. A path counts as a transfer, unless it is a GET. @throws {BadInput} */
async function calledBy({
  positionals: [first = '', second = ''],
}: Arguments): Promise<Pick<Call, 'service' | 'name' | 'effect' | 'final' | 'session'>> {
  if (/^[A-Z]+$/.test(first)) return { service: second, name: 'a path', effect: first === 'GET' ? 'none' : 'money' };
  return callNamed(await catalogue(serviceNamed(first)), second);
}
