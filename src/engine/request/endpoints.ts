// Selects one of several equivalent endpoints, by parameters and session; and its fallbacks.

import type { Context } from '../../cli/command/command.js';
import type { Endpoints } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { Failure } from '../../services/http/errors.js';
import type { Params } from './params.js';
import type { EndpointChoice } from './spec-types.js';

export type Choices = readonly [EndpointChoice, ...EndpointChoice[]];

/** The choices of a command that names one or several endpoints. */
export const choicesOf = ({
  endpoint,
  endpoints,
}: {
  readonly endpoint?: string;
  readonly endpoints?: readonly unknown[];
}): Choices => (endpoints ?? [{ endpoint }]) as Choices;

/** The distinct endpoints of a command, by service. */
export function usesOf(
  service: ServiceName,
  choices: readonly { readonly service?: ServiceName; readonly endpoint: string }[],
  also: Endpoints = {},
): Endpoints {
  const uses = new Map<ServiceName, Set<string>>();
  const add = (usedService: ServiceName, name: string) =>
    uses.set(usedService, (uses.get(usedService) ?? new Set()).add(name));
  for (const choice of choices) add(choice.service ?? service, choice.endpoint);
  for (const [other, names] of Object.entries(also)) for (const name of names) add(other as ServiceName, name);
  return Object.fromEntries([...uses].map(([usedService, names]) => [usedService, [...names]]));
}

/** The endpoint to call, followed by its fallbacks. */
export async function selectEndpoint(
  choices: readonly EndpointChoice[],
  params: Params,
  context: Context,
): Promise<readonly [EndpointChoice, ...EndpointChoice[]]> {
  const matching = mostSpecific(choices, params);
  const signedOut = matching.filter(({ when }) => when === 'signed-out');
  const useSignedOut = signedOut.length > 0 && !(await context.session().isSignedIn());
  const candidates = useSignedOut
    ? [...signedOut, ...matching.filter(({ when }) => when === 'unknown')]
    : matching.filter(({ when }) => when !== 'signed-out');
  const [first, ...others] = candidates;
  return [first!, ...others.filter(({ when }) => when === 'unknown' || when === 'missing')];
}

/** The endpoints with the most required parameters, among those that are satisfied. */
function mostSpecific(choices: readonly EndpointChoice[], params: Params): readonly EndpointChoice[] {
  const possible = choices.filter(({ requires = [] }) => requires.every((name) => params[name] !== undefined));
  const most = Math.max(...possible.map(({ requires = [] }) => requires.length));
  return possible.filter(({ requires = [] }) => requires.length === most);
}

/** How frameworks and gateways report an unknown route. A missing thing has a code or another message. */
const routeWords = /^cannot [a-z]+ \/|^not found\.?$|^method not allowed\.?$|\broute\b/i;

/** Whether a failure means an unknown route, not a missing thing (platform 1.4). */
export function isUnknownRoute(error: unknown): boolean {
  if (!(error instanceof Failure) || (error.where.status !== 404 && error.where.status !== 405)) return false;
  const hasServiceCode = error.code !== 'NOT_FOUND' && error.code !== 'HTTP_405';
  return !hasServiceCode && (error.where.said === undefined || routeWords.test(error.where.said));
}

/** Whether an endpoint is called after the failure of the previous one. */
export const isNext = ({ when }: EndpointChoice, error: unknown): boolean =>
  isUnknownRoute(error) || (when === 'missing' && error instanceof Failure && error.kind === 'not-found');
