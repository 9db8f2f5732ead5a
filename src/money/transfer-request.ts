// A transfer request: one call that moves value with its request, built once, and the caller's options.

import type { Call } from '../services/catalogue/define.js';
import type { HttpRequest } from '../services/http/transport.js';
import type { StatedAmount } from './policy/at-most.js';
import type { Reads } from './reads.js';

/** The caller's options for a transfer, beside its request. */
export interface TransferOptions {
  /** The caller's own reference (--client-ref): in a profile, one call of one reference takes effect once. */
  readonly clientRef?: string | undefined;
  /** The input that identifies the transfer for its reference, where the request differs at each run, as with the id of a search. */
  readonly input?: string | undefined;
  /** Confirms a new recipient (--new-recipient). */
  readonly newRecipient?: boolean;
  /** The most that it may cost (--at-most). */
  readonly atMost?: StatedAmount | undefined;
  /** Its cost in whole tokens, where an earlier response has it and the request does not. */
  readonly cost?: { readonly amount: string; readonly token: string | undefined } | undefined;
  /** The operations whose outcome is not known, in spite of which it is made (--despite). */
  readonly despite?: readonly string[];
  /** The reads that were made for it so far. */
  readonly reads?: Reads;
}
/** A call that moves value, and its request as it will be sent. */
export interface TransferRequest extends TransferOptions {
  readonly call: Call;
  readonly request: HttpRequest;
}
