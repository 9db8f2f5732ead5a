// A transfer request: one call that moves value with its request, built once, and the caller's options.

import type { Call } from '../../services/catalogue/define.js';
import type { HttpRequest } from '../../services/http/transport.js';
import type { Row } from '../../services/json-value.js';
import type { StatedAmount } from '../values/token.js';
import type { Reads } from './reads.js';

/** The caller's options for a transfer, beside its request. */
export interface TransferOptions {
  /** The caller's own reference (--client-ref): in a profile, one call of one reference takes effect once. */
  readonly clientRef?: string;
  /** The input that its reference stands for, if the request differs at each run, as with the id of a search. */
  readonly input?: string;
  /** Confirms a new recipient (--new-recipient). */
  readonly newRecipient?: boolean;
  /** The most that it may cost (--at-most). */
  readonly atMost?: StatedAmount;
  /** Its cost in whole tokens by an earlier response, if the request does not have it. */
  readonly cost?: { readonly amount: string; readonly token: string | undefined } | undefined;
  /** The operations of unknown outcome that do not stop it (--despite). */
  readonly despite?: readonly string[];
  /** How parameters were typed (`--currency`), and their values, for messages. */
  readonly typed?: { readonly labels: Readonly<Record<string, string>>; readonly values: Row };
  /** Its earlier reads. */
  readonly reads?: Reads;
}
/** A call that moves value, and its request as it will be sent. */
export interface TransferRequest extends TransferOptions {
  readonly call: Call;
  readonly request: HttpRequest;
}
