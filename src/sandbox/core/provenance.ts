// Whose names an answer has, computed from where its shape lives; shown as `X-Sandbox-Shape`.
import type { Call } from '../../services/catalogue/define.js';
import { ownShapes } from './shapes/index.js';

/** `contract`: a type of CONTRACT.md section 8. `partial`: some names are public. `spec`: SPEC.md's own words. `sandbox`: all ours. */
export type Mark = 'contract' | 'partial' | 'spec' | 'sandbox';

/** What the public shapes of a service rest on; the activity and ride-hailing ones were seen in traffic only. */
const publicShapes: Readonly<Record<string, Mark>> = {
  user: 'contract',
  wallet: 'contract',
  account: 'spec',
  activity: 'partial',
  'ride-hailing': 'partial',
};

/** Whose names the answer of a call has. */
export function markOf(call: Call): Mark {
  const own = ownShapes[call.service]?.calls[call.name];
  if (own) return own.widens === undefined ? 'sandbox' : 'partial';
  if (call.response !== undefined) return publicShapes[call.service] ?? 'sandbox';
  return call.name === 'getMetrics' ? 'spec' : 'sandbox';
}
