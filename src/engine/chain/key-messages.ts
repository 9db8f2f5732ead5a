// What the program and the process in which keys are used say to each other. No answer has a private key or a phrase.

import type { Kind } from '../../services/http/errors.js';

/** Where a key comes from. */
export type KeySource =
  /** A key of the key folder; `anyForm`: also one that is not locked. */
  | { readonly from: 'store'; readonly folder: string; readonly name: string; readonly anyForm?: boolean }
  /** A file by its absolute path. */
  | { readonly from: 'file'; readonly file: string }
  | { readonly from: 'stdin' }
  /** A text that a person has typed. */
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'random' };

/** A request about a key, which has a number. */
export type KeyRequest = { readonly key: number } & (
  | { readonly do: 'open'; readonly source: KeySource }
  | { readonly do: 'unlock'; readonly password?: string | undefined }
  /** Unsigned bytes of a transaction, 0x hex. */
  | { readonly do: 'sign'; readonly unsigned: string }
  | { readonly do: 'sign-text'; readonly text: string }
  /** The header of a sign-in with the account of a key. @param now epoch milliseconds */
  | { readonly do: 'account-header'; readonly now: number }
  | { readonly do: 'lock'; readonly password: string }
);

/** The answer to a request. */
export interface KeyReply {
  /** Of `open` and `unlock`: the address of the key; of a locked one what its file states. */
  readonly address?: string;
  /** Of `open`: whether `unlock` needs a password. */
  readonly isLocked?: boolean;
  /** Of `unlock`: whether it was derived from an account, which has more keys. */
  readonly hasAccount?: boolean;
  /** What was signed, or the text of the locked key file. */
  readonly text?: string;
  /** What was repaired, as sentences. */
  readonly warnings?: readonly string[];
  readonly failure?: { readonly kind: Kind; readonly code: string; readonly message: string; readonly hint?: string | undefined };
}

/** Answers requests about keys, which are kept until `close` zeroes them. */
export interface KeyService {
  /** A failure of the key is in the answer. */
  reply(request: KeyRequest): Promise<KeyReply>;
  close(): void;
}
