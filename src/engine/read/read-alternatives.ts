// Reads the first of several equivalent endpoints that the server knows.

import type { Arguments, Context } from '../../cli/command/command.js';

import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import type { Response } from '../../services/http/send.js';
import { type AnyEndpoint, callEndpoint, readEndpoint } from '../request/call.js';
import { type Choices, isNext, selectEndpoint } from '../request/endpoints.js';
import { paramsByName } from '../request/parameters.js';
import { type Params, requestFields } from '../request/params.js';
import { patientContext } from '../request/patient-context.js';
import { isShared, sharedFact } from '../request/shared-reads.js';
import type { EndpointChoice, EndpointChoices } from '../request/spec-types.js';
import { atPage, type FetchPage } from '../request/whole-list.js';
import type { AnyRead } from './read-spec.js';

/**
 * Fetches the first endpoint that the server knows, as the flags say.
 * @returns its response, and the function for other pages; undefined in a dry run
 */
export async function fetchFirst(
  { endpoints, service }: Pick<AnyRead, 'endpoints' | 'service'>,
  params: Params,
  args: Arguments,
  context: Context,
  callOptions?: { readonly anyWord: true },
): Promise<{ readonly response: Response; readonly fetchPage: FetchPage } | undefined> {
  const choices = await selectEndpoint(endpoints, params, context);
  const fields = requestFields(params);
  return firstServed(choices, async ({ service: choiceService = service, endpoint }) => {
    const call = (await catalogue(choiceService)).calls[endpoint]!;
    const fetchPage: FetchPage = async (next) => {
      const [pageParams, at] = typeof next === 'string' ? [{}, atPage(next)] : [next];
      const values = { ...call.pages?.first, ...fields, ...pageParams };
      const named = await paramsByName(context, choiceService, call.name, values, args.options);
      return callEndpoint(context, choiceService, call.name as AnyEndpoint, named, { ...callOptions, at });
    };
    const response = await fetchPage({});
    return response && { response, fetchPage };
  });
}

/**
 * Reads a fact from the first endpoint that the server knows, within 30 s. Its response is not printed, and it is read
 * in a dry run, too.
 * @param options `anyWord`: the values of enums come from a service, and are not checked
 * @throws {BadInput} {Failure}
 */
export async function readFirst<S extends ServiceName>(
  context: Context,
  service: S,
  endpoints: EndpointChoices<S>,
  params: Params,
  options: { readonly anyWord?: boolean } = {},
): Promise<Response> {
  const choices = await selectEndpoint(endpoints as Choices, params, context);
  const values = requestFields(params);
  const read = () =>
    firstServed(choices, ({ service: choiceService = service, endpoint }) =>
      readEndpoint(context, choiceService, endpoint as AnyEndpoint, values, { ...options, patient: true }),
    );
  const [{ endpoint }] = choices;
  // the rows of a batch do not ask again for an endpoint that the server does not know
  return isShared(service, endpoint)
    ? sharedFact(context, JSON.stringify([service, endpoint, values, 'first']), read)
    : read();
}

/** The result of the first choice that the server knows. @throws the errors of the last one called */
async function firstServed<Result>(
  [choice, next, ...others]: readonly EndpointChoice[],
  call: (choice: EndpointChoice) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(choice!);
  } catch (error) {
    if (next === undefined || !isNext(next, error)) throw error;
    return firstServed([next, ...others], call);
  }
}

/** The context of reads that print nothing: also made in a dry run, and limited to 30 s even with `--timeout 0`. */
export function readingContext(context: Context): Context {
  const { dryRun: _, printCurl: __, ...flags } = context.flags;
  return patientContext(context, { flags });
}
