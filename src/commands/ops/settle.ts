// `tuk ops settle`: records a person's judgement of an operation without a known outcome.

import type { Command, Context } from '../../cli/command/command.js';
import { enumValue } from '../../cli/command/enum-value.js';
import { resultOf } from '../../cli/command/result.js';
import { confirmCall, ownChange, subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';

import { refuseJudgement } from '../../engine/chain/status.js';
import { inProfileOf, lookUp, operationOf, withLedger } from '../../engine/operations/operation.js';

import { shownState } from '../../engine/operations/state.js';
import type { Ledger } from '../../money/ledger.js';
import { endingOf, isOpen, isUnfinished, type Operation } from '../../money/operation.js';

import type { Sighting } from '../../money/outcome/sighting.js';
import { isDollar, parseAtMost, type StatedAmount } from '../../money/policy/at-most.js';
import { BadInput, Guarded, ServerFailure } from '../../services/http/errors.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { operationName } from '../../things/operations.js';
import { columns } from './list.js';
import { summaryOf } from './show.js';

const outcomes = ['done', 'not-done'] as const;
type SettledOutcome = (typeof outcomes)[number];
const maxNote = 500;

export const settle: Command = {
  name: 'settle',
  fromLedger: true,
  values: '<id>',
  summary: 'Record your own judgement on an operation with an unknown outcome',
  description: `Use it if tuk ops check cannot find the outcome. It reads the state at the service first, and sends nothing. not-done is refused (exit 7) if the service shows
the operation, or a row that may be it; done is refused if the service shows a bad end. A read that fails settles nothing.
After not-done its --client-ref can be used again, and its amount counts in limits.day for 24 hours. After done the same command returns the recorded result.
An operation that is done, and whose last status is not a good end, can be settled as not-done. One that has ended otherwise, or is being sent, cannot be settled
(exit 2). --at-most states a value that is unknown, so that limits.day can be checked.`,
  options: [
    {
      flags: '--as <outcome>',
      effects: ['widens'],
      summary: 'done, or not-done',
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
      const operation = operationOf(ledger, id!);
      if (operation.service === 'chain' && outcome === 'not-done') refuseJudgement(context, operation);
      const replacesDone = outcome === 'not-done' && isUnfinished(operation);
      if (worth) checkUnvalued(operation, worth);
      if (!isOpen(operation) && !replacesDone) {
        if (operation.outcome !== outcome) throw notOpen(operation, ledger, context);
        if (worth)
          return inProfileOf(operation, context, async (inProfile) => {
            await confirmResolution(operation, outcome, note, inProfile, worth);
            const valued = ledger.stateValue(operation.id, recordOf(worth)) ?? operation;
            return report(valued, '  Its value is recorded.', ledger, inProfile);
          });
        return report(operation, `  It was ${shownState(operation, ledger)} before.`, ledger, context);
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
        const settled = ledger.resolve(operation.id, resolution, inProfile.world.clock.now());
        if (settled?.outcome !== outcome) throw notOpen(settled ?? operation, ledger, inProfile);
        const valued = worth && ledger.stateValue(operation.id, recordOf(worth));
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
const recordOf = (worth: StatedAmount): Pick<Operation, 'amount' | 'token' | 'usd'> => ({
  ...worth,
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

function notOpen(operation: Operation, ledger: Ledger, context: Context) {
  const { id, outcome } = operation;
  const why =
    outcome === 'sending'
      ? 'another process is still sending it'
      : `its outcome is known: ${shownState(operation, ledger)}`;
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
  const { sighting, statusList } = result;
  if (sighting.kind === 'absent' && sighting.failure !== undefined)
    throw new ServerFailure(
      'BAD_ANSWER',
      `The state of ${operation.id} at the service cannot be read: ${context.out.redact.clean(sighting.failure)}. Nothing was recorded.`,
      { service: operation.service },
    );
  const sentence = context.out.redact.clean(sentenceOf(sighting));
  const ending =
    sighting.kind === 'seen' && sighting.status !== undefined ? endingOf(statusList, sighting.status) : undefined;
  const hasEndedBadly = ending === 'returned' || ending === 'failed';
  const mayBeUndone =
    hasEndedBadly || sighting.kind === 'absent' || (sighting.kind === 'ambiguous' && sighting.isOfOthers);
  if (outcome === 'done' ? !hasEndedBadly : mayBeUndone) return sentence;
  throw new Guarded(
    'SERVICE_SAYS_OTHERWISE',
    `${operation.id} cannot be settled as ${outcome}: ${sentence}. Nothing was recorded.`,
    `Record what the service shows: ${nextCommand(context, `tuk ops check ${operation.id}`)}`,
  );
}
function sentenceOf(sighting: Sighting) {
  if (sighting.kind === 'contradicts') return `the service shows it, but ${sighting.why}`;
  if (sighting.kind !== 'seen') return sighting.why ?? 'the service does not show it';
  const { status, unread, compared } = sighting;
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
  const row = { ...summaryOf(operation, ledger), outcome, settledBy, note };
  context.note({ is: 'fact', text: line });
  return resultOf(JSON.stringify(row), {
    columns: [...columns.slice(0, 6), { path: 'note' }],
    singleRecord: true,
  });
}
