// The response of a transfer whose reference (--client-ref) was used before: the same request returns it, and sends
// nothing.

import type { Call } from '../../services/catalogue/define.js';
import type { Deadline } from '../../services/http/deadline.js';
import { BadInput, OutcomeUnknown } from '../../services/http/errors.js';
import { rounds } from '../../services/http/rounds.js';
import type { Response } from '../../services/http/send.js';
import { refuseUnclear } from '../facts/reference-binding.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Intent, Operation } from '../ledger/operation.js';
import { recoveryCommand } from '../outcome/look-up-result.js';
import type { PolicyDependencies } from '../verdict/dependencies.js';

type EarlierDependencies = Pick<PolicyDependencies, 'profile' | 'nextCommand' | 'log'> & {
  readonly deadline: Deadline;
};

/**
 * The response of an earlier operation with the same reference.
 * @throws {BadInput} REF_USED if its request was another one; {Guarded} if its account may be another one;
 * {OutcomeUnknown}
 */
export async function earlierResponseOf(
  recorded: Operation,
  call: Call,
  intent: Intent,
  ledger: Ledger,
  { profile, nextCommand, log, deadline }: EarlierDependencies,
): Promise<Response> {
  const operation = await waitUntilEnded(recorded, ledger, deadline);
  const { id, ref, outcome, status = 200 } = operation;
  const showCommand = nextCommand(`tuk ops show ${id}`);
  refuseUnclear(intent, operation, showCommand);
  if (!isSameRequest(intent, operation))
    throw new BadInput('REF_USED', `--client-ref ${ref} was used for something else (${id}).`, `See ${showCommand}`);
  if (outcome !== 'done' && outcome !== 'accepted')
    throw new OutcomeUnknown(
      'OUTCOME_UNKNOWN',
      `The operation of --client-ref ${ref} was sent before, and its outcome is not known.`,
      {
        service: call.service,
        call: call.name,
        operation: id,
        clientRef: ref,
        look: (await recoveryCommand(operation, { fieldNames: profile.fieldNames, nextCommand })) ?? showCommand,
      },
      undefined,
      `It was not sent again. Look for its outcome: ${nextCommand(`tuk ops check ${id}`)} (or ${showCommand})`,
    );
  const response = operation.answer ?? operation.found ?? '';
  const { settledBy, settledAt = '', note = '' } = operation;
  const judged = `, as a person has judged at ${settledAt} (${note})`;
  const whoSays = settledBy === undefined ? '' : settledBy === 'person' ? judged : ', as the service shows it';
  const stored =
    operation.answer !== undefined ? 'this is its stored response' : 'this is what the service showed of it';
  const what = response === '' ? 'no response of it is stored' : stored;
  log(`  ${outcome === 'accepted' ? 'Accepted' : 'Done'} before, as ${id}${whoSays}: ${what}; nothing was sent.`);
  const bytes = Buffer.from(response);
  const data = response === '' ? undefined : JSON.parse(response);
  return { call, status, headers: {}, bytes, text: response, data, operation: id, isEarlier: true };
}

/**
 * Whether an operation had the same request: by its hash, or by path and body if an earlier version recorded no hash.
 */
function isSameRequest(intent: Intent, line: Operation) {
  if (line.digest !== undefined) return line.digest === intent.digest;
  const place = (address: string) => new URL(address).pathname;
  const same = intent.asked === line.asked && (intent.asked !== undefined || intent.body === line.body);
  return same && place(intent.url) === place(line.url);
}

/** Waits up to 10 s for an operation that another process is sending. */
async function waitUntilEnded(recorded: Operation, ledger: Ledger, deadline: Deadline): Promise<Operation> {
  let operation = recorded;
  if (operation.outcome !== 'sending') return operation;
  const says = () => `another process sends ${recorded.id}`;
  try {
    for await (const _ of rounds(deadline.within(patience), { every: 100, says })) {
      operation = (await ledger.find(recorded.id)) ?? { ...recorded, outcome: 'unknown' };
      if (operation.outcome !== 'sending') break;
    }
  } catch (error) {
    if (!deadline.isStopped()) throw error; // stopped: the outcome is unknown
  }
  return operation;
}
const patience = 10_000; // milliseconds
