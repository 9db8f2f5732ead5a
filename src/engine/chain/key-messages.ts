// The messages between the program and the key process. No reply has a private key or a phrase.

import type { ChainFamily, ToSign } from '../../money/keys/signer.js';
import type { ErrorCode } from '../../services/http/error-codes.js';
import type { Kind } from '../../services/http/errors.js';

/** The source of a key; `family`: what it must sign for. */
export type KeySource = { readonly family?: ChainFamily } & KeyPlace;
type KeyPlace =
  /** A key of the key folder; `anyForm`: also an unlocked one. */
  | { readonly from: 'store'; readonly folder: string; readonly name: string; readonly anyForm?: boolean }
  /** By absolute path. */
  | { readonly from: 'file'; readonly file: string }
  | { readonly from: 'stdin' }
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'random' };

/** A request about a key, by number. */
export type KeyRequest = { readonly key: number } & (
  | { readonly do: 'open'; readonly source: KeySource }
  | { readonly do: 'unlock'; readonly password?: string }
  | { readonly do: 'sign'; readonly described: ToSign }
  /** The header of a sign-in with a key's account. @param now epoch milliseconds */
  | { readonly do: 'account-header'; readonly now: number }
  | { readonly do: 'lock'; readonly password: string }
);

export interface KeyReply {
  /** Of `open`: what the key signs for. */
  readonly family?: ChainFamily;
  /** Of `open` and `unlock`: the address of the key; for a locked key as its file states. */
  readonly address?: string;
  /** Of `open`: whether `unlock` needs a password. */
  readonly isLocked?: boolean;
  /** Of `unlock`: whether it was derived from an account, which has more keys. */
  readonly hasAccount?: boolean;
  /** The signature, or the text of the locked key file. */
  readonly text?: string;
  /** Repairs, as sentences. */
  readonly warnings?: readonly string[];
  readonly failure?: {
    readonly kind: Kind;
    readonly code: ErrorCode;
    readonly message: string;
    readonly hint?: string;
  };
}

/** Handles requests about keys, and keeps the keys until `close` zeroes them. */
export interface KeyService {
  /** The reply includes a failure of the key. */
  reply(request: KeyRequest): Promise<KeyReply>;
  close(): void;
}
