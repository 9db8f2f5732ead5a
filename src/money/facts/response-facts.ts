// The response of a transfer with its facts at their declared paths, in whatever form it came; its id and its cost.

import { classOf, spelled } from '../../services/catalogue/statuses.js';
import { statusWord } from '../../services/decode/outcome.js';
import { recordIn } from '../../services/decode/rows.js';
import { isRecord } from '../../services/json-value.js';
import { declaredResponse, operationName, transferFields } from '../../things/operations.js';
import type { DeclaredResponse } from '../../things/transfer.js';
import { decimalText } from '../values/decimal.js';
import { asDeclared, decimalsIn, paidIn, pathsIn, textIn, valueIn } from './compare.js';

/** For a call outside the table. */
export const undeclared: DeclaredResponse = { known: 'assumed', amounts: 'whole' };

/** All declared paths. */
export const pathsOf = (declared: DeclaredResponse): readonly string[] => {
  const { status, same = {}, shows } = declared;
  const others = [status?.at, shows].filter((path) => path !== undefined);
  return [...new Set([...pathsIn(declared), ...others, ...Object.keys(same)])];
};

/** A response with its facts at their declared paths; anything but an object as it is. */
export function inDeclared(service: string, call: string, response: unknown): unknown {
  const declared = declaredResponse(service, call);
  if (declared === undefined || !isRecord(response)) return response;
  const { id, status } = declared;
  const isStatus = (word: string) =>
    status !== undefined && classOf(status.list, spelled(status.list, statusWord(word))) !== 'unknown';
  const of = { calls: [call], nouns: [operationName(service, call)], isStatus };
  return asDeclared(response, { ...declared, toNames: [] }, [id], status?.at, pathsOf(declared), of);
}

const recordOf = (service: string, call: string, response: unknown) =>
  inDeclared(service, call, recordIn(response)?.row);

/** The id of the operation in a response. */
export const idIn = (service: string, call: string, response: unknown): string | undefined =>
  textIn(valueIn(recordOf(service, call, response), declaredResponse(service, call)?.id)) || undefined;

/** The cost that a response states, in whole tokens: its amount, or the price of all its pieces. */
export function costIn(service: string, call: string, response: unknown) {
  const [paths, record] = [declaredResponse(service, call), recordOf(service, call, response)];
  if (paths === undefined || !isRecord(record)) return undefined;
  const [paid] = paidIn(record, paths, decimalsIn(paths, transferFields[`${service} ${call}`] ?? {}));
  return (
    paid && {
      amount: decimalText(paid.number),
      token: paid.unit ?? (textIn(valueIn(record, paths.token)) || undefined),
    }
  );
}
