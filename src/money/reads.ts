// The reads on the way to a transfer: each is made once, and its response is used as one object, by declared paths only.

import { kebab } from '../services/catalogue/define.js';
import type { ServiceName } from '../services/catalogue/index.js';
import { refuseDuplicateKeys } from '../services/duplicate-keys.js';
import { Guarded, ServerFailure } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import { asText, compact, isId, isNothing, isNumeric, isRecord, isScalar, type Row, valueAt } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { reportedFailures } from '../services/reported-failure.js';
import { plainNumber } from './decimal.js';

/** Reads an endpoint. `patient`: it ends after 30 s without a response, even with `--timeout 0`. @throws {Failure} */
export type ReadEndpoint = (
  service: ServiceName,
  call: string,
  params: Readonly<Record<string, unknown>>,
  options?: { readonly patient?: boolean },
) => Promise<Response>;

/** The reads of one transfer. A read that failed fails again with the same failure, and is not repeated. */
export interface Reads {
  /**
   * The object that a read returns; nothing where it returns none.
   * @throws {ServerFailure} DUPLICATE_FIELD, REPORTED_FAILURE, OTHER_ANSWER; {Guarded} OTHER_USER; {Failure} of the read
   */
  readonly get: (service: string, call: string, params: Row, read?: () => Promise<string>) => Promise<Row | undefined>;
}

/** Makes the reads of one transfer with `read`. */
export function readsOf(read: ReadEndpoint): Reads {
  const known = new Map<string, Promise<Row | undefined>>();
  return {
    get: (service, call, params, own) => {
      const key = JSON.stringify([service, call, Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))]);
      const response =
        known.get(key) ??
        (own?.() ?? read(service as Parameters<ReadEndpoint>[0], call, params).then(({ text }) => text)).then((text) =>
          rowOf(service, call, params, text),
        );
      known.set(key, response);
      response.catch(() => {}); // its failure is that of whoever waits for it
      return response;
    },
  };
}

/**
 * The object in the JSON text of a read.
 * @throws {ServerFailure} REPORTED_FAILURE if it says that it failed; DUPLICATE_FIELD if it says a name twice in one object, by whatever letter case; and as
 * `checkIdentity`
 */
export function rowOf(service: string, call: string, params: Row, text: string): Row | undefined {
  const response = parseLossless(text || 'null');
  refuseDuplicateKeys(service, call, text, { folds: true });
  const [failure] = reportedFailures(response, isRecord(response) ? [response] : [], 'reads');
  if (failure !== undefined)
    throw new ServerFailure('REPORTED_FAILURE', `${service} ${kebab(call)} reports a failure: ${failure}; nothing was sent.`, {
      service,
      call,
    });
  if (!isRecord(response)) return undefined;
  checkIdentity(service, call, params, response);
  return response;
}

/** The parameters of reads that name a thing, and the path at which the response names it. The paths of `user` are public (platform 12.2). */
const identities: Readonly<Record<string, readonly (readonly [param: string, path: string])[]>> = {
  'user getCurrency': [['id', 'id']],
  'user getUser': [['userId', 'id']],
  'user getEarnEvent': [['id', 'id']],
  'user getGame': [['id', 'id']],
  'sale getProduct': [['id', 'id']],
  'sale getOrder': [['id', 'id']],
  'sale getItem': [['id', 'id']],
  'musubi getOffering': [['id', 'id']],
  'musubi getProduct': [['productId', 'id']],
};

/**
 * Refuses a response about another thing than the one that was asked for, by its id. A response that names no id is taken for one about it.
 * @throws {ServerFailure} OTHER_ANSWER; {Guarded} OTHER_USER for a recipient
 */
function checkIdentity(service: string, call: string, params: Row, row: Row): void {
  for (const [param, path] of identities[`${service} ${call}`] ?? []) {
    const [asked, stated] = [params[param], valueAt(row, path)];
    if (!isScalar(asked) || !isScalar(stated) || asText(stated) === '' || !isOtherId(asText(asked), asText(stated), row)) continue;
    const message = `${service} ${kebab(call)} was asked for ${quoted(asText(asked))} and answered about ${quoted(asText(stated))}; nothing was sent.`;
    if (call === 'getUser') throw new Guarded('OTHER_USER', message, 'Give the id that the service has for the recipient.');
    throw new ServerFailure('OTHER_ANSWER', message, { service, call });
  }
}
const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));

/**
 * Whether an id is another one than was asked for. A service may take a name or a short number in place of an id, and response with the id: the two are not compared.
 * If it was asked by a long id, one of another form is another one, unless a further field of the row has the id that was asked for.
 */
function isOtherId(asked: string, stated: string, row: Row): boolean {
  const isSame = (one: unknown) => isScalar(one) && asText(one).toLowerCase() === asked.toLowerCase();
  if (isSame(stated)) return false;
  const form = idForm(asked);
  if (form === idForm(stated)) return true;
  const mayStandIn = form === 'name' || (form === 'number' && asked.length <= mostStandInDigits);
  return !mayStandIn && !Object.values(row).some(isSame);
}
/** How many digits a number in place of an id may have. */
const mostStandInDigits = 6;
/** The form of an id: a number, a long one such as a UUID or a hash, or a name. */
const idForm = (text: string): string => (/^\d+$/.test(text) ? 'number' : isId(text) ? 'long' : 'name');

/** A value as text; anything but a text or a number as JSON. */
export const textIn = (value: unknown): string => (typeof value === 'string' || isNumeric(value) ? String(value) : compact(value));

/** What a service states of a fact, as text; nothing if it states nothing. A value that is not a text and no number does not count as missing. */
export function factText(value: unknown): string | undefined {
  if (isNothing(value) || value === '') return undefined;
  return isNumeric(value) ? plainNumber(String(value)) : textIn(value);
}
