// The result of a case of a smoke run.

import type { Call } from '../../services/catalogue/define.js';

/**
 * The depth of a check: the public shape, a list of rows, or only the status and a body. `nothing`: the service says
 * that there is none of what need not exist.
 */
export type Checked = 'shape' | 'list' | 'status' | 'nothing';
/** The result of a case. Request, response, status and times are of the last try. */
export interface Result {
  readonly call: Call;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The call was made without a token. */
  readonly withoutToken?: true;
  readonly checked?: Checked;
  readonly cause?: Cause;
  /** The number of rows of a list. */
  readonly rows?: number;
  /** What is wrong, part by part: a later failure with another part is another one. */
  readonly parts?: readonly string[];
  /** A value that it needs is in no response yet. */
  readonly isWaiting?: true;
  /** 0 without a request. */
  readonly tries: number;
  /** Epoch milliseconds. */
  readonly startedAt?: number;
  /** The failure of the first try, if a later one passed. */
  readonly firstFailure?: string;
  /** A line of curl, without secrets. */
  readonly curl?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  /** Method and address. */
  readonly request?: string;
  /** The beginning of the response; never a secret one. */
  readonly response?: string;
  /** The reason of a failure or a skip, a sentence. */
  readonly why?: string;
  /** A 401: the session ended, or only this call is refused. */
  readonly unauthorized?: 'session' | 'call';
}
/**
 * `timeout`: no response in time, or only the beginning of one. `answer`: the response is unusable or does not fit.
 * `status`: an unexpected status. `drift`: a learned field is missing or changed. `assertion`: one of --assert is not
 * true.
 */
export type Cause =
  | 'unreachable'
  | 'timeout'
  | 'rate-limited'
  | 'sign-in'
  | 'server'
  | 'status'
  | 'answer'
  | 'drift'
  | 'assertion'
  | 'bug';
