// Reads the first of several equivalent endpoints that the server knows.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import type { Response } from '../../services/http/send.js';
import { type AnyEndpoint, callEndpoint } from '../request/call.js';
import { type Choices, isNext, selectEndpoint } from '../request/endpoints.js';
import { paramsByName } from '../request/parameters.js';
import { type Params, requestFields } from '../request/params.js';
import { patientContext } from '../request/patient-context.js';
import { sharedRead } from '../request/shared-reads.js';
import type { EndpointChoices } from '../request/spec-types.js';
import { checkPaged, type FetchPage, firstPageParams } from './paging.js';
import type { AnyRead } from './read-spec.js';

/**
 * Fetches the first endpoint that the server knows.
 * @returns its response, and the function for other pages; undefined in a dry run
 */
export async function fetchFirst(
  { endpoints, service, pages }: Pick<AnyRead, 'endpoints' | 'service' | 'pages'>,
  params: Params,
  args: Arguments,
  context: Context,
  callOptions?: { readonly anyWord: true },
): Promise<{ readonly response: Response; readonly fetchPage: FetchPage } | undefined> {
  const choices = await selectEndpoint(endpoints, params, args.options, context);
  const fields = requestFields(params);
  for (const [index, choice] of choices.entries()) {
    const choiceService = choice.service ?? service;
    const call = (await catalogue(choiceService)).calls[choice.endpoint]!;
    if (pages && args.options.all === true) checkPaged(call, pages);
    const first = firstPageParams(call, pages);
    const fetchPage: FetchPage = async (pageParams) =>
      callEndpoint(
        context,
        choiceService,
        call.name as AnyEndpoint,
        await paramsByName(context, choiceService, call.name, { ...first, ...fields, ...pageParams }, args.options),
        callOptions,
      );
    try {
      const response = await fetchPage({});
      return response && { response, fetchPage };
    } catch (error) {
      const next = choices[index + 1];
      if (!next || !isNext(next, error)) throw error;
    }
  }
  return undefined;
}

/** The context of reads that print nothing: also made in a dry run, and limited to 30 s even with `--timeout 0`. */
export function readingContext(context: Context): Context {
  const { dryRun: _, printCurl: __, ...flags } = context.flags;
  return patientContext(context, { flags });
}

export interface Alternatives<S extends ServiceName> {
  readonly service: S;
  readonly endpoints: EndpointChoices<S>;
}
/**
 * Reads one of several equivalent endpoints, for a command that does more than print a response.
 * @throws {BadInput} {Failure}
 */
export async function readAlternatives<S extends ServiceName>(
  context: Context,
  { service, endpoints }: Alternatives<S>,
  params: Params,
  callOptions?: { readonly anyWord: true },
): Promise<Response | undefined> {
  const choices = endpoints as Choices;
  const read = async () =>
    (await fetchFirst({ service, endpoints: choices }, params, { positionals: [], options: {} }, context, callOptions))
      ?.response;
  return isDryRun(context.flags) ? read() : sharedRead(context, service, choices[0].endpoint, params, read);
}
