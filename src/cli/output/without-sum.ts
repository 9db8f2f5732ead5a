// The failure of a sum (--sum) whose rows could not all be read: a sum of a part looks whole.

import { Failure } from '../../services/http/errors.js';

/** A failure for a sum that would lack the rows of a profile. */
export const withoutSum = ({ kind, code, message, hint, where, cause }: Failure): Failure =>
  new Failure(kind, code, `${message} No sum was printed: it would lack rows.`, hint, where, cause);
