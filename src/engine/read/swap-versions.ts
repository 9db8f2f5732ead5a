// The endpoints of the native swap, by version. A run keeps one version: an allowance for its spender is useless with
// another.

import type { Context } from '../../cli/command/command.js';
import { checksummed } from '../../money/evm/transaction.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { isEvmAddress } from '../../services/forms.js';
import { ServerFailure } from '../../services/http/errors.js';
import { asText, isRecord } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { readEndpoint } from '../request/call.js';

interface SwapEndpoints {
  readonly tokens: EndpointName<'wallet'>;
  readonly spender: EndpointName<'wallet'>;
  readonly quote: EndpointName<'wallet'>;
  readonly build: EndpointName<'wallet'>;
  readonly record: EndpointName<'wallet'>;
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
} as const satisfies Readonly<Record<string, SwapEndpoints>>;
export type SwapVersion = keyof typeof swapVersions;

/** The version of a run: version 2 with a session, and version 1 without. */
export const swapVersionOf = async (context: Context): Promise<SwapVersion> =>
  (await context.session().isSignedIn()) ? 'v2' : 'v1';

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
  const { text } = await readEndpoint(context, 'wallet', name, { network, ...query });
  refuseDuplicateKeys('wallet', name, text);
  const data = parseLossless(text);
  if (isRecord(data)) return data;
  throw new ServerFailure('UNUSABLE_ANSWER', `wallet ${name} was answered with something else than an object.`, {
    service: 'wallet',
    call: name,
    unsent: true,
  });
}

/**
 * Reads the contract that takes the sold token: the allowance of a swap names it. @returns its checksummed address
 * @throws {ServerFailure} UNUSABLE_ANSWER, DUPLICATE_FIELD; {Failure}
 */
export async function readSpender(context: Context, version: SwapVersion, network: string): Promise<string> {
  const address = asText((await readSwap(context, version, 'spender', network)).address);
  if (isEvmAddress(address)) return checksummed(address);
  throw new ServerFailure('UNUSABLE_ANSWER', 'The platform names no usable spender.', {
    service: 'wallet',
    call: swapVersions[version].spender,
    unsent: true,
  });
}
