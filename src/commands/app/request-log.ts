// The requests of the application for a screen, newest first: reads, streams and commands.

import type { World } from '../../cli/settings/world.js';
import { ownerKey, type SeenStates } from '../../engine/watch/seen-states.js';
import type { Call } from '../../services/catalogue/define.js';
import { quoted } from '../../services/command-line.js';
import type { RequestContext } from '../../services/http/send.js';
import { clockOffset } from '../../services/http/service-clock.js';
import type { ShownRequest } from '../../services/http/transport.js';
import type { Redaction } from '../../session/redact.js';
import type { ReadResult } from '../../ui/state/core/responses.js';

const most = 500;

interface LoggedRequest {
  readonly number: number;
  /** The time of the end, ISO 8601. */
  readonly at: string;
  /** The HTTP status, or the reason for its absence. */
  readonly status: string;
  readonly method: string;
  readonly service: string;
  /** The path below the address of the service, and the query; secrets are redacted. */
  readonly path: string;
  /** The command line that repeats a read. */
  readonly repeat?: string;
  readonly milliseconds: number;
  readonly bytes?: number;
  /** The `x-request-id` of the response. */
  readonly requestId?: string;
}

/** The path of a request below the address of its service, and its query; secrets are redacted. */
export function requestPath(
  redact: Pick<Redaction, 'clean'>,
  call: Pick<Call, 'path'>,
  { shownUrl }: Pick<ShownRequest, 'shownUrl'>,
): string {
  const { pathname, search } = new URL(shownUrl);
  const segments = call.path.split('/').length - 1; // the address of a service may have a path of its own
  return redact.clean(`/${pathname.split('/').slice(-segments).join('/')}${search}`);
}

/** Keeps the last requests of the current owner. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #count = 0;
  /** The number of contexts so far, and the first context of the current owner. */
  #contexts = 0;
  #first = 0;
  readonly #numbers = new WeakMap<object, number>();
  readonly #now: () => number;
  readonly #seenStates: SeenStates | undefined;

  /** @param seenStates receives the statuses in the responses, and is cleared with the list */
  constructor(now: () => number, seenStates?: SeenStates) {
    this.#now = now;
    this.#seenStates = seenStates;
  }

  /** Makes the listener of a new context. A later context of another owner ends it. */
  listener(): NonNullable<World['onRequest']> {
    this.#contexts += 1;
    const context = this.#contexts;
    const listener: NonNullable<World['onRequest']> = (...request) => context >= this.#first && this.#add(...request);
    this.#numbers.set(listener, context);
    return listener;
  }

  #add(
    { redact, profile }: Parameters<NonNullable<World['onRequest']>>[0],
    ...[call, request, outcome, milliseconds]: Parameters<NonNullable<RequestContext['trace']>>
  ): void {
    this.#count += 1;
    if (!(outcome instanceof Error) && outcome.status === 200)
      this.#seenStates?.observe(ownerKey(profile, request.headers.Authorization), call, outcome.body.toString(), {
        at: this.#now(),
        clockOffset: clockOffset(outcome, this.#now(), milliseconds),
      });
    const path = requestPath(redact, call, request);
    const requestId = outcome instanceof Error ? undefined : outcome.headers['x-request-id'];
    this.#requests.unshift({
      number: this.#count,
      at: new Date(this.#now()).toISOString(),
      status: outcome instanceof Error ? redact.clean(outcome.message) : String(outcome.status),
      method: request.method,
      service: call.service,
      path,
      repeat: request.method === 'GET' ? `tuk api GET ${call.service} ${quoted(path)}` : undefined,
      milliseconds: Math.round(milliseconds),
      bytes: outcome instanceof Error ? undefined : outcome.body.length,
      requestId: typeof requestId === 'string' ? redact.clean(requestId.slice(0, 120)) : undefined,
    });
    this.#requests.length = Math.min(this.#requests.length, most);
  }

  /** Drops all requests, and later ones of contexts before this listener's: the owner has changed. */
  clear(listener: World['onRequest']): void {
    this.#requests = [];
    this.#seenStates?.clear();
    this.#first = (listener && this.#numbers.get(listener)) ?? this.#first;
  }

  /** The requests, newest first. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  loaded(): ReadResult {
    return {
      value: this.#requests.map((request) =>
        Object.fromEntries(Object.entries(request).filter(([, field]) => field !== undefined)),
      ),
      id: 'number',
      ofMachine: true,
      columns: [
        { path: 'status' },
        { path: 'at', heading: 'since', as: 'time', room: 'stays' },
        { path: 'method' },
        { path: 'service', room: 'stays' },
        { path: 'path', room: 'stays', isPath: true },
        { path: 'milliseconds', heading: 'ms', room: 'yields' },
        { path: 'requestId', heading: 'request id' },
        { path: 'number', room: 'yields' },
      ],
      empty: ['No requests yet.', 'Every request of this application is listed here.'],
    };
  }
}
