// The pipe between the program and the key process: requests and replies are one line of JSON each.

import type { Duplex } from 'node:stream';
import type { ChainFamily, ToSign } from '../../money/keys/signer.js';
import type { ErrorCode } from '../../services/http/error-codes.js';
import { Failure, interrupted, type Kind } from '../../services/http/errors.js';

/** Calls `use` for each complete line of a stream. Parts of a line are joined first. */
export function onLines(stream: Duplex, use: (line: string) => void): void {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    const lines = (text + part).split('\n');
    text = lines.pop()!;
    for (const line of lines) use(line);
  });
}

/** A pipe of a process. It keeps this process running only while a reply is awaited. */
export type Pipe = Duplex & { ref?(): unknown; unref?(): unknown };

/**
 * Sends requests over a pipe, with replies in the same order. The end of the pipe ends the process.
 * `reply` throws {LocalFailure} KEY_PROCESS_ENDED; {Failure} INTERRUPTED at a stop of the run, which ends the pipe.
 */
export function pipedKeys(pipe: Pipe, isStopped: () => boolean, signal?: AbortSignal): KeyService {
  const waiting: ((reply: KeyReply | undefined) => void)[] = [];
  const end = () => {
    for (const resolve of waiting.splice(0)) resolve(undefined);
  };
  const close = () => {
    signal?.removeEventListener('abort', close);
    pipe.destroy();
    end();
  };
  signal?.addEventListener('abort', close);
  onLines(pipe, (line) => {
    const [resolve, reply] = [waiting.shift(), replyIn(line)];
    resolve?.(reply);
    if (!resolve || !reply) close(); // not a line of the key process
  });
  pipe.on('error', close).on('end', close).on('close', close);
  return {
    async reply(request: KeyRequest) {
      const reply = await new Promise<KeyReply | undefined>((resolve) => {
        if (pipe.destroyed) return resolve(undefined);
        pipe.ref?.();
        waiting.push(resolve);
        pipe.write(`${JSON.stringify(request)}\n`);
      });
      if (waiting.length === 0) pipe.unref?.();
      if (reply) return reply;
      throw isStopped() ? interrupted() : processEnded();
    },
    close,
  };
}

function replyIn(line: string): KeyReply | undefined {
  try {
    return JSON.parse(line) as KeyReply;
  } catch {
    return undefined;
  }
}

/** The failure of a key process that has ended, or did not start. */
export const processEnded = (cause?: unknown): Failure =>
  new Failure(
    'local',
    'KEY_PROCESS_ENDED',
    'The process that uses the key has ended or did not start.',
    'Run it again.',
    { unsent: true },
    cause,
  );

// The messages between the program and the key process. No reply has a private key or a phrase.

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
