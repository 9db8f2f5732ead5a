// Requests, responses and errors of the second back end.
import type { IncomingHttpHeaders } from 'node:http';

/** One complete request. */
export interface BackendRequest {
  /** `POST /user/auth/deferred`: no query. */
  readonly route: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Of `Authorization: Bearer`. */
  readonly token: string | undefined;
  /** The raw body. */
  readonly text: string;
  /** Parsed; the raw text if it is not JSON, undefined without a body. */
  readonly body: unknown;
}
export interface BackendResponse {
  readonly status: number;
  /** A string is sent unchanged, any other value as JSON; undefined is an empty body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Route = (request: BackendRequest) => BackendResponse;
/** By method and path; a segment in braces matches any segment. */
export type Routes = Readonly<Record<string, Route>>;

/** Thrown by a handler to send an error: `{message, code?}` (CONTRACT.md 1.4). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Finds the route of a request. */
export function routeOf(routes: Routes, requestRoute: string): Route | undefined {
  const parts = requestRoute.split('/');
  const matches = (name: string) => {
    const segments = name.split('/');
    return segments.length === parts.length && segments.every((part, at) => part === parts[at] || part.startsWith('{'));
  };
  return routes[Object.keys(routes).find(matches) ?? ''];
}

/** A required string of a body; 400 without it. */
export function requiredText(body: unknown, name: string): string {
  const value = optionalText(body, name);
  if (value === undefined) throw new Refusal(400, `${name} should not be empty`);
  return value;
}
/** An optional string of a body; an empty one is undefined. */
export function optionalText(body: unknown, name: string): string | undefined {
  const value: unknown = body !== null && typeof body === 'object' ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** SPEC.md 3, "known auth clients". */
const clients = [
  'Clutch',
  'DemocopterWeb',
  'DemocopterApp',
  'DemocopterPaymentRedirection',
  'DiscordRedirection',
  'Web3Verification',
  'WorkspaceWeb',
  'TadaTonMiniApp',
  'MusubiWeb',
];

/** Refuses a missing or unknown client, and one without a version or with one below 1 (CONTRACT.md 1.2, 2). */
export function checkClient(
  { 'x-auth-client-id': id, 'x-auth-client-version': version }: IncomingHttpHeaders,
  unknown: Refusal,
  needsVersion = true,
): void {
  const current = !needsVersion || (typeof version === 'string' && Number(version) >= 1);
  if (id === undefined || !current) throw new Refusal(426, 'Client update required', 'REQUIRED_CLIENT_VERSION_UPDATE');
  if (!clients.includes(String(id))) throw unknown;
}
