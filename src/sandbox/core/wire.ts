// What comes in from the wire and what goes out to it, as plain data; answers and refusals put into that form.
import type { Call } from '../../services/catalogue/define.js';
import type { Manner } from '../faults/request-faults.js';
import { Refusal } from './refusal.js';
import { Bytes, Page, PlainText, Redirect } from './reply.js';

/** One request, read off the wire. */
export interface Ask {
  readonly method: string;
  /** The path behind the origin, percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Nothing for a body that is too large. */
  readonly bytes: Uint8Array | undefined;
  /** Filled in on the way, for the log. */
  readonly note?: Note;
  /** Asked by the sandbox itself: nothing goes wrong on purpose. */
  readonly own?: true;
}
/** What is known of a request once it has been answered. */
export interface Note {
  /** As `user getCurrent`. */
  call?: string | undefined;
  /** The user's id. */
  who?: string | undefined;
  fault?: string | undefined;
  scenario?: string | undefined;
}
/** A body that is made while it is sent. */
export interface Stream {
  /** How long it is; nothing where that shows only at its end. */
  readonly bytes?: number;
  readonly parts: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
/** One answer, ready for the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** In the place of a body. */
  readonly stream?: Stream;
  /** How it is put on the wire, where that is not as well as can be. */
  readonly manner?: Manner;
}

/** GET, PUT and DELETE answer 200, every POST 201 (CONTRACT.md 1.3). */
export function bodyReply(call: Call, answer: unknown, headers: Readonly<Record<string, string>>): Reply {
  const status = call.method === 'POST' ? 201 : 200;
  if (answer instanceof Redirect) return { status: 302, headers: { ...headers, location: answer.to } };
  if (answer instanceof PlainText) return { status, headers: { ...headers, 'content-type': answer.type }, body: answer.text };
  if (answer instanceof Bytes)
    return { status, headers: { ...headers, ...answer.headers, 'content-type': answer.type }, body: answer.bytes };
  if (answer === undefined) return { status, headers };
  if (answer instanceof Page) return json(status, answer.rows, { ...headers, 'x-sandbox-total': String(answer.total) });
  return json(status, answer, Array.isArray(answer) ? { ...headers, 'x-sandbox-total': String(answer.length) } : headers);
}

/** An answer in JSON. */
export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** The answer to a call that was refused. Anything else is a mistake of the sandbox's own and is said to be one. */
export function refusalReply(error: unknown): Reply {
  if (!(error instanceof Refusal)) {
    const message = `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`;
    return json(500, { message, code: 'SANDBOX_FAILED' }, { 'x-sandbox-error': 'sandbox' });
  }
  const { status, message, code, source, headers } = error;
  return json(status, code === undefined ? { message } : { message, code }, { ...headers, 'x-sandbox-error': source });
}
