// Hexadecimal texts of JSON-RPC and transactions.

import { isPrefixedHash } from '../../services/forms.js';

/** A number as JSON-RPC writes it: `0x1f`. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
/** Whether two addresses are equal. */
export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
/** Whether a text has the form of a transaction or block hash. */
export const isHash = (text: unknown): text is string => typeof text === 'string' && isPrefixedHash(text);
/** The address that nobody has a key of: the sender of a simulated call that needs none. */
export const noAccount = `0x${'0'.repeat(40)}`;
