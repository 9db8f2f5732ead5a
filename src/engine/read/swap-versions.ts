// The endpoints of the native swap, by version. A run keeps one version: an allowance for its spender is useless with
// another.

import type { Context } from '../../cli/context.js';
import { checksummed } from '../../money/evm/transaction.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { BadInput, ServerFailure } from '../../services/http/errors.js';
import { asText, isRecord } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { readEndpoint } from '../request/call.js';

interface SwapEndpoints {
  readonly tokens: EndpointName<'wallet'>;
  readonly spender: EndpointName<'wallet'>;
  readonly quote: EndpointName<'wallet'>;
  readonly build: EndpointName<'wallet'>;
  /** No version 1.1 is known; version 1 records its swaps. */
  readonly record: EndpointName<'wallet'>;
  /** Its query is not public; the query of version 2 is sent (platform 3.4, inferred). */
  readonly isOpen?: true;
}
export const swapVersions = {
  v2: {
    tokens: 'listSwapTokens',
    spender: 'getSpenderV2',
    quote: 'quoteSwap',
    build: 'buildSwap',
    record: 'recordSwap',
  },
  v1: {
    tokens: 'listSwapTokensV1',
    spender: 'getSpenderV1',
    quote: 'quoteSwapV1',
    build: 'buildSwapV1',
    record: 'recordSwapV1',
  },
  'v1.1': {
    tokens: 'listSwapTokensV1_1',
    spender: 'getSpenderV1_1',
    quote: 'quoteSwapV1_1',
    build: 'buildSwapV1_1',
    record: 'recordSwapV1',
    isOpen: true,
  },
} as const satisfies Readonly<Record<string, SwapEndpoints>>;
export type SwapVersion = keyof typeof swapVersions;
export const swapVersionNames = Object.keys(swapVersions) as SwapVersion[];

/** The version of a run: by --api-version, else version 2 with a session and version 1 without. @throws {BadInput} */
export async function swapVersionOf(context: Context, typed: unknown): Promise<SwapVersion> {
  if (typed === undefined) return (await context.session().isSignedIn()) ? 'v2' : 'v1';
  const version = swapVersionNames.find((name) => name === typed);
  if (version !== undefined) return version;
  throw new BadInput(
    'UNKNOWN_VERSION',
    `There is no version ${JSON.stringify(String(typed).slice(0, 40))} of swaps.`,
    `There are: ${swapVersionNames.join(', ')}.`,
  );
}

/**
 * Reads an endpoint of a version.
 * @returns its object
 * @throws {ServerFailure} UNUSABLE_ANSWER, DUPLICATE_FIELD; {Failure}
 */
export async function readSwap(
  context: Context,
  version: SwapVersion,
  endpoint: 'tokens' | 'spender' | 'quote' | 'build',
  network: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const endpoints: SwapEndpoints = swapVersions[version];
  const name = endpoints[endpoint];
  const params = endpoints.isOpen && Object.keys(query).length > 0 ? { network, query } : { network, ...query };
  const { text } = await readEndpoint(context, 'wallet', name, params);
  refuseDuplicateKeys('wallet', name, text);
  const data = parseLossless(text);
  if (isRecord(data)) return data;
  throw new ServerFailure(
    'UNUSABLE_ANSWER',
    `wallet ${name} was answered with something else than an object; nothing was signed.`,
    {
      service: 'wallet',
      call: name,
    },
  );
}

/**
 * Reads the contract that takes the sold token: the allowance of a swap names it. @returns its checksummed address
 * @throws {ServerFailure} UNUSABLE_ANSWER, DUPLICATE_FIELD; {Failure}
 */
export async function readSpender(context: Context, version: SwapVersion, network: string): Promise<string> {
  const address = asText((await readSwap(context, version, 'spender', network)).address);
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return checksummed(address);
  throw new ServerFailure('UNUSABLE_ANSWER', 'The platform names no usable spender; nothing was signed.', {
    service: 'wallet',
    call: swapVersions[version].spender,
  });
}
