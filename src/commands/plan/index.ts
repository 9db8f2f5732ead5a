// `tuk plan`: lists, reviews, approves, applies and withdraws plans, which --plan-out writes.

import { appendFileSync } from 'node:fs';
import { hostname } from 'node:os';
import {
  type Arguments,
  type Command,
  type Context,
  type Group,
  type Groups,
  resultOf,
} from '../../cli/command/command.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { checkPath } from '../../cli/files/input-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { findCommand } from '../../cli/lines/find-command.js';
import { wordsOf } from '../../cli/lines/planned-line.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { standingOf } from '../../cli/run/plan-out.js';
import { type Flag, flagKey, globalFlags, isDryRun, plain, spellings, takesValue } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { keyOptions, selectionOf } from '../../engine/chain/options.js';
import { signerOf, signText } from '../../engine/chain/signing-key.js';
import { limitsNow } from '../../engine/change/limits-now.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { despiteFlag, despiteOf } from '../../engine/request/shared-options.js';
import { type ChainFamily, familyOfNetwork } from '../../money/keys/signer.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { withLedger } from '../../money/ledger/open.js';
import type { StoredApproval } from '../../money/ledger/plan-book.js';
import {
  approvalMessage,
  approvalState,
  approvalsIn,
  approvedBy,
  approversOf,
  familyOfApprover,
  planHash,
  sends,
  verified,
} from '../../money/verdict/approval.js';
import {
  applied,
  badPlan,
  type KnownPlan,
  mostBytes,
  type Plan,
  readPlan,
  requireOpen,
  requireOwnForm,
  withdraw,
} from '../../money/verdict/plan.js';
import { Network } from '../../services/catalogue/words.js';
import { quoted } from '../../services/command-line.js';
import { BadInput, Failure, Guarded, LocalFailure, partFailure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { readPlainFile } from '../../session/plain-file.js';
import { originsOf } from '../../session/profile-services.js';
import type { Column } from '../../text/column.js';

/** A plan with the approvals that its bytes have: of its ledger, and of the file beside it. */
interface FoundPlan extends KnownPlan {
  readonly given: readonly StoredApproval[];
  /** The file of the approvals, if the plan was named by its file. */
  readonly beside: string | undefined;
}
const isPlanId = (typed: string): boolean => /^[0-9a-f]{16}$/.test(typed);

/** The text of a file, with links followed; nothing without one. @throws {BadInput} NO_FILE */
function readIfThere(context: Context, file: string, most: number): string | undefined {
  try {
    return readPlainFile(inWorkingFolder(context.world, file), { links: true, most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new BadInput('NO_FILE', `Cannot read ${file}: ${(error as Error).message}.`, checkPath);
  }
}

/** Reads a plan, by its file or its id, with the ledger of this machine open. @throws as `readPlan`; {LocalFailure} */
function withPlan<Result>(
  context: Context,
  typed: string,
  use: (found: FoundPlan, ledger: Ledger) => Promise<Result> | Result,
): Promise<Result> {
  if (typed === '-') throw badPlan(typed, 'it is read from a file, not from standard input');
  const ofFile = readIfThere(context, typed, mostBytes);
  if (ofFile === undefined && !isPlanId(typed))
    throw new BadInput('NO_FILE', `Cannot read ${typed}: there is no such file.`, 'See the plans: tuk plan list');
  return withLedger(ledgerPlace(context), 'moves', async (ledger) => {
    const text = ofFile ?? (await ledger.book.find(typed))?.text;
    if (text === undefined)
      throw new BadInput(
        'NO_FILE',
        `The ledger has no plan ${typed}.`,
        'Name its file, or see the plans: tuk plan list',
      );
    const known = await readPlan(text, typed, ledger, context.world.clock.now());
    const beside = ofFile === undefined ? undefined : `${typed}.approvals`;
    const stored = [
      ...(await ledger.book.approvals(planHash(text))),
      ...(beside === undefined ? [] : approvalsIn(readIfThere(context, beside, mostBytes) ?? '')),
    ];
    return use({ ...known, given: verified(known.plan, text, stored), beside }, ledger);
  });
}

/** The line of a plan as a person types it. */
async function lineOf(plan: Plan, file: string, groups: Groups) {
  const words = [...plan.command, ...plan.values]; // the options of `tuk api` depend on its values
  const target = await findCommand(words, { words, unknown: [], flags: {} }, groups).catch((error: unknown) => {
    if (error instanceof BadInput) return undefined;
    throw error;
  });
  if (target === undefined) throw badPlan(file, 'its line is not a command');
  return wordsOf(plan, target);
}

/** Warns of what a plan does not say. */
function noteGaps({ plan: { open }, state }: KnownPlan, context: Context): void {
  if (state === 'foreign')
    context.note({ is: 'warning', text: 'The ledger of this machine did not write it, so nothing in it was checked.' });
  if (open.length > 0)
    context.note({ is: 'warning', text: `What these lines move is not known before they run: ${open.join(', ')}.` });
}
/** A plan as its record has it. */
async function recordOf({ plan, text, state, given }: FoundPlan, typed: string, groups: Groups) {
  const { id, profile, subject, at, expires, limits, rules = [], inputs, open, transfers } = plan;
  const line = ['tuk', ...(await lineOf(plan, typed, groups))].map(quoted).join(' ');
  const rows = transfers.map(({ request: _, recipient = null, amount = null, fee = null, persons: __, ...seal }) => ({
    ...seal,
    ...{ recipient, amount, fee }, // null: not known
  }));
  const { needs, approvals } = approvalState(plan, given);
  const about = { sends: sends(plan), profile, subject, at, expires, sha256: planHash(text), needs, approvals };
  return { id, state, line, ...about, limits, rules, open, inputs, transfers: rows };
}

/** The lines of a receipt about a field of a record: one for each entry of a list, and of an object. */
const linesOf = ([name, value]: readonly [string, unknown]): readonly ReceiptLine[] =>
  typeof value !== 'object' || value === null
    ? [[name, String(value ?? 'none')]]
    : Object.entries(value).map(([key, one]) => [
        Array.isArray(value) ? `${name} ${Number(key) + 1}` : `${name} ${key}`,
        isRecord(one)
          ? Object.entries(one)
              .map(([field, text]) => `${field} ${String(text ?? 'unknown')}`)
              .join(', ')
          : String(one),
      ]);

const planValue = '<plan>';
const show = (groups: Groups): Command => ({
  name: 'show',
  prints: 'record',
  runsWithoutProfile: true,
  readOnly: true,
  fromLedger: true,
  values: planValue,
  summary: 'Show what a plan would send, who has approved it, and whether it can be applied',
  description:
    'A plan is its file, or its id in the ledger. Its state is open, expired, applied, withdrawn or foreign. Another machine wrote a foreign plan, and only that machine can apply it.',
  examples: ['tuk plan show <file>'],
  run: ({ positionals: [typed = ''] }, context) =>
    withPlan(context, typed, async (found) => {
      noteGaps(found, context);
      const shown = await recordOf(found, typed, groups);
      return resultOf(JSON.stringify(shown), { singleRecord: true, idPath: 'id' });
    }),
});

const columns: readonly Column[] = [
  { path: 'sends' },
  { path: 'state', as: { classAt: 'class' }, room: 'stays' },
  { path: 'approvals' },
  { path: 'host', ifAny: true },
  { path: 'by', room: 'yields' },
  { path: 'at', heading: 'age', as: 'time' },
  { path: 'expires', as: 'time' },
  { path: 'line', room: 'yields' },
  { path: 'id' },
];
/** What a list says of a plan that somebody has written into the ledger, and that is none of its own. */
const unreadable = { sends: null, state: 'unreadable', class: 'bad', approvals: null };
interface Listing {
  readonly context: Context;
  readonly ledger: Ledger;
  readonly groups: Groups;
}
/** The row of a plan in the list. @throws as `readPlan` */
async function listedRow(
  text: string,
  id: string,
  stored: readonly StoredApproval[],
  { context, ledger, groups }: Listing,
) {
  const known = await readPlan(text, id, ledger, context.world.clock.now());
  const given = verified(known.plan, text, stored);
  const shown = await recordOf({ ...known, given, beside: undefined }, id, groups);
  const { state, needs, approvals, subject, sends: what, at, expires, line, transfers } = shown;
  const by = subject ?? transfers[0]?.account.replace('address:', '');
  const isWaiting = state === 'open' && approvals.length < needs;
  return {
    sends: what,
    state: isWaiting ? 'needs approval' : state,
    class: isWaiting ? 'needs-you' : state === 'applied' ? 'good' : state === 'open' ? 'pending' : 'bad',
    approvals: `${approvals.length} of ${needs}`,
    needs,
    approvedBy: approvals.map(({ address }) => address),
    ...{ by, at, expires, line },
  };
}
const mostListed = 50;
const list = (groups: Groups): Command =>
  repeatable({
    name: 'list',
    runsWithoutProfile: true,
    readOnly: true,
    fromLedger: true,
    summary: 'List the plans of the ledger: what waits for approvals, and what was applied or withdrawn',
    description: 'It lists the fifty newest. A shared ledger has the plans of all its machines.',
    examples: ['tuk plan list'],
    run: (_, context) =>
      withLedger(ledgerPlace(context), 'reads', async (ledger) => {
        const rows = [];
        for (const { id, text, host = null } of await ledger.book.newest(mostListed)) {
          const given = await ledger.book.approvals(planHash(text));
          const row = await listedRow(text, id, given, { context, ledger, groups }).catch(partFailure);
          rows.push({ id, ...(row instanceof Failure ? unreadable : row), host });
        }
        return resultOf(JSON.stringify(rows), {
          columns,
          idPath: 'id',
          empty: { says: 'No plans.', of: { from: 'ledger' } },
        });
      }),
  });

const kindOfKey = 'the network whose kind of key and signer is used; default: that of the approvers';
const networkOption = plain('--network <network>', kindOfKey, { words: Network });
/** The signer of an approval, of the kind of --network, else of a kind that approvers have. @throws as `signerOf` */
async function approverOf(context: Context, approvers: readonly string[], options: Arguments['options']) {
  const network = options.network as string | undefined;
  const kinds = network === undefined ? new Set(approvers.map(familyOfApprover)) : [familyOfNetwork(network)];
  const [family = 'evm', other] = kinds;
  const of = async (kind: ChainFamily) => ({
    family: kind,
    signer: await signerOf(context, selectionOf(options), kind, network),
  });
  return of(family).catch((error: unknown) => {
    const mayBeOther = error instanceof Failure && /^(WRONG_KEY|NO_KEY)$/.test(error.code);
    if (other === undefined || !mayBeOther || options.keyFile === '-') throw error;
    return of(other);
  });
}
const approve = (groups: Groups): Command => ({
  name: 'approve',
  effects: ['confirms', 'widens'],
  dryRun: 'plan',
  prints: 'nothing',
  runsWithoutProfile: true,
  values: planValue,
  summary: 'Approve a plan with a key of limits.approvers, on any machine',
  description: `Shows the whole plan, and signs a text with its id, what it sends and the SHA-256 of its bytes. The approval holds for these bytes only.
The ledger that wrote the plan keeps the approval. On another machine it stands in PLAN.approvals beside the file: give that file back.
The key that sends cannot approve its own plan.`,
  options: [networkOption, ...keyOptions],
  examples: ['tuk plan approve <file> --key-file <key>', 'tuk plan approve <id> --key <name> --yes'],
  run: ({ positionals: [typed = ''], options }, context) =>
    withPlan(context, typed, async (found, ledger) => {
      const { plan, text, state, beside } = found;
      const hasExpired = context.world.clock.now() > Date.parse(plan.expires);
      requireOpen(state === 'foreign' && hasExpired ? { plan, state: 'expired' } : found);
      requireOwnForm(found, typed);
      const approvers = approversOf(plan);
      const { family, signer } = await approverOf(context, approvers, options);
      const { address } = signer;
      noteGaps(found, context);
      const shown = await recordOf(found, typed, groups);
      await printReceipt(context, 'Approve a plan', Object.entries(shown).flatMap(linesOf));
      const unsigned = { plan: planHash(text), address, at: new Date(context.world.clock.now()).toISOString() };
      if (approvedBy(plan, [{ ...unsigned, signature: '' }], approvers).length === 0)
        throw new Guarded(
          'NOT_APPROVER',
          `${address} cannot approve it: only limits.approvers of the plan can, and no account that sends it.`,
          approvers.length === 0 ? 'It was written without limits.approvers.' : `They are: ${approvers.join(', ')}`,
        );
      if (isDryRun(context.flags)) return undefined;
      const change = ownChange({ service: 'plan', name: 'approve', summary: 'Approve this plan', effect: 'money' });
      await confirmCall(context, change, [
        ['Sends', shown.sends],
        ['Signer', address],
      ]);
      const approval = { ...unsigned, signature: await signText(signer, family, approvalMessage(plan, text)) };
      const isShared = ledgerPlace(context).shared !== undefined;
      if (state !== 'foreign') await ledger.book.approve([approval]);
      if (beside !== undefined && (state === 'foreign' || !isShared))
        addLine(context, beside, JSON.stringify({ ...approval, host: hostname() }));
      const { approvals, needs } = approvalState(plan, verified(plan, text, [...found.given, approval]));
      context.log(`✓ ${address} has approved the plan ${plan.id}: ${approvals.length} of ${needs}.`);
      if (state === 'foreign')
        context.log(`  The approval is in ${beside}. Put it beside the plan on the machine that wrote it.`);
      return undefined;
    }),
});

/** Adds a line to a file, which it makes for its owner alone. @throws {LocalFailure} FILE_UNWRITABLE */
function addLine(context: Context, file: string, line: string): void {
  const isOpen = /[^\n]$/.test(readIfThere(context, file, mostBytes) ?? '');
  try {
    appendFileSync(inWorkingFolder(context.world, file), `${isOpen ? '\n' : ''}${line}\n`, { mode: 0o600 });
  } catch (error) {
    throw new LocalFailure('FILE_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  }
}

const withdrawn: Command = {
  name: 'withdraw',
  prints: 'nothing',
  runsWithoutProfile: true,
  values: planValue,
  summary: 'Withdraw a plan, so that no copy of it can be applied',
  examples: ['tuk plan withdraw <file>', 'tuk plan withdraw <id>'],
  run: ({ positionals: [typed = ''] }, context) =>
    withPlan(context, typed, async (known, ledger) => {
      await withdraw(known, ledger, context.world.clock.now());
      context.log(`✓ Withdrawn: ${typed}.`);
      return undefined;
    }),
};

const newRecipient: Flag = {
  flags: '--new-recipient',
  effects: ['widens'],
  summary: 'confirm a recipient without a finished transfer in the ledger of this machine',
};
/** The typed global options, but those that the plan has. */
const typedFlags = (context: Context, planned: readonly string[]): readonly string[] =>
  globalFlags.flatMap((flag) => {
    const value = context.flags[flagKey(flag.flags) as keyof Context['flags']];
    const name = spellings(flag.flags).at(-1)!;
    if (value === undefined || value === false || name === '--profile' || planned.includes(flagKey(flag.flags)))
      return [];
    if (typeof value === 'number') return Array.from({ length: value }, () => name);
    return takesValue(flag.flags) ? [`${name}=${String(value)}`] : [name];
  });

const apply = (groups: Groups): Command => ({
  name: 'apply',
  changesNothing: true,
  dryRun: 'requests',
  effects: ['confirms'],
  values: planValue,
  summary: 'Run the line of a plan, if nothing has changed since',
  description: `Runs the line with the inputs of the plan, and asks for the same confirmation. Each plan is applied once, even if it has copies.
Of limits.approvals it needs approvals of those who are limits.approvers now: tuk plan approve.
Exit 7: something has changed since the plan was written. tuk lists it: the account, place, recipient, limits or settings, or a higher amount or fee.`,
  options: [newRecipient, despiteFlag],
  examples: ['tuk plan apply <file>', 'tuk plan apply <id> --yes', 'tuk plan apply <file> --dry-run'],
  run: ({ positionals: [file = ''], options }, context, runner) =>
    withPlan(context, file, async (known, ledger) => {
      const { world } = context;
      const { plan, given } = known;
      const rules = await ledger.book.rules(originsOf(context.settings().of));
      const standing = await standingOf(context, () => limitsNow(context), rules);
      const moment = { standing, hash: await ledger.hasher(), now: () => world.clock.now() };
      const applying = applied(
        known,
        moment,
        (account) => (approvers) => approvedBy(plan, given, approvers, account).length,
      );
      if (!isDryRun(context.flags)) await ledger.book.approve(given); // those of the file, too
      for (const { address, at, host = 'this machine' } of given)
        context.log(`  Approved by ${address}, ${host}, ${at}`);
      const inputs: World['inputs'] = async (name, readNow) =>
        Object.hasOwn(plan.inputs, name) ? plan.inputs[name]! : readNow();
      const inner: World = Object.create(world, {
        plan: { value: applying, enumerable: true },
        sealing: { value: applying.sealingOf(0), enumerable: true },
        inputs: { value: inputs, enumerable: true },
      });
      const words = await lineOf(plan, file, groups);
      const more = [`--profile=${plan.profile}`, ...typedFlags(context, Object.keys(plan.options))];
      if (options.newRecipient === true && plan.options.newRecipient !== true) more.push('--new-recipient');
      for (const id of despiteOf(options)) more.push(`--despite=${id}`);
      const values = words.indexOf('--');
      return runner!.run(words.toSpliced(values < 0 ? words.length : values, 0, ...more), inner);
    }),
});

/** Makes the group. @param groups have the commands of the lines */
export const planGroup = (groups: Groups): Group => ({
  commands: [list(groups), show(groups), approve(groups), apply(groups), withdrawn],
});
