// How a case of a smoke run ended.

import type { Call } from '../../services/catalogue/define.js';

/** What a passed check has looked at: a public shape, a list of rows, or no more than the status and that there is a body. */
export type Checked = 'shape' | 'list' | 'status';
/** How a case ended. `milliseconds` and `status` are those of the last try; `tries` is 0 where nothing was sent. */
export interface Result {
  readonly call: Call;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What a passed check has looked at. */
  readonly checked?: Checked;
  /** What kind of failure it is. */
  readonly cause?: Cause;
  readonly tries: number;
  /** When the last try began, epoch milliseconds. */
  readonly startedAt?: number;
  /** The failure of the first try, where a later one passed. */
  readonly firstFailure?: string;
  /** The last request as a line of curl, without secrets. */
  readonly curl?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  /** The request that was made: its method and address. */
  readonly request?: string;
  /** The beginning of a bad response; never that of a call whose responses are secret. */
  readonly answer?: string;
  /** Why it failed or was skipped, a sentence. */
  readonly why?: string;
  /** A 401: because the session has ended, or for this call alone, as far as known. */
  readonly unauthorized?: 'session' | 'call';
}
/** The causes of failures. `answer`: the response cannot be used or does not fit; `status`: a status that is not expected; `drift`: fields that were there before. */
export type Cause = 'unreachable' | 'rate-limited' | 'sign-in' | 'server' | 'status' | 'answer' | 'drift' | 'bug';
