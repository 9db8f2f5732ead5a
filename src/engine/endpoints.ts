// Which of several calls of the same meaning a command makes: by what was given, by who is signed in, by version; and what it falls back on.

import type { Context } from '../cli/context.js';
import type { Flag } from '../cli/options.js';
import type { ServiceName } from '../services/catalogue/index.js';
import { BadInput, Failure } from '../services/http/errors.js';
import type { Params } from './params.js';

/** One call that a command may make. The first that fits is made; nothing is ever called for that a person did not ask for. */
export interface EndpointChoice {
  readonly call: string;
  /** Where it differs from the command's. */
  readonly service?: ServiceName;
  /** Where there is more than one. */
  readonly version?: string;
  /** The values and options (by the names of their fields) that have to be given for it. */
  readonly needs?: readonly string[];
  /**
   * `signed-out`: without a session, or with --public. `unknown`: where the server does not know a newer one's route. `missing`: where the one
   * before finds nothing of that id. `asked`: with --api-version alone.
   */
  readonly when?: 'signed-out' | 'unknown' | 'missing' | 'asked';
}

/** The options that the ways of a command bring with them. */
export function endpointOptions(ways: readonly EndpointChoice[]): Flag[] {
  const versions = [...new Set(ways.flatMap(({ version }) => version ?? []))];
  return versions.length > 1 ? [{ flags: '--api-version <version>', summary: 'of several, the one to call', words: versions }] : [];
}

/** The way to go, and those to fall back on. @throws {BadInput} for a version that there is not */
export async function selectEndpoint(
  ways: readonly EndpointChoice[],
  given: Params,
  { apiVersion, public: asked }: { readonly apiVersion?: unknown; readonly public?: unknown },
  context: Context,
): Promise<readonly [EndpointChoice, ...EndpointChoice[]]> {
  const fitting = narrowest(ways, given);
  const signedOut = fitting.filter(({ when }) => when === 'signed-out');
  const outside = signedOut.length > 0 && (asked === true || (await context.session.token()).accessToken === undefined);
  const own = outside
    ? [...signedOut, ...fitting.filter(({ when }) => when === 'unknown')]
    : fitting.filter(({ when }) => when !== 'signed-out');
  if (apiVersion !== undefined) {
    const chosen = own.find(({ version }) => version === apiVersion) ?? fitting.find(({ version }) => version === apiVersion);
    if (chosen) return [chosen];
    const versions = [...new Set(fitting.flatMap(({ version }) => version ?? []))];
    throw new BadInput('UNKNOWN_VERSION', `There is no version ${String(apiVersion)} of this.`, `There are: ${versions.join(', ')}.`);
  }
  const [first, ...others] = own.filter(({ when }) => when !== 'asked');
  return [first!, ...others.filter(({ when }) => when === 'unknown' || when === 'missing')];
}

/** Of the ways whose needs are given, those that need the most. */
function narrowest(ways: readonly EndpointChoice[], given: Params): readonly EndpointChoice[] {
  const possible = ways.filter(({ needs = [] }) => needs.every((name) => given[name] !== undefined));
  const most = Math.max(...possible.map(({ needs = [] }) => needs.length));
  return possible.filter(({ needs = [] }) => needs.length === most);
}

/** How frameworks and gateways word that no route is there; a thing that is missing is told with a code or in other words. */
const routeWords = /^cannot [a-z]+ \/|^not found\.?$|^method not allowed\.?$|\broute\b/i;

/** Whether a failure says that the server does not know the route, and not that the service misses a thing (CONTRACT.md 1.4). */
export function isUnknownRoute(error: unknown): boolean {
  if (!(error instanceof Failure) || (error.where.status !== 404 && error.where.status !== 405)) return false;
  const ownCode = error.code !== 'NOT_FOUND' && error.code !== 'HTTP_405';
  return !ownCode && (error.where.said === undefined || routeWords.test(error.where.said));
}

/** Whether a way is gone on to after what the one before it came to. */
export const isNext = ({ when }: EndpointChoice, error: unknown): boolean =>
  isUnknownRoute(error) || (when === 'missing' && error instanceof Failure && error.kind === 'not-found');
