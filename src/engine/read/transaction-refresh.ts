// The versions of the call that refreshes the status of a transaction.

import type { EndpointChoices } from '../request/spec-types.js';

export const refreshEndpoints = [
  { endpoint: 'refreshTransaction', version: 'v2' },
  { endpoint: 'refreshTransactionV1', version: 'v1', when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;
