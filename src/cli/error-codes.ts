// The codes of the errors of this program. The build and the tests collect them from the places that throw them
// (scripts/error-codes.mjs).

import type { Kind } from '../services/http/errors.js';

/** By code: the kinds of failures that have it. */
export const errorCodes: Readonly<Record<string, readonly Kind[]>> = {};
