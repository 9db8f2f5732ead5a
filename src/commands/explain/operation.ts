// Explains an operation of the ledger of this machine, by its id, its reference, or an id in its response.

import type { Context } from '../../cli/command/command.js';
import { explanationsOf } from '../../cli/help/explanations.js';
import { exitCode, exitCodes } from '../../cli/settings/exit-codes.js';
import { nextCommandOf } from '../../engine/change/transfer.js';
import { placesOf, stateIn } from '../../engine/operations/state.js';
import { isUnfinished, isUnseen, type Operation } from '../../money/ledger/operation.js';
import { counted } from '../../services/counted.js';
import { reasonIn } from '../../services/decode/reason.js';
import { type Kind, Refused } from '../../services/http/errors.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { parsedIfJson, parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { operationName } from '../../things/operations.js';
import { details, type Explanation, type Machine, type Question, type Recogniser, shortened } from './machine.js';
import { nextOfKind } from './words.js';

// Explains the JSON of an error: as this program prints it with --json, or as the API responds with it.

const longest = 600;

/** The last JSON object or list of a text: other lines may stand before the error on standard error. */
function jsonIn(text: string): unknown {
  for (const part of [text, ...text.split('\n').reverse().slice(0, 50)]) {
    if (!/^\s*[[{]/.test(part) || isDeep(part)) continue;
    try {
      return parseLossless(part);
    } catch {
      // not this line
    }
  }
  return undefined;
}

const deepest = 100;
/** Whether brackets are nested deeper than an error has them, brackets in texts included. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const bracket of text.match(/[[{}\]]/g) ?? []) {
    depth += /[[{]/.test(bracket) ? 1 : -1;
    if (depth > deepest) return true;
  }
  return false;
}

const plain = (value: unknown): string | undefined => {
  const text = isRecord(value) || Array.isArray(value) ? '' : asText(value);
  return text === '' ? undefined : shortened(withoutKeys(text), longest);
};

/** The meaning of an exit code or of a kind of failure, as `tuk help exit-codes` has it. */
const kindMeans = (kind: string): string | undefined => exitCodes.find(([, name]) => name === kind)?.[2];

async function ofProgram(error: Row, { machine, context }: Question): Promise<Explanation> {
  const [code = 'an error', category = ''] = [plain(error.code), plain(error.category)];
  const operation = (await machine.operations()).find(({ id }) => id === error.operation);
  const means = kindMeans(category);
  const hint = plain(error.hint);
  return {
    word: code,
    is: 'error of tuk',
    of: means === undefined ? category || 'no known kind' : `${category}, exit code ${exitCode(category as Kind)}`,
    means: [
      plain(error.message),
      plain(error.reason) && `The service said: ${plain(error.reason)}`,
      explanationsOf(code).find(({ is }) => is === 'error code')?.means,
      means && `Its kind: ${means}.`,
      refusalsIn(error.refusals),
      error.retryable === true ? 'It may pass: it can be repeated.' : undefined,
      operation && (await operationSentence(operation, machine)),
      hint && `Its hint: ${hint}`,
    ]
      .filter(Boolean)
      .join(' '),
    source: 'the error; this program',
    next:
      (operation && showCommand(operation, context)) ??
      commandIn(plain(error.look)) ??
      commandIn(hint) ??
      nextOfKind(category),
    details: details({
      service: plain(error.service),
      call: plain(error.call),
      status: plain(error.status),
      requestId: plain(error.requestId),
      operation: plain(error.operation),
      exitCode: plain(error.exitCode),
    }),
  };
}
/** The other refusals of a transfer, a sentence each. */
function refusalsIn(refusals: unknown): string | undefined {
  if (!Array.isArray(refusals) || refusals.length < 2) return undefined;
  const texts = refusals.filter(isRecord).map(({ code, message }) => `${plain(code)}: ${plain(message)}`);
  return `It has ${counted(texts.length, 'refusal')}: ${shortened(texts.join(' '), longest)}`;
}
/** The command line at the end of a hint: `Sign in: tuk login`. */
const commandIn = (hint: string | undefined): string | undefined =>
  /(?:^|: |\bSee )(tuk [a-z][^;,]*?)\.?$/.exec(hint ?? '')?.[1];

function ofService(body: unknown): Explanation | undefined {
  const row = Array.isArray(body) ? body.find(isRecord) : body;
  if (!isRecord(row)) return undefined;
  const inner = isRecord(row.error) ? row.error : row;
  const code = plain(inner.code) ?? plain(inner.errorCode) ?? plain(inner.name);
  const status = /^[45]\d\d$/.exec(
    plain(inner.statusCode) ?? plain(inner.status) ?? plain(row.statusCode) ?? plain(row.status) ?? code ?? '',
  )?.[0];
  const explanations = code === undefined ? [] : explanationsOf(code).filter(({ is }) => is === 'error code');
  const isError =
    status !== undefined ||
    explanations.length > 0 ||
    Object.keys(row).some((name) => /message|error|fault|detail/i.test(name));
  if (!isError) return undefined;
  const ofStatus = status === undefined ? undefined : explanationsOf(`HTTP_${status}`)[0];
  const reason = reasonIn(Buffer.from(stringifyLossless(body)));
  return {
    word: code ?? (status === undefined ? 'error' : `HTTP ${status}`),
    is: 'error body of an API',
    of: [status && `HTTP ${status}`, explanations[0]?.of ?? ofStatus?.of].filter(Boolean).join(', ') || 'no known kind',
    means: [
      reason ? `It says: ${shortened(withoutKeys(reason), longest)}.` : 'It gives no reason.',
      explanations[0]
        ? `${code}: ${explanations[0].means}.`
        : ofStatus
          ? `HTTP ${status}: ${ofStatus.means}.`
          : code === undefined
            ? undefined
            : `The code ${code} is of no list that tuk has.`,
    ]
      .filter(Boolean)
      .join(' '),
    source: 'the body; what a code means: this program',
    next:
      code === 'EXPIRED_SESSION'
        ? 'tuk auth status'
        : status === '401'
          ? 'tuk login'
          : status?.startsWith('5')
            ? 'tuk doctor'
            : 'tuk help exit-codes',
    details: details({
      code,
      status,
      requestId: plain(row.requestId) ?? plain(inner.requestId) ?? plain(inner.traceId),
      path: plain(row.path),
      time: plain(row.timestamp),
    }),
  };
}

/** The explanation of a JSON text that is not an error. */
const ofData = (value: unknown): Explanation => ({
  word: 'JSON',
  is: Array.isArray(value) ? 'JSON list' : 'JSON object',
  of: Array.isArray(value) ? counted(value.length, 'element') : counted(Object.keys(value as Row).length, 'member'),
  means: 'It is not an error of this program or of an API: it has neither a code nor a message.',
  source: 'its form',
  next: 'tuk api list WORDS',
});

/** A text that begins as JSON does. */
const broken: Explanation = {
  word: 'JSON',
  is: 'JSON that cannot be read',
  of: 'no known kind',
  means:
    'It is cut off, or not JSON, or nested deeper than an error is. Copy it whole: an error is the last line of standard error.',
  source: 'its form',
  next: 'tuk explain -',
};

export const errorJson: Recogniser = {
  kind: 'the JSON of an error: of --json, or the body of a response',
  isWhole: true,
  explain: async (question) => {
    const { text } = question;
    if (!/[[{]/.test(text.slice(0, 2000))) return [];
    const value = jsonIn(text);
    if (typeof value !== 'object' || value === null)
      return /^\s*([[{]\s*[[{"]|\[\s*-?\d|[{[]\s*[}\]])/.test(text) ? [broken] : [];
    const { error } = isRecord(value) ? value : {};
    const isOwn = isRecord(error) && ('category' in error || 'exitCode' in error);
    if (isOwn) return [await ofProgram(error, question)];
    if (isRecord(value) && 'category' in value && 'exitCode' in value) return [await ofProgram(value, question)];
    return [ofService(value) ?? ofData(value)];
  },
};

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
