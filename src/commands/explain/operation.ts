// Explains an operation of the ledger of this machine, by its id, its reference, or an id in its response.

import type { Context } from '../../cli/command/command.js';
import { nextCommandOf } from '../../engine/change/transfer.js';
import { placesOf, stateIn } from '../../engine/operations/state.js';
import { isUnfinished, isUnseen, type Operation } from '../../money/ledger/operation.js';

import { Refused } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { operationName } from '../../things/operations.js';
import type { Machine } from './machine.js';
import { details, type Explanation, type Question, type Recogniser, shortened } from './recogniser.js';

const operationId = /^op-\d{4}-\d+$/i;
/** The most operations that are explained for one text. */
const mostOperations = 5;

/** The meaning of an outcome, and the next step, by `Operation.outcome`. */
const meanings: Readonly<Record<Operation['outcome'], string>> = {
  sending: 'The request may be under way, or its process died. Do not repeat it before its outcome is known.',
  done: 'It was done, and nothing is left to do.',
  accepted:
    'The service has accepted it; what its response means is not public. Read its outcome before you repeat it.',
  mined: 'It is in a block that is not deep enough yet. Wait for it.',
  refused: 'The service has refused it: it had no effect. It can be repeated after its reason is gone.',
  unknown: 'It was sent, and its outcome is not known: do not repeat it before you have read the outcome.',
  'not-sent': 'Nothing was sent: it can be repeated.',
  'not-done': 'It was sent, and had no effect: it can be repeated.',
};

/** Whether an operation that was begun has not ended, as far as its status was seen. */
const goesOn = (operation: Operation): boolean => isUnfinished(operation) || isUnseen(operation);
const goingOn = 'It was begun, and its end was not seen. Wait for it, or read its status anew.';

/** The command that comes next for an operation, in its profile. */
export function showCommand(operation: Operation, context: Context): string {
  const { id, outcome, service, profile } = operation;
  const line =
    outcome === 'mined' || goesOn(operation)
      ? `tuk wait ${id}`
      : outcome === 'unknown' && service === 'chain'
        ? `tuk wallet tx resume ${id}`
        : outcome === 'unknown' || outcome === 'accepted'
          ? `tuk ops check ${id}`
          : `tuk ops show ${id}`;
  return nextCommandOf(context)(line, profile);
}

/** An operation in one sentence: its name, its state, and the meaning of the state. */
export async function operationSentence(operation: Operation, machine: Machine): Promise<string> {
  const { amount, token, recipient, service, call, at, outcome, message } = operation;
  const state = stateIn(operation, placesOf(await machine.operations())(operation));
  const moved = amount === undefined ? '' : ` of ${[amount, token].filter(Boolean).join(' ')}`;
  const to = recipient === undefined ? '' : ` to ${recipient}`;
  const reply = message === undefined || outcome === 'done' ? '' : ` It was said: ${shortened(message, 200)}`;
  return `In the ledger: ${operationName(service, call)}${moved}${to}, ${at}: ${state}. ${goesOn(operation) ? goingOn : (meanings[outcome] ?? '')}${reply}`;
}

/** The explanation of an operation. @param how the text is in it: `its reference` */
async function explained(
  operation: Operation,
  how: string,
  { machine, context, text }: Question,
): Promise<Explanation> {
  const { id, profile, service, call, amount, token, recipient, outcome, at, ref, network, hash } = operation;
  return {
    word: shortened(text, 80),
    is: how,
    of: `${operationName(service, call)}, ${id}, profile ${profile}`,
    means: await operationSentence(operation, machine),
    source: 'the ledger of this machine; nothing was asked',
    next: showCommand(operation, context),
    details: details({
      operation: id,
      outcome,
      amount: amount && [amount, token].filter(Boolean).join(' '),
      recipient,
      at,
      reference: ref,
      profile,
      network,
      hash,
    }),
  };
}

/** The operations with a text in their request or response, such as the id of an order. */
const mentions = ({ object, recipient, answer, found, within, url }: Operation, text: string): boolean =>
  [object, recipient, within].includes(text) ||
  url.includes(`/${text}`) ||
  [answer, found].some(
    (json) => json?.includes(text) && fieldsIn(parsedIfJson(json)).some((field) => field.text === text),
  );

export const operation: Recogniser = {
  kind: 'an operation of the ledger: op-…, its --client-ref, an id or a hash in it',
  explain: async (question) => {
    const { text, machine } = question;
    const operations = await machine.operations();
    const isId = operationId.test(text);
    const named = operations.filter(({ id }) => isId && id === text.toLowerCase());
    const referenced = operations.filter(({ ref }) => ref === text);
    const isLong = text.length >= 8 && !/\s/.test(text); // a short word is in many responses
    const others = isLong
      ? operations.filter((entry) => ![...named, ...referenced].includes(entry) && mentions(entry, text))
      : [];
    if (isId && named.length === 0) throw missing(text, machine);
    const found = [
      ...named.map((entry) => [entry, 'operation of the ledger'] as const),
      ...referenced.map((entry) => [entry, 'reference (--client-ref) of an operation'] as const),
      ...others.map((entry) => [entry, 'part of an operation of the ledger'] as const),
    ].slice(0, mostOperations);
    return Promise.all(found.map(([entry, how]) => explained(entry, how, question)));
  },
};

const missing = (text: string, { unread }: Machine): Refused =>
  new Refused(
    'not-found',
    'NO_OPERATION',
    unread.length > 0
      ? `${text} is the id of an operation, and ${unread.join(' and ')} of this machine cannot be read.`
      : `${text} is the id of an operation, and the ledger of this machine does not have it.`,
    'List them: tuk ops list --every',
  );
