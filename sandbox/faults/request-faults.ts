// The faults of a request, by the header `X-Sandbox-Fault` or by plan. Every start loads this file; parsing is loaded
// on demand.

import type { Call } from '../../src/services/catalogue/define.js';
import type { Faults, SandboxRequest, SandboxResponse } from '../core/http-messages.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { parseFaults } from './fault-specs.js';
import { dueFaults } from './planned-faults.js';

const noFaults: Faults = { specs: [], transforms: [] };

/** @throws {Refusal} for an unknown fault */
export async function loadFaults(runtime: SandboxRuntime, request: SandboxRequest, call: Call): Promise<Faults> {
  const header = request.headers['x-sandbox-fault'];
  if (request.internal || (header === undefined && runtime.state.meta('faults') === undefined)) return noFaults;
  return parseFaults([...dueFaults(runtime, request, call), ...(header ?? '').split(',')]);
}

/** Transforms in order, then the delivery. */
export function applyFaults(response: SandboxResponse, { specs, transforms, delivery }: Faults): SandboxResponse {
  if (specs.length === 0) return response;
  const transformed = transforms.reduce((current, transform) => transform(current), response);
  return delivery ? { ...transformed, delivery } : transformed;
}
