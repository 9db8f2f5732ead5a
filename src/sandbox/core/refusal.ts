// The error of a refused call: its status, message and code, and whether the code is public.

/** The public codes (platform 1.4). All others are the sandbox's own. */
const publicCodes = new Set([
  'NOT_SUPPORT_NETWORK',
  'NOT_SUPPORTED_NETWORK',
  'INVALID_AMOUNT',
  'EXISTING_TRANSACTION',
  'EXCEEDED_MAXIMUM_PARTICIPATION',
  'EXCEEDED_MAXIMUM_PARTICIPATION_PER_DAY',
  'EXCEEDED_MAXIMUM_REWARD',
  'INVALID_JWT_TOKEN',
  'ALREADY_CONNECTED',
  'NOT_MATCHED_USER',
  'EXPIRED_SESSION',
  'INVALID_SESSION',
  'EMPTY_TIMESTAMP',
  'INVALID_CLIENT',
  'NOT_REFRESHABLE',
  'NOT_EVENT_PERIOD',
  'NOT_FOUND_USER',
  'NOT_FOUND_APP',
  'NOT_FOUND_CONNECTION_INFO',
  'NOT_FOUND_EVENT',
  'NOT_FOUND_EVENT_PARTICIPATION_LOG',
  'ALREADY_EXIST',
  'MUST_BE_SIGNED_UP',
  'REQUIRED_CLIENT_VERSION_UPDATE',
]);

/** The error of a refused call. Those without a code are errors that are public without one (platform 1.4). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, code?: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
  /** Whether the error is public; sent as `X-Sandbox-Error`. */
  get source(): 'contract' | 'sandbox' {
    return this.code === undefined || publicCodes.has(this.code) ? 'contract' : 'sandbox';
  }
}

/** Refuses the current call; whatever it wrote is rolled back. */
export function refuse(status: number, message: string, code?: string): never {
  throw new Refusal(status, message, code);
}

/** Refuses an id that names nothing the caller may see, without saying whether it belongs to another user. */
export const notFound = (noun: string, id: string): never =>
  refuse(404, `There is no ${noun.toLowerCase().replaceAll('_', ' ')} ${JSON.stringify(id.slice(0, 100))}.`, `NOT_FOUND_${noun}`);
