// The parts of a row of a service: its objects that say something of the operation, and their fields, whatever their names.

import { asText, isRecord, isScalar, type Row } from '../services/json-value.js';

/** The names of objects in a row that are no part of the operation, such as the currency with its own fee, or the account with its balance. */
export const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|recipient|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver|discount|refund|tax|fee|bonus|reward|limit|quote)s?$/i;
/** How deep the objects of an operation may be in a row. */
export const maxDepth = 3;

/** A row and the objects in it that say something of the operation. */
export const partsOf = (value: unknown, depth = maxDepth): Row[] =>
  !isRecord(value) || depth === 0
    ? []
    : [value, ...Object.entries(value).flatMap(([name, field]) => (otherThings.test(name) ? [] : partsOf(field, depth - 1)))];

/** The texts and numbers in a row, those of other things too, each with the name of its field. */
export function leaves(value: unknown, depth = maxDepth): (readonly [name: string, value: unknown])[] {
  if (!isRecord(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, field]) => (isScalar(field) ? [[name, field] as const] : leaves(field, depth - 1)));
}

/** The texts and numbers in the parts of a row that are not empty, each with the name of its field. */
export const fieldsOf = (row: Row): (readonly [name: string, value: unknown])[] =>
  partsOf(row).flatMap((part) => Object.entries(part).filter(([, value]) => isScalar(value) && asText(value) !== ''));

/** Whether a transfer came to an address (`in`) or left it (`out`); empty where both sides are the address, or neither. */
export function directionOf({ from, to }: Row, address: string): 'in' | 'out' | '' {
  const isOwn = (value: unknown) => asText(value).toLowerCase() === address.toLowerCase();
  return isOwn(from) === isOwn(to) ? '' : isOwn(to) ? 'in' : 'out';
}
