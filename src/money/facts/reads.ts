// The reads before a transfer: each is made once, and its response is used as one object, by declared paths only.

import { kebab } from '../../services/catalogue/define.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { reportedFailures } from '../../services/decode/outcome.js';
import { recordIn } from '../../services/decode/rows.js';
import { refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { isId } from '../../services/forms.js';
import { Guarded, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import {
  asText,
  compact,
  isNothing,
  isNumeric,
  isRecord,
  isScalar,
  type Row,
  valueAt,
} from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { plainNumber } from '../values/decimal.js';

/** Reads an endpoint. `patient`: it ends after 30 s without a response, even with `--timeout 0`. @throws {Failure} */
export type ReadEndpoint = (
  service: ServiceName,
  call: string,
  params: Readonly<Record<string, unknown>>,
  options?: { readonly patient?: boolean },
) => Promise<Response>;

/** The reads of one transfer. A failed read fails again with the same failure, and is not repeated. */
export interface Reads {
  /**
   * The object that a read returns; undefined if it returns anything else.
   * @throws {ServerFailure} DUPLICATE_FIELD, REPORTED_FAILURE, OTHER_ANSWER; {Guarded} OTHER_USER; {Failure} of the
   * read
   */
  readonly get: (service: string, call: string, params: Row) => Promise<Row | undefined>;
}

/** Makes the reads of one transfer with `read`. */
export function readsOf(read: ReadEndpoint): Reads {
  const rows = new Map<string, Promise<Row | undefined>>();
  return {
    get: (service, call, params) => {
      const key = JSON.stringify([service, call, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);
      const row =
        rows.get(key) ??
        read(service as ServiceName, call, params).then(({ text, original }) =>
          rowOf(service, call, params, text, original),
        );
      rows.set(key, row);
      row.catch(() => {}); // whoever waits for it gets its failure
      return row;
    },
  };
}

/**
 * The object in the JSON text of a read.
 * @throws {ServerFailure} REPORTED_FAILURE; DUPLICATE_FIELD for a name twice in one object, in any letter case; as
 * `checkIdentity`
 * @param original the body, if the text has it in the names of the program
 */
export function rowOf(service: string, call: string, params: Row, text: string, original = text): Row | undefined {
  const response = parseLossless(text || 'null');
  refuseDuplicateKeys(service, call, original, { folds: true });
  const record = recordIn(response)?.row;
  const parts = [...new Set([response, record].filter(isRecord))]; // an envelope, and the record that it carries
  const [failure] = reportedFailures(response, parts, 'reads');
  if (failure !== undefined)
    throw new ServerFailure('REPORTED_FAILURE', `${service} ${kebab(call)} reports a failure: ${failure}.`, {
      service,
      call,
      unsent: true,
    });
  if (record === undefined) return undefined;
  checkIdentity(service, call, params, record);
  return record;
}

/**
 * The parameters of reads that name a thing, and its path in the response. The paths of `user` are public (platform
 * 12.2).
 */
export const identities: Readonly<Record<string, readonly (readonly [param: string, path: string])[]>> = {
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
 * Refuses a response about another thing than the requested one. A response without an id passes.
 * @throws {ServerFailure} OTHER_ANSWER; {Guarded} OTHER_USER for a recipient
 */
function checkIdentity(service: string, call: string, params: Row, row: Row) {
  for (const [param, path] of identities[`${service} ${call}`] ?? []) {
    if (!isScalar(params[param]) || !isScalar(valueAt(row, path))) continue;
    const [id, stated] = [asText(params[param]), asText(valueAt(row, path))];
    if (stated === '' || !isOtherId(id, stated, row)) continue;
    const message = `${service} ${kebab(call)} was asked for ${quoted(id)} and answered about ${quoted(stated)}.`;
    if (call === 'getUser')
      throw new Guarded('OTHER_USER', message, 'Give the id that the service has for the recipient.');
    throw new ServerFailure('OTHER_ANSWER', message, { service, call });
  }
}
const quoted = (text: string) => JSON.stringify(text.slice(0, 60));

/**
 * Whether an id differs from the requested one. A service may take a name or a short number in place of an id, and
 * respond with the id: these are not compared. For a long id any other form differs, unless another field of the row
 * has the requested id.
 */
function isOtherId(id: string, stated: string, row: Row) {
  const isSame = (value: unknown) => isScalar(value) && asText(value).toLowerCase() === id.toLowerCase();
  if (isSame(stated)) return false;
  const form = idForm(id);
  if (form === idForm(stated)) return true;
  const mayStandIn = form === 'name' || (form === 'number' && id.length <= mostStandInDigits);
  return !mayStandIn && !Object.values(row).some(isSame);
}
/** The most digits of a number in place of an id. */
const mostStandInDigits = 6;
/** The form of an id: a number, a long id such as a UUID or a hash, or a name. */
const idForm = (text: string): string => (/^\d+$/.test(text) ? 'number' : isId(text) ? 'long' : 'name');

/** A value as text; anything but a text or a number as JSON. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || isNumeric(value) ? String(value) : compact(value);

/**
 * The text of a fact in a response; undefined for an empty value. A list or an object is not missing: it is compact
 * JSON.
 */
export function factText(value: unknown): string | undefined {
  if (isNothing(value) || value === '') return undefined;
  return isNumeric(value) ? plainNumber(String(value)) : textIn(value);
}
