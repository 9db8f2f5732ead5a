// The versions of the call that refreshes the status of a transaction.

import type { EndpointChoices } from '../request/spec-types.js';

export const refreshEndpoints = [
  { endpoint: 'refreshTransaction' },
  { endpoint: 'refreshTransactionV1', when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;
