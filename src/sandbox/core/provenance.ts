// The provenance of a response's field names, computed from where its shape is defined; sent as `X-Sandbox-Shape`.
import type { Call } from '../../services/catalogue/define.js';
import { ownShapes } from './shapes/index.js';

/** `contract`: a published type (platform 12). `partial`: some names are public. `spec`: names that the list of calls has. `sandbox`: all names are the sandbox's own. */
export type Provenance = 'contract' | 'partial' | 'spec' | 'sandbox';

/** The provenance of the public shapes of a service. Those of activity and ride-hailing were only seen in traffic. */
const publicShapes: Readonly<Record<string, Provenance>> = {
  user: 'contract',
  wallet: 'contract',
  account: 'spec',
  activity: 'partial',
  'ride-hailing': 'partial',
};

/** The provenance of a call's response. */
export function provenanceOf(call: Call): Provenance {
  const own = ownShapes[call.service]?.calls[call.name];
  if (own) return own.widens === undefined ? 'sandbox' : 'partial';
  if (call.response !== undefined) return publicShapes[call.service] ?? 'sandbox';
  return call.name === 'getMetrics' ? 'spec' : 'sandbox';
}
